//! `mcts`: the thesis's search (section 4.7).
//!
//! UCT with Q + C_p √(2 ln n / nᵢ) and C_p = 1/√2, random playouts, and the child with the highest
//! reward is played. The robber searches from the truth. The cops assume that he still stands where
//! they saw him last, even when a cop has been there since; before the first sighting, anywhere that
//! he can be. Each cop in her turn has a search of her own, in which the targets of those before her
//! are reserved (section 4.3); below the root all others follow in the same order.

use super::HuntAgent;
use crate::contest::Agent;
use crate::cops_and_robbers::graph::Vertex;
use crate::cops_and_robbers::hidden::View;
use crate::cops_and_robbers::state::State;
use spinney_search::budget::{Budget, Stop};
use spinney_search::game::{Player, Worlds};
use spinney_search::mcts::Mcts;
use spinney_search::playout::Uniform;
use spinney_search::report::FinalMove;
use spinney_search::rng::{Rng, stream};
use spinney_search::selection::Ucb1;
use spinney_search::spec::{Param, Schema, Settings};

const SOURCE: &str = "Varkevisser 2019, section 4.7";
const C_P: Param =
    Param::real("cp", "0.7071067811865476", 0.0, 100.0, "exploration: C_p").tunable();
const FINAL: Param =
    Param::choice("final", "max", FinalMove::NAMES, "which move of the root is played");

pub(super) static COPS: Schema = Schema {
    name: "mcts",
    help: "UCT with random playouts; the robber is assumed where he was last seen",
    source: SOURCE,
    params: &[Param::integer("playouts", "150", 1, 100_000_000, "iterations a cop"), C_P, FINAL],
};

pub(super) static ROBBER: Schema = Schema {
    name: "mcts",
    help: "UCT with random playouts",
    source: SOURCE,
    params: &[Param::integer("playouts", "100", 1, 100_000_000, "iterations a move"), C_P, FINAL],
};

struct ThesisMcts {
    search: Mcts<State, Ucb1, Uniform<Vertex>>,
    budget: Budget,
    final_move: FinalMove,
    effort: u64,
    rng: Rng,
}

pub(super) fn make(settings: &Settings, seed: u64) -> HuntAgent {
    let c = settings.real("cp") * std::f64::consts::SQRT_2;
    Box::new(ThesisMcts {
        search: Mcts::new(Ucb1::new(c), Uniform::default()),
        budget: Budget::playouts(settings.integer("playouts")),
        final_move: FinalMove::named(settings.word("final")).expect("checked by the catalogue"),
        effort: 0,
        rng: stream(&[seed]),
    })
}

/// The robber where he is known to be, else where he was last seen, else anywhere possible.
struct LastSeen<'a>(&'a View);

impl Worlds<State> for LastSeen<'_> {
    const HIDDEN: bool = true;
    fn draw(&self, rng: &mut Rng) -> State {
        match self.0.robber.or(self.0.public.seen()) {
            Some(robber) => State::assume(self.0.public.clone(), robber),
            None => self.0.draw(rng),
        }
    }
}

impl Agent<View, Vertex> for ThesisMcts {
    fn choose(&mut self, view: &View, player: Player, stop: &Stop) -> Vertex {
        let budget = self.budget.clone().and_stop(stop.clone());
        let found = self.search.run(&LastSeen(view), &budget, &mut self.rng);
        let report = found.expect("there is a move to choose, and rewards are 0 and 1");
        self.effort += report.playouts;
        let best = report.best(player, self.final_move, &mut self.rng);
        best.expect("the player decides at the root")
    }

    fn effort(&self) -> u64 {
        self.effort
    }
}
