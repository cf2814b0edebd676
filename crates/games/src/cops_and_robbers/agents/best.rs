//! `best`: the exact belief, weighed by models of the other side, and a search in their company.

mod filter;
mod opponents;
mod posterior;
mod search;

use super::{HuntAgent, MILLIS, budget, chooser, playouts};
use crate::contest::Agent;
use crate::cops_and_robbers::graph::Vertex;
use crate::cops_and_robbers::playout;
use crate::cops_and_robbers::rules::{COPS, State};
use crate::cops_and_robbers::view::View;
use filter::Filter;
use opponents::{CopModel, RobberModel};
use posterior::Posterior;
use search::{ModelPlayout, Modelled};
use spinney_search::budget::{Budget, Stop};
use spinney_search::game::{Player, Worlds};
use spinney_search::mcts::Mcts;
use spinney_search::report::FinalMove;
use spinney_search::rng::{RandomSource, Rng, below, stream};
use spinney_search::selection::Ucb1;
use spinney_spec::{Param, Schema, Settings, SpecError};

const C: Param = Param::real("c", "0.4", 0.0, 100.0, "exploration").tunable();
const INSIGHT: Param =
    Param::real("insight", "0.3", 0.0, 1.0, "how often playouts' cops guess right").tunable();
const DISCOUNT: Param =
    Param::real("haste", "0.1", 0.0, 1.0, "how much less a capture counts in the last round")
        .tunable();

/// Below this share of captures a search has nothing to say.
const HOPELESS: f64 = 0.02;

pub(super) static COPS_SCHEMA: Schema = Schema {
    name: "best",
    help: "weighed exact belief, determinization, playouts by chase and evade, coalition reduction",
    source: "after Nijssen and Winands 2012",
    params: &[
        playouts("1000"),
        C,
        INSIGHT,
        Param::real("reduction", "0.1", 0.0, 1.0, "coalition reduction").tunable(),
        DISCOUNT,
        MILLIS,
    ],
};

pub(super) static ROBBER_SCHEMA: Schema = Schema {
    name: "best",
    help: "search against models of the cops, playouts by chase and evade",
    source: "after Nijssen and Winands 2012",
    params: &[playouts("2000"), C, INSIGHT, DISCOUNT, MILLIS],
};

struct Searcher {
    search: Mcts<Modelled, Ucb1, ModelPlayout>,
    budget: Budget,
    insight: f64,
    reduction: f64,
    discount: f64,
    filter: Filter,
    posterior: Posterior,
    effort: u64,
    rng: Rng,
}

pub(super) fn make(player: Player, settings: &Settings, seed: u64) -> Result<HuntAgent, SpecError> {
    let insight = settings.real("insight");
    Ok(Box::new(Searcher {
        search: Mcts::new(Ucb1::new(settings.real("c")), ModelPlayout),
        budget: budget(settings)?,
        insight,
        reduction: if player == COPS { settings.real("reduction") } else { 0.0 },
        discount: settings.real("haste"),
        filter: Filter::new(),
        posterior: Posterior::new(insight),
        effort: 0,
        rng: stream(&[seed]),
    }))
}

/// The worlds that a side thinks possible, each with models for those in it.
struct Guesses<'a> {
    view: &'a View,
    filter: &'a Filter,
    posterior: &'a Posterior,
    searcher: Player,
    cop: u8,
    insight: f64,
    reduction: f64,
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
            reduction: self.reduction,
            goal,
            discount: self.discount,
            rng: stream(&[rng.next_u64()]),
        }
    }
}

impl Agent<View, Vertex> for Searcher {
    fn choose(&mut self, view: &View, player: Player, stop: &Stop) -> Vertex {
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
            return robber;
        }
        let worlds = Guesses {
            view,
            filter: &self.filter,
            posterior: &self.posterior,
            searcher: player,
            cop,
            insight: self.insight,
            reduction: self.reduction,
            discount: self.discount,
        };
        let budget = self.budget.clone().and_stop(stop.clone());
        let found = self.search.run(&worlds, &budget, &mut self.rng);
        let report = found.expect("there is a move to choose, and rewards are from 0 to 1");
        self.effort += report.playouts;
        let best = report.best(player, FinalMove::Robust, &mut self.rng);
        let best = best.expect("the player decides at the root");
        if player != COPS {
            self.posterior.remember(view, best);
            return best;
        }
        let worth = report.moves(player).iter().map(|m| m.mean).fold(0.0, f64::max);
        match view.public.seen() {
            Some(goal) if worth < HOPELESS => {
                playout::chase(&view.public, cop, goal, 0, &mut self.rng)
            }
            _ => best,
        }
    }

    fn effort(&self) -> u64 {
        self.effort
    }
}
