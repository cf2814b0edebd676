//! The games of Spinney: rules, views, playouts, agents and notations.
//!
//! Each game is a module with its rules (an implementation of [`spinney_search::game::Game`]), its
//! agents, and a [`contest::Contest`] by which the laboratory and the command line play it.

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
pub mod registry;
pub mod samegame;
pub mod scotland_yard;
pub mod table;
pub mod tic_tac_toe;
pub mod tron;

pub use registry::{games, open, open_for_match};

/// The guides are compiled and run like every other example.
#[cfg(doctest)]
mod guides {
    #[doc = include_str!("../../../README.md")]
    struct Readme;
    #[doc = include_str!("../../../docs/add-a-policy.md")]
    struct AddAPolicy;
}
