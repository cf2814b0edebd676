//! UCB1-Tuned (Auer, Cesa-Bianchi and Fischer 2002; Perick et al. 2012, IV-A.2).

use super::Index;
use crate::math::ln;
use crate::stats::{Deviation, Stats};

/// r̄ₖ + √(min{¼, σ̄ₖ² + √(2 ln t / tₖ)} ln t / tₖ).
#[derive(Clone, Copy, Debug, Default)]
pub struct Ucb1Tuned;

impl Index for Ucb1Tuned {
    type Stats = Deviation;
    type Shared = f64;

    /// ln t.
    #[inline]
    fn shared(&self, _arms: usize, total: u32) -> f64 {
        ln(total)
    }

    #[inline]
    fn index(&self, arm: &Deviation, ln_t: f64) -> f64 {
        let rate = ln_t / f64::from(arm.visits());
        let variance = arm.sigma() * arm.sigma() + (2.0 * rate).sqrt();
        arm.mean() + (variance.min(0.25) * rate).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::deviation;

    #[test]
    fn follows_the_formula() {
        let policy = Ucb1Tuned;
        let ln_t = policy.shared(3, 1000);
        // 40 rewards, 30 of them 1: mean 0.75, σ² = 0.1875. √(2 × 6.907755 / 40) = 0.587697, so the
        // bound of ¼ holds: 0.75 + √(0.25 × 0.172694) = 0.957783.
        let arm = deviation(&[(1.0, 30), (0.0, 10)]);
        assert!((policy.index(&arm, ln_t) - 0.957_783).abs() < 1e-6);
        // 800 rewards, 8 of them 1: mean 0.01, σ² = 0.0099, √(2 × 6.907755 / 800) = 0.131413;
        // V = 0.141313: 0.01 + √(0.141313 × 0.00863469) = 0.044931.
        let arm = deviation(&[(1.0, 8), (0.0, 792)]);
        assert!((policy.index(&arm, ln_t) - 0.044_931).abs() < 1e-6);
    }
}
