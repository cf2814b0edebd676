//! `random`, `chase` and `evade`: the thesis's players that don't search.

use super::{HuntAgent, chooser};
use crate::agent::{Agent, AgentError, Analysis, Watch};
use crate::cops_and_robbers::graph::Vertex;
use crate::cops_and_robbers::playout::{Ties, anywhere, chase, evade};
use crate::cops_and_robbers::rules::COPS;
use crate::cops_and_robbers::view::View;
use spinney_search::game::Player;
use spinney_search::rng::{Rng, below, stream};
use spinney_spec::{Choice, Param, Schema, Settings};

pub(super) static RANDOM: Schema = Schema {
    name: "random",
    help: "any legal move; the robber may run into a cop",
    source: "Varkevisser 2019, section 4.4",
    params: &[],
};

pub(super) static CHASE: Schema = Schema {
    name: "chase",
    help: "follows a shortest path to where the robber was last seen; moves at random near it, and before the first sighting",
    source: "Varkevisser 2019, sections 4.3 and 4.5",
    params: &[Param::integer("n", "0", 0, 10_000, "the distance, in moves, that counts as near")
        .tunable()],
};

pub(super) static EVADE: Schema = Schema {
    name: "evade",
    help: "moves to the vertex with the largest total distance to the cops",
    source: "Varkevisser 2019, section 4.6",
    params: &[Param::choice(
        "ties",
        "neighbours",
        Ties::NAMES,
        "ties: the vertex with the most neighbours, or a random one",
    )],
};

enum Rule {
    Random,
    Chase { radius: u16 },
    Evade { ties: Ties },
}

struct RuleOfThumb {
    rule: Rule,
    rng: Rng,
}

pub(super) fn make(settings: &Settings, seed: u64) -> HuntAgent {
    let rule = match settings.name() {
        "chase" => Rule::Chase { radius: settings.integer("n") as u16 },
        "evade" => Rule::Evade { ties: settings.choice("ties") },
        "random" => Rule::Random,
        other => unreachable!("`{other}` is no rule of thumb"),
    };
    Box::new(RuleOfThumb { rule, rng: stream(&[seed]) })
}

impl Agent<View, Vertex> for RuleOfThumb {
    fn analyse(
        &mut self,
        view: &View,
        player: Player,
        _: &mut Watch<'_, Vertex>,
    ) -> Result<Analysis<Vertex>, AgentError> {
        let (public, rng) = (&view.public, &mut self.rng);
        Ok(Analysis::of(if player == COPS {
            let cop = chooser(public);
            match (&self.rule, public.seen()) {
                (Rule::Chase { radius }, Some(goal)) => chase(public, cop, goal, *radius, rng),
                (Rule::Chase { .. } | Rule::Random | Rule::Evade { .. }, _) => {
                    anywhere(public, cop, rng)
                }
            }
        } else {
            let robber = view.robber.expect("the robber knows where he is");
            let steps = public.rules().steps(robber);
            match self.rule {
                Rule::Evade { ties } => evade(public.rules(), public.cops(), robber, ties, rng),
                Rule::Random | Rule::Chase { .. } => steps[below(rng, steps.len())],
            }
        }))
    }
}
