//! The rules: what everybody sees ([`PublicState`]), the hidden station ([`Position`]), what the
//! detectives can know of it ([`Belief`]), the variants ([`Options`]), and what a search adds
//! ([`Stance`]).

mod belief;
mod options;
mod position;
mod public_state;
mod stance;

pub use belief::{Belief, PublicRecord, Round};
pub use options::{GAME, Options, Spread, Starts};
pub use position::{Full, HIDER, Position};
pub use public_state::{Move, Outcome, PublicState, Purse, ROUNDS, SEEKERS, Seekers, surfaces};
pub use stance::{BlackFilter, Doubling, Stance};

#[cfg(test)]
pub(super) mod tests;
