//! What `spinney bench scotland-yard` measures: searches from the opening, on one core.

use super::{Benchmark, Work};
use crate::agent::Watch;
use crate::scotland_yard::agents::{self, HiderMcts, SeekerMcts};
use crate::scotland_yard::playout::Greedy;
use crate::scotland_yard::rules::{Full, Move, Options};
use spinney_search::budget::Stop;
use spinney_search::game::Game;
use spinney_search::playout::Playout;
use spinney_search::rng::{Rng, mix};
use spinney_spec::{Catalogue, Settings};

/// Playouts of each kind, and whole searches of both sides.
pub(super) static BENCHMARKS: &[Benchmark] = &[
    Benchmark {
        name: "scotland-yard/playout-mc/10000",
        unit: "playouts",
        work: |rng| playouts(Greedy::MC, rng),
    },
    Benchmark {
        name: "scotland-yard/playout-mm/10000",
        unit: "playouts",
        work: |rng| playouts(Greedy::MM, rng),
    },
    Benchmark {
        name: "scotland-yard/seekers-mc/10000",
        unit: "playouts",
        work: |rng| seekers("nijssen(playouts=10000)", rng),
    },
    Benchmark {
        name: "scotland-yard/seekers-mc/1000",
        unit: "playouts",
        work: |rng| seekers("nijssen(playouts=1000)", rng),
    },
    Benchmark {
        name: "scotland-yard/hider-mm/10000",
        unit: "playouts",
        work: |rng| hider("nijssen(playouts=10000)", rng),
    },
];

fn opening(rng: &mut Rng) -> Full {
    Options::default().start(rng.next_u64())
}

fn settings(agents: &Catalogue, spec: &str) -> Settings {
    let spec = spec.parse().expect("written in this file");
    agents.resolve(&spec).expect("written in this file")
}

fn playouts(mut policy: Greedy, rng: &mut Rng) -> Work {
    let game = opening(rng);
    let mut work = Work::default();
    for _ in 0..10_000 {
        let mut state = game.with_belief(game.belief.possible);
        policy.run(&mut state, rng, |_, _| ());
        work.done += 1;
        work.fingerprint = mix(&[work.fingerprint, state.hider.into(), state.open.round.into()]);
    }
    work
}

/// The first detective's first move.
fn seekers(spec: &str, rng: &mut Rng) -> Work {
    let mut game = opening(rng);
    let mv = game.random_move(0, rng, &mut Vec::new());
    game.play(single(mv));
    let settings = settings(&agents::seekers(), spec);
    let mut agent = SeekerMcts::<()>::new(&settings, rng.next_u64()).expect("written in this file");
    let report = agent.search(&game.public(), &mut Watch::new(&Stop::new())).expect("it searches");
    let visits = report.moves(1).iter().map(|m| u64::from(m.visits));
    Work { done: report.playouts, fingerprint: mix(&visits.collect::<Vec<_>>()) }
}

/// The same move without a double-move ticket.
fn single(mv: Move) -> Move {
    Move { double: false, ..mv }
}

/// Mr X's first move.
fn hider(spec: &str, rng: &mut Rng) -> Work {
    let game = opening(rng);
    let settings = settings(&agents::hiders(), spec);
    let mut agent = HiderMcts::new(&settings, rng.next_u64()).expect("written in this file");
    let report = agent.search(&game, &mut Watch::new(&Stop::new())).expect("it searches");
    let visits = report.moves(0).iter().map(|m| u64::from(m.visits));
    Work { done: report.playouts, fingerprint: mix(&visits.collect::<Vec<_>>()) }
}
