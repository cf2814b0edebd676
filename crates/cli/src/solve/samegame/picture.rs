//! A line as a picture: the board before each move, the group that goes marked.

use spinney_games::samegame::Position;
use spinney_games::samegame::reference::{Place, ReferenceBoard};
use std::fmt::Write as _;

/// Nine colours that can be told apart, also by most of the colour-blind (after Paul Tol).
const COLOURS: [&str; 9] = [
    "#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#bbbbbb", "#332288",
    "#994f00",
];
const CELL: usize = 10;
const GAP: usize = 14;
const ACROSS: usize = 6;

/// The whole line, six boards a row.
pub fn svg(position: &Position, moves: &[Place]) -> String {
    let (rows, columns) = (position.rows(), position.columns());
    let (wide, high) = (columns * CELL + GAP, rows * CELL + 2 * GAP);
    let boards = moves.len() + 1;
    let (width, height) = (boards.min(ACROSS) * wide + GAP, boards.div_ceil(ACROSS) * high + GAP);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"9\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    let mut board = ReferenceBoard::new(position);
    let mut score = 0;
    for number in 0..boards {
        let (left, top) = (number % ACROSS * wide + GAP, number / ACROSS * high + GAP);
        let group = moves.get(number).map_or_else(Vec::new, |&mv| board.group(mv));
        let _ = writeln!(text, "<g transform=\"translate({left} {top})\">");
        let points =
            if group.is_empty() { board.ending() } else { (group.len() as i64 - 2).pow(2) };
        let label = format!("{score} {points:+}");
        let _ = writeln!(text, "<text y=\"-3\">{}: {label}</text>", number + 1);
        for (row, cells) in board.cells.iter().enumerate() {
            for (column, &cell) in cells.iter().enumerate().filter(|(_, cell)| **cell != 0) {
                let (x, y) = (column * CELL, row * CELL);
                let colour = COLOURS[usize::from(cell - 1) % COLOURS.len()];
                let mark = if group.contains(&[row, column]) {
                    " stroke=\"black\" stroke-width=\"2\""
                } else {
                    ""
                };
                let _ = writeln!(
                    text,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"9\" height=\"9\" fill=\"{colour}\"{mark}/>"
                );
            }
        }
        text.push_str("</g>\n");
        score += points;
        if let Some(&mv) = moves.get(number)
            && board.play(mv).is_err()
        {
            break;
        }
    }
    text.push_str("</svg>\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_for_each_move_and_one_for_the_end() {
        let position = Position::parse("bab\nbab").unwrap();
        let text = svg(&position, &[[0, 1], [1, 0]]);
        assert_eq!(text.matches("<g ").count(), 3);
        // Six blocks, then four, then none; the groups of two and of four are marked.
        assert_eq!(text.matches("fill=\"#").count(), 6 + 4);
        assert_eq!(text.matches("stroke=").count(), 2 + 4);
        assert!(
            text.contains("1: 0 +0") && text.contains("2: 0 +4") && text.contains("3: 4 +1000")
        );
    }
}
