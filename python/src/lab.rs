//! Matches, comparisons, tournaments and tuning: the laboratory's own functions, on a thread beside
//! Python. What they give is the document that the command line prints with `--json`.

use crate::error::Failure;
use crate::keeping::Keeping;
use crate::store::game_document;
use crate::value::Document;
use crate::work::{Job, run};
use pyo3::prelude::*;
use serde_json::{Value, json};
use spinney_games::contest::AnyContest;
use spinney_lab::compare::{Comparison, Difference, Plan, compare as run_compare};
use spinney_lab::documents;
use spinney_lab::matches::{Match, play};
use spinney_lab::runner::{Pairing, RunOptions};
use spinney_lab::series::Kept;
use spinney_lab::stats::sprt::{Scale, Sprt};
use spinney_lab::store::{CellKey, Store};
use spinney_lab::tournament::{Format, Tournament};
use spinney_lab::tune::{Due, News, Tuning, read, svg};
use spinney_spec::{Settings, Spec};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Where a run is: what is done, of how much, and which part of it.
#[derive(Clone, Debug)]
pub(crate) struct Progress {
    pub(crate) done: u64,
    pub(crate) of: u64,
    pub(crate) part: String,
}

/// Tells where a run is, at most ten times per second.
pub(crate) struct Reporter<'a> {
    job: &'a Job<Progress>,
    last: Option<Instant>,
}

impl<'a> Reporter<'a> {
    pub(crate) fn new(job: &'a Job<Progress>) -> Self {
        Self { job, last: None }
    }
    pub(crate) fn at(&mut self, done: u64, of: u64, part: &str) {
        let recent = self.last.is_some_and(|last| last.elapsed() < Duration::from_millis(100));
        if recent && done < of {
            return;
        }
        self.last = Some(Instant::now());
        self.job.say(Progress { done, of, part: part.to_string() });
    }
}

/// Runs a job whose progress goes to a Python function, `hear(done, of, part)`.
pub(crate) fn reported(
    py: Python<'_>,
    hear: Option<Py<PyAny>>,
    job: impl FnOnce(&Job<Progress>) -> Result<Value, Failure> + Send + 'static,
) -> PyResult<Document> {
    let answer = run(py, job, |at: Progress| match &hear {
        Some(hear) => hear.call1(py, (at.done, at.of, at.part)).map(|_| ()),
        None => Ok(()),
    });
    answer.map(Document)
}

/// What several functions take: how to run, and where games are kept.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Running {
    seed: u64,
    threads: usize,
    /// Seconds per move; who takes longer loses.
    clock: Option<f64>,
    pub(crate) store: Option<PathBuf>,
    /// A file for the records of all games.
    pub(crate) save: Option<PathBuf>,
    /// What to do with games of the store that do not count: `apart` or `refuse`.
    pub(crate) old_games: String,
    /// The two hypotheses and the two chances of error.
    sprt: Option<(f64, f64, f64, f64)>,
    /// Whether every game is handed over, too.
    records: bool,
}

impl Running {
    pub(crate) fn options(&self, job: &Job<Progress>) -> Result<RunOptions, Failure> {
        let clock = self.clock.map(Duration::try_from_secs_f64).transpose();
        let clock = clock.map_err(|_| Failure::Wrong("clock: seconds were expected".into()))?;
        Ok(RunOptions { threads: self.threads, clock, stop: job.stop.clone() })
    }
    fn test(&self, scale: Scale) -> Result<Option<Sprt>, Failure> {
        let test = self.sprt.map(|(low, high, alpha, beta)| {
            Sprt::new(low, high, scale).and_then(|test| test.with_errors(alpha, beta))
        });
        Ok(test.transpose()?)
    }
}

fn open_for_match(game: &str) -> Result<Box<dyn AnyContest>, Failure> {
    Ok(spinney_games::open_for_match(&game.parse()?)?)
}

fn check(contest: &dyn AnyContest, side: usize, text: &str) -> Result<Settings, Failure> {
    let settings = text.parse().and_then(|spec: Spec| contest.check(side, &spec));
    settings.map_err(|error| Failure::Wrong(format!("{}: {error}", contest.sides()[side])))
}

/// One agent per side, in the order of the sides, from agents by the names of their sides.
pub(crate) fn seated(
    contest: &dyn AnyContest,
    agents: &[(String, String)],
) -> Result<Vec<Settings>, Failure> {
    let sides = contest.sides();
    if let Some((other, _)) = agents.iter().find(|(side, _)| !sides.contains(&side.as_str())) {
        let (game, sides) = (contest.spec(), sides.join(", "));
        return Err(Failure::Wrong(format!("{game} has no side `{other}`; it has: {sides}")));
    }
    let of = |(number, side): (usize, &&str)| {
        let given = agents.iter().find(|(name, _)| name == side);
        let (_, text) = given.ok_or_else(|| {
            let sides = sides.join(", ");
            Failure::Wrong(format!("no agent for the side `{side}`; the sides are {sides}"))
        })?;
        check(contest, number, text)
    };
    sides.iter().enumerate().map(of).collect()
}

fn at_least_one(games: u64) -> Result<u64, Failure> {
    if games > 0 { Ok(games) } else { Err(Failure::Wrong("games: at least 1 is expected".into())) }
}

/// Games between agents.
#[pyfunction]
pub(crate) fn matches(
    py: Python<'_>,
    game: String,
    agents: Vec<(String, String)>,
    games: u64,
    running: Running,
    hear: Option<Py<PyAny>>,
) -> PyResult<Document> {
    reported(py, hear, move |job| {
        let contest = open_for_match(&game)?;
        let agents = seated(&*contest, &agents)?;
        let sprt = running.test(Scale::Elo)?;
        if sprt.is_some() && contest.sides().len() != 2 {
            return Err(Failure::Wrong("sprt needs a game of two sides".into()));
        }
        let pairing = Pairing { contest: &*contest, agents, seed: running.seed };
        let asked = Match { pairing: pairing.clone(), games: at_least_one(games)?, sprt };
        let mut keeping = Keeping::open(&running, "match", std::slice::from_ref(&pairing))?;
        let (kept, saving) = keeping.split();
        let (mut at, mut records) = (Reporter::new(job), Vec::new());
        let result = play(&asked, kept, &running.options(job)?, |game, tally| {
            saving.write(game)?;
            at.at(tally.games, games, "");
            if running.records {
                records.push(game_document(game));
            }
            Ok(())
        })?;
        let mut document = documents::of_match(sprt, &pairing, &result);
        document["records"] = Value::Array(records);
        keeping.distinct(result.tally.distinct(), result.tally.games, "games");
        keeping.finish(&mut document, result.tally.games, sprt.is_some())?;
        Ok(document)
    })
}

fn side_number(contest: &dyn AnyContest, side: Option<&str>) -> Result<usize, Failure> {
    let sides = contest.sides();
    let there = || sides.join(", ");
    match side {
        None if contest.symmetric() || sides.len() == 1 => Ok(0),
        None => Err(Failure::Wrong(format!("side is missing: one of {}", there()))),
        Some(name) => sides.iter().position(|side| *side == name).ok_or_else(|| {
            Failure::Wrong(format!("there is no side `{name}`; the sides are {}", there()))
        }),
    }
}

/// Who plays in a comparison.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Settled {
    game: String,
    first: String,
    second: String,
    side: Option<String>,
    against: Option<String>,
}

impl Settled {
    fn plan<'a>(&self, contest: &'a dyn AnyContest, seed: u64) -> Result<Plan<'a>, Failure> {
        let side = side_number(contest, self.side.as_deref())?;
        let settings = [check(contest, side, &self.first)?, check(contest, side, &self.second)?];
        let against = self.against.as_ref().filter(|_| contest.sides().len() > 1);
        let against = against.map(|text| check(contest, 1 - side, text)).transpose()?;
        Plan::of(contest, side, settings, against.as_ref(), seed).ok_or_else(|| {
            let other = contest.sides()[1 - side];
            Failure::Wrong(format!("against is missing: the agent that plays {other}"))
        })
    }
}

/// Two settings of an agent on the same games.
#[pyfunction]
pub(crate) fn compare(
    py: Python<'_>,
    who: Settled,
    games: u64,
    running: Running,
    hear: Option<Py<PyAny>>,
) -> PyResult<Document> {
    reported(py, hear, move |job| {
        let contest = open_for_match(&who.game)?;
        let plan = who.plan(&*contest, running.seed)?;
        if running.sprt.is_some() && contest.sides().len() != 2 {
            return Err(Failure::Wrong("sprt needs a game of two sides".into()));
        }
        let sprt = running.test(documents::scale(&plan))?;
        let asked = Comparison { plan, games: at_least_one(games)?, sprt };
        let mut keeping = Keeping::open(&running, "compare", asked.plan.pairings())?;
        let (kept, saving) = keeping.split();
        let (mut at, mut count, mut records) = (Reporter::new(job), 0, Vec::new());
        let compared = run_compare(&asked, kept, &running.options(job)?, |game, _| {
            saving.write(game)?;
            count += 1;
            at.at(count, asked.total(), "");
            if running.records {
                records.push(game_document(game));
            }
            Ok(())
        })?;
        let against = who.against.as_deref();
        let names = [who.first.as_str(), who.second.as_str()];
        let mut document = documents::of_comparison(names, against, &asked, &compared);
        document["records"] = Value::Array(records);
        let Difference { sample, distinct, .. } = compared.difference;
        keeping.distinct(distinct, sample.count, "starts");
        keeping.finish(&mut document, compared.games_each(), asked.sprt.is_some())?;
        Ok(document)
    })
}

fn contenders<'a>(
    contest: &'a dyn AnyContest,
    agents: &[String],
    seed: u64,
    gauntlet: bool,
) -> Result<Tournament<'a>, Failure> {
    let specs: Vec<Spec> = agents.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
    let format = if gauntlet { Format::Gauntlet } else { Format::RoundRobin };
    Ok(Tournament::new(contest, &specs, seed, format)?)
}

/// Everybody against everybody.
#[pyfunction]
pub(crate) fn tournament(
    py: Python<'_>,
    game: String,
    agents: Vec<String>,
    games: u64,
    gauntlet: bool,
    running: Running,
    hear: Option<Py<PyAny>>,
) -> PyResult<Document> {
    reported(py, hear, move |job| {
        let contest = open_for_match(&game)?;
        let test = running.test(Scale::Elo)?;
        let tournament = contenders(&*contest, &agents, running.seed, gauntlet)?.with_test(test);
        let (total, mut count) = (tournament.total(at_least_one(games)?), 0);
        let mut keeping = Keeping::open(&running, "tournament", tournament.pairings())?;
        let (kept, saving) = keeping.split();
        let mut at = Reporter::new(job);
        let options = running.options(job)?;
        let standings = tournament.play(games, kept, &options, |game| {
            saving.write(game)?;
            count += 1;
            at.at(count, total, "");
            Ok(())
        })?;
        let mut document = documents::of_tournament(tournament.names(), &standings, test);
        document["game"] = json!(contest.spec().to_string());
        document["seed"] = json!(running.seed);
        keeping.distinct(standings.distinct, standings.games, "games");
        keeping.finish(&mut document, standings.games, test.is_some())?;
        Ok(document)
    })
}

/// A tuning: the text of its file, another seed than the file's, and the games of the comparison at its
/// end.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct TuningAsked {
    text: String,
    seed: Option<u64>,
    closing: u64,
}

impl TuningAsked {
    fn read<T>(&self, work: impl FnOnce(&Tuning<'_>) -> Result<T, Failure>) -> Result<T, Failure> {
        read(&self.text, |tuning| {
            work(&Tuning { seed: self.seed.unwrap_or(tuning.seed), ..tuning.clone() })
        })?
    }
}

/// Good parameters for an agent.
#[pyfunction]
pub(crate) fn tune(
    py: Python<'_>,
    asked: TuningAsked,
    running: Running,
    hear: Option<Py<PyAny>>,
) -> PyResult<Document> {
    reported(py, hear, move |job| {
        asked.read(|tuning| {
            let closing = asked.closing;
            let store = running.store.as_ref();
            let mut store = store.map_or_else(Store::in_memory, |path| Store::open(path))?;
            let run = store.begin_run("python tune")?;
            let (mut at, options) = (Reporter::new(job), running.options(job)?);
            let tuned = tuning.run(&mut store, run, &options, |news| {
                if let News::Playing(generation, progress) = news {
                    let part = format!("generation {generation} of {}", tuning.generations);
                    at.at(progress.found + progress.played, progress.wanted, &part);
                }
            })?;
            let compared = if closing == 0 || tuned.interrupted || tuned.agent == tuning.agent {
                None
            } else {
                let asked = tuning.closing(&tuned.agent, closing);
                let (total, mut count) = (asked.total(), 0);
                let kept = Some(Kept { store: &mut store, run });
                Some(run_compare(&asked, kept, &options, |_, _| {
                    count += 1;
                    at.at(count, total, "tuned against start");
                    Ok(())
                })?)
            };
            let mut document = documents::of_tuning(tuning, &tuned, compared.as_ref());
            document["svg"] = json!(svg(tuning, &tuned.generations));
            Ok(document)
        })
    })
}

/// The cells that a tuning needs next and that a store lacks games of; none when it is complete.
#[pyfunction]
pub(crate) fn tuning_cells(
    py: Python<'_>,
    asked: TuningAsked,
    store: PathBuf,
) -> PyResult<Document> {
    let job = move |_: &Job<()>| {
        asked.read(|tuning| {
            let store = Store::open(&store)?;
            Ok(json!(next_cells(tuning, asked.closing, &store)?))
        })
    };
    run(py, job, |()| Ok(())).map(Document)
}

fn next_cells(tuning: &Tuning<'_>, closing: u64, store: &Store) -> Result<Vec<Value>, Failure> {
    let cell = |pairing: &Pairing<'_>, games: u64| crate::experiment::cell_document(pairing, games);
    match tuning.due(store)? {
        Due::Games(pairings) => {
            Ok(pairings.iter().map(|pairing| cell(pairing, tuning.games)).collect())
        }
        Due::Nothing(tuned) if closing == 0 || tuned == tuning.agent => Ok(Vec::new()),
        Due::Nothing(tuned) => {
            let asked = tuning.closing(&tuned, closing);
            let mut missing = Vec::new();
            for pairing in asked.plan.pairings() {
                let cell_id = store.cell(&CellKey::of(pairing))?;
                if !store.missing(cell_id, asked.games_each())?.is_empty() {
                    missing.push(cell(pairing, asked.games_each()));
                }
            }
            Ok(missing)
        }
    }
}

/// The cells of a match, a comparison or a tournament, there with the number of the pair of agents.
pub(crate) fn cells_of(kind: Kind, seed: u64) -> Result<Vec<Value>, Failure> {
    let documents = |pairings: &[Pairing<'_>], games: u64| -> Vec<Value> {
        let one = |pairing: &Pairing<'_>| crate::experiment::cell_document(pairing, games);
        pairings.iter().map(one).collect()
    };
    match kind {
        Kind::Match { game, agents, games } => {
            let contest = open_for_match(&game)?;
            let agents = seated(&*contest, &agents)?;
            Ok(documents(&[Pairing { contest: &*contest, agents, seed }], games))
        }
        Kind::Compare { who, games } => {
            let contest = open_for_match(&who.game)?;
            let asked = Comparison { plan: who.plan(&*contest, seed)?, games, sprt: None };
            Ok(documents(asked.plan.pairings(), asked.games_each()))
        }
        Kind::Tournament { game, contenders: agents, games, gauntlet } => {
            let contest = open_for_match(&game)?;
            let tournament = contenders(&*contest, &agents, seed, gauntlet)?;
            let mut cells = documents(tournament.pairings(), tournament.games_each(games));
            let sides = if contest.symmetric() { 1 } else { 2 };
            for (number, cell) in cells.iter_mut().enumerate() {
                cell["pair"] = json!(number / sides);
            }
            Ok(cells)
        }
    }
}

/// What is played, as a dictionary.
#[derive(FromPyObject)]
pub(crate) enum Kind {
    Match {
        #[pyo3(item)]
        game: String,
        #[pyo3(item)]
        agents: Vec<(String, String)>,
        #[pyo3(item)]
        games: u64,
    },
    Compare {
        #[pyo3(item)]
        who: Settled,
        #[pyo3(item)]
        games: u64,
    },
    Tournament {
        #[pyo3(item)]
        game: String,
        #[pyo3(item)]
        contenders: Vec<String>,
        #[pyo3(item)]
        games: u64,
        #[pyo3(item)]
        gauntlet: bool,
    },
}
