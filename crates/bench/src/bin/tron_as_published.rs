//! How many playouts a plain program does: the paper of 2012 gives its players 100 ms on a 2.5 GHz
//! processor and does not say what they get for it.
//!
//! This is Algorithm 1 of Perick and others (2012) as one would write it down from the paper, with
//! nothing made fast: a byte a cell, moves drawn again until one will do, a node an allocation.
//! UCB1-Tuned on the empty 20x20 board, from the centre of each half.
//!
//! `cargo run --release -p spinney-bench --bin tron_as_published`

use spinney_search::rng::{Rng, below, stream, unit};
use std::collections::HashMap;
use std::time::{Duration, Instant};

const SIDE: usize = 22;
const STEP: [isize; 4] = [-(SIDE as isize), 1, SIDE as isize, -1];

#[derive(Clone)]
struct Position {
    wall: Vec<bool>,
    head: [usize; 2],
    heading: [usize; 2],
}

impl Position {
    fn start() -> Self {
        let border = |i: usize| {
            let (x, y) = (i % SIDE, i / SIDE);
            x == 0 || y == 0 || x == SIDE - 1 || y == SIDE - 1
        };
        let mut wall: Vec<bool> = (0..SIDE * SIDE).map(border).collect();
        let head = [10 * SIDE + 5, 11 * SIDE + 16];
        for cell in head {
            wall[cell] = true;
        }
        Self { wall, head, heading: [1, 3] }
    }
    fn beside(&self, cell: usize, direction: usize) -> Option<usize> {
        let next = cell.wrapping_add_signed(STEP[direction]);
        (!self.wall[next]).then_some(next)
    }
    fn moves(&self, player: usize) -> Vec<usize> {
        (0..4).filter(|&d| self.beside(self.head[player], d).is_some()).collect()
    }
    fn play(&mut self, moves: [usize; 2]) {
        for (player, mv) in moves.into_iter().enumerate() {
            self.head[player] = self.head[player].wrapping_add_signed(STEP[mv]);
            self.heading[player] = mv;
        }
        for cell in self.head {
            self.wall[cell] = true;
        }
    }
    /// The first player's reward, if the game is over.
    fn reward(&self) -> Option<f64> {
        if self.head[0] == self.head[1] {
            return Some(0.5);
        }
        match [0, 1].map(|player| self.moves(player).is_empty()) {
            [true, true] => Some(0.5),
            [true, false] => Some(0.0),
            [false, true] => Some(1.0),
            [false, false] => None,
        }
    }
    /// Section V-A: straight on with 0.68, else left or right, until the move is legal and leaves
    /// another; where none does, any legal one.
    fn draw(&self, player: usize, rng: &mut Rng) -> usize {
        let legal = self.moves(player);
        let leads_on = |&mv: &usize| {
            let cell = self.beside(self.head[player], mv);
            cell.is_some_and(|cell| (0..4).any(|d| self.beside(cell, d).is_some()))
        };
        if !legal.iter().any(leads_on) {
            return legal[below(rng, legal.len())];
        }
        loop {
            let chance = unit(rng);
            let turn = if chance < 0.68 {
                0
            } else if chance < 0.84 {
                1
            } else {
                3
            };
            let mv = (self.heading[player] + turn) % 4;
            if leads_on(&mv) {
                return mv;
            }
        }
    }
}

#[derive(Default)]
struct Arm {
    mv: usize,
    visits: f64,
    sum: f64,
    squares: f64,
}

struct Node {
    arms: [Vec<Arm>; 2],
    children: HashMap<(usize, usize), Box<Node>>,
}

impl Node {
    fn new(position: &Position) -> Self {
        let arms = |player| -> Vec<Arm> {
            position.moves(player).into_iter().map(|mv| Arm { mv, ..Arm::default() }).collect()
        };
        Self { arms: [arms(0), arms(1)], children: HashMap::new() }
    }

    fn select(&self, player: usize, rng: &mut Rng) -> usize {
        let arms = &self.arms[player];
        let fresh: Vec<usize> = (0..arms.len()).filter(|&i| arms[i].visits == 0.0).collect();
        if !fresh.is_empty() {
            return fresh[below(rng, fresh.len())];
        }
        let total: f64 = arms.iter().map(|arm| arm.visits).sum();
        let index = |arm: &Arm| {
            let (n, mean) = (arm.visits, arm.sum / arm.visits);
            let spread = arm.squares / n - mean * mean + (2.0 * total.ln() / n).sqrt();
            mean + (total.ln() / n * spread.min(0.25)).sqrt()
        };
        (0..arms.len()).max_by(|&a, &b| index(&arms[a]).total_cmp(&index(&arms[b]))).unwrap_or(0)
    }

    fn iterate(&mut self, position: &mut Position, rng: &mut Rng) -> f64 {
        if let Some(reward) = position.reward() {
            return reward;
        }
        let chosen = [self.select(0, rng), self.select(1, rng)];
        position.play([self.arms[0][chosen[0]].mv, self.arms[1][chosen[1]].mv]);
        let reward = if let Some(child) = self.children.get_mut(&(chosen[0], chosen[1])) {
            child.iterate(position, rng)
        } else {
            self.children.insert((chosen[0], chosen[1]), Box::new(Node::new(position)));
            loop {
                match position.reward() {
                    Some(reward) => break reward,
                    None => position.play([position.draw(0, rng), position.draw(1, rng)]),
                }
            }
        };
        for (player, reward) in [reward, 1.0 - reward].into_iter().enumerate() {
            let arm = &mut self.arms[player][chosen[player]];
            arm.visits += 1.0;
            arm.sum += reward;
            arm.squares += reward * reward;
        }
        reward
    }
}

fn main() {
    let mut rng = stream(&[2012]);
    let mut counts = Vec::new();
    // A hundred moves of 100 ms; the most of them is what an undisturbed processor does.
    for _ in 0..100 {
        let start = Position::start();
        let mut root = Node::new(&start);
        let begin = Instant::now();
        let mut count = 0u32;
        while begin.elapsed() < Duration::from_millis(100) {
            root.iterate(&mut start.clone(), &mut rng);
            count += 1;
        }
        counts.push(count);
    }
    counts.sort_unstable();
    println!("playouts in 100 ms: median {}, most {}", counts[50], counts[99]);
}
