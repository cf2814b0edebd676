//! MOSS (Audibert and Bubeck 2009; Perick et al. 2012, IV-A.6).
//!
//! The Tron paper prints the fraction upside down, which makes the policy greedy; this is the form
//! of Audibert and Bubeck with t for the horizon.

use super::Index;
use crate::stats::{Plain, Stats};

/// r̄ₖ + √(max(ln(t / (K tₖ)), 0) / tₖ) with K arms.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moss;

impl Index for Moss {
    type Stats = Plain;
    type Shared = f64;

    /// t / K.
    #[inline]
    fn shared(&self, arms: usize, total: u32) -> f64 {
        f64::from(total) / arms as f64
    }

    #[inline]
    fn index(&self, arm: &Plain, share: f64) -> f64 {
        let n = f64::from(arm.visits());
        arm.mean() + (libm::log(share / n).max(0.0) / n).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::arms;

    #[test]
    fn follows_the_formula() {
        let arms = arms(&[(10, 4.0), (90, 45.0), (0, 0.0), (0, 0.0)]);
        let share = Moss.shared(4, 100);
        // 0.4 + √(ln(2.5) / 10) = 0.4 + √0.0916291; the second has had more than its share.
        assert!((Moss.index(&arms[0].stats, share) - 0.702_702).abs() < 1e-6);
        assert_eq!(Moss.index(&arms[1].stats, share), 0.5);
    }
}
