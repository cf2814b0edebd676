//! `alpha-beta`: looks a number of moves ahead and judges what it sees there.

use crate::agent::{Agent, AgentError, Analysis, Thinking, Watch};
use spinney_search::game::{Game, Player};
use spinney_search::minimax::{AlphaBeta, Evaluation, Team};
use spinney_spec::{Param, Schema, Settings};
use std::time::Instant;

/// `alpha-beta`.
pub static SCHEMA: Schema = Schema {
    name: "alpha-beta",
    help: "alpha-beta with iterative deepening, killer moves and history heuristic",
    source: "Knuth and Moore 1975",
    params: &[
        Thinking::nodes(0),
        Thinking::millis(0),
        Param::integer("depth", "8", 1, 1000, "the maximum depth, in moves"),
        Param::flag("killers", "true", "try killer moves first"),
        Param::flag("history", "true", "order moves by the history heuristic"),
    ],
};

/// The agent that these settings describe.
pub fn agent<G: Game>(
    settings: &Settings,
    evaluation: impl Evaluation<G> + Send + 'static,
) -> Box<dyn Agent<G, G::Move>> {
    let search = AlphaBeta {
        evaluation,
        depth: settings.integer("depth") as u32,
        killers: settings.flag("killers"),
        history: settings.flag("history"),
    };
    Box::new(Minimaxer { search, thinking: Thinking::new(settings) })
}

struct Minimaxer<E> {
    search: AlphaBeta<E>,
    thinking: Thinking,
}

impl<G: Game, E: Evaluation<G> + Send> Agent<G, G::Move> for Minimaxer<E> {
    fn analyse(
        &mut self,
        game: &G,
        player: Player,
        watch: &mut Watch<'_, G::Move>,
    ) -> Result<Analysis<G::Move>, AgentError> {
        let begin = Instant::now();
        let budget = self.thinking.budget(watch.stop);
        let outlook = self.search.run(game, Team::alone(player), &budget);
        self.thinking.decided(begin);
        Analysis::of_outlook(&outlook, begin).ok_or(AgentError::NoMove)
    }
}
