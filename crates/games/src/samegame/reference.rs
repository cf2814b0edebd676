//! The rules once more, slowly and obviously: the judge of every score that is reported.
//!
//! Nothing here is shared with the fast board. A grid of cells is filled with colours; a group is
//! found by looking at neighbours, blanked, and then each column is rebuilt without its holes.
//!
//! ```
//! use spinney_games::samegame::{Position, reference};
//! let position = Position::parse("ab\nab\nab")?;
//! let outcome = reference::replay(&position, &[[0, 0], [1, 0]])?;
//! assert_eq!((outcome.score, outcome.cleared), (1002, true));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::rules::Position;

/// A cell: its row from the top and its column from the left, both from 0.
pub type Place = [usize; 2];

/// What a line of moves comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// All points, with the bonus or the deduction.
    pub score: i64,
    /// Whether no block is left.
    pub cleared: bool,
    /// Whether no move is left.
    pub over: bool,
}

/// Why a line can't be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number} at row {row}, column {column}: {problem}")]
pub struct IllegalMove {
    /// Which move, from 1.
    pub number: usize,
    /// The row from the top, from 0.
    pub row: usize,
    /// The column from the left, from 0.
    pub column: usize,
    /// What is wrong with it.
    pub problem: &'static str,
}

/// A board in plain cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceBoard {
    /// By row from the top, then by column; 0 is empty.
    pub cells: Vec<Vec<u8>>,
}

impl ReferenceBoard {
    /// The start.
    pub fn new(position: &Position) -> Self {
        let row = |r| (0..position.columns()).map(|c| position.cell(r, c)).collect();
        Self { cells: (0..position.rows()).map(row).collect() }
    }

    /// The cells of the group around a place, itself first.
    pub fn group(&self, place: Place) -> Vec<Place> {
        let colour = self.cells[place[0]][place[1]];
        let mut group = vec![place];
        let mut looked = 0;
        while looked < group.len() {
            let [row, column] = group[looked];
            looked += 1;
            let mut neighbours = vec![[row + 1, column], [row, column + 1]];
            if row > 0 {
                neighbours.push([row - 1, column]);
            }
            if column > 0 {
                neighbours.push([row, column - 1]);
            }
            for near in neighbours {
                let there = self.cells.get(near[0]).and_then(|cells| cells.get(near[1]));
                if there == Some(&colour) && !group.contains(&near) {
                    group.push(near);
                }
            }
        }
        group
    }

    /// The groups that can be removed, each with its first place by row.
    pub fn groups(&self) -> Vec<Vec<Place>> {
        let mut seen: Vec<Place> = Vec::new();
        let mut groups = Vec::new();
        for row in 0..self.cells.len() {
            for column in 0..self.cells[row].len() {
                if self.cells[row][column] == 0 || seen.contains(&[row, column]) {
                    continue;
                }
                let group = self.group([row, column]);
                seen.extend(&group);
                if group.len() >= 2 {
                    groups.push(group);
                }
            }
        }
        groups
    }

    /// Removes the group at a place and gives its points, (n - 2)²; says why if it can't.
    pub fn play(&mut self, place: Place) -> Result<i64, &'static str> {
        let colour = self.cells.get(place[0]).and_then(|row| row.get(place[1]));
        match colour {
            None => return Err("outside the board"),
            Some(0) => return Err("the cell is empty"),
            Some(_) => (),
        }
        let group = self.group(place);
        if group.len() < 2 {
            return Err("a single block can't be removed");
        }
        for &[row, column] in &group {
            self.cells[row][column] = 0;
        }
        self.settle();
        Ok((group.len() as i64 - 2).pow(2))
    }

    /// Lets blocks fall and closes empty columns.
    fn settle(&mut self) {
        let (rows, columns) = (self.cells.len(), self.cells[0].len());
        let standing: Vec<Vec<u8>> = (0..columns)
            .map(|c| (0..rows).rev().map(|r| self.cells[r][c]).filter(|&x| x != 0).collect())
            .filter(|column: &Vec<u8>| !column.is_empty())
            .collect();
        self.cells = vec![vec![0; columns]; rows];
        for (column, blocks) in standing.iter().enumerate() {
            for (height, &colour) in blocks.iter().enumerate() {
                self.cells[rows - 1 - height][column] = colour;
            }
        }
    }

    /// What the end adds: 1000 for an empty board, else minus (n - 2)² for each colour of which n
    /// blocks are left (Schadd et al., section 2.1).
    pub fn ending(&self) -> i64 {
        let mut left = [0i64; 256];
        self.cells.iter().flatten().filter(|&&c| c != 0).for_each(|&c| left[usize::from(c)] += 1);
        if left.iter().all(|&n| n == 0) {
            return 1000;
        }
        -left.iter().filter(|&&n| n > 0).map(|n| (n - 2).pow(2)).sum::<i64>()
    }
}

/// Plays a whole line and counts it.
pub fn replay(position: &Position, moves: &[Place]) -> Result<Outcome, IllegalMove> {
    let mut board = ReferenceBoard::new(position);
    let mut score = 0;
    for (index, &place) in moves.iter().enumerate() {
        score += board.play(place).map_err(|problem| IllegalMove {
            number: index + 1,
            row: place[0],
            column: place[1],
            problem,
        })?;
    }
    let cleared = board.cells.iter().flatten().all(|&cell| cell == 0);
    Ok(Outcome { score: score + board.ending(), cleared, over: board.groups().is_empty() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_figure_1_falls_and_closes() {
        // After the a's go, the c falls beside the other c; column 2 empties and closes.
        let position = Position::parse(".c.\nbab\nbab").unwrap();
        let mut board = ReferenceBoard::new(&position);
        assert_eq!(board.play([1, 1]), Ok(0));
        assert_eq!(board.cells, [[0, 0, 0], [2, 0, 2], [2, 3, 2]]);
        let position = Position::parse("bab\nbab").unwrap();
        let outcome = replay(&position, &[[0, 1], [1, 0]]).unwrap();
        assert_eq!(outcome, Outcome { score: 4 + 1000, cleared: true, over: true });
    }

    #[test]
    fn what_is_left_is_deducted_by_colour() {
        // One a and four b's: -(1-2)^2 - (4-2)^2, the four b's counted as if they were one group.
        let position = Position::parse("bab\nccb\n.bc").unwrap_err();
        assert!(position.to_string().contains("floats"));
        let position = Position::parse("bab\nbcb").unwrap();
        let outcome = replay(&position, &[]).unwrap();
        assert_eq!((outcome.score, outcome.over), (-1 - 1 - 4, false));
    }

    #[test]
    fn illegal_moves_are_named() {
        let position = Position::parse("ab\nab").unwrap();
        let error = |moves: &[Place]| replay(&position, moves).unwrap_err().to_string();
        assert_eq!(error(&[[0, 0], [0, 1]]), "move 2 at row 0, column 1: the cell is empty");
        assert_eq!(error(&[[2, 0]]), "move 1 at row 2, column 0: outside the board");
        let position = Position::parse("ab\nba").unwrap();
        let error = replay(&position, &[[0, 0]]).unwrap_err();
        assert_eq!(error.problem, "a single block can't be removed");
    }
}
