//! The agents: who can play the cops, who the robber.

mod best;
mod mcts;
mod perfect;
mod rules_of_thumb;

use super::graph::Vertex;
use super::rules::{COPS, Public, ToMove};
use super::solver::{LazySolution, SolveError};
use super::view::View;
use crate::agent::Agent;
use spinney_search::game::Player;
use spinney_spec::{Catalogue, Settings, SpecError};
use std::sync::Arc;

/// An agent of this game.
pub(super) type HuntAgent = Box<dyn Agent<View, Vertex>>;

/// What agents may ask for beside the view: the solved game, worked out when first needed.
pub(super) trait Library {
    /// The game with full information, solved; an error if that takes too much memory.
    fn solution(&self) -> Result<Arc<LazySolution>, SolveError>;
    /// The same if it is small enough to be worked out on the spot.
    fn small_solution(&self) -> Option<Arc<LazySolution>>;
    /// Whether the cops always see the robber.
    fn full_information(&self) -> bool;
}

/// The agents that can play a side.
pub(super) fn catalogue(player: Player) -> Catalogue {
    let rule = if player == COPS { &rules_of_thumb::CHASE } else { &rules_of_thumb::EVADE };
    let search = if player == COPS { &mcts::COPS } else { &mcts::ROBBER };
    let best = if player == COPS { &best::COPS_SCHEMA } else { &best::ROBBER_SCHEMA };
    Catalogue::new("agent", &[&rules_of_thumb::RANDOM, rule, search, best, &perfect::SCHEMA])
}

/// Makes an agent.
pub(super) fn make(
    player: Player,
    settings: &Settings,
    library: &impl Library,
    seed: u64,
) -> Result<HuntAgent, SpecError> {
    match settings.name() {
        "random" | "chase" | "evade" => Ok(rules_of_thumb::make(settings, seed)),
        "mcts" => Ok(mcts::make(player, settings, seed)),
        "best" => {
            let solved = if library.full_information() { library.small_solution() } else { None };
            match solved {
                Some(solution) => Ok(perfect::with(solution, seed)),
                None => Ok(best::make(player, settings, seed)),
            }
        }
        "perfect" => perfect::make(player, library, seed),
        other => unreachable!("the catalogue has no `{other}`"),
    }
}

/// The cop who chooses now. Agents for the cops are asked only when one does.
fn chooser(public: &Public) -> u8 {
    match public.to_move() {
        ToMove::Cop(cop) => cop,
        _ => unreachable!("the cops are asked when a cop chooses"),
    }
}

#[cfg(test)]
mod tests;
