//! The agents: selection policies on the joint tree, and `best`.

pub(crate) mod best;
mod in_turns;
pub(super) mod mcts;

pub use in_turns::InTurns;
