//! Connect Four as the laboratory knows it.

use super::rules::{HEIGHT, WIDTH};
use super::{Column, ConnectFour, Threats, notation};
use crate::agents;
use crate::contest::{AgentResult, AnyContest, Contest, MoveOf, NotationError};
use crate::openings;
use crate::presentation::{Strength, by_time};
use serde_json::{Value, json};
use spinney_search::game::Player;
use spinney_spec::{Catalogue, Param, Schema, Settings, Spec, SpecError};

/// The game and its options.
pub static GAME: Schema = Schema {
    name: "connect-four",
    help: "seven columns, six rows; four in a line win",
    source: "Milton Bradley 1974; solved by Allis 1988 and Allen 1988",
    params: &[Param::integer("opening", "0", 0, 8, "random moves before the agents begin")],
};

/// The contest that these settings of [`GAME`] describe.
pub fn contest(settings: &Settings) -> Result<Box<dyn AnyContest>, SpecError> {
    Ok(Box::new(ConnectFourContest::new(settings)))
}

/// Two agents; in every second game they change seats on the same opening.
pub struct ConnectFourContest {
    spec: Spec,
    opening: u64,
    agents: Catalogue,
}

impl ConnectFourContest {
    /// The contest that these settings of [`GAME`] describe.
    pub fn new(settings: &Settings) -> Self {
        Self {
            spec: settings.to_spec(),
            opening: settings.integer("opening"),
            agents: agents::catalogue(),
        }
    }
}

impl Contest for ConnectFourContest {
    type Game = ConnectFour;
    type View = ConnectFour;

    fn spec(&self) -> Spec {
        self.spec.clone()
    }
    fn sides(&self) -> &'static [&'static str] {
        &["a", "b"]
    }
    fn symmetric(&self) -> bool {
        true
    }
    fn usual_opening(&self) -> u64 {
        4
    }
    fn start(&self, seed: u64) -> ConnectFour {
        openings::random(&ConnectFour::default(), self.opening, seed)
    }
    fn view(&self, game: &ConnectFour, _: Player) -> ConnectFour {
        *game
    }
    fn agents(&self, _: usize) -> &Catalogue {
        &self.agents
    }
    fn agent(&self, _: usize, settings: &Settings, seed: u64) -> AgentResult<Self> {
        agents::agent(settings, Threats, seed)
    }
    fn write(&self, start: &ConnectFour, moves: &[MoveOf<Self>]) -> String {
        notation::write(start, moves)
    }
    fn draw(&self, game: &ConnectFour) -> String {
        notation::diagram(game)
    }
    fn draw_view(&self, game: &ConnectFour) -> String {
        notation::diagram(game)
    }
    fn say(&self, _: &ConnectFour, mv: Column) -> String {
        format!("column {}", mv + 1)
    }
    fn move_text(&self, mv: Column) -> String {
        (mv + 1).to_string()
    }
    fn move_data(&self, mv: Column) -> Value {
        json!({ "column": mv })
    }
    fn players(&self) -> Vec<String> {
        ["x", "o"].map(String::from).to_vec()
    }
    fn observe(&self, game: &ConnectFour) -> Value {
        let columns: Vec<Vec<Player>> = (0..WIDTH)
            .map(|column| (0..HEIGHT).map_while(|row| game.at(column, row)).collect())
            .collect();
        json!({ "width": WIDTH, "height": HEIGHT, "columns": columns })
    }
    fn help(&self) -> String {
        "Four of your stones in a line win: horizontally, vertically or diagonally.\n\
         A move is the number of a column, 1 to 7 from the left.\n"
            .to_string()
    }
    fn side_title(&self, side: usize) -> String {
        ["X", "O"][side].to_string()
    }
    fn strengths(&self, _: usize) -> Vec<Strength> {
        let easy = Strength { name: "easy", spec: "uct(playouts=200)".to_string() };
        let rest = by_time("uct(solver=true)", [0, 300, 2000]).split_off(1);
        [easy].into_iter().chain(rest).collect()
    }
    fn read(&self, text: &str) -> Result<(ConnectFour, Vec<Column>), NotationError> {
        notation::read(text)
    }
}
