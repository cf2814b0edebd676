//! Searching with several threads.
//!
//! **Root parallelism**: trees that know nothing of each other, added up at the end. Each tree has
//! its own seed and its own budget, so the result depends on the number of trees and not on the
//! number of threads that grow them. **Tree parallelism**: one tree, many walkers; the tree is
//! locked for selection and backup, playouts run outside, and a walker under way counts as a loss
//! so that the others look elsewhere (virtual loss). Chaslot, Winands and Van den Herik (2008).
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
use crate::mcts::{Mcts, SearchError, Walker};
use crate::playout::Playout;
use crate::report::Report;
use crate::rng::{Rng, stream};
use crate::selection::Selection;
use crate::tree::Proven;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Grows `trees` trees, each with this budget, on `threads` threads, and adds them up. Tree i draws
/// from the stream (seed, i).
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
    S: Selection + Sync,
    P: Playout<G> + Sync,
    B: Backup<G> + Sync,
    W: Worlds<G>,
{
    type Found<M> = Result<Report<M>, SearchError>;
    let next = AtomicUsize::new(0);
    let reports: Mutex<Vec<Option<Found<G::Move>>>> = Mutex::new(vec![None; trees]);
    let work = || {
        let mut own = search.clone();
        loop {
            let tree = next.fetch_add(1, Ordering::Relaxed);
            if tree >= trees {
                break;
            }
            let report = own.run(worlds, budget, &mut stream(&[seed, tree as u64]));
            reports.lock().expect("no holder panics")[tree] = Some(report);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.clamp(1, trees.max(1)) {
            scope.spawn(work);
        }
        work();
    });
    let mut combined = Report::default();
    for report in reports.into_inner().expect("no holder panics").into_iter().flatten() {
        combined.merge(&report?);
    }
    Ok(combined)
}

/// Searches one tree with several threads. The budget is for all of them together. With one
/// thread this is [`Mcts::run`] itself.
pub fn tree_parallel<G, S, P, B, W>(
    search: &mut Mcts<G, S, P, B>,
    worlds: &W,
    budget: &Budget,
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
    let mut rng = stream(&[seed, 0]);
    if threads <= 1 {
        return search.run(worlds, budget, &mut rng);
    }
    search.prepare(worlds, &mut rng)?;
    let keys = worlds.draw(&mut rng);
    let walkers: Vec<(P, Walker<G, S>, Rng)> = (0..threads as u64)
        .map(|i| (search.playout.clone(), Walker::new(Some(keys.clone())), stream(&[seed, 1 + i])))
        .collect();
    let meter = budget.start();
    let outcomes = search.trunk.outcomes;
    let shared = Mutex::new((&mut search.trunk, meter));
    let walk = |(mut playout, mut walker, mut rng): (P, Walker<G, S>, Rng)| {
        let mut finished = None;
        loop {
            let mut state = worlds.draw(&mut rng);
            let leaf = {
                let mut lock = shared.lock().expect("no holder panics");
                let (trunk, meter): &mut (_, Meter) = &mut lock;
                if let Some((end, rewards, leaf)) = finished.take() {
                    trunk.return_loan(&walker);
                    trunk.back_up(&end, rewards, leaf, &mut walker)?;
                }
                if trunk.solved != Proven::Open || !meter.take(trunk.tree.grown) {
                    return Ok(walker);
                }
                let leaf = trunk.descend::<W>(&mut state, &mut walker, &mut rng);
                trunk.lend(&walker);
                leaf
            };
            let rewards = walker.play_out(&mut state, leaf, &mut playout, outcomes, &mut rng);
            finished = Some((state, rewards, leaf));
        }
    };
    let results: Vec<Result<Walker<G, S>, SearchError>> = std::thread::scope(|scope| {
        let handles: Vec<_> =
            walkers.into_iter().map(|walker| scope.spawn(|| walk(walker))).collect();
        handles.into_iter().map(|handle| handle.join().expect("walkers don't panic")).collect()
    });
    let (_, meter) = shared.into_inner().expect("no holder panics");
    for walker in results {
        search.walker.absorb(walker?);
    }
    Ok(search.report(&meter))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doc_games::{Matrix, Nim};
    use crate::playout::Uniform;
    use crate::report::FinalMove;
    use crate::selection::{Ucb1, Ucb1Tuned};

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
    fn one_thread_in_the_tree_is_the_plain_search() {
        let mut search = Mcts::new(Ucb1::new(0.7), Uniform::default());
        let budget = Budget::playouts(1000);
        let plain = search.run(&Nim::new(20), &budget, &mut stream(&[5, 0])).unwrap();
        let tree = tree_parallel(&mut search, &Nim::new(20), &budget, 1, 5).unwrap();
        assert_eq!(plain.players, tree.players);
    }

    #[test]
    fn walkers_leave_no_virtual_losses_behind() {
        let mut search = Mcts::new(Ucb1::new(0.7), Uniform::default());
        let budget = Budget::playouts(20_000);
        let report = tree_parallel(&mut search, &Nim::new(20), &budget, 4, 5).unwrap();
        assert_eq!(report.playouts, 20_000);
        assert_eq!(report.moves(0).iter().map(|m| m.visits).sum::<u32>(), 20_000);
        // 20 is not a multiple of three: taking two leaves 18, which is lost for the other.
        assert_eq!(report.best(0, FinalMove::Robust, &mut stream(&[1])), Some(2));
    }

    #[test]
    fn joint_trees_can_be_shared_too() {
        let mut search = Mcts::new(Ucb1Tuned, Uniform::default());
        let game = Matrix::rock_paper_scissors();
        let report = tree_parallel(&mut search, &game, &Budget::playouts(5000), 3, 5).unwrap();
        for player in 0..2 {
            assert_eq!(report.moves(player).iter().map(|m| m.visits).sum::<u32>(), 5000);
        }
    }
}
