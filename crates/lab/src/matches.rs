//! A match: games between the same agents, one after the other by number.
//!
//! A sequential test looks at pairs of games where agents change seats on one start, else at games.
//!
//! ```
//! use spinney_lab::matches::{Match, play};
//! use spinney_lab::runner::{Pairing, RunOptions};
//!
//! let contest = spinney_games::open(&"tic-tac-toe".parse()?)?;
//! let agents = vec![contest.check(0, &"random".parse()?)?, contest.check(1, &"random".parse()?)?];
//! let pairing = Pairing { contest: &*contest, agents, seed: 1 };
//! let asked = Match { pairing, games: 10, sprt: None };
//! let result = play(&asked, None, &RunOptions::default(), |_, _| Ok(()))?;
//! assert_eq!(result.tally.games, 10);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::blocks::Blocks;
use crate::runner::{Ended, Finished, Pairing, RunError, RunOptions};
use crate::series::{self, Kept, Series, SeriesError, Wanted};
use crate::stats::sprt::{Outcomes, Sprt, Verdict};
use crate::tally::{Tally, identity, score};
use std::time::{Duration, Instant};

/// What to play.
pub struct Match<'a> {
    /// Who against whom.
    pub pairing: Pairing<'a>,
    /// How many games; with a sequential test, at most.
    pub games: u64,
    /// A test of the first side's strength, after which the match ends.
    pub sprt: Option<Sprt>,
}

/// How it went.
#[derive(Clone, Debug)]
pub struct MatchResult {
    /// All games that count.
    pub tally: Tally,
    /// What the sequential test saw: pairs of games where seats change, else games.
    pub outcomes: Option<Outcomes>,
    /// What the sequential test said.
    pub verdict: Option<Verdict>,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
    /// How long it took.
    pub elapsed: Duration,
}

/// Plays a match. `on_game` sees each game that counts, in the order of their numbers, with the
/// tally so far; its error ends the match. With a store, what it has is not played again.
pub fn play(
    asked: &Match<'_>,
    kept: Option<Kept<'_>>,
    options: &RunOptions,
    mut on_game: impl FnMut(&Finished, &Tally) -> std::io::Result<()>,
) -> Result<MatchResult, RunError<SeriesError>> {
    let started = Instant::now();
    let contest = asked.pairing.contest;
    let mut tally = Tally::new(contest.sides().len());
    // Games of a symmetric contest come in pairs of the same start: a test looks after both.
    let size = if contest.symmetric() { 2 } else { 1 };
    let mut blocks = Blocks::of_scores(size);
    let mut verdict = None;
    let series = Series {
        pairings: std::slice::from_ref(&asked.pairing),
        groups: vec![0],
        games: asked.games,
    };
    let ended = series::play(&series, kept, options, |game, in_order| {
        tally.add(&game.played);
        on_game(game, &tally)?;
        let Some(test) = asked.sprt.filter(|_| in_order) else { return Ok(Wanted::More) };
        let (block, place) = (game.number / size as u64, (game.number % size as u64) as usize);
        let taken = score(&game.played.rewards, 0);
        if blocks.add(block, place, taken, identity(&game.played)) {
            verdict = blocks.outcomes().and_then(|seen| test.verdict(&seen));
        }
        Ok(if verdict.is_some() { Wanted::Enough } else { Wanted::More })
    })?;
    let outcomes = blocks.outcomes();
    let concluded = asked.sprt.zip(outcomes.as_ref()).map(|(test, seen)| test.conclude(seen));
    let verdict = verdict.or(concluded);
    let interrupted = ended == Ended::Interrupted;
    Ok(MatchResult { tally, outcomes, verdict, interrupted, elapsed: started.elapsed() })
}
