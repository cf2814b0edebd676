//! The benchmarks of SameGame.

use super::{Benchmark, Work, playouts};
use crate::samegame::agents::best;
use crate::samegame::playout::{Tabu, TabuPlayout};
use crate::samegame::rules::standard_set;
use crate::samegame::rules::{Bits, Kernel, StandardState, dispatch};
use spinney_search::budget::Budget;
use spinney_search::game::Game;
use spinney_search::rng::{Rng, below, mix};

/// Playouts, children as a beam makes them, and lines of `best`; all on standard position 1.
pub(super) static BENCHMARKS: &[Benchmark] = &[
    Benchmark {
        name: "samegame/random-playout/10000",
        unit: "playouts",
        work: |rng| playouts(&start(), TabuPlayout::new(Tabu::None), 10_000, rng),
    },
    Benchmark {
        name: "samegame/tabu-playout/10000",
        unit: "playouts",
        work: |rng| playouts(&start(), TabuPlayout::new(Tabu::Commonest), 10_000, rng),
    },
    Benchmark {
        name: "samegame/children/1000000",
        unit: "children",
        work: |rng| dispatch(Children { wanted: 1_000_000, rng }),
    },
    Benchmark {
        name: "samegame/best/100000",
        unit: "lines",
        work: |rng| {
            let budget = Budget::playouts(100_000);
            let options = best::Options::new(budget, below(rng, 1 << 30) as u64);
            let found = best::solve(start(), &[], &options, &|_| ());
            Work { done: found.tried, fingerprint: found.score as u64 }
        },
    },
];

fn start() -> StandardState {
    StandardState::new(&standard_set()[0])
}

/// Makes and hashes all children of the states of random games, as a beam does.
struct Children<'a> {
    wanted: u64,
    rng: &'a mut Rng,
}

impl Kernel for Children<'_> {
    type Output = Work;

    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn run<B: Bits>(self) -> Work {
        let start = start();
        let (mut state, mut work) = (start, Work::default());
        let mut children = Vec::new();
        while work.done < self.wanted {
            children.clear();
            state.each_group(|group| {
                let mut child = state;
                child.remove(group);
                work.fingerprint = work.fingerprint.wrapping_add(child.board.hash());
                children.push(child);
            });
            work.done += children.len() as u64;
            state = match children.len() {
                0 => start,
                n => children[below(self.rng, n)],
            };
        }
        Work { fingerprint: mix(&[work.fingerprint, state.rewards()[0].to_bits()]), ..work }
    }
}
