//! The nodes at which chance decides: an arm for each outcome, drawn by the game's probabilities.
//!
//! In a joint tree the outcomes are the arms of player 0 and the only column of the node's table.

use super::{Leaf, Step, Trunk, Walker};
use crate::backup::Backup;
use crate::game::{Game, Worlds};
use crate::rng::Rng;
use crate::selection::Selection;
use crate::stats::{Feedback, Stats};
use crate::tree::{Link, Proven};

/// The player of a step that chance takes.
pub(super) const CHANCE: u16 = u16::MAX - 1;

impl<G: Game, S: Selection, B: Backup<G>> Trunk<G, S, B> {
    /// Draws an outcome and plays it; gives the child, the link to it and its visits. The path ends
    /// here when what follows is proven, or when there is no memory for an outcome that the worlds
    /// before did not have.
    pub(super) fn step_by_chance<W: Worlds<G>>(
        &mut self,
        node: u32,
        state: &mut G,
        walker: &mut Walker<G, S>,
        rng: &mut Rng,
    ) -> Result<(u32, Link, u32), Leaf> {
        let outcome = state.random_outcome(rng, &mut walker.outcomes);
        state.play(outcome);
        let bandit = self.tree.bandit(node, 0);
        let known = self.arms(node, 0).iter().position(|arm| arm.mv == outcome);
        assert!(known.is_some() || (W::HIDDEN && G::MOVES_HIDDEN), "{outcome:?} was not listed");
        let place = known.or_else(|| self.tree.add_arm(bandit, outcome)).ok_or(Leaf::Open)?;
        walker.path.push(Step { node, player: CHANCE, pick: place as u16 });
        let at = self.tree.bandits[bandit].first as usize + place;
        let arm = &self.tree.arms[at];
        if B::SOLVER && arm.proven != Proven::Open {
            return Err(Leaf::Proven(arm.proven));
        }
        if G::SIMULTANEOUS {
            let cell = self.tree.table(node) + place;
            Ok((self.tree.cells[cell].child, Link::Cell(cell as u32), arm.stats.visits()))
        } else {
            Ok((arm.child, Link::Arm(at as u32), arm.stats.visits()))
        }
    }

    /// Counts a visit of an outcome; gives what is now known of the node, for player 0: only what
    /// holds for every outcome.
    pub(super) fn learn_by_chance(&mut self, step: Step, first: f64, known: Proven) -> Proven {
        if G::SIMULTANEOUS {
            let cell = self.tree.table(step.node) + step.pick as usize;
            self.tree.cells[cell].visits += 1;
        }
        let bandit = self.tree.bandit(step.node, 0);
        let range = self.tree.bandits[bandit].range();
        let arms = &mut self.tree.arms[range];
        let arm = &mut arms[step.pick as usize];
        self.tree.grown += u64::from(arm.stats.visits() == 0);
        arm.stats.record(Feedback::of(first));
        arm.proven = known;
        if B::SOLVER && arms.iter().all(|arm| arm.proven == known) { known } else { Proven::Open }
    }
}

#[cfg(test)]
mod tests;
