//! The joint nodes of games in which players move together.
//!
//! Each deciding player chooses an arm of its own bandit; the arms together name a cell of the node's
//! table, the last player's arm varying fastest. Nodes of such games in which one player decides
//! alone are tables with one row or one column.

use super::{SearchCore, Step, Update};
use crate::backup::{Backup, settle_joint};
use crate::game::{Game, Player, Turn};
use crate::playout::Playout;
use crate::rng::Rng;
use crate::selection::{At, Selection};
use crate::stats::{Feedback, Stats, spread};
use crate::tree::{Access, Cell, Moments, Proven};

impl<G, S, P, B, A> SearchCore<'_, G, S, P, B, A>
where
    G: Game,
    S: Selection,
    P: Playout<G>,
    B: Backup<G>,
    A: Access<G, S::Stats>,
{
    /// Chooses for every player who decides here and plays the choices; gives the cell, or none
    /// when its outcome is proven.
    pub(super) fn step_together(
        &mut self,
        node: u32,
        turn: Turn,
        total: u32,
        state: &mut G,
        rng: &mut Rng,
    ) -> Option<usize> {
        self.context.together.clear();
        let mut offset = 0;
        for player in 0..G::PLAYERS {
            let bandit = self.tree.tree().bandit(node, player);
            let run = self.tree.tree().run(bandit);
            let arms = run.arms as usize;
            if arms == 0 {
                continue;
            }
            let pick = self.choose(bandit, run, At { player, total }, rng);
            offset = offset * arms + pick;
            let tree = self.tree.tree();
            self.context.together.push(tree.arms(run)[pick].mv);
            if A::SHARED {
                let loss = self.task.outcomes.0;
                tree.with_arm::<true, _>(bandit, Self::lock_of(pick), |arms| {
                    arms[pick].stats.add_virtual_loss(loss);
                });
            }
        }
        let update = if A::SHARED { Update::VirtualLoss } else { Update::Plain };
        let step = Step { node, pick: offset as u16, player: 0, update };
        self.context.path.push(step);
        let cell = self.tree.tree().table(node) + offset;
        if B::SOLVER && self.tree.tree().cell(cell).flags.proven() != Proven::Open {
            return None;
        }
        let together = std::mem::take(&mut self.context.together);
        if let Turn::One(player) = turn {
            Self::note(self.context, player, together[0]);
            state.play(together[0]);
        } else {
            for (player, &mv) in together.iter().enumerate() {
                Self::note(self.context, player, mv);
            }
            state.play_together(&together);
        }
        self.context.together = together;
        Some(cell)
    }

    /// The cell that the path chose last.
    pub(super) fn last_cell(&self) -> &Cell {
        let step = self.context.path.last().expect("a step was just taken");
        let tree = self.tree.tree();
        tree.cell(tree.table(step.node) + step.pick as usize)
    }

    /// Teaches the cell and the arms of one step; gives what is now known of the node, for
    /// player 0.
    pub(super) fn learn_together(
        &mut self,
        step: Step,
        rewards: &G::Rewards,
        known: Proven,
    ) -> Proven {
        let offset = step.pick as usize;
        let table = self.tree.tree().table(step.node);
        let record = |cell: &Cell| record::<S>(&cell.moments, rewards[0]);
        let (first, change) = self.with_cell(table + offset, record);
        if first {
            self.tree.count_position();
        }

        let mut stride = 1;
        for player in (0..G::PLAYERS).rev() {
            let Self { tree, selection, context, task, .. } = self;
            let tree = tree.tree();
            let bandit = tree.bandit(step.node, player);
            let arms = tree.run(bandit).arms as usize;
            if arms == 0 {
                continue;
            }
            let pick = offset / stride % arms;
            if S::COUNTERFACTUAL {
                let base = table + offset - pick * stride;
                context.counterfactual.clear();
                let cells = (0..arms).map(|i| tree.cell(base + i * stride));
                let means = cells.map(|cell| mean_for(player, &cell.moments, task.outcomes));
                context.counterfactual.extend(means);
            }
            let virtual_loss = (step.update == Update::VirtualLoss).then_some(task.outcomes.0);
            let feedback = Feedback { reward: rewards[player], spread: Some(change), virtual_loss };
            let learn = |arms: &[_]| selection.learn(arms, pick, feedback, &context.counterfactual);
            if A::SHARED {
                tree.with_arm::<true, _>(bandit, Self::lock_of(pick), learn);
            } else {
                tree.with_arm::<false, _>(bandit, Self::lock_of(pick), learn);
            }
            stride *= arms;
        }
        if !B::SOLVER || known == Proven::Open {
            return Proven::Open;
        }
        let tree = self.tree.tree();
        self.with_cell(table + offset, |cell| cell.flags.prove(known));
        let columns = tree.run(tree.bandit(step.node, 1)).arms.max(1) as usize;
        self.mark_lost_arms(step.node, columns);
        settle_joint(self.tree.tree().cells_of(step.node), columns)
    }

    /// An arm all of whose cells are lost for its player is lost.
    fn mark_lost_arms(&self, node: u32, columns: usize) {
        let tree = self.tree.tree();
        let cells = tree.cells_of(node);
        for player in 0..2 {
            let bandit = tree.bandit(node, player);
            let lost = if player == 0 { Proven::Loss } else { Proven::Win };
            let is_lost = |cell: &Cell| cell.flags.proven() == lost;
            for place in 0..tree.run(bandit).arms as usize {
                let all_lost = if player == 0 {
                    cells[place * columns..(place + 1) * columns].iter().all(is_lost)
                } else {
                    cells[place..].iter().step_by(columns).all(is_lost)
                };
                if all_lost {
                    self.with_arm(bandit, place, |arms| arms[place].flags.prove(Proven::Loss));
                }
            }
        }
    }
}

/// Adds a reward of player 0 to a cell; says whether it was the first, and by how much t·σ changed.
fn record<S: Selection>(moments: &Moments, reward: f64) -> (bool, f64) {
    let spread_now = || {
        let Moments { sum, squares, visits } = moments;
        if S::Stats::SPREAD { spread(visits.get(), sum.get(), squares.get()) } else { 0.0 }
    };
    let (first, before) = (moments.visits.get() == 0, spread_now());
    moments.visits.add(1);
    moments.sum.add(reward);
    moments.squares.add(reward * reward);
    (first, spread_now() - before)
}

/// The mean reward of a cell for a player; 0 where it was never tried. The rewards of two players
/// add up to the lowest and the highest.
pub(super) fn mean_for(player: Player, moments: &Moments, (low, high): (f64, f64)) -> f64 {
    let visits = moments.visits.get();
    if visits == 0 {
        return 0.0;
    }
    let first = moments.sum.get() / f64::from(visits);
    if player == 0 { first } else { low + high - first }
}
