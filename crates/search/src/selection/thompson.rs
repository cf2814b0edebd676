//! Thompson sampling with a Beta distribution (Thompson 1933; Perick et al. 2012, IV-B.3).
//!
//! The Tron paper prints t for tₖ in the first argument, as if an arm that won a share of its own
//! visits had won that share of all visits; the ordinary posterior is the default.

use super::{At, Form, Selection, argmax};
use crate::rng::{Rng, gaussian, unit};
use crate::stats::{Plain, Stats};
use crate::tree::Arm;

/// Draws a score for each arm from Beta(C₁ + r̄ₖ tₖ, C₂ + (1 − r̄ₖ) tₖ) and pulls the highest.
/// As printed the first argument is C₁ + r̄ₖ t. Rewards lie between 0 and 1.
#[derive(Clone, Copy, Debug)]
pub struct Thompson {
    /// Wins that every arm starts with.
    pub c1: f64,
    /// Losses that every arm starts with.
    pub c2: f64,
    /// As in the source or as printed.
    pub form: Form,
}

impl Thompson {
    /// The arguments of the Beta distribution of an arm in a node with t visits.
    fn arguments(self, arm: &Plain, total: u32) -> (f64, f64) {
        let wins = match self.form {
            Form::Source => arm.sum(),
            Form::Printed => arm.mean() * f64::from(total),
        };
        (self.c1 + wins, self.c2 + f64::from(arm.visits()) - arm.sum())
    }
}

/// The smallest parameter that a Beta distribution is given.
const TINY: f64 = 1e-9;

impl Selection for Thompson {
    type Stats = Plain;

    fn choose<M: Copy>(
        &mut self,
        arms: &[Arm<M, Plain>],
        at: At,
        _key: impl Fn(M) -> usize,
        rng: &mut Rng,
    ) -> usize {
        argmax(arms, |arm| {
            let (wins, losses) = self.arguments(&arm.stats, at.total);
            // X / (X + Y) is Beta(a, b) for X of Gamma(a) and Y of Gamma(b), and grows with X / Y.
            ln_gamma_draw(wins.max(TINY), rng) - ln_gamma_draw(losses.max(TINY), rng)
        })
    }
}

/// The logarithm of a number from the Gamma distribution with this shape (Marsaglia and Tsang 2000).
/// With a small shape most numbers are too small for their own sake, but not their logarithms.
fn ln_gamma_draw(shape: f64, rng: &mut Rng) -> f64 {
    if shape < 1.0 {
        return ln_gamma_draw(shape + 1.0, rng) + libm::log(1.0 - unit(rng)) / shape;
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = gaussian(rng);
        let root = 1.0 + c * x;
        if root <= 0.0 {
            continue;
        }
        let (v, ln_v) = (root * root * root, 3.0 * libm::log(root));
        if libm::log(1.0 - unit(rng)) < 0.5 * x * x + d - d * v + d * ln_v {
            return libm::log(d) + ln_v;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::stream;
    use crate::testing::arms;

    #[test]
    fn an_arm_is_pulled_as_often_as_it_is_likely_to_be_the_best() {
        // Beta(2, 1) against Beta(1, 2): the first is higher with probability 5/6.
        let arms = arms(&[(1, 1.0), (1, 0.0)]);
        let mut policy = Thompson { c1: 1.0, c2: 1.0, form: Form::Source };
        let mut rng = stream(&[5]);
        let at = At { player: 0, total: 2 };
        let second: usize = (0..12_000).map(|_| policy.choose(&arms, at, |_| 0, &mut rng)).sum();
        assert!(second.abs_diff(2000) < 150, "{second}");
    }

    #[test]
    fn gamma_numbers_have_their_mean_and_variance() {
        let mut rng = stream(&[8]);
        for shape in [0.3, 1.0, 2.5, 40.0] {
            let draws = 40_000;
            let all: Vec<f64> = (0..draws).map(|_| ln_gamma_draw(shape, &mut rng).exp()).collect();
            let mean = all.iter().sum::<f64>() / f64::from(draws);
            let variance =
                all.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / f64::from(draws);
            // Five standard errors: those of a Gamma's variance are √((2 + 6 / a) / n).
            let error = 5.0 / f64::from(draws).sqrt();
            assert!((mean / shape - 1.0).abs() < error / shape.sqrt(), "{shape}: {mean}");
            let spread = (2.0 + 6.0 / shape).sqrt();
            assert!((variance / shape - 1.0).abs() < error * spread, "{shape}: {variance}");
        }
    }

    #[test]
    fn tiny_parameters_have_finite_draws() {
        let mut rng = stream(&[9]);
        assert!((0..1000).all(|_| ln_gamma_draw(TINY, &mut rng).is_finite()));
    }

    #[test]
    fn the_printed_form_counts_all_visits_of_the_node() {
        let arms = arms(&[(10, 4.0), (90, 45.0)]);
        let source = Thompson { c1: 9.6, c2: 1.32, form: Form::Source };
        assert_eq!(source.arguments(&arms[0].stats, 100), (13.6, 7.32));
        // 9.6 + 0.4 × 100 wins beside the same 1.32 + 0.6 × 10 losses.
        let printed = Thompson { form: Form::Printed, ..source };
        assert_eq!(printed.arguments(&arms[0].stats, 100), (49.6, 7.32));
    }
}
