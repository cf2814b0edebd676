use super::super::EndsOnly;
use super::*;
use crate::budget::Stop;
use crate::doc_games::{Matrix, Nim};
use crate::game::{Features, Player, Turn};
use crate::rng::{below, mix, stream};

/// A tree of random numbers, in which some number of players take turns: its shape and its ends
/// depend only on the path.
#[derive(Clone)]
struct RandomTree<const N: usize> {
    path: u64,
    depth: u32,
    seed: u64,
}

impl<const N: usize> RandomTree<N> {
    fn new(seed: u64) -> Self {
        Self { path: mix(&[seed]), depth: 0, seed }
    }
    fn draw(&self, what: u64, n: usize) -> usize {
        below(&mut stream(&[self.path, what]), n)
    }
}

impl<const N: usize> Game for RandomTree<N> {
    type Move = u8;
    type Rewards = [f64; N];
    const MOVE_KEYS: usize = 5;

    fn features(&self) -> Features {
        Features { rewards: (0.0, 1.0), constant_sum: false, ..Features::default() }
    }
    fn turn(&self) -> Turn {
        let over = self.depth >= 6 || (self.depth > 2 && self.draw(1, 6) == 0);
        if over { Turn::Over } else { Turn::One((self.seed as usize + self.depth as usize) % N) }
    }
    fn moves(&self, _: Player, out: &mut Vec<u8>) {
        out.extend(0..2 + self.draw(2, 4) as u8);
    }
    fn play(&mut self, mv: u8) {
        self.path = mix(&[self.path, u64::from(mv)]);
        self.depth += 1;
    }
    fn rewards(&self) -> [f64; N] {
        std::array::from_fn(|player| self.draw(10 + player as u64, 1000) as f64 / 999.0)
    }
    fn move_key(mv: u8) -> usize {
        mv as usize
    }
}

/// Judges positions by their path: any number will do.
struct ByPath;
impl<const N: usize> Evaluation<RandomTree<N>> for ByPath {
    fn value(&mut self, state: &RandomTree<N>, player: Player) -> f64 {
        state.draw(20 + player as u64, 1000) as f64 / 999.0
    }
}

/// Minimax without any pruning: the value and every move that has it.
fn brute<G: Game>(
    state: &G,
    evaluation: &mut impl Evaluation<G>,
    team: Team,
    left: u32,
) -> (f64, Vec<G::Move>) {
    let Turn::One(player) = state.turn() else {
        return (evaluation.end(state, team.player()), Vec::new());
    };
    if left == 0 {
        return (evaluation.value(state, team.player()), Vec::new());
    }
    let mut moves = Vec::new();
    state.moves(player, &mut moves);
    let sign = if team.has(player) { 1.0 } else { -1.0 };
    let mut best = (f64::NEG_INFINITY, Vec::new());
    for mv in moves {
        let mut child = state.clone();
        child.play(mv);
        let value = sign * brute(&child, evaluation, team, left - 1).0;
        if value > best.0 {
            best = (value, Vec::new());
        }
        if value == best.0 {
            best.1.push(mv);
        }
    }
    (sign * best.0, best.1)
}

fn compare<const N: usize>(team: Team) {
    for seed in 0..40 {
        let tree = RandomTree::<N>::new(seed);
        for depth in [1, 3, 5, 9] {
            let (value, moves) = brute(&tree, &mut ByPath, team, depth);
            for (killers, history) in [(false, false), (true, false), (false, true), (true, true)] {
                let mut search = AlphaBeta { evaluation: ByPath, depth, killers, history };
                let outlook = search.run(&tree, team, &Budget::default());
                assert_eq!(outlook.value, value, "tree {seed}, depth {depth}");
                assert!(moves.contains(&outlook.best.unwrap()), "tree {seed}, depth {depth}");
                assert_eq!(outlook.certain, depth == 9, "tree {seed}, depth {depth}");
            }
        }
    }
}

#[test]
fn is_minimax_for_two() {
    compare::<2>(Team::alone(0));
    compare::<2>(Team::alone(1));
}

#[test]
fn is_paranoid_minimax_for_more_and_minimax_for_teams() {
    compare::<3>(Team::alone(2));
    compare::<4>(Team::of(0, &[2]));
    compare::<1>(Team::alone(0));
}

#[test]
fn knows_who_wins_at_nim() {
    for matches in 1..20 {
        let game = Nim::new(matches);
        let outlook = AlphaBeta::new(EndsOnly).run(&game, Team::alone(0), &Budget::default());
        assert!(outlook.certain);
        assert_eq!(outlook.value, f64::from(u8::from(matches % 3 != 0)), "{matches}");
        if matches % 3 != 0 {
            assert_eq!(outlook.best, Some(matches % 3));
        }
    }
}

/// Two players add what their moves are worth, and a little noise: the same moves are good again
/// and again.
#[derive(Clone)]
struct Habits {
    path: u64,
    depth: u32,
    sum: f64,
}

impl Game for Habits {
    type Move = u8;
    type Rewards = [f64; 2];
    const MOVE_KEYS: usize = 6;

    fn turn(&self) -> Turn {
        if self.depth == 7 { Turn::Over } else { Turn::One(self.depth as usize % 2) }
    }
    fn moves(&self, _: Player, out: &mut Vec<u8>) {
        out.extend(0..6);
    }
    fn play(&mut self, mv: u8) {
        self.path = mix(&[self.path, u64::from(mv)]);
        let worth = [3.0, 1.0, 0.0, 2.0, 5.0, 4.0][mv as usize]
            + below(&mut stream(&[self.path]), 2) as f64;
        self.sum += if self.depth.is_multiple_of(2) { worth } else { -worth };
        self.depth += 1;
    }
    fn rewards(&self) -> [f64; 2] {
        [self.sum, -self.sum]
    }
    fn move_key(mv: u8) -> usize {
        mv as usize
    }
}

#[test]
fn each_ordering_saves_work() {
    struct Sum;
    impl Evaluation<Habits> for Sum {
        fn value(&mut self, state: &Habits, player: Player) -> f64 {
            state.rewards()[player]
        }
    }
    let nodes = |killers, history| {
        let mut search = AlphaBeta { killers, history, ..AlphaBeta::new(Sum) };
        let game = Habits { path: 1, depth: 0, sum: 0.0 };
        search.run(&game, Team::alone(0), &Budget::default()).nodes
    };
    let plain = nodes(false, false);
    assert!(nodes(true, false) < plain * 8 / 10, "{} of {plain}", nodes(true, false));
    assert!(nodes(false, true) < plain * 5 / 10, "{} of {plain}", nodes(false, true));
    assert!(nodes(true, true) < plain * 5 / 10, "{} of {plain}", nodes(true, true));
}

#[test]
fn simultaneous_moves_count_on_the_worst() {
    // Rows 0.2 0.9, 0.4 0.6: row 1 is sure of 0.4; columns are sure of 1 - 0.4 by the first.
    let game = Matrix::new(vec![vec![0.2, 0.9], vec![0.4, 0.6]]);
    let row = AlphaBeta::new(EndsOnly).run(&game, Team::alone(0), &Budget::default());
    assert_eq!((row.best, row.value, row.certain), (Some(1), 0.4, true));
    let column = AlphaBeta::new(EndsOnly).run(&game, Team::alone(1), &Budget::default());
    assert_eq!((column.best, column.value), (Some(0), 0.6));
}

#[test]
fn budgets_and_stops_are_kept() {
    let tree = RandomTree::<2>::new(3);
    let run = |budget: &Budget| AlphaBeta::new(ByPath).run(&tree, Team::alone(1), budget);
    assert_eq!(run(&Budget::playouts(100)).nodes, 100);
    assert_eq!(run(&Budget::nodes(100)), run(&Budget::playouts(100)));
    let nothing = run(&Budget::playouts(0));
    assert_eq!((nothing.nodes, nothing.depth), (0, 0));
    assert_eq!(nothing.best, Some(0), "any legal move");
    let stop = Stop::new();
    stop.raise();
    assert_eq!(run(&Budget::default().and_stop(stop)).nodes, 0);
}

/// A corridor of so many steps to a loss, or to a loss at once.
#[derive(Clone)]
struct Corridor {
    left: u32,
}

impl Game for Corridor {
    type Move = bool;
    type Rewards = [f64; 1];
    fn turn(&self) -> Turn {
        if self.left == 0 { Turn::Over } else { Turn::One(0) }
    }
    fn moves(&self, _: Player, out: &mut Vec<bool>) {
        out.extend([false, true]);
    }
    fn play(&mut self, walk: bool) {
        self.left = if walk { self.left - 1 } else { 0 };
    }
    fn rewards(&self) -> [f64; 1] {
        [0.0]
    }
}

#[test]
fn a_lost_position_holds_out() {
    let outlook =
        AlphaBeta::new(EndsOnly).run(&Corridor { left: 4 }, Team::alone(0), &Budget::default());
    assert_eq!((outlook.value, outlook.certain, outlook.depth), (0.0, true, 4));
    assert_eq!(outlook.best, Some(true), "walk on");
}
