//! Probability to be Better than the Best Move (Coulom 2006; Perick et al. 2012, IV-B.6).

use super::{At, Reading, Selection, draw};
use crate::math::exp;
use crate::rng::Rng;
use crate::stats::Deviation;
use crate::tree::Arm;

/// Draws with weight exp(−2.4 α), α = (v₀ − vₖ) / √(2 (σ̄₀² + σ̄ₖ²)), 0 being the best arm.
#[derive(Clone, Copy, Debug)]
pub struct Pbbm {
    /// Means or sums.
    pub reading: Reading,
}

impl Pbbm {
    /// The weight of an arm; deviations of 0 are guessed, as in [`Omc`](super::Omc).
    fn weight(self, arm: &Deviation, best: &Deviation) -> f64 {
        let behind = self.reading.value(best) - self.reading.value(arm);
        let (s0, sk) = (best.sigma_or_prior(), arm.sigma_or_prior());
        exp(-2.4 * behind / (2.0 * (s0 * s0 + sk * sk)).sqrt())
    }
}

impl Selection for Pbbm {
    type Stats = Deviation;

    fn choose<M: Copy>(
        &mut self,
        arms: &[Arm<M, Deviation>],
        _at: At,
        _key: impl Fn(M) -> usize,
        rng: &mut Rng,
    ) -> usize {
        let best = &arms[super::argmax(arms, |a| self.reading.value(&a.stats))].stats;
        draw(arms, rng, |_, arm| self.weight(&arm.stats, best))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::deviation;

    #[test]
    fn follows_the_formula() {
        let policy = Pbbm { reading: Reading::Mean };
        let best = deviation(&[(1.0, 70), (0.0, 30)]);
        let arm = deviation(&[(1.0, 6), (0.0, 4)]);
        // α = 0.1 / √(2 (0.21 + 0.24)) = 0.105409; exp(−2.4 α) = 0.776483.
        assert!((policy.weight(&arm, &best) - 0.776_483).abs() < 1e-5);
        assert_eq!(policy.weight(&best, &best), 1.0);
        // Sums: α = (70 − 6) / 0.948683.
        let sums = Pbbm { reading: Reading::Sum };
        assert!(sums.weight(&arm, &best) < 1e-60);
        // 5 wins against 5 losses, each as if 6 of 7: σ² = 6/49 for both; α = 1 / √(24/49).
        let (sure, lost) = (deviation(&[(1.0, 5)]), deviation(&[(0.0, 5)]));
        assert!((policy.weight(&lost, &sure) - 0.032_410).abs() < 1e-5);
    }
}
