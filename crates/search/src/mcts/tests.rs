//! The search against what is known by hand: values of small games, and what it does at its edges.

use super::*;
use crate::backup::Solver;
use crate::budget::Budget;
use crate::doc_games::{Matrix, Nim};
use crate::final_move::FinalMove;
use crate::playout::Uniform;
use crate::report::{Observer, Report};
use crate::rng::stream;
use crate::selection::{
    EpsilonGreedy, Exp3, Form, Moss, Omc, Pbbm, ProgressiveHistory, Random, Reading,
    RegretMatching, SinglePlayer, Thompson, Ucb1, Ucb1Tuned, UcbMinimal, UcbV,
};
use std::time::Duration;

fn uct<G: Game>() -> Mcts<G, Ucb1, Uniform<G::Move>> {
    Mcts::new(Ucb1::new(1.0), Uniform::default())
}

/// Whether a policy finds the winning first move of a game of Nim.
fn solves_nim<S: Selection>(selection: S) -> bool {
    let mut rng = stream(&[8]);
    let mut search = Mcts::new(selection, Uniform::default());
    let report = search.run(&Nim::new(8), &Budget::playouts(4_000), &mut rng).unwrap();
    assert_eq!(report.playouts, 4_000);
    report.best(0, FinalMove::Robust, &mut rng) == Some(2)
}

#[test]
fn every_policy_finds_a_forced_win() {
    assert!(solves_nim(Ucb1::new(1.0)));
    assert!(solves_nim(Ucb1::new(1.0).with_availability()));
    assert!(solves_nim(Ucb1Tuned));
    assert!(solves_nim(UcbV { zeta: 0.5, c: 0.1 }));
    assert!(solves_nim(UcbMinimal::new(2.5, 0.8)));
    assert!(solves_nim(Moss::default()));
    for stochastic in [false, true] {
        assert!(solves_nim(Omc { stochastic, reading: Reading::Mean }));
    }
    assert!(solves_nim(Pbbm { reading: Reading::Mean }));
    assert!(solves_nim(EpsilonGreedy { c: 1.0, d: 0.8, form: Form::Source }));
    assert!(solves_nim(Thompson { c1: 1.0, c2: 1.0, form: Form::Source }));
    assert!(solves_nim(Exp3::new(0.3)));
    assert!(solves_nim(RegretMatching { gamma: 0.1 }));
    assert!(solves_nim(ProgressiveHistory::new(0.5, 5.0, 2, Nim::MOVE_KEYS)));
    assert!(solves_nim(SinglePlayer { c: 1.0, d: 1.0, w: 0.0, scale: 1.0 }));
}

#[test]
fn a_random_policy_does_not_look() {
    // Visits say nothing then: they are as many as chance gives.
    let mut search = Mcts::new(Random, Uniform::default());
    let report = search.run(&Nim::new(8), &Budget::playouts(4_000), &mut stream(&[8])).unwrap();
    assert!(report.moves(0).iter().all(|m| m.visits.abs_diff(2_000) < 150));
}

/// Takes two matches wherever it can.
#[derive(Clone)]
struct TakesTwo;

impl Playout<Nim> for TakesTwo {
    const CHOOSES: bool = true;
    fn run(&mut self, game: &mut Nim, rng: &mut Rng, _: impl FnMut(Player, u8)) -> [f64; 2] {
        while game.turn() != Turn::Over {
            let mv = self.choose(game, rng).expect("it always has a move");
            game.play(mv);
        }
        game.rewards()
    }
    fn choose(&mut self, game: &Nim, _: &mut Rng) -> Option<u8> {
        Some(game.matches.min(2))
    }
}

#[test]
fn below_the_threshold_the_playouts_strategy_chooses_in_the_tree() {
    let visits = |try_all, playouts| {
        let config = Config { simulate_below: 20, try_all, ..Config::default() };
        let mut search = Mcts::new(Ucb1::new(1.0), TakesTwo).config(config);
        let report = search.run(&Nim::new(8), &Budget::playouts(playouts), &mut stream(&[1]));
        let report = report.unwrap();
        // Every playout stores its first new position, for no line of the tree has ended yet.
        let of = |mv| report.moves(0).iter().find(|m| m.mv == mv).map_or(0, |m| m.visits);
        ((of(1), of(2)), report.nodes)
    };
    assert_eq!(visits(true, 4), ((0, 4), 4));
    assert_eq!(visits(true, 20).0, (0, 20));
    // From the threshold on the untried move is next; but stored positions alone have none.
    assert_eq!(visits(true, 21).0, (1, 20));
    assert_eq!(visits(false, 100).0, (0, 100));
}

#[test]
fn values_converge_to_minimax() {
    // Three matches are lost for the player to move, four are won.
    for (matches, value) in [(3, 0.0), (4, 1.0), (6, 0.0), (7, 1.0)] {
        let mut search = uct();
        let report =
            search.run(&Nim::new(matches), &Budget::playouts(20_000), &mut stream(&[1])).unwrap();
        let best = report.moves(0).iter().max_by_key(|m| m.visits).unwrap();
        assert!((best.mean - value).abs() < 0.03, "{matches}: {best:?}");
    }
}

/// The average strategies that a policy learns.
fn mixes<S: Selection>(selection: S, game: &Matrix) -> [Vec<f64>; 2] {
    let mut search = Mcts::new(selection, Uniform::default());
    let report = search.run(game, &Budget::playouts(200_000), &mut stream(&[4])).unwrap();
    [0, 1].map(|player| {
        let moves = report.moves(player);
        let total: f64 = moves.iter().map(|m| m.weight).sum();
        moves.iter().map(|m| m.weight / total).collect()
    })
}

#[test]
fn strategies_converge_to_the_nash_mix() {
    let near = |mix: &[f64], nash: &[f64]| {
        let far = mix.iter().zip(nash).any(|(a, b)| (a - b).abs() > 0.05);
        assert!(!far, "{mix:?} is not {nash:?}");
    };
    let third = [1.0 / 3.0; 3];
    let rock_paper_scissors = Matrix::rock_paper_scissors();
    // Rows (1, 0.2) and (0.4, 0.8): the row player mixes 1/3 : 2/3, the column player 1/2 : 1/2.
    let tilted = Matrix::new(vec![vec![1.0, 0.2], vec![0.4, 0.8]]);
    let [row, column] = mixes(RegretMatching { gamma: 0.05 }, &rock_paper_scissors);
    near(&row, &third);
    near(&column, &third);
    let [row, column] = mixes(RegretMatching { gamma: 0.05 }, &tilted);
    near(&row, &[1.0 / 3.0, 2.0 / 3.0]);
    near(&column, &[0.5, 0.5]);
    let [row, column] = mixes(Exp3::new(0.02), &rock_paper_scissors);
    near(&row, &third);
    near(&column, &third);
    let [row, column] = mixes(Exp3::new(0.02), &tilted);
    near(&row, &[1.0 / 3.0, 2.0 / 3.0]);
    near(&column, &[0.5, 0.5]);
}

#[test]
fn a_dominant_strategy_is_found_by_all() {
    // The second row is better whatever the column.
    let game = Matrix::new(vec![vec![0.2, 0.4], vec![0.6, 0.8]]);
    let mut rng = stream(&[2]);
    let mut search = Mcts::new(Ucb1Tuned, Uniform::default());
    let report = search.run(&game, &Budget::playouts(2_000), &mut rng).unwrap();
    assert_eq!(report.best(0, FinalMove::Robust, &mut rng), Some(1));
    assert_eq!(report.best(1, FinalMove::Robust, &mut rng), Some(0));
}

#[test]
fn the_solver_proves_and_stops() {
    for matches in 1..=12 {
        let mut rng = stream(&[u64::from(matches)]);
        let mut search = Mcts::with_backup(Ucb1::new(1.0), Uniform::default(), Solver);
        let report = search.run(&Nim::new(matches), &Budget::playouts(100_000), &mut rng).unwrap();
        let won = matches % 3 != 0;
        assert_eq!(report.proven, if won { Proven::Win } else { Proven::Loss }, "{matches}");
        assert!(report.playouts < 100_000);
        if won {
            let best = report.best(0, FinalMove::Robust, &mut rng);
            assert_eq!(best, Some(matches % 3));
        }
    }
}

#[test]
fn the_solver_proves_joint_nodes_by_pure_strategies() {
    let solve = |rows: Vec<Vec<f64>>| {
        let mut search = Mcts::with_backup(Ucb1::new(1.0), Uniform::default(), Solver);
        let game = Matrix::new(rows);
        search.run(&game, &Budget::playouts(5_000), &mut stream(&[3])).unwrap()
    };
    let won = solve(vec![vec![1.0, 0.0], vec![1.0, 1.0]]);
    assert_eq!(won.proven, Proven::Win);
    assert!(won.playouts < 5_000);
    assert_eq!(solve(vec![vec![1.0, 0.0], vec![0.0, 1.0]]).proven, Proven::Open);
    assert_eq!(solve(vec![vec![0.5, 1.0], vec![0.0, 1.0]]).proven, Proven::Draw);
}

#[test]
fn the_same_seed_gives_the_same_search() {
    let run = |search: &mut Mcts<_, _, _>, seed| {
        let report = search.run(&Nim::new(21), &Budget::playouts(3_000), &mut stream(&[seed]));
        report.unwrap().players
    };
    let mut search = uct();
    let first = run(&mut search, 1);
    assert_eq!(first, run(&mut search, 1), "a second search does not remember the first");
    assert_eq!(first, run(&mut uct(), 1));
    assert_ne!(first, run(&mut uct(), 2));
}

#[test]
fn edges_are_answered() {
    let mut rng = stream(&[1]);
    let over = uct().run(&Nim::new(0), &Budget::playouts(10), &mut rng);
    assert_eq!(over.unwrap_err(), SearchError::GameOver);

    let nothing = uct().run(&Nim::new(5), &Budget::playouts(0), &mut rng).unwrap();
    assert_eq!(nothing.playouts, 0);
    assert!(nothing.best(0, FinalMove::Robust, &mut rng).is_some(), "some legal move");

    let single = uct().run(&Nim::new(1), &Budget::playouts(10), &mut rng).unwrap();
    assert_eq!(single.best(0, FinalMove::Max, &mut rng), Some(1));
    assert_eq!(single.moves(0)[0].visits, 10);
}

#[test]
fn a_reward_that_is_no_number_is_an_error() {
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let game = Matrix::new(vec![vec![bad]]);
        let result = uct().run(&game, &Budget::playouts(5), &mut stream(&[1]));
        assert!(matches!(result, Err(SearchError::Reward { player: 0, .. })), "{result:?}");
    }
}

#[test]
fn memory_is_bounded() {
    let mut rng = stream(&[1]);
    for when_full in [WhenFull::StopExpanding, WhenFull::Recycle] {
        // Room for the root alone: a flat search, which still sees the obvious.
        let config = Config { memory: 1, when_full, ..Config::default() };
        let report =
            uct().config(config).run(&Nim::new(2), &Budget::playouts(500), &mut rng).unwrap();
        assert_eq!(report.nodes, 2);
        assert_eq!(report.best(0, FinalMove::Robust, &mut rng), Some(2));

        let config = Config { memory: 2_000, when_full, ..Config::default() };
        let report =
            uct().config(config).run(&Nim::new(10), &Budget::playouts(20_000), &mut rng).unwrap();
        assert!(report.bytes <= 2_000 && report.bytes > 900, "{}", report.bytes);
        assert_eq!(report.moves(0).iter().map(|m| m.visits).sum::<u32>(), 20_000);
    }
}

#[test]
fn a_position_becomes_a_node_when_it_was_seen_often_enough() {
    let nodes = |expand_after| {
        let config = Config { expand_after, ..Config::default() };
        let budget = Budget::playouts(1_000);
        uct().config(config).run(&Nim::new(30), &budget, &mut stream(&[1])).unwrap().nodes
    };
    assert_eq!(nodes(1), 1_000, "one position a playout");
    assert!(nodes(5) < nodes(2) && nodes(2) < nodes(1));
    assert_eq!(nodes(2_000), 2, "only the root's moves");
}

#[test]
fn the_tree_is_kept_between_moves() {
    let mut rng = stream(&[1]);
    let mut search = uct();
    let first = search.run(&Nim::new(30), &Budget::playouts(5_000), &mut rng).unwrap();
    let kept = first.moves(0).iter().find(|m| m.mv == 1).unwrap().visits;
    assert!(search.advance(&[1]));
    let mut next = Nim::new(30);
    next.play(1);
    let second = search.run(&next, &Budget::playouts(100), &mut rng).unwrap();
    let visits: u32 = second.moves(1).iter().map(|m| m.visits).sum();
    assert_eq!(visits, kept - 1 + 100, "all but the visit that was played out there");
    assert!(!search.advance(&[9]), "a move that was never searched");
    let fresh = search.run(&next, &Budget::playouts(100), &mut rng).unwrap();
    assert_eq!(fresh.moves(1).iter().map(|m| m.visits).sum::<u32>(), 100);
}

#[test]
fn joint_trees_are_kept_too() {
    let mut search = Mcts::new(Ucb1Tuned, Uniform::default());
    let game = Matrix::rock_paper_scissors();
    search.run(&game, &Budget::playouts(500), &mut stream(&[1])).unwrap();
    assert!((search.mean_depth() - 1.0).abs() < 1e-12, "all nine pairs of moves end the game");
    assert!(!search.advance(&[0, 1]), "the game is over there: no node");
}

#[test]
fn max_robust_searches_on_for_agreement() {
    let config = Config { final_move: FinalMove::MaxRobust, ..Config::default() };
    let mut extended = 0;
    for seed in 0..40 {
        let budget = Budget::playouts(64);
        let report =
            uct().config(config).run(&Nim::new(30), &budget, &mut stream(&[seed])).unwrap();
        assert!((64..=80).contains(&report.playouts));
        assert!(report.has_max_robust(0) || report.playouts == 80);
        extended += u32::from(report.playouts > 64);
    }
    assert!(extended > 0, "some of forty searches needed it");
}

#[test]
fn an_arm_and_its_node_fit_in_32_bytes() {
    use crate::stats::{CachedRoot, Plain};
    use crate::tree::{Arm, Bandit};
    assert_eq!(size_of::<Arm<u8, CachedRoot>>() + size_of::<Bandit>(), 32);
    assert_eq!(size_of::<Arm<[u8; 3], Plain>>() + size_of::<Bandit>(), 32);
}

/// A ladder of five steps; a player may stop on each for what it is worth.
#[derive(Clone)]
struct Ladder {
    step: u8,
    stopped: bool,
}

impl Game for Ladder {
    type Move = bool;
    type Rewards = [f64; 1];
    fn turn(&self) -> Turn {
        if self.stopped || self.step == 5 { Turn::Over } else { Turn::One(0) }
    }
    fn moves(&self, _: Player, out: &mut Vec<bool>) {
        out.extend([true, false]);
    }
    fn play(&mut self, up: bool) {
        self.stopped = !up;
        self.step += u8::from(up);
    }
    fn rewards(&self) -> [f64; 1] {
        [[3.0, 1.0, 9.0, -4.0, 2.0, 7.0][self.step as usize]]
    }
}

#[test]
fn the_best_line_of_a_puzzle_is_kept() {
    let mut search =
        Mcts::new(SinglePlayer { c: 5.0, d: 100.0, w: 0.02, scale: 1.0 }, Uniform::default());
    let report = search
        .run(&Ladder { step: 0, stopped: false }, &Budget::playouts(200), &mut stream(&[1]))
        .unwrap();
    assert_eq!(report.best_line, Some((9.0, vec![true, true, false])));
    assert_eq!(report.best(0, FinalMove::TopScore, &mut stream(&[1])), Some(true));
}

#[test]
fn the_mean_depth_is_that_of_all_positions_seen() {
    let mut search = Mcts::new(Ucb1::new(100.0), Uniform::default());
    assert!(search.mean_depth().abs() < f64::EPSILON);
    let start = Ladder { step: 0, stopped: false };
    // Both moves, each once.
    search.run(&start, &Budget::playouts(2), &mut stream(&[1])).unwrap();
    assert!((search.mean_depth() - 1.0).abs() < 1e-12);
    // All there is: two positions at each of five depths.
    let report = search.run(&start, &Budget::playouts(5_000), &mut stream(&[1])).unwrap();
    assert_eq!(report.nodes, 10);
    assert!(report.playouts < 5_000, "the search ends when nothing is left");
    assert!((search.mean_depth() - 3.0).abs() < 1e-12, "{}", search.mean_depth());
}

#[test]
fn the_principal_variation_follows_the_visits() {
    // Four matches: one is taken, then whatever the other does, the rest.
    let mut search = uct();
    let report = search.run(&Nim::new(4), &Budget::playouts(5_000), &mut stream(&[1])).unwrap();
    let line = &report.principal_variation;
    assert_eq!(line.iter().map(|&taken| u32::from(taken)).sum::<u32>(), 4, "{line:?}");
    assert_eq!((line[0], line.len()), (1, 3), "{line:?}");
    let nothing = search.run(&Nim::new(4), &Budget::playouts(0), &mut stream(&[1])).unwrap();
    assert_eq!(nothing.principal_variation, []);

    let mut search = Mcts::new(Ucb1Tuned, Uniform::default());
    let game = Matrix::new(vec![vec![0.2, 0.4], vec![0.6, 0.8]]);
    let report = search.run(&game, &Budget::playouts(2_000), &mut stream(&[2])).unwrap();
    assert_eq!(report.principal_variation, [1, 0], "one move per player");
}

#[test]
fn an_observer_changes_nothing() {
    let mut rng = stream(&[3]);
    let budget = Budget::playouts(30_000);
    let alone = uct().run(&Nim::new(30), &budget, &mut rng).unwrap();
    let mut seen: Vec<(u64, u32)> = Vec::new();
    let mut see = |report: &Report<u8>| {
        seen.push((report.playouts, report.moves(0).iter().map(|m| m.visits).sum()));
    };
    let observer = Some(Observer::new(Duration::from_micros(100), &mut see));
    let options = RunOptions { observer, ..RunOptions::default() };
    let watched = uct().run_with(&Nim::new(30), &budget, options, &mut stream(&[3])).unwrap();
    assert_eq!(alone.players, watched.players);
    assert_eq!(watched.playouts, 30_000);
    assert!(!seen.is_empty());
    assert!(seen.iter().all(|&(playouts, visits)| playouts == u64::from(visits)), "{seen:?}");
}

#[test]
fn a_puzzle_is_searched_once_and_closed() {
    // A greedy formula goes for the first end that it finds and would stay there for ever.
    let greedy = SinglePlayer { c: 0.0, d: 0.0, w: 0.0, scale: 1.0 };
    let start = Ladder { step: 0, stopped: false };
    for seed in 0..20 {
        let mut search = Mcts::new(greedy, Uniform::default());
        let budget = Budget::playouts(10_000);
        let report = search.run(&start, &budget, &mut stream(&[seed])).unwrap();
        assert_eq!(report.proven, Proven::Exhausted);
        assert_eq!(report.best_line, Some((9.0, vec![true, true, false])));
        // Two positions at each of five depths, and never an end twice.
        assert_eq!(report.nodes, 10);
        assert!(report.playouts <= 20, "{}", report.playouts);
    }
}

#[test]
fn a_node_budget_counts_positions_and_always_ends() {
    let mut search = uct();
    let report = search.run(&Nim::new(30), &Budget::nodes(300), &mut stream(&[1])).unwrap();
    assert_eq!(report.nodes, 300);
    // Three matches have fewer positions than the budget allows.
    let report = search.run(&Nim::new(3), &Budget::nodes(300), &mut stream(&[1])).unwrap();
    assert!(report.nodes < 10 && report.playouts == 300 * 100, "{report:?}");
}

/// Both players name a number; three times, then the larger sum wins.
#[derive(Clone)]
struct Sums {
    round: u8,
    sums: [u8; 2],
}

impl Game for Sums {
    type Move = u8;
    type Rewards = [f64; 2];
    const SIMULTANEOUS: bool = true;
    fn turn(&self) -> Turn {
        if self.round == 3 { Turn::Over } else { Turn::Together }
    }
    fn moves(&self, _: Player, out: &mut Vec<u8>) {
        out.extend(0..3);
    }
    fn play(&mut self, _: u8) {}
    fn play_together(&mut self, moves: &[u8]) {
        self.round += 1;
        self.sums[0] += moves[0];
        self.sums[1] += moves[1];
    }
    fn rewards(&self) -> [f64; 2] {
        let first = 0.5 + 0.5 * (f64::from(self.sums[0]) - f64::from(self.sums[1])).signum();
        [first, 1.0 - first]
    }
}

#[test]
fn nodes_agree_after_a_move_in_joint_trees() {
    let mut search = Mcts::new(Random, Uniform::default());
    let mut game = Sums { round: 0, sums: [0, 0] };
    search.run(&game, &Budget::playouts(50_000), &mut stream(&[1])).unwrap();
    assert!(search.advance(&[2, 2]));
    game.play_together(&[2, 2]);
    // All 9 + 81 positions below were seen before, and no more are to be found.
    let report = search.run(&game, &Budget::playouts(1), &mut stream(&[1])).unwrap();
    assert_eq!(report.nodes, 90);
}

/// A game that breaks its contract: nobody can move, it never ends, or it has too many joint moves.
#[derive(Clone)]
struct Broken {
    moves: u32,
    ends: bool,
    over: bool,
}

impl Game for Broken {
    type Move = u32;
    type Rewards = [f64; 2];
    fn turn(&self) -> Turn {
        if self.over { Turn::Over } else { Turn::One(1) }
    }
    fn moves(&self, _: Player, out: &mut Vec<u32>) {
        out.extend(0..self.moves);
    }
    fn play(&mut self, _: u32) {
        self.over = self.ends;
    }
    fn rewards(&self) -> [f64; 2] {
        [0.5; 2]
    }
}

#[test]
fn a_broken_game_gets_an_error() {
    let search = |moves, ends| {
        let game = Broken { moves, ends, over: false };
        uct().run(&game, &Budget::playouts(3), &mut stream(&[1])).map(|report| report.playouts)
    };
    assert_eq!(search(2, true), Ok(3));
    assert_eq!(search(0, true), Err(SearchError::NoMoves { player: 1 }));
    assert_eq!(search(2, false), Err(SearchError::NoEnd));
    assert_eq!(search(65_536, true), Err(SearchError::TooManyMoves { moves: 65_536 }));
    assert_eq!(search(65_535, true), Ok(3));
}

/// Both players choose one of so many moves, once.
#[derive(Clone)]
struct Wide(u16, bool);

impl Game for Wide {
    type Move = u16;
    type Rewards = [f64; 2];
    const SIMULTANEOUS: bool = true;
    fn turn(&self) -> Turn {
        if self.1 { Turn::Over } else { Turn::Together }
    }
    fn moves(&self, _: Player, out: &mut Vec<u16>) {
        out.extend(0..self.0);
    }
    fn play(&mut self, _: u16) {}
    fn play_together(&mut self, _: &[u16]) {
        self.1 = true;
    }
    fn rewards(&self) -> [f64; 2] {
        [0.5; 2]
    }
}

#[test]
fn too_many_joint_moves_are_an_error() {
    let search = |moves| {
        let report = uct().run(&Wide(moves, false), &Budget::playouts(5), &mut stream(&[1]));
        report.map(|report| report.playouts)
    };
    assert_eq!(search(255), Ok(5));
    assert_eq!(search(256), Err(SearchError::TooManyMoves { moves: 65_536 }));
}
