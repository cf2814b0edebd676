//! A game as text: the board, the heads, and a pair of letters a step.
//!
//! ```text
//! board 20x20
//! heads 4,7 17,14
//! moves NE NE EE
//! ```
//!
//! A board that has no name is written as a map, `map` in place of the first two lines:
//! `map 5 4`, its rows, then the moves.

use super::rules::{Board, Cell, Direction, Map, MapError, Tron, draw, is_file};
use crate::contest::NotationError;
use std::fmt::Write as _;

/// A game's start and its moves, two a step: player 1's, player 2's.
pub fn write(board: &Board, start: &Tron, moves: &[Direction]) -> String {
    let mut text = String::new();
    let heads = [start.head(0), start.head(1)];
    let named =
        !matches!(board, Board::Map { name, .. } if name.as_ref().is_none_or(|n| is_file(n)));
    // After an opening there are walls that the board's name does not tell of.
    if !named || placed(board, heads) != Some(*start) {
        let (width, height) = (start.width(), start.height());
        _ = writeln!(text, "map {width} {height}");
        text += &draw(start.walls(), heads, width, height);
    } else {
        let [a, b] = heads;
        _ = writeln!(text, "board {board}");
        let (c, r) = (Cell::column, Cell::row);
        _ = writeln!(text, "heads {},{} {},{}", c(a), r(a), c(b), r(b));
    }
    text += "moves";
    for step in moves.chunks(2) {
        text.push(' ');
        text.extend(step.iter().map(|d| d.letter()));
    }
    text.push('\n');
    text
}

/// Reads a game back and checks that every move was legal.
pub fn read(text: &str) -> Result<(Tron, Vec<Direction>), NotationError> {
    let lines: Vec<&str> = text.lines().collect();
    let (start, at) = read_start(&lines)?;
    let fail = |line: usize, problem: String| Err(NotationError { line, problem });
    let line = at + 1;
    let Some(letters) = lines.get(at).and_then(|line| line.strip_prefix("moves")) else {
        return fail(line, "expected `moves`, then a pair of letters per step".to_string());
    };
    let mut game = start;
    let mut moves = Vec::new();
    for (step, pair) in letters.split_ascii_whitespace().enumerate() {
        let step = step + 1;
        let mut found = pair.chars().map(Direction::from_letter);
        let (Some(Some(a)), Some(Some(b)), None) = (found.next(), found.next(), found.next())
        else {
            return fail(line, format!("step {step}: `{pair}`: expected two of N, E, S, W"));
        };
        if game.is_over() {
            return fail(line, format!("step {step}: the game was over before it"));
        }
        for (player, mv) in [a, b].into_iter().enumerate() {
            if !game.exits(player).contains(mv) {
                let player = player + 1;
                return fail(line, format!("step {step}: player {player} can't go {mv}"));
            }
        }
        game.advance([a, b]);
        moves.extend([a, b]);
    }
    if let Some(extra) = lines.iter().skip(line).position(|line| !line.trim().is_empty()) {
        return fail(line + 1 + extra, "expected nothing more".to_string());
    }
    Ok((start, moves))
}

/// The start, and the index of the line after it.
fn read_start(lines: &[&str]) -> Result<(Tron, usize), NotationError> {
    let fail = |line: usize, problem: String| NotationError { line, problem };
    let first = lines.first().copied().unwrap_or("");
    if let Some(size) = first.strip_prefix("map ") {
        let moves = lines.iter().position(|line| line.starts_with("moves"));
        let rows = &lines[1..moves.unwrap_or(lines.len())];
        let text = format!("{size}\n{}", rows.join("\n"));
        let map = Map::parse(&text).map_err(|MapError { line, problem }| fail(line, problem))?;
        return Ok((Tron::new(&map), 1 + rows.len()));
    }
    let name = first
        .strip_prefix("board ")
        .ok_or_else(|| fail(1, "`board` and its name, or `map` and its size".to_string()))?;
    let board = Board::built_in(name).map_err(|error| fail(1, error.to_string()))?;
    let heads = lines.get(1).and_then(|line| line.strip_prefix("heads ")).and_then(|text| {
        let (a, b) = text.split_once(' ')?;
        Some([parse_cell(a)?, parse_cell(b)?])
    });
    let heads =
        heads.ok_or_else(|| fail(2, "expected `heads 4,7 17,14` (column, row)".to_string()))?;
    let start = placed(&board, heads);
    let start = start.ok_or_else(|| fail(2, "expected two different free cells".to_string()))?;
    Ok((start, 2))
}

/// The start on a board with the heads in these cells, if they are free and two.
fn placed(board: &Board, heads: [Cell; 2]) -> Option<Tron> {
    let start = board.start(0);
    // The board comes with heads of its own: theirs are free cells for these.
    let mut walls = *start.walls();
    for player in [0, 1] {
        walls.remove(start.head(player));
    }
    let free = heads[0] != heads[1] && heads.iter().all(|&head| !walls.has(head));
    free.then(|| Tron::from_parts(&walls, heads, start.width(), start.height()))
}

fn parse_cell(text: &str) -> Option<Cell> {
    let (column, row) = text.split_once(',')?;
    let (column, row) = (column.parse().ok()?, row.parse().ok()?);
    (column < 64 && row < 64).then(|| Cell::new(column, row))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{East, West};

    #[test]
    fn round_trips() {
        for name in ["20x20", "keyhole", "tiny2"] {
            let board = Board::from_name(name).unwrap();
            let start = board.start(3);
            let mut game = start;
            let mut moves = Vec::new();
            while !game.is_over() {
                let pair = [game.exits(0).nth(0), game.exits(1).nth(0)];
                game.advance(pair);
                moves.extend(pair);
            }
            let text = write(&board, &start, &moves);
            assert_eq!(read(&text), Ok((start, moves)), "{text}");
        }
    }

    #[test]
    fn a_board_without_a_name_is_drawn() {
        let map = Map::parse("6 3\n######\n#1  2#\n######\n").unwrap();
        let board = Board::Map { name: None, map: Box::new(map) };
        let text = write(&board, &board.start(0), &[East, West]);
        assert_eq!(text, "map 6 3\n######\n#1  2#\n######\nmoves EW\n");
        assert_eq!(read(&text), Ok((board.start(0), vec![East, West])));
    }

    #[test]
    fn errors_say_where() {
        let error = |text: &str| read(text).unwrap_err().to_string();
        assert!(error("").starts_with("line 1: `board`"));
        assert!(error("board nowhere\n").starts_with("line 1: expected a size such as"));
        assert!(error("board 4x4\nheads 1,1\n").starts_with("line 2: expected `heads"));
        assert!(
            error("board 4x4\nheads 0,1 2,2\n").starts_with("line 2: expected two different free")
        );
        assert!(error("board 4x4\nheads 1,1 2,2\n").starts_with("line 3: expected `moves`"));
        let start = "board 4x4\nheads 1,1 4,4\nmoves ";
        assert!(error(&format!("{start}EX")).contains("step 1: `EX`"));
        assert!(error(&format!("{start}EW NW")).contains("step 2: player 1 can't go N"));
        assert!(
            error("map 6 3\n######\n#1  2#\n######\nmoves EW EW\n")
                .contains("step 2: the game was over")
        );
        assert!(
            error("board 4x4\nheads 1,1 4,4\nmoves EW\nmore")
                .starts_with("line 4: expected nothing")
        );
        assert!(error("map 3 2\n###\nmoves\n").starts_with("line 3: 2 rows were promised"));
    }
}
