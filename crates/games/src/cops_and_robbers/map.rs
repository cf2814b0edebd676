//! The graph drawn in text, as a side sees it.

use super::graph::Vertex;
use super::rules::Rules;
use super::view::View;

const ROWS: usize = 22;
const COLUMNS: usize = 72;

/// A larger graph would be a cloud of dots.
pub(super) const LARGEST: usize = 250;

/// C a cop, R the robber, ? where he can be, · anything else; vertices next to a cop or to the robber
/// have their numbers.
pub(super) fn map(rules: &Rules, view: &View) -> String {
    let (public, graph) = (&view.public, rules.graph());
    let layout = graph.layout();
    let mut cells = vec![vec![' '; COLUMNS]; ROWS];
    let mut put = |vertex: Vertex, text: &str| {
        let (x, y) = layout[usize::from(vertex)];
        let row = (y * (ROWS - 1) as f64).round() as usize;
        let column = (x * (COLUMNS - 1) as f64).round() as usize;
        let column = column.min(COLUMNS - text.chars().count());
        for (cell, sign) in cells[row][column..].iter_mut().zip(text.chars()) {
            *cell = sign;
        }
    };
    for vertex in graph.vertices() {
        put(vertex, if view.belief.contains(vertex) { "?" } else { "·" });
    }
    let pieces = public.cops().iter().map(|&cop| (cop, "C")).chain(view.robber.map(|r| (r, "R")));
    for (piece, _) in pieces.clone() {
        for &next in rules.steps(piece) {
            put(next, &graph.name(next).to_string());
        }
    }
    for (piece, sign) in pieces {
        put(piece, sign);
    }
    let line = |row: &Vec<char>| row.iter().collect::<String>().trim_end().to_string();
    let lines: Vec<String> = cells.iter().map(line).filter(|line| !line.is_empty()).collect();
    lines.join("\n") + "\n"
}
