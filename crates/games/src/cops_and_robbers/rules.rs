//! The rules: options, joint moves of the cops, and the position that is played on.

pub mod joint;
mod options;
pub mod state;

pub use options::{MOST_COPS, Options, Rules, RulesError};
pub use state::{COPS, Public, ROBBER, State, ToMove};
