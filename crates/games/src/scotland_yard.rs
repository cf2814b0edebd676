//! Scotland Yard: five detectives hunt Mr X through London, and mostly don't see him.
//!
//! In the search it is a *hider* and *seekers* (Nijssen and Winands 2012); where a player reads it,
//! Mr X and the detectives.
//!
//! - [`board`]: stations, connections, distances.
//! - [`rules`]: the rules, their variants, and what a search adds.
//! - [`view`]: what the detectives can know; [`worlds`]: their guesses; [`categories`], [`filter`]:
//!   how likely each guess is.
//! - [`playout`], [`credit`]: two phases of the search; [`ghosts`], [`solo`]: a hider's search against
//!   seekers who chase a guess; [`agents`]: the players.
//! - [`opening_book`]: the detectives' first rounds, learned.
//! - [`advice`]: advice for a board on a table.
//! - [`notation`], [`mod@contest`]: games as text, and as the laboratory plays them; [`text`],
//!   [`picture`]: the board for people.

pub mod advice;
pub mod agents;
pub mod board;
pub mod categories;
pub mod contest;
pub mod credit;
pub mod filter;
pub mod ghosts;
mod history;
pub mod notation;
pub mod observation;
pub mod opening_book;
pub mod picture;
pub mod playout;
#[cfg(test)]
mod reference;
pub mod rules;
pub mod solo;
pub mod text;
pub mod value;
pub mod view;
pub mod worlds;

pub use contest::contest;
pub use rules::GAME;
