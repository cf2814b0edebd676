//! SameGame: a puzzle with unbounded scores.

pub mod best;
mod board;
mod cells;
pub mod plain;
mod playout;
mod position;
mod state;

pub use board::{Board, Large, Links, Standard};
pub use cells::Cells;
pub use playout::{Draw, Tabu, TabuPlayout};
pub use position::{FormatError, MAX_COLOURS, MAX_SIDE, Position, standard_set};
pub use state::{Block, LargeState, StandardState, State, points};

#[cfg(test)]
mod tests;
