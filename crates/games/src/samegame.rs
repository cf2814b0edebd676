//! SameGame: a puzzle with unbounded scores.
//!
//! A move removes a group of two or more blocks of one colour; those above fall, empty columns close
//! to the left. A group of n gives (n - 2)² points, an empty board 1000 more, and of each colour that
//! is left (n - 2)² are taken away (Schadd et al. 2012, section 2.1).
//!
//! [`Position`] is a board as people write it, [`State`] the fast board with its score, a
//! [`Game`](spinney_search::game::Game) of one player; [`mod@reference`] is the same once more, slow
//! and obvious, and the judge of every score. [`agents`] has the solvers by name, [`agents::best`]
//! the strongest.
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

pub mod agents;
mod contest;
pub mod notation;
pub(crate) mod playout;
pub mod reference;
pub(crate) mod rules;

pub use contest::{GAME, contest};
pub use playout::{Draw, RouletteWheel, Tabu, TabuPlayout};
pub use rules::{
    Bits, Block, Board, Cells, FormatError, Large, LargeState, Links, MAX_COLOURS, MAX_SIDE,
    Portable, Position, STANDARD_SET, Standard, StandardState, State, points, standard_set,
};

#[cfg(test)]
mod tests;
