//! `best`: the strongest solver here.
//!
//! Nearly every solution worth having keeps one colour, the *tabu* one, to the end: if all other
//! blocks go, all of its blocks are one group then, since columns close, and a group of n gives
//! (n - 2)². So the search is for a line that removes everything else, in groups as large as may be,
//! and of the tabu colour only what stands in the way. It is found by annealing whole lines: a
//! `Annealer` changes one, parallel `Tempering` runs several at different temperatures and swaps
//! them, and colour selection keeps the best of one such search per colour ([`solve`]).
//!
//! ```
//! use spinney_games::samegame::{Position, StandardState, agents::best, reference};
//! use spinney_search::budget::Budget;
//! let position = Position::random(6, 6, 3, 1);
//! let options = best::Options::new(Budget::playouts(2_000), 1);
//! let found = best::solve(StandardState::new(&position), &[], &options, &|_| ());
//! let moves: Vec<_> = found.moves.iter().map(|block| block.place(6)).collect();
//! assert_eq!(reference::replay(&position, &moves)?.score, i64::from(found.score));
//! # Ok::<(), reference::IllegalMove>(())
//! ```

mod annealing;
mod bitboard;
mod colour_selection;
pub mod known_line;
mod sequence;
mod tempering;

pub use colour_selection::{Found, Options, solve};
pub use tempering::Temperatures;

#[cfg(test)]
mod tests;
