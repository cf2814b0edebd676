//! What an arm of a bandit remembers of the rewards that it brought.
//!
//! A selection policy names the statistics that it needs; a search with plain UCT keeps a sum and
//! a count and pays for nothing else.
//!
//! ```
//! use spinney_search::stats::{Feedback, Plain, Stats};
//! let mut arm = Plain::default();
//! arm.record(Feedback::of(1.0));
//! arm.record(Feedback::of(0.0));
//! assert_eq!((arm.visits(), arm.mean()), (2, 0.5));
//! assert_eq!(std::mem::size_of::<Plain>(), 12);
//! ```

use std::fmt::Debug;

/// One reward, as an arm learns of it.
#[derive(Clone, Copy, Debug)]
pub struct Feedback {
    /// What the player got.
    pub reward: f64,
    /// In a joint tree: by how much t·σ of the joint child changed. An arm that stands for several
    /// joint children keeps the sum, and so their visit-weighted mean deviation.
    pub spread: Option<f64>,
}

impl Feedback {
    /// A reward of an ordinary node.
    #[inline]
    pub fn of(reward: f64) -> Self {
        Self { reward, spread: None }
    }
}

/// The statistics of one arm.
pub trait Stats: Copy + Default + Debug + Send + Sync + 'static {
    /// Whether [`Feedback::spread`] is read: a joint tree then keeps the moments of its children.
    const SPREAD: bool = false;
    /// Whether [`Stats::offered`] counts: how often the arm could have been chosen.
    const AVAILABILITY: bool = false;

    /// Takes in one reward.
    fn record(&mut self, feedback: Feedback);
    /// How many rewards were taken in.
    fn visits(&self) -> u32;
    /// Their sum.
    fn sum(&self) -> f64;
    /// Adds what another tree learned of the same move.
    fn merge(&mut self, other: &Self);
    /// Counts a visit that has not come back yet, as if it had brought `reward`.
    fn lend(&mut self, reward: f64);
    /// Takes such a visit back.
    fn give_back(&mut self, reward: f64);

    /// Their mean; 0 before the first.
    #[inline]
    fn mean(&self) -> f64 {
        if self.visits() == 0 { 0.0 } else { self.sum() / f64::from(self.visits()) }
    }
    /// 1 / √n.
    #[inline]
    fn inverse_root(&self) -> f32 {
        1.0 / (self.visits() as f32).sqrt()
    }
    /// The arm could have been chosen here.
    #[inline]
    fn offered(&mut self) {}
    /// How often the choice was among arms that included this one, given how often it was made.
    #[inline]
    fn chances(&self, total: u32) -> u32 {
        total
    }
    /// The highest reward; the mean where it is not kept.
    fn top(&self) -> f64 {
        self.mean()
    }
}

/// A sum and a count. Packed, so that an arm with its move and its child fits 20 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, packed(4))]
pub struct Plain {
    sum: f64,
    visits: u32,
}

impl Stats for Plain {
    #[inline]
    fn record(&mut self, feedback: Feedback) {
        self.sum += feedback.reward;
        self.visits += 1;
    }
    #[inline]
    fn visits(&self) -> u32 {
        self.visits
    }
    #[inline]
    fn sum(&self) -> f64 {
        self.sum
    }
    fn merge(&mut self, other: &Self) {
        self.sum += other.sum;
        self.visits += other.visits;
    }
    fn lend(&mut self, reward: f64) {
        self.record(Feedback::of(reward));
    }
    fn give_back(&mut self, reward: f64) {
        self.sum -= reward;
        self.visits -= 1;
    }
}

/// A sum, a count n, and 1 / √n: what UCB1 reads of each arm at each choice, so that roots and
/// divisions are done once a visit rather than once an arm and choice.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, packed(4))]
pub struct Rooted {
    sum: f64,
    visits: u32,
    inverse_root: f32,
}

impl Rooted {
    #[inline]
    fn add(&mut self, reward: f64, visits: u32) {
        self.sum += reward;
        self.visits = self.visits.wrapping_add(visits);
        self.inverse_root = 1.0 / (self.visits as f32).sqrt();
    }
}

impl Stats for Rooted {
    #[inline]
    fn record(&mut self, feedback: Feedback) {
        self.add(feedback.reward, 1);
    }
    #[inline]
    fn visits(&self) -> u32 {
        self.visits
    }
    #[inline]
    fn sum(&self) -> f64 {
        self.sum
    }
    #[inline]
    fn inverse_root(&self) -> f32 {
        self.inverse_root
    }
    fn merge(&mut self, other: &Self) {
        self.add(other.sum, other.visits);
    }
    fn lend(&mut self, reward: f64) {
        self.add(reward, 1);
    }
    fn give_back(&mut self, reward: f64) {
        self.add(-reward, 1u32.wrapping_neg());
    }
}

/// A sum, a count, and how often the arm was on offer: for trees over determinizations, where a
/// move is not always possible (Cowling, Powley and Whitehouse 2012).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Available {
    plain: Plain,
    offers: u32,
}

impl Stats for Available {
    const AVAILABILITY: bool = true;
    #[inline]
    fn record(&mut self, feedback: Feedback) {
        self.plain.record(feedback);
    }
    #[inline]
    fn visits(&self) -> u32 {
        self.plain.visits
    }
    #[inline]
    fn sum(&self) -> f64 {
        self.plain.sum
    }
    fn merge(&mut self, other: &Self) {
        self.plain.merge(&other.plain);
        self.offers += other.offers;
    }
    fn lend(&mut self, reward: f64) {
        self.plain.lend(reward);
    }
    fn give_back(&mut self, reward: f64) {
        self.plain.give_back(reward);
    }
    #[inline]
    fn offered(&mut self) {
        self.offers += 1;
    }
    #[inline]
    fn chances(&self, _: u32) -> u32 {
        self.offers
    }
}

/// Sum, squares and count, with the deviation as the Tron paper defines it (Perick et al. 2012,
/// III-B): of an ordinary arm the standard deviation of its rewards; of an arm in a joint node the
/// mean deviation of the joint children, weighted by their visits.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Deviation {
    sum: f64,
    squares: f64,
    /// t·σ, summed over the joint children if there are several.
    spread: f64,
    visits: u32,
}

impl Deviation {
    /// The standard deviation; 0 before the first visit.
    #[inline]
    pub fn sigma(&self) -> f64 {
        if self.visits == 0 { 0.0 } else { self.spread / f64::from(self.visits) }
    }
}

impl Deviation {
    /// The standard deviation of rewards between 0 and 1 as far as it can be told: where all were
    /// equal so far, the one that a further win and a further loss would give.
    #[inline]
    pub fn sigma_or_prior(&self) -> f64 {
        let sigma = self.sigma();
        if sigma > 0.0 {
            return sigma;
        }
        let p = (self.sum + 1.0) / (f64::from(self.visits) + 2.0);
        (p * (1.0 - p)).max(0.0).sqrt()
    }
}

/// t·σ of t rewards, from their count, sum and sum of squares.
#[inline]
pub fn spread(visits: u32, sum: f64, squares: f64) -> f64 {
    (f64::from(visits) * squares - sum * sum).max(0.0).sqrt()
}

impl Stats for Deviation {
    const SPREAD: bool = true;
    #[inline]
    fn record(&mut self, feedback: Feedback) {
        self.sum += feedback.reward;
        self.squares += feedback.reward * feedback.reward;
        self.visits += 1;
        match feedback.spread {
            Some(change) => self.spread += change,
            None => self.spread = spread(self.visits, self.sum, self.squares),
        }
    }
    #[inline]
    fn visits(&self) -> u32 {
        self.visits
    }
    #[inline]
    fn sum(&self) -> f64 {
        self.sum
    }
    fn merge(&mut self, other: &Self) {
        self.sum += other.sum;
        self.squares += other.squares;
        self.spread += other.spread;
        self.visits += other.visits;
    }
    fn lend(&mut self, reward: f64) {
        self.sum += reward;
        self.visits += 1;
    }
    fn give_back(&mut self, reward: f64) {
        self.sum -= reward;
        self.visits -= 1;
    }
}

/// Sum, squares, count n, 1 / √n and the highest reward: what the single-player formula reads
/// (Schadd et al. 2012, 4.1).
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, packed(4))]
pub struct TopScore {
    sum: f64,
    squares: f64,
    top: f64,
    inverse_root: f64,
    visits: u32,
}

impl Default for TopScore {
    fn default() -> Self {
        Self {
            sum: 0.0,
            squares: 0.0,
            top: f64::NEG_INFINITY,
            inverse_root: f64::INFINITY,
            visits: 0,
        }
    }
}

impl TopScore {
    /// The mean, and √((Σr² − n · mean² + d) / n), without a division.
    #[inline]
    pub fn mean_and_deviation(&self, d: f64) -> (f64, f64) {
        let mean = self.sum * self.inverse_root * self.inverse_root;
        let squares = (self.squares - self.sum * mean).max(0.0) + d;
        (mean, squares.sqrt() * self.inverse_root)
    }

    /// 1 / √n, as exact as the rest.
    #[inline]
    pub fn precise_inverse_root(&self) -> f64 {
        self.inverse_root
    }

    #[inline]
    fn add(&mut self, sum: f64, squares: f64, visits: u32) {
        self.sum += sum;
        self.squares += squares;
        self.visits = self.visits.wrapping_add(visits);
        self.inverse_root = 1.0 / f64::from(self.visits).sqrt();
    }
}

impl Stats for TopScore {
    #[inline]
    fn record(&mut self, feedback: Feedback) {
        self.add(feedback.reward, feedback.reward * feedback.reward, 1);
        self.top = feedback.reward.max(self.top);
    }
    #[inline]
    fn visits(&self) -> u32 {
        self.visits
    }
    #[inline]
    fn sum(&self) -> f64 {
        self.sum
    }
    fn merge(&mut self, other: &Self) {
        self.add(other.sum, other.squares, other.visits);
        self.top = other.top().max(self.top);
    }
    fn lend(&mut self, reward: f64) {
        self.add(reward, reward * reward, 1);
    }
    fn give_back(&mut self, reward: f64) {
        self.add(-reward, -reward * reward, 1u32.wrapping_neg());
    }
    fn top(&self) -> f64 {
        self.top
    }
}

/// A sum, a count, a weight and the sum of the strategies played: what EXP3 and regret matching
/// keep beside the mean.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Weighted {
    plain: Plain,
    /// EXP3's w, or the regret.
    pub weight: f64,
    /// The probabilities with which the arm was chosen, added up: the average strategy.
    pub strategy: f64,
}

impl Stats for Weighted {
    #[inline]
    fn record(&mut self, feedback: Feedback) {
        self.plain.record(feedback);
    }
    #[inline]
    fn visits(&self) -> u32 {
        self.plain.visits
    }
    #[inline]
    fn sum(&self) -> f64 {
        self.plain.sum
    }
    fn merge(&mut self, other: &Self) {
        self.plain.merge(&other.plain);
        self.weight += other.weight;
        self.strategy += other.strategy;
    }
    fn lend(&mut self, reward: f64) {
        self.plain.lend(reward);
    }
    fn give_back(&mut self, reward: f64) {
        self.plain.give_back(reward);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deviation_of_one_arm_is_the_standard_deviation() {
        let mut arm = Deviation::default();
        for reward in [1.0, 0.0, 0.0, 1.0, 0.5] {
            arm.record(Feedback::of(reward));
        }
        // Mean 0.5, squared differences 4 × 0.25 and 0: variance 0.2.
        assert!((arm.sigma() - 0.2f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn deviation_of_a_joint_arm_is_the_weighted_mean_of_its_children() {
        // One child saw 1 and 0 (t·σ = 2 × 0.5), the other 1 and 1 (t·σ = 0): the mean is 0.25,
        // where the pooled deviation of 1, 0, 1, 1 would be 0.433.
        let mut arm = Deviation::default();
        for (reward, change) in [(1.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 0.0)] {
            arm.record(Feedback { reward, spread: Some(change) });
        }
        assert_eq!(arm.sigma(), 0.25);
    }

    #[test]
    fn lending_leaves_no_trace() {
        fn check<S: Stats + PartialEq>() {
            let mut arm = S::default();
            arm.record(Feedback::of(0.75));
            let before = arm;
            arm.lend(0.0);
            assert_eq!(arm.visits(), 2);
            arm.give_back(0.0);
            assert_eq!(arm, before);
        }
        check::<Plain>();
        check::<Rooted>();
        check::<Available>();
        check::<Deviation>();
        check::<TopScore>();
        check::<Weighted>();
    }
}
