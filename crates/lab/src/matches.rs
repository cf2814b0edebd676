//! A match: games between the same agents, one after the other by number.
//!
//! Games finish in any order but are counted in the order of their numbers, so a sequential test
//! stops after the same game on any number of threads, and a file of records is the same file.
//!
//! ```
//! use spinney_lab::matches::{Match, play};
//! use spinney_lab::runner::{Pairing, RunOptions};
//!
//! let contest = spinney_games::open(&"tic-tac-toe".parse()?)?;
//! let agents = vec![contest.check(0, &"random".parse()?)?, contest.check(1, &"random".parse()?)?];
//! let pairing = Pairing { contest: &*contest, agents, seed: 1 };
//! let asked = Match { pairing, games: 10, sprt: None };
//! let result = play(&asked, &RunOptions::default(), |_, _| Ok(()))?;
//! assert_eq!(result.tally.games, 10);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::runner::{Ended, Finished, Next, Pairing, RunError, RunOptions, play_all};
use crate::stats::sprt::{Sprt, Verdict};
use crate::tally::Tally;
use std::collections::BTreeMap;
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
    /// What the sequential test said.
    pub verdict: Option<Verdict>,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
    /// How long it took.
    pub elapsed: Duration,
}

/// Plays a match. `on_game` sees each game that counts, in the order of their numbers, with the
/// tally so far; its error ends the match.
pub fn play(
    asked: &Match<'_>,
    options: &RunOptions,
    mut on_game: impl FnMut(&Finished, &Tally) -> std::io::Result<()>,
) -> Result<MatchResult, RunError<std::io::Error>> {
    let started = Instant::now();
    let contest = asked.pairing.contest;
    let mut tally = Tally::new(contest.sides().len());
    let mut early: BTreeMap<u64, Finished> = BTreeMap::new();
    let mut verdict = None;
    // Games of a symmetric contest come in pairs of the same start: a test looks after both.
    let pair = if contest.symmetric() { 2 } else { 1 };
    let ended = play_all(
        std::slice::from_ref(&asked.pairing),
        (0..asked.games).map(|number| (0, number)),
        options,
        |batch| {
            early.extend(batch.into_iter().map(|game| (game.number, game)));
            while let Some(game) = early.remove(&tally.games) {
                tally.add(&game.played);
                on_game(&game, &tally)?;
                let test = asked.sprt.filter(|_| tally.games.is_multiple_of(pair));
                verdict = test.and_then(|test| test.verdict(tally.counts(0)));
                if verdict.is_some() {
                    return Ok(Next::Enough);
                }
            }
            Ok(Next::More)
        },
    )?;
    // Stopped: games that finished before an earlier one did count all the same.
    if ended == Ended::Interrupted {
        for game in early.values() {
            tally.add(&game.played);
            on_game(game, &tally).map_err(RunError::Sink)?;
        }
    }
    let verdict = verdict.or_else(|| asked.sprt.map(|test| test.conclude(tally.counts(0))));
    let interrupted = ended == Ended::Interrupted;
    Ok(MatchResult { tally, verdict, interrupted, elapsed: started.elapsed() })
}
