//! MCTS-Solver (Winands, Björnsson and Saito 2008), for two players with opposed interests; in joint
//! nodes, what pure strategies can force.

use super::Backup;
use crate::game::Game;
use crate::stats::Stats;
use crate::tree::{Arm, Cell, Proven};

/// Mean rewards, and proven wins, losses and draws carried up the tree. What is proven is not
/// searched deeper: a move proven lost is not chosen while there is another, one proven drawn counts
/// as a draw whenever it is chosen. The search ends when the root is solved; a draw, which needs
/// every line, takes longest, and sooner with more exploration.
#[derive(Clone, Copy, Debug, Default)]
pub struct Solver;

impl<G: Game> Backup<G> for Solver {
    const SOLVER: bool = true;
}

/// [`Solver`] if so, else [`Mean`](super::Mean): a program that offers both is compiled for one search
/// instead of two.
#[derive(Clone, Copy, Debug, Default)]
pub struct SolverIf(pub bool);

impl<G: Game> Backup<G> for SolverIf {
    const SOLVER: bool = true;

    #[inline]
    fn proves(&self) -> bool {
        self.0
    }
}

/// The outcome of a node for the player who decides there, as far as its arms prove it.
pub(crate) fn settle<M, S: Stats>(arms: &[Arm<M, S>]) -> Proven {
    let mut best = Proven::Loss;
    let mut open = false;
    for arm in arms {
        match arm.proven() {
            Proven::Win => return Proven::Win,
            Proven::Open => open = true,
            other => best = best.max(other),
        }
    }
    if open { Proven::Open } else { best }
}

/// The outcome of a joint node for player 0, who chooses the row: proven when what the row player
/// can make sure of equals what the column player can hold him to.
pub(crate) fn settle_joint(cells: &[Cell], columns: usize) -> Proven {
    let or = |proven, open| if proven == Proven::Open { open } else { proven };
    let low = |cell: &Cell| or(cell.flags.proven(), Proven::Loss);
    let high = |cell: &Cell| or(cell.flags.proven(), Proven::Win);
    let rows = cells.chunks_exact(columns);
    let sure = rows.map(|row| row.iter().map(low).min()).max().flatten();
    let held =
        (0..columns).map(|c| cells[c..].iter().step_by(columns).map(high).max()).min().flatten();
    match (sure, held) {
        (Some(sure), Some(held)) if sure == held => sure,
        _ => Proven::Open,
    }
}

#[cfg(test)]
mod tests {
    use super::Proven::{Draw, Loss, Open, Win};
    use super::*;
    use crate::backup::Mean;
    use crate::budget::Budget;
    use crate::doc_games::Nim;
    use crate::mcts::Mcts;
    use crate::playout::Uniform;
    use crate::rng::stream;
    use crate::selection::Ucb1;

    #[test]
    fn one_search_is_either_of_two() {
        fn run<B: Backup<Nim>>(backup: B) -> (Proven, u64, u32) {
            let mut search = Mcts::with_backup(Ucb1::new(1.0), Uniform::default(), backup);
            let report =
                search.run(&Nim::new(6), &Budget::playouts(2_000), &mut stream(&[1])).unwrap();
            (report.proven, report.playouts, report.moves(0)[0].visits)
        }
        assert_eq!(run(SolverIf(true)), run(Solver));
        assert_eq!(run(SolverIf(false)), run(Mean));
        assert_ne!(run(Solver), run(Mean));
    }
    use crate::stats::Plain;

    fn node(outcomes: &[Proven]) -> Proven {
        let arm = |&proven| {
            let arm: Arm<u8, Plain> = Arm::new(0);
            arm.flags.prove(proven);
            arm
        };
        settle(&outcomes.iter().map(arm).collect::<Vec<_>>())
    }

    #[test]
    fn a_node_is_as_good_as_its_best_arm() {
        assert_eq!(node(&[Loss, Open, Win]), Win);
        assert_eq!(node(&[Loss, Open, Draw]), Open);
        assert_eq!(node(&[Loss, Draw, Loss]), Draw);
        assert_eq!(node(&[Loss, Loss]), Loss);
    }

    fn table(columns: usize, outcomes: &[Proven]) -> Proven {
        let cell = |&proven| {
            let cell = Cell::new();
            cell.flags.prove(proven);
            cell
        };
        settle_joint(&outcomes.iter().map(cell).collect::<Vec<_>>(), columns)
    }

    #[test]
    fn a_joint_node_is_proven_by_pure_strategies_only() {
        // A row of wins wins, whatever the rest; a column of losses loses.
        assert_eq!(table(2, &[Win, Win, Open, Loss]), Win);
        assert_eq!(table(2, &[Open, Loss, Win, Loss]), Loss);
        // Matching pennies has no pure solution.
        assert_eq!(table(2, &[Win, Loss, Loss, Win]), Open);
        // A saddle point.
        assert_eq!(table(2, &[Draw, Win, Loss, Open]), Draw);
        assert_eq!(table(1, &[Loss, Draw, Open]), Open);
    }
}
