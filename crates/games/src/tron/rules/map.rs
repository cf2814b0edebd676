//! Maps: walls and two heads, as text.
//!
//! A map is text: a line `width height`, then that many rows of `#` (wall), space (free), `1` and
//! `2` (the heads). The same text is what the contest protocol sends each turn.
//!
//! ```
//! use spinney_games::tron::Map;
//! let map = Map::parse("5 4\n#####\n#1  #\n#  2#\n#####\n")?;
//! assert_eq!((map.width, map.height), (5, 4));
//! assert_eq!(map.to_string(), "5 4\n#####\n#1  #\n#  2#\n#####\n");
//! # Ok::<(), spinney_games::tron::MapError>(())
//! ```

use super::grid::{Cell, Grid, MAX_SIDE};
use std::fmt;

/// What is wrong with a map, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct MapError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub problem: String,
}

/// Walls and the two heads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Map {
    /// Columns, the border included.
    pub width: usize,
    /// Rows, the border included.
    pub height: usize,
    /// The walls, and everything outside.
    pub walls: Grid,
    /// Where player 1 and player 2 are.
    pub heads: [Cell; 2],
}

impl Map {
    /// Reads a map.
    pub fn parse(text: &str) -> Result<Self, MapError> {
        let mut lines = text.lines();
        let mut reader = MapReader::new(lines.next().unwrap_or(""), 1)?;
        while reader.wants_more() {
            let Some(row) = lines.next() else { return Err(reader.ended()) };
            reader.row(row)?;
        }
        if let Some(extra) = lines.position(|line| !line.trim().is_empty()) {
            let problem = format!("{} rows were promised, more are there", reader.height);
            return Err(MapError { line: reader.height + 2 + extra, problem });
        }
        reader.finish()
    }

    /// An empty field of this size with a border around it.
    pub fn empty(columns: usize, rows: usize, heads: [Cell; 2]) -> Self {
        let mut walls = Grid::FULL;
        for row in 1..=rows {
            walls.0[row] = !(((1 << columns) - 1) << 1);
        }
        Self { width: columns + 2, height: rows + 2, walls, heads }
    }
}

/// Reads a map line by line, as it comes in: an error is known as soon as its line is there.
#[derive(Clone, Debug)]
pub struct MapReader {
    width: usize,
    height: usize,
    /// The line of the size.
    line: usize,
    rows: usize,
    walls: Grid,
    heads: [Option<Cell>; 2],
}

impl MapReader {
    /// Begins with the line `width height`, which is line number `line`.
    pub fn new(text: &str, line: usize) -> Result<Self, MapError> {
        let mut numbers = text.split_ascii_whitespace().map(str::parse::<usize>);
        let right = 1..=MAX_SIDE + 2;
        if let (Some(Ok(width)), Some(Ok(height)), None) =
            (numbers.next(), numbers.next(), numbers.next())
            && right.contains(&width)
            && right.contains(&height)
        {
            return Ok(Self { width, height, line, rows: 0, walls: Grid::FULL, heads: [None; 2] });
        }
        let problem = format!("`{text}`: expected width and height, each 1 to {}", MAX_SIDE + 2);
        Err(MapError { line, problem })
    }

    /// Whether rows are missing.
    pub fn wants_more(&self) -> bool {
        self.rows < self.height
    }

    /// The error that the text ended here.
    pub fn ended(&self) -> MapError {
        let problem = format!("{} rows were promised, {} are there", self.height, self.rows);
        MapError { line: self.line + self.rows + 1, problem }
    }

    /// The next row.
    pub fn row(&mut self, text: &str) -> Result<(), MapError> {
        let (row, line) = (self.rows, self.line + self.rows + 1);
        let error = |problem: String| Err(MapError { line, problem });
        let text = text.strip_suffix('\r').unwrap_or(text);
        let (length, width) = (text.chars().count(), self.width);
        if length != width {
            return error(format!("the row has {length} cells, {width} were promised"));
        }
        for (column, letter) in text.chars().enumerate() {
            let cell = Cell::new(column, row);
            match letter {
                '#' => continue,
                ' ' => {}
                '1' | '2' => {
                    let head = &mut self.heads[usize::from(letter == '2')];
                    if head.replace(cell).is_some() {
                        return error(format!("a second `{letter}` in column {}", column + 1));
                    }
                }
                _ => {
                    let column = column + 1;
                    return error(format!(
                        "{letter:?} in column {column}: expected `#`, space, `1` or `2`"
                    ));
                }
            }
            self.walls.remove(cell);
        }
        self.rows += 1;
        Ok(())
    }

    /// The map, once all rows are there.
    pub fn finish(self) -> Result<Map, MapError> {
        if self.wants_more() {
            return Err(self.ended());
        }
        let [Some(first), Some(second)] = self.heads else {
            let missing = if self.heads[0].is_none() { 1 } else { 2 };
            let problem = format!("the board has no `{missing}`, the head of player {missing}");
            return Err(MapError { line: self.line + self.height, problem });
        };
        let Self { width, height, walls, .. } = self;
        Ok(Map { width, height, walls, heads: [first, second] })
    }
}

impl fmt::Display for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}", self.width, self.height)?;
        f.write_str(&draw(&self.walls, self.heads, self.width, self.height))
    }
}

/// The rows of a board as text.
pub(in crate::tron) fn draw(walls: &Grid, heads: [Cell; 2], width: usize, height: usize) -> String {
    let mut text = String::with_capacity((width + 1) * height);
    for row in 0..height {
        for column in 0..width {
            let cell = Cell::new(column, row);
            text.push(match heads.iter().position(|&head| head == cell) {
                Some(player) => ['1', '2'][player],
                None if walls.has(cell) => '#',
                None => ' ',
            });
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_line() {
        let error = |text: &str| Map::parse(text).unwrap_err().to_string();
        assert!(error("").starts_with("line 1: ``: expected width and height"));
        assert!(error("99 4\n").starts_with("line 1: `99 4`"));
        assert_eq!(error("3 2\n###\n"), "line 3: 2 rows were promised, 1 are there");
        assert_eq!(error("3 1\n##\n"), "line 2: the row has 2 cells, 3 were promised");
        assert!(error("3 1\n#x#\n").starts_with("line 2: 'x' in column 2"));
        assert!(error("3 1\n111\n").starts_with("line 2: a second `1` in column 2"));
        assert!(error("3 1\n1##\n").contains("no `2`"));
        assert!(error("2 1\n12\n12\n").starts_with("line 3: 1 rows were promised, more"));
    }
}
