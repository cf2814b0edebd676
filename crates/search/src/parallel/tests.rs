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
        assert!(sum < reached, "a node was chosen from {sum} times and reached {reached} times");
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
        let report = search.run_with(&Nim::new(60), &budget, options, &mut stream(&[1])).unwrap();
        assert_eq!(report.playouts, 100_001);
        assert_eq!(report.moves(0).iter().map(|m| m.visits).sum::<u32>(), 100_001);
        assert!(!seen.is_empty() && seen.iter().all(|&n| n <= 100_001), "{seen:?}");
    }
}
