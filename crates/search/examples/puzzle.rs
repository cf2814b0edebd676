//! A puzzle: pack the things that are worth most and not too heavy together.
//!
//! `cargo run --release -p spinney-search --example puzzle`

use spinney_search::prelude::*;
use spinney_search::puzzle::{IdaStar, Nested, Optimist};

/// Weight and value of each thing, the most value per weight first.
const THINGS: [(u32, f64); 12] = [
    (9, 150.0),
    (13, 135.0),
    (15, 130.0),
    (11, 90.0),
    (27, 200.0),
    (50, 360.0),
    (18, 120.0),
    (32, 190.0),
    (23, 110.0),
    (43, 200.0),
    (42, 170.0),
    (52, 160.0),
];
const CAPACITY: u32 = 150;

/// Each thing is packed or left behind, one after the other.
#[derive(Clone, Default)]
struct Knapsack {
    next: usize,
    weight: u32,
    value: f64,
}

impl Game for Knapsack {
    /// Whether the next thing is packed.
    type Move = bool;
    /// One player, whose reward is the score.
    type Rewards = [f64; 1];

    fn turn(&self) -> Turn {
        if self.next == THINGS.len() { Turn::Over } else { Turn::One(0) }
    }

    fn moves(&self, _player: Player, out: &mut Vec<bool>) {
        out.push(false);
        if self.weight + THINGS[self.next].0 <= CAPACITY {
            out.push(true);
        }
    }

    fn play(&mut self, packed: bool) {
        if packed {
            let (weight, value) = THINGS[self.next];
            self.weight += weight;
            self.value += value;
        }
        self.next += 1;
    }

    fn rewards(&self) -> [f64; 1] {
        [self.value]
    }

    fn features(&self) -> Features {
        // Scores are not between 0 and 1.
        let all = THINGS.iter().map(|thing| thing.1).sum();
        Features { rewards: (0.0, all), constant_sum: false, ..Features::default() }
    }
}

/// More than can be reached: what is left fills the knapsack to the brim, if need be in pieces.
struct InPieces;

impl Optimist<Knapsack> for InPieces {
    fn bound(&mut self, state: &Knapsack) -> f64 {
        let (mut room, mut value) = (f64::from(CAPACITY - state.weight), state.value);
        for &(weight, worth) in &THINGS[state.next..] {
            let part = (room / f64::from(weight)).min(1.0);
            room -= part * f64::from(weight);
            value += part * worth;
        }
        value
    }
}

fn main() {
    let start = Knapsack::default();

    // Nested Monte-Carlo search knows nothing about knapsacks and finds a good line.
    let mut nested = Nested::new(2, Uniform::default());
    let found = nested.run(&start, &Budget::default(), &mut stream(&[1]));
    println!("nested: {} after {} playouts", found.line.score, found.effort);

    // IDA* is told a bound and finds the best line, with proof.
    let best = IdaStar::default().run(&start, &mut InPieces, &Budget::default());
    println!("IDA*:   {} after {} states", best.line.score, best.effort);
    assert!(best.proven && found.line.score <= best.line.score);

    for (packed, (weight, value)) in best.line.moves.iter().zip(THINGS) {
        println!("{} weight {weight:2}, value {value}", if *packed { "pack " } else { "leave" });
    }
}

#[test]
fn runs() {
    main();
}
