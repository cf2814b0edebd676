//! Fixed pieces of work by which speed is measured and behaviour is pinned.
//!
//! A benchmark does the same work for the same seed on every machine, and sums up what came out in
//! a fingerprint: `spinney bench` divides the work by the time, `spinney bench --fixed` prints the
//! fingerprints, which change only when behaviour does.
//!
//! ```
//! use spinney_games::benchmark::{all, Work};
//! use spinney_search::rng::stream;
//! let playouts = all().find(|b| b.name == "connect-four/playout/10000").unwrap();
//! let Work { done, .. } = playouts.run(&mut stream(&[1]));
//! assert_eq!(done, 10_000);
//! ```

mod cops_and_robbers;
mod samegame;
mod scotland_yard;
mod tron;

use crate::{connect_four, tic_tac_toe};
use spinney_search::budget::Budget;
use spinney_search::game::{Game, Known, Rewards};
use spinney_search::mcts::Mcts;
use spinney_search::playout::{Playout, Uniform};
use spinney_search::report::Report;
use spinney_search::rng::{Rng, mix};
use spinney_search::selection::Ucb1;

/// A piece of work, named `game/what/size`.
#[derive(Clone, Copy, Debug)]
pub struct Benchmark {
    /// Its name.
    pub name: &'static str,
    /// What is counted: playouts, nodes, children.
    pub unit: &'static str,
    /// Does it. Everything random comes from the generator.
    pub work: fn(&mut Rng) -> Work,
}

/// What a benchmark did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// How many of the unit.
    pub done: u64,
    /// What came out, hashed.
    pub fingerprint: u64,
}

impl Benchmark {
    /// Does the work.
    pub fn run(&self, rng: &mut Rng) -> Work {
        (self.work)(rng)
    }
}

/// The seed with which behaviour is pinned.
pub const SEED: u64 = 20_120_101;

/// The benchmarks of every game.
pub fn all() -> impl Iterator<Item = &'static Benchmark> {
    let games = [
        BENCHMARKS,
        samegame::BENCHMARKS,
        scotland_yard::BENCHMARKS,
        cops_and_robbers::BENCHMARKS,
        tron::BENCHMARKS,
    ];
    games.into_iter().flatten()
}

/// The small games.
static BENCHMARKS: &[Benchmark] = &[
    Benchmark {
        name: "connect-four/playout/10000",
        unit: "playouts",
        work: |rng| {
            playouts(&connect_four::ConnectFour::default(), Uniform::default(), 10_000, rng)
        },
    },
    Benchmark {
        name: "connect-four/uct/100000",
        unit: "playouts",
        work: |rng| uct(&connect_four::ConnectFour::default(), 100_000, rng),
    },
    Benchmark {
        name: "connect-four/uct/1000000",
        unit: "playouts",
        work: |rng| uct(&connect_four::ConnectFour::default(), 1_000_000, rng),
    },
    Benchmark {
        name: "tic-tac-toe/uct/10000",
        unit: "playouts",
        work: |rng| uct(&tic_tac_toe::TicTacToe::default(), 10_000, rng),
    },
];

/// Plays a position out so many times.
pub fn playouts<G: Game>(
    start: &G,
    mut playout: impl Playout<G>,
    count: u64,
    rng: &mut Rng,
) -> Work {
    let mut fingerprint = 0;
    for _ in 0..count {
        let rewards = playout.run(&mut start.clone(), rng, |_, _| ());
        for player in 0..G::Rewards::PLAYERS {
            fingerprint = mix(&[fingerprint, rewards[player].to_bits()]);
        }
    }
    Work { done: count, fingerprint }
}

/// Plain UCT with c = √2 and uniform playouts, which sees everything.
pub fn uct<G: Game>(start: &G, playouts: u64, rng: &mut Rng) -> Work {
    let mut search = Mcts::new(Ucb1::new(std::f64::consts::SQRT_2), Uniform::default());
    let report = search.run(&Known(start), &Budget::playouts(playouts), rng);
    report.map(|report| searched(&report)).unwrap_or_default()
}

/// The playouts of a search, and its visits and means as a fingerprint.
pub fn searched<M>(report: &Report<M>) -> Work {
    let mut fingerprint = report.nodes;
    for m in report.players.iter().flat_map(|(_, moves)| moves) {
        fingerprint = mix(&[fingerprint, u64::from(m.visits), m.mean.to_bits()]);
    }
    Work { done: report.playouts, fingerprint }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spinney_search::rng::stream;
    use std::collections::HashSet;

    #[test]
    fn names_are_game_what_size_and_unique() {
        let names: Vec<&str> = all().map(|b| b.name).collect();
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
        let games = crate::games();
        for name in names {
            let parts: Vec<&str> = name.split('/').collect();
            assert_eq!(parts.len(), 3, "{name}");
            assert!(games.names().any(|game| game == parts[0]), "{name}");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_fingerprint_and_another_one_does_not() {
        let quick = all().find(|b| b.name == "tic-tac-toe/uct/10000").unwrap();
        let of = |seed| quick.run(&mut stream(&[seed])).fingerprint;
        assert_eq!(of(1), of(1));
        assert_ne!(of(1), of(2));
    }
}
