//! What the cops are like.
//!
//! The robber sees every step of the cops. How well a character foresees them is the evidence for
//! it: soon he knows whether they chase, guess or wander.

use super::characters::Hunters;
use super::filter::{draw, normalise};
use crate::cops_and_robbers::graph::Vertex;
use crate::cops_and_robbers::hidden::View;
use spinney_search::rng::Rng;

/// No character is ever given up: cops may change their ways.
const LEAST: f64 = 0.02;

/// How much the robber trusts each character.
#[derive(Clone, Debug)]
pub(super) struct Suspicion {
    hunters: [Hunters; 4],
    trust: [f64; 4],
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

impl Suspicion {
    /// All characters are equally likely.
    pub(super) fn new(insight: f64) -> Self {
        Self { hunters: Hunters::all(insight), trust: [0.25; 4], before: None }
    }

    /// Takes in the cops' last move, when it is the robber's turn.
    pub(super) fn observe(&mut self, view: &View) {
        let public = &view.public;
        let Some(before) = self.before.take().filter(|b| b.round + 1 == public.round()) else {
            return;
        };
        for (trust, hunters) in self.trust.iter_mut().zip(self.hunters) {
            for step in before.cops.iter().copied().zip(public.cops().iter().copied()) {
                *trust *= hunters.likelihood(public.rules(), step, before.goal, before.robber);
            }
        }
        normalise(&mut self.trust);
        for trust in &mut self.trust {
            *trust = trust.max(LEAST);
        }
        normalise(&mut self.trust);
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

    /// Draws a character.
    pub(super) fn draw(&self, rng: &mut Rng) -> Hunters {
        self.hunters[draw(&self.trust, rng)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cops_and_robbers::agents::chooser;
    use crate::cops_and_robbers::tests::rules;
    use crate::cops_and_robbers::{Hunt, MOST_COPS, Options, ROBBER, State, policies};
    use spinney_search::game::{Game, Hidden, Turn};
    use spinney_search::rng::stream;
    use std::sync::Arc;

    /// The trust after twelve rounds and more on a long ladder, by character, when the cops are of
    /// this one.
    fn learned(character: usize) -> [f64; 4] {
        let rules = rules("ladder(40, 1)", Options::default());
        let hunters = Hunters::all(0.0)[character];
        let (mut sum, mut games) = ([0.0; 4], 0.0);
        for seed in 0..20 {
            let mut rng = stream(&[seed]);
            let (cops, robber) = rules.draw_start(&mut rng, 1000).unwrap();
            let mut hunt = Hunt::new(State::new(Arc::clone(&rules), &cops, robber).unwrap());
            let mut suspicion = Suspicion::new(0.3);
            let mut plan = [0; MOST_COPS];
            while let Turn::One(player) = hunt.turn() {
                let public = hunt.state().public();
                let to = if player == ROBBER {
                    let view = hunt.view(ROBBER);
                    suspicion.observe(&view);
                    let at = hunt.state().robber();
                    let ties = policies::Ties::Neighbours;
                    let to = policies::evade(&rules, public.cops(), at, ties, &mut rng);
                    suspicion.remember(&view, to);
                    to
                } else {
                    if public.reserved().is_empty() {
                        let (cops, seen) = (public.cops(), public.sees_now());
                        plan = hunters.targets(&rules, cops, public.seen(), seen, &mut rng);
                    }
                    plan[usize::from(chooser(public))]
                };
                hunt.play(to);
            }
            if hunt.state().public().round() > 12 {
                games += 1.0;
                for (sum, trust) in sum.iter_mut().zip(suspicion.trust) {
                    *sum += trust;
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
