//! A position as people write it: rows from the top, a digit or a letter a block.
//!
//! ```text
//! # position 1            a line of comment starts a new position, and so does an empty line
//! 31141
//! 33204                   `.` is an empty cell; blocks never float above one
//! ```
//!
//! ```
//! use spinney_games::samegame::Position;
//! let position = Position::parse("aab\nbba")?;
//! assert_eq!((position.rows(), position.columns(), position.colours()), (2, 3, 2));
//! let wrong = Position::parse("aab\nbb").unwrap_err();
//! assert_eq!(wrong.to_string(), "line 2: 2 cells where the row above has 3");
//! # Ok::<(), spinney_games::samegame::FormatError>(())
//! ```

use super::board::Board;
use spinney_search::rng::{below, stream};
use std::fmt;

/// The most rows and columns of a position.
pub const MAX_SIDE: usize = 30;
/// The most colours of a position.
pub const MAX_COLOURS: usize = 9;

/// A SameGame position: a rectangle of cells, each empty or of a colour from 1.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    columns: usize,
    /// From the top row, left to right; 0 is empty.
    cells: Vec<u8>,
    /// How each colour is written, colour 1 first.
    symbols: Vec<char>,
}

/// What is wrong with a position, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// No block anywhere.
    #[error("no position found: expected rows of digits or letters, one per block")]
    Empty,
    /// A row as long as no other.
    #[error("line {line}: {found} cells where the row above has {expected}")]
    Ragged {
        /// The line, from 1.
        line: usize,
        /// Its cells.
        found: usize,
        /// The cells of the row above.
        expected: usize,
    },
    /// A character that stands for no block.
    #[error(
        "line {line}, column {column}: `{found}` is no block; a block is a digit or a letter \
         from a to i, an empty cell is `.`"
    )]
    BadCell {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What stands there.
        found: char,
    },
    /// Too large.
    #[error(
        "line {line}: the position has {rows}x{columns} cells or more, at most {0}x{0} are possible",
        MAX_SIDE
    )]
    TooLarge {
        /// The line where it grew too large, from 1.
        line: usize,
        /// Rows so far.
        rows: usize,
        /// Columns.
        columns: usize,
    },
    /// Too many colours.
    #[error(
        "the position that ends in line {line} has {found} colours, at most {} are possible",
        MAX_COLOURS
    )]
    TooManyColours {
        /// Its last line, from 1.
        line: usize,
        /// Its colours.
        found: usize,
    },
    /// A block without support.
    #[error("line {line}, column {column}: this block floats above an empty cell")]
    Floating {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// An empty column left of a block.
    #[error("the position that ends in line {line}: column {column} is empty left of a block")]
    Gap {
        /// Its last line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// No position of this number.
    #[error("there is no position {asked}: the file has {found}")]
    NoSuch {
        /// The number asked for, from 1.
        asked: usize,
        /// How many there are.
        found: usize,
    },
}

impl Position {
    /// A position with every block of a random colour.
    pub fn random(rows: usize, columns: usize, colours: usize, seed: u64) -> Self {
        assert!((1..=MAX_SIDE).contains(&rows) && (1..=MAX_SIDE).contains(&columns));
        assert!((1..=MAX_COLOURS).contains(&colours));
        let mut rng = stream(&[seed]);
        let cells = (0..rows * columns).map(|_| 1 + below(&mut rng, colours) as u8).collect();
        Self { columns, cells, symbols: ('0'..).take(colours).collect() }
    }

    /// Reads the one position of a text; the first if there are several.
    pub fn parse(text: &str) -> Result<Self, FormatError> {
        Self::pick(text, 1)
    }

    /// Reads the position of this number, from 1, of a text with several.
    pub fn pick(text: &str, number: usize) -> Result<Self, FormatError> {
        let all = Self::parse_all(text)?;
        let found = all.len();
        let chosen = number.checked_sub(1).and_then(|index| all.into_iter().nth(index));
        chosen.ok_or(FormatError::NoSuch { asked: number, found })
    }

    /// Reads all positions of a text.
    pub fn parse_all(text: &str) -> Result<Vec<Self>, FormatError> {
        let mut positions = Vec::new();
        let mut rows: Vec<Vec<char>> = Vec::new();
        let mut last = 0;
        for (number, line) in text.lines().enumerate() {
            let row = line.trim();
            if row.is_empty() || row.starts_with('#') {
                if !rows.is_empty() {
                    positions.push(Self::from_rows(&rows, last)?);
                    rows.clear();
                }
                continue;
            }
            last = number + 1;
            rows.push(read_row(row, last, rows.last().map(Vec::len))?);
            if rows.len().max(rows[0].len()) > MAX_SIDE {
                let (rows, columns) = (rows.len(), rows[0].len());
                return Err(FormatError::TooLarge { line: last, rows, columns });
            }
        }
        if !rows.is_empty() {
            positions.push(Self::from_rows(&rows, last)?);
        }
        if positions.is_empty() { Err(FormatError::Empty) } else { Ok(positions) }
    }

    fn from_rows(rows: &[Vec<char>], last: usize) -> Result<Self, FormatError> {
        let mut symbols: Vec<char> = rows.iter().flatten().copied().filter(|&c| c != '.').collect();
        symbols.sort_unstable();
        symbols.dedup();
        match symbols.len() {
            0 => return Err(FormatError::Empty),
            found if found > MAX_COLOURS => {
                return Err(FormatError::TooManyColours { line: last, found });
            }
            _ => (),
        }
        let colour = |c: &char| symbols.binary_search(c).map_or(0, |index| index as u8 + 1);
        let cells = rows.iter().flatten().map(colour).collect();
        let position = Self { columns: rows[0].len(), cells, symbols };
        let first = last + 1 - rows.len();
        for row in 1..position.rows() {
            for column in 0..position.columns {
                if position.cell(row, column) == 0 && position.cell(row - 1, column) != 0 {
                    let (line, column) = (first + row - 1, column + 1);
                    return Err(FormatError::Floating { line, column });
                }
            }
        }
        let filled = |column: usize| position.cell(position.rows() - 1, column) != 0;
        if let Some(gap) = (1..position.columns).find(|&c| filled(c) && !filled(c - 1)) {
            return Err(FormatError::Gap { line: last, column: gap });
        }
        Ok(position)
    }

    /// How many rows.
    pub fn rows(&self) -> usize {
        self.cells.len() / self.columns
    }
    /// How many columns.
    pub fn columns(&self) -> usize {
        self.columns
    }
    /// How many colours.
    pub fn colours(&self) -> usize {
        self.symbols.len()
    }
    /// The colour of a cell, 0 if it is empty; rows from the top, columns from the left, both from 0.
    pub fn cell(&self, row: usize, column: usize) -> u8 {
        self.cells[row * self.columns + column]
    }
    /// How a colour is written; `.` for 0.
    pub fn symbol(&self, colour: u8) -> char {
        usize::from(colour).checked_sub(1).map_or('.', |index| self.symbols[index])
    }

    /// Whether it fits a fast board of this type.
    pub fn fits<const W: usize, const P: usize, const L: u32>(&self) -> bool {
        self.rows() <= Board::<W, P, L>::ROWS
            && self.columns <= Board::<W, P, L>::COLUMNS
            && self.colours() <= Board::<W, P, L>::COLOURS
    }

    /// The fast board. The position must fit it.
    pub fn board<const W: usize, const P: usize, const L: u32>(&self) -> Board<W, P, L> {
        assert!(self.fits::<W, P, L>());
        let mut board = Board::default();
        for row in 0..self.rows() {
            for column in 0..self.columns {
                if self.cell(row, column) != 0 {
                    board.put(column, self.rows() - 1 - row, self.cell(row, column));
                }
            }
        }
        board
    }

    /// The same frame and symbols around a board that was reached from this position.
    pub fn with_board<const W: usize, const P: usize, const L: u32>(
        &self,
        board: &Board<W, P, L>,
    ) -> Self {
        let mut position = self.clone();
        for row in 0..self.rows() {
            for column in 0..self.columns {
                let index = Board::<W, P, L>::index(column, self.rows() - 1 - row);
                position.cells[row * self.columns + column] = board.colour(index);
            }
        }
        position
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.cells.chunks_exact(self.columns) {
            let line: String = row.iter().map(|&colour| self.symbol(colour)).collect();
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

fn read_row(row: &str, line: usize, above: Option<usize>) -> Result<Vec<char>, FormatError> {
    let mut cells = Vec::new();
    for (column, found) in row.chars().enumerate().filter(|(_, c)| !c.is_whitespace()) {
        match found.to_ascii_lowercase() {
            cell @ ('0'..='9' | 'a'..='i' | '.') => cells.push(cell),
            _ => return Err(FormatError::BadCell { line, column: column + 1, found }),
        }
    }
    let found = cells.len();
    match above {
        Some(expected) if expected != found => Err(FormatError::Ragged { line, found, expected }),
        _ => Ok(cells),
    }
}

/// The text of the 20 standard positions.
pub const STANDARD_SET: &str = include_str!("../../../data/samegame/standard20.txt");

/// The 20 standard positions, in their usual order.
pub fn standard_set() -> Vec<Position> {
    Position::parse_all(STANDARD_SET).expect("the data file is a list of positions")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Position::parse_all(text).unwrap_err().to_string()
    }

    #[test]
    fn errors_say_what_and_where() {
        assert!(error("").starts_with("no position found"));
        assert!(error("# only a comment\n\n").starts_with("no position found"));
        assert!(error("...\n...").starts_with("no position found"));
        assert_eq!(error("012\n01\n"), "line 2: 2 cells where the row above has 3");
        assert!(error("012\n0x1").starts_with("line 2, column 2: `x` is no block"));
        assert!(error("01-2").starts_with("line 1, column 3: `-` is no block"));
        assert_eq!(
            error("# one\n11\n1."),
            "line 2, column 2: this block floats above an empty cell"
        );
        assert!(error("1.1").contains("column 2 is empty left of a block"));
        assert!(error("0123456789").contains("10 colours, at most 9"));
        let wide = "0".repeat(31);
        assert!(error(&wide).contains("1x31 cells or more, at most 30x30"));
        assert!(error(&"01\n".repeat(31)).starts_with("line 31: the position has 31x2"));
        let none = Position::pick("01", 2).unwrap_err().to_string();
        assert_eq!(none, "there is no position 2: the file has 1");
        assert!(Position::pick("01", 0).is_err());
    }

    #[test]
    fn letters_spaces_and_empty_cells() {
        let position = Position::parse("  . . a\n B a b \n").unwrap();
        assert_eq!(position.to_string(), "..a\nbab\n");
        assert_eq!(position.cell(0, 2), 1);
        let board = position.board::<4, 3, 16>();
        assert_eq!(position.with_board(&board), position);
    }

    #[test]
    fn smallest_and_largest() {
        assert_eq!(Position::parse("7").unwrap().to_string(), "7\n");
        let large = Position::random(30, 30, 9, 1);
        assert_eq!(Position::parse(&large.to_string()).unwrap(), large);
        assert!(large.fits::<16, 4, 32>() && !large.fits::<4, 3, 16>());
    }

    #[test]
    fn the_standard_set_has_its_known_colour_counts() {
        let set = standard_set();
        assert_eq!(set.len(), 20);
        for (index, position) in set.iter().enumerate() {
            assert_eq!((position.rows(), position.columns(), position.colours()), (15, 15, 5));
            let mut counts = [0; 5];
            position.cells.iter().for_each(|&c| counts[usize::from(c) - 1] += 1);
            counts.sort_unstable();
            // Klein 2015: 11 to 15 hold 45 of each colour, 16 to 20 one of 65 and four of 40.
            match index + 1 {
                11..=15 => assert_eq!(counts, [45; 5]),
                16..=20 => assert_eq!(counts, [40, 40, 40, 40, 65]),
                _ => assert_ne!(counts, [45; 5]),
            }
        }
    }
}
