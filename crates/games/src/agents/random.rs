//! Every legal move is as likely as every other: the agent that everything must beat.

use crate::agent::{Agent, AgentError, Analysis, Watch};
use spinney_search::game::{Game, Player};
use spinney_search::rng::{Rng, stream};
use spinney_spec::Schema;

/// `random`.
pub static SCHEMA: Schema =
    Schema { name: "random", help: "any legal move", source: "", params: &[] };

/// The agent that `random` names.
pub fn agent<G: Game>(seed: u64) -> Box<dyn Agent<G, G::Move>> {
    Box::new(Random { rng: stream(&[seed]) })
}

struct Random {
    rng: Rng,
}

impl<G: Game> Agent<G, G::Move> for Random {
    fn analyse(
        &mut self,
        game: &G,
        player: Player,
        _: &mut Watch<'_, G::Move>,
    ) -> Result<Analysis<G::Move>, AgentError> {
        Ok(Analysis::of(game.random_move(player, &mut self.rng, &mut Vec::new())))
    }
}
