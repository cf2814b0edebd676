//! Which arm of a bandit is chosen: one never tried, one that the policy chooses, and where worlds
//! differ or moves are proven lost, only among those that count.

use super::{Config, Context, MANY, SearchCore};
use crate::backup::Backup;
use crate::game::{Game, Worlds};
use crate::playout::Playout;
use crate::rng::{Rng, below};
use crate::selection::{At, Selection};
use crate::stats::Stats;
use crate::tree::{Access, Proven, ROOT, Run};

impl<G, S, P, B, A> SearchCore<'_, G, S, P, B, A>
where
    G: Game,
    S: Selection,
    P: Playout<G>,
    B: Backup<G>,
    A: Access<G, S::Stats>,
{
    /// The run of a bandit and the arm of it that the player chooses at an ordinary node; none if
    /// there is no room for any move of this world.
    #[inline]
    pub(super) fn pick<W: Worlds<G>>(
        &mut self,
        bandit: usize,
        at: At,
        state: &G,
        rng: &mut Rng,
    ) -> Option<(Run, usize)> {
        if W::HIDDEN && G::MOVES_HIDDEN && state.hides_moves(at.player) {
            let pick = self.pick_possible(bandit, at, state, rng)?;
            Some((self.tree.tree().run(bandit), pick))
        } else {
            let run = self.tree.tree().run(bandit);
            let simulated = P::CHOOSES.then(|| self.simulated(bandit, run, at, state, rng));
            let pick = simulated.flatten().unwrap_or_else(|| self.choose(bandit, run, at, rng));
            Some((run, pick))
        }
    }

    /// The arm that the strategy of the playouts chooses in a position with few visits; none where
    /// that leads to what was searched to the end.
    fn simulated(
        &mut self,
        bandit: usize,
        run: Run,
        at: At,
        state: &G,
        rng: &mut Rng,
    ) -> Option<usize> {
        let Config { expand_after, simulate_below, .. } = self.task.config;
        let before = if bandit == ROOT as usize { 0 } else { expand_after };
        if at.total + before >= simulate_below {
            return None;
        }
        let mv = self.playout.choose(state, rng)?;
        let arms = self.tree.tree().arms(run);
        let place = arms.iter().position(|arm| arm.mv == mv && arm.proven() == Proven::Open)?;
        Some(self.tree.try_arm(bandit, run, place))
    }

    /// The arm that the policy chooses: one never tried if it wants that, else by its formula.
    #[inline]
    pub(super) fn choose(&mut self, bandit: usize, run: Run, at: At, rng: &mut Rng) -> usize {
        if S::TRY_ALL
            && self.task.config.try_all
            && let Some(untried) = self.tree.draw_untried(bandit, run, rng)
        {
            return untried;
        }
        let at = self.as_seen_by_thread(at);
        let Self { tree, selection, context, .. } = self;
        let arms = tree.tree().arms(run);
        if S::Stats::AVAILABILITY {
            for arm in arms {
                arm.stats.count_availability();
            }
        }
        let key = G::move_key;
        // A puzzle's closed arms, or those proven lost, are passed over.
        let shunned = if Self::CLOSES { Proven::Exhausted } else { Proven::Loss };
        if S::TRY_ALL && !self.task.config.try_all {
            context.keep_subset(arms, |arm| arm.stats.visits() > 0 && arm.proven() != shunned);
            if !context.subset.is_empty() {
                let chosen = selection.choose(&context.subset, at, key, rng);
                return context.places[chosen] as usize;
            }
            // Nothing was visited yet, or all that was is closed.
            if let Some(untried) = tree.draw_untried(bandit, run, rng) {
                return untried;
            }
        }
        let arms = tree.tree().arms(run);
        if (self.task.backup.proves() || Self::CLOSES)
            && arms.iter().any(|arm| arm.proven() == shunned)
        {
            context.keep_subset(arms, |arm| arm.proven() != shunned);
            if !context.subset.is_empty() {
                let chosen = selection.choose(&context.subset, at, key, rng);
                return context.places[chosen] as usize;
            }
        }
        selection.choose(arms, at, key, rng)
    }

    /// Where a choice is made, as the policy of this thread is told. Threads with the same numbers would
    /// choose the same way down and wait for each other's cache lines all along it. So each takes a
    /// much visited node for more visited than it is, and explores a little more than the one before:
    /// at a thousand visits, c of UCB1 is 10 % larger for the second thread than for the first.
    #[inline]
    fn as_seen_by_thread(&self, at: At) -> At {
        if !A::SHARED || at.total < MANY {
            return at;
        }
        At { total: at.total.saturating_mul(1 + 3 * self.context.thread), ..at }
    }

    /// The arm that the policy chooses among those that are possible in this world.
    fn pick_possible(&mut self, bandit: usize, at: At, state: &G, rng: &mut Rng) -> Option<usize> {
        let at = self.as_seen_by_thread(at);
        let Self { tree, selection, context, .. } = self;
        let Context { moves, found, subset, places, .. } = &mut **context;
        moves.clear();
        found.clear();
        subset.clear();
        places.clear();
        state.moves(at.player, moves);
        // First all places, and then all arms: these are on their way from memory together.
        found.extend(moves.iter().map(|&mv| tree.tree().find_key(bandit, mv, 0)));
        let mut untried = 0;
        for (&mv, &found) in moves.iter().zip(found.iter()) {
            let arms = tree.tree().arms(tree.tree().run(bandit));
            let known = found.filter(|&place| arms[place].mv == mv);
            let known = known.or_else(|| found.and_then(|_| tree.tree().find(bandit, mv)));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::doc_games::Nim;
    use crate::mcts::Mcts;
    use crate::playout::Uniform;
    use crate::rng::stream;
    use crate::selection::Ucb1;
    use crate::tree::{Blocks, Shared};

    type Uct = Mcts<Nim, Ucb1, Uniform<u8>>;

    /// The moves that a thread among several would choose from the root down.
    fn way_down(search: &mut Uct, game: &Nim, thread: u32) -> Vec<u16> {
        let Mcts { tree, task, selection, playout, context, .. } = search;
        let mut blocks = Blocks::default();
        context.begin();
        context.thread = thread;
        let tree = Shared::new(tree, &mut blocks);
        let mut core = SearchCore { tree, task, selection, playout, context };
        let total = core.tree.tree().root_visits();
        core.select::<Nim>(ROOT, total, &mut game.clone(), &mut stream(&[1]));
        core.context.path.iter().map(|step| step.pick).collect()
    }

    #[test]
    fn threads_part_on_their_way_down() {
        let mut parted = 0;
        for seed in 0..100 {
            let (mut search, game) = (Uct::new(Ucb1::new(1.0), Uniform::default()), Nim::new(30));
            search.run(&game, &Budget::playouts(2_000), &mut stream(&[seed])).unwrap();
            let [first, again, second] =
                [0, 0, 1].map(|thread| way_down(&mut search.clone(), &game, thread));
            assert_eq!(first, again);
            parted += u32::from(first != second);
        }
        assert!(parted >= 20, "{parted} of 100");
    }
}
