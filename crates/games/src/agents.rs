//! Agents that play any game of perfect information: the agent's view is the state itself.

pub mod random;
