//! Scotland Yard: five detectives hunt Mr X through London, and mostly don't see him.
//!
//! In the search it is a *hider* and *seekers* (Nijssen and Winands 2012); where a player reads it,
//! Mr X and the detectives.

pub mod belief;
pub mod board;
pub mod open;
pub mod options;
pub mod playout;
pub mod position;
pub mod reduction;
pub mod stance;
pub mod view;

#[cfg(test)]
mod tests;
