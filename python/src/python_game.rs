//! A game written in Python, searched by the Rust core.
//!
//! A state is an immutable Python object with four methods: `turn`, `moves`, `play`, `rewards`. A
//! move is any object that can be a key of a dictionary; the search knows it by a number. When a
//! method raises an exception, the search is stopped and the exception is handed on.

use crate::error::Failure;
use crate::value::Document;
use crate::work::{Job, run};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Value, json};
use spinney_games::agent::{AgentError, Analysis, Watch};
use spinney_games::agents;
use spinney_search::budget::Stop;
use spinney_search::game::{Features, Game, Player, Turn};
use spinney_search::minimax::EndsOnly;
use spinney_spec::Settings;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The most players that a game can have.
const MOST_PLAYERS: usize = 4;

/// Games of one player are searched as games of two, of whom one never decides.
const FEW_PLAYERS: usize = 2;

/// What all states of a search share.
struct Shared {
    /// The number of each move that was met.
    numbers: Py<PyDict>,
    /// The moves by number.
    moves: Mutex<Vec<Py<PyAny>>>,
    /// How many players there are.
    players: usize,
    /// The lowest and the highest reward.
    range: (f64, f64),
    /// The first exception.
    error: Mutex<Option<PyErr>>,
    stop: Stop,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// Notes what went wrong and ends the search.
    fn fail(&self, error: PyErr) {
        self.stop.raise();
        locked(&self.error).get_or_insert(error);
    }

    /// The moves by number.
    fn listed(&self, py: Python<'_>) -> Vec<Py<PyAny>> {
        locked(&self.moves).iter().map(|mv| mv.clone_ref(py)).collect()
    }

    fn number(&self, py: Python<'_>, mv: &Bound<'_, PyAny>) -> PyResult<u32> {
        let numbers = self.numbers.bind(py);
        if let Some(number) = numbers.get_item(mv)? {
            return number.extract();
        }
        let mut moves = locked(&self.moves);
        let number = moves.len() as u32;
        numbers.set_item(mv, number)?;
        moves.push(mv.clone().unbind());
        Ok(number)
    }
}

/// A state. Once an exception was raised, every state is over, so that the search ends soon.
struct PythonGame<const N: usize> {
    state: Py<PyAny>,
    shared: Arc<Shared>,
}

impl<const N: usize> Clone for PythonGame<N> {
    fn clone(&self) -> Self {
        let state = Python::attach(|py| self.state.clone_ref(py));
        Self { state, shared: Arc::clone(&self.shared) }
    }
}

impl<const N: usize> PartialEq for PythonGame<N> {
    fn eq(&self, other: &Self) -> bool {
        Python::attach(|py| self.state.bind(py).eq(other.state.bind(py)).unwrap_or(false))
    }
}

impl<const N: usize> PythonGame<N> {
    /// What a method gives, or a substitute when it raises an exception.
    fn ask<T>(&self, otherwise: T, ask: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
        if self.shared.stop.raised() && locked(&self.shared.error).is_some() {
            return otherwise;
        }
        Python::attach(ask).unwrap_or_else(|error| {
            self.shared.fail(error);
            otherwise
        })
    }
}

impl<const N: usize> Game for PythonGame<N> {
    type Move = u32;
    type Rewards = [f64; N];

    fn features(&self) -> Features {
        Features { rewards: self.shared.range, constant_sum: false, ..Features::default() }
    }

    fn turn(&self) -> Turn {
        self.ask(Turn::Over, |py| {
            let player: Option<usize> = self.state.call_method0(py, "turn")?.extract(py)?;
            match player {
                None => Ok(Turn::Over),
                Some(player) if player < self.shared.players => Ok(Turn::One(player)),
                Some(player) => Err(PyValueError::new_err(format!(
                    "turn() gave player {player}: the class has players = {}, from 0, and None is \
                     the end",
                    self.shared.players
                ))),
            }
        })
    }

    fn moves(&self, _: Player, out: &mut Vec<u32>) {
        let start = out.len();
        self.ask((), |py| {
            for mv in self.state.call_method0(py, "moves")?.bind(py).try_iter()? {
                out.push(self.shared.number(py, &mv?)?);
            }
            if out.len() > start {
                return Ok(());
            }
            Err(PyValueError::new_err("moves() gave no move, but turn() says who is to move"))
        });
        // The search expects a move of whoever decides; none is played after an exception.
        if out.len() == start {
            out.push(u32::MAX);
        }
    }

    fn play(&mut self, mv: u32) {
        let next = self.ask(None, |py| {
            let mv = locked(&self.shared.moves).get(mv as usize).map(|mv| mv.clone_ref(py));
            let Some(mv) = mv else { return Ok(None) };
            let next = self.state.call_method1(py, "play", (mv,))?;
            if next.is_none(py) {
                let message = "play(move) gave None: it must return the state after the move";
                return Err(PyValueError::new_err(message));
            }
            Ok(Some(next))
        });
        if let Some(next) = next {
            self.state = next;
        }
    }

    fn rewards(&self) -> [f64; N] {
        let mut rewards = [0.0; N];
        self.ask((), |py| {
            let given: Vec<f64> = self.state.call_method0(py, "rewards")?.extract(py)?;
            for (into, reward) in rewards.iter_mut().zip(given) {
                *into = reward;
            }
            Ok(())
        });
        rewards
    }
}

/// What an agent thinks of a state: the analysis with moves by number, and the moves.
#[pyfunction]
pub(crate) fn search(
    py: Python<'_>,
    state: Py<PyAny>,
    agent: &str,
    seed: u64,
    shape: (usize, (f64, f64)),
    every: f64,
    hear: Option<Py<PyAny>>,
) -> PyResult<(Document, Vec<Py<PyAny>>)> {
    let (players, range) = shape;
    let settings = agent.parse().and_then(|spec| agents::catalogue().resolve(&spec));
    let settings = settings.map_err(Failure::from)?;
    if !(1..=MOST_PLAYERS).contains(&players) {
        return Err(PyValueError::new_err(format!("players = {players}: 1 to 4 are possible")));
    }
    if players > FEW_PLAYERS && settings.declares("solver") && settings.flag("solver") {
        return Err(PyValueError::new_err("solver=true is for games of two players"));
    }
    let every = Duration::try_from_secs_f64(every).unwrap_or_default();
    let watched = hear.is_some();
    let job = move |job: &Job<(Value, Arc<Shared>)>| {
        // Attached for as long as it searches: the interpreter lets other threads in between.
        Python::attach(|py| {
            let shared = Arc::new(Shared {
                numbers: PyDict::new(py).unbind(),
                moves: Mutex::default(),
                players,
                range,
                error: Mutex::default(),
                stop: job.stop.clone(),
            });
            let show: &(dyn Fn(&Analysis<u32>) + Sync) = &|analysis| {
                if watched {
                    job.say((json!(analysis), Arc::clone(&shared)));
                }
            };
            let found = if players > FEW_PLAYERS {
                analyse::<MOST_PLAYERS>(state, &settings, seed, &shared, show, every)?
            } else {
                analyse::<FEW_PLAYERS>(state, &settings, seed, &shared, show, every)?
            };
            Ok((found, shared))
        })
    };
    let (found, shared) = run(py, job, |(so_far, shared)| match &hear {
        Some(hear) => hear.call1(py, (Document(so_far), shared.listed(py))).map(|_| ()),
        None => Ok(()),
    })?;
    if let Some(error) = locked(&shared.error).take() {
        return Err(error);
    }
    let over = || Failure::Wrong("the game is over: there is nothing to decide".into());
    Ok((Document(found.ok_or_else(over)?), shared.listed(py)))
}

/// What an agent finds; nothing if the game is over or an exception was raised.
fn analyse<const N: usize>(
    state: Py<PyAny>,
    settings: &Settings,
    seed: u64,
    shared: &Arc<Shared>,
    show: &(dyn Fn(&Analysis<u32>) + Sync),
    every: Duration,
) -> Result<Option<Value>, Failure> {
    let root = PythonGame::<N> { state, shared: Arc::clone(shared) };
    let Turn::One(player) = root.turn() else { return Ok(None) };
    let mut agent = agents::agent::<PythonGame<N>>(settings, EndsOnly, seed)?;
    let mut said = |analysis: &Analysis<u32>| show(analysis);
    let mut watch = Watch::showing(&shared.stop, every, &mut said);
    match agent.analyse(&root, player, &mut watch) {
        Ok(analysis) => Ok(Some(json!(analysis))),
        // The exception says more.
        Err(_) if locked(&shared.error).is_some() => Ok(None),
        Err(AgentError::Spec(error)) => Err(error.into()),
        Err(error) => Err(Failure::failed(&error)),
    }
}
