//! The best line known for a position, as a file.
//!
//! ```text
//! score 2945
//! command spinney solve samegame standard --position 1 --seconds 60 --seed 1
//! moves 14,3 12,0 …
//! ```

use crate::samegame::notation::{read_moves, write_moves};
use crate::samegame::reference::{self, Place};
use crate::samegame::rules::{Position, standard_set};
use std::fmt;

/// A line with its score and the command that found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownLine {
    /// Its score.
    pub score: i64,
    /// Its moves, each by a cell of its group.
    pub moves: Vec<Place>,
    /// How it was found.
    pub command: String,
}

impl fmt::Display for KnownLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "score {}", self.score)?;
        writeln!(f, "command {}", self.command)?;
        writeln!(f, "{}", write_moves(&self.moves))
    }
}

/// Reads a record and replays it: an error says what is wrong with it.
pub fn read(text: &str, position: &Position) -> Result<KnownLine, String> {
    let mut record = KnownLine { score: i64::MIN, moves: Vec::new(), command: String::new() };
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let number = index + 1;
        match line.split_once(' ').unwrap_or((line, "")) {
            ("score", score) => {
                let score = score.trim().parse();
                record.score =
                    score.map_err(|_| format!("line {number}: the score is no number"))?;
            }
            ("command", command) => record.command = command.to_string(),
            ("moves", _) => {
                record.moves = read_moves(line, number).map_err(|error| error.to_string())?;
            }
            (other, _) => {
                return Err(format!(
                    "line {number}: `{other}` where score, command or moves belong"
                ));
            }
        }
    }
    let outcome = reference::replay(position, &record.moves).map_err(|error| error.to_string())?;
    if outcome.score != record.score {
        return Err(format!("the line scores {}, not {}", outcome.score, record.score));
    }
    Ok(record)
}

macro_rules! files {
    ($($number:literal)*) => {
        [$(include_str!(concat!("../../../../data/samegame/best/", $number, ".txt"))),*]
    };
}

/// The best lines known for the 20 standard positions, in their order.
pub fn best_known() -> Vec<KnownLine> {
    let texts = files!("01" "02" "03" "04" "05" "06" "07" "08" "09" "10"
        "11" "12" "13" "14" "15" "16" "17" "18" "19" "20");
    let read = |(text, position): (&str, Position)| read(text, &position);
    texts
        .into_iter()
        .zip(standard_set())
        .map(|pair| read(pair).expect("checked by a test"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_lines_known_replay_to_the_sum_that_is_stated() {
        let sum: i64 = best_known().iter().map(|record| record.score).sum();
        let said = include_str!("../../../../data/samegame/README.md");
        assert!(said.contains(&format!("Sum of the best lines: **{sum}**")), "the sum is {sum}");
        let cleared = best_known().iter().filter(|record| record.score % 2 != 0).count();
        assert_eq!(cleared, 20, "a cleared board scores odd");
    }

    #[test]
    fn records_round_trip_and_lies_are_found_out() {
        let position = Position::parse("ab\nab").unwrap();
        let record =
            KnownLine { score: 1000, moves: vec![[0, 0], [1, 0]], command: "by hand".to_string() };
        assert_eq!(read(&record.to_string(), &position), Ok(record.clone()));
        let lie = KnownLine { score: 1001, ..record }.to_string();
        assert_eq!(read(&lie, &position), Err("the line scores 1000, not 1001".to_string()));
        assert!(read("score x", &position).unwrap_err().starts_with("line 1: the score"));
        assert!(read("points 7", &position).unwrap_err().contains("`points`"));
        assert!(read("score 0\nmoves 5,5", &position).unwrap_err().contains("outside the board"));
    }
}
