//! The joint nodes of games in which players move together.
//!
//! Each deciding player pulls an arm of its own bandit; the arms together name a cell of the node's
//! table, the last player's arm varying fastest. Nodes of such games in which one player decides
//! alone are tables with one row or one column.

use super::{Step, Trunk, Walker};
use crate::backup::{Backup, settle_joint};
use crate::game::{Game, Player, Turn};
use crate::rng::Rng;
use crate::selection::{At, Selection};
use crate::stats::{Feedback, Stats, spread};
use crate::tree::{Arm, Cell, NONE, Proven, ROOT};

/// The player of a step that all take.
const ALL: u16 = u16::MAX;

impl<G: Game, S: Selection, B: Backup<G>> Trunk<G, S, B> {
    /// Chooses for every player who decides here and plays the choices; gives the cell, or none
    /// when its outcome is proven.
    pub(super) fn step_together(
        &mut self,
        node: u32,
        turn: Turn,
        total: u32,
        state: &mut G,
        walker: &mut Walker<G, S>,
        rng: &mut Rng,
    ) -> Option<usize> {
        walker.together.clear();
        let mut offset = 0;
        for player in 0..G::PLAYERS {
            let bandit = self.tree.bandit(node, player);
            let arms = self.tree.bandits[bandit].arms as usize;
            if arms == 0 {
                continue;
            }
            let pick = self.pull(bandit, At { player, total }, state, walker, rng);
            offset = offset * arms + pick;
            walker.together.push(self.arms(node, player)[pick].mv);
        }
        let player = if let Turn::One(player) = turn { player as u16 } else { ALL };
        walker.path.push(Step { node, player, pick: offset as u16 });
        let cell = self.tree.table(node) + offset;
        if B::SOLVER && self.tree.cells[cell].proven != Proven::Open {
            return None;
        }
        if let Turn::One(player) = turn {
            walker.note(player, walker.together[0]);
            state.play(walker.together[0]);
        } else {
            for player in 0..G::PLAYERS {
                walker.note(player, walker.together[player]);
            }
            state.play_together(&walker.together);
        }
        Some(cell)
    }

    /// The cell that the path chose last.
    pub(super) fn last_cell(&self, walker: &Walker<G, S>) -> &Cell {
        let step = walker.path.last().expect("a step was just taken");
        &self.tree.cells[self.tree.table(step.node) + step.pick as usize]
    }

    /// Teaches the cell and the arms of one step; gives what is now known of the node, for
    /// player 0.
    pub(super) fn learn_together(
        &mut self,
        step: Step,
        rewards: &G::Rewards,
        known: Proven,
        walker: &mut Walker<G, S>,
    ) -> Proven {
        let (table, offset) = (self.tree.table(step.node), step.pick as usize);
        let cell = &mut self.tree.cells[table + offset];
        self.tree.grown += u64::from(cell.visits == 0);
        let before =
            if S::Stats::SPREAD { spread(cell.visits, cell.sum, cell.squares) } else { 0.0 };
        cell.visits += 1;
        cell.sum += rewards[0];
        cell.squares += rewards[0] * rewards[0];
        let after =
            if S::Stats::SPREAD { spread(cell.visits, cell.sum, cell.squares) } else { 0.0 };

        let mut stride = 1;
        for player in (0..G::PLAYERS).rev() {
            let bandit = self.tree.bandits[self.tree.bandit(step.node, player)];
            let arms = bandit.arms as usize;
            if arms == 0 {
                continue;
            }
            let pick = offset / stride % arms;
            if S::COUNTERFACTUAL {
                let base = table + offset - pick * stride;
                walker.counterfactual.clear();
                let cells = (0..arms).map(|i| &self.tree.cells[base + i * stride]);
                walker.counterfactual.extend(cells.map(|cell| self.mean_for(player, cell)));
            }
            let feedback = Feedback { reward: rewards[player], spread: Some(after - before) };
            self.selection.learn(
                &mut self.tree.arms[bandit.range()],
                pick,
                feedback,
                &walker.counterfactual,
            );
            stride *= arms;
        }
        if !B::SOLVER || known == Proven::Open {
            return Proven::Open;
        }
        self.tree.cells[table + offset].proven = known;
        let columns = self.tree.bandits[self.tree.bandit(step.node, 1)].arms.max(1) as usize;
        let rows = self.tree.bandits[self.tree.bandit(step.node, 0)].arms.max(1) as usize;
        self.mark_lost_arms(step.node, table, rows, columns);
        settle_joint(&self.tree.cells[table..table + rows * columns], columns)
    }

    /// Calls `f` for the arms that a step pulled.
    pub(super) fn for_each_joint_arm(
        &mut self,
        step: Step,
        mut f: impl FnMut(&mut Arm<G::Move, S::Stats>),
    ) {
        let mut rest = step.pick as usize;
        for player in (0..G::PLAYERS).rev() {
            let bandit = self.tree.bandits[self.tree.bandit(step.node, player)];
            let arms = bandit.arms as usize;
            if arms > 0 {
                f(&mut self.tree.arms[bandit.first as usize + rest % arms]);
                rest /= arms;
            }
        }
    }

    /// The mean reward of a cell for a player; 0 where it was never tried. The rewards of two
    /// players add up to the lowest and the highest.
    fn mean_for(&self, player: Player, cell: &Cell) -> f64 {
        if cell.visits == 0 {
            return 0.0;
        }
        let first = cell.sum / f64::from(cell.visits);
        let (low, high) = self.outcomes;
        if player == 0 { first } else { low + high - first }
    }

    /// An arm all of whose cells are lost for its player is lost.
    fn mark_lost_arms(&mut self, node: u32, table: usize, rows: usize, columns: usize) {
        let cells = &self.tree.cells[table..table + rows * columns];
        for player in 0..2 {
            let run = self.tree.bandits[self.tree.bandit(node, player)];
            let lost = if player == 0 { Proven::Loss } else { Proven::Win };
            for place in 0..run.arms as usize {
                let all_lost = if player == 0 {
                    cells[place * columns..(place + 1) * columns].iter().all(|c| c.proven == lost)
                } else {
                    cells[place..].iter().step_by(columns).all(|c| c.proven == lost)
                };
                if all_lost {
                    self.tree.arms[run.first as usize + place].proven = Proven::Loss;
                }
            }
        }
    }

    /// The node after a joint move from the root.
    pub(super) fn joint_child(&self, moves: &[G::Move]) -> u32 {
        let mut offset = 0;
        let mut moves = moves.iter();
        for player in 0..G::PLAYERS {
            let arms = self.arms(ROOT, player);
            if arms.is_empty() {
                continue;
            }
            let place = moves.next().and_then(|mv| arms.iter().position(|arm| arm.mv == *mv));
            let Some(place) = place else { return NONE };
            offset = offset * arms.len() + place;
        }
        self.tree.cells[self.tree.table(ROOT) + offset].child
    }
}
