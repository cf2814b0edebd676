//! Spinney's own search, as anybody would call it.

use crate::{Clock, Run};
use spinney_games::connect_four::ConnectFour;
use spinney_search::budget::Budget;
use spinney_search::final_move::FinalMove;
use spinney_search::mcts::Mcts;
use spinney_search::playout::Uniform;
use spinney_search::rng::stream;
use spinney_search::selection::Ucb1;

/// So many simulations from the empty board.
pub fn run(simulations: u64, seed: u64) -> Run {
    let started = Clock::start();
    let mut rng = stream(&[seed]);
    let mut search = Mcts::new(Ucb1::new(std::f64::consts::SQRT_2), Uniform::default());
    let report = search
        .run(&ConnectFour::default(), &Budget::playouts(simulations), &mut rng)
        .expect("the empty board has moves and finite rewards");
    let column = report.best(0, FinalMove::Robust, &mut rng).expect("there are seven columns");
    let time = started.elapsed();
    Run { time, column, visits: report.playouts }
}
