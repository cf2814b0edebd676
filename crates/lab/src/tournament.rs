//! Everybody against everybody, with a cross table and Elo ratings.
//!
//! In a symmetric game a pair of agents shares its games, seats changed on the same starts. In a
//! game with two different sides each takes each side in half of them.

use crate::runner::{Ended, Next, Pairing, RunError, RunOptions, play_all};
use crate::stats::elo::{CrossTable, Ratings, ratings};
use crate::tally::Tally;
use spinney_games::contest::AnyContest;
use spinney_spec::{Settings, Spec, SpecError};
use std::convert::Infallible;

/// Why there can be no tournament.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TournamentError {
    /// The game has one side, or many.
    #[error("a tournament needs a game of two sides; {game} has {sides}")]
    Sides {
        /// The game.
        game: String,
        /// How many sides it has.
        sides: usize,
    },
    /// Fewer than two agents.
    #[error("a tournament needs at least two agents")]
    TooFew,
    /// An agent can't take a side.
    #[error("{spec} as {side}")]
    Agent {
        /// The agent as given.
        spec: String,
        /// The side.
        side: &'static str,
        /// What is wrong.
        #[source]
        error: Box<SpecError>,
    },
}

/// Agents that can take part.
pub struct Tournament<'a> {
    contest: &'a dyn AnyContest,
    /// The agents, as they take the first side.
    names: Vec<String>,
    pairings: Vec<Pairing<'a>>,
    /// The two agents of each pairing, the one on the first side first.
    meets: Vec<(usize, usize)>,
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Standings {
    /// Points and games, by pairs.
    pub table: CrossTable,
    /// The ratings.
    pub ratings: Ratings,
    /// Each agent's games: wins, draws, losses.
    pub results: Vec<(u64, u64, u64)>,
    /// Faults of each agent.
    pub faults: Vec<u64>,
    /// Games played.
    pub games: u64,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
}

impl<'a> Tournament<'a> {
    /// Checks every agent for every side that it will take.
    pub fn new(
        contest: &'a dyn AnyContest,
        specs: &[Spec],
        seed: u64,
    ) -> Result<Self, TournamentError> {
        let sides = contest.sides();
        if sides.len() != 2 {
            let game = contest.spec().to_string();
            return Err(TournamentError::Sides { game, sides: sides.len() });
        }
        if specs.len() < 2 {
            return Err(TournamentError::TooFew);
        }
        let check = |side: usize, spec: &Spec| {
            contest.check(side, spec).map_err(|error| TournamentError::Agent {
                spec: spec.to_string(),
                side: sides[side],
                error: Box::new(error),
            })
        };
        let as_side = |side| -> Result<Vec<Settings>, _> {
            specs.iter().map(|spec| check(side, spec)).collect()
        };
        let (first, second) = (as_side(0)?, as_side(1)?);
        let mut meets = Vec::new();
        for one in 0..specs.len() {
            for other in one + 1..specs.len() {
                meets.push((one, other));
                if !contest.symmetric() {
                    meets.push((other, one));
                }
            }
        }
        let pairing = |&(one, other): &(usize, usize)| Pairing {
            contest,
            agents: vec![first[one].clone(), second[other].clone()],
            seed,
        };
        let pairings = meets.iter().map(pairing).collect();
        let names = first.iter().map(ToString::to_string).collect();
        Ok(Self { contest, names, pairings, meets })
    }

    /// The agents' canonical names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The games that a tournament of `games` a pair really has: a pair shares them evenly over
    /// seats or sides, so an odd number is made even.
    pub fn total(&self, games: u64) -> u64 {
        self.games_each(games) * self.pairings.len() as u64
    }

    fn games_each(&self, games: u64) -> u64 {
        let even = games.next_multiple_of(2);
        if self.contest.symmetric() { even } else { even / 2 }
    }

    /// Plays `games` a pair. `on_games` sees the number of games played so far.
    pub fn play(
        &self,
        games: u64,
        options: &RunOptions,
        mut on_games: impl FnMut(u64),
    ) -> Result<Standings, RunError<Infallible>> {
        let mut tallies = vec![Tally::new(2); self.pairings.len()];
        let count = self.pairings.len();
        let numbers = 0..self.games_each(games);
        let jobs = numbers.flat_map(|number| (0..count).map(move |pairing| (pairing, number)));
        let mut played = 0;
        let ended = play_all(&self.pairings, jobs, options, |batch| {
            played += batch.len() as u64;
            for game in &batch {
                tallies[game.pairing].add(&game.played);
            }
            on_games(played);
            Ok(Next::More)
        })?;
        Ok(self.standings(&tallies, ended == Ended::Interrupted))
    }

    fn standings(&self, tallies: &[Tally], interrupted: bool) -> Standings {
        let agents = self.names.len();
        let mut table = CrossTable::new(agents);
        let mut results = vec![(0, 0, 0); agents];
        let mut faults = vec![0; agents];
        for (&(one, other), tally) in self.meets.iter().zip(tallies) {
            table.add(one, other, tally.points(0), tally.games as f64);
            for (side, agent) in [one, other].into_iter().enumerate() {
                let counts = tally.counts(side);
                let result = &mut results[agent];
                result.0 += counts.wins;
                result.1 += counts.draws;
                result.2 += counts.losses;
                faults[agent] += tally.sides[side].faults.values().sum::<u64>();
            }
        }
        let games = tallies.iter().map(|tally| tally.games).sum();
        let ratings = ratings(&table);
        Standings { table, ratings, results, faults, games, interrupted }
    }
}
