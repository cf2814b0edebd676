//! SameGame: a puzzle with unbounded scores.
//!
//! A move removes a group of two or more blocks of one colour; those above fall, empty columns close
//! to the left. A group of n gives (n - 2)² points, an empty board 1000 more, and of each colour that
//! is left (n - 2)² are taken away (Schadd et al. 2012, section 2.1).
//!
//! [`Position`] is a board as people write it, [`State`] the fast board with its score, a
//! [`Game`](spinney_search::game::Game) of one player; [`plain`] is the same once more, slow and
//! obvious, and the judge of every score. [`solvers`] has the agents by name, [`best`] the strongest.
//!
//! ```
//! use spinney_games::samegame::{Position, StandardState};
//! use spinney_search::game::Game;
//! let position = Position::parse("bab\nbab")?;
//! let mut state = StandardState::new(&position);
//! let mut moves = Vec::new();
//! state.moves(0, &mut moves);
//! assert_eq!(moves.len(), 3);
//! // The a's first: the b's close up to one group of four.
//! state.play(moves[1]);
//! moves.clear();
//! state.moves(0, &mut moves);
//! state.play(moves[0]);
//! assert_eq!(state.rewards(), [1004.0]);
//! # Ok::<(), spinney_games::samegame::FormatError>(())
//! ```

pub mod bench;
pub mod best;
mod bits;
mod board;
mod boost;
mod cells;
mod contest;
pub mod notation;
pub mod plain;
mod playout;
mod position;
mod roulette;
pub mod solvers;
mod state;

pub use bits::{Bits, Portable};
pub use board::{Board, Large, Links, Standard};
pub use cells::Cells;
pub use contest::{GAME, contest};
pub use playout::{Draw, Tabu, TabuPlayout};
pub use position::{FormatError, MAX_COLOURS, MAX_SIDE, Position, standard_set};
pub use roulette::RouletteWheel;
pub use state::{Block, LargeState, StandardState, State, points};

#[cfg(test)]
mod tests;
