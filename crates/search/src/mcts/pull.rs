//! Which arm of a bandit is pulled: one never tried, one that the policy chooses, and where worlds
//! differ or moves are proven lost, only among those that count.

use super::{Step, Trunk, Walker};
use crate::backup::Backup;
use crate::game::{Game, Worlds};
use crate::rng::{Rng, below};
use crate::selection::{At, Selection};
use crate::stats::Stats;
use crate::tree::{Arm, NONE, Proven, ROOT};

impl<G: Game, S: Selection, B: Backup<G>> Trunk<G, S, B> {
    /// The arm that `player` pulls at an ordinary node.
    #[inline]
    pub(super) fn pick<W: Worlds<G>>(
        &mut self,
        node: u32,
        at: At,
        state: &G,
        walker: &mut Walker<G, S>,
        rng: &mut Rng,
    ) -> usize {
        let bandit = node as usize;
        if W::HIDDEN && G::MOVES_HIDDEN && state.hides_moves(at.player) {
            self.pick_possible(bandit, at, state, walker, rng)
        } else {
            self.pull(bandit, at, state, walker, rng)
        }
    }

    /// The arm that the policy pulls: one never tried if it wants that, else by its formula.
    #[inline]
    pub(crate) fn pull(
        &mut self,
        bandit: usize,
        at: At,
        state: &G,
        walker: &mut Walker<G, S>,
        rng: &mut Rng,
    ) -> usize {
        let run = &mut self.tree.bandits[bandit];
        if S::TRY_ALL && run.tried < run.arms {
            // The arms from `tried` on are in no order that matters: draw one to the front.
            let next = run.tried as usize;
            let drawn = next + below(rng, run.arms as usize - next);
            run.tried += 1;
            let first = run.first as usize;
            self.tree.arms.swap(first + next, first + drawn);
            return next;
        }
        let arms = &mut self.tree.arms[run.range()];
        if S::Stats::AVAILABILITY {
            for arm in arms.iter_mut() {
                arm.stats.offered();
            }
        }
        let key = |mv| state.move_key(mv);
        // A puzzle's closed arms, or those proven lost, are passed over.
        let shunned = if Self::CLOSES { Proven::Exhausted } else { Proven::Loss };
        if (B::SOLVER || Self::CLOSES) && arms.iter().any(|arm| arm.proven == shunned) {
            walker.keep_subset(arms, |arm| arm.proven != shunned);
            if !walker.subset.is_empty() {
                let chosen = self.selection.choose(&walker.subset, at, key, rng);
                return walker.places[chosen] as usize;
            }
        }
        self.selection.choose(arms, at, key, rng)
    }

    /// The arm that the policy pulls among those that are possible in this world.
    fn pick_possible(
        &mut self,
        bandit: usize,
        at: At,
        state: &G,
        walker: &mut Walker<G, S>,
        rng: &mut Rng,
    ) -> usize {
        let Walker { moves, subset, places, .. } = walker;
        moves.clear();
        subset.clear();
        places.clear();
        state.moves(at.player, moves);
        let mut untried = 0;
        for &mv in moves.iter() {
            let arms = &self.tree.arms[self.tree.bandits[bandit].range()];
            let known = arms.iter().position(|arm| arm.mv == mv);
            let Some(place) = known.or_else(|| self.tree.add_arm(bandit, mv)) else {
                continue;
            };
            let first = self.tree.bandits[bandit].first as usize;
            let arm = &mut self.tree.arms[first + place];
            arm.stats.offered();
            // Untried arms first, so that one of them can be drawn by its place.
            subset.push(*arm);
            places.push(place as u16);
            if arm.stats.visits() == 0 {
                let last = subset.len() - 1;
                subset.swap(untried, last);
                places.swap(untried, last);
                untried += 1;
            }
        }
        let range = self.tree.bandits[bandit].range();
        if subset.is_empty() {
            // No memory for any move of this world: any arm will do, the path ends here.
            return below(rng, range.len());
        }
        let chosen = if S::TRY_ALL && untried > 0 {
            below(rng, untried)
        } else {
            self.selection.choose(subset, at, |mv| state.move_key(mv), rng)
        };
        places[chosen] as usize
    }

    /// Counts a walker under way as a loss, so that others look elsewhere.
    pub(crate) fn lend(&mut self, walker: &Walker<G, S>) {
        let lowest = self.outcomes.0;
        self.for_each_arm(&walker.path, |arm| arm.stats.lend(lowest));
    }

    /// Takes that back.
    pub(crate) fn return_loan(&mut self, walker: &Walker<G, S>) {
        let lowest = self.outcomes.0;
        self.for_each_arm(&walker.path, |arm| arm.stats.give_back(lowest));
    }

    fn for_each_arm(&mut self, path: &[Step], mut f: impl FnMut(&mut Arm<G::Move, S::Stats>)) {
        for &step in path {
            if G::SIMULTANEOUS {
                self.for_each_joint_arm(step, &mut f);
            } else {
                let first = self.tree.bandits[step.node as usize].first as usize;
                f(&mut self.tree.arms[first + step.pick as usize]);
            }
        }
    }

    /// The node after these moves from the root.
    pub(super) fn child_after(&self, moves: &[G::Move]) -> u32 {
        if self.tree.is_empty() {
            return NONE;
        }
        if G::SIMULTANEOUS {
            return self.joint_child(moves);
        }
        let arm = self.arms(ROOT, 0).iter().find(|arm| Some(&arm.mv) == moves.first());
        arm.map_or(NONE, |arm| arm.child)
    }
}

impl<G: Game, S: Selection> Walker<G, S> {
    fn keep_subset(
        &mut self,
        arms: &[Arm<G::Move, S::Stats>],
        keep: impl Fn(&Arm<G::Move, S::Stats>) -> bool,
    ) {
        self.subset.clear();
        self.places.clear();
        for (place, arm) in arms.iter().enumerate() {
            if keep(arm) {
                self.subset.push(*arm);
                self.places.push(place as u16);
            }
        }
    }
}
