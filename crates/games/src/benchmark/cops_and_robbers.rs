//! Fixed pieces of work for `spinney bench cops-and-robbers`.

use super::{Benchmark, Work, playouts, uct};
use crate::cops_and_robbers::{Graph, Options, Rules, State, solver};
use spinney_search::budget::Stop;
use spinney_search::playout::Uniform;
use spinney_search::rng::Rng;
use spinney_spec::Spec;
use std::sync::Arc;

/// The benchmarks of Cops & Robbers, on the board of Scotland Yard.
pub(super) static BENCHMARKS: &[Benchmark] = &[
    Benchmark {
        name: "cops-and-robbers/playout/10000",
        unit: "playouts",
        work: |rng| playouts(&start(rng), Uniform::default(), 10_000, rng),
    },
    Benchmark {
        name: "cops-and-robbers/uct/20000",
        unit: "playouts",
        work: |rng| uct(&start(rng), 20_000, rng),
    },
    Benchmark { name: "cops-and-robbers/solve/2", unit: "positions", work: |_| solve() },
];

fn london() -> Arc<Graph> {
    let graph = Graph::from_spec(&Spec::word("scotland-yard"));
    Arc::new(graph.expect("a graph that is built in"))
}

fn start(rng: &mut Rng) -> State {
    let rules = Rules::new(london(), Options::default()).expect("the thesis's game");
    let (cops, robber) = rules.draw_start(rng, usize::MAX).expect("there is a start");
    State::new(Arc::new(rules), &cops, robber).expect("it is playable")
}

/// Two cops on 199 stations: 19,701 placements with a robber anywhere.
fn solve() -> Work {
    let verdict = solver::solve(&london(), 2, false, &Stop::new());
    let moves = verdict.ok().and_then(|verdict| verdict.capture).map_or(0, |(moves, _)| moves);
    Work { done: 19_701 * 199, fingerprint: u64::from(moves) }
}
