//! Scotland Yard: five detectives hunt Mr X through London, and mostly don't see him.
//!
//! In the search it is a *hider* and *seekers* (Nijssen and Winands 2012); where a player reads it,
//! Mr X and the detectives.
//!
//! - [`board`]: stations, connections, distances.
//! - [`rules`]: the rules, their variants, and what a search adds.
//! - [`view`]: what the detectives can know; [`worlds`]: their guesses; [`categories`]:
//!   how likely each guess is.
//! - [`playout`]: two phases of the search; [`agents`]: the players.
//! - [`opening_book`]: the detectives' first rounds, learned.
//! - [`notation`], [`mod@contest`]: games as text, and as the laboratory plays them; [`text`],
//!   [`picture`]: the board for people.

pub mod agents;
pub mod board;
pub mod categories;
pub mod contest;
pub mod notation;
pub mod observation;
pub mod opening_book;
pub mod picture;
pub mod playout;
#[cfg(test)]
mod reference;
pub mod rules;
pub mod text;
pub mod view;
pub mod worlds;

pub use contest::contest;
pub use rules::GAME;
