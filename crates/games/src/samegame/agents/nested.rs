//! Nested Monte-Carlo search and nested rollout policy adaptation (Cazenave 2009; Rosin 2011).

use super::sp_mcts::{self, playout};
use super::{Answer, Task, answer, budget};
use crate::agent::Thinking;
use crate::samegame::rules::{Block, State};
use spinney_search::puzzle::{Codes, Nested, Nrpa};
use spinney_search::rng::stream;
use spinney_spec::{Param, Schema, Settings};

pub(super) static NESTED: Schema = Schema {
    name: "nested",
    help: "nested Monte-Carlo search; one run without a limit, repeated runs with one",
    source: "Cazenave 2009",
    params: &[
        Thinking::playouts(0),
        Thinking::millis(0),
        Param::integer("level", "2", 0, 3, "the level of nesting; 0 is one playout"),
        sp_mcts::PLAYOUT,
        sp_mcts::EPSILON,
        sp_mcts::DRAW,
    ],
};

pub(super) static NRPA: Schema = Schema {
    name: "nrpa",
    help: "nested rollout policy adaptation that spares the most common colour; one run without a \
           limit, repeated runs with one",
    source: "Rosin 2011; Cazenave 2016",
    params: &[
        Thinking::playouts(0),
        Thinking::millis(0),
        Param::integer("level", "2", 0, 5, "the level of nesting; 0 is one playout"),
        Param::integer(
            "iterations",
            "100",
            1,
            100_000,
            "N, the number of searches of the level below",
        ),
        Param::real("alpha", "1", 0.0, 100.0, "α, the step size of an adaptation").tunable(),
    ],
};

pub(super) fn nested<const W: usize, const P: usize, const L: u32>(
    settings: &Settings,
    start: &State<W, P, L>,
    task: &Task<'_>,
) -> Answer {
    let budget = budget(settings, task);
    let search = Nested::new(settings.integer("level") as usize, playout(settings));
    let mut search = if budget.is_limited() { search.repeated() } else { search };
    answer(start, search.run(start, &budget, &mut stream(&[task.seed])))
}

/// Moves by block and colour; those of the spared colour only when there is no other, which is the
/// selective policy of Cazenave 2016.
struct Selective {
    spared: u8,
}

impl<const W: usize, const P: usize, const L: u32> Codes<State<W, P, L>> for Selective {
    fn count(&self) -> usize {
        32 * 32 * 16
    }
    fn code(&self, state: &State<W, P, L>, mv: Block) -> usize {
        let colour = state.board.colour(State::<W, P, L>::index(mv));
        (usize::from(mv.column) * 32 + usize::from(mv.row)) * 16 + usize::from(colour)
    }
    fn prior(&self, state: &State<W, P, L>, mv: Block) -> f64 {
        let colour = state.board.colour(State::<W, P, L>::index(mv));
        if colour == self.spared { 0.0 } else { 1.0 }
    }
}

pub(super) fn nrpa<const W: usize, const P: usize, const L: u32>(
    settings: &Settings,
    start: &State<W, P, L>,
    task: &Task<'_>,
) -> Answer {
    let budget = budget(settings, task);
    let search = Nrpa {
        level: settings.integer("level") as usize,
        iterations: settings.integer("iterations"),
        alpha: settings.real("alpha"),
        runs: (!budget.is_limited()).then_some(1),
        codes: Selective { spared: start.commonest() },
    };
    answer(start, search.run(start, &budget, &mut stream(&[task.seed])))
}
