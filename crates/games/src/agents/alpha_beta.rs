//! `alpha-beta`: looks a number of moves ahead and judges what it sees there.

use super::Thinking;
use crate::contest::Agent;
use spinney_search::budget::Stop;
use spinney_search::game::{Game, Player};
use spinney_search::minimax::{AlphaBeta, Evaluation, Team};
use spinney_spec::{Param, Schema, Settings, SpecError};

/// `alpha-beta`.
pub static SCHEMA: Schema = Schema {
    name: "alpha-beta",
    help: "alpha-beta with iterative deepening, killer moves and history heuristic",
    source: "Knuth and Moore 1975",
    params: &[
        Param::integer("depth", "8", 1, 1000, "moves to look ahead at most"),
        Param::integer("nodes", "0", 0, u64::MAX, "positions a move at most; 0 for any number"),
        Param::integer("millis", "0", 0, 86_400_000, "thinking time a move; 0 for any"),
        Param::flag("killers", "true", "killer moves first"),
        Param::flag("history", "true", "order moves by the history heuristic"),
    ],
};

/// The agent that these settings describe.
pub fn agent<G: Game>(
    settings: &Settings,
    evaluation: impl Evaluation<G> + Send + 'static,
) -> Result<Box<dyn Agent<G, G::Move>>, SpecError> {
    let search = AlphaBeta {
        evaluation,
        depth: settings.integer("depth") as u32,
        killers: settings.flag("killers"),
        history: settings.flag("history"),
    };
    Ok(Box::new(Minimaxer { search, thinking: Thinking::new(settings, "nodes", true)?, nodes: 0 }))
}

struct Minimaxer<E> {
    search: AlphaBeta<E>,
    thinking: Thinking,
    nodes: u64,
}

impl<G: Game, E: Evaluation<G> + Send> Agent<G, G::Move> for Minimaxer<E> {
    fn choose(&mut self, game: &G, player: Player, stop: &Stop) -> G::Move {
        let outlook = self.search.run(game, Team::alone(player), &self.thinking.budget(stop));
        self.nodes += outlook.nodes;
        outlook.best.expect("a player who is asked has a move")
    }

    fn effort(&self) -> u64 {
        self.nodes
    }
}
