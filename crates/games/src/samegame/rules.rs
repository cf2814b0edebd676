//! The rules: the fast board, boards as people write them, and the state that is played on.

mod bits;
mod board;
mod cells;
mod dispatch;
mod position;
mod state;

pub use bits::{Bits, Portable};
pub use board::{Board, Large, Links, Standard};
pub use cells::Cells;
pub(crate) use dispatch::{Kernel, dispatch};
pub use position::{FormatError, MAX_COLOURS, MAX_SIDE, Position, STANDARD_SET, standard_set};
pub use state::{Block, LargeState, StandardState, State, points};
