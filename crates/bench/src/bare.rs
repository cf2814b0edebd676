//! The yardstick: UCT written down for this one game, with nothing in it that the job does not need.

use crate::{Clock, Run};
use spinney_games::connect_four::ConnectFour;
use spinney_search::game::{Game, Turn};
use spinney_search::playout::{Playout, Uniform};
use spinney_search::rng::{Rng, below, stream};

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Arm {
    sum: f32,
    visits: u32,
    child: u32,
    column: u8,
}

#[derive(Clone, Copy)]
struct Node {
    first: u32,
    arms: u8,
    tried: u8,
}

/// So many simulations from the empty board.
pub fn run(simulations: u64, seed: u64) -> Run {
    let started = Clock::start();
    let mut rng = stream(&[seed]);
    let mut tree = Tree { nodes: Vec::new(), arms: Vec::new() };
    let mut path = Vec::new();
    let start = ConnectFour::default();
    tree.grow(&start);
    for _ in 0..simulations {
        tree.simulate(start, &mut path, &mut rng);
    }
    let root = &tree.arms[..tree.nodes[0].arms as usize];
    let column = root.iter().max_by_key(|arm| arm.visits).map_or(0, |arm| arm.column);
    let visits = root.iter().map(|arm| u64::from(arm.visits)).sum();
    let time = started.elapsed();
    Run { time, column, visits }
}

struct Tree {
    nodes: Vec<Node>,
    arms: Vec<Arm>,
}

impl Tree {
    fn grow(&mut self, state: &ConnectFour) -> u32 {
        let first = self.arms.len() as u32;
        for column in 0..7 {
            if state.is_open(column) {
                self.arms.push(Arm { sum: 0.0, visits: 0, child: NONE, column });
            }
        }
        let arms = (self.arms.len() as u32 - first) as u8;
        self.nodes.push(Node { first, arms, tried: 0 });
        self.nodes.len() as u32 - 1
    }

    #[inline]
    fn simulate(&mut self, mut state: ConnectFour, path: &mut Vec<u32>, rng: &mut Rng) {
        path.clear();
        let mut node = 0;
        let rewards = loop {
            let place = self.select(node, rng);
            path.push(place);
            let arm = &self.arms[place as usize];
            let (child, visits) = (arm.child, arm.visits);
            state.play(arm.column);
            if state.turn() == Turn::Over {
                break state.rewards();
            }
            if child != NONE {
                node = child;
            } else if visits == 0 {
                break Uniform::default().run(&mut state, rng, |_, _| ());
            } else {
                node = self.grow(&state);
                self.arms[place as usize].child = node;
            }
        };
        // The players take turns, the first one at the root.
        for (ply, &place) in path.iter().enumerate() {
            let arm = &mut self.arms[place as usize];
            arm.sum += rewards[ply % 2] as f32;
            arm.visits += 1;
        }
    }

    #[inline]
    fn select(&mut self, node: u32, rng: &mut Rng) -> u32 {
        let Node { first, arms, tried } = self.nodes[node as usize];
        let run = &mut self.arms[first as usize..first as usize + arms as usize];
        if tried < arms {
            let drawn = tried as usize + below(rng, (arms - tried) as usize);
            run.swap(tried as usize, drawn);
            self.nodes[node as usize].tried += 1;
            return first + u32::from(tried);
        }
        let total: u32 = run.iter().map(|arm| arm.visits).sum();
        let width = (2.0 * (total as f32).ln()).sqrt();
        let mut best = (f32::NEG_INFINITY, 0);
        for (place, arm) in run.iter().enumerate() {
            let n = arm.visits as f32;
            let index = (arm.sum + width * n.sqrt()) / n;
            if index > best.0 {
                best = (index, place as u32);
            }
        }
        first + best.1
    }
}
