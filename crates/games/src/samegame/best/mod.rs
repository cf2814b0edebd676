//! `best`: the strongest solver here.
//!
//! Nearly every solution worth having keeps one colour, the *tabu* one, to the end: if all other
//! blocks go, all of its blocks are one group then, since columns close, and a group of n gives
//! (n - 2)². So the search is for a line that removes everything else, in groups as large as may be,
//! and of the tabu colour only what stands in the way. It is found by annealing whole lines: a
//! `Chain` changes one, a `Ladder` of chains at several temperatures trades lines between them, and
//! a race of ladders finds the colour to spare ([`solve`]).
//!
//! ```
//! use spinney_games::samegame::{Position, StandardState, best, plain};
//! use spinney_search::budget::Budget;
//! let position = Position::random(6, 6, 3, 1);
//! let options = best::Options::new(Budget::playouts(2_000), 1);
//! let found = best::solve(StandardState::new(&position), &[], &options, &|_| ());
//! let moves: Vec<_> = found.moves.iter().map(|block| block.place(6)).collect();
//! assert_eq!(plain::replay(&position, &moves)?.score, i64::from(found.score));
//! # Ok::<(), plain::IllegalMove>(())
//! ```

mod chain;
mod ladder;
mod line;
mod race;
pub mod record;
mod remains;

pub use ladder::Temperatures;
pub use race::{Found, Options, solve};

#[cfg(test)]
mod tests;
