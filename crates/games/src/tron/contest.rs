//! Tron as the laboratory and the command line know it.

use super::agents::best::{self, Best};
use super::agents::mcts;
use super::evaluation::Territory;
use super::notation;
use super::rules::{Board, Cell, Direction, Tron, is_file, map_names};
use crate::agents::random;
use crate::behaviour::hash;
use crate::contest::{AgentResult, AnyContest, Contest, NotationError};
use crate::openings;
use crate::presentation::{ReadyBoard, Strength, title_of};
use serde_json::{Value, json};
use spinney_search::game::Player;
use spinney_spec::{Catalogue, Param, Schema, Settings, Spec, SpecError};

/// `tron`, with the board as its option.
pub static GAME: Schema = Schema {
    name: "tron",
    help: "two light cycles move at the same time and leave walls; whoever crashes loses",
    source: "Perick, St-Pierre, Maes and Ernst 2012",
    params: &[
        Param::any(
            "board",
            "20x20",
            "the size of an empty board, the name of a map, or a map file",
        ),
        Param::integer("opening", "0", 0, 20, "random steps before the agents begin"),
    ],
};

/// Sets up a game from its options.
pub fn contest(settings: &Settings) -> Result<Box<dyn AnyContest>, SpecError> {
    Ok(Box::new(TronContest::new(settings)?))
}

/// A board and the agents that can play on it.
pub struct TronContest {
    settings: Settings,
    board: Board,
    agents: Catalogue,
}

impl TronContest {
    /// The contest that these options of [`GAME`] name.
    pub fn new(settings: &Settings) -> Result<Self, SpecError> {
        let board = Board::from_name(settings.word("board"))
            .map_err(|error| settings.bad("board", error.to_string()))?;
        let mut agents = Catalogue::new("agent", mcts::POLICIES);
        agents.schemas.extend([&best::SCHEMA, &random::SCHEMA]);
        Ok(Self { settings: settings.clone(), board, agents })
    }

    /// Where it is played.
    pub fn board(&self) -> &Board {
        &self.board
    }
}

impl Contest for TronContest {
    type Game = Tron;
    type View = Tron;

    fn spec(&self) -> Spec {
        self.settings.to_spec()
    }
    fn content(&self) -> Option<u64> {
        match &self.board {
            Board::Map { name: Some(name), map } if is_file(name) => {
                Some(hash(map.to_string().as_bytes()))
            }
            _ => None,
        }
    }
    fn sides(&self) -> &'static [&'static str] {
        &["a", "b"]
    }
    fn symmetric(&self) -> bool {
        true
    }
    fn usual_opening(&self) -> u64 {
        // On an open field each seed has a start of its own.
        if matches!(self.board, Board::Map { .. }) { 4 } else { 0 }
    }
    fn start(&self, seed: u64) -> Tron {
        let start = self.board.start(seed);
        match self.settings.integer("opening") {
            0 => start,
            steps => openings::random(&start, steps, seed).standing(),
        }
    }
    fn view(&self, game: &Tron, _: Player) -> Tron {
        *game
    }
    fn agents(&self, _: usize) -> &Catalogue {
        &self.agents
    }
    fn agent(&self, _: usize, settings: &Settings, seed: u64) -> AgentResult<Self> {
        match settings.name() {
            "best" => Ok(Box::new(Best::new(settings))),
            "random" => Ok(random::agent(seed)),
            _ => mcts::agent(settings, seed),
        }
    }
    fn draw(&self, game: &Tron) -> String {
        game.to_string()
    }
    fn say(&self, _: &Tron, mv: Direction) -> String {
        ["north", "east", "south", "west"][mv as usize].to_string()
    }
    fn move_text(&self, mv: Direction) -> String {
        mv.to_string()
    }
    fn players(&self) -> Vec<String> {
        (1..=2).map(|number| format!("cycle {number}")).collect()
    }
    fn observe(&self, game: &Tron) -> Value {
        let heads = [0, 1].map(|player| game.head(player));
        let territory = Territory::new(game.walls(), heads, game.height());
        // Who reaches each cell first: 1, 2, or = for both at once; # is a wall.
        let owner = |cell: Cell| match heads.iter().position(|&head| head == cell) {
            Some(player) => ['A', 'B'][player],
            None if game.walls().has(cell) => '#',
            None if territory.own[0].has(cell) => '1',
            None if territory.own[1].has(cell) => '2',
            None if territory.shared.has(cell) => '=',
            None => ' ',
        };
        let row = |row| (0..game.width()).map(|column| owner(Cell::new(column, row))).collect();
        let rows: Vec<String> = (0..game.height()).map(row).collect();
        let exits = |player| game.exits(player).iter().map(Direction::letter).collect::<String>();
        json!({
            "rows": rows,
            "heads": heads.map(|head| [head.column(), head.row()]),
            "exits": [exits(0), exits(1)],
        })
    }
    /// The walls at the start, and the heads where they are the same in every game.
    fn board(&self) -> Value {
        let start = self.board.start(0);
        let heads = [0, 1].map(|player| start.head(player));
        let wall = |cell: Cell| start.walls().has(cell) && !heads.contains(&cell);
        let sign = |cell| if wall(cell) { '#' } else { ' ' };
        let row = |row| (0..start.width()).map(|column| sign(Cell::new(column, row))).collect();
        let rows: Vec<String> = (0..start.height()).map(row).collect();
        let places = heads.map(|head| [head.column(), head.row()]);
        let fixed = matches!(self.board, Board::Map { .. });
        json!({"rows": rows, "heads": fixed.then_some(places)})
    }
    fn draw_view(&self, game: &Tron) -> String {
        game.to_string()
    }
    fn help(&self) -> String {
        "Two light cycles move at the same time and leave walls behind. Whoever crashes loses; if \
         both crash, it is a draw.\nA move is N, E, S or W.\n"
            .to_string()
    }
    fn write(&self, start: &Tron, moves: &[Direction]) -> String {
        notation::write(&self.board, start, moves)
    }
    fn side_title(&self, side: usize) -> String {
        format!("Cycle {}", side + 1)
    }
    fn real_time(&self) -> bool {
        true
    }
    fn strengths(&self, _: usize) -> Vec<Strength> {
        let medium = Strength { name: "medium", spec: "ucb1-tuned(millis=100)".to_string() };
        let easy = Strength { name: "easy", spec: "ucb1-tuned(playouts=200)".to_string() };
        vec![easy, medium, Strength { name: "hard", spec: "best(millis=200)".to_string() }]
    }
    fn boards(&self) -> Vec<ReadyBoard> {
        let field =
            |size| ReadyBoard::new(format!("Open field, {size}"), format!("tron(board={size})"));
        let map = |name| ReadyBoard::new(title_of(name), format!("tron(board={name})"));
        ["20x20", "13x13", "30x30"].into_iter().map(field).chain(map_names().map(map)).collect()
    }
    fn outcome(&self, game: &Tron) -> String {
        match self.reward(game, 0) {
            0.0 => "Cycle 1 crashed: cycle 2 wins.".to_string(),
            1.0 => "Cycle 2 crashed: cycle 1 wins.".to_string(),
            _ => "Both crashed: it is a draw.".to_string(),
        }
    }
    fn read(&self, text: &str) -> Result<(Tron, Vec<Direction>), NotationError> {
        notation::read(text)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::conformance;
    use crate::contest::PlayOptions;

    /// What the first agent wins in so many games against the second.
    pub(in crate::tron) fn points(contest: &TronContest, a: &str, b: &str, games: u64) -> f64 {
        let any: &dyn AnyContest = contest;
        let agents = [a, b].map(|spec| any.check(0, &spec.parse().unwrap()).unwrap());
        let play = |number| {
            let options = PlayOptions { seed: 11, number, ..PlayOptions::default() };
            any.play(&agents, &options).unwrap().rewards[0]
        };
        (0..games).map(play).sum()
    }

    pub(in crate::tron) fn on(board: &str) -> Result<TronContest, SpecError> {
        let spec: Spec = format!("tron(board={board})").parse()?;
        TronContest::new(&Settings::new(&GAME, &spec.args)?)
    }

    #[test]
    fn passes_the_suite() {
        for board in ["20x20", "5x4", "trix", "u-closed"] {
            conformance::contest(&on(board).unwrap(), 20);
        }
        for board in ["9x9, opening=3", "vee, opening=4", "3x3, opening=20"] {
            conformance::contest(&on(board).unwrap(), 20);
        }
    }

    #[test]
    fn the_board_has_the_walls_of_the_start() {
        let open = Contest::board(&on("4x3").unwrap());
        assert_eq!(open["rows"], json!(["######", "#    #", "#    #", "#    #", "######"]));
        assert_eq!(open["heads"], Value::Null);
        let map = on("u-closed").unwrap();
        let (board, start) = (Contest::board(&map), map.observe(&map.start(9)));
        assert_eq!(board["heads"], start["heads"]);
        let walls = |document: &Value| {
            let rows = document["rows"].as_array().unwrap().iter().map(|row| row.as_str().unwrap());
            rows.map(|row| row.replace(|c| c != '#', " ")).collect::<Vec<_>>()
        };
        assert_eq!(walls(&board), walls(&start));
    }

    #[test]
    fn the_content_of_a_map_file_counts() {
        let path = std::env::temp_dir().join(format!("spinney-{}-map.txt", std::process::id()));
        let content = |text: &str| {
            std::fs::write(&path, text).unwrap();
            Contest::content(&on(&format!("{:?}", path.display().to_string())).unwrap())
        };
        let (one, two) = (content("4 3\n####\n#12#\n####\n"), content("4 3\n####\n#21#\n####\n"));
        assert!(one.is_some() && one != two);
        assert_eq!(content("4 3\n####\n#12#\n####\n"), one);
        assert_eq!(Contest::content(&on("vee").unwrap()), None);
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_wrong_board_is_named() {
        let error = on("emptyroom").err().unwrap().to_string();
        assert!(error.contains("board=emptyroom") && error.contains("`empty-room`"), "{error}");
        assert_eq!(Contest::spec(&on("20x20").unwrap()).to_string(), "tron");
        assert_eq!(Contest::spec(&on("vee").unwrap()).to_string(), "tron(board=vee)");
    }
}
