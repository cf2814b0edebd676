//! The posterior over models of the cops.
//!
//! The robber sees every step of the cops. How well a model foresees them is the evidence for
//! it: soon he knows whether they chase, guess or wander.

use super::filter::{draw, normalise};
use super::opponents::CopModel;
use crate::cops_and_robbers::graph::Vertex;
use crate::cops_and_robbers::view::View;
use spinney_search::rng::Rng;

/// No model is ever given up: cops may change their ways.
const LEAST: f64 = 0.02;

/// How likely each model is, from what the cops did.
#[derive(Clone, Debug)]
pub(super) struct Posterior {
    models: [CopModel; 4],
    probability: [f64; 4],
    before: Option<Before>,
}

/// What the cops knew when they moved last.
#[derive(Clone, Debug)]
struct Before {
    round: u16,
    cops: Vec<Vertex>,
    goal: Option<Vertex>,
    robber: Vertex,
}

impl Posterior {
    /// All models are equally likely.
    pub(super) fn new(insight: f64) -> Self {
        Self { models: CopModel::all(insight), probability: [0.25; 4], before: None }
    }

    /// Takes in the cops' last move, when it is the robber's turn.
    pub(super) fn observe(&mut self, view: &View) {
        let public = &view.public;
        let Some(before) = self.before.take().filter(|b| b.round + 1 == public.round()) else {
            return;
        };
        for (probability, cop_model) in self.probability.iter_mut().zip(self.models) {
            for step in before.cops.iter().copied().zip(public.cops().iter().copied()) {
                *probability *=
                    cop_model.likelihood(public.rules(), step, before.goal, before.robber);
            }
        }
        normalise(&mut self.probability);
        for probability in &mut self.probability {
            *probability = probability.max(LEAST);
        }
        normalise(&mut self.probability);
    }

    /// Remembers what the cops will know when they answer the step to `robber`.
    pub(super) fn remember(&mut self, view: &View, robber: Vertex) {
        let public = &view.public;
        let seen = public.rules().is_sighting(public.round());
        self.before = Some(Before {
            round: public.round(),
            cops: public.cops().to_vec(),
            goal: if seen { Some(robber) } else { public.seen() },
            robber,
        });
    }

    /// Draws a model.
    pub(super) fn draw(&self, rng: &mut Rng) -> CopModel {
        self.models[draw(&self.probability, rng)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cops_and_robbers::agents::chooser;
    use crate::cops_and_robbers::tests::rules;
    use crate::cops_and_robbers::{Hunt, MOST_COPS, Options, ROBBER, State, playout};
    use spinney_search::game::{Game, Hidden, Turn};
    use spinney_search::rng::stream;
    use std::sync::Arc;

    /// The probability after twelve rounds and more on a long ladder, by model, when the cops are of
    /// this one.
    fn learned(model: usize) -> [f64; 4] {
        let rules = rules("ladder(40, 1)", Options::default());
        let cop_model = CopModel::all(0.0)[model];
        let (mut sum, mut games) = ([0.0; 4], 0.0);
        for seed in 0..20 {
            let mut rng = stream(&[seed]);
            let (cops, robber) = rules.draw_start(&mut rng, 1000).unwrap();
            let mut hunt = Hunt::new(State::new(Arc::clone(&rules), &cops, robber).unwrap());
            let mut posterior = Posterior::new(0.3);
            let mut plan = [0; MOST_COPS];
            while let Turn::One(player) = hunt.turn() {
                let public = hunt.state().public();
                let to = if player == ROBBER {
                    let view = hunt.view(ROBBER);
                    posterior.observe(&view);
                    let at = hunt.state().robber();
                    let ties = playout::Ties::Neighbours;
                    let to = playout::evade(&rules, public.cops(), at, ties, &mut rng);
                    posterior.remember(&view, to);
                    to
                } else {
                    if public.reserved().is_empty() {
                        let (cops, seen) = (public.cops(), public.sees_now());
                        plan = cop_model.targets(&rules, cops, public.seen(), seen, &mut rng);
                    }
                    plan[usize::from(chooser(public))]
                };
                hunt.play(to);
            }
            if hunt.state().public().round() > 12 {
                games += 1.0;
                for (sum, probability) in sum.iter_mut().zip(posterior.probability) {
                    *sum += probability;
                }
            }
        }
        assert!(games > 5.0, "{games}");
        sum.map(|sum| sum / games)
    }

    #[test]
    fn chasing_and_wandering_cops_are_told_apart() {
        let [chase, lax, wander] = [0, 2, 3].map(learned);
        assert!(chase[0] + chase[1] > 0.8, "{chase:?}");
        assert!(lax[2] > 0.5, "{lax:?}");
        assert!(wander[3] > 0.6, "{wander:?}");
    }
}
