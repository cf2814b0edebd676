//! Plays many games on all cores.
//!
//! Games are independent and each is known by its pairing and its number, so the order in which
//! they finish changes nothing. They are handed over in batches as they finish: whoever writes them
//! down can do so in one transaction a batch.

use spinney_games::contest::{AnyContest, PlayError, PlayOptions, Played};
use spinney_search::budget::Stop;
use spinney_spec::Settings;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

/// A game with an agent for each side and a seed: all that decides what game number k is.
#[derive(Clone)]
pub struct Pairing<'a> {
    /// The game.
    pub contest: &'a dyn AnyContest,
    /// One agent a side.
    pub agents: Vec<Settings>,
    /// The seed of all its games.
    pub seed: u64,
}

/// How to run.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// Games at the same time; 0 for one per core.
    pub threads: usize,
    /// A side that takes longer than this over one move loses.
    pub clock: Option<Duration>,
    /// Ends the run; games under way are abandoned, finished ones are handed over.
    pub stop: Stop,
}

impl RunOptions {
    /// The number of threads, never 0.
    pub fn thread_count(&self) -> usize {
        if self.threads > 0 {
            self.threads
        } else {
            std::thread::available_parallelism().map_or(1, usize::from)
        }
    }
}

/// One finished game.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Which pairing it belongs to.
    pub pairing: usize,
    /// Its number there.
    pub number: u64,
    /// What happened.
    pub played: Played,
}

/// Whether more games are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Go on.
    More,
    /// End now; games under way are abandoned.
    Enough,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All games were played.
    Done,
    /// Whoever took the games had enough.
    Enough,
    /// The stop flag was raised.
    Interrupted,
}

/// Why a run could not go on.
#[derive(Debug, thiserror::Error)]
pub enum RunError<E: std::error::Error + 'static> {
    /// A game gave no result.
    #[error("game {number} could not be played")]
    Play {
        /// The game's number.
        number: u64,
        /// Why.
        #[source]
        error: Box<PlayError>,
    },
    /// The rules or the notation of a game panicked: a bug there.
    #[error("game {number}: the rules panicked: {message}")]
    Panic {
        /// The game's number.
        number: u64,
        /// What they said.
        message: String,
    },
    /// Whoever took the games failed.
    #[error(transparent)]
    Sink(E),
    /// The system gave no thread.
    #[error("can't start a thread")]
    Thread(#[source] std::io::Error),
}

/// The name of the threads that play. Whatever panics in them is caught and reported.
pub const THREAD_NAME: &str = "game";

/// At most so many games are handed over at once.
const LARGEST_BATCH: usize = 4096;

enum Report {
    Game(Finished),
    Failed { number: u64, error: PlayError },
    Panicked { number: u64, message: String },
}

/// Plays the games that `jobs` names, as (index of the pairing, number of the game), and hands
/// each over once it is finished. `jobs` is asked for the next game when a thread is free.
pub fn play_all<E: std::error::Error>(
    pairings: &[Pairing<'_>],
    jobs: impl Iterator<Item = (usize, u64)> + Send,
    options: &RunOptions,
    mut sink: impl FnMut(Vec<Finished>) -> Result<Next, E>,
) -> Result<Ended, RunError<E>> {
    // The run's own flag: it also abandons games when enough were played or something failed.
    let abandon = Stop::new();
    let jobs = Mutex::new(jobs.fuse());
    let (sender, receiver) = sync_channel(LARGEST_BATCH);
    std::thread::scope(|scope| {
        for _ in 0..options.thread_count() {
            let (jobs, abandon, sender) = (&jobs, &abandon, sender.clone());
            let thread = std::thread::Builder::new().name(THREAD_NAME.into());
            let started = thread.spawn_scoped(scope, move || {
                work(pairings, jobs, options, abandon, &sender);
            });
            if let Err(error) = started {
                abandon.raise();
                return Err(RunError::Thread(error));
            }
        }
        drop(sender);
        let ended = collect(&receiver, options, &abandon, &mut sink);
        abandon.raise();
        // Threads that wait to send must find nobody there.
        drop(receiver);
        ended
    })
}

/// What each thread does: one game after the other until there is none or nobody wants more.
fn work<J: Iterator<Item = (usize, u64)>>(
    pairings: &[Pairing<'_>],
    jobs: &Mutex<J>,
    options: &RunOptions,
    abandon: &Stop,
    sender: &SyncSender<Report>,
) {
    while !abandon.raised() {
        // A poisoned lock means that the iterator itself panicked: there is no next game then.
        let Some((index, number)) = jobs.lock().ok().and_then(|mut jobs| jobs.next()) else {
            return;
        };
        let report = play_one(&pairings[index], index, number, options, abandon);
        if report.is_some_and(|report| sender.send(report).is_err()) {
            return;
        }
    }
}

fn play_one(
    pairing: &Pairing<'_>,
    index: usize,
    number: u64,
    options: &RunOptions,
    abandon: &Stop,
) -> Option<Report> {
    let play =
        PlayOptions { seed: pairing.seed, number, clock: options.clock, stop: abandon.clone() };
    let result = catch_unwind(AssertUnwindSafe(|| pairing.contest.play(&pairing.agents, &play)));
    match result {
        Ok(Ok(played)) => Some(Report::Game(Finished { pairing: index, number, played })),
        Ok(Err(PlayError::Interrupted)) => None,
        Ok(Err(error)) => Some(Report::Failed { number, error }),
        Err(panic) => {
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_string());
            let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
            Some(Report::Panicked { number, message: text.unwrap_or_default() })
        }
    }
}

/// Takes reports as they come and hands games over in batches, until all threads are gone.
fn collect<E: std::error::Error>(
    receiver: &Receiver<Report>,
    options: &RunOptions,
    abandon: &Stop,
    sink: &mut impl FnMut(Vec<Finished>) -> Result<Next, E>,
) -> Result<Ended, RunError<E>> {
    loop {
        let first = match receiver.recv_timeout(Duration::from_millis(20)) {
            Ok(report) => Some(report),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                let interrupted = options.stop.raised();
                return Ok(if interrupted { Ended::Interrupted } else { Ended::Done });
            }
        };
        if options.stop.raised() {
            abandon.raise();
        }
        let mut batch = Vec::new();
        let mut failure = None;
        let rest = std::iter::from_fn(|| receiver.try_recv().ok());
        for report in first.into_iter().chain(rest).take(LARGEST_BATCH) {
            match report {
                Report::Game(finished) => batch.push(finished),
                Report::Failed { number, error } => {
                    let error = Box::new(error);
                    failure.get_or_insert(RunError::Play { number, error });
                }
                Report::Panicked { number, message } => {
                    failure.get_or_insert(RunError::Panic { number, message });
                }
            }
        }
        let next =
            if batch.is_empty() { Next::More } else { sink(batch).map_err(RunError::Sink)? };
        if let Some(failure) = failure {
            return Err(failure);
        }
        if next == Next::Enough {
            return Ok(Ended::Enough);
        }
    }
}
