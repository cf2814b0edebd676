//! Where Mr X probably is: a Bayes filter over the stations, with learned models of how hiders choose.
//!
//! For each model the filter keeps the probability b(s) of every station, and carries it through
//! what everybody sees. After a ticket k,
//!
//! b′(t) ∝ Σₛ b(s) (P(t, k | s) + ε),
//!
//! where P is the model's probability of the move from s to t. A detective who catches nobody makes
//! his station empty, and a surfacing makes everything else empty. How probable a model found what
//! happened is the evidence for it: the models are weighed by their evidence, and the belief is their
//! weighted mean. The filter never says that Mr X is where he can't be: it is zero outside of L, the
//! exact set of possible stations.
//!
//! ```
//! use spinney_games::scotland_yard::filter::Filter;
//! use spinney_games::scotland_yard::rules::Options;
//! let view = Options::default().start(7).public();
//! let mut filter = Filter::learned();
//! let total: f64 = filter.weights(&view).iter().map(|(_, p)| p).sum();
//! assert!((total - 1.0).abs() < 1e-9);
//! ```

mod features;
pub mod learn;
mod model;

pub use features::{FEATURES, NAMES, Scene};
pub use model::{Model, ModelError};

use super::board::{ROW, Station};
use super::categories::uniform;
use super::history::{Event, History};
use super::rules::{Move, Round};
use super::view::PublicView;

/// ε: a model is never sure that a hider does not play a move.
const SURPRISE: f64 = 1e-4;
/// The part of all weight that is dealt out evenly after each event, so that a model that was wrong
/// for long can be right later (Herbster and Warmuth 1998, fixed share).
const SHARE: f64 = 0.002;

/// There is no model of this hider.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no model of a hider `{0}`; there are {names}", names = names())]
pub struct UnknownHider(String);

fn names() -> String {
    Model::learned().iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

/// The belief of one model.
#[derive(Clone)]
struct Track {
    model: Model,
    /// How much the model counts.
    weight: f64,
    /// The probability of each station.
    at: [f64; ROW],
}

/// The belief of several models, carried along with one game.
pub struct Filter {
    tracks: Vec<Track>,
    history: History,
    moves: Vec<Move>,
    scores: Vec<f64>,
}

impl Filter {
    /// With these models, each as credible as the others.
    ///
    /// # Panics
    /// If there is none.
    pub fn new(models: impl IntoIterator<Item = Model>) -> Self {
        let track = |model| Track { model, weight: 1.0, at: [0.0; ROW] };
        let tracks: Vec<Track> = models.into_iter().map(track).collect();
        assert!(!tracks.is_empty(), "a filter needs a model");
        Self { tracks, history: History::default(), moves: Vec::new(), scores: Vec::new() }
    }

    /// With all learned models.
    pub fn learned() -> Self {
        Self::new(Model::learned().iter().map(|(_, model)| model.clone()))
    }

    /// With the learned models of these hiders, whose names have `/` between them; or of `all`.
    ///
    /// # Errors
    /// When there is no such model.
    pub fn of(hiders: &str) -> Result<Self, UnknownHider> {
        if hiders == "all" {
            return Ok(Self::learned());
        }
        let model = |name: &str| {
            let found = Model::learned().iter().find(|(known, _)| *known == name);
            found.map(|(_, model)| model.clone()).ok_or_else(|| UnknownHider(name.to_string()))
        };
        Ok(Self::new(hiders.split('/').map(model).collect::<Result<Vec<_>, _>>()?))
    }

    /// The probability of each possible station. What happened since the last call is heard first;
    /// another game, or an earlier state of this one, is heard from its beginning.
    pub fn weights(&mut self, view: &PublicView) -> Vec<(Station, f64)> {
        self.hear(view);
        let whole: f64 = self.tracks.iter().map(|track| track.weight).sum();
        let weight = |station: usize| -> f64 {
            let parts = self.tracks.iter().map(|track| track.weight * track.at[station]);
            parts.sum::<f64>() / whole
        };
        let stations = view.record.possible.iter();
        let mut weights: Vec<(Station, f64)> =
            stations.map(|station| (station as Station, weight(station))).collect();
        let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
        if sum.is_nan() || sum <= 0.0 {
            return uniform(view);
        }
        for (_, weight) in &mut weights {
            *weight /= sum;
        }
        weights
    }

    /// How much each model counts, in the order in which they were given; the sum is 1.
    pub fn credibility(&self) -> Vec<f64> {
        let whole: f64 = self.tracks.iter().map(|track| track.weight).sum();
        self.tracks.iter().map(|track| track.weight / whole).collect()
    }

    fn hear(&mut self, view: &PublicView) {
        let mut history = std::mem::take(&mut self.history);
        history.follow(view, |event, before, after| match event {
            Event::Begins => self.begin(after),
            Event::Hider(round) => self.hider_moves(round, before, after),
            Event::Seeker(_) => self.settle(after),
        });
        self.history = history;
    }

    fn begin(&mut self, opening: &PublicView) {
        let possible = &opening.record.possible;
        for track in &mut self.tracks {
            track.weight = 1.0;
            track.at = [0.0; ROW];
            for station in possible {
                track.at[station] = 1.0 / possible.len() as f64;
            }
        }
    }

    fn hider_moves(&mut self, round: &Round, before: &PublicView, after: &PublicView) {
        let scene = Scene::new(before);
        let Self { tracks, moves, scores, .. } = self;
        let mut next = vec![[0.0; ROW]; tracks.len()];
        for from in &before.record.possible {
            if tracks.iter().all(|track| track.at[from] <= 0.0) {
                continue;
            }
            scene.moves(from as Station, moves);
            // Of each model in turn, the scores of all moves.
            scores.clear();
            scores.resize(tracks.len() * moves.len(), 0.0);
            for (i, &mv) in moves.iter().enumerate() {
                scene.features(from as Station, mv, |feature, value| {
                    for (track, scores) in tracks.iter().zip(scores.chunks_exact_mut(moves.len())) {
                        scores[i] += track.model.theta[feature] * value;
                    }
                });
            }
            let each = tracks.iter().zip(&mut next).zip(scores.chunks_exact_mut(moves.len()));
            for ((track, next), scores) in each {
                model::softmax(scores);
                for (mv, p) in moves.iter().zip(scores) {
                    if mv.ticket == round.ticket && mv.double == round.double {
                        next[mv.to as usize] += track.at[from] * (*p + SURPRISE);
                    }
                }
            }
        }
        for (track, next) in tracks.iter_mut().zip(next) {
            track.at = next;
        }
        self.settle(after);
    }

    /// Nothing outside of L; what is left of a model's belief is its evidence.
    fn settle(&mut self, view: &PublicView) {
        let possible = &view.record.possible;
        for track in &mut self.tracks {
            let mut sum = 0.0;
            for (station, p) in track.at.iter_mut().enumerate() {
                if !possible.contains(station) {
                    *p = 0.0;
                }
                sum += *p;
            }
            track.weight *= sum;
            if sum > 0.0 {
                track.at.iter_mut().for_each(|p| *p /= sum);
            }
        }
        let whole: f64 = self.tracks.iter().map(|track| track.weight).sum();
        let even = 1.0 / self.tracks.len() as f64;
        for track in &mut self.tracks {
            let weight = if whole > 0.0 { track.weight / whole } else { even };
            track.weight = (1.0 - SHARE) * weight + SHARE * even;
        }
    }
}

#[cfg(test)]
mod tests;
