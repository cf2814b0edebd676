//! Fits a model of a hider to games that he played, by maximum likelihood.
//!
//! The log-likelihood of a multinomial logit is concave, so stochastic gradient ascent needs no luck.
//! The steps are those of AdaGrad (Duchi, Hazan and Singer 2011): a feature that is seldom seen moves
//! as far as one that is always there.

use super::Filter;
use super::features::{FEATURES, Scene};
use super::model::{Model, softmax};
use crate::scotland_yard::rules::{Full, HIDER, Move};
use spinney_search::game::{Game, Player};
use spinney_search::rng::{Rng, below};
use std::ops::Range;

/// The step of a feature that was never seen before.
const STEP: f64 = 0.15;
/// What the sum of squares of a feature begins with.
const FIRST_SQUARE: f64 = 1e-3;
/// How strongly coefficients are drawn to 0.
const DECAY: f64 = 1e-5;

/// Decisions of a hider: of each, the features of all his legal moves.
#[derive(Default)]
pub struct Decisions {
    /// Features that are not 0, of all moves one after another.
    values: Vec<(u16, f32)>,
    /// Where the features of each move end.
    ends: Vec<usize>,
    /// The moves of each decision, and which of them he played.
    choices: Vec<(Range<usize>, usize)>,
}

impl Decisions {
    /// Adds the hider's decisions of a game, but for those that leave no choice.
    pub fn add_game(&mut self, start: &Full, moves: &[Move]) {
        let mut game = *start;
        let mut legal = Vec::new();
        for &mv in moves {
            if Player::from(game.open.turn) == HIDER {
                let scene = Scene::new(&game.public());
                scene.moves(game.hider, &mut legal);
                let chosen = legal.iter().position(|&other| other == mv);
                if let Some(chosen) = chosen.filter(|_| legal.len() > 1) {
                    self.add(&scene, game.hider, &legal, chosen);
                }
            }
            game.play(mv);
        }
    }

    fn add(&mut self, scene: &Scene, from: u8, legal: &[Move], chosen: usize) {
        let first = self.ends.len();
        for &mv in legal {
            scene.features(from, mv, |feature, value| {
                if value != 0.0 {
                    self.values.push((feature as u16, value as f32));
                }
            });
            self.ends.push(self.values.len());
        }
        self.choices.push((first..self.ends.len(), first + chosen));
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.choices.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.choices.is_empty()
    }

    /// The features of a move.
    fn features(&self, mv: usize) -> &[(u16, f32)] {
        let first = if mv == 0 { 0 } else { self.ends[mv - 1] };
        &self.values[first..self.ends[mv]]
    }

    /// The probabilities of the moves of a decision.
    fn probabilities(&self, model: &Model, moves: Range<usize>, out: &mut Vec<f64>) {
        out.clear();
        out.extend(moves.map(|mv| {
            let parts = self.features(mv).iter();
            parts.map(|&(f, x)| model.theta[usize::from(f)] * f64::from(x)).sum::<f64>()
        }));
        softmax(out);
    }

    /// The mean of ln P of what was played.
    pub fn log_likelihood(&self, model: &Model) -> f64 {
        let mut probabilities = Vec::new();
        let each = self.choices.iter().map(|(moves, chosen)| {
            self.probabilities(model, moves.clone(), &mut probabilities);
            probabilities[chosen - moves.start].ln()
        });
        each.sum::<f64>() / self.len().max(1) as f64
    }
}

/// A model that is being fitted.
pub struct Fit {
    /// The model so far.
    pub model: Model,
    /// Of each feature, the sum of the squares of all gradients.
    squares: [f64; FEATURES],
    probabilities: Vec<f64>,
}

impl Default for Fit {
    fn default() -> Self {
        let squares = [FIRST_SQUARE; FEATURES];
        Self { model: Model::EVEN, squares, probabilities: Vec::new() }
    }
}

impl Fit {
    /// As many steps as there are decisions, each for one of them that is drawn.
    pub fn epoch(&mut self, decisions: &Decisions, rng: &mut Rng) {
        for _ in 0..decisions.len() {
            self.step(decisions, below(rng, decisions.len()));
        }
    }

    /// ∂ ln P / ∂θ = φ(played) − Σ P(m) φ(m).
    fn step(&mut self, decisions: &Decisions, decision: usize) {
        let (moves, chosen) = &decisions.choices[decision];
        decisions.probabilities(&self.model, moves.clone(), &mut self.probabilities);
        let mut gradient = [0.0; FEATURES];
        for (mv, p) in moves.clone().zip(&self.probabilities) {
            let part = f64::from(u8::from(mv == *chosen)) - p;
            for &(feature, value) in decisions.features(mv) {
                gradient[usize::from(feature)] += part * f64::from(value);
            }
        }
        for (feature, gradient) in gradient.into_iter().enumerate() {
            let theta = &mut self.model.theta[feature];
            let gradient = gradient - DECAY * *theta;
            self.squares[feature] += gradient * gradient;
            *theta += STEP * gradient / self.squares[feature].sqrt();
        }
    }
}

/// How well stations are predicted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Prediction {
    /// The mean probability of the station where Mr X was.
    pub filter: f64,
    /// The same if every possible station were as likely as every other.
    pub uniform: f64,
    /// How often it was asked: before each first detective's move with more than one possible station.
    pub asked: usize,
}

/// How well a filter with this model predicts the stations of these games.
pub fn prediction<'a>(
    model: &Model,
    games: impl IntoIterator<Item = &'a (Full, Vec<Move>)>,
) -> Prediction {
    let mut sum = Prediction::default();
    let mut filter = Filter::new([model.clone()]);
    for (start, moves) in games {
        let mut game = *start;
        for &mv in moves {
            let possible = game.belief.possible.len();
            if game.open.turn == 1 && possible > 1 {
                let weights = filter.weights(&game.public());
                let there = weights.iter().find(|(station, _)| *station == game.hider);
                sum.filter += there.map_or(0.0, |(_, p)| *p);
                sum.uniform += 1.0 / possible as f64;
                sum.asked += 1;
            }
            game.play(mv);
        }
    }
    let n = sum.asked.max(1) as f64;
    Prediction { filter: sum.filter / n, uniform: sum.uniform / n, ..sum }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scotland_yard::filter::NAMES;
    use crate::scotland_yard::rules::Options;
    use spinney_search::game::Turn;
    use spinney_search::rng::{stream, unit};

    fn feature(name: &str) -> usize {
        NAMES.iter().position(|known| *known == name).unwrap()
    }

    /// A hider with known coefficients.
    fn known() -> Model {
        let mut model = Model::EVEN;
        let coefficients = [
            ("near-1", -2.0),
            ("near-3", 0.5),
            ("near-4", 1.0),
            ("shown-near-1", -3.0),
            ("mean", 0.5),
            ("by-bus", 0.7),
            ("black", -1.5),
            ("black-shown", -1.0),
            ("double", -1.5),
            ("spread", 0.4),
        ];
        for (name, number) in coefficients {
            model.theta[feature(name)] = number;
        }
        model
    }

    /// Games of that hider against seekers who move at random.
    fn games(model: &Model, seeds: Range<u64>) -> Vec<(Full, Vec<Move>)> {
        let (mut legal, mut probabilities) = (Vec::new(), Vec::new());
        let play = |seed: u64| {
            let start = Options::default().start(seed);
            let mut rng = stream(&[seed, 1]);
            let (mut game, mut moves) = (start, Vec::new());
            while let Turn::One(player) = game.turn() {
                let mv = if player == HIDER {
                    let scene = Scene::new(&game.public());
                    scene.moves(game.hider, &mut legal);
                    model.probabilities(&scene, game.hider, &legal, &mut probabilities);
                    let mut left = unit(&mut rng);
                    let drawn = probabilities.iter().position(|p| {
                        left -= p;
                        left < 0.0
                    });
                    legal[drawn.unwrap_or(legal.len() - 1)]
                } else {
                    game.random_move(player, &mut rng, &mut Vec::new())
                };
                moves.push(mv);
                game.play(mv);
            }
            (start, moves)
        };
        seeds.map(play).collect()
    }

    fn decisions(games: &[(Full, Vec<Move>)]) -> Decisions {
        let mut decisions = Decisions::default();
        for (start, moves) in games {
            decisions.add_game(start, moves);
        }
        decisions
    }

    #[test]
    fn known_coefficients_are_recovered() {
        let truth = known();
        let played = games(&truth, 0..500);
        let (training, held_out) = (decisions(&played[..400]), decisions(&played[400..]));
        let mut fit = Fit::default();
        let mut rng = stream(&[7]);
        for _ in 0..20 {
            fit.epoch(&training, &mut rng);
        }
        let theta = |model: &Model, name: &str| model.theta[feature(name)];
        // A constant added to a whole block changes no choice, so differences within a block count.
        for (one, other) in [("near-1", "near-2"), ("near-4", "near-2"), ("near-4", "near-1")] {
            let [found, expected] =
                [&fit.model, &truth].map(|model| theta(model, one) - theta(model, other));
            assert!((found - expected).abs() < 0.3, "{one} {other}: {found} {expected}");
        }
        for name in ["mean", "by-bus", "black-shown", "spread"] {
            let (found, expected) = (theta(&fit.model, name), theta(&truth, name));
            assert!((found - expected).abs() < 0.3, "{name}: {found} {expected}");
        }
        // What it says of games that it has not seen is nearly what the truth says.
        let [found, best, even] =
            [&fit.model, &truth, &Model::EVEN].map(|model| held_out.log_likelihood(model));
        assert!(best > even + 0.3, "{best} {even}");
        assert!(found > best - 0.02, "{found} {best}");
        let by_model = prediction(&fit.model, &played[400..]);
        assert!(by_model.filter > 1.5 * by_model.uniform, "{by_model:?}");
    }
}
