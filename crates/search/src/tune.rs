//! Finding good parameters by trying.
//!
//! What to try is decided here; trying it (playing the games) is the caller's work, on as many
//! cores as it has. That is why a tuner is asked for a generation and told its scores.

pub mod cross_entropy;

pub use cross_entropy::{CrossEntropy, Dimension, Options, State, TuneError};
