//! The nodes at which chance decides: an arm for each outcome, drawn by the game's probabilities.
//!
//! In a joint tree the outcomes are the arms of player 0 and the only column of the node's table.

use super::{Leaf, SearchCore, Step, Update};
use crate::backup::Backup;
use crate::game::{Game, Worlds};
use crate::playout::Playout;
use crate::rng::Rng;
use crate::selection::Selection;
use crate::stats::{Feedback, Stats};
use crate::tree::{Access, Arm, Link, Proven, child};

/// The player of a step that chance takes.
pub(super) const CHANCE: u8 = u8::MAX;

impl<G, S, P, B, A> SearchCore<'_, G, S, P, B, A>
where
    G: Game,
    S: Selection,
    P: Playout<G>,
    B: Backup<G>,
    A: Access<G, S::Stats>,
{
    /// Draws an outcome and plays it; gives the child, the link to it and its visits. The path ends
    /// here when what follows is proven, or when there is no memory for an outcome that the worlds
    /// before did not have.
    pub(super) fn step_by_chance<W: Worlds<G>>(
        &mut self,
        node: u32,
        state: &mut G,
        rng: &mut Rng,
    ) -> Result<(u32, Link, u32), Leaf> {
        let outcome = state.random_outcome(rng, &mut self.context.outcomes);
        state.play(outcome);
        let tree = self.tree.tree();
        let bandit = tree.bandit(node, 0);
        let known = tree.arms(tree.run(bandit)).iter().position(|arm| arm.mv == outcome);
        assert!(known.is_some() || (W::HIDDEN && G::MOVES_HIDDEN), "{outcome:?} was not listed");
        let place = known.or_else(|| self.tree.add_arm(bandit, outcome)).ok_or(Leaf::Open)?;
        let step = Step { node, player: CHANCE, pick: place as u16, update: Update::Plain };
        self.context.path.push(step);
        let tree = self.tree.tree();
        let arm = &tree.arms(tree.run(bandit))[place];
        if B::SOLVER && arm.proven() != Proven::Open {
            return Err(Leaf::Proven(arm.proven()));
        }
        if G::SIMULTANEOUS {
            let cell = tree.table(node) + place;
            Ok((child(&tree.cell(cell).child), Link::Cell(cell as u32), arm.stats.visits()))
        } else {
            let link = Link::Arm { bandit: node, place: place as u16 };
            Ok((child(&arm.child), link, arm.stats.visits()))
        }
    }

    /// Counts a visit of an outcome; gives what is now known of the node, for player 0: only what
    /// holds for every outcome.
    pub(super) fn learn_by_chance(&mut self, step: Step, first: f64, known: Proven) -> Proven {
        let pick = step.pick as usize;
        if G::SIMULTANEOUS {
            let tree = self.tree.tree();
            let cell = tree.table(step.node) + pick;
            self.with_cell(cell, |cell| cell.moments.visits.add(1));
        }
        let bandit = self.tree.tree().bandit(step.node, 0);
        let (new, known) = self.with_arm(bandit, pick, |arms: &[Arm<G::Move, S::Stats>]| {
            let arm = &arms[pick];
            let new = arm.stats.visits() == 0;
            arm.stats.record(Feedback::of(first));
            arm.flags.prove(known);
            let same = self.task.backup.proves() && arms.iter().all(|arm| arm.proven() == known);
            (new, if same { known } else { Proven::Open })
        });
        if new {
            self.tree.count_position();
        }
        known
    }
}

#[cfg(test)]
mod tests;
