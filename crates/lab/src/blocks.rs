//! Games of one start taken together: the observations of paired comparisons and sequential tests.
//!
//! The two games on one start, with seats changed, share what chance dealt; so do the games of two
//! settings from the same seed. Such a *block* is one observation, and its parts are not counted as
//! if they were independent.

use crate::stats::Sample;
use crate::stats::sprt::Outcomes;
use spinney_search::rng::mix;
use std::collections::{BTreeMap, HashSet};

/// Blocks of games, complete or not.
#[derive(Clone, Debug)]
pub struct Blocks {
    size: usize,
    open: BTreeMap<u64, Open>,
    /// The means of complete blocks.
    sample: Sample,
    /// The same where they are scores.
    outcomes: Option<Outcomes>,
    seen: HashSet<u64>,
}

/// A block that has begun.
#[derive(Clone, Copy, Debug, Default)]
struct Open {
    games: usize,
    sum: f64,
    identity: u64,
}

impl Blocks {
    /// Blocks of so many games each, whose values are scores: 0, a half or 1.
    pub fn of_scores(size: usize) -> Self {
        Self { outcomes: Some(Outcomes::new(2 * size + 1)), ..Self::of_values(size) }
    }

    /// Blocks of so many games each, with any values.
    pub fn of_values(size: usize) -> Self {
        let (sample, seen) = (Sample::default(), HashSet::new());
        Self { size, open: BTreeMap::new(), sample, outcomes: None, seen }
    }

    /// One more game: its value, and the hash by which it is told from others
    /// ([`crate::tally::identity`]), at a place in its block. Says whether that is complete now.
    pub fn add(&mut self, block: u64, place: usize, value: f64, identity: u64) -> bool {
        let open = self.open.entry(block).or_default();
        open.games += 1;
        open.sum += value;
        // A sum: the games of a block may come in any order.
        open.identity = open.identity.wrapping_add(mix(&[place as u64, identity]));
        if open.games < self.size {
            return false;
        }
        let mean = open.sum / self.size as f64;
        self.sample.add(mean);
        self.outcomes.iter_mut().for_each(|outcomes| outcomes.add(mean));
        self.seen.insert(open.identity);
        self.open.remove(&block);
        true
    }

    /// Complete blocks that differ from each other.
    pub fn distinct(&self) -> u64 {
        self.seen.len() as u64
    }

    /// The means of the complete blocks.
    pub fn sample(&self) -> Sample {
        self.sample
    }

    /// The complete blocks for a test, if they have scores: as many observations as there are
    /// distinct blocks.
    pub fn outcomes(&self) -> Option<Outcomes> {
        self.outcomes.clone().map(|outcomes| outcomes.worth(self.distinct()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_counts_when_it_is_complete() {
        let mut blocks = Blocks::of_scores(2);
        assert!(!blocks.add(7, 0, 1.0, 11));
        assert!(!blocks.add(3, 1, 0.5, 12));
        assert_eq!(blocks.sample().count, 0);
        assert!(blocks.add(7, 1, 0.0, 13) && blocks.add(3, 0, 1.0, 14));
        assert_eq!((blocks.sample().count, blocks.sample().mean), (2, 0.625));
        assert_eq!(blocks.outcomes().unwrap().counts(), [0, 0, 1, 1, 0]);
    }

    #[test]
    fn blocks_that_repeat_are_seen() {
        let mut blocks = Blocks::of_scores(2);
        for block in 0..10 {
            blocks.add(block, 0, 1.0, 5);
            blocks.add(block, 1, 1.0, 6);
        }
        // The same two games the other way round are another block.
        blocks.add(10, 1, 1.0, 5);
        blocks.add(10, 0, 1.0, 6);
        assert_eq!((blocks.sample().count, blocks.distinct()), (11, 2));
    }
}
