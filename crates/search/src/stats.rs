//! What an arm of a bandit remembers of the rewards that it brought.
//!
//! A selection policy names the statistics that it needs; a search with plain UCT keeps a sum and
//! a count and pays for nothing else.
//!
//! ```
//! use spinney_search::stats::{Feedback, Plain, Stats};
//! let arm = Plain::default();
//! arm.record(Feedback::of(1.0));
//! arm.record(Feedback::of(0.0));
//! assert_eq!((arm.visits(), arm.mean()), (2, 0.5));
//! assert_eq!(std::mem::size_of::<Plain>(), 16);
//! ```

mod atomic;

#[doc(hidden)]
pub use atomic::{F32, F64, U32};

use std::fmt::Debug;

/// One reward, as an arm learns of it.
#[derive(Clone, Copy, Debug)]
pub struct Feedback {
    /// What the player got.
    pub reward: f64,
    /// In a joint tree: by how much t·σ of the joint child changed. An arm that stands for several
    /// joint children keeps the sum, and so their visit-weighted mean deviation.
    pub spread: Option<f64>,
    /// The virtual loss that the arm was given when it was chosen, which already counted the visit.
    pub virtual_loss: Option<f64>,
}

impl Feedback {
    /// A reward of an ordinary node.
    #[inline]
    pub fn of(reward: f64) -> Self {
        Self { reward, spread: None, virtual_loss: None }
    }

    /// What the sum of the rewards and the visits grow by.
    #[inline]
    fn change(self) -> (f64, u32) {
        match self.virtual_loss {
            None => (self.reward, 1),
            Some(loss) => (self.reward - loss, 0),
        }
    }
}

/// Several rewards that an arm learns of at once.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Batch {
    /// How many there are.
    pub visits: u32,
    /// Their sum.
    pub sum: f64,
    /// The sum of their squares.
    pub squares: f64,
    /// The highest one.
    pub top: f64,
}

impl Default for Batch {
    fn default() -> Self {
        Self { visits: 0, sum: 0.0, squares: 0.0, top: f64::NEG_INFINITY }
    }
}

impl Batch {
    /// Adds a reward.
    #[inline]
    pub fn add(&mut self, reward: f64) {
        self.visits += 1;
        self.sum += reward;
        self.squares += reward * reward;
        self.top = self.top.max(reward);
    }
}

/// The statistics of one arm. They are changed through a shared reference; where several threads
/// search one tree, the search makes sure that one at a time changes an arm.
pub trait Stats: Clone + Default + Debug + Send + Sync + 'static {
    /// Whether [`Feedback::spread`] is read: a joint tree then keeps the moments of its children.
    const SPREAD: bool = false;
    /// Whether [`Stats::count_availability`] counts: how often the arm could have been chosen.
    const AVAILABILITY: bool = false;

    /// Takes in one reward.
    fn record(&self, feedback: Feedback);
    /// Takes in several rewards of an ordinary node.
    fn record_batch(&self, batch: &Batch);
    /// How many rewards were taken in.
    fn visits(&self) -> u32;
    /// Their sum.
    fn sum(&self) -> f64;
    /// Counts a visit whose reward is not known yet, as if it were `loss` (virtual loss; Chaslot,
    /// Winands and Van den Herik 2008). [`Feedback::virtual_loss`] puts the reward in its place.
    fn add_virtual_loss(&self, loss: f64);

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
    fn count_availability(&self) {}
    /// How often the choice was among arms that included this one, given how often it was made.
    #[inline]
    fn availability(&self, total: u32) -> u32 {
        total
    }
    /// The highest reward; the mean where it is not kept.
    fn top(&self) -> f64 {
        self.mean()
    }
}

/// A sum and a count, and what else is kept beside them.
#[derive(Clone, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Basic<E> {
    sum: F64,
    visits: U32,
    /// What is kept beside.
    pub extra: E,
}

/// What may be kept beside a sum and a count.
#[doc(hidden)]
pub trait Extra: Clone + Default + Debug + Send + Sync + 'static {
    /// See [`Stats::AVAILABILITY`].
    const AVAILABILITY: bool = false;
    /// The arm now has so many visits.
    #[inline]
    fn visited(&self, _visits: u32) {}
    /// See [`Stats::inverse_root`].
    #[inline]
    fn inverse_root(&self, visits: &U32) -> f32 {
        1.0 / (visits.get() as f32).sqrt()
    }
    /// See [`Stats::count_availability`].
    #[inline]
    fn count_availability(&self) {}
    /// See [`Stats::availability`].
    #[inline]
    fn availability(&self, total: u32) -> u32 {
        total
    }
}

/// A sum and a count.
pub type Plain = Basic<()>;
/// A sum, a count n, and 1 / √n: what UCB1 reads of each arm at each choice, so that roots and
/// divisions are done once per visit rather than once per arm and choice.
pub type CachedRoot = Basic<InverseRoot>;
/// A sum, a count, and an availability count: for trees over determinizations, where a move is not
/// always possible (Cowling, Powley and Whitehouse 2012).
pub type Available = Basic<Availability>;
/// A sum, a count, a weight and the sum of the strategies played: what EXP3 and regret matching
/// keep beside the mean.
pub type Weighted = Basic<Strategy>;

/// Nothing.
impl Extra for () {}

/// 1 / √n.
#[doc(hidden)]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InverseRoot(F32);

impl Extra for InverseRoot {
    #[inline]
    fn visited(&self, visits: u32) {
        self.0.set(1.0 / (visits as f32).sqrt());
    }
    #[inline]
    fn inverse_root(&self, _: &U32) -> f32 {
        self.0.get()
    }
}

/// How often an arm could have been chosen.
#[doc(hidden)]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Availability(U32);

impl Extra for Availability {
    const AVAILABILITY: bool = true;
    #[inline]
    fn count_availability(&self) {
        self.0.add(1);
    }
    #[inline]
    fn availability(&self, _: u32) -> u32 {
        self.0.get()
    }
}

/// What a mixed strategy is made of.
#[doc(hidden)]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Strategy {
    /// EXP3's w, or the regret.
    pub weight: F64,
    /// The probabilities with which the arm was chosen, added up: the average strategy.
    pub played: F64,
}

impl Extra for Strategy {}

impl<E: Extra> Stats for Basic<E> {
    const AVAILABILITY: bool = E::AVAILABILITY;
    #[inline]
    fn record(&self, feedback: Feedback) {
        let (sum, visits) = feedback.change();
        self.sum.add(sum);
        self.extra.visited(self.visits.add(visits));
    }
    fn record_batch(&self, batch: &Batch) {
        self.sum.add(batch.sum);
        self.extra.visited(self.visits.add(batch.visits));
    }
    #[inline]
    fn visits(&self) -> u32 {
        self.visits.get()
    }
    #[inline]
    fn sum(&self) -> f64 {
        self.sum.get()
    }
    #[inline]
    fn add_virtual_loss(&self, loss: f64) {
        self.sum.add(loss);
        self.extra.visited(self.visits.add(1));
    }
    #[inline]
    fn inverse_root(&self) -> f32 {
        self.extra.inverse_root(&self.visits)
    }
    #[inline]
    fn count_availability(&self) {
        self.extra.count_availability();
    }
    #[inline]
    fn availability(&self, total: u32) -> u32 {
        self.extra.availability(total)
    }
}

/// Sum, squares and count, with the deviation as the Tron paper defines it (Perick et al. 2012,
/// III-B): of an ordinary arm the standard deviation of its rewards; of an arm in a joint node the
/// mean deviation of the joint children, weighted by their visits.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Deviation {
    sum: F64,
    squares: F64,
    /// t·σ, summed over the joint children if there are several.
    spread: F64,
    visits: U32,
}

impl Deviation {
    /// The standard deviation; 0 before the first visit.
    #[inline]
    pub fn sigma(&self) -> f64 {
        let visits = self.visits.get();
        if visits == 0 { 0.0 } else { self.spread.get() / f64::from(visits) }
    }

    /// The standard deviation of rewards between 0 and 1 as far as it can be told: where all were
    /// equal so far, the one that a further win and a further loss would give.
    #[inline]
    pub fn sigma_or_prior(&self) -> f64 {
        let sigma = self.sigma();
        if sigma > 0.0 {
            return sigma;
        }
        let p = (self.sum.get() + 1.0) / (f64::from(self.visits.get()) + 2.0);
        (p * (1.0 - p)).max(0.0).sqrt()
    }
}

/// t·σ of t rewards, from their count, sum and sum of squares.
#[inline]
pub(crate) fn spread(visits: u32, sum: f64, squares: f64) -> f64 {
    (f64::from(visits) * squares - sum * sum).max(0.0).sqrt()
}

impl Stats for Deviation {
    const SPREAD: bool = true;
    #[inline]
    fn record(&self, feedback: Feedback) {
        let (sum, visits) = feedback.change();
        self.sum.add(sum);
        self.squares.add(feedback.reward * feedback.reward);
        let visits = self.visits.add(visits);
        match feedback.spread {
            Some(change) => self.spread.add(change),
            None => self.spread.set(spread(visits, self.sum.get(), self.squares.get())),
        }
    }
    fn record_batch(&self, batch: &Batch) {
        self.sum.add(batch.sum);
        self.squares.add(batch.squares);
        let visits = self.visits.add(batch.visits);
        self.spread.set(spread(visits, self.sum.get(), self.squares.get()));
    }
    #[inline]
    fn visits(&self) -> u32 {
        self.visits.get()
    }
    #[inline]
    fn sum(&self) -> f64 {
        self.sum.get()
    }
    #[inline]
    fn add_virtual_loss(&self, loss: f64) {
        self.sum.add(loss);
        self.visits.add(1);
    }
}

/// Sum, squares, count n, 1 / √n and the highest reward: what the single-player formula reads
/// (Schadd et al. 2012, 4.1).
#[derive(Clone, Debug, PartialEq)]
#[repr(C)]
pub struct TopScore {
    sum: F64,
    squares: F64,
    top: F64,
    inverse_root: F64,
    visits: U32,
}

impl Default for TopScore {
    fn default() -> Self {
        Self {
            sum: F64::default(),
            squares: F64::default(),
            top: F64::new(f64::NEG_INFINITY),
            inverse_root: F64::new(f64::INFINITY),
            visits: U32::default(),
        }
    }
}

impl TopScore {
    /// The mean, and √((Σr² − n · mean² + d) / n), without a division.
    #[inline]
    pub fn mean_and_deviation(&self, d: f64) -> (f64, f64) {
        let (sum, root) = (self.sum.get(), self.inverse_root.get());
        let mean = sum * root * root;
        let squares = (self.squares.get() - sum * mean).max(0.0) + d;
        (mean, squares.sqrt() * root)
    }

    /// 1 / √n, as exact as the rest.
    #[inline]
    pub fn precise_inverse_root(&self) -> f64 {
        self.inverse_root.get()
    }

    #[inline]
    fn add(&self, sum: f64, visits: u32) {
        self.sum.add(sum);
        self.inverse_root.set(1.0 / f64::from(self.visits.add(visits)).sqrt());
    }
}

impl Stats for TopScore {
    #[inline]
    fn record(&self, feedback: Feedback) {
        let (sum, visits) = feedback.change();
        self.add(sum, visits);
        self.squares.add(feedback.reward * feedback.reward);
        self.top.set(feedback.reward.max(self.top.get()));
    }
    fn record_batch(&self, batch: &Batch) {
        self.add(batch.sum, batch.visits);
        self.squares.add(batch.squares);
        self.top.set(batch.top.max(self.top.get()));
    }
    #[inline]
    fn visits(&self) -> u32 {
        self.visits.get()
    }
    #[inline]
    fn sum(&self) -> f64 {
        self.sum.get()
    }
    #[inline]
    fn add_virtual_loss(&self, loss: f64) {
        self.add(loss, 1);
    }
    fn top(&self) -> f64 {
        self.top.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deviation_of_one_arm_is_the_standard_deviation() {
        let arm = Deviation::default();
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
        let arm = Deviation::default();
        for (reward, change) in [(1.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 0.0)] {
            arm.record(Feedback { spread: Some(change), ..Feedback::of(reward) });
        }
        assert_eq!(arm.sigma(), 0.25);
    }

    #[test]
    fn a_batch_is_its_rewards() {
        fn check<S: Stats + PartialEq>() {
            let (arm, plain, mut batch) = (S::default(), S::default(), Batch::default());
            for reward in [0.75, 0.25, 1.0] {
                plain.record(Feedback::of(reward));
                batch.add(reward);
            }
            arm.record_batch(&batch);
            assert_eq!(arm, plain);
        }
        check::<Plain>();
        check::<CachedRoot>();
        check::<Deviation>();
        check::<TopScore>();
    }

    #[test]
    fn a_reward_takes_the_place_of_a_virtual_loss() {
        fn check<S: Stats + PartialEq>() {
            let (arm, plain) = (S::default(), S::default());
            for (reward, loss) in [(0.75, 0.0), (0.25, -1.0), (1.0, 0.5)] {
                plain.record(Feedback::of(reward));
                let visits = arm.visits();
                arm.add_virtual_loss(loss);
                assert_eq!(arm.visits(), visits + 1);
                arm.record(Feedback { virtual_loss: Some(loss), ..Feedback::of(reward) });
            }
            assert_eq!(arm, plain);
        }
        check::<Plain>();
        check::<CachedRoot>();
        check::<Available>();
        check::<Deviation>();
        check::<TopScore>();
        check::<Weighted>();
    }
}
