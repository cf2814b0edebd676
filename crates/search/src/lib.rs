//! Monte-Carlo tree search over any game, and other search methods to compare it with.
//!
//! A game is a type that implements [`Game`](game::Game): whose turn it is, the legal moves, what a
//! move does, and who won. A search then finds a move:
//!
//! ```
//! use spinney_search::prelude::*;
//!
//! /// Take one or two matches; whoever takes the last one wins.
//! #[derive(Clone)]
//! struct Nim {
//!     matches: u8,
//!     to_move: Player,
//! }
//!
//! impl Game for Nim {
//!     type Move = u8;
//!     type Rewards = [f64; 2];
//!
//!     fn turn(&self) -> Turn {
//!         if self.matches == 0 { Turn::Over } else { Turn::One(self.to_move) }
//!     }
//!     fn moves(&self, _player: Player, out: &mut Vec<u8>) {
//!         out.extend(1..=self.matches.min(2));
//!     }
//!     fn play(&mut self, taken: u8) {
//!         self.matches -= taken;
//!         self.to_move = 1 - self.to_move;
//!     }
//!     fn rewards(&self) -> [f64; 2] {
//!         if self.to_move == 1 { [1.0, 0.0] } else { [0.0, 1.0] }
//!     }
//! }
//!
//! let mut search = Mcts::uct(1.4);
//! let best = search.best_move(&Nim { matches: 7, to_move: 0 })?;
//! assert_eq!(best, 1); // six matches are lost for the other player
//! # Ok::<(), SearchError>(())
//! ```
//!
//! The same trait describes puzzles (one player) and games with simultaneous moves, hidden
//! information or dice. `examples/` has one program for each.
//!
//! The searches are [`mcts`], with a policy from [`selection`], a [`playout`] and a [`backup`];
//! [`minimax`] (αβ search); and [`puzzle`] for games with one player. All random numbers come from a
//! seed, and the same seed gives the same moves on every machine.
//!
//! This crate contains no particular game and does no input or output.

#![warn(clippy::missing_errors_doc, clippy::missing_panics_doc)]

pub mod prelude;

pub mod backup;
pub mod budget;
pub mod determinize;
pub mod doc_games;
pub mod final_move;
pub mod game;
pub mod math;
pub mod mcts;
pub mod minimax;
pub mod parallel;
pub mod playout;
pub mod puzzle;
pub mod report;
pub mod rng;
pub mod selection;
pub mod stats;
pub mod testing;
pub mod tree;
pub mod tune;
