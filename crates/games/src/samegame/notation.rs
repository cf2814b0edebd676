//! A game as text: the position, and below it the moves, each by a cell of its group.
//!
//! ```text
//! 3114
//! 3320
//! moves 1,0 0,1
//! ```
//!
//! A cell is its row from the top and its column from the left, both from 0, as the blocks lie at
//! that moment.

use super::reference::{IllegalMove, Place, ReferenceBoard};
use super::rules::{Block, FormatError, Position};
use crate::contest::NotationError;
use std::fmt::Write as _;

/// Moves as text.
pub fn write_moves(moves: &[Place]) -> String {
    let mut text = String::from("moves");
    for [row, column] in moves {
        let _ = write!(text, " {row},{column}");
    }
    text
}

/// A position and moves as text.
pub fn write(position: &Position, moves: &[Block]) -> String {
    let places: Vec<Place> = moves.iter().map(|mv| mv.place(position.rows())).collect();
    format!("{position}{}\n", write_moves(&places))
}

/// Reads a position and its moves; whether the moves are legal is not looked at.
pub fn read(text: &str) -> Result<(Position, Vec<Place>), NotationError> {
    let found = text.lines().enumerate().find(|(_, line)| line.trim_start().starts_with("moves"));
    let end = text.lines().count();
    let above = found.map_or(end, |(number, _)| number);
    let head: Vec<&str> = text.lines().take(above).collect();
    let position = Position::parse(&head.join("\n")).map_err(|error| NotationError {
        line: match error {
            FormatError::Ragged { line, .. }
            | FormatError::BadCell { line, .. }
            | FormatError::TooLarge { line, .. }
            | FormatError::TooManyColours { line, .. }
            | FormatError::Floating { line, .. }
            | FormatError::Gap { line, .. } => line,
            FormatError::Empty | FormatError::NoSuch { .. } => 1,
        },
        problem: error.to_string(),
    })?;
    let Some((number, line)) = found else {
        let problem = "expected a line `moves row,column …` after the position".to_string();
        return Err(NotationError { line: end, problem });
    };
    Ok((position, read_moves(line, number + 1)?))
}

/// Reads a line of moves.
pub fn read_moves(text: &str, line: usize) -> Result<Vec<Place>, NotationError> {
    let words = text.split_whitespace().skip_while(|&word| word == "moves");
    let place = |word: &str| {
        let cell = word.split_once(',').and_then(|(row, column)| {
            Some([row.trim().parse().ok()?, column.trim().parse().ok()?])
        });
        cell.ok_or_else(|| NotationError {
            line,
            problem: format!("`{word}` is not a cell: expected row,column, such as 14,0"),
        })
    };
    words.map(place).collect()
}

/// Moves by any cell of their groups, as the first block of each; checked to be legal.
pub fn blocks(position: &Position, moves: &[Place]) -> Result<Vec<Block>, IllegalMove> {
    let mut board = ReferenceBoard::new(position);
    let rows = position.rows();
    let mut blocks = Vec::with_capacity(moves.len());
    for (index, &place) in moves.iter().enumerate() {
        let [row, column] = place;
        let outside = row >= rows || column >= position.columns();
        let group = if outside { vec![place] } else { board.group(place) };
        board.play(place).map_err(|problem| IllegalMove {
            number: index + 1,
            row,
            column,
            problem,
        })?;
        // The leftmost column, and in it the lowest block.
        let first = group.iter().min_by_key(|[row, column]| (*column, rows - row));
        let [row, column] = *first.unwrap_or(&place);
        blocks.push(Block { column: column as u8, row: (rows - 1 - row) as u8 });
    }
    Ok(blocks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samegame::rules::StandardState;
    use spinney_search::game::Game;
    use spinney_search::rng::{below, stream};

    #[test]
    fn games_round_trip_with_any_cell_of_a_group() {
        let position = Position::random(9, 8, 4, 5);
        let mut state = StandardState::new(&position);
        let mut plain = ReferenceBoard::new(&position);
        let mut rng = stream(&[2]);
        let (mut played, mut named) = (Vec::new(), Vec::new());
        loop {
            let mut moves = Vec::new();
            state.moves(0, &mut moves);
            if moves.is_empty() {
                break;
            }
            let mv = moves[below(&mut rng, moves.len())];
            let group = plain.group(mv.place(9));
            let any = group[below(&mut rng, group.len())];
            state.play(mv);
            plain.play(any).unwrap();
            played.push(mv);
            named.push(any);
        }
        assert_eq!(blocks(&position, &named).unwrap(), played);
        let (again, moves) = read(&write(&position, &played)).unwrap();
        assert_eq!(again, position);
        assert_eq!(blocks(&position, &moves).unwrap(), played);
    }
}
