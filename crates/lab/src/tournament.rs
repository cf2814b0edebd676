//! Everybody against everybody, or the first against all others, with a cross table and Elo ratings.
//!
//! In a symmetric game a pair of agents shares its games, seats changed on the same starts. In a
//! game with two different sides each takes each side in half of them, on the same starts. So a pair
//! of games on one start is one observation, and a sequential test of a pair of agents looks at those.

use crate::blocks::Blocks;
use crate::runner::{Ended, Finished, Pairing, RunError, RunOptions};
use crate::series::{self, Kept, Series, SeriesError, Wanted};
use crate::stats::elo::{CrossTable, Ratings, ratings};
use crate::stats::sprt::{Sprt, Verdict};
use crate::tally::{Tally, identity, score};
use spinney_games::contest::AnyContest;
use spinney_spec::{Settings, Spec, SpecError};

/// Why there can be no tournament.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TournamentError {
    /// The game has one side, or many.
    #[error("a tournament needs a game with two sides; {game} has {sides}")]
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

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first agent meets all others, who do not meet each other.
    Gauntlet,
}

/// Agents that can take part.
pub struct Tournament<'a> {
    contest: &'a dyn AnyContest,
    /// The agents, as they take the first side.
    names: Vec<String>,
    pairings: Vec<Pairing<'a>>,
    /// The two agents of each pairing, the one on the first side first.
    meets: Vec<(usize, usize)>,
    /// The pair of agents that each pairing belongs to.
    pair_of: Vec<usize>,
    /// A test of each pair, the agent that was named first against the other.
    sprt: Option<Sprt>,
}

/// What the test of a pair said.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairTest {
    /// The agent that was named first.
    pub first: usize,
    /// The other.
    pub second: usize,
    /// The log-likelihood ratio.
    pub ratio: f64,
    /// The verdict.
    pub verdict: Verdict,
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
    /// Those that differ from each other.
    pub distinct: u64,
    /// The test of each pair, if there is one.
    pub tests: Vec<PairTest>,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
}

impl Standings {
    /// The agents, the strongest first.
    pub fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.results.len()).collect();
        order.sort_by(|&a, &b| self.ratings.elo[b].total_cmp(&self.ratings.elo[a]));
        order
    }
}

impl<'a> Tournament<'a> {
    /// Checks every agent for every side that it will take.
    pub fn new(
        contest: &'a dyn AnyContest,
        specs: &[Spec],
        seed: u64,
        format: Format,
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
        let (mut meets, mut pair_of) = (Vec::new(), Vec::new());
        let hosts = if format == Format::Gauntlet { 1 } else { specs.len() };
        let pairs =
            (0..hosts).flat_map(|one| (one + 1..specs.len()).map(move |other| (one, other)));
        for (pair, (one, other)) in pairs.enumerate() {
            meets.push((one, other));
            pair_of.push(pair);
            if !contest.symmetric() {
                meets.push((other, one));
                pair_of.push(pair);
            }
        }
        let pairing = |&(one, other): &(usize, usize)| Pairing {
            contest,
            agents: vec![first[one].clone(), second[other].clone()],
            seed,
        };
        let pairings = meets.iter().map(pairing).collect();
        let names = first.iter().map(ToString::to_string).collect();
        Ok(Self { contest, names, pairings, meets, pair_of, sprt: None })
    }

    /// The same with a test of each pair, which ends its games.
    pub fn with_test(self, sprt: Option<Sprt>) -> Self {
        Self { sprt, ..self }
    }

    /// Who against whom.
    pub fn pairings(&self) -> &[Pairing<'a>] {
        &self.pairings
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

    /// The games of each pairing in a tournament of `games` a pair.
    pub fn games_each(&self, games: u64) -> u64 {
        let even = games.next_multiple_of(2);
        if self.contest.symmetric() { even } else { even / 2 }
    }

    /// Plays `games` a pair, or fewer where a test ends them. `on_game` sees each game in the order of
    /// their numbers; with a store, what it has is not played again.
    pub fn play(
        &self,
        games: u64,
        kept: Option<Kept<'_>>,
        options: &RunOptions,
        mut on_game: impl FnMut(&Finished) -> std::io::Result<()>,
    ) -> Result<Standings, RunError<SeriesError>> {
        let mut tallies = vec![Tally::new(2); self.pairings.len()];
        let pairs = self.pair_of.last().map_or(0, |last| last + 1);
        let mut blocks = vec![Blocks::of_scores(2); pairs];
        let mut verdicts = vec![None; pairs];
        let series = Series {
            pairings: &self.pairings,
            groups: self.pair_of.clone(),
            games: self.games_each(games),
        };
        let ended = series::play(&series, kept, options, |game, in_order| {
            tallies[game.pairing].add(&game.played);
            on_game(game)?;
            let Some(test) = self.sprt.filter(|_| in_order) else { return Ok(Wanted::More) };
            let pair = self.pair_of[game.pairing];
            let complete = self.observe(game, &mut blocks[pair]);
            let seen = blocks[pair].outcomes().filter(|_| complete);
            verdicts[pair] = seen.and_then(|seen| test.verdict(&seen));
            Ok(if verdicts[pair].is_some() { Wanted::Enough } else { Wanted::More })
        })?;
        let tests = self.sprt.map_or_else(Vec::new, |test| {
            let of_pair = |pair: usize| {
                let pairing = self.pair_of.iter().position(|&of| of == pair)?;
                let (first, second) = self.meets[pairing];
                let seen = blocks[pair].outcomes()?;
                let verdict = verdicts[pair].unwrap_or_else(|| test.conclude(&seen));
                Some(PairTest { first, second, ratio: test.ratio(&seen), verdict })
            };
            (0..pairs).filter_map(of_pair).collect()
        });
        Ok(self.standings(&tallies, tests, ended == Ended::Interrupted))
    }

    /// Adds a game to the blocks of its pair; says whether its block is complete.
    fn observe(&self, game: &Finished, blocks: &mut Blocks) -> bool {
        let played = &game.played;
        let first = self.meets[game.pairing].0 < self.meets[game.pairing].1;
        let taken = score(&played.rewards, usize::from(!first));
        let (block, place) = if self.contest.symmetric() {
            (game.number / 2, (game.number % 2) as usize)
        } else {
            (game.number, usize::from(!first))
        };
        blocks.add(block, place, taken, identity(played))
    }

    fn standings(&self, tallies: &[Tally], tests: Vec<PairTest>, interrupted: bool) -> Standings {
        let agents = self.names.len();
        let mut table = CrossTable::new(agents);
        // Ratings count distinct games: repetitions would make their errors too small.
        let mut distinct_table = CrossTable::new(agents);
        let mut results = vec![(0, 0, 0); agents];
        let mut faults = vec![0; agents];
        for (&(one, other), tally) in self.meets.iter().zip(tallies) {
            let (points, games, worth) = (tally.points(0), tally.games as f64, tally.worth());
            table.add(one, other, points, games);
            distinct_table.add(one, other, worth * points, worth * games);
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
        let distinct = tallies.iter().map(Tally::distinct).sum();
        let ratings = ratings(&distinct_table);
        Standings { table, ratings, results, faults, games, distinct, tests, interrupted }
    }
}
