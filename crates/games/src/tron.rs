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

pub(crate) mod agents;
mod contest;
mod evaluation;
pub mod notation;
mod playout;
#[cfg(test)]
mod reference;
mod rules;

pub use agents::InTurns;
pub use contest::{GAME, TronContest, contest};
pub use evaluation::{Evaluator, Filled, Filler, Pieces, Territory, Value, chamber_bound};
pub use playout::{HeuristicPlayout, LegalPlayout, Playouts, RandomPlayout};
pub use rules::{
    Board, BoardError, Cell, Direction, Exits, Grid, MAX_SIDE, Map, MapError, MapReader, Tron,
    map_names,
};
