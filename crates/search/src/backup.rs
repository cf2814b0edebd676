//! The fourth phase: what the end of an iteration means for the nodes on its path.
//!
//! Which numbers an arm keeps is the policy's affair ([`crate::stats`]): mean, squares and top
//! score are updated by the statistics themselves. What is decided here is how much each player is
//! credited with, and whether proven results are carried up.
//!
//! ```
//! use spinney_search::{backup::Solver, doc_games::Nim, prelude::*, tree::Proven};
//! // Six matches are lost for the player to move. The search ends when it has proved that.
//! let mut search = Mcts::with_backup(Ucb1::new(1.0), Uniform::default(), Solver);
//! let report = search.run(&Nim::new(6), &Budget::playouts(100_000), &mut stream(&[1]))?;
//! assert_eq!(report.proven, Proven::Loss);
//! assert!(report.playouts < 100_000);
//! # Ok::<(), SearchError>(())
//! ```

mod coalition;
mod solver;

pub use coalition::{Coalition, Partnership};
pub use solver::{Solver, SolverIf};
pub(crate) use solver::{settle, settle_joint};

use crate::game::{Game, Player};

/// How rewards are credited on the way up.
pub trait Backup<G: Game>: Clone + Send {
    /// Whether wins, losses and draws that are certain are carried up the tree.
    const SOLVER: bool = false;

    /// Whether this one does, where that is decided when the program runs.
    #[inline]
    fn proves(&self) -> bool {
        Self::SOLVER
    }

    /// The rewards to back up, from those at `end`, for a search on behalf of `root`.
    #[inline]
    fn credit(&self, _end: &G, rewards: G::Rewards, _root: Player) -> G::Rewards {
        rewards
    }
}

/// Every player is credited with its own reward; arms keep the mean.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mean;

impl<G: Game> Backup<G> for Mean {}
