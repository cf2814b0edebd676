//! The store, and games by their numbers: what a cluster is made of. A worker plays games and hands
//! them over as documents; the driver puts them into the store.

use crate::error::Failure;
use crate::value::Document;
use crate::work::{Job, guarded, run};
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use spinney_games::agent::Fault;
use spinney_games::contest::{AnyContest, Effort, Played};
use spinney_lab::runner::{Ended, Finished, Next, Pairing, RunOptions, play_all};
use spinney_lab::store::{self, CellKey, RunId};
use spinney_spec::Settings;
use std::collections::HashMap;
use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// All that decides the games of a cell.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq, Hash, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Cell {
    pub(crate) game: String,
    /// One agent per side, in the order of the sides.
    pub(crate) agents: Vec<String>,
    pub(crate) seed: u64,
}

/// A cell that was opened.
struct Opened {
    contest: Arc<dyn AnyContest>,
    agents: Vec<Settings>,
    seed: u64,
}

/// To open a game may take longer than to play it: a worker does it once.
static OPEN: LazyLock<Mutex<HashMap<String, Arc<dyn AnyContest>>>> = LazyLock::new(Mutex::default);

impl Cell {
    fn open(&self) -> Result<Opened, Failure> {
        let known = OPEN.lock().unwrap_or_else(PoisonError::into_inner).get(&self.game).cloned();
        let contest = match known {
            Some(contest) => contest,
            None => {
                let contest: Arc<dyn AnyContest> =
                    Arc::from(spinney_games::open(&self.game.parse()?)?);
                let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
                Arc::clone(open.entry(self.game.clone()).or_insert(contest))
            }
        };
        let (sides, given) = (contest.sides().len(), self.agents.len());
        if sides != given {
            let game = &self.game;
            return Err(Failure::Wrong(format!("{game} has {sides} sides, not {given}")));
        }
        let check = |(side, text): (usize, &String)| Ok(contest.check(side, &text.parse()?)?);
        let agents: Result<_, Failure> = self.agents.iter().enumerate().map(check).collect();
        Ok(Opened { agents: agents?, contest, seed: self.seed })
    }
}

impl Opened {
    fn pairing(&self) -> Pairing<'_> {
        Pairing { contest: &*self.contest, agents: self.agents.clone(), seed: self.seed }
    }
}

/// A finished game on its way between processes.
#[derive(Serialize, Deserialize)]
struct GameDocument {
    number: u64,
    rewards: Vec<f64>,
    length: u64,
    /// Per side: moves, playouts, microseconds, microseconds of the longest move.
    effort: Vec<[u64; 4]>,
    fault: Option<(usize, String)>,
    record: String,
}

impl From<&Finished> for GameDocument {
    fn from(game: &Finished) -> Self {
        let Played { rewards, length, effort, record, fault } = game.played.clone();
        let micros = |time: Duration| time.as_micros() as u64;
        let effort = effort.iter();
        let effort = effort.map(|e| [e.moves, e.playouts, micros(e.time), micros(e.longest)]);
        let fault = fault.map(|(side, fault)| (side, fault.to_string()));
        let (number, effort) = (game.number, effort.collect());
        Self { number, rewards, length, effort, fault, record }
    }
}

impl GameDocument {
    fn finished(self) -> Result<Finished, Failure> {
        let effort = self.effort.iter().map(|&[moves, playouts, time, longest]| Effort {
            moves,
            playouts,
            time: Duration::from_micros(time),
            longest: Duration::from_micros(longest),
        });
        let fault = self.fault.map(|(side, text)| {
            let fault = Fault::parse(&text);
            fault.map(|fault| (side, fault)).ok_or_else(|| Failure::Wrong(format!("fault: {text}")))
        });
        let effort = effort.collect();
        let Self { number, rewards, length, record, .. } = self;
        let played = Played { rewards, length, effort, record, fault: fault.transpose()? };
        Ok(Finished { pairing: 0, number, played })
    }
}

/// A game as a document.
pub(crate) fn game_document(game: &Finished) -> Value {
    let mut document = json!(GameDocument::from(game));
    document["pairing"] = json!(game.pairing);
    document
}

/// The behaviour of a cell's games with this program, and the games with these numbers, as text:
/// what [`Store::add`] takes.
#[pyfunction]
#[pyo3(signature = (cell, numbers, threads=1, clock=None))]
pub(crate) fn play_games(
    py: Python<'_>,
    cell: Cell,
    numbers: Vec<u64>,
    threads: usize,
    clock: Option<f64>,
) -> PyResult<(String, Vec<(u64, String)>)> {
    let job = move |job: &Job<()>| {
        let opened = cell.open()?;
        let clock = clock.map(Duration::try_from_secs_f64).transpose();
        let clock = clock.map_err(|_| Failure::Wrong("clock: seconds were expected".into()))?;
        let options = RunOptions { threads, clock, stop: job.stop.clone() };
        let pairings = [opened.pairing()];
        let mut games = Vec::with_capacity(numbers.len());
        let jobs = numbers.into_iter().map(|number| (0, number));
        let ended = play_all(&pairings, jobs, &options, |batch| {
            games.extend(
                batch.iter().map(|game| (game.number, json!(GameDocument::from(game)).to_string())),
            );
            Ok::<_, Infallible>(Next::More)
        })?;
        if ended == Ended::Interrupted {
            return Err(Failure::Failed("interrupted".into()));
        }
        Ok((CellKey::of(&pairings[0]).behaviour, games))
    };
    run(py, job, |()| Ok(()))
}

/// Where games are kept unless another file is named.
#[pyfunction]
pub(crate) fn default_store() -> PathBuf {
    store::default_path()
}

/// An open store, for `spinney.cluster`.
#[pyclass(frozen, module = "spinney._spinney")]
pub(crate) struct Store {
    open: Mutex<store::Store>,
    run: Mutex<Option<RunId>>,
    command: String,
}

impl Store {
    fn locked(&self) -> MutexGuard<'_, store::Store> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The games of a cell as (number, rewards, length, record, fault), with the cell's key.
type Rows = Vec<(u64, Vec<f64>, u64, String, Option<String>)>;

#[pymethods]
impl Store {
    #[new]
    #[pyo3(signature = (path, command, read_only=false))]
    fn new(path: PathBuf, command: String, read_only: bool) -> PyResult<Self> {
        let store =
            if read_only { store::Store::open_to_read(&path) } else { store::Store::open(&path) };
        let open = Mutex::new(store.map_err(Failure::from)?);
        Ok(Self { open, run: Mutex::new(None), command })
    }

    /// The numbers below `games` that a cell lacks.
    fn missing(&self, cell: Cell, games: u64) -> PyResult<Vec<u64>> {
        guarded(|| {
            let key = CellKey::of(&cell.open()?.pairing());
            let store = self.locked();
            let cell = store.cell(&key)?;
            Ok(store.missing(cell, games)?)
        })
    }

    /// Adds games of a cell, as [`play_games`] gave them, in one transaction. Gives how many are new:
    /// a game that is there already stays as it is.
    fn add(&self, cell: Cell, behaviour: &str, games: Vec<String>) -> PyResult<u64> {
        guarded(|| {
            let opened = cell.open()?;
            let key = CellKey::of(&opened.pairing());
            if key.behaviour != behaviour {
                let own = key.behaviour;
                return Err(Failure::Failed(format!(
                    "a worker plays {} otherwise than the driver (behaviour {behaviour}, not {own}): \
                     install the same version of spinney on every machine",
                    cell.game
                )));
            }
            let sides = opened.contest.sides().len();
            let read = |text: &String| -> Result<Finished, Failure> {
                let document: GameDocument =
                    serde_json::from_str(text).map_err(|error| Failure::wrong(&error))?;
                if document.rewards.len() != sides || document.effort.len() != sides {
                    return Err(Failure::Wrong(format!("a game of {sides} sides was expected")));
                }
                document.finished()
            };
            let games: Vec<Finished> = games.iter().map(read).collect::<Result<_, _>>()?;
            let mut store = self.locked();
            let mut run = self.run.lock().unwrap_or_else(PoisonError::into_inner);
            let run = match *run {
                Some(run) => run,
                None => *run.insert(store.begin_run(&self.command)?),
            };
            let cell = store.cell(&key)?;
            let before = store.count(cell)?;
            store.add(run, &[cell], &games)?;
            Ok(store.count(cell)? - before)
        })
    }

    /// Every cell with its games, for comparing stores.
    fn rows(&self) -> PyResult<Vec<(Document, Rows)>> {
        guarded(|| {
            let store = self.locked();
            let mut all = Vec::new();
            for (key, cell, _) in store.cells()? {
                let games = store.games(cell, u64::MAX)?.into_iter().map(|row| {
                    let Played { rewards, length, record, fault, .. } = row.played;
                    let fault = fault.map(|(side, fault)| format!("{side} {fault}"));
                    (row.number, rewards, length, record, fault)
                });
                let key = json!({
                    "game": key.game, "content": key.content, "agents": key.agents,
                    "seed": key.seed, "behaviour": key.behaviour,
                });
                all.push((Document(key), games.collect()));
            }
            Ok(all)
        })
    }

    /// Adds the games of another store; gives how many were added and how many were known.
    fn merge(&self, path: PathBuf) -> PyResult<(u64, u64)> {
        let merged = self.locked().merge(&path).map_err(Failure::from)?;
        Ok((merged.added, merged.known))
    }
}
