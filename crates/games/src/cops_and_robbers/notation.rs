//! Games as text.
//!
//! ```text
//! cops 3 117 60 robber 12
//! 1. 23 4 118 61
//! 2. 37 13 127 76
//! ```
//!
//! The first line is the start. Then a line a round: the robber's move, then the cops' targets in
//! the order in which they choose (fewest targets first). Vertices by their names.

use super::graph::Vertex;
use super::rules::{Rules, State};
use super::view::Hunt;
use crate::contest::NotationError;
use spinney_search::game::{Game, Turn};
use std::fmt::Write as _;
use std::sync::Arc;

/// Writes a game.
pub fn write(start: &Hunt, moves: &[Vertex]) -> String {
    let public = start.state().public();
    let graph = public.rules().graph();
    let mut text = String::from("cops");
    for &cop in public.cops() {
        let _ = write!(text, " {}", graph.name(cop));
    }
    let _ = write!(text, " robber {}", graph.name(start.state().robber()));
    for (i, round) in moves.chunks(public.cops().len() + 1).enumerate() {
        let _ = write!(text, "\n{}.", i + 1);
        for &to in round {
            let _ = write!(text, " {}", graph.name(to));
        }
    }
    text.push('\n');
    text
}

/// Reads a game, checking every move.
pub fn read(rules: &Arc<Rules>, text: &str) -> Result<(Hunt, Vec<Vertex>), NotationError> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let (i, first) = lines.next().unwrap_or((0, ""));
    let start = start(rules, first).map_err(|problem| NotationError { line: i + 1, problem })?;
    let mut game = start.clone();
    let mut moves = Vec::new();
    for (round, (i, line)) in (1..).zip(lines) {
        let problem = |problem: String| NotationError { line: i + 1, problem };
        let mut words = line.split_whitespace();
        if words.next() != Some(&format!("{round}.")) {
            return Err(problem(format!("`{line}` does not begin with `{round}.`")));
        }
        if moves.len() != (round - 1) * (rules.cops() + 1) {
            return Err(problem(format!("round {} is not complete", round - 1)));
        }
        let before = moves.len();
        for word in words {
            let to = play(rules, &mut game, word).map_err(problem)?;
            moves.push(to);
        }
        if !(before + 1..=before + 1 + rules.cops()).contains(&moves.len()) {
            let needed = rules.cops() + 1;
            return Err(problem(format!(
                "a round has {needed} moves, not {}",
                moves.len() - before
            )));
        }
    }
    Ok((start, moves))
}

fn vertex(rules: &Rules, word: &str) -> Result<Vertex, String> {
    let named = word.parse().ok().and_then(|name| rules.graph().vertex_named(name));
    named.ok_or_else(|| format!("`{word}` is not a vertex of {}", rules.graph().spec()))
}

fn start(rules: &Arc<Rules>, line: &str) -> Result<Hunt, String> {
    let shape = || {
        let n = rules.cops();
        format!("expected `cops` with {n} vertices, then `robber` with one, not `{line}`")
    };
    let rest = line.trim().strip_prefix("cops").ok_or_else(shape)?;
    let (cops, robber) = rest.split_once("robber").ok_or_else(shape)?;
    let cops: Result<Vec<Vertex>, String> =
        cops.split_whitespace().map(|word| vertex(rules, word)).collect();
    let (cops, robber) = (cops?, vertex(rules, robber.trim())?);
    if cops.len() != rules.cops() {
        return Err(shape());
    }
    let state = State::new(Arc::clone(rules), &cops, robber);
    state.map(Hunt::new).ok_or_else(|| {
        "cops and robber must stand on different vertices, and the cops be able to move".to_string()
    })
}

fn play(rules: &Rules, game: &mut Hunt, word: &str) -> Result<Vertex, String> {
    let Turn::One(player) = game.turn() else {
        return Err(format!("`{word}`: the game is over"));
    };
    let to = vertex(rules, word)?;
    let mut legal = Vec::new();
    game.moves(player, &mut legal);
    if !legal.contains(&to) {
        let names: Vec<String> = legal.iter().map(|&v| rules.graph().name(v).to_string()).collect();
        return Err(format!("{word} is not possible here; {} are", names.join(", ")));
    }
    game.play(to);
    Ok(to)
}
