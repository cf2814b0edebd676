//! IDA* and A* with the over-estimator of section 3.

use super::{Answer, Task, answer, budget};
use crate::agent::Thinking;
use crate::samegame::rules::State;
use spinney_search::puzzle::{AStar, IdaStar, Optimist};
use spinney_spec::{Param, Schema, Settings};

const NODES: Param = Thinking::nodes(1_000_000);

pub(super) static IDA_STAR: Schema = Schema {
    name: "ida-star",
    help: "IDA* with the over-estimator",
    source: "Korf 1985; Schadd et al. 2012, 3",
    params: &[
        NODES,
        Thinking::millis(0),
        Param::real("step", "1", 0.0, 10_000.0, "the minimum decrease of the threshold, in points"),
    ],
};

pub(super) static A_STAR: Schema = Schema {
    name: "a-star",
    help: "A* with the over-estimator",
    source: "Hart, Nilsson and Raphael 1968; Schadd et al. 2012, 3",
    params: &[NODES, Thinking::millis(0)],
};

/// As if every colour could go at once.
struct OverEstimator;

impl<const W: usize, const P: usize, const L: u32> Optimist<State<W, P, L>> for OverEstimator {
    fn bound(&mut self, state: &State<W, P, L>) -> f64 {
        f64::from(state.over_estimate())
    }
    fn same(&self, state: &State<W, P, L>) -> Option<u64> {
        Some(state.board.hash())
    }
}

pub(super) fn ida_star<const W: usize, const P: usize, const L: u32>(
    settings: &Settings,
    start: &State<W, P, L>,
    task: &Task<'_>,
) -> Answer {
    let budget = budget(settings, task);
    let search = IdaStar { step: settings.real("step") };
    answer(start, search.run(start, &mut OverEstimator, &budget))
}

pub(super) fn a_star<const W: usize, const P: usize, const L: u32>(
    settings: &Settings,
    start: &State<W, P, L>,
    task: &Task<'_>,
) -> Answer {
    let budget = budget(settings, task);
    answer(start, AStar.run(start, &mut OverEstimator, &budget))
}
