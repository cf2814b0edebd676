//! What a thread has learned of much visited arms and not told the others yet.
//!
//! Every iteration passes the root, so that threads which update its arms visit by visit do little
//! but wait for each other's cache lines. An arm with many visits learns of several at once
//! instead: no more than one in 32 of those that it has, or the search would choose by old news.

use super::Tree;
use crate::game::Game;
use crate::stats::{Batch, Stats};

/// Places for arms; a second arm at a place sends the first one's rewards off.
const PLACES: usize = 1024;
/// Visits that are told at once, at most.
const MOST: u32 = 64;

#[derive(Debug)]
pub(super) struct Deferred(Vec<Entry>);

#[derive(Clone, Debug, Default)]
struct Entry {
    bandit: u32,
    pick: u16,
    limit: u16,
    batch: Batch,
}

impl Default for Deferred {
    fn default() -> Self {
        Self(vec![Entry::default(); PLACES])
    }
}

impl Entry {
    fn tell<G: Game, S: Stats>(&mut self, tree: &Tree<G, S>) {
        let pick = self.pick as usize;
        tree.with_arm::<true, _>(self.bandit as usize, pick, |arms| {
            arms[pick].stats.record_batch(&self.batch);
        });
        self.batch = Batch::default();
    }
}

impl Deferred {
    /// Takes down that an arm brought a reward.
    #[inline]
    pub(super) fn add<G: Game, S: Stats>(
        &mut self,
        tree: &Tree<G, S>,
        bandit: usize,
        pick: usize,
        reward: f64,
    ) {
        let place = (bandit.wrapping_mul(31) + pick) % PLACES;
        let entry = &mut self.0[place];
        if (entry.bandit as usize, entry.pick as usize) != (bandit, pick) || entry.batch.visits == 0
        {
            if entry.batch.visits > 0 {
                entry.tell(tree);
            }
            let visits = tree.arms(tree.run(bandit))[pick].stats.visits();
            (entry.bandit, entry.pick) = (bandit as u32, pick as u16);
            entry.limit = (visits / 32).min(MOST) as u16;
        }
        entry.batch.add(reward);
        if entry.batch.visits >= u32::from(entry.limit) {
            entry.tell(tree);
        }
    }

    /// Tells the others everything.
    pub(super) fn tell_all<G: Game, S: Stats>(&mut self, tree: &Tree<G, S>) {
        for entry in self.0.iter_mut().filter(|entry| entry.batch.visits > 0) {
            entry.tell(tree);
        }
    }
}
