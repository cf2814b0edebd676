//! The rules on nine bits per player.

use spinney_search::game::{Features, Game, Player, Turn};
use std::fmt;

/// A cell, from 0 at the top left, row by row.
pub type Cell = u8;

/// Rows, columns, diagonals.
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
const FULL: u16 = 0o777;

/// A position: the cells of each player, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TicTacToe {
    marks: [u16; 2],
}

impl TicTacToe {
    fn taken(self) -> u16 {
        self.marks[0] | self.marks[1]
    }

    /// Whether a player has three in a line.
    pub fn has_line(&self, player: Player) -> bool {
        LINES.iter().any(|line| self.marks[player] & line == *line)
    }

    /// The player who took a cell.
    pub fn at(&self, cell: Cell) -> Option<Player> {
        (0..2).find(|&player| self.marks[player] & (1 << cell) != 0)
    }
}

impl Game for TicTacToe {
    type Move = Cell;
    type Rewards = [f64; 2];
    const MOVE_KEYS: usize = 9;

    fn features(&self) -> Features {
        Features { max_moves: Some(9), max_length: Some(9), ..Features::default() }
    }

    fn turn(&self) -> Turn {
        if self.taken() == FULL || self.has_line(0) || self.has_line(1) {
            Turn::Over
        } else {
            Turn::One(self.taken().count_ones() as usize % 2)
        }
    }

    fn moves(&self, _: Player, out: &mut Vec<Cell>) {
        out.extend((0..9).filter(|&cell| self.taken() & (1 << cell) == 0));
    }

    fn play(&mut self, cell: Cell) {
        debug_assert!(self.taken() & (1 << cell) == 0);
        self.marks[self.taken().count_ones() as usize % 2] |= 1 << cell;
    }

    fn rewards(&self) -> [f64; 2] {
        match (self.has_line(0), self.has_line(1)) {
            (true, _) => [1.0, 0.0],
            (_, true) => [0.0, 1.0],
            _ => [0.5, 0.5],
        }
    }

    fn move_key(cell: Cell) -> usize {
        cell as usize
    }
}

/// Three rows with `/` between them: `xo./.x./..o`.
impl fmt::Display for TicTacToe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in 0..9 {
            if cell == 3 || cell == 6 {
                f.write_str("/")?;
            }
            f.write_str(self.at(cell).map_or(".", |player| ["x", "o"][player]))?;
        }
        Ok(())
    }
}
