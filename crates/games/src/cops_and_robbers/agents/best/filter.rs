//! Where the robber probably is.
//!
//! The exact belief says where he *can* be. For each model that he may have, a filter adds how
//! likely each vertex is, from round to round: a hidden step spreads the weights as the model
//! would walk, a sighting puts them on one vertex, and what the cops walk over without catching
//! anybody is taken out. How well a model foresaw these is the evidence for it.

use super::opponents::RobberModel;
use crate::cops_and_robbers::graph::Vertex;
use crate::cops_and_robbers::view::View;
use spinney_search::rng::{Rng, unit};

/// What a sighting where a model would never have been counts: models are sketches.
const SURPRISE: f64 = 1e-3;

/// Weights for each model.
#[derive(Clone, Debug)]
pub(super) struct Filter {
    /// The round that the weights are for; 0 before the first.
    round: u16,
    weights: Vec<Vec<f64>>,
    /// The probability of each model.
    model_probability: Vec<f64>,
}

impl Filter {
    pub(super) fn new() -> Self {
        let n = RobberModel::ALL.len();
        Self { round: 0, weights: vec![Vec::new(); n], model_probability: vec![1.0 / n as f64; n] }
    }

    /// Takes in what the cops see at their first choice of a round.
    pub(super) fn observe(&mut self, view: &View) {
        let round = view.public.round();
        if round == self.round {
            return;
        }
        let follows = round == self.round + 1 && self.round > 0;
        self.round = round;
        for (i, robber_model) in RobberModel::ALL.into_iter().enumerate() {
            let weights = &mut self.weights[i];
            if follows {
                let likely = step(weights, robber_model, view);
                self.model_probability[i] *= likely.max(SURPRISE);
            }
            if !follows || weights.iter().sum::<f64>() < 1e-12 {
                uniform(weights, view);
            }
            normalise(weights);
        }
        normalise(&mut self.model_probability);
    }

    /// Draws a model, and a vertex where he would be.
    pub(super) fn draw(&self, rng: &mut Rng) -> (RobberModel, Vertex) {
        let i = draw(&self.model_probability, rng);
        (RobberModel::ALL[i], draw(&self.weights[i], rng) as Vertex)
    }

    /// Draws a model.
    pub(super) fn draw_robber_model(&self, rng: &mut Rng) -> RobberModel {
        RobberModel::ALL[draw(&self.model_probability, rng)]
    }

    /// The vertices where the robber can be, each with its probability.
    pub(super) fn probabilities(&self) -> impl Iterator<Item = (Vertex, f64)> + '_ {
        let vertices = 0..self.weights[0].len() as Vertex;
        vertices.map(|v| (v, self.probability(v))).filter(|(_, probability)| *probability > 0.0)
    }

    fn probability(&self, vertex: Vertex) -> f64 {
        let each = self.model_probability.iter().zip(&self.weights);
        each.map(|(probability, weights)| probability * weights[usize::from(vertex)]).sum()
    }
}

/// One round: the cops moved and met nobody, the robber moved, and may have been seen. Gives how
/// likely all that was.
fn step(weights: &mut Vec<f64>, robber_model: RobberModel, view: &View) -> f64 {
    let public = &view.public;
    for &cop in public.cops() {
        weights[usize::from(cop)] = 0.0;
    }
    let missed: f64 = weights.iter().sum();
    let mut after = vec![0.0; weights.len()];
    for (vertex, &weight) in weights.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
        robber_model.spread(public.rules(), public.cops(), vertex as Vertex, |to, p| {
            after[usize::from(to)] += weight * p;
        });
    }
    for (vertex, weight) in after.iter_mut().enumerate() {
        if !view.belief.contains(vertex as Vertex) {
            *weight = 0.0;
        }
    }
    *weights = after;
    let fits: f64 = weights.iter().sum();
    // A hidden step tells nothing but that nobody was met.
    if view.robber.is_some() { fits } else { missed }
}

fn uniform(weights: &mut Vec<f64>, view: &View) {
    let graph = view.public.rules().graph();
    weights.clear();
    weights.extend(graph.vertices().map(|v| f64::from(u8::from(view.belief.contains(v)))));
}

pub(super) fn normalise(weights: &mut [f64]) {
    let sum: f64 = weights.iter().sum();
    for weight in weights {
        *weight /= sum;
    }
}

pub(super) fn draw(weights: &[f64], rng: &mut Rng) -> usize {
    let mut left = unit(rng);
    let mut last = 0;
    for (i, &weight) in weights.iter().enumerate() {
        if weight > 0.0 {
            last = i;
            left -= weight;
            if left < 0.0 {
                break;
            }
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cops_and_robbers::tests::rules;
    use crate::cops_and_robbers::{COPS, Hunt, Options, ROBBER, State, playout};
    use spinney_search::game::{Game, Hidden, Turn};
    use spinney_search::rng::stream;
    use std::sync::Arc;

    #[test]
    fn lives_on_the_exact_belief_and_learns_who_evades() {
        let rules = rules("scotland-yard", Options { rounds: 60, ..Options::default() });
        let (mut trusted, mut games) = (0.0, 0.0);
        for seed in 0..20 {
            let mut rng = stream(&[seed]);
            let (cops, robber) = rules.draw_start(&mut rng, 1000).unwrap();
            let mut hunt = Hunt::new(State::new(Arc::clone(&rules), &cops, robber).unwrap());
            let mut filter = Filter::new();
            while let Turn::One(player) = hunt.turn() {
                let public = hunt.state().public();
                let to = if player == ROBBER {
                    playout::evade(
                        &rules,
                        public.cops(),
                        hunt.state().robber(),
                        playout::Ties::Neighbours,
                        &mut rng,
                    )
                } else {
                    filter.observe(&hunt.view(COPS));
                    let total: f64 = hunt.belief().iter().map(|v| filter.probability(v)).sum();
                    assert!((total - 1.0).abs() < 1e-9, "{total}");
                    assert!(filter.probability(hunt.state().robber()) > 0.0);
                    let (_, drawn) = filter.draw(&mut rng);
                    assert!(hunt.belief().contains(drawn));
                    hunt.random_move(player, &mut rng, &mut Vec::new())
                };
                hunt.play(to);
            }
            if hunt.state().public().round() > 20 {
                trusted += filter.model_probability[0];
                games += 1.0;
            }
        }
        assert!(games > 5.0 && trusted / games > 0.6, "{trusted} of {games}");
    }
}
