//! Monte-Carlo beam search: layers by blocks removed, a tabu playout to judge each state.

use super::{Answer, Task, answer, budget};
use crate::agent::Thinking;
use crate::samegame::playout::{Tabu, TabuPlayout};
use crate::samegame::rules::{Block, Portable, State};
use spinney_search::math::exp;
use spinney_search::puzzle::{Beam, Line, Ranking};
use spinney_search::rng::{Rng, stream};
use spinney_spec::{Param, Schema, Settings};

pub(super) static SCHEMA: Schema = Schema {
    name: "beam",
    help: "Monte-Carlo beam search; a layer holds states with the same number of removed blocks, valued by one tabu playout each",
    source: "Cazenave 2012, Monte Carlo beam search",
    params: &[
        Thinking::playouts(0),
        Thinking::millis(0),
        Param::integer("width", "50", 1, 1_000_000, "the number of states kept per layer"),
        Param::integer(
            "alike",
            "2",
            0,
            1_000_000,
            "the number of states with the same value per layer; 0 for any number",
        ),
        Param::integer("memory", "1024", 1, 1_000_000, "megabytes for states"),
    ],
};

/// A playout for each state, and of the bonus for clearing the more the fewer blocks it leaves.
struct ByPlayout {
    playout: TabuPlayout,
    blocks: usize,
}

impl<const W: usize, const P: usize, const L: u32> Ranking<State<W, P, L>> for ByPlayout {
    fn layer(&self, state: &State<W, P, L>) -> usize {
        self.blocks - state.board.blocks().count() as usize
    }

    fn value(&mut self, state: &State<W, P, L>, rng: &mut Rng, rest: &mut Line<Block>) -> f64 {
        let mut end = *state;
        self.playout.play_out::<Portable, W, P, L>(&mut end, rng, |mv| rest.moves.push(mv));
        rest.score = f64::from(end.total());
        let left = f64::from(end.board.blocks().count());
        f64::from(end.score) + 1000.0 * exp(-left / 5.0)
    }

    fn same(&self, state: &State<W, P, L>) -> Option<u64> {
        Some(state.board.hash())
    }
}

pub(super) fn beam<const W: usize, const P: usize, const L: u32>(
    settings: &Settings,
    start: &State<W, P, L>,
    task: &Task<'_>,
) -> Answer {
    let mut beam = Beam::new(settings.integer("width") as usize);
    beam.alike = settings.integer("alike") as usize;
    let beam = beam.with_memory::<State<W, P, L>>((settings.integer("memory") << 20) as usize);
    let mut ranking = ByPlayout {
        playout: TabuPlayout::new(Tabu::Colour(start.commonest())),
        blocks: start.board.blocks().count() as usize,
    };
    let budget = budget(settings, task);
    let mut solution = beam.run(start, &mut ranking, &budget, &mut stream(&[task.seed]));
    // Playouts decide what is kept, and they leave lines out.
    solution.proven = false;
    answer(start, solution)
}
