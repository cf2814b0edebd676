//! The first phase: which arm to pull.
//!
//! One policy a file, named as its paper names it. A policy sees one bandit at a time: the arms of
//! one player at one node, with the statistics that the policy declares. Every arm has been visited
//! when a policy that asks for it ([`Selection::TRY_ALL`]) is called.
//!
//! ```
//! use spinney_search::selection::{At, Selection, Ucb1};
//! use spinney_search::testing::arms;
//! // Three arms: visits and sum of rewards. The second has the best mean, the third is unexplored.
//! let arms = arms(&[(10, 5.0), (10, 6.0), (1, 0.0)]);
//! let mut rng = spinney_search::rng::stream(&[1]);
//! let at = At { player: 0, total: 21 };
//! assert_eq!(Ucb1::new(0.1).choose(&arms, at, |_| 0, &mut rng), 1);
//! assert_eq!(Ucb1::new(2.0).choose(&arms, at, |_| 0, &mut rng), 2);
//! ```

mod epsilon_greedy;
mod exp3;
mod moss;
mod omc;
mod pbbm;
mod progressive_history;
mod random;
mod regret_matching;
mod single_player;
mod thompson;
mod ucb1;
mod ucb1_tuned;
mod ucb_minimal;
mod ucb_v;

pub use epsilon_greedy::EpsilonGreedy;
pub use exp3::Exp3;
pub use moss::Moss;
pub use omc::{Omc, Reading};
pub use pbbm::Pbbm;
pub use progressive_history::ProgressiveHistory;
pub use random::Random;
pub use regret_matching::RegretMatching;
pub use single_player::SinglePlayer;
pub use thompson::Thompson;
pub use ucb_minimal::UcbMinimal;
pub use ucb_v::UcbV;
pub use ucb1::Ucb1;
pub use ucb1_tuned::Ucb1Tuned;

use crate::game::Player;
use crate::rng::{Rng, unit};
use crate::stats::{Feedback, Stats};
use crate::tree::Arm;

/// Where a choice is made.
#[derive(Clone, Copy, Debug)]
pub struct At {
    /// Who chooses.
    pub player: Player,
    /// How often the position was visited since it became a node: t, the visits of all arms
    /// together. (Where the node was dropped to save memory and came back, what it had seen before
    /// counts too; so do visits in worlds in which the game was over here.)
    pub total: u32,
}

/// A bandit policy.
pub trait Selection: Clone + Send {
    /// What an arm must remember.
    type Stats: Stats;
    /// Whether every arm is to be visited, in random order, before the policy is asked.
    const TRY_ALL: bool = true;
    /// Whether [`Selection::learn`] reads what the other arms would have brought in a joint node.
    const COUNTERFACTUAL: bool = false;
    /// Whether the policy has a [`Selection::learn`] of its own.
    const OWN_LEARNING: bool = false;
    /// Whether [`Selection::played`] is to be called for each move of each iteration.
    const HISTORY: bool = false;

    /// The index of the arm to pull. There is at least one. `key` gives the game's key of a move.
    fn choose<M: Copy>(
        &mut self,
        arms: &[Arm<M, Self::Stats>],
        at: At,
        key: impl Fn(M) -> usize,
        rng: &mut Rng,
    ) -> usize;

    /// The arm `chosen` brought a reward. In a joint node, a policy that asks for it gets the mean
    /// rewards of each arm against what the others chose (0 where that was never tried).
    #[inline]
    fn learn<M: Copy>(
        &mut self,
        arms: &[Arm<M, Self::Stats>],
        chosen: usize,
        feedback: Feedback,
        _counterfactual: &[f64],
    ) {
        arms[chosen].stats.record(feedback);
    }

    /// A move with this key was played, in the tree or in the playout, in an iteration that
    /// brought its player this reward.
    #[inline]
    fn played(&mut self, _player: Player, _key: usize, _reward: f64) {}

    /// The probability with which the arm belongs to the strategy learned, for a mixed final move;
    /// any positive scale will do.
    fn weight(stats: &Self::Stats) -> f64 {
        f64::from(stats.visits())
    }

    /// Forgets what was learned in an earlier search.
    fn reset(&mut self) {}
}

/// Which form of a formula a policy follows, where Perick et al. 2012 print another than its source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// As in the source.
    #[default]
    Source,
    /// As printed.
    Printed,
}

/// The arm with the highest index; the first of equals.
#[inline]
pub(crate) fn argmax<T>(arms: &[T], mut index: impl FnMut(&T) -> f64) -> usize {
    let mut best = (f64::NEG_INFINITY, 0);
    for (i, arm) in arms.iter().enumerate() {
        let value = index(arm);
        if value > best.0 {
            best = (value, i);
        }
    }
    best.1
}

/// Draws an index with probability proportional to its weight; uniformly when all weights are 0.
pub(crate) fn draw<T>(items: &[T], rng: &mut Rng, weight: impl Fn(usize, &T) -> f64) -> usize {
    let total: f64 = items.iter().enumerate().map(|(i, item)| weight(i, item)).sum();
    let uniform = total.is_nan() || total <= 0.0;
    let mut left = unit(rng) * if uniform { items.len() as f64 } else { total };
    for (i, item) in items.iter().enumerate() {
        left -= if uniform { 1.0 } else { weight(i, item) };
        if left < 0.0 {
            return i;
        }
    }
    items.len() - 1
}

/// The probability of an arm whose share in the strategy is `p`, when a share `gamma` of all pulls
/// explores so many arms uniformly.
#[inline]
pub(crate) fn explored(p: f64, gamma: f64, arms: usize) -> f64 {
    (1.0 - gamma) * p + gamma / arms as f64
}

/// A policy that gives every arm a number and pulls the arm with the highest: a formula.
pub trait Index: Clone + Send {
    /// What an arm must remember.
    type Stats: Stats;
    /// What is the same for all arms of one choice, computed once.
    type Shared: Copy;

    /// For a choice among so many arms, made so often before: t.
    fn shared(&self, arms: usize, total: u32) -> Self::Shared;
    /// The index of an arm, which has been visited.
    fn index(&self, arm: &Self::Stats, shared: Self::Shared) -> f64;
}

impl<I: Index> Selection for I {
    type Stats = I::Stats;

    #[inline]
    fn choose<M: Copy>(
        &mut self,
        arms: &[Arm<M, I::Stats>],
        at: At,
        _key: impl Fn(M) -> usize,
        _rng: &mut Rng,
    ) -> usize {
        let shared = self.shared(arms.len(), at.total);
        argmax(arms, |arm| self.index(&arm.stats, shared))
    }
}
