use nim::{Heaps, Take};
use spinney_search::backup::Solver;
use spinney_search::prelude::*;
use spinney_search::tree::Proven;

/// The binary sum of 1, 4 and 6 is 3: the player to move wins, and only by 6 -> 5.
const START: Heaps = Heaps { heaps: [1, 4, 6], to_move: 0 };

#[test]
fn search_finds_the_move_of_the_theory() -> Result<(), SearchError> {
    let mut search = Mcts::uct(1.0).budget(Budget::playouts(20_000)).seed(1);
    assert_eq!(search.best_move(&START)?, Take { heap: 2, count: 1 });
    Ok(())
}

#[test]
fn a_solver_proves_the_win() -> Result<(), SearchError> {
    let mut solver = Mcts::with_backup(Ucb1::new(1.0), Uniform::default(), Solver);
    let report = solver.run(&START, &Budget::playouts(1_000_000), &mut stream(&[1]))?;
    assert_eq!(report.proven, Proven::Win);
    assert!(report.playouts < 1_000_000);
    Ok(())
}
