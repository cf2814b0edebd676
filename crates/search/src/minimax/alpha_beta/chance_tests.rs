//! Where chance decides: against expectimax without pruning, and against exact values.

use super::super::EndsOnly;
use super::*;
use crate::doc_games::{Pig, PigMove};
use crate::game::{Player, Turn};
use crate::rng::{below, mix, stream};

/// A tree of random numbers in which two players and chance take turns.
#[derive(Clone)]
struct Dice {
    path: u64,
    depth: u32,
}

impl Dice {
    fn new(seed: u64) -> Self {
        Self { path: mix(&[seed]), depth: 0 }
    }
    fn draw(&self, what: u64, n: usize) -> usize {
        below(&mut stream(&[self.path, what]), n)
    }
}

impl Game for Dice {
    type Move = u8;
    type Rewards = [f64; 2];

    const CHANCE: bool = true;

    /// Chance decides at every second step.
    fn turn(&self) -> Turn {
        let over = self.depth >= 7 || (self.depth > 2 && self.draw(1, 7) == 0);
        match self.depth {
            _ if over => Turn::Over,
            depth if depth % 2 == 1 => Turn::Chance,
            depth => Turn::One(depth as usize / 2 % 2),
        }
    }
    fn moves(&self, _: Player, out: &mut Vec<u8>) {
        out.extend(0..2 + self.draw(2, 2) as u8);
    }
    fn outcomes(&self, out: &mut Vec<(u8, f64)>) {
        let weight = |choice| 1.0 + self.draw(4 + u64::from(choice), 5) as f64;
        let count = 2 + self.draw(3, 3) as u8;
        let total: f64 = (0..count).map(weight).sum();
        out.extend((0..count).map(|choice| (choice, weight(choice) / total)));
    }
    fn play(&mut self, choice: u8) {
        self.path = mix(&[self.path, u64::from(choice)]);
        self.depth += 1;
    }
    fn rewards(&self) -> [f64; 2] {
        let first = self.draw(10, 1000) as f64 / 999.0;
        [first, 1.0 - first]
    }
}

/// Judges by the path, with or without knowing its range.
struct ByPath {
    range: bool,
}
impl Evaluation<Dice> for ByPath {
    fn value(&mut self, state: &Dice, player: Player) -> f64 {
        let first = state.draw(20, 1000) as f64 / 999.0;
        if player == 0 { first } else { 1.0 - first }
    }
    fn range(&self, _: &Dice) -> Option<(f64, f64)> {
        self.range.then_some((0.0, 1.0))
    }
}

/// Expectimax without any pruning.
fn brute(state: &Dice, team: Team, left: u32) -> f64 {
    let after = |mv, left| {
        let mut child = state.clone();
        child.play(mv);
        brute(&child, team, left)
    };
    let turn = state.turn();
    if turn == Turn::Over {
        return state.rewards()[team.player()];
    }
    if left == 0 {
        return ByPath { range: false }.value(state, team.player());
    }
    let Turn::One(player) = turn else {
        let mut outcomes = Vec::new();
        state.outcomes(&mut outcomes);
        return outcomes.into_iter().map(|(mv, likely)| likely * after(mv, left)).sum();
    };
    let mut moves = Vec::new();
    state.moves(player, &mut moves);
    let values = moves.into_iter().map(|mv| after(mv, left - 1));
    if team.has(player) { values.fold(0.0, f64::max) } else { values.fold(1.0, f64::min) }
}

#[test]
fn is_expectimax_with_and_without_cutting_off() {
    let mut saved = 0;
    for seed in 0..60 {
        let tree = Dice::new(seed);
        for (depth, player) in [(1, 0), (2, 1), (3, 0), (9, 1)] {
            let team = Team::alone(player);
            let expected = brute(&tree, team, depth);
            let nodes = [false, true].map(|range| {
                let mut search = AlphaBeta::new(ByPath { range }).depth(depth);
                let outlook = search.run(&tree, team, &Budget::default());
                assert!((outlook.value - expected).abs() < 1e-12, "tree {seed}, depth {depth}");
                let mut after = tree.clone();
                after.play(outlook.best.unwrap());
                let of_best = brute(&after, team, depth - 1);
                assert!((of_best - expected).abs() < 1e-12, "tree {seed}, depth {depth}");
                outlook.nodes
            });
            assert!(nodes[1] <= nodes[0], "tree {seed}: {nodes:?}");
            saved += nodes[0] - nodes[1];
        }
    }
    assert!(saved > 1000, "knowing the range saved only {saved} positions");
}

#[test]
fn finds_the_exact_value_of_a_dice_game() {
    for goal in 1..=5 {
        let start = Pig::new(goal);
        let outlook = AlphaBeta::new(EndsOnly).run(&start, Team::alone(0), &Budget::default());
        assert!(outlook.certain);
        assert!((outlook.value - start.exact_value()).abs() < 1e-12, "race to {goal}");
        assert_eq!(outlook.best, Some(PigMove::Roll));
    }
}

#[test]
fn a_root_of_chance_has_a_value_and_no_move() {
    let mut rolling = Pig::new(3);
    rolling.play(PigMove::Roll);
    let outlook = AlphaBeta::new(EndsOnly).run(&rolling, Team::alone(0), &Budget::default());
    assert_eq!((outlook.best, outlook.certain), (None, true));
    assert!((outlook.value - rolling.exact_value()).abs() < 1e-12);
}
