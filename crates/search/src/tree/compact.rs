//! Making a tree smaller, and walking through it.
//!
//! A child may have a smaller number than its parent where several threads added nodes, so these go
//! by the links.

use super::access::child;
use super::{Arm, Cell, NONE, ROOT, Reserved, Run, Tree};
use crate::game::Game;
use crate::stats::Stats;
use std::sync::atomic::Ordering::Relaxed;

impl<G: Game, S: Stats> Tree<G, S> {
    /// Calls `f` with the visits and the child of each position after a node.
    fn for_each_position(&self, node: u32, mut f: impl FnMut(u32, u32)) {
        if Self::WIDTH == 1 {
            for arm in self.arms(self.run(node as usize)) {
                f(arm.stats.visits(), child(&arm.child));
            }
        } else {
            for cell in self.cells_of(node) {
                f(cell.moments.visits.get(), child(&cell.child));
            }
        }
    }

    /// How many numbers of nodes a copy of a node takes: those of its slots, or one.
    fn numbers(&self, node: u32) -> u32 {
        if Self::WIDTH > 1 {
            return 1;
        }
        1 + self.room(self.run(node as usize).arms as usize) as u32
    }

    /// How many moves from the root the positions that were visited lie, on average; 0 for none.
    pub(crate) fn mean_depth(&self) -> f64 {
        let (mut sum, mut count) = (0u64, 0u64);
        let mut open = if self.is_empty() { vec![] } else { vec![(ROOT, 1u32)] };
        while let Some((node, depth)) = open.pop() {
            self.for_each_position(node, |visits, child| {
                if visits > 0 {
                    sum += u64::from(depth);
                    count += 1;
                }
                if child != NONE {
                    open.push((child, depth + 1));
                }
            });
        }
        if count == 0 { 0.0 } else { sum as f64 / count as f64 }
    }

    /// Drops every node but `root`, which becomes the root, and those that `keep` names, given the
    /// visits of the position; a kept node whose parent goes, goes too.
    pub(crate) fn compact(&mut self, root: u32, keep: &dyn Fn(u32) -> bool) {
        let mut kept = self.part(root, keep);
        kept.generation = self.generation + 1;
        *self = kept;
    }

    /// A tree of `root` and of the nodes below it that `keep` names, parents before children.
    #[allow(unsafe_code)]
    fn part(&self, root: u32, keep: &dyn Fn(u32) -> bool) -> Self {
        let mut kept = Self::new(self.growing, self.memory);
        kept.solved = self.solved.clone();
        let mut positions = 0;
        // Old and new numbers, in the order of the new ones.
        let mut open = std::collections::VecDeque::from([root]);
        let mut next = self.numbers(root);
        while let Some(node) = open.pop_front() {
            let mut renumbered = |visits: u32, child: u32| {
                if child == NONE || !keep(visits) {
                    return NONE;
                }
                open.push_back(child);
                let number = next;
                next += self.numbers(child);
                number
            };
            let runs = (0..Self::WIDTH).map(|player| self.run(self.bandit(node, player)));
            let arms = runs.map(|run| self.room(run.arms as usize)).sum();
            let cells = if Self::WIDTH == 1 { &[] } else { self.cells_of(node) };
            let Reserved { bandit, arm: mut first, cell } = kept.reserve_alone(arms, cells.len());
            for player in 0..Self::WIDTH {
                let run = self.run(self.bandit(node, player));
                for (place, arm) in self.arms(run).iter().enumerate() {
                    let copy: Arm<G::Move, S> = arm.clone();
                    let visits = copy.stats.visits();
                    if Self::WIDTH == 1 {
                        positions += u64::from(visits > 0);
                        copy.child.store(renumbered(visits, child(&arm.child)), Relaxed);
                    }
                    // SAFETY, here and below: just reserved, in a tree that nobody else has.
                    unsafe { kept.write_arm(first + place, copy) };
                }
                unsafe { kept.write_record(bandit + player, Run { first: first as u32, ..run }) };
                first += self.room(run.arms as usize);
            }
            for (place, old) in cells.iter().enumerate() {
                let copy =
                    Cell { moments: old.moments.clone(), flags: old.flags.clone(), ..Cell::new() };
                let visits = copy.moments.visits.get();
                positions += u64::from(visits > 0);
                copy.child.store(renumbered(visits, child(&old.child)), Relaxed);
                unsafe { kept.cells.write(cell + place, copy) };
            }
            if Self::WIDTH > 1 {
                let table = Run { first: cell as u32, arms: 0, tried: 0 };
                unsafe { kept.write_record(bandit + Self::WIDTH, table) };
            }
        }
        *kept.positions.0.get_mut() = positions;
        kept
    }

    /// Makes room by dropping the nodes least visited, until at most half of the memory is used.
    pub(crate) fn recycle(&mut self) {
        let mut fewest = 2;
        while self.bytes() > self.memory / 2 && fewest < u32::MAX / 2 {
            self.compact(ROOT, &|visits| visits >= fewest);
            fewest *= 2;
        }
        *self.full.get_mut() = false;
    }
}

impl<G: Game, S: Stats> Clone for Tree<G, S> {
    fn clone(&self) -> Self {
        if self.is_empty() {
            return Self::new(self.growing, self.memory);
        }
        self.part(ROOT, &|_| true)
    }
}
