//! UCB-V (Audibert, Munos and Szepesvári 2007; Perick et al. 2012, IV-A.3).

use super::Index;
use crate::math::ln;
use crate::stats::{Deviation, Stats};

/// r̄ₖ + √(2 σ̄ₖ² ζ ln t / tₖ) + c · 3 ζ ln t / tₖ.
#[derive(Clone, Copy, Debug)]
pub struct UcbV {
    /// Weighs both terms.
    pub zeta: f64,
    /// Weighs the last one.
    pub c: f64,
}

impl Index for UcbV {
    type Stats = Deviation;
    type Shared = f64;

    /// ζ ln t.
    #[inline]
    fn shared(&self, _arms: usize, total: u32) -> f64 {
        self.zeta * ln(total)
    }

    #[inline]
    fn index(&self, arm: &Deviation, zeta_ln_t: f64) -> f64 {
        let rate = zeta_ln_t / f64::from(arm.visits());
        arm.mean() + (2.0 * rate).sqrt() * arm.sigma() + self.c * 3.0 * rate
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::deviation;

    #[test]
    fn follows_the_formula() {
        let policy = UcbV { zeta: 0.5, c: 0.1 };
        // mean 0.75, σ² = 0.1875, ζ ln t / tₖ = 0.5 × 6.907755 / 40 = 0.0863469:
        // 0.75 + √(2 × 0.1875 × 0.0863469) + 0.1 × 3 × 0.0863469 = 0.75 + 0.179945 + 0.025904.
        let arm = deviation(&[(1.0, 30), (0.0, 10)]);
        let index = policy.index(&arm, policy.shared(3, 1000));
        assert!((index - 0.955_849).abs() < 1e-6, "{index}");
    }
}
