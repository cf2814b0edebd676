//! A game in progress, with agents that think about it.

use crate::error::Failure;
use crate::thinker::{Played, Thinker, locked};
use crate::value::Document;
use crate::watch::{Said, Watch};
use crate::work::{Job, Running, guarded, run};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::{Value, json};
use spinney_games::contest::AnyContest;
use spinney_games::table as games_table;
use spinney_spec::{Catalogue, Kind, Param, Spec};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

/// A move: its text, its label, its document.
type MoveParts = (String, String, Document);

struct Inner {
    table: Box<dyn games_table::Table>,
    /// Every move with the number of its turn.
    log: Vec<(Played, usize)>,
    thinker: Option<Arc<Thinker>>,
}

/// A game in progress: `spinney.Game` is made of it.
#[pyclass(frozen, module = "spinney._spinney")]
pub(crate) struct Table {
    inner: Mutex<Inner>,
}

fn parts(mv: games_table::MoveInfo) -> MoveParts {
    (mv.text, mv.label, Document(mv.data))
}

impl Table {
    fn of(table: Box<dyn games_table::Table>, log: Vec<(Played, usize)>) -> Self {
        Self { inner: Mutex::new(Inner { table, log, thinker: None }) }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        locked(&self.inner)
    }

    /// What the table says.
    fn ask<T>(&self, ask: impl FnOnce(&dyn games_table::Table) -> T) -> PyResult<T> {
        let inner = self.inner();
        guarded(|| Ok(ask(&*inner.table)))
    }

    fn thinker(&self) -> Arc<Thinker> {
        let mut inner = self.inner();
        let Inner { table, thinker, .. } = &mut *inner;
        Arc::clone(thinker.get_or_insert_with(|| Arc::new(Thinker::new(table.copy()))))
    }

    /// What was remembered by agents that were interrupted, or panicked, is no use. A wrong question
    /// did not reach them.
    fn forget_if<T>(&self, py: Python<'_>, answer: PyResult<T>) -> PyResult<T> {
        if answer.as_ref().is_err_and(|error| !error.is_instance_of::<PyValueError>(py)) {
            self.inner().thinker = None;
        }
        answer
    }
}

#[pymethods]
impl Table {
    #[new]
    fn new(spec: &str, seed: u64) -> PyResult<Self> {
        guarded(|| {
            let table = spinney_games::registry::Registry::current().table(&spec.parse()?, seed)?;
            Ok(Self::of(table, Vec::new()))
        })
    }

    fn spec(&self) -> PyResult<String> {
        self.ask(|table| table.contest().spec().to_string())
    }

    fn seed(&self) -> PyResult<u64> {
        self.ask(|table| table.seed())
    }

    fn seats(&self) -> PyResult<Vec<&'static str>> {
        self.ask(|table| table.seats().to_vec())
    }

    fn deciding(&self) -> PyResult<Vec<(usize, usize, String)>> {
        let parts = |who: games_table::Decider| (who.seat, who.player, who.name);
        self.ask(|table| table.deciding().into_iter().map(parts).collect())
    }

    fn moves(&self, seat: usize) -> PyResult<Vec<MoveParts>> {
        self.ask(|table| table.moves(seat).into_iter().map(parts).collect())
    }

    fn play(&self, seat: usize, text: &str) -> PyResult<()> {
        let mut inner = self.inner();
        guarded(|| {
            let turn = inner.table.turns();
            inner.table.play(seat, text)?;
            let played = (seat, text.to_string());
            if let Some(thinker) = &inner.thinker {
                thinker.played(played.clone());
            }
            inner.log.push((played, turn));
            Ok(())
        })
    }

    fn undo(&self) -> PyResult<()> {
        let mut inner = self.inner();
        guarded(|| {
            inner.table.undo()?;
            inner.thinker = None;
            // What was taken back: the moves of this turn if some have not moved yet, else of the
            // last.
            if let Some(&(_, last)) = inner.log.last() {
                inner.log.retain(|&(_, turn)| turn != last);
            }
            Ok(())
        })
    }

    fn turns(&self) -> PyResult<usize> {
        self.ask(|table| table.turns())
    }

    fn result(&self) -> PyResult<Option<Vec<f64>>> {
        self.ask(|table| table.result())
    }

    fn record(&self) -> PyResult<String> {
        self.ask(|table| table.record())
    }

    fn observe(&self, seat: Option<usize>) -> PyResult<Document> {
        self.ask(|table| Document(table.observe(seat)))
    }

    fn draw(&self, seat: Option<usize>) -> PyResult<String> {
        self.ask(|table| table.draw(seat))
    }

    fn reveal(&self) -> PyResult<String> {
        self.ask(|table| table.reveal())
    }

    fn board(&self) -> PyResult<Document> {
        self.ask(|table| Document(table.contest().board()))
    }

    fn help(&self) -> PyResult<String> {
        self.ask(|table| table.contest().help())
    }

    fn symmetric(&self) -> PyResult<bool> {
        self.ask(|table| table.contest().symmetric())
    }

    /// How many seconds agents have thought about this game.
    fn thought(&self) -> f64 {
        let thinker = self.inner().thinker.clone();
        thinker.map_or(0.0, |thinker| thinker.thought().as_secs_f64())
    }

    fn log(&self) -> Vec<Played> {
        self.inner().log.iter().map(|(played, _)| played.clone()).collect()
    }

    fn copy(&self) -> PyResult<Self> {
        let inner = self.inner();
        guarded(|| Ok(Self::of(inner.table.copy(), inner.log.clone())))
    }

    /// The move that an agent chooses.
    fn choose(&self, py: Python<'_>, seat: usize, agent: &str) -> PyResult<MoveParts> {
        let answer = self.thinker().choose(py, seat, agent);
        Ok(parts(self.forget_if(py, answer)?))
    }

    /// What an agent thinks; `hear` is called with what it has found so far.
    #[pyo3(signature = (seat, agent, every, hear))]
    fn analyse(
        &self,
        py: Python<'_>,
        seat: usize,
        agent: &str,
        every: f64,
        hear: Option<Py<PyAny>>,
    ) -> PyResult<Document> {
        let spec: Spec = agent.parse().map_err(Failure::from)?;
        let every = if hear.is_some() { Some(interval(every)?) } else { None };
        let thinker = self.thinker();
        let answer = run(
            py,
            move |job| thinker.think(seat, &spec, every, job),
            |so_far| match &hear {
                Some(hear) => hear.call1(py, (Document(json!(so_far)),)).map(|_| ()),
                None => Ok(()),
            },
        );
        Ok(Document(json!(self.forget_if(py, answer)?)))
    }

    /// The same as an iterator, whose last item is the answer.
    fn watch(&self, seat: usize, agent: &str, every: f64) -> PyResult<Watch> {
        let spec: Spec = agent.parse().map_err(Failure::from)?;
        let every = Some(interval(every)?);
        let thinker = self.thinker();
        let think = move |job: &Job<Said>| thinker.think(seat, &spec, every, job);
        Ok(Watch::new(Running::start(think)?))
    }
}

fn interval(seconds: f64) -> Result<Duration, Failure> {
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| Failure::Wrong(format!("every={seconds}: seconds, 0 or more, are expected")))
}

/// A specification in the form that is its own: parameters that are the default are left out. With
/// a game and a side the agent is checked, too.
#[pyfunction]
#[pyo3(signature = (spec, options, game=None, side=None))]
pub(crate) fn canonical(
    spec: &str,
    options: Vec<(String, String)>,
    game: Option<&str>,
    side: Option<usize>,
) -> PyResult<String> {
    guarded(|| {
        let mut spec: Spec = spec.parse()?;
        for (key, value) in options {
            let value = value.parse()?;
            spec.args.push(spinney_spec::Arg { key: Some(key), value });
        }
        match (game, side) {
            (Some(game), Some(side)) => {
                let contest = spinney_games::open(&game.parse()?)?;
                Ok(contest.check(side_number(&*contest, side)?, &spec)?.to_string())
            }
            _ => Ok(spec.to_string()),
        }
    })
}

fn side_number(contest: &dyn AnyContest, side: usize) -> Result<usize, Failure> {
    let sides = contest.sides().len();
    if side < sides {
        return Ok(side);
    }
    Err(Failure::Wrong(format!("there is no seat {side}; there are {sides}")))
}

/// The games with their options.
#[pyfunction]
pub(crate) fn games() -> Document {
    Document(schemas(&spinney_games::games()))
}

/// The agents of a game, by side.
#[pyfunction]
pub(crate) fn agents(game: &str) -> PyResult<Document> {
    guarded(|| {
        let contest = spinney_games::open(&game.parse()?)?;
        let sides = contest.sides().iter().enumerate();
        let of = |(side, name): (usize, &&str)| {
            let catalogue = contest.agents(side);
            let presets = catalogue.presets.iter().map(
                |preset| json!({ "name": preset.name, "spec": preset.spec, "help": preset.help }),
            );
            json!({
                "side": name,
                "agents": schemas(catalogue),
                "presets": presets.collect::<Vec<_>>(),
            })
        };
        Ok(Document(sides.map(of).collect()))
    })
}

fn schemas(catalogue: &Catalogue) -> Value {
    let parameter = |param: &Param| {
        let kind = match param.kind {
            Kind::Integer { .. } | Kind::Limit { .. } => "integer",
            Kind::Real { .. } => "number",
            Kind::Flag => "flag",
            Kind::Choice(_) => "choice",
            Kind::Any => "any",
        };
        json!({
            "name": param.name, "default": param.default, "kind": kind,
            "range": param.range(), "tunable": param.tunable, "help": param.help,
        })
    };
    let schema = |schema: &&'static spinney_spec::Schema| {
        json!({
            "name": schema.name, "help": schema.help, "source": schema.source,
            "parameters": schema.params.iter().map(parameter).collect::<Vec<_>>(),
        })
    };
    catalogue.schemas.iter().map(schema).collect()
}

/// The moments of a record, and the rewards at its end.
#[pyfunction]
pub(crate) fn replay(game: &str, record: &str) -> PyResult<Document> {
    guarded(|| {
        let contest = spinney_games::open(&game.parse()?)?;
        let rewards = contest.replay(record)?;
        let steps = contest.steps(record)?.into_iter().map(|step| {
            let moves = step
                .moves
                .into_iter()
                .map(|mv| json!({ "side": mv.side, "by": mv.by, "said": mv.said }));
            json!({ "moves": moves.collect::<Vec<_>>(), "drawing": step.drawing })
        });
        Ok(Document(json!({ "rewards": rewards, "steps": steps.collect::<Vec<_>>() })))
    })
}
