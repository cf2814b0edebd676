//! The classic searches, which Monte-Carlo tree search is measured against.
//!
//! For puzzles with a bound on what can still be reached: [`a_star`], [`ida_star`].

pub mod a_star;
pub mod bound;
pub mod ida_star;

pub use a_star::AStar;
pub use bound::{Cheapest, Distance, Optimist};
pub use ida_star::IdaStar;
