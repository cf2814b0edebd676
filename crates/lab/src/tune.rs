//! Tuning: the cross-entropy method over the parameters of any agent of any game.
//!
//! Schadd, Winands, Tak and Uiterwijk 2012, section 5: a generation draws 100 settings, each plays
//! 30 games, the best 10 give the next distribution. All settings of a generation play the same
//! games (same seeds), so that they differ by their merit and not by their luck.
//!
//! Nothing but the games is stored: they are cells of the store like any others, and a tuning that
//! is run again draws the same settings and finds their games there. So it goes on where it was
//! stopped, having lost the games in flight.

mod file;
mod plot;

pub use file::{FileError, read};
pub use plot::{sparkline, svg};

use crate::campaign::{Campaign, Progress, fill};
use crate::compare::{Comparison, Plan};
use crate::runner::{Ended, Pairing, RunError, RunOptions};
use crate::store::{CellKey, RunId, Store, StoreError};
use spinney_games::contest::AnyContest;
use spinney_search::rng::mix;
use spinney_search::tune::{CrossEntropy, Dimension, Options, TuneError};
use spinney_spec::{Settings, SpecError};
use std::collections::HashMap;

/// What to tune, and how.
#[derive(Clone)]
pub struct Tuning<'a> {
    /// The game.
    pub contest: &'a dyn AnyContest,
    /// The side whose agent is tuned.
    pub side: usize,
    /// The agent, with the values of what is not tuned.
    pub agent: Settings,
    /// Its opponent in a game of two sides.
    pub against: Option<Settings>,
    /// The parameters with the ranges to search.
    pub parameters: Vec<(String, Dimension)>,
    /// Population, elite, smoothing.
    pub options: Options,
    /// Games of each setting.
    pub games: u64,
    /// Generations.
    pub generations: u64,
    /// The seed of the tuning: settings and games.
    pub seed: u64,
}

/// One generation, after its games.
#[derive(Clone, Debug, PartialEq)]
pub struct Generation {
    /// Its number, from 1.
    pub number: u64,
    /// The mean of each parameter after it.
    pub mean: Vec<f64>,
    /// The deviation of each parameter after it.
    pub deviation: Vec<f64>,
    /// The mean score of its settings.
    pub score: f64,
    /// The best score among them.
    pub best: f64,
}

/// How a tuning ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    /// Every generation.
    pub generations: Vec<Generation>,
    /// The agent at the means: the specification to paste.
    pub agent: Settings,
    /// Parameters that ended at the edge of the range that was searched: what is best may lie beyond.
    pub edges: Vec<Edge>,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
}

/// A parameter at the edge of its range.
#[derive(Clone, Debug, PartialEq)]
pub struct Edge {
    /// The parameter.
    pub name: String,
    /// Its value.
    pub value: f64,
    /// The end of the range that it is near.
    pub end: f64,
}

/// Nearer to an end than this part of the range is at the edge.
const EDGE: f64 = 0.05;

/// Why a tuning can't go on.
#[derive(Debug, thiserror::Error)]
pub enum TuningError {
    /// A setting that the agent refuses.
    #[error("a setting was refused")]
    Spec(#[from] Box<SpecError>),
    /// Options or ranges that make no sense.
    #[error(transparent)]
    Method(#[from] TuneError),
    /// Games could not be played or stored.
    #[error(transparent)]
    Run(#[from] Box<RunError<StoreError>>),
    /// The store could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What a tuning needs next.
pub enum Due<'a> {
    /// The games of a generation.
    Games(Vec<Pairing<'a>>),
    /// Nothing: this is the agent at the means.
    Nothing(Settings),
}

/// What a tuning tells while it runs.
pub enum News<'a> {
    /// A generation is being played.
    Playing(u64, Progress),
    /// A generation was learnt from.
    Learnt(&'a Generation),
}

/// Five significant digits: enough for any parameter, short enough to read and to paste.
fn readable(x: f64) -> f64 {
    format!("{x:.4e}").parse().unwrap_or(x)
}

impl<'a> Tuning<'a> {
    /// The agent with these values of the tuned parameters.
    fn setting(&self, values: &[f64]) -> Result<Settings, TuningError> {
        let mut setting = self.agent.clone();
        for ((name, _), value) in self.parameters.iter().zip(values) {
            setting = setting.with(name, readable(*value)).map_err(Box::new)?;
        }
        Ok(setting)
    }

    fn pairing(&self, setting: Settings, generation: u64) -> Pairing<'a> {
        let mut agents: Vec<Settings> = self.against.iter().cloned().collect();
        agents.insert(self.side.min(agents.len()), setting);
        Pairing { contest: self.contest, agents, seed: mix(&[self.seed, generation]) }
    }

    /// Runs the tuning over a store. `news` is told of progress and of each generation.
    pub fn run(
        &self,
        store: &mut Store,
        run: RunId,
        options: &RunOptions,
        mut news: impl FnMut(News<'_>),
    ) -> Result<Tuned, TuningError> {
        let dimensions: Vec<Dimension> = self.parameters.iter().map(|(_, d)| *d).collect();
        let mut tuner = CrossEntropy::new(&dimensions, self.options, self.seed)?;
        let mut generations = Vec::new();
        let mut interrupted = false;
        for number in 1..=self.generations {
            let samples = tuner.ask();
            let Some(scores) = self.play(&samples, number, store, run, options, &mut news)? else {
                interrupted = true;
                break;
            };
            tuner.tell(&scores)?;
            let generation = Generation {
                number,
                mean: tuner.mean(),
                deviation: tuner.state().deviation.clone(),
                score: scores.iter().sum::<f64>() / scores.len() as f64,
                best: scores.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            };
            news(News::Learnt(&generation));
            generations.push(generation);
        }
        let agent = self.setting(&tuner.mean())?;
        // Before the first generation the mean is the middle: no edge is near.
        let edges = self.edges(&tuner.mean());
        Ok(Tuned { generations, agent, edges, interrupted })
    }

    fn edges(&self, values: &[f64]) -> Vec<Edge> {
        let near = |((name, range), &value): (&(String, Dimension), &f64)| {
            let ends = [range.min, range.max].into_iter();
            let end = ends
                .into_iter()
                .find(|end| (value - end).abs() < EDGE * (range.max - range.min))?;
            Some(Edge { name: name.clone(), value: readable(value), end })
        };
        self.parameters.iter().zip(values).filter_map(near).collect()
    }

    /// A comparison of the tuned agent with the one that the tuning began with, on games that the
    /// tuning has not seen: they play each other where the sides are the same job, else both play the
    /// opponent.
    pub fn closing(&self, tuned: &Settings, games: u64) -> Comparison<'a> {
        let seed = mix(&[self.seed, u64::MAX]);
        let plan = if self.contest.symmetric() {
            let agents = vec![tuned.clone(), self.agent.clone()];
            Plan::Together(Pairing { contest: self.contest, agents, seed })
        } else {
            let pairing = |agent: &Settings| Pairing { seed, ..self.pairing(agent.clone(), 0) };
            Plan::Apart { pairings: [pairing(tuned), pairing(&self.agent)], side: self.side }
        };
        Comparison { plan, games, sprt: None }
    }

    /// What the tuning needs next beyond the games of a store: for whoever plays them elsewhere.
    pub fn due(&self, store: &Store) -> Result<Due<'a>, TuningError> {
        let dimensions: Vec<Dimension> = self.parameters.iter().map(|(_, d)| *d).collect();
        let mut tuner = CrossEntropy::new(&dimensions, self.options, self.seed)?;
        for number in 1..=self.generations {
            let (pairings, index) = self.seats(&tuner.ask(), number)?;
            for pairing in &pairings {
                let cell = store.find_cell(&CellKey::of(pairing))?;
                let lacks = match cell {
                    Some(cell) => !store.missing(cell, self.games)?.is_empty(),
                    None => true,
                };
                if lacks {
                    return Ok(Due::Games(pairings));
                }
            }
            tuner.tell(&self.scores(&pairings, &index, store)?)?;
        }
        Ok(Due::Nothing(self.setting(&tuner.mean())?))
    }

    /// Who plays for each of these samples: the pairings, and the one of each sample.
    fn seats(
        &self,
        samples: &[Vec<f64>],
        generation: u64,
    ) -> Result<(Vec<Pairing<'a>>, Vec<usize>), TuningError> {
        // Rounding makes samples equal: those share their games.
        let mut pairings: Vec<Pairing<'a>> = Vec::new();
        let mut known: HashMap<CellKey, usize> = HashMap::new();
        let mut index = Vec::with_capacity(samples.len());
        for sample in samples {
            let pairing = self.pairing(self.setting(sample)?, generation);
            let at = *known.entry(CellKey::of(&pairing)).or_insert(pairings.len());
            if at == pairings.len() {
                pairings.push(pairing);
            }
            index.push(at);
        }
        Ok((pairings, index))
    }

    /// The score of each sample over its games.
    fn scores(
        &self,
        pairings: &[Pairing<'_>],
        index: &[usize],
        store: &Store,
    ) -> Result<Vec<f64>, StoreError> {
        let score = |pairing: &Pairing<'_>| {
            let cell = store.cell(&CellKey::of(pairing))?;
            let tally = store.tally(cell, pairing.agents.len(), self.games)?;
            Ok(if pairing.agents.len() > 1 {
                100.0 * tally.points(self.side) / tally.games as f64
            } else {
                tally.mean_reward(self.side)
            })
        };
        let scores: Vec<f64> = pairings.iter().map(score).collect::<Result<_, StoreError>>()?;
        Ok(index.iter().map(|&at| scores[at]).collect())
    }

    /// The score of each sample over its games; nothing if it was interrupted.
    fn play(
        &self,
        samples: &[Vec<f64>],
        generation: u64,
        store: &mut Store,
        run: RunId,
        options: &RunOptions,
        news: &mut impl FnMut(News<'_>),
    ) -> Result<Option<Vec<f64>>, TuningError> {
        let (pairings, index) = self.seats(samples, generation)?;
        let games = vec![self.games; pairings.len()];
        let campaign = Campaign { pairings: &pairings, games: &games, shard: None, deadline: None };
        let ended = fill(&campaign, store, run, options, |progress| {
            news(News::Playing(generation, progress));
        });
        if ended.map_err(Box::new)? == Ended::Interrupted {
            return Ok(None);
        }
        Ok(Some(self.scores(&pairings, &index, store)?))
    }
}
