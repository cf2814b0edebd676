//! Positions and games as text.
//!
//! A position is its seven columns from the left, each from the bottom up: `///xo/x//`, where `x`
//! began. A game is its start, if that isn't the empty board, and the columns played, from 1:
//! `///xo/x// 4417`.

use super::rules::{BOTTOM, Column, ConnectFour, FULL, HEIGHT, Phase, STRIDE, WIDTH, four_in_line};
use crate::contest::NotationError;
use spinney_search::game::{Game, Turn};
use std::fmt::{self, Write as _};
use std::str::FromStr;

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// Not seven columns.
    #[error("a position has seven columns separated by `/`, not {0}")]
    Columns(usize),
    /// More than six stones in a column.
    #[error("column {0} holds more than six stones")]
    Overfull(usize),
    /// Neither `x` nor `o`.
    #[error("`{0}` is not a stone: expected `x` or `o`")]
    Stone(char),
    /// The players did not take turns.
    #[error("{x} `x` and {o} `o`: `x` begins and the players take turns")]
    Turns {
        /// Stones of the player who began.
        x: u32,
        /// Stones of the other.
        o: u32,
    },
    /// Somebody has four in a line, or the board is full.
    #[error("the game is over in this position: expected one that is not")]
    Over,
}

/// The position as people draw it: the highest row first, the numbers of the columns below.
pub(super) fn diagram(game: &ConnectFour) -> String {
    let mut text = String::new();
    for row in (0..HEIGHT).rev() {
        for column in 0..WIDTH {
            text.push_str(game.at(column, row).map_or(" .", |player| [" x", " o"][player]));
        }
        text.push('\n');
    }
    for column in 1..=WIDTH {
        let _ = write!(text, " {column}");
    }
    text.push('\n');
    text
}

impl fmt::Display for ConnectFour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for column in 0..WIDTH {
            if column > 0 {
                f.write_str("/")?;
            }
            for player in (0..HEIGHT).map_while(|row| self.at(column, row)) {
                f.write_str(["x", "o"][player])?;
            }
        }
        Ok(())
    }
}

impl FromStr for ConnectFour {
    type Err = PositionError;
    fn from_str(text: &str) -> Result<Self, PositionError> {
        let columns: Vec<&str> = text.split('/').collect();
        if columns.len() != WIDTH {
            return Err(PositionError::Columns(columns.len()));
        }
        let mut stones = [0u64; 2];
        for (i, column) in columns.iter().enumerate() {
            if column.chars().count() > HEIGHT {
                return Err(PositionError::Overfull(i + 1));
            }
            for (row, c) in column.chars().enumerate() {
                let player = match c {
                    'x' => 0,
                    'o' => 1,
                    other => return Err(PositionError::Stone(other)),
                };
                stones[player] |= 1 << (i * STRIDE + row);
            }
        }
        let [x, o] = stones.map(u64::count_ones);
        if x != o && x != o + 1 {
            return Err(PositionError::Turns { x, o });
        }
        let all = stones[0] | stones[1];
        if all == FULL || stones.into_iter().any(four_in_line) {
            return Err(PositionError::Over);
        }
        debug_assert!(all & (BOTTOM << HEIGHT) == 0);
        let (own, phase) =
            if x == o { (stones[0], Phase::FirstToMove) } else { (stones[1], Phase::SecondToMove) };
        Ok(Self { own, all, phase })
    }
}

impl ConnectFour {
    /// The board as people draw it, top row first.
    pub fn diagram(&self) -> String {
        let mut text = String::new();
        for row in (0..HEIGHT).rev() {
            for column in 0..WIDTH {
                text.push(self.at(column, row).map_or('.', |player| ['x', 'o'][player]));
                text.push(if column + 1 < WIDTH { ' ' } else { '\n' });
            }
        }
        text
    }
}

pub(super) fn write(start: &ConnectFour, moves: &[Column]) -> String {
    let columns: String = moves.iter().map(|&column| char::from(b'1' + column)).collect();
    if *start == ConnectFour::default() { columns } else { format!("{start} {columns}") }
}

pub(super) fn read(text: &str) -> Result<(ConnectFour, Vec<Column>), NotationError> {
    let wrong = |problem: String| NotationError { line: 1, problem };
    let text = text.trim_end();
    let (start, columns) = match text.split_once(' ') {
        Some((position, columns)) => (position.parse(), columns),
        None if text.contains('/') => (text.parse(), ""),
        None => (Ok(ConnectFour::default()), text),
    };
    let start: ConnectFour = start.map_err(|error: PositionError| wrong(error.to_string()))?;
    let (mut game, mut moves) = (start, Vec::new());
    for (i, c) in columns.chars().enumerate() {
        if game.turn() == Turn::Over {
            return Err(wrong(format!("move {}: the game is over", i + 1)));
        }
        let column = c.to_digit(10).filter(|n| (1..=WIDTH as u32).contains(n));
        let column = column.ok_or_else(|| {
            wrong(format!("move {}: `{c}` is not a column: expected 1 to 7", i + 1))
        })?;
        let column = (column - 1) as Column;
        if !game.is_open(column) {
            return Err(wrong(format!("move {}: column {c} is full", i + 1)));
        }
        game.play(column);
        moves.push(column);
    }
    Ok((start, moves))
}
