//! Plays what the store lacks of experiments.
//!
//! Each experiment has its share of the time; inside it, games are played number by number over
//! all cells, so that every cell has about the same number whenever it ends.

use super::results::{Games, SEED, Seating};
use super::{Experiment, ExperimentError};
use crate::campaign::{Campaign, Progress, fill};
use crate::runner::{Ended, Pairing, RunError, RunOptions};
use crate::store::{CellKey, Store, StoreError};
use spinney_search::budget::Stop;
use std::collections::HashSet;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How much to play.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The share of the paper's games: 0.1 is a tenth. At least one game a cell is played.
    pub scale: f64,
    /// As long as this, in all.
    pub budget: Option<Duration>,
    /// Play cells that the paper limits by time by that time, not by their twins.
    pub by_clock: bool,
    /// Threads, and the flag that ends the run.
    pub options: RunOptions,
}

/// How it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// Everything asked for has been played.
    Complete,
    /// The time was up.
    OutOfTime,
    /// A person interrupted.
    Interrupted,
}

/// Why experiments could not be run.
#[derive(Debug, thiserror::Error)]
pub enum RunFailure {
    /// A file or a specification in it is wrong.
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    /// A game could not be played, or not be stored.
    #[error("{experiment} could not be played")]
    Run {
        /// The experiment.
        experiment: String,
        /// Why.
        #[source]
        error: Box<RunError<StoreError>>,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Plays these experiments into the store. `on_progress` hears which experiment is being played
/// and where it is.
pub fn run(
    experiments: &[Experiment],
    store: &mut Store,
    command: &str,
    asked: &Asked,
    mut on_progress: impl FnMut(&Experiment, Progress),
) -> Result<RunEnd, RunFailure> {
    // All specifications are read before the first game.
    let mut games = Games::default();
    let mut plans = Vec::new();
    for experiment in experiments {
        plans.push((experiment, plan(experiment, asked, &mut games)?));
    }
    let started = Instant::now();
    let run = store.begin_run(command)?;
    let mut end = RunEnd::Complete;
    for (done, (experiment, plan)) in plans.iter().enumerate() {
        let left = asked.budget.map(|budget| budget.saturating_sub(started.elapsed()));
        let share = left.map(|left| left / (plans.len() - done) as u32);
        let pairings: Vec<Pairing<'_>> = plan
            .iter()
            .map(|(seating, _)| Pairing {
                contest: &*seating.contest,
                agents: seating.agents.clone(),
                seed: SEED,
            })
            .collect();
        let wanted: Vec<u64> = plan.iter().map(|(_, games)| *games).collect();
        let deadline = share.map(|share| Instant::now() + share);
        let campaign = Campaign { pairings: &pairings, games: &wanted, deadline };
        let mut where_it_is = Progress { found: 0, played: 0, wanted: 0 };
        let ended = until(deadline, &asked.options, |options| {
            fill(&campaign, store, run, options, |progress| {
                where_it_is = progress;
                on_progress(experiment, progress);
            })
        });
        let experiment = experiment.id.clone();
        ended.map_err(|error| RunFailure::Run { experiment, error: Box::new(error) })?;
        if asked.options.stop.raised() {
            return Ok(RunEnd::Interrupted);
        }
        if where_it_is.found + where_it_is.played < where_it_is.wanted {
            end = RunEnd::OutOfTime;
        }
    }
    Ok(end)
}

/// The different cells of an experiment with the games each is to have.
fn plan(
    experiment: &Experiment,
    asked: &Asked,
    games: &mut Games,
) -> Result<Vec<(Seating, u64)>, ExperimentError> {
    let (mut plan, mut seen): (Vec<(Seating, u64)>, HashSet<CellKey>) = Default::default();
    for (grid, cell) in experiment.cells() {
        let play = cell.twin.as_ref().filter(|_| !asked.by_clock).unwrap_or(&cell.play);
        let seating = games.seat(play, true).map_err(|problem| ExperimentError {
            file: experiment.id.clone(),
            problem: format!("cell {}: {problem}", cell.key),
        })?;
        let wanted = ((grid.games as f64 * asked.scale).round() as u64).clamp(1, grid.games);
        // Both games of a pair, where seats are exchanged.
        let wanted = if seating.contest.symmetric() { wanted.next_multiple_of(2) } else { wanted };
        if seen.insert(seating.key()) {
            plan.push((seating, wanted));
        }
    }
    Ok(plan)
}

/// Runs something with a stop flag that is also raised when the deadline has passed: a game that
/// takes hours does not keep a run of minutes waiting.
fn until(
    deadline: Option<Instant>,
    options: &RunOptions,
    work: impl FnOnce(&RunOptions) -> Result<Ended, RunError<StoreError>>,
) -> Result<Ended, RunError<StoreError>> {
    let stop = Stop::new();
    let limited = RunOptions { stop: stop.clone(), ..options.clone() };
    let (done, watch) = channel::<()>();
    std::thread::scope(|scope| {
        let stop = &stop;
        scope.spawn(move || {
            let over = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
            loop {
                let wait = watch.recv_timeout(Duration::from_millis(20));
                if options.stop.raised() || over() {
                    stop.raise();
                    return;
                }
                if wait != Err(RecvTimeoutError::Timeout) {
                    return;
                }
            }
        });
        let ended = work(&limited);
        drop(done);
        ended
    })
}
