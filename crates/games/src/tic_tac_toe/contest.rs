//! Tic-tac-toe as the laboratory knows it. A game is the cells played, from 1: `5193`.

use super::{Cell, TicTacToe};
use crate::agents;
use crate::contest::{AgentResult, AnyContest, Contest, NotationError};
use spinney_search::game::{Game, Player, Turn};
use spinney_search::minimax::EndsOnly;
use spinney_spec::{Catalogue, Schema, Settings, Spec, SpecError};

/// The game; it has no options.
pub static GAME: Schema = Schema {
    name: "tic-tac-toe",
    help: "three in a line on nine cells: a draw between good players",
    source: "",
    params: &[],
};

/// The contest that these settings of [`GAME`] describe.
pub fn contest(settings: &Settings) -> Result<Box<dyn AnyContest>, SpecError> {
    Ok(Box::new(TicTacToeContest::new(settings)))
}

/// Two agents, who change seats in every second game.
pub struct TicTacToeContest {
    spec: Spec,
    agents: Catalogue,
}

impl TicTacToeContest {
    /// The contest that these settings of [`GAME`] describe.
    pub fn new(settings: &Settings) -> Self {
        Self { spec: settings.to_spec(), agents: agents::catalogue() }
    }
}

impl Contest for TicTacToeContest {
    type Game = TicTacToe;
    type View = TicTacToe;

    fn spec(&self) -> Spec {
        self.spec.clone()
    }
    fn sides(&self) -> &'static [&'static str] {
        &["a", "b"]
    }
    fn symmetric(&self) -> bool {
        true
    }
    fn start(&self, _: u64) -> TicTacToe {
        TicTacToe::default()
    }
    fn view(&self, game: &TicTacToe, _: Player) -> TicTacToe {
        *game
    }
    fn agents(&self, _: usize) -> &Catalogue {
        &self.agents
    }
    fn agent(&self, _: usize, settings: &Settings, seed: u64) -> AgentResult<Self> {
        agents::agent(settings, EndsOnly, seed)
    }
    fn write(&self, _: &TicTacToe, moves: &[Cell]) -> String {
        moves.iter().map(|&cell| char::from(b'1' + cell)).collect()
    }
    fn read(&self, text: &str) -> Result<(TicTacToe, Vec<Cell>), NotationError> {
        let wrong = |i: usize, problem: &str| NotationError {
            line: 1,
            problem: format!("move {}: {problem}", i + 1),
        };
        let start = TicTacToe::default();
        let (mut game, mut moves) = (start, Vec::new());
        for (i, c) in text.trim_end().chars().enumerate() {
            if game.turn() == Turn::Over {
                return Err(wrong(i, "the game is over"));
            }
            let cell = c.to_digit(10).filter(|n| (1..=9).contains(n));
            let cell = cell
                .ok_or_else(|| wrong(i, &format!("`{c}` is no cell: 1 to 9 was expected")))?
                as Cell
                - 1;
            if game.at(cell).is_some() {
                return Err(wrong(i, &format!("cell {c} is taken")));
            }
            game.play(cell);
            moves.push(cell);
        }
        Ok((start, moves))
    }
}
