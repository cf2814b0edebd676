//! Tron: two light cycles move at the same time and leave walls behind.
//!
//! The rules are those of the 2010 Google AI Challenge and of Perick, St-Pierre, Maes and Ernst
//! (2012), "Comparison of Different Selection Strategies in Monte-Carlo Tree Search for the Game of
//! Tron": each step both players move one cell north, east, south or west into a free cell; the
//! cell they leave is a wall for good. Who has no free cell to go to has lost. Both stuck, or both
//! in the same cell, is a draw.
//!
//! ```
//! use spinney_games::tron::{Board, Direction};
//! use spinney_search::game::Game;
//! let mut game = Board::from_name("empty-room")?.start(0);
//! game.play_together(&[Direction::East, Direction::North]);
//! assert!(!game.is_over());
//! # Ok::<(), spinney_games::tron::BoardError>(())
//! ```

mod benchmarks;
mod best;
mod board;
mod chambers;
#[cfg(test)]
mod chambers_twin;
mod contest;
mod evaluation;
mod filling;
mod in_turns;
mod map;
pub mod notation;
mod playout;
mod policies;
mod state;
mod territory;
#[cfg(test)]
mod twin;

pub use benchmarks::BENCHMARKS;
pub use board::{Cell, Direction, Exits, Grid, MAX_SIDE};
pub use chambers::chamber_bound;
pub use contest::{GAME, TronContest, contest};
pub use evaluation::{Evaluator, Pieces, Value};
pub use filling::{Filled, Filler};
pub use in_turns::InTurns;
pub use map::{Board, BoardError, Map, MapError, MapReader, map_names};
pub use playout::{Heuristic, Legal, Playouts, Random};
pub use state::Tron;
pub use territory::Territory;
