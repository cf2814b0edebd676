//! Objective Monte-Carlo, deterministic (Chaslot et al. 2006) and stochastic (Chaslot et al. 2006;
//! Perick et al. 2012, IV-A.5 and IV-B.5).

use super::{At, Selection, argmax, draw};
use crate::rng::Rng;
use crate::stats::{Deviation, Stats};
use crate::tree::Arm;

/// What is compared with what: the Tron paper prints sums of rewards where the sources of these
/// policies have means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    /// r̄ₖ, as in the sources.
    #[default]
    Mean,
    /// r̄ₖ tₖ, as printed.
    Sum,
}

impl Reading {
    /// The value of an arm.
    #[inline]
    pub(super) fn value(self, arm: &Deviation) -> f64 {
        match self {
            Self::Mean => arm.mean(),
            Self::Sum => arm.sum(),
        }
    }
}

/// Uₖ = erfc((v₀ − vₖ) / (√2 σ̄ₖ)): how urgent it is to look at the arm, with v₀ the value of the best.
///
/// The deterministic form pulls the arm with the highest t Uₖ / (tₖ Σ U); the stochastic one draws
/// with probability Uₖ / Σ U.
#[derive(Clone, Copy, Debug)]
pub struct Omc {
    /// Draw, or take the highest.
    pub stochastic: bool,
    /// Means or sums.
    pub reading: Reading,
}

impl Omc {
    /// Uₖ. The formula fails where σ̄ₖ is 0, as it is after one visit: an arm that lost once would
    /// never be seen again. There the deviation is guessed.
    fn urgency(self, arm: &Deviation, best: f64) -> f64 {
        let behind = best - self.reading.value(arm);
        if behind <= 0.0 {
            return 1.0;
        }
        libm::erfc(behind / (std::f64::consts::SQRT_2 * arm.sigma_or_prior()))
    }
}

impl Selection for Omc {
    type Stats = Deviation;

    fn choose<M: Copy>(
        &mut self,
        arms: &[Arm<M, Deviation>],
        _at: At,
        _key: impl Fn(M) -> usize,
        rng: &mut Rng,
    ) -> usize {
        let best = arms.iter().map(|a| self.reading.value(&a.stats)).fold(f64::MIN, f64::max);
        if self.stochastic {
            draw(arms, rng, |_, arm| self.urgency(&arm.stats, best))
        } else {
            // t and Σ U are the same for all arms.
            argmax(arms, |a| self.urgency(&a.stats, best) / f64::from(a.stats.visits()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::stream;
    use crate::testing::{arm_of, choice, deviation};

    #[test]
    fn follows_the_formula() {
        let mean = Omc { stochastic: false, reading: Reading::Mean };
        // Mean 0.75 with σ = 0.433013 against the best of 0.9: erfc(0.15 / 0.612372) = 0.729034.
        let arm = deviation(&[(1.0, 30), (0.0, 10)]);
        assert!((mean.urgency(&arm, 0.9) - 0.729_034).abs() < 1e-5);
        assert_eq!(mean.urgency(&arm, 0.75), 1.0);
        // The sum of 30 against 31: erfc(1 / 0.612372) = 0.0209213.
        let sum = Omc { reading: Reading::Sum, ..mean };
        assert!((sum.urgency(&arm, 31.0) - 0.020_921).abs() < 1e-5);
        // One loss: as if it were 1 win of 3, σ = √(2/9); erfc(0.9 / 0.666667) = 0.0562378.
        let lost = deviation(&[(0.0, 1)]);
        assert!((mean.urgency(&lost, 0.9) - 0.056_238).abs() < 1e-5);
    }

    #[test]
    fn the_deterministic_form_weighs_urgency_by_visits() {
        let arms =
            [arm_of(deviation(&[(1.0, 70), (0.0, 30)])), arm_of(deviation(&[(1.0, 6), (0.0, 4)]))];
        // U = 1 over 100 visits against erfc(0.1 / 0.6928) = 0.838 over 10.
        assert_eq!(choice(Omc { stochastic: false, reading: Reading::Mean }, &arms), 1);
    }

    #[test]
    fn the_stochastic_form_draws_in_proportion() {
        let arms =
            [arm_of(deviation(&[(1.0, 70), (0.0, 30)])), arm_of(deviation(&[(1.0, 6), (0.0, 4)]))];
        let mut policy = Omc { stochastic: true, reading: Reading::Mean };
        let mut rng = stream(&[3]);
        let at = At { player: 0, total: 110 };
        let second: usize = (0..20_000).map(|_| policy.choose(&arms, at, |_| 0, &mut rng)).sum();
        let u = libm::erfc(0.1 / (2.0 * 0.24f64).sqrt());
        assert!((second as f64 / 20_000.0 - u / (1.0 + u)).abs() < 0.012, "{second}");
    }
}
