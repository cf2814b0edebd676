//! Agents that play any game of two players and perfect information: the agent's view is the state
//! itself.
//!
//! A game lists [`catalogue`] as its agents and makes them by [`agent`]:
//!
//! ```
//! use spinney_games::agents;
//! use spinney_games::tic_tac_toe::TicTacToe;
//! use spinney_search::{budget::Stop, minimax::EndsOnly};
//!
//! let settings = agents::catalogue().resolve(&"uct(playouts=500, c=1)".parse()?)?;
//! let mut agent = agents::agent::<TicTacToe>(&settings, EndsOnly, 1)?;
//! let cell = agent.choose(&TicTacToe::default(), 0, &Stop::new()).unwrap();
//! assert!(cell < 9);
//! # Ok::<(), spinney_spec::SpecError>(())
//! ```

pub mod alpha_beta;
pub mod mcts;
pub mod random;

use crate::agent::Agent;
use spinney_search::game::Game;
use spinney_search::minimax::Evaluation;
use spinney_spec::{Catalogue, Settings, SpecError};

/// Every agent here.
pub fn catalogue() -> Catalogue {
    let mut schemas = vec![&random::SCHEMA, &alpha_beta::SCHEMA];
    schemas.extend(mcts::POLICIES);
    Catalogue::new("agent", &schemas)
        .preset("quick", "uct(playouts=200)", "a fast opponent")
        .preset("strong", "uct(playouts=100000, solver=true)", "a slow, strong opponent")
}

/// The agent that these settings describe. `evaluation` is for those that judge positions.
///
/// # Errors
/// When the settings contradict each other.
pub fn agent<G: Game + PartialEq + 'static>(
    settings: &Settings,
    evaluation: impl Evaluation<G> + Send + 'static,
    seed: u64,
) -> Result<Box<dyn Agent<G, G::Move>>, SpecError> {
    Ok(match settings.name() {
        "random" => random::agent(seed),
        "alpha-beta" => alpha_beta::agent(settings, evaluation),
        _ => mcts::agent(settings, seed),
    })
}

#[cfg(test)]
mod tests;
