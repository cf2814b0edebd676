//! Which arm of a bandit is chosen: one never tried, one that the policy chooses, and where worlds
//! differ or moves are proven lost, only among those that count.

use super::{Context, SearchCore};
use crate::backup::Backup;
use crate::game::{Game, Worlds};
use crate::playout::Playout;
use crate::rng::{Rng, below};
use crate::selection::{At, Selection};
use crate::stats::Stats;
use crate::tree::{Access, Proven};

impl<G, S, P, B, A> SearchCore<'_, G, S, P, B, A>
where
    G: Game,
    S: Selection,
    P: Playout<G>,
    B: Backup<G>,
    A: Access<G::Move, S::Stats>,
{
    /// The arm that the player chooses at an ordinary node; none if there is no room for any move of
    /// this world.
    #[inline]
    pub(super) fn pick<W: Worlds<G>>(
        &mut self,
        bandit: usize,
        at: At,
        state: &G,
        rng: &mut Rng,
    ) -> Option<usize> {
        if W::HIDDEN && G::MOVES_HIDDEN && state.hides_moves(at.player) {
            self.pick_possible(bandit, at, state, rng)
        } else {
            Some(self.choose(bandit, at, rng))
        }
    }

    /// The arm that the policy chooses: one never tried if it wants that, else by its formula.
    #[inline]
    pub(super) fn choose(&mut self, bandit: usize, at: At, rng: &mut Rng) -> usize {
        if S::TRY_ALL
            && let Some(untried) = self.tree.draw_untried(bandit, rng)
        {
            return untried;
        }
        let Self { tree, selection, context, .. } = self;
        let tree = tree.tree();
        let arms = tree.arms(tree.run(bandit));
        if S::Stats::AVAILABILITY {
            for arm in arms {
                arm.stats.count_availability();
            }
        }
        let key = G::move_key;
        // A puzzle's closed arms, or those proven lost, are passed over.
        let shunned = if Self::CLOSES { Proven::Exhausted } else { Proven::Loss };
        if (B::SOLVER || Self::CLOSES) && arms.iter().any(|arm| arm.proven() == shunned) {
            context.keep_subset(arms, |arm| arm.proven() != shunned);
            if !context.subset.is_empty() {
                let chosen = selection.choose(&context.subset, at, key, rng);
                return context.places[chosen] as usize;
            }
        }
        selection.choose(arms, at, key, rng)
    }

    /// The arm that the policy chooses among those that are possible in this world.
    fn pick_possible(&mut self, bandit: usize, at: At, state: &G, rng: &mut Rng) -> Option<usize> {
        let Self { tree, selection, context, .. } = self;
        let Context { moves, subset, places, .. } = &mut **context;
        moves.clear();
        subset.clear();
        places.clear();
        state.moves(at.player, moves);
        let mut untried = 0;
        for &mv in moves.iter() {
            let known = tree.tree().find(bandit, mv);
            let Some(place) = known.or_else(|| tree.add_arm(bandit, mv)) else {
                continue;
            };
            let arm = &tree.tree().arms(tree.tree().run(bandit))[place];
            arm.stats.count_availability();
            // Untried arms first, so that one of them can be drawn by its place.
            subset.push(arm.clone());
            places.push(place as u16);
            if arm.stats.visits() == 0 {
                let last = subset.len() - 1;
                subset.swap(untried, last);
                places.swap(untried, last);
                untried += 1;
            }
        }
        if subset.is_empty() {
            return None;
        }
        let chosen = if S::TRY_ALL && untried > 0 {
            below(rng, untried)
        } else {
            selection.choose(subset, at, G::move_key, rng)
        };
        Some(places[chosen] as usize)
    }
}
