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
use super::rules::{HIDER, Move, Outcome, PublicRecord, PublicState, Round, Stance};
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
    /// The game before the first move, and as far as it was heard.
    game: Option<(PublicView, PublicView)>,
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
        Self { tracks, game: None, moves: Vec::new(), scores: Vec::new() }
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
        let opening = opening(view);
        let mut heard = match self.game.take() {
            Some((begun, heard)) if begun == opening && continues(&heard.record, &view.record) => {
                heard
            }
            _ => {
                self.begin(&opening);
                opening
            }
        };
        let known = heard.record.rounds().count();
        for (i, round) in view.record.rounds().enumerate() {
            let followed = (i < known || self.hider_moves(&mut heard, round))
                && (i + 1 < known || self.seekers_move(&mut heard, round));
            if !followed {
                // No game leads here: a position that was set up.
                return;
            }
        }
        self.game = Some((opening, heard));
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

    /// Mr X moves; false if he can't have moved so.
    fn hider_moves(&mut self, heard: &mut PublicView, round: &Round) -> bool {
        let scene = Scene::new(heard);
        let shown = (round.shown != 0).then_some(round.shown);
        let before = heard.record.possible;
        if heard.hider_moves(round.ticket, round.double, shown).is_err() {
            return false;
        }
        let Self { tracks, moves, scores, .. } = self;
        let mut next = vec![[0.0; ROW]; tracks.len()];
        for from in &before {
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
        self.settle(heard);
        true
    }

    /// The detectives move, as many as were not heard of yet; false if they can't have moved so.
    fn seekers_move(&mut self, heard: &mut PublicView, round: &Round) -> bool {
        let known = heard.record.last().map_or(0, |last| last.seekers.iter().flatten().count());
        for mv in round.seekers.iter().flatten().skip(known) {
            if heard.seeker_moves(*mv, false).is_err() {
                return false;
            }
            self.settle(heard);
        }
        true
    }

    /// Nothing outside of L; what is left of a model's belief is its evidence.
    fn settle(&mut self, heard: &PublicView) {
        let possible = &heard.record.possible;
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

/// Whether a record goes on where another one ends.
fn continues(before: &PublicRecord, after: &PublicRecord) -> bool {
    let known = before.rounds().count();
    before.rounds().zip(after.rounds()).enumerate().all(|(i, (then, now))| {
        let moves = then.seekers.iter().zip(&now.seekers);
        let last = i + 1 == known;
        (then.ticket, then.double, then.shown) == (now.ticket, now.double, now.shown)
            && moves.into_iter().all(|(then, now)| then == now || (last && then.is_none()))
    }) && after.rounds().count() >= known
}

/// The game before its first move: all tickets are given back.
fn opening(view: &PublicView) -> PublicView {
    let mut open = PublicState {
        seekers: view.record.starts.into(),
        round: 0,
        turn: 0,
        between: false,
        outcome: Outcome::Running,
        stance: Stance::default(),
        ..view.open
    };
    for round in view.record.rounds() {
        open.purses[HIDER].gain(round.ticket);
        open.doubles += u8::from(round.double);
    }
    for round in view.record.rounds() {
        for (seeker, mv) in round.seekers.iter().enumerate() {
            if let Some(mv) = mv.filter(|mv| mv.to != 0) {
                open.purses[seeker + 1].gain(mv.ticket);
                open.purses[HIDER].pay(mv.ticket);
            }
        }
    }
    PublicView { open, record: PublicRecord::new(view.record.starts, view.record.first) }
}

#[cfg(test)]
mod tests;
