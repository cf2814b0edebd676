//! Tic-tac-toe as the laboratory knows it. A game is the cells played, from 1: `5193`. An opening
//! stands before them: `51-93`.

use super::{Cell, TicTacToe};
use crate::agents;
use crate::contest::{AgentResult, AnyContest, Contest, NotationError};
use crate::openings;
use serde_json::{Value, json};
use spinney_search::game::{Game, Player, Turn};
use spinney_search::minimax::EndsOnly;
use spinney_spec::{Catalogue, Param, Schema, Settings, Spec, SpecError};

/// The game and its options.
pub static GAME: Schema = Schema {
    name: "tic-tac-toe",
    help: "three in a line on nine cells; good players draw",
    source: "",
    params: &[Param::integer("opening", "0", 0, 4, "random moves before the agents begin")],
};

/// The contest that these settings of [`GAME`] describe.
pub fn contest(settings: &Settings) -> Result<Box<dyn AnyContest>, SpecError> {
    Ok(Box::new(TicTacToeContest::new(settings)))
}

/// Two agents; in every second game they change seats on the same opening.
pub struct TicTacToeContest {
    spec: Spec,
    opening: u64,
    agents: Catalogue,
}

impl TicTacToeContest {
    /// The contest that these settings of [`GAME`] describe.
    pub fn new(settings: &Settings) -> Self {
        Self {
            spec: settings.to_spec(),
            opening: settings.integer("opening"),
            agents: agents::catalogue(),
        }
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
    fn usual_opening(&self) -> u64 {
        2
    }
    fn start(&self, seed: u64) -> TicTacToe {
        openings::random(&TicTacToe::default(), self.opening, seed)
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
    fn write(&self, start: &TicTacToe, moves: &[Cell]) -> String {
        let digit = |&cell: &Cell| char::from(b'1' + cell);
        let played: String = moves.iter().map(digit).collect();
        let of = |player| (0..9).filter(move |&cell| start.at(cell) == Some(player));
        let (mut first, mut second) = (of(0), of(1));
        // In what order an opening was played is not known and does not matter.
        let turns = std::iter::from_fn(|| Some([first.next()?].into_iter().chain(second.next())));
        let opening: Vec<Cell> = turns.flatten().collect();
        if opening.is_empty() {
            return played;
        }
        format!("{}-{played}", opening.iter().map(digit).collect::<String>())
    }
    fn draw(&self, game: &TicTacToe) -> String {
        format!("{game}\n")
    }
    /// With the numbers of the free cells, by which moves are typed.
    fn draw_view(&self, game: &TicTacToe) -> String {
        let cell = |cell| match game.at(cell) {
            Some(player) => ["x", "o"][player].to_string(),
            None => (cell + 1).to_string(),
        };
        let row = |row: Cell| [0, 1, 2].map(|column| cell(3 * row + column)).join(" ");
        [0, 1, 2].map(row).join("\n") + "\n"
    }
    fn say(&self, _: &TicTacToe, cell: Cell) -> String {
        format!("cell {}", cell + 1)
    }
    fn move_text(&self, cell: Cell) -> String {
        (cell + 1).to_string()
    }
    fn move_data(&self, cell: Cell) -> Value {
        json!({ "cell": cell })
    }
    fn players(&self) -> Vec<String> {
        ["x", "o"].map(String::from).to_vec()
    }
    fn observe(&self, game: &TicTacToe) -> Value {
        json!({ "cells": (0..9).map(|cell| game.at(cell)).collect::<Vec<_>>() })
    }
    fn help(&self) -> String {
        "Three of your marks in a line win.\n\
         A move is the number of a cell, 1 to 9, row by row from the top left.\n"
            .to_string()
    }
    fn side_title(&self, side: usize) -> String {
        ["X", "O"][side].to_string()
    }
    fn read(&self, text: &str) -> Result<(TicTacToe, Vec<Cell>), NotationError> {
        let wrong = |i: usize, problem: &str| NotationError {
            line: 1,
            problem: format!("move {}: {problem}", i + 1),
        };
        let (mut start, mut game, mut moves) =
            (TicTacToe::default(), TicTacToe::default(), Vec::new());
        for (i, c) in text.trim_end().chars().enumerate() {
            if c == '-' && start == TicTacToe::default() {
                start = game;
                moves.clear();
                continue;
            }
            if game.turn() == Turn::Over {
                return Err(wrong(i, "the game is over"));
            }
            let cell = c.to_digit(10).filter(|n| (1..=9).contains(n));
            let cell = cell
                .ok_or_else(|| wrong(i, &format!("`{c}` is not a cell: expected 1 to 9")))?
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
