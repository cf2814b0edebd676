//! Cops & Robbers: pursuit on any graph.
//!
//! Some cops and one robber move along the edges of a graph, the robber first, then all cops at
//! once; nobody may stay. The cops win when one of them meets the robber, whoever moved; he wins
//! by being free after the last round. The cops see him only every few moves. The rules and most
//! agents are those of F. Varkevisser, *Using Monte Carlo Tree Search to Play Cops & Robbers*
//! (bachelor thesis, Leiden 2019), called *the thesis* here.
//!
//! - [`graph`]: the boards; [`rules`]: the game; [`view`]: what the cops know of it.
//! - [`solver`]: the game with full information, exactly.
//! - [`playout`]: the thesis's rules of thumb; `agents`: everybody who can play.
//! - `contest`, [`notation`]: the game as the laboratory knows it.

mod agents;
mod contest;
pub mod graph;
mod map;
pub mod notation;
pub mod playout;
#[cfg(test)]
mod reference;
pub mod rules;
pub mod solver;
pub mod vertex_set;
pub mod view;

pub use contest::{CopsAndRobbers, GAME, contest};
pub use graph::{Graph, GraphError, Vertex};
pub use rules::{COPS, MOST_COPS, Options, Public, ROBBER, Rules, RulesError, State, ToMove};
pub use view::{Hunt, View};

#[cfg(test)]
mod tests;
