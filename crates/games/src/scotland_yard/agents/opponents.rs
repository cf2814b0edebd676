//! What detectives does Mr X play against? A guess by what they have done.
//!
//! They may search, as those of Nijssen and Winands do, look a few moves ahead by expectimax, or
//! follow a rule. Each kind has a player with a small budget here. After each move of a detective the
//! hider asks all three what they would have played from what was public. A kind gains weight if it
//! finds likely what was played: the hider's counterpart to the filter of the detectives
//! ([`crate::scotland_yard::filter`]).

use super::{Seeker, seeker, seekers};
use crate::agent::{AgentError, Analysis, Watch};
use crate::scotland_yard::board::Transports;
use crate::scotland_yard::history::{Event, History};
use crate::scotland_yard::rules::Move;
use crate::scotland_yard::value::Value;
use crate::scotland_yard::view::PublicView;
use spinney_search::budget::Stop;
use spinney_search::game::Player;
use spinney_search::rng::{Rng, mix, stream, unit};
use spinney_spec::{Choice as _, Param, Settings, Spec, SpecError, choice};

/// Who answers in trials.
pub(super) const MODELS: Param = Param::choice(
    "reply-models",
    "nijssen",
    Models::NAMES,
    "replies: the detectives who answer: N&W's, or those of three kinds (searching, expectimax, \
     greedy), weighed by how well they explain what the real ones have played",
);

choice! {
    /// The detectives who answer.
    enum Models {
        /// Those who search.
        Nijssen = "nijssen",
        /// All kinds.
        All = "all",
    }
}

/// Nodes of expectimax that take no longer than a playout.
const NODES: u64 = 10;

/// A kind of detectives: P(move) ∝ exp(θ·φ(move)) over their legal moves.
struct Kind {
    /// Before anything was seen of them.
    prior: f64,
    theta: [f64; 4],
}

/// θ was fitted to the moves of 220 games against `best-playouts(playouts=500)`: of `nijssen` with
/// 2,000 and 20,000 playouts, `best` and `borak` with 5,000; of `expectimax` with 20,000 and 400,000
/// nodes; of `greedy`. The notebook has the trial (2026-11-19, detectives of several kinds).
const KINDS: [Kind; 3] = [
    Kind { prior: 0.6, theta: [0.51, 0.35, 0.07, -1.30] },
    Kind { prior: 0.2, theta: [0.34, 1.55, -0.07, -1.29] },
    Kind { prior: 0.2, theta: [0.01, 0.59, 1.92, -2.46] },
];
const SEARCHING: usize = 0;

/// One of each kind, as far as they are asked, carried along with one game.
pub(super) struct Opponents {
    seekers: Vec<Box<Seeker>>,
    /// How likely the real ones are of each kind.
    weights: [f64; KINDS.len()],
    history: History,
    rng: Rng,
}

impl Opponents {
    /// As the settings say. Each spends so many playouts on a move, or about their time.
    pub(super) fn new(settings: &Settings, playouts: u64, seed: u64) -> Result<Self, SpecError> {
        let kinds = [
            Spec::word("nijssen").with("playouts", playouts),
            Spec::word("expectimax").with("nodes", NODES * playouts),
            Spec::word("greedy"),
        ];
        let count = match settings.choice(MODELS.name) {
            Models::Nijssen => 1,
            Models::All => kinds.len(),
        };
        let model = |(i, spec): (usize, &Spec)| {
            seeker(&seekers().resolve(spec)?, mix(&[seed, 1 + i as u64]))
        };
        let seekers = kinds.iter().enumerate().take(count).map(model).collect::<Result<_, _>>()?;
        let weights = KINDS.map(|kind| kind.prior);
        Ok(Self { seekers, weights, history: History::default(), rng: stream(&[seed]) })
    }

    /// Hears what the detectives have done since the last call; gives how often a model was asked.
    pub(super) fn hear(&mut self, view: &PublicView, stop: &Stop) -> Result<u64, AgentError> {
        let Self { seekers, weights, history, .. } = self;
        let [searching, expectimax, greedy] = &mut seekers[..] else { return Ok(0) };
        let mut asked = Ok(0);
        history.follow(view, |event, before, _| match (event, &mut asked) {
            (Event::Begins, _) => *weights = KINDS.map(|kind| kind.prior),
            (Event::Seeker(played), Ok(sum)) => {
                let models = [&mut **searching, &mut **expectimax, &mut **greedy];
                match weigh(weights, models, before, played, stop) {
                    Ok(times) => *sum += times,
                    Err(error) => asked = Err(error),
                }
            }
            (Event::Seeker(_), Err(_)) | (Event::Hider(_), _) => {}
        });
        asked
    }

    /// How likely it is that the detectives don't search as N&W's do.
    pub(super) fn simple(&self) -> f64 {
        if self.seekers.len() < KINDS.len() { 0.0 } else { 1.0 - self.weights[SEARCHING] }
    }

    /// One of the models, by weight, and the estimate of an escape from such detectives.
    pub(super) fn draw(&mut self) -> (&mut Seeker, &'static Value) {
        let kind = if self.seekers.len() < KINDS.len() {
            SEARCHING
        } else {
            let mut left = unit(&mut self.rng);
            let drawn = self.weights.iter().position(|weight| {
                left -= weight;
                left < 0.0
            });
            drawn.unwrap_or(SEARCHING)
        };
        let value = if kind == SEARCHING { Value::learned() } else { Value::of_simple() };
        (&mut *self.seekers[kind], value)
    }

    /// Gives the memory back.
    pub(super) fn rest(&mut self) {
        for model in &mut self.seekers {
            model.rest();
        }
    }
}

/// What the models say of a detective's move; gives how often one was asked.
fn weigh(
    weights: &mut [f64; KINDS.len()],
    models: [&mut Seeker; KINDS.len()],
    before: &PublicView,
    played: Move,
    stop: &Stop,
) -> Result<u64, AgentError> {
    let player = Player::from(before.open.turn);
    let mut legal = Vec::new();
    before.open.seeker_moves_into(player, &mut legal);
    if legal.len() < 2 {
        return Ok(0);
    }
    let [searching, expectimax, greedy] =
        models.map(|model| model.analyse(before, player, &mut Watch::new(stop)));
    let features = features(before, &legal, [&searching?, &expectimax?, &greedy?]);
    for (weight, kind) in weights.iter_mut().zip(&KINDS) {
        let odds = features.iter().map(|phi| dot(&kind.theta, phi).exp());
        let played = legal.iter().zip(odds.clone()).filter(|(mv, _)| **mv == played);
        *weight *= played.map(|(_, odds)| odds).sum::<f64>() / odds.sum::<f64>();
    }
    let whole: f64 = weights.iter().sum();
    for weight in weights {
        *weight /= whole;
    }
    Ok(KINDS.len() as u64)
}

/// φ of each legal move: the logarithm of its share in the visits of those who search; whether
/// expectimax plays it, and the greedy one; by how much farther from Mr X's possible stations it leads,
/// on average, than the move that leads nearest.
fn features(
    before: &PublicView,
    legal: &[Move],
    [searching, expectimax, greedy]: [&Analysis<Move>; KINDS.len()],
) -> Vec<[f64; 4]> {
    let possible = &before.record.possible;
    let far = |mv: &Move| {
        let row = before.open.board.distances(Transports::LAND, mv.to);
        let sum: u32 = possible.iter().map(|station| u32::from(row[station])).sum();
        f64::from(sum) / possible.len() as f64
    };
    let nearest = legal.iter().map(far).fold(f64::INFINITY, f64::min);
    let visits = |of: &dyn Fn(&Move) -> bool| {
        let counted = searching.candidates.iter().filter(|candidate| of(&candidate.mv));
        counted.map(|candidate| candidate.visits).sum::<u64>() as f64
    };
    let all = visits(&|_| true).max(1.0);
    let phi = |mv: &Move| {
        [
            (visits(&|other| other == mv) / all + 0.02).ln(),
            f64::from(u8::from(expectimax.best == *mv)),
            f64::from(u8::from(greedy.best == *mv)),
            far(mv) - nearest,
        ]
    };
    legal.iter().map(phi).collect()
}

fn dot(a: &[f64; 4], b: &[f64; 4]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::super::{hider, hiders};
    use super::*;
    use crate::scotland_yard::rules::{HIDER, Options};
    use spinney_search::game::{Game, Turn};

    fn opponents(models: &str) -> Opponents {
        let spec = Spec::word("best").with(MODELS.name, Spec::word(models));
        Opponents::new(&hiders().resolve(&spec).unwrap(), 200, 1).unwrap()
    }

    /// What is thought of detectives who play so, after ten rounds. They are heard of in each round, or
    /// at the end.
    fn weighed(real: &str, seed: u64, each_round: bool) -> Option<[f64; 3]> {
        let real: Spec = real.parse().unwrap();
        let mut real = seeker(&seekers().resolve(&real).unwrap(), seed).unwrap();
        let mr_x = hiders().resolve(&Spec::word("best-playouts").with("playouts", 100)).unwrap();
        let mut mr_x = hider(&mr_x, seed).unwrap();
        let mut opponents = opponents("all");
        let stop = Stop::new();
        let mut game = Options::default().start(seed);
        while let Turn::One(player) = game.turn()
            && game.open.round <= 10
        {
            let public = game.public();
            if player == HIDER {
                if each_round {
                    opponents.hear(&public, &stop).unwrap();
                }
                game.play(mr_x.choose(&game, player, &stop).unwrap());
            } else {
                game.play(real.choose(&public, player, &stop).unwrap());
            }
        }
        opponents.hear(&game.public(), &stop).unwrap();
        (game.open.round > 10).then_some(opponents.weights)
    }

    #[test]
    fn the_kind_that_explains_the_moves_gains_weight() {
        for (kind, real) in
            ["nijssen(playouts=500)", "expectimax(nodes=5000)", "greedy"].iter().enumerate()
        {
            let weights: Vec<f64> =
                (0..20).filter_map(|seed| weighed(real, seed, false)).map(|w| w[kind]).collect();
            let mean = weights.iter().sum::<f64>() / weights.len() as f64;
            assert!(weights.len() >= 5 && mean > 0.75, "{real}: {weights:?}");
        }
    }

    /// It does not matter when they are told.
    #[test]
    fn a_game_is_heard_once() {
        for seed in 0..3 {
            assert_eq!(weighed("greedy", seed, true), weighed("greedy", seed, false));
        }
    }

    /// With one model nobody else is asked, and the estimate is the one of detectives who search.
    #[test]
    fn one_model_is_not_weighed() {
        let mut one = opponents("nijssen");
        let game = Options::default().start(1);
        assert_eq!(one.hear(&game.public(), &Stop::new()), Ok(0));
        assert_eq!(one.simple(), 0.0);
        assert!(std::ptr::eq(one.draw().1, Value::learned()));
    }
}
