//! Where agents think about a game.
//!
//! They think at a table of their own, which follows the moves: so the game can be looked at while one
//! thinks, and what an agent remembers (its tree, its belief) is kept from move to move.
//!
//! To hand a decision to another thread and to wake up when it is there takes as long as a short
//! search. So an agent whose last decision was short thinks on the thread that asks; any other thinks
//! beside it, so that an interrupt is heard whatever the agent does.

use crate::error::Failure;
use crate::watch::Said;
use crate::work::{Job, at_once, run};
use pyo3::prelude::*;
use spinney_games::table::{MoveInfo, Progress, Table, TableError, ThinkOptions};
use spinney_search::budget::Stop;
use spinney_spec::Spec;
use std::collections::HashSet;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A decision that takes less is short.
const SHORT: Duration = Duration::from_millis(20);

/// So many agents are remembered as quick; then all are forgotten.
const MOST_QUICK: usize = 1000;

/// Agents whose last decision was short, with the seat and the game. Games share it: a copy of a game
/// has the same agents.
static QUICK: LazyLock<Mutex<HashSet<String>>> = LazyLock::new(Mutex::default);

/// A seat and the text of its move.
pub(crate) type Played = (usize, String);

/// Where agents think.
pub(crate) struct Thinker {
    game: String,
    table: Mutex<Box<dyn Table>>,
    /// Moves of the game that were not made here yet.
    behind: Mutex<Vec<Played>>,
}

pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Thinker {
    pub(crate) fn new(table: Box<dyn Table>) -> Self {
        let game = table.contest().spec().to_string();
        Self { game, table: Mutex::new(table), behind: Mutex::default() }
    }

    /// A move was made in the game.
    pub(crate) fn played(&self, played: Played) {
        locked(&self.behind).push(played);
    }

    /// Lets an agent think, after the moves that were made since.
    pub(crate) fn think(
        &self,
        seat: usize,
        agent: &Spec,
        every: Option<Duration>,
        job: &Job<Said>,
    ) -> Result<Said, Failure> {
        let mut show = |analysis: &Said| job.say(analysis.clone());
        let progress = every.map(|every| (every, &mut show as Progress<'_>));
        let options = ThinkOptions { stop: job.stop.clone(), progress };
        self.at_table(|table| table.think(seat, agent, options))
    }

    /// The move that an agent chooses.
    pub(crate) fn choose(
        self: Arc<Self>,
        py: Python<'_>,
        seat: usize,
        agent: &str,
    ) -> PyResult<MoveInfo> {
        let spec: Spec = agent.parse().map_err(Failure::from)?;
        let key = format!("{seat} {agent} {}", self.game);
        let quick = locked(&QUICK).contains(&key);
        let begin = Instant::now();
        let chosen = if quick {
            at_once(py, |stop| self.choose_until(stop, seat, &spec))
        } else {
            let beside = move |job: &Job<()>| self.choose_until(job.stop.clone(), seat, &spec);
            run(py, beside, |()| Ok(()))
        }?;
        let short = begin.elapsed() < SHORT;
        if short != quick {
            remember(key, short);
        }
        Ok(chosen)
    }

    /// How long agents have thought here.
    pub(crate) fn thought(&self) -> Duration {
        locked(&self.table).thought()
    }

    fn choose_until(&self, stop: Stop, seat: usize, agent: &Spec) -> Result<MoveInfo, Failure> {
        let options = ThinkOptions { stop, progress: None };
        self.at_table(|table| table.choose(seat, agent, options))
    }

    fn at_table<T>(
        &self,
        ask: impl FnOnce(&mut dyn Table) -> Result<T, TableError>,
    ) -> Result<T, Failure> {
        let Ok(mut table) = self.table.try_lock() else {
            let message = "another agent is thinking about this game: think about a copy";
            return Err(Failure::Wrong(message.into()));
        };
        for (seat, text) in std::mem::take(&mut *locked(&self.behind)) {
            table.play(seat, &text)?;
        }
        Ok(ask(&mut **table)?)
    }
}

fn remember(key: String, quick: bool) {
    let mut known = locked(&QUICK);
    if !quick {
        known.remove(&key);
        return;
    }
    if known.len() >= MOST_QUICK {
        known.clear();
    }
    known.insert(key);
}
