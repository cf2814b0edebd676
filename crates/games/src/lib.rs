//! The games of Spinney: rules, views, playouts, agents and notations.
//!
//! Each game is a module with its rules (an implementation of [`spinney_search::game::Game`]), its
//! agents, and a [`contest::Contest`], which the laboratory and the command line use to play it.
//!
//! [`registry`] opens a game by its name, and [`table`] plays a game whose type is not known: seats,
//! legal moves, play, undo, observe, think.

pub mod agent;
pub mod agents;
pub mod behaviour;
pub mod benchmark;
pub mod bitset;
pub mod conformance;
pub mod connect_four;
pub mod contest;
pub mod cops_and_robbers;
pub mod openings;
pub mod presentation;
pub mod registry;
pub mod samegame;
pub mod scotland_yard;
pub mod tic_tac_toe;
pub mod tron;

pub use contest::table;
pub use registry::{games, open, open_for_match};

/// The guides are compiled and run like every other example.
#[cfg(doctest)]
mod guides {
    #[doc = include_str!("../../../README.md")]
    struct Readme;
    #[doc = include_str!("../../../docs/add-a-policy.md")]
    struct AddAPolicy;
    #[doc = include_str!("../../../docs/add-an-agent.md")]
    struct AddAnAgent;
    #[doc = include_str!("../../../docs/search.md")]
    struct Search;
}
