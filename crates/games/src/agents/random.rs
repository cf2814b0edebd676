//! Every legal move is as likely as every other: the agent that everything must beat.

use crate::contest::Agent;
use spinney_search::budget::Stop;
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
    fn choose(&mut self, game: &G, player: Player, _: &Stop) -> G::Move {
        game.random_move(player, &mut self.rng, &mut Vec::new())
    }
}
