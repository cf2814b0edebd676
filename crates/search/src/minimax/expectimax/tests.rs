use super::*;
use crate::game::{Features, Player, Turn};
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
    fn step(&mut self, choice: u8) {
        self.path = mix(&[self.path, u64::from(choice)]);
        self.depth += 1;
    }
}

impl Game for Dice {
    type Move = u8;
    type Rewards = [f64; 2];

    fn features(&self) -> Features {
        Features::default()
    }
    fn turn(&self) -> Turn {
        let over = self.depth >= 7 || (self.depth > 2 && self.draw(1, 7) == 0);
        if over { Turn::Over } else { Turn::One(self.depth as usize / 2 % 2) }
    }
    fn moves(&self, _: Player, out: &mut Vec<u8>) {
        out.extend(0..2 + self.draw(2, 2) as u8);
    }
    fn play(&mut self, mv: u8) {
        self.step(mv);
    }
    fn rewards(&self) -> [f64; 2] {
        let first = self.draw(10, 1000) as f64 / 999.0;
        [first, 1.0 - first]
    }
}

/// Chance decides at every second step.
struct Every;
impl Chance<Dice> for Every {
    fn outcomes(&mut self, state: &Dice, out: &mut Vec<(f64, Dice)>) {
        if state.depth % 2 == 1 {
            for choice in 0..2 + state.draw(3, 3) as u8 {
                let mut next = state.clone();
                next.step(choice);
                out.push((1.0 + state.draw(4 + u64::from(choice), 5) as f64, next));
            }
        }
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
    let Turn::One(player) = state.turn() else {
        return state.rewards()[team.player()];
    };
    if left == 0 {
        return ByPath { range: false }.value(state, team.player());
    }
    let mut outcomes = Vec::new();
    Every.outcomes(state, &mut outcomes);
    if !outcomes.is_empty() {
        let total: f64 = outcomes.iter().map(|(weight, _)| weight).sum();
        return outcomes.iter().map(|(w, next)| w / total * brute(next, team, left)).sum();
    }
    let mut moves = Vec::new();
    state.moves(player, &mut moves);
    let values = moves.into_iter().map(|mv| {
        let mut child = state.clone();
        child.play(mv);
        brute(&child, team, left - 1)
    });
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
                let mut search = Expectimax::new(ByPath { range }, Every).depth(depth);
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
