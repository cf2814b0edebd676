//! What to tune, as a file.
//!
//! ```toml
//! game = "connect-four"
//! agent = "mcts(playouts=200)"     # what is not tuned
//! against = "mcts(playouts=200)"   # in a game of two sides
//! # side = "a"                     # where the sides differ
//! # population = 100, elite = 10, games = 30, generations = 20, smoothing = 1.0, seed = 1
//!
//! [parameters]                     # without it: all that the agent declares tunable
//! c = [0, 2]
//! ```

use super::Tuning;
use serde::Deserialize;
use spinney_games::contest::AnyContest;
use spinney_search::tune::{CrossEntropy, Dimension, Options};
use spinney_spec::{Kind, Param, Settings, SpecError, did_you_mean, nearest};
use std::collections::BTreeMap;

/// What is wrong with such a file, and what would be right.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// Not TOML, or not these keys.
    #[error("{0}")]
    Toml(#[from] Box<toml::de::Error>),
    /// A specification that is wrong.
    #[error("{key} = \"{text}\"")]
    Spec {
        /// The key in the file.
        key: &'static str,
        /// Its value.
        text: String,
        /// What is wrong with it.
        #[source]
        error: Box<SpecError>,
    },
    /// A value that makes no sense here.
    #[error("{0}")]
    Value(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    game: String,
    agent: String,
    against: Option<String>,
    side: Option<String>,
    #[serde(default = "population")]
    population: usize,
    #[serde(default = "elite")]
    elite: usize,
    #[serde(default = "games")]
    games: u64,
    #[serde(default = "generations")]
    generations: u64,
    #[serde(default = "one")]
    smoothing: f64,
    #[serde(default)]
    floor: f64,
    #[serde(default = "seed")]
    seed: u64,
    parameters: Option<BTreeMap<String, [f64; 2]>>,
}

fn population() -> usize {
    Options::default().population
}
fn elite() -> usize {
    Options::default().elite
}
fn games() -> u64 {
    30
}
fn generations() -> u64 {
    20
}
fn one() -> f64 {
    1.0
}
fn seed() -> u64 {
    1
}

/// Reads a file. The game that it names is opened by `with`, which is handed the game and what to
/// tune in it.
pub fn read<T>(text: &str, with: impl FnOnce(&Tuning<'_>) -> T) -> Result<T, FileError> {
    let file: File = toml::from_str(text).map_err(Box::new)?;
    let contest = file.game.parse().and_then(|spec| spinney_games::open_for_match(&spec));
    let contest = contest.map_err(|error| wrong("game", &file.game, error))?;
    let tuning = file.tuning(&*contest)?;
    Ok(with(&tuning))
}

fn wrong(key: &'static str, text: &str, error: SpecError) -> FileError {
    FileError::Spec { key, text: text.to_string(), error: Box::new(error) }
}

impl File {
    fn tuning<'a>(&self, contest: &'a dyn AnyContest) -> Result<Tuning<'a>, FileError> {
        let side = self.side_number(contest)?;
        let agent = self.agent.parse().and_then(|spec| contest.check(side, &spec));
        let agent = agent.map_err(|error| wrong("agent", &self.agent, error))?;
        let parameters = self.ranges(&agent)?;
        if self.games == 0 || self.generations == 0 {
            return Err(FileError::Value("games and generations must be at least 1".to_string()));
        }
        let options = Options {
            population: self.population,
            elite: self.elite,
            smoothing: self.smoothing,
            floor: self.floor,
        };
        let dimensions: Vec<Dimension> = parameters.iter().map(|(_, d)| *d).collect();
        CrossEntropy::new(&dimensions, options, self.seed)
            .map_err(|error| FileError::Value(error.to_string()))?;
        Ok(Tuning {
            contest,
            side,
            against: self.opponent(contest, side)?,
            parameters,
            options,
            games: self.games,
            generations: self.generations,
            seed: self.seed,
            agent,
        })
    }

    fn side_number(&self, contest: &dyn AnyContest) -> Result<usize, FileError> {
        let sides = contest.sides();
        match &self.side {
            None if contest.symmetric() || sides.len() == 1 => Ok(0),
            None => Err(FileError::Value(format!("side is missing: one of {}", sides.join(", ")))),
            Some(name) => sides.iter().position(|side| side == name).ok_or_else(|| {
                FileError::Value(format!("side = \"{name}\": one of {}", sides.join(", ")))
            }),
        }
    }

    fn opponent(
        &self,
        contest: &dyn AnyContest,
        side: usize,
    ) -> Result<Option<Settings>, FileError> {
        match (&self.against, contest.sides().len()) {
            (None, 1) => Ok(None),
            (Some(_), 1) => {
                let message = "against has no meaning in a game of one side: leave it out";
                Err(FileError::Value(message.to_string()))
            }
            (None, _) => {
                let other = contest.sides()[1 - side];
                let message = format!("against is missing: the agent that plays {other}");
                Err(FileError::Value(message))
            }
            (Some(text), _) => {
                let settings = text.parse().and_then(|spec| contest.check(1 - side, &spec));
                settings.map(Some).map_err(|error| wrong("against", text, error))
            }
        }
    }

    /// The parameters with their ranges: those of the file, or all that the agent declares tunable.
    fn ranges(&self, agent: &Settings) -> Result<Vec<(String, Dimension)>, FileError> {
        let declared = agent.schema.params;
        let tunable = || declared.iter().filter(|p| p.tunable);
        let names = || tunable().map(|p| p.name).collect::<Vec<_>>().join(", ");
        let Some(asked) = &self.parameters else {
            let all = tunable().filter_map(|p| Some((p.name.to_string(), dimension(p)?)));
            let all: Vec<_> = all.collect();
            if all.is_empty() {
                let message = format!("`{}` declares nothing tunable", agent.name());
                return Err(FileError::Value(message));
            }
            return Ok(all);
        };
        let mut ranges = Vec::new();
        for (name, &[min, max]) in asked {
            let param = tunable().find(|p| p.name == name);
            let range = param.and_then(dimension).ok_or_else(|| {
                let near = nearest(name, tunable().map(|p| p.name));
                let message = format!(
                    "`{}` has no tunable parameter `{name}`{}; it has: {}",
                    agent.name(),
                    did_you_mean(near.as_deref()),
                    names()
                );
                FileError::Value(message)
            })?;
            if !(range.min <= min && min < max && max <= range.max) {
                let (low, high) = (range.min, range.max);
                let message = format!(
                    "{name} = [{min}, {max}]: expected two numbers from {low} to {high}, the \
                     smaller first"
                );
                return Err(FileError::Value(message));
            }
            ranges.push((name.clone(), Dimension { min, max, integer: range.integer }));
        }
        if ranges.is_empty() {
            let message = format!("[parameters] is empty; the agent has: {}", names());
            return Err(FileError::Value(message));
        }
        Ok(ranges)
    }
}

/// The range that a parameter declares; none if it is neither a number nor a whole number.
fn dimension(param: &Param) -> Option<Dimension> {
    match param.kind {
        Kind::Integer { min, max } => Some(Dimension::integer(min as f64, max as f64)),
        Kind::Real { min, max } => Some(Dimension::real(min, max)),
        Kind::Limit { .. } | Kind::Choice(_) | Kind::Flag | Kind::Any => None,
    }
}
