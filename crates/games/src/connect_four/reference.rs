//! The rules once more, slow and obvious, for the tests.

use super::{Column, HEIGHT, WIDTH};
use spinney_search::game::Player;

/// The rules as one explains them at the table: a grid, and lines walked cell by cell.
#[derive(Default)]
pub(super) struct Reference {
    pub(super) columns: [Vec<Player>; WIDTH],
    pub(super) moved: usize,
}

impl Reference {
    pub(super) fn at(&self, column: i32, row: i32) -> Option<Player> {
        let column = self.columns.get(usize::try_from(column).ok()?)?;
        column.get(usize::try_from(row).ok()?).copied()
    }
    pub(super) fn winner(&self) -> Option<Player> {
        for column in 0..WIDTH as i32 {
            for row in 0..HEIGHT as i32 {
                for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    let line = [0, 1, 2, 3].map(|i| self.at(column + i * right, row + i * up));
                    if line[0].is_some() && line.iter().all(|cell| *cell == line[0]) {
                        return line[0];
                    }
                }
            }
        }
        None
    }
    pub(super) fn open(&self) -> Vec<Column> {
        (0..WIDTH as Column).filter(|&c| self.columns[c as usize].len() < HEIGHT).collect()
    }
    pub(super) fn play(&mut self, column: Column) {
        self.columns[column as usize].push(self.moved % 2);
        self.moved += 1;
    }
}
