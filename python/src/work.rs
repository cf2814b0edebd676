//! Work that takes time, beside Python.
//!
//! A job runs on a thread from a pool while the thread that asked for it waits with the GIL
//! released. That one looks for signals every 20 ms, because Python lets only its main thread handle
//! them, and raises the job's stop flag when one came. A thread is kept after its job: to start one
//! takes longer than many a decision.

use crate::error::Failure;
use pyo3::prelude::*;
use spinney_search::budget::Stop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often signals are looked for.
const LOOK: Duration = Duration::from_millis(20);

/// A job that was told to stop is waited for at most so long; then it ends by itself.
const PATIENCE: Duration = Duration::from_millis(100);

/// The names of the threads whose panics are reported as errors, and not on the terminal.
const OWN_THREAD: &str = "spinney";

type Task = Box<dyn FnOnce() + Send>;

/// Threads that wait for work. A process that was forked has none of its parent's.
struct Pool {
    process: u32,
    idle: Vec<Sender<Task>>,
}

static POOL: Mutex<Pool> = Mutex::new(Pool { process: 0, idle: Vec::new() });

fn pool() -> MutexGuard<'static, Pool> {
    POOL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a task on a thread of the pool.
fn spawn(task: Task) -> Result<(), Failure> {
    let process = std::process::id();
    let idle = {
        let mut pool = pool();
        if pool.process != process {
            // To drop the senders of threads that do not exist here could wait for them.
            std::mem::forget(std::mem::take(&mut pool.idle));
            pool.process = process;
        }
        pool.idle.pop()
    };
    let worker = match idle {
        Some(worker) => worker,
        None => {
            let (worker, tasks) = channel::<Task>();
            let thread = std::thread::Builder::new().name(OWN_THREAD.into());
            thread
                .spawn(move || tasks.into_iter().for_each(|task| task()))
                .map_err(|error| Failure::failed(&error))?;
            worker
        }
    };
    let again = worker.clone();
    let task = Box::new(move || {
        task();
        pool().idle.push(again);
    });
    worker.send(task).map_err(|_| Failure::Failed("a thread of Spinney is gone".into()))
}

enum Event<T, M> {
    Said(M),
    Done(Result<T, Failure>),
}

/// What a job has: a flag that ends it, and somebody to tell where it is.
pub(crate) struct Job<M> {
    pub(crate) stop: Stop,
    say: Box<dyn Fn(M) + Send + Sync>,
}

impl<M> Job<M> {
    /// Tells whoever waits. Nobody may wait any more: the job is stopped then.
    pub(crate) fn say(&self, message: M) {
        (self.say)(message);
    }
}

/// A job that runs.
pub(crate) struct Running<T, M> {
    stop: Stop,
    events: Mutex<Receiver<Event<T, M>>>,
}

/// What comes next from a job that runs.
pub(crate) enum Next<T, M> {
    Said(M),
    Done(T),
}

impl<T: Send + 'static, M: Send + 'static> Running<T, M> {
    /// Starts a job.
    pub(crate) fn start(
        job: impl FnOnce(&Job<M>) -> Result<T, Failure> + Send + 'static,
    ) -> Result<Self, Failure> {
        let (sender, events) = channel();
        let stop = Stop::new();
        let (raised, said) = (stop.clone(), sender.clone());
        let of_job = Job {
            stop: stop.clone(),
            say: Box::new(move |message| {
                if said.send(Event::Said(message)).is_err() {
                    raised.raise();
                }
            }),
        };
        spawn(Box::new(move || {
            let done = catch_unwind(AssertUnwindSafe(|| job(&of_job)));
            let done = done.unwrap_or_else(|panic| Err(panicked(&*panic)));
            // Nobody waits any more for a job that was given up.
            let _ = sender.send(Event::Done(done));
        }))?;
        Ok(Self { stop, events: Mutex::new(events) })
    }

    /// Waits for what comes next. An interrupt stops the job and is returned.
    pub(crate) fn next(&self, py: Python<'_>) -> PyResult<Next<T, M>> {
        loop {
            let event = py.detach(|| self.wait(LOOK));
            if let Err(interrupt) = py.check_signals() {
                self.give_up(py);
                return Err(interrupt);
            }
            match event {
                Ok(Event::Said(message)) => return Ok(Next::Said(message)),
                Ok(Event::Done(done)) => return Ok(Next::Done(done?)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Failure::Failed("a search ended without an answer".into()).into());
                }
            }
        }
    }

    fn wait(&self, time: Duration) -> Result<Event<T, M>, RecvTimeoutError> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(time)
    }

    /// Stops the job and waits a little for its end.
    pub(crate) fn give_up(&self, py: Python<'_>) {
        self.stop.raise();
        py.detach(|| {
            let until = Instant::now() + PATIENCE;
            while let Some(left) = until.checked_duration_since(Instant::now()) {
                if !matches!(self.wait(left), Ok(Event::Said(_))) {
                    return;
                }
            }
        });
    }
}

impl<T, M> Drop for Running<T, M> {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

/// Runs a job to its end. `hear` is told what it says, in the thread that waits; its exception stops
/// the job.
pub(crate) fn run<T: Send + 'static, M: Send + 'static>(
    py: Python<'_>,
    job: impl FnOnce(&Job<M>) -> Result<T, Failure> + Send + 'static,
    mut hear: impl FnMut(M) -> PyResult<()>,
) -> PyResult<T> {
    let running = Running::start(job)?;
    loop {
        match running.next(py)? {
            Next::Done(answer) => return Ok(answer),
            Next::Said(message) => {
                if let Err(error) = hear(message) {
                    running.give_up(py);
                    return Err(error);
                }
            }
        }
    }
}

/// Does something that should not take long on the thread that calls, with the GIL released. Should it
/// take longer after all, signals are looked for whenever it looks at its flag.
pub(crate) fn at_once<T: Send>(
    py: Python<'_>,
    job: impl FnOnce(Stop) -> Result<T, Failure> + Send,
) -> PyResult<T> {
    let signal = Arc::new(Mutex::new(None));
    let stop = Stop::new().or_when(look_for_signals(Arc::clone(&signal)));
    let done = py.detach(|| catch_unwind(AssertUnwindSafe(|| job(stop))));
    if let Some(signal) = signal.lock().unwrap_or_else(PoisonError::into_inner).take() {
        return Err(signal);
    }
    Ok(done.unwrap_or_else(|panic| Err(panicked(&*panic)))?)
}

/// Whether a signal came that raises an exception, which is put there. It is asked often and looks
/// seldom, and only on this thread: Python lets no other handle signals.
fn look_for_signals(found: Arc<Mutex<Option<PyErr>>>) -> impl Fn() -> bool + Send + Sync {
    let (begin, own) = (Instant::now(), std::thread::current().id());
    let looks = AtomicU64::new(1);
    move || {
        let due = begin.elapsed().as_millis() >= LOOK.as_millis() * u128::from(looks.load(Relaxed));
        if !due || std::thread::current().id() != own {
            return false;
        }
        looks.fetch_add(1, Relaxed);
        let signal = Python::attach(|py| py.check_signals().err());
        let came = signal.is_some();
        *found.lock().unwrap_or_else(PoisonError::into_inner) = signal;
        came
    }
}

/// Does something short at once; a panic is an error here, too.
pub(crate) fn guarded<T>(work: impl FnOnce() -> Result<T, Failure>) -> PyResult<T> {
    let done = catch_unwind(AssertUnwindSafe(work));
    Ok(done.unwrap_or_else(|panic| Err(panicked(&*panic)))?)
}

/// Panics, on the thread that calls or on one of the pool: for the tests.
#[pyfunction]
pub(crate) fn panics(py: Python<'_>, beside: bool) -> PyResult<()> {
    let work = || -> Result<(), Failure> { panic!("as it was told") };
    if beside { run(py, move |_: &Job<()>| work(), |()| Ok(())) } else { guarded(work) }
}

/// A panic as an error.
fn panicked(panic: &(dyn std::any::Any + Send)) -> Failure {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    Failure::Failed(format!("a panic, which is a bug: {}", text.unwrap_or("no message")))
}

/// Panics on threads that report them as errors are not printed, too.
pub(crate) fn quiet_panics() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let thread = std::thread::current();
        let own = [OWN_THREAD, spinney_lab::runner::THREAD_NAME];
        if !thread.name().is_some_and(|name| own.contains(&name)) {
            usual(info);
        }
    }));
}
