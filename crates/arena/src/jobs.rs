//! Jobs of the laboratory: experiments and comparisons that clients start, watch and stop. One runs
//! at a time, on one thread beside the engines.

use crate::chairs::random_name;
use crate::error::Refusal;
use crate::games::open;
use crate::lab;
use crate::options::Options;
use crate::protocol::Code;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use spinney_games::contest::AnyContest;
use spinney_lab::compare::{Comparison, Difference, Plan, compare};
use spinney_lab::experiment::SEED;
use spinney_lab::experiment::run::{Asked, RunEnd, missing, run};
use spinney_lab::forecast::forecast;
use spinney_lab::runner::{Pairing, RunOptions};
use spinney_lab::store::Store;
use spinney_search::budget::Stop;
use spinney_spec::{Settings, SpecError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Jobs that are remembered, and those that may wait.
const REMEMBERED: usize = 50;
const WAITING: usize = 10;

/// How long a sample may take.
const SAMPLE: Duration = Duration::from_secs(2);

/// Points of a series at most: what a plot can show.
const POINTS: usize = 200;

/// Games of a comparison at most.
const MOST_GAMES: u64 = 100_000;

/// What a client asks for.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Order {
    Experiment {
        id: String,
        games: u64,
    },
    Compare {
        game: String,
        #[serde(default)]
        side: usize,
        a: String,
        b: String,
        #[serde(default)]
        opponent: Option<String>,
        games: u64,
    },
}

/// Where a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Status {
    Waiting,
    Running,
    Done,
    Stopped,
    Failed,
}

/// A job as clients see it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Job {
    id: String,
    kind: &'static str,
    title: String,
    status: Status,
    done: u64,
    of: u64,
    seconds: f64,
    left: Option<f64>,
    sentence: String,
    series: Vec<Point>,
    error: Option<String>,
    #[serde(skip)]
    stop: Stop,
    #[serde(skip)]
    order: Order,
}

impl Job {
    /// Whether nothing more will happen to it.
    pub(crate) fn ended(&self) -> bool {
        !matches!(self.status, Status::Waiting | Status::Running)
    }
}

/// The difference of two agents after so many games.
#[derive(Clone, Debug, Serialize)]
struct Point {
    games: u64,
    value: f64,
    low: f64,
    high: f64,
}

/// All jobs.
pub(crate) struct Jobs {
    all: Mutex<Vec<Job>>,
    busy: Mutex<bool>,
    sampling: Mutex<()>,
    changed: watch::Sender<u64>,
    options: Options,
}

impl Jobs {
    pub(crate) fn new(options: &Options) -> Arc<Self> {
        let (changed, _) = watch::channel(0);
        Arc::new(Self {
            all: Mutex::default(),
            busy: Mutex::default(),
            sampling: Mutex::default(),
            changed,
            options: options.clone(),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Job>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hears of every change.
    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// All jobs, the newest first.
    pub(crate) fn all(&self) -> Vec<Job> {
        self.lock().iter().rev().cloned().collect()
    }

    /// One job.
    pub(crate) fn get(&self, id: &str) -> Result<Job, Refusal> {
        let found = self.lock().iter().find(|job| job.id == id).cloned();
        found.ok_or_else(|| Refusal::new(Code::NotFound, "there is no such job"))
    }

    /// Whether clients may start jobs here.
    fn allowed(&self) -> Result<(), Refusal> {
        if self.options.laboratory || self.options.address.ip().is_loopback() {
            return Ok(());
        }
        let what = "this server has no jobs; it would need --laboratory";
        Err(Refusal::new(Code::NotAllowed, what))
    }

    /// How long an order would take, from a short sample of its games. One sample is played at a
    /// time.
    pub(crate) fn estimate(&self, order: &Order) -> Result<Value, Refusal> {
        self.allowed()?;
        check(order)?;
        let Ok(_one) = self.sampling.try_lock() else {
            return Err(Refusal::new(Code::Busy, "another estimate is being made; try again soon"));
        };
        let stop = Stop::new();
        let options = RunOptions { threads: 1, clock: None, stop: stop.clone() };
        let sample = |pairings: &[Pairing<'_>], games: &[u64]| {
            forecast(pairings, games, &options, SAMPLE).map_err(|error| Refusal::internal(&error))
        };
        let found = match order {
            Order::Experiment { id, games } => {
                let experiment = lab::find(id)?;
                let asked = asked(*games, &stop);
                let store = lab::store(&self.options)?;
                let missing = missing(&[experiment], store.as_ref(), &asked);
                let missing = missing.map_err(|error| Refusal::internal(&error))?;
                let pairings: Vec<_> =
                    missing.iter().map(|(seating, _)| seating.pairing()).collect();
                let games: Vec<u64> = missing.iter().map(|(_, games)| *games).collect();
                sample(&pairings, &games)?
            }
            Order::Compare { games, .. } => {
                let (contest, seats) = plan(order)?;
                let pairing = |agents| Pairing { contest: &*contest, agents, seed: SEED };
                let pairings = match seats {
                    Seats::Together(agents) => vec![pairing(agents)],
                    Seats::Apart(first, second, _) => vec![pairing(first), pairing(second)],
                };
                sample(&pairings, &vec![*games; pairings.len()])?
            }
        };
        // Not one game of the sample was finished: they take at least so long.
        let at_least = found.sampled == 0 && found.games > 0;
        let (games, seconds, sampled) = (found.games, found.seconds, found.sampled);
        Ok(json!({"games": games, "seconds": seconds, "sampled": sampled, "at_least": at_least}))
    }

    /// Takes an order; it begins when those before it have ended.
    pub(crate) fn start(self: &Arc<Self>, order: Order) -> Result<Job, Refusal> {
        self.allowed()?;
        let (kind, title, of) = check(&order)?;
        let mut jobs = self.lock();
        if jobs.iter().filter(|job| !job.ended()).count() >= WAITING {
            return Err(Refusal::new(Code::Busy, "too many jobs are waiting"));
        }
        while jobs.len() >= REMEMBERED
            && let Some(old) = jobs.iter().position(Job::ended)
        {
            jobs.remove(old);
        }
        let job = Job {
            id: random_name(10)?,
            kind,
            title,
            status: Status::Waiting,
            done: 0,
            of,
            seconds: 0.0,
            left: None,
            sentence: String::new(),
            series: Vec::new(),
            error: None,
            stop: Stop::new(),
            order,
        };
        jobs.push(job.clone());
        drop(jobs);
        self.tell();
        let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        if !*busy {
            *busy = true;
            let jobs = Arc::clone(self);
            let thread = std::thread::Builder::new().name("laboratory".to_string());
            thread.spawn(move || jobs.work()).map_err(|error| Refusal::internal(&error))?;
        }
        Ok(job)
    }

    /// Stops a job. What was played is kept.
    pub(crate) fn stop(&self, id: &str) -> Result<Job, Refusal> {
        self.allowed()?;
        let job = self.get(id)?;
        job.stop.raise();
        self.change(id, |job| {
            if job.status == Status::Waiting {
                job.status = Status::Stopped;
            }
        });
        self.get(id)
    }

    /// Stops all jobs.
    pub(crate) fn close(&self) {
        for job in self.lock().iter_mut().filter(|job| !job.ended()) {
            job.stop.raise();
            job.status = Status::Stopped;
        }
        self.tell();
    }

    fn tell(&self) {
        self.changed.send_modify(|n| *n += 1);
    }

    fn change(&self, id: &str, change: impl FnOnce(&mut Job)) {
        if let Some(job) = self.lock().iter_mut().find(|job| job.id == id) {
            change(job);
        }
        self.tell();
    }

    /// Does one job after the other, until none waits.
    fn work(&self) {
        loop {
            let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
            let next = self.lock().iter().find(|job| job.status == Status::Waiting).cloned();
            let Some(job) = next else {
                *busy = false;
                return;
            };
            drop(busy);
            self.change(&job.id, |job| job.status = Status::Running);
            let started = Instant::now();
            let done = match &job.order {
                Order::Experiment { id, games } => self.experiment(&job, id, *games, started),
                Order::Compare { .. } => self.compare(&job, started),
            };
            self.change(&job.id, |job| {
                job.seconds = started.elapsed().as_secs_f64();
                job.left = None;
                job.status = match done {
                    Ok(()) if job.stop.raised() => Status::Stopped,
                    Ok(()) => Status::Done,
                    Err(error) => {
                        job.error = Some(error);
                        Status::Failed
                    }
                };
            });
        }
    }

    fn progress(&self, id: &str, done: u64, of: u64, started: Instant, add: impl FnOnce(&mut Job)) {
        self.change(id, |job| {
            (job.done, job.of, job.seconds) = (done, of, started.elapsed().as_secs_f64());
            let new = done.max(1) as f64;
            job.left = (done > 0).then(|| job.seconds / new * of.saturating_sub(done) as f64);
            add(job);
        });
    }

    fn experiment(&self, job: &Job, id: &str, games: u64, began: Instant) -> Result<(), String> {
        let experiment = lab::find(id).map_err(|error| error.message)?;
        let asked = asked(games, &job.stop);
        let path = lab::store_path(&self.options);
        let mut store = Store::open(&path).map_err(|error| error.to_string())?;
        let command = format!("arena: {id}");
        let ended = run(&[experiment], &mut store, &command, &asked, |_, progress| {
            let done = progress.found + progress.played;
            self.progress(&job.id, done, progress.wanted, began, |job| {
                job.sentence = format!("{done} of {} games are played.", progress.wanted);
            });
        });
        match ended {
            Ok(RunEnd::Complete | RunEnd::OutOfTime | RunEnd::Interrupted) => Ok(()),
            Err(error) => Err(error.to_string()),
        }
    }

    fn compare(&self, job: &Job, began: Instant) -> Result<(), String> {
        let (contest, plan) = plan(&job.order).map_err(|error| error.message)?;
        let Order::Compare { games, .. } = &job.order else { return Ok(()) };
        let pairing = |agents: &Vec<Settings>| Pairing {
            contest: &*contest,
            agents: agents.clone(),
            seed: SEED,
        };
        let plan = match plan {
            Seats::Together(agents) => Plan::Together(pairing(&agents)),
            Seats::Apart(first, second, side) => {
                Plan::Apart { pairings: [pairing(&first), pairing(&second)], side }
            }
        };
        let asked = Comparison { plan, games: *games, sprt: None };
        let (total, mut done) = (asked.total(), 0);
        let options = RunOptions { threads: 1, clock: None, stop: job.stop.clone() };
        let every = (total / POINTS as u64).max(1);
        let compared = compare(&asked, None, &options, |_, difference| {
            done += 1;
            let shown = done % every == 0 || done == total;
            self.progress(&job.id, done, total, began, |job| {
                if shown {
                    job.sentence = difference.sentence("A", "B");
                    job.series.push(point(done, difference));
                }
            });
            Ok(())
        });
        let compared = compared.map_err(|error| error.to_string())?;
        self.change(&job.id, |job| job.sentence = compared.difference.sentence("A", "B"));
        Ok(())
    }
}

/// A run of an experiment with so many games per cell; cells that want fewer get fewer.
fn asked(games: u64, stop: &Stop) -> Asked {
    let options = RunOptions { threads: 1, clock: None, stop: stop.clone() };
    Asked {
        scale: 1.0,
        games: Some(games),
        budget: None,
        by_clock: false,
        cells: None,
        seed: SEED,
        shard: None,
        options,
    }
}

fn point(games: u64, difference: &Difference) -> Point {
    let interval = difference.interval();
    Point { games, value: difference.sample.mean, low: interval.low, high: interval.high }
}

/// Who plays whom.
enum Seats {
    Together(Vec<Settings>),
    Apart(Vec<Settings>, Vec<Settings>, usize),
}

/// Whether an order can be carried out: its kind, its title, and the games that it takes.
fn check(order: &Order) -> Result<(&'static str, String, u64), Refusal> {
    match order {
        Order::Experiment { id, games } => {
            let experiment = lab::find(id)?;
            let cells = experiment.cells().count() as u64;
            Ok(("experiment", format!("{id}: {}", experiment.title), cells * games))
        }
        Order::Compare { game, a, b, games, .. } => {
            if !(1..=MOST_GAMES).contains(games) {
                let what = format!("1 to {MOST_GAMES} games can be compared");
                return Err(Refusal::new(Code::BadMessage, what));
            }
            let (_, plan) = plan(order)?;
            let settings = if matches!(plan, Seats::Together(_)) { 1 } else { 2 };
            Ok(("compare", format!("{game}: {a} and {b}"), games * settings))
        }
    }
}

fn plan(order: &Order) -> Result<(Arc<dyn AnyContest>, Seats), Refusal> {
    let Order::Compare { game, side, a, b, opponent, .. } = order else {
        return Err(Refusal::new(Code::BadMessage, "a comparison was expected"));
    };
    let contest = open(game)?;
    // Agents that leave nothing to chance would play one game for ever.
    let opened = spinney_games::open_for_match(&contest.spec());
    let contest: Arc<dyn AnyContest> = opened.map_or(contest, Arc::from);
    let (sides, side) = (contest.sides(), *side);
    if side >= sides.len() {
        return Err(Refusal::new(Code::BadGame, "there is no such side"));
    }
    let bad = |error: SpecError| Refusal::new(Code::BadAgent, error.to_string());
    let agent =
        |side, text: &str| text.parse().and_then(|spec| contest.check(side, &spec)).map_err(bad);
    let (first, second) = (agent(side, a)?, agent(side, b)?);
    let seats = match (sides.len(), opponent) {
        (1, _) => Seats::Apart(vec![first], vec![second], side),
        (_, None) if contest.symmetric() => Seats::Together(vec![first, second]),
        (_, None) => {
            let other = sides[1 - side.min(1)];
            let what = format!("an opponent is missing: the agent that plays {other}");
            return Err(Refusal::new(Code::BadAgent, what));
        }
        (_, Some(opponent)) => {
            let opponent = agent(1 - side.min(1), opponent)?;
            let seated = |own: Settings| match side {
                0 => vec![own, opponent.clone()],
                _ => vec![opponent.clone(), own],
            };
            Seats::Apart(seated(first), seated(second), side)
        }
    };
    Ok((contest, seats))
}
