//! Making a tree smaller, and walking through it.
//!
//! A child may have a smaller number than its parent where several threads added nodes, so these go
//! by the links.

use super::access::child;
use super::{Arm, Cell, NONE, ROOT, Run, Tree};
use crate::stats::Stats;
use std::sync::atomic::Ordering::Relaxed;

impl<M: Copy + Eq, S: Stats> Tree<M, S> {
    /// Calls `f` with the visits and the child of each position after a node.
    fn for_each_position(&self, node: u32, mut f: impl FnMut(u32, u32)) {
        if self.width == 1 {
            for arm in self.arms(self.run(node as usize)) {
                f(arm.stats.visits(), child(&arm.child));
            }
        } else {
            for cell in self.cells_of(node) {
                f(cell.moments.visits.get(), child(&cell.child));
            }
        }
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
    pub(crate) fn compact(&mut self, root: u32, keep: impl Fn(u32) -> bool) {
        let mut kept = self.part(root, keep);
        kept.generation = self.generation + 1;
        *self = kept;
    }

    /// A tree of `root` and of the nodes below it that `keep` names, parents before children.
    #[allow(unsafe_code)]
    fn part(&self, root: u32, keep: impl Fn(u32) -> bool) -> Self {
        let mut kept = Self::new(self.width, self.growing, self.memory, self.key);
        kept.solved = self.solved.clone();
        let mut positions = 0;
        // Old and new numbers, in the order of the new ones.
        let mut open = std::collections::VecDeque::from([root]);
        let mut next = 1;
        while let Some(node) = open.pop_front() {
            let mut renumbered = |visits: u32, child: u32| {
                if child == NONE || !keep(visits) {
                    return NONE;
                }
                open.push_back(child);
                next += 1;
                next - 1
            };
            let stride = self.stride();
            let bandit = kept.bandits.reserve_alone(stride);
            for player in 0..self.width {
                let run = self.run(self.bandit(node, player));
                let first = kept.arms.reserve_alone(self.room(run.arms as usize));
                kept.follow_arms();
                for (place, arm) in self.arms(run).iter().enumerate() {
                    let copy: Arm<M, S> = arm.clone();
                    let visits = copy.stats.visits();
                    if self.width == 1 {
                        positions += u64::from(visits > 0);
                        copy.child.store(renumbered(visits, child(&arm.child)), Relaxed);
                    }
                    // SAFETY, here and below: just reserved, in a tree that nobody else has.
                    unsafe { kept.write_arm(first + place, copy) };
                }
                let run = Run { first: first as u32, ..run };
                unsafe { kept.bandits.write(bandit + player, super::Bandit::new(run)) };
            }
            if self.width > 1 {
                let cells = self.cells_of(node);
                let first = kept.cells.reserve_alone(cells.len());
                for (place, cell) in cells.iter().enumerate() {
                    let copy = Cell {
                        moments: cell.moments.clone(),
                        flags: cell.flags.clone(),
                        ..Cell::new()
                    };
                    let visits = copy.moments.visits.get();
                    positions += u64::from(visits > 0);
                    copy.child.store(renumbered(visits, child(&cell.child)), Relaxed);
                    unsafe { kept.cells.write(first + place, copy) };
                }
                let table = Run { first: first as u32, arms: 0, tried: 0 };
                unsafe { kept.bandits.write(bandit + self.width, super::Bandit::new(table)) };
            }
        }
        *kept.positions.0.get_mut() = positions;
        kept
    }

    /// Makes room by dropping the nodes least visited, until at most half of the memory is used.
    pub(crate) fn recycle(&mut self) {
        let mut fewest = 2;
        while self.bytes() > self.memory / 2 && fewest < u32::MAX / 2 {
            self.compact(ROOT, |visits| visits >= fewest);
            fewest *= 2;
        }
        *self.full.get_mut() = false;
    }
}

impl<M: Copy + Eq, S: Stats> Clone for Tree<M, S> {
    fn clone(&self) -> Self {
        if self.is_empty() {
            return Self::new(self.width, self.growing, self.memory, self.key);
        }
        self.part(ROOT, |_| true)
    }
}
