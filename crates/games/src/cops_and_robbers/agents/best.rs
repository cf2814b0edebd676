//! `best`: the exact belief, weighed by models of the other side, and a search in their company.

mod filter;
mod opponents;
mod posterior;
mod search;

use super::{HuntAgent, chooser};
use crate::agent::{Agent, AgentError, Analysis, Place, Thinking, Watch};
use crate::cops_and_robbers::graph::Vertex;
use crate::cops_and_robbers::playout;
use crate::cops_and_robbers::rules::{COPS, State};
use crate::cops_and_robbers::view::View;
use filter::Filter;
use opponents::{CopModel, RobberModel};
use posterior::Posterior;
use search::{ModelPlayout, Modelled};
use spinney_search::backup::Coalition;
use spinney_search::final_move::FinalMove;
use spinney_search::game::{Player, Worlds};
use spinney_search::mcts::Mcts;
use spinney_search::rng::{Rng, below, stream};
use spinney_search::selection::Ucb1;
use spinney_spec::{Param, Schema, Settings};
use std::time::Instant;

const C: Param = Param::real("c", "0.4", 0.0, 100.0, "exploration").tunable();
const INSIGHT: Param =
    Param::real("insight", "0.3", 0.0, 1.0, "how often cops in playouts know where the robber is")
        .tunable();
const DISCOUNT: Param = Param::real(
    "haste",
    "0.1",
    0.0,
    1.0,
    "how much less a capture in the last round counts than one at once",
)
.tunable();

/// Below this share of captures a search has nothing to say.
const HOPELESS: f64 = 0.02;

pub(super) static COPS_SCHEMA: Schema = Schema {
    name: "best",
    help: "search over a belief about the robber, with models of how he moves and coalition reduction",
    source: "after Nijssen and Winands 2012",
    params: &[
        Thinking::playouts(1000),
        Thinking::millis(0),
        C,
        INSIGHT,
        Param::real("reduction", "0.1", 0.0, 1.0, "coalition reduction").tunable(),
        DISCOUNT,
        Thinking::THREADS,
        Thinking::PARALLEL,
    ],
};

pub(super) static ROBBER_SCHEMA: Schema = Schema {
    name: "best",
    help: "search against models of how the cops move",
    source: "after Nijssen and Winands 2012",
    params: &[
        Thinking::playouts(2000),
        Thinking::millis(0),
        C,
        INSIGHT,
        DISCOUNT,
        Thinking::THREADS,
        Thinking::PARALLEL,
    ],
};

struct Searcher {
    search: Mcts<Modelled, Ucb1, ModelPlayout>,
    thinking: Thinking,
    insight: f64,
    coalition: Coalition,
    discount: f64,
    filter: Filter,
    posterior: Posterior,
    rng: Rng,
}

pub(super) fn make(player: Player, settings: &Settings, seed: u64) -> HuntAgent {
    let insight = settings.real("insight");
    let reduction = if player == COPS { settings.real("reduction") } else { 0.0 };
    Box::new(Searcher {
        search: Mcts::new(Ucb1::new(settings.real("c")), ModelPlayout),
        thinking: Thinking::new(settings),
        insight,
        coalition: Coalition { r: reduction, opponents_get_rest: true },
        discount: settings.real("haste"),
        filter: Filter::new(),
        posterior: Posterior::new(insight),
        rng: stream(&[seed]),
    })
}

/// The worlds that a side thinks possible, each with models for those in it.
struct Guesses<'a> {
    view: &'a View,
    filter: &'a Filter,
    posterior: &'a Posterior,
    searcher: Player,
    cop: u8,
    insight: f64,
    coalition: Coalition,
    discount: f64,
}

impl Worlds<Modelled> for Guesses<'_> {
    const HIDDEN: bool = true;

    fn draw(&self, rng: &mut Rng) -> Modelled {
        let cops_search = self.searcher == COPS;
        let (robber_model, robber) = match self.view.robber {
            Some(robber) if cops_search => (self.filter.draw_robber_model(rng), robber),
            Some(robber) => (RobberModel::ALL[below(rng, RobberModel::ALL.len())], robber),
            None => self.filter.draw(rng),
        };
        let cop_model = if cops_search {
            CopModel { insight: self.insight, adherence: 1.0 }
        } else {
            self.posterior.draw(rng)
        };
        let public = self.view.public.clone();
        let goal = public.seen();
        Modelled {
            state: State::assume(public, robber),
            searcher: self.searcher,
            robber_model,
            cop_model,
            cop: self.cop,
            coalition: self.coalition,
            goal,
            discount: self.discount,
            rng: stream(&[rng.next_u64()]),
        }
    }
}

impl Agent<View, Vertex> for Searcher {
    fn analyse(
        &mut self,
        view: &View,
        player: Player,
        watch: &mut Watch<'_, Vertex>,
    ) -> Result<Analysis<Vertex>, AgentError> {
        let begin = Instant::now();
        let cop = if player == COPS {
            self.filter.observe(view);
            chooser(&view.public)
        } else {
            self.posterior.observe(view);
            0
        };
        if let Some(robber) = view.robber.filter(|_| player == COPS)
            && view.public.choices(cop).any(|to| to == robber)
        {
            return Ok(Analysis::of(robber));
        }
        let worlds = Guesses {
            view,
            filter: &self.filter,
            posterior: &self.posterior,
            searcher: player,
            cop,
            insight: self.insight,
            coalition: self.coalition,
            discount: self.discount,
        };
        let (search, rng) = (&mut self.search, &mut self.rng);
        let report = self.thinking.search(search, &worlds, 1.0, player, watch, rng)?;
        let mut best =
            report.best(player, FinalMove::Robust, &mut self.rng).ok_or(AgentError::NoMove)?;
        if player == COPS {
            let worth = report.moves(player).iter().map(|m| m.mean).fold(0.0, f64::max);
            if let Some(goal) = view.public.seen().filter(|_| worth < HOPELESS) {
                best = playout::chase(&view.public, cop, goal, 0, &mut self.rng);
            }
        } else {
            self.posterior.remember(view, best);
        }
        self.thinking.decided(begin);
        let belief = if view.robber.is_none() { self.belief() } else { Vec::new() };
        Ok(Analysis { belief, ..Analysis::of_report(&report, player, best) })
    }

    fn rest(&mut self) {
        self.search.release();
    }
}

impl Searcher {
    /// Where the robber may be, the likeliest vertex first.
    fn belief(&self) -> Vec<Place> {
        let mut places: Vec<Place> = self
            .filter
            .probabilities()
            .map(|(vertex, probability)| Place { place: u32::from(vertex), probability })
            .collect();
        places.sort_by(|a, b| b.probability.total_cmp(&a.probability));
        places
    }
}
