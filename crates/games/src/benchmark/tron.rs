//! Fixed pieces of work for `spinney bench tron`.

use super::{Benchmark, Work, playouts, searched};
use crate::tron::agents::best::{AlphaBeta, options};
use crate::tron::{Board, Playouts, Tron};
use spinney_search::budget::Budget;
use spinney_search::mcts::Mcts;
use spinney_search::rng::{Rng, mix};
use spinney_search::selection::Ucb1Tuned;

/// The benchmarks of Tron, all on the empty 20x20 field from starts of its own.
pub(super) static BENCHMARKS: &[Benchmark] = &[
    Benchmark {
        name: "tron/heuristic-playout/10000",
        unit: "playouts",
        work: |rng| playouts(&start(rng), Playouts::Heuristic, 10_000, rng),
    },
    Benchmark {
        name: "tron/legal-playout/10000",
        unit: "playouts",
        work: |rng| playouts(&start(rng), Playouts::Legal, 10_000, rng),
    },
    Benchmark { name: "tron/ucb1-tuned/50000", unit: "playouts", work: |rng| joint(50_000, rng) },
    Benchmark { name: "tron/best/5000", unit: "nodes", work: |rng| alpha_beta(5_000, rng) },
];

fn start(rng: &mut Rng) -> Tron {
    Board::Open { columns: 20, rows: 20 }.start(rng.next_u64())
}

/// UCB1-Tuned on the joint tree.
fn joint(count: u64, rng: &mut Rng) -> Work {
    let start = start(rng);
    let mut search = Mcts::new(Ucb1Tuned, Playouts::Heuristic);
    let report = search.run(&start, &Budget::playouts(count), rng);
    report.map(|report| searched(&report)).unwrap_or_default()
}

/// The search of `best`, with its evaluation.
fn alpha_beta(count: u64, rng: &mut Rng) -> Work {
    let found = AlphaBeta::new(options()).run(&start(rng), 0, &Budget::playouts(count));
    let fingerprint = mix(&[found.mv as u64, found.value as u64, found.depth as u64]);
    Work { done: found.nodes, fingerprint }
}
