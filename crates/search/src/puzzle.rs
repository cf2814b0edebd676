//! Searches for puzzles: games with one player and no chance, whose reward is the score.
//!
//! The answer to a puzzle is not a move but a whole line, so all searches here keep the best one
//! that they saw. By playouts: [`Nested`] and [`Nrpa`]. By a ranking of states: [`Beam`]. By a bound
//! on what can still be reached, with proof: [`AStar`] and [`IdaStar`]. Monte-Carlo tree search does
//! it too, with [`SinglePlayer`](crate::selection::SinglePlayer) as its policy.
//!
//! ```
//! use spinney_search::{prelude::*, puzzle::Nested};
//!
//! /// Choose four digits with the largest sum.
//! #[derive(Clone)]
//! struct Digits(Vec<u8>);
//!
//! impl Game for Digits {
//!     type Move = u8;
//!     type Rewards = [f64; 1];
//!     fn turn(&self) -> Turn { if self.0.len() == 4 { Turn::Over } else { Turn::One(0) } }
//!     fn moves(&self, _: Player, out: &mut Vec<u8>) { out.extend(0..10) }
//!     fn play(&mut self, digit: u8) { self.0.push(digit) }
//!     fn rewards(&self) -> [f64; 1] { [self.0.iter().map(|&d| f64::from(d)).sum()] }
//! }
//! let mut search = Nested::new(3, Uniform::default());
//! let found = search.run(&Digits(Vec::new()), &Budget::default(), &mut stream(&[1]));
//! assert_eq!((found.line.score, found.line.moves), (36.0, vec![9, 9, 9, 9]));
//! ```

mod a_star;
mod beam;
mod bound;
mod ida_star;
mod nested;
mod nrpa;

pub use a_star::AStar;
pub use beam::{Beam, Ranking};
pub use bound::{Cheapest, Distance, Optimist};
pub use ida_star::IdaStar;
pub use nested::Nested;
pub use nrpa::{Codes, MoveKeys, Nrpa};

use crate::budget::Budget;
use crate::game::{Game, Turn};

/// Moves from a start to an end, and what they score.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<M> {
    /// The reward at the end; minus infinity while there is no line.
    pub score: f64,
    /// The moves, first to last.
    pub moves: Vec<M>,
}

impl<M> Default for Line<M> {
    fn default() -> Self {
        Self { score: f64::NEG_INFINITY, moves: Vec::new() }
    }
}

impl<M: Copy> Line<M> {
    /// Whether there is a line at all.
    pub fn found(&self) -> bool {
        self.score > f64::NEG_INFINITY
    }

    /// Forgets the line, keeps its memory.
    pub fn clear(&mut self) {
        self.score = f64::NEG_INFINITY;
        self.moves.clear();
    }

    /// Takes a line that scores more: the first `kept` moves of this one, then `mv`, then `rest`.
    fn improve(&mut self, kept: usize, mv: M, rest: &Line<M>) -> bool {
        let better = rest.score > self.score;
        if better {
            self.score = rest.score;
            self.moves.truncate(kept);
            self.moves.push(mv);
            self.moves.extend_from_slice(&rest.moves);
        }
        better
    }
}

/// What a search for one player found.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution<M> {
    /// The best line; without moves if the game was over at the start, not
    /// [found](Line::found) if the budget did not last for one.
    pub line: Line<M>,
    /// What was spent: playouts, or nodes for searches that make none.
    pub effort: u64,
    /// Whether no line scores more.
    pub proven: bool,
}

/// What there is to say about a game that is over at the start; none where there is something to
/// search. Games of several players, and games of chance, are refused when the program is compiled.
fn over<G: Game>(state: &G) -> Option<Solution<G::Move>> {
    const { assert!(G::PLAYERS == 1, "a puzzle has one player") }
    const { assert!(!G::CHANCE, "a line can't be planned where chance decides") }
    (state.turn() == Turn::Over).then(|| {
        let line = Line { score: state.rewards()[0], moves: Vec::new() };
        Solution { line, effort: 0, proven: true }
    })
}

/// Searches from the start so often, or with `None` until the budget ends (once, if there is none),
/// and gives the best line. A search puts its line into the place that it is given and says whether
/// the budget lasted.
fn best_of_runs<M: Copy>(
    runs: Option<u64>,
    budget: &Budget,
    mut search: impl FnMut(&mut Line<M>) -> bool,
) -> Line<M> {
    let ends = budget.is_limited() || budget.stop.is_some();
    let (mut best, mut line) = (Line::default(), Line::default());
    for _ in 0..runs.unwrap_or(if ends { u64::MAX } else { 1 }) {
        let whole = search(&mut line);
        if line.score > best.score {
            best.clone_from(&line);
        }
        if !whole {
            break;
        }
    }
    best
}

/// How the states that a search expanded came to be: the parent of each, and the move from there.
struct Steps<M>(Vec<(u32, M)>);

/// The parent of what follows the start.
const START: u32 = u32::MAX;

impl<M: Copy> Steps<M> {
    /// Adds a state, none for the start, and gives its number.
    fn add(&mut self, step: Option<(u32, M)>) -> u32 {
        let Some(step) = step else { return START };
        self.0.push(step);
        self.0.len() as u32 - 1
    }

    /// Writes the moves from the start to a state.
    fn trace(&self, mut state: u32, moves: &mut Vec<M>) {
        moves.clear();
        while let Some(&(parent, mv)) = self.0.get(state as usize) {
            moves.push(mv);
            state = parent;
        }
        moves.reverse();
    }
}

#[cfg(test)]
mod toys;
