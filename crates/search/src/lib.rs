//! Trees for games: Monte-Carlo tree search over any game, and the methods that it is measured
//! against.
//!
//! This crate knows no game and does no input or output. A game says what it is by the trait
//! [`game::Game`]; everything else here works on that.

pub mod backup;
pub mod beam;
pub mod budget;
pub mod determinize;
pub mod doc_games;
pub mod game;
pub mod math;
pub mod mcts;
pub mod minimax;
pub mod nested;
pub mod nrpa;
pub mod parallel;
pub mod playout;
pub mod puzzle;
pub mod report;
pub mod rng;
pub mod selection;
pub mod stats;
pub mod testing;
pub mod tree;
pub mod tune;
