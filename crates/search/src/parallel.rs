//! Searching with several threads.
//!
//! **Tree parallelism**: all threads search one tree at the same time, without a lock round it (see
//! [`crate::tree`]). A thread on its way counts as a loss on the arms that it has chosen, so that the
//! others look elsewhere: virtual loss. In much visited nodes, where one loss more turns nobody away,
//! each thread explores a little more than the one before. **Root parallelism**: trees that know nothing of each other,
//! added up at the end. Each tree has its own seed and its own budget, so the result depends on the
//! number of trees and not on the number of threads that grow them. Chaslot, Winands and Van den
//! Herik (2008).
//!
//! Both are chosen by [`RunOptions`]. Tree parallelism depends on which thread comes first: the same
//! seed does not give the same search.
//!
//! ```
//! use spinney_search::{budget::Budget, doc_games::Nim, mcts::Mcts, parallel::root_parallel};
//! use spinney_search::{playout::Uniform, selection::Ucb1};
//!
//! let search = Mcts::new(Ucb1::new(1.0), Uniform::default());
//! let one = root_parallel(&search, &Nim::new(9), &Budget::playouts(500), 4, 1, 7)?;
//! let two = root_parallel(&search, &Nim::new(9), &Budget::playouts(500), 4, 2, 7)?;
//! assert_eq!(one.players, two.players);
//! assert_eq!(one.playouts, 2_000);
//! # Ok::<(), spinney_search::mcts::SearchError>(())
//! ```

use crate::backup::Backup;
use crate::budget::{Budget, Meter};
use crate::game::{Game, Worlds};
use crate::mcts::{Context, Mcts, RunOptions, SearchCore, SearchError, Task, WhenFull, snapshot};
use crate::playout::Playout;
use crate::report::{Observer, Report};
use crate::rng::{Rng, stream};
use crate::selection::Selection;
use crate::stats::Stats;
use crate::tree::{Blocks, Proven, Shared, Tree};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, RwLock, TryLockError};
use std::time::{Duration, Instant};

/// What several threads share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Parallel {
    /// One tree.
    #[default]
    Tree,
    /// Nothing: each thread grows a tree with its share of the budget, and they are added up.
    Root,
}

impl Parallel {
    /// By its name in specifications.
    pub const NAMES: &'static [&'static str] = &["tree", "root"];

    /// The kind with this name.
    pub fn named(name: &str) -> Option<Self> {
        let kinds = [Self::Tree, Self::Root];
        Self::NAMES.iter().position(|&n| n == name).map(|i| kinds[i])
    }
}

/// Grows `trees` trees, each with this budget, on `threads` threads, and adds them up. Tree i draws
/// from the stream (seed, i).
///
/// # Errors
/// As for [`Mcts::run`].
pub fn root_parallel<G, S, P, B, W>(
    search: &Mcts<G, S, P, B>,
    worlds: &W,
    budget: &Budget,
    trees: usize,
    threads: usize,
    seed: u64,
) -> Result<Report<G::Move>, SearchError>
where
    G: Game,
    S: Selection,
    P: Playout<G>,
    B: Backup<G>,
    W: Worlds<G>,
{
    let mut searches = vec![search.clone(); threads.clamp(1, trees.max(1))];
    let searches = searches.iter_mut().collect();
    grow_trees(searches, worlds, &vec![budget.clone(); trees], seed, None)
}

/// Root parallelism with one tree per thread, which share the budget. The trees stay with the search:
/// fresh memory for each search would cost threads that start together more than a short search.
pub(crate) fn search_trees<G, S, P, B, W>(
    search: &mut Mcts<G, S, P, B>,
    worlds: &W,
    budget: &Budget,
    options: RunOptions<'_, G::Move>,
    rng: &mut Rng,
) -> Result<Report<G::Move>, SearchError>
where
    G: Game,
    S: Selection,
    P: Playout<G>,
    B: Backup<G>,
    W: Worlds<G>,
{
    search.prepare_others(options.threads - 1);
    let mut others = std::mem::take(&mut search.others);
    let searches = std::iter::once(&mut *search).chain(&mut others).collect();
    let budgets = budget.shared_out(options.threads);
    let report = grow_trees(searches, worlds, &budgets, rng.next_u64(), options.observer);
    search.others = others;
    report
}

/// Grows a tree with each budget, on as many threads as there are searches, and adds them up.
fn grow_trees<G, S, P, B, W>(
    searches: Vec<&mut Mcts<G, S, P, B>>,
    worlds: &W,
    budgets: &[Budget],
    seed: u64,
    observer: Option<Observer<'_, G::Move>>,
) -> Result<Report<G::Move>, SearchError>
where
    G: Game,
    S: Selection,
    P: Playout<G>,
    B: Backup<G>,
    W: Worlds<G>,
{
    type Found<M> = Option<Result<Report<M>, SearchError>>;
    // The first trees belong to the searches in their order; the rest go to whoever is free.
    let next = AtomicUsize::new(searches.len());
    // What each tree has found, while it grows and in the end.
    let found: Mutex<Vec<Found<G::Move>>> = Mutex::new(vec![None; budgets.len()]);
    let post = |tree: usize, report| found.lock().expect("no holder panics")[tree] = Some(report);
    let sum = || -> Result<Report<G::Move>, SearchError> {
        let mut combined = Report::default();
        for report in found.lock().expect("no holder panics").iter().flatten() {
            combined.merge(report.as_ref().map_err(|&error| error)?);
        }
        Ok(combined)
    };
    let every = observer.as_ref().map(|observer| observer.every);
    let work = |first: usize,
                search: &mut Mcts<G, S, P, B>,
                mut observer: Option<Observer<'_, G::Move>>| {
        let mut tree = first;
        while let Some(budget) = budgets.get(tree) {
            let mut see = |report: &Report<G::Move>| {
                post(tree, Ok(report.clone()));
                if let (Some(observer), Ok(sum)) = (&mut observer, sum()) {
                    observer.see(&sum);
                }
            };
            let observer = every.map(|every| Observer::new(every, &mut see));
            let options = RunOptions { observer, ..RunOptions::default() };
            let rng = &mut stream(&[seed, tree as u64]);
            let report = search.run_with(worlds, budget, options, rng);
            post(tree, report);
            tree = next.fetch_add(1, Relaxed);
        }
    };
    let work = &work;
    let mut searches = searches.into_iter().enumerate();
    let Some((_, own)) = searches.next() else { return sum() };
    let others = searches
        .map(|(first, search)| -> Beside<'_> { Box::new(move || work(first, search, None)) });
    side_by_side(others.collect(), || work(0, own, observer));
    sum()
}

/// What a thread of its own does.
type Beside<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Does something on this thread and the rest on a thread each, until all is done. What it takes to
/// have threads is compiled once, and not again for every search.
fn side_by_side(others: Vec<Beside<'_>>, own: impl FnOnce()) {
    fn with_threads(others: Vec<Beside<'_>>, own: &mut dyn FnMut()) {
        std::thread::scope(|scope| {
            let handles: Vec<_> = others.into_iter().map(|other| scope.spawn(other)).collect();
            own();
            for handle in handles {
                handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            }
        });
    }
    let mut own = Some(own);
    with_threads(others, &mut || {
        if let Some(own) = own.take() {
            own();
        }
    });
}

/// Searches one tree with several threads, until the meter says stop.
pub(crate) fn share_tree<G, S, P, B, W>(
    search: &mut Mcts<G, S, P, B>,
    worlds: &W,
    meter: &mut Meter,
    options: &mut RunOptions<'_, G::Move>,
    rng: &mut Rng,
) -> Result<(), SearchError>
where
    G: Game,
    S: Selection,
    P: Playout<G>,
    B: Backup<G>,
    W: Worlds<G>,
{
    let seed = rng.next_u64();
    let Mcts { tree, task, selection, playout, context, .. } = search;
    tree.make_room();
    let job = Job {
        tree: RwLock::new(tree),
        begun: AtomicU64::new(meter.done()),
        playouts: meter.playouts(),
        threads: options.threads as u64,
        pause: AtomicBool::new(false),
        over: AtomicBool::new(false),
    };
    let mut own = Worker {
        task,
        selection,
        playout,
        context: Context::clone(context),
        blocks: Blocks::default(),
        rng: stream(&[seed, 0]),
        meter: meter.clone(),
    };
    let job = &job;
    let mut ended: Vec<_> = (1..options.threads).map(|_| None).collect();
    let others = ended.iter_mut().zip(1u64..).map(|(ended, thread)| -> Beside<'_> {
        let (mut selection, mut playout) = (own.selection.clone(), own.playout.clone());
        let (task, mut context) = (own.task.clone(), own.context.clone());
        context.thread = thread as u32;
        let (meter, rng) = (meter.clone().unobserved(), stream(&[seed, thread]));
        Box::new(move || {
            let mut worker = Worker {
                task: &task,
                selection: &mut selection,
                playout: &mut playout,
                context,
                blocks: Blocks::default(),
                rng,
                meter,
            };
            let result = worker.work(job, worlds, None);
            *ended = Some((result, worker.context));
        })
    });
    let mut result = Ok(());
    side_by_side(others.collect(), || {
        result = own.work(job, worlds, options.observer.as_mut());
    });
    meter.set_done(job.begun.load(Relaxed));
    context.absorb(own.context);
    for (other, remembered) in ended.into_iter().flatten() {
        result = result.and(other);
        context.absorb(remembered);
    }
    result
}

/// A search that threads have in common.
struct Job<'a, G: Game, S> {
    /// Read while a thread iterates; written to make room, which is seldom.
    tree: RwLock<&'a mut Tree<G, S>>,
    /// Playouts that were begun.
    begun: AtomicU64,
    /// Playouts at most.
    playouts: u64,
    threads: u64,
    /// Whether the tree needs room, and threads should let go of it between their batches.
    pause: AtomicBool,
    /// Whether some thread has met the end of the budget, or an error.
    over: AtomicBool,
}

impl<G: Game, S: Stats> Job<'_, G, S> {
    /// Waits while the tree needs room, which the first thread to have it alone makes. (A thread that
    /// waited for the lock itself would get it late, if ever: the others take it again at once.)
    #[cold]
    fn rearrange(&self, recycles: bool) {
        while self.pause.load(Relaxed) {
            let mut tree = match self.tree.try_write() {
                Ok(tree) => tree,
                Err(TryLockError::WouldBlock) => {
                    std::thread::yield_now();
                    continue;
                }
                Err(TryLockError::Poisoned(_)) => return,
            };
            if recycles && tree.is_full() {
                tree.recycle();
                tree.make_room();
            } else if tree.is_crowded() {
                tree.make_room();
            }
            self.pause.store(false, Relaxed);
        }
    }

    /// Takes up to so many playouts from the budget; near its end fewer, so that all threads end
    /// together.
    fn take(&self, batch: u64) -> u64 {
        let mut taken = 0;
        let take = |begun: u64| {
            let left = self.playouts.saturating_sub(begun);
            taken = batch.min(left.div_ceil(2 * self.threads));
            (taken > 0).then_some(begun + taken)
        };
        let any = self.begun.fetch_update(Relaxed, Relaxed, take);
        any.map_or(0, |_| taken)
    }
}

/// One of the threads that share a tree.
struct Worker<'a, G: Game, S: Selection, P, B> {
    task: &'a Task<B>,
    selection: &'a mut S,
    playout: &'a mut P,
    context: Context<G, S::Stats>,
    blocks: Blocks,
    rng: Rng,
    meter: Meter,
}

/// Ends the work of all threads when one of them panics.
struct EndsAll<'a>(&'a AtomicBool);

impl Drop for EndsAll<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Relaxed);
        }
    }
}

impl<G: Game, S: Selection, P: Playout<G>, B: Backup<G>> Worker<'_, G, S, P, B> {
    /// Iterates in batches, until the budget is spent. Between them the tree may be made larger, or
    /// smaller.
    fn work<W: Worlds<G>>(
        &mut self,
        job: &Job<'_, G, S::Stats>,
        worlds: &W,
        mut observer: Option<&mut Observer<'_, G::Move>>,
    ) -> Result<(), SearchError> {
        let _ends_all = EndsAll(&job.over);
        let mut batch = 1;
        loop {
            let taken = if job.over.load(Relaxed) { 0 } else { job.take(batch) };
            if taken == 0 {
                let tree = job.tree.read().expect("no writer panics");
                Shared::new(&**tree, &mut self.blocks).tell_all();
                return Ok(());
            }
            let began = Instant::now();
            self.meter.grant(taken);
            let tree = job.tree.read().expect("no writer panics");
            let result = self.iterate(&tree, worlds);
            job.begun.fetch_sub(self.meter.left(), Relaxed);
            let over = self.meter.is_over(tree.positions()) || tree.solved() != Proven::Open;
            if over || result.is_err() {
                job.over.store(true, Relaxed);
            }
            result?;
            if let Some(observer) = &mut observer
                && self.meter.observation_due()
            {
                Shared::new(&**tree, &mut self.blocks).tell_all();
                let mut meter = self.meter.clone();
                meter.set_done(job.begun.load(Relaxed));
                observer.see(&snapshot::<G, S, B>(&tree, self.task, &self.context, &meter));
            }
            let crowded = tree.is_crowded();
            let recycles = tree.is_full() && self.task.config.when_full == WhenFull::Recycle;
            drop(tree);
            if crowded || recycles {
                job.pause.store(true, Relaxed);
            }
            if job.pause.load(Relaxed) {
                job.rearrange(recycles);
            }
            // Batches are long enough to make their cost small, and short enough not to keep others
            // waiting.
            let took = began.elapsed();
            if took < Duration::from_micros(50) {
                batch = (2 * batch).min(256);
            } else if took > Duration::from_micros(200) {
                batch = (batch / 2).max(1);
            }
        }
    }

    /// A batch of iterations.
    fn iterate<W: Worlds<G>>(
        &mut self,
        tree: &Tree<G, S::Stats>,
        worlds: &W,
    ) -> Result<(), SearchError> {
        let mut core = SearchCore {
            tree: Shared::new(tree, &mut self.blocks),
            task: self.task,
            selection: &mut *self.selection,
            playout: &mut *self.playout,
            context: &mut self.context,
        };
        let result = core.iterate(worlds, &mut self.meter, &mut self.rng);
        core.tree.flush();
        // Its node may get another number before the next batch.
        core.context.leave();
        // When nodes are dropped, the rest get other numbers.
        if self.task.config.when_full == WhenFull::Recycle {
            core.tree.tell_all();
        }
        result
    }
}

#[cfg(test)]
mod tests;
