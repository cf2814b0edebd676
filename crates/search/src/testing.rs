//! Arms with known statistics, for tests and examples of policies.
//!
//! ```
//! use spinney_search::{selection::Moss, testing::{arms, choice}};
//! assert_eq!(choice(Moss::default(), &arms(&[(50, 20.0), (50, 30.0)])), 1);
//! ```

use crate::rng::stream;
use crate::selection::{At, Selection};
use crate::stats::{Deviation, Feedback, Stats};
use crate::tree::Arm;

/// An arm with these statistics.
pub fn arm_of<S: Stats>(stats: S) -> Arm<u8, S> {
    let mut arm = Arm::new(0);
    arm.stats = stats;
    arm
}

/// Arms from their visits and the sums of their rewards.
pub fn arms<S: Stats>(table: &[(u32, f64)]) -> Vec<Arm<u8, S>> {
    let mut arms = Vec::new();
    for (mv, &(visits, sum)) in table.iter().enumerate() {
        let arm: Arm<u8, S> = Arm::new(mv as u8);
        for _ in 0..visits {
            arm.stats.record(Feedback::of(sum / f64::from(visits)));
        }
        arms.push(arm);
    }
    arms
}

/// The statistics of rewards that came so many times each.
pub fn deviation(rewards: &[(f64, u32)]) -> Deviation {
    let stats = Deviation::default();
    for &(reward, times) in rewards {
        for _ in 0..times {
            stats.record(Feedback::of(reward));
        }
    }
    stats
}

/// What a policy chooses among these arms.
pub fn choice<P: Selection>(mut policy: P, arms: &[Arm<u8, P::Stats>]) -> usize {
    let total = arms.iter().map(|arm| arm.stats.visits()).sum();
    policy.choose(arms, At { player: 0, total }, |mv| mv as usize, &mut stream(&[0]))
}
