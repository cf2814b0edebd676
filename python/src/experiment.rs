//! The papers' experiments: list, show, run, and the cells that a cluster plays.

use crate::error::Failure;
use crate::lab::{Kind, Reporter, cells_of, reported};
use crate::store::Cell;
use crate::value::Document;
use crate::work::{Job, run};
use pyo3::prelude::*;
use serde_json::{Value, json};
use spinney_lab::campaign::Shard;
use spinney_lab::documents;
use spinney_lab::experiment::recorded::Recorded;
use spinney_lab::experiment::run::{Asked, RunEnd, plan, run as run_all};
use spinney_lab::experiment::{Experiment, Games, Results, library};
use spinney_lab::runner::{Pairing, RunOptions};
use spinney_lab::store::{Store, default_path};
use std::path::PathBuf;
use std::time::Duration;

/// A cell with the games that it is to have.
pub(crate) fn cell_document(pairing: &Pairing<'_>, games: u64) -> Value {
    let cell = Cell {
        game: pairing.contest.spec().to_string(),
        agents: pairing.agents.iter().map(ToString::to_string).collect(),
        seed: pairing.seed,
    };
    json!({ "game": cell.game, "agents": cell.agents, "seed": cell.seed, "games": games })
}

/// How much to play.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct How {
    ids: Vec<String>,
    scale: f64,
    games: Option<u64>,
    seed: u64,
    by_clock: bool,
    cells: Option<String>,
    shard: Option<String>,
    budget: Option<f64>,
    threads: usize,
    store: Option<PathBuf>,
}

impl How {
    fn asked<M>(&self, job: &Job<M>) -> Result<Asked, Failure> {
        if !(self.scale > 0.0 && self.scale <= 1.0) {
            return Err(Failure::Wrong("scale: a number above 0 and up to 1 was expected".into()));
        }
        let shard: Option<Shard> = self
            .shard
            .as_deref()
            .map(str::parse)
            .transpose()
            .map_err(|error: spinney_lab::campaign::ShardError| Failure::wrong(&error))?;
        let budget = self.budget.map(Duration::try_from_secs_f64).transpose();
        let budget = budget.map_err(|_| Failure::Wrong("budget: seconds were expected".into()))?;
        Ok(Asked {
            scale: self.scale,
            games: self.games,
            budget,
            by_clock: self.by_clock,
            cells: self.cells.clone(),
            shard,
            seed: self.seed,
            options: RunOptions { threads: self.threads, clock: None, stop: job.stop.clone() },
        })
    }

    fn path(&self) -> PathBuf {
        self.store.clone().unwrap_or_else(default_path)
    }
}

fn find(ids: &[String]) -> Result<Vec<Experiment>, Failure> {
    let mut found: Vec<Experiment> = Vec::new();
    for name in ids {
        for experiment in library::find(name)? {
            if found.iter().all(|known| known.id != experiment.id) {
                found.push(experiment);
            }
        }
    }
    Ok(found)
}

/// What is known of experiments by a store, and by the recorded results unless only the store counts.
fn known(
    ids: &[String],
    store: Option<&Store>,
    local: bool,
    seed: u64,
) -> Result<Vec<(Experiment, Results)>, Failure> {
    let mut games = Games::seeded(seed);
    let mut all = Vec::new();
    for experiment in find(ids)? {
        let recorded =
            if local { Recorded::default() } else { library::recorded(experiment.paper())? };
        let results = Results::gather(&experiment, store, &recorded, &mut games)?;
        all.push((experiment, results));
    }
    Ok(all)
}

/// A store that is named must be there; the user's own need not.
fn open_to_read(path: Option<PathBuf>) -> Result<Option<Store>, Failure> {
    match path {
        Some(path) => Ok(Some(Store::open_to_read(&path)?)),
        None if default_path().exists() => Ok(Some(Store::open_to_read(&default_path())?)),
        None => Ok(None),
    }
}

/// How experiments stand.
#[pyfunction]
pub(crate) fn experiments(
    py: Python<'_>,
    ids: Vec<String>,
    store: Option<PathBuf>,
    local: bool,
    seed: u64,
) -> PyResult<Document> {
    let job = move |_: &Job<()>| {
        let store = open_to_read(store)?;
        let all = known(&ids, store.as_ref(), local, seed)?;
        Ok(all.iter().map(|(e, results)| documents::of_experiment(e, results)).collect())
    };
    run(py, job, |()| Ok(())).map(Document)
}

/// Experiments with their cells and claims.
#[pyfunction]
pub(crate) fn show_experiment(
    py: Python<'_>,
    id: String,
    store: Option<PathBuf>,
    local: bool,
    seed: u64,
) -> PyResult<Document> {
    let job = move |_: &Job<()>| {
        let store = open_to_read(store)?;
        let all = known(&[id], store.as_ref(), local, seed)?;
        Ok(all.iter().map(|(e, results)| documents::of_experiment_in_full(e, results)).collect())
    };
    run(py, job, |()| Ok(())).map(Document)
}

/// Plays what a store lacks of experiments.
#[pyfunction]
pub(crate) fn run_experiments(
    py: Python<'_>,
    how: How,
    hear: Option<Py<PyAny>>,
) -> PyResult<Document> {
    reported(py, hear, move |job| {
        let experiments = find(&how.ids)?;
        let mut store = Store::open(&how.path())?;
        let command = format!("experiment run {}", how.ids.join(" "));
        let mut at = Reporter::new(job);
        let end = run_all(&experiments, &mut store, &command, &how.asked(job)?, |e, progress| {
            at.at(progress.found + progress.played, progress.wanted, &e.id);
        })?;
        let end = match end {
            RunEnd::Complete => "complete",
            RunEnd::OutOfTime => "out of time",
            RunEnd::Interrupted => "interrupted",
        };
        Ok(json!(end))
    })
}

/// The cells of experiments, each once, with the games that they are to have.
#[pyfunction]
pub(crate) fn experiment_cells(py: Python<'_>, how: How) -> PyResult<Document> {
    let job = move |job: &Job<()>| {
        let (asked, mut games) = (how.asked(job)?, Games::seeded(how.seed));
        let mut all: Vec<Value> = Vec::new();
        for experiment in find(&how.ids)? {
            for (seating, wanted) in plan(&experiment, &asked, &mut games)? {
                all.push(cell_document(&seating.pairing(), wanted));
            }
        }
        Ok(Value::Array(all))
    };
    run(py, job, |()| Ok(())).map(Document)
}

/// The cells of a match, a comparison or a tournament, with the games of each.
#[pyfunction]
pub(crate) fn cells(py: Python<'_>, kind: Kind, seed: u64) -> PyResult<Document> {
    let job = move |_: &Job<()>| Ok(Value::Array(cells_of(kind, seed)?));
    run(py, job, |()| Ok(())).map(Document)
}
