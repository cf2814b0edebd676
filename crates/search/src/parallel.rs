//! Searching with several threads.
//!
//! **Tree parallelism**: all threads search one tree at the same time, without a lock round it (see
//! [`crate::tree`]). A thread on its way counts as a loss on the arms that it has chosen, so that the
//! others look elsewhere: virtual loss. **Root parallelism**: trees that know nothing of each other,
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
        let (task, context) = (own.task.clone(), own.context.clone());
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
mod tests {
    use super::*;
    use crate::backup::Solver;
    use crate::budget::Stop;
    use crate::doc_games::{Matrix, Nim};
    use crate::final_move::FinalMove;
    use crate::game::{Player, Turn};
    use crate::mcts::Config;
    use crate::playout::Uniform;
    use crate::rng::below;
    use crate::selection::{Exp3, Ucb1, Ucb1Tuned};
    use crate::tree::{NONE, ROOT, child};

    /// A search of one tree on so many threads.
    fn on<G: Game, S: Selection>(
        threads: usize,
        search: &mut Mcts<G, S, Uniform<G::Move>>,
        game: &G,
        budget: &Budget,
    ) -> Report<G::Move> {
        let options = RunOptions { threads, ..RunOptions::default() };
        search.run_with(game, budget, options, &mut stream(&[5, 0])).unwrap()
    }

    #[test]
    fn threads_change_nothing_under_root_parallelism() {
        let search = Mcts::new(Ucb1::new(0.7), Uniform::default());
        let budget = Budget::playouts(300);
        let run = |threads| root_parallel(&search, &Nim::new(20), &budget, 5, threads, 3).unwrap();
        let one = run(1);
        for threads in [2, 3, 8] {
            assert_eq!(run(threads).players, one.players);
        }
        assert_eq!(one.playouts, 1500);
    }

    #[test]
    fn trees_whose_memory_serves_again_are_the_same() {
        let options = || RunOptions { threads: 3, parallel: Parallel::Root, observer: None };
        let new = || Mcts::new(Ucb1::new(0.7), Uniform::default());
        let run = |search: &mut Mcts<_, _, _>, matches, seed| {
            let budget = Budget::playouts(900);
            search.run_with(&Nim::new(matches), &budget, options(), &mut stream(&[seed])).unwrap()
        };
        let mut kept = new();
        run(&mut kept, 30, 1);
        let [again, fresh] = [run(&mut kept, 20, 2), run(&mut new(), 20, 2)];
        assert_eq!(again.players, fresh.players);
        assert_eq!(again.playouts, 900);
        // What the first tree knows can be kept for the next search.
        assert!(kept.advance(&[1]));
        assert!(run(&mut kept, 19, 3).nodes > run(&mut new(), 19, 3).nodes);
    }

    #[test]
    fn one_thread_in_the_tree_is_the_plain_search() {
        let mut search = Mcts::new(Ucb1::new(0.7), Uniform::default());
        let budget = Budget::playouts(1000);
        let plain = search.run(&Nim::new(20), &budget, &mut stream(&[5, 0])).unwrap();
        let tree = on(1, &mut search, &Nim::new(20), &budget);
        assert_eq!(plain.players, tree.players);
    }

    #[test]
    fn threads_leave_no_virtual_losses_behind() {
        let mut search = Mcts::new(Ucb1::new(0.7), Uniform::default());
        let budget = Budget::playouts(20_000);
        let report = on(4, &mut search, &Nim::new(20), &budget);
        assert_eq!(report.playouts, 20_000);
        assert_eq!(report.moves(0).iter().map(|m| m.visits).sum::<u32>(), 20_000);
        // 20 is not a multiple of three: taking two leaves 18, which is lost for the other.
        assert_eq!(report.best(0, FinalMove::Robust, &mut stream(&[1])), Some(2));
    }

    #[test]
    fn joint_trees_can_be_shared_too() {
        let mut search = Mcts::new(Ucb1Tuned, Uniform::default());
        let game = Matrix::rock_paper_scissors();
        let report = on(3, &mut search, &game, &Budget::playouts(5000));
        for player in 0..2 {
            assert_eq!(report.moves(player).iter().map(|m| m.visits).sum::<u32>(), 5000);
        }
    }

    /// Checks that no visit was lost anywhere in the tree, and gives the number of nodes.
    fn check_visits<G: Game, S: Selection>(search: &Mcts<G, S, Uniform<G::Move>>) -> usize {
        let tree = &search.tree;
        let (mut open, mut nodes) = (vec![(ROOT, u64::MAX)], 0);
        while let Some((node, reached)) = open.pop() {
            nodes += 1;
            let arms = tree.arms(tree.run(tree.bandit(node, 0)));
            let sum: u64 = arms.iter().map(|arm| u64::from(arm.stats.visits())).sum();
            assert!(
                sum < reached,
                "a node was chosen from {sum} times and reached {reached} times"
            );
            for arm in arms {
                let visits = f64::from(arm.stats.visits());
                assert!((0.0..=visits).contains(&arm.stats.sum()), "rewards lie between 0 and 1");
                if child(&arm.child) != NONE {
                    open.push((child(&arm.child), u64::from(arm.stats.visits())));
                }
            }
        }
        nodes
    }

    #[test]
    fn no_visit_is_lost_under_stress() {
        for round in 0..20 {
            let mut search = Mcts::new(Ucb1::new(0.7), Uniform::default());
            let budget = Budget::playouts(20_000 + round);
            let report = on(8, &mut search, &Nim::new(40), &budget);
            assert_eq!(report.playouts, 20_000 + round);
            let visits: u32 = report.moves(0).iter().map(|m| m.visits).sum();
            assert_eq!(u64::from(visits), report.playouts);
            assert!(check_visits(&search) > 1_000);
            // A tree that several threads made is one that a single thread can go on with.
            assert!(search.advance(&[1]));
            let mut next = Nim::new(40);
            next.play(1);
            let kept = search.run(&next, &Budget::playouts(0), &mut stream(&[1])).unwrap();
            assert!(kept.nodes > 100);
            check_visits(&search);
        }
    }

    #[test]
    fn memory_is_bounded_with_threads_too() {
        for when_full in [WhenFull::StopExpanding, WhenFull::Recycle] {
            let config = Config { memory: 100_000, when_full, ..Config::default() };
            let mut search = Mcts::new(Ucb1::new(0.7), Uniform::default()).config(config);
            let report = on(4, &mut search, &Nim::new(60), &Budget::playouts(50_000));
            assert!(report.bytes <= 100_000, "{}", report.bytes);
            assert_eq!(report.moves(0).iter().map(|m| m.visits).sum::<u32>(), 50_000);
        }
    }

    #[test]
    fn the_solver_and_the_other_statistics_work_with_threads() {
        for matches in 1..=9 {
            let mut search = Mcts::with_backup(Ucb1Tuned, Uniform::default(), Solver);
            let options = RunOptions { threads: 3, ..RunOptions::default() };
            let budget = Budget::playouts(100_000);
            let game = Nim::new(matches);
            let report = search.run_with(&game, &budget, options, &mut stream(&[5])).unwrap();
            let outcome = if matches % 3 == 0 { Proven::Loss } else { Proven::Win };
            assert_eq!(report.proven, outcome, "{matches}");
        }
        let mut search = Mcts::new(Exp3::new(0.3), Uniform::default());
        let report = on(3, &mut search, &Nim::new(8), &Budget::playouts(10_000));
        assert_eq!(report.moves(0).iter().map(|m| m.visits).sum::<u32>(), 10_000);
    }

    #[test]
    fn other_limits_end_all_threads() {
        let search = || Mcts::new(Ucb1::new(0.7), Uniform::default());
        let report = on(3, &mut search(), &Nim::new(60), &Budget::nodes(5_000));
        assert!((5_000..8_000).contains(&report.nodes), "{}", report.nodes);
        let stop = Stop::new();
        stop.raise();
        let report = on(3, &mut search(), &Nim::new(60), &Budget::default().and_stop(stop));
        assert_eq!(report.playouts, 0);
        let report = on(3, &mut search(), &Nim::new(60), &Budget::millis(30));
        assert!(report.playouts > 0 && report.elapsed < Duration::from_secs(10));
        let error = Matrix::new(vec![vec![f64::NAN]]);
        let options = RunOptions { threads: 3, ..RunOptions::default() };
        let mut search = Mcts::new(Ucb1::new(0.7), Uniform::default());
        let budget = Budget::playouts(1 << 40);
        let result = search.run_with(&error, &budget, options, &mut stream(&[1]));
        assert!(matches!(result, Err(SearchError::Reward { .. })));
    }

    /// A game that breaks its contract after three moves.
    #[derive(Clone)]
    struct Broken {
        played: u8,
        panics: bool,
    }

    impl Game for Broken {
        type Move = u8;
        type Rewards = [f64; 2];
        fn turn(&self) -> Turn {
            if self.played == 10 { Turn::Over } else { Turn::One(usize::from(self.played % 2)) }
        }
        fn moves(&self, _: Player, out: &mut Vec<u8>) {
            if self.played < 3 {
                out.extend(0..4);
            }
        }
        fn play(&mut self, _: u8) {
            self.played += 1;
        }
        fn rewards(&self) -> [f64; 2] {
            [0.5; 2]
        }
        fn random_move(&self, _: Player, rng: &mut Rng, _: &mut Vec<u8>) -> u8 {
            assert!(!self.panics || self.played < 3, "a broken game");
            below(rng, 4) as u8
        }
    }

    #[test]
    fn the_error_of_one_thread_ends_all() {
        for parallel in [Parallel::Tree, Parallel::Root] {
            let options = RunOptions { threads: 3, parallel, observer: None };
            let mut search = Mcts::new(Ucb1::new(0.7), Uniform::default());
            let (game, budget) = (Broken { played: 0, panics: false }, Budget::playouts(1 << 40));
            let result = search.run_with(&game, &budget, options, &mut stream(&[1]));
            assert!(matches!(result, Err(SearchError::NoMoves { player: 1 })), "{result:?}");
        }
    }

    #[test]
    #[should_panic(expected = "a broken game")]
    fn the_panic_of_one_thread_ends_all() {
        let mut search = Mcts::new(Ucb1::new(0.7), Uniform::default());
        let game = Broken { played: 0, panics: true };
        on(3, &mut search, &game, &Budget::playouts(1 << 40));
    }

    #[test]
    fn an_observer_sees_all_threads() {
        for parallel in [Parallel::Tree, Parallel::Root] {
            let mut seen: Vec<u64> = Vec::new();
            let mut see = |report: &Report<u8>| seen.push(report.playouts);
            let observer = Some(Observer::new(Duration::from_millis(1), &mut see));
            let options = RunOptions { observer, threads: 2, parallel };
            let mut search = Mcts::new(Ucb1::new(0.7), Uniform::default());
            let budget = Budget::playouts(100_001);
            let report =
                search.run_with(&Nim::new(60), &budget, options, &mut stream(&[1])).unwrap();
            assert_eq!(report.playouts, 100_001);
            assert_eq!(report.moves(0).iter().map(|m| m.visits).sum::<u32>(), 100_001);
            assert!(!seen.is_empty() && seen.iter().all(|&n| n <= 100_001), "{seen:?}");
        }
    }
}
