//! The rules: the grid, the maps, and a position that is played on.

mod board;
mod grid;
mod map;
mod state;

pub(super) use board::is_file;
pub use board::{Board, BoardError, map_names};
pub(super) use grid::columns;
pub use grid::{Cell, Direction, Exits, Grid, MAX_SIDE};
pub(super) use map::draw;
pub use map::{Map, MapError, MapReader};
pub use state::Tron;
