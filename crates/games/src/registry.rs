//! The games by name.
//!
//! ```
//! use spinney_games::registry::Registry;
//! let registry = Registry::standard();
//! let wrong = registry.open(&"no-such-game".parse()?).err().unwrap();
//! assert!(wrong.to_string().starts_with("unknown game `no-such-game`"));
//! let contest = registry.open(&"tron(board=9x9)".parse()?)?;
//! assert_eq!(contest.sides(), ["a", "b"]);
//! # Ok::<(), spinney_spec::SpecError>(())
//! ```
//!
//! A program with games of its own adds them and installs the registry before it does anything
//! else. From then on the laboratory and the command line know them.

use crate::benchmark::{self, Benchmark};
use crate::contest::AnyContest;
use crate::table::Table;
use crate::{connect_four, cops_and_robbers, samegame, scotland_yard, tic_tac_toe, tron};
use spinney_spec::{Catalogue, Schema, Settings, Spec, SpecError};
use std::sync::{Arc, OnceLock};

/// What sets up a game with its options.
pub type Open = fn(&Settings) -> Result<Box<dyn AnyContest>, SpecError>;

/// The games that a program knows.
#[derive(Clone, Debug)]
pub struct Registry {
    games: Vec<(&'static Schema, Open)>,
    benchmarks: Vec<&'static Benchmark>,
}

static INSTALLED: OnceLock<Registry> = OnceLock::new();

impl Registry {
    /// The games of this crate.
    pub fn standard() -> Self {
        Self { games: Vec::new(), benchmarks: benchmark::all().collect() }
            .with(&connect_four::GAME, connect_four::contest)
            .with(&cops_and_robbers::GAME, cops_and_robbers::contest)
            .with(&samegame::GAME, samegame::contest)
            .with(&scotland_yard::GAME, scotland_yard::contest)
            .with(&tic_tac_toe::GAME, tic_tac_toe::contest)
            .with(&tron::GAME, tron::contest)
    }

    /// The same with one more game: its name with its options, and what sets it up. A game of the
    /// same name takes the place of the one before.
    pub fn with(mut self, schema: &'static Schema, open: Open) -> Self {
        self.games.retain(|(known, _)| known.name != schema.name);
        self.games.push((schema, open));
        self
    }

    /// The same with more benchmarks.
    pub fn with_benchmarks(mut self, benchmarks: &'static [Benchmark]) -> Self {
        self.benchmarks.extend(benchmarks);
        self
    }

    /// Makes this the registry of the whole program.
    ///
    /// # Panics
    /// If the program has used or installed another one before.
    pub fn install(self) {
        assert!(INSTALLED.set(self).is_ok(), "the registry is installed before it is first used");
    }

    /// The registry of the whole program: the one that was installed, or [`Registry::standard`].
    pub fn current() -> &'static Self {
        INSTALLED.get_or_init(Self::standard)
    }

    /// All games with their options.
    pub fn games(&self) -> Catalogue {
        let schemas: Vec<&'static Schema> = self.games.iter().map(|(schema, _)| *schema).collect();
        Catalogue::new("game", &schemas)
    }

    /// All benchmarks.
    pub fn benchmarks(&self) -> impl Iterator<Item = &'static Benchmark> + '_ {
        self.benchmarks.iter().copied()
    }

    /// The game that a specification such as `tron(board=20x20)` names, ready for agents.
    ///
    /// # Errors
    /// When there is no such game or an option is wrong.
    pub fn open(&self, spec: &Spec) -> Result<Box<dyn AnyContest>, SpecError> {
        let settings = self.games().resolve(spec)?;
        let found = self.games.iter().find(|(schema, _)| schema.name == settings.name());
        let (_, open) = found.expect("the catalogue is made of these games");
        open(&settings)
    }

    /// The same for a match: unless the specification says how it opens, with the game's usual
    /// number of random turns.
    ///
    /// # Errors
    /// As for [`Registry::open`].
    pub fn open_for_match(&self, spec: &Spec) -> Result<Box<dyn AnyContest>, SpecError> {
        let contest = self.open(spec)?;
        match contest.usual_opening() {
            0 => Ok(contest),
            _ if spec.get("opening").is_some() => Ok(contest),
            turns => self.open(&contest.spec().with("opening", turns)),
        }
    }

    /// A table at which the game that a specification names can be played.
    ///
    /// # Errors
    /// As for [`Registry::open`].
    pub fn table(&self, spec: &Spec, seed: u64) -> Result<Box<dyn Table>, SpecError> {
        let contest: Arc<dyn AnyContest> = self.open(spec)?.into();
        Ok(contest.table(seed))
    }
}

/// All games of [`Registry::current`] with their options.
pub fn games() -> Catalogue {
    Registry::current().games()
}

/// [`Registry::open`] of [`Registry::current`].
///
/// # Errors
/// As there.
pub fn open(spec: &Spec) -> Result<Box<dyn AnyContest>, SpecError> {
    Registry::current().open(spec)
}

/// [`Registry::open_for_match`] of [`Registry::current`].
///
/// # Errors
/// As there.
pub fn open_for_match(spec: &Spec) -> Result<Box<dyn AnyContest>, SpecError> {
    Registry::current().open_for_match(spec)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_of_games_without_chance_open_at_random() {
        let opened =
            |text: &str| open_for_match(&text.parse().unwrap()).unwrap().spec().to_string();
        assert_eq!(opened("connect-four"), "connect-four(opening=4)");
        assert_eq!(opened("connect-four(opening=0)"), "connect-four");
        assert_eq!(opened("tron"), "tron");
        assert_eq!(opened("tron(board=vee)"), "tron(board=vee, opening=4)");
        assert_eq!(opened("scotland-yard"), "scotland-yard");
    }
}
