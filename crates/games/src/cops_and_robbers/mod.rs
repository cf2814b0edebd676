//! Cops & Robbers: pursuit on any graph.
//!
//! Some cops and one robber move along the edges of a graph, the robber first, then all cops at
//! once; nobody may stay. The cops win when one of them meets the robber, whoever moved; he wins
//! by being free after the last round. The cops see him only every few moves. The rules and most
//! agents are those of F. Varkevisser, *Using Monte Carlo Tree Search to Play Cops & Robbers*
//! (bachelor thesis, Leiden 2019), called *the thesis* here.
//!
//! - [`graph`]: the boards; [`rules`], [`joint`], [`state`]: the game; [`hidden`]: what the cops
//!   know of it.
//! - [`solver`]: the game with full information, exactly.
//! - [`policies`]: the thesis's rules of thumb; `agents`: everybody who can play.
//! - `contest`, [`notation`]: the game as the laboratory knows it.

mod agents;
mod benchmarks;
mod contest;
pub mod graph;
pub mod hidden;
pub mod joint;
pub mod notation;
pub mod policies;
pub mod rules;
pub mod solver;
pub mod state;
pub mod vertex_set;

pub use benchmarks::BENCHMARKS;
pub use contest::{CopsAndRobbers, GAME, contest};
pub use graph::{Graph, GraphError, Vertex};
pub use hidden::{Hunt, View};
pub use rules::{MOST_COPS, Options, Rules, RulesError};
pub use state::{COPS, Public, ROBBER, State, ToMove};

#[cfg(test)]
mod tests;
