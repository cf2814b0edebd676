//! εₙ-greedy (Auer, Cesa-Bianchi and Fischer 2002; Perick et al. 2012, IV-B.2).
//!
//! The Tron paper prints 1 − ε for the best arm and ε/K for each of the others, which sum to
//! 1 − ε/K, and ε = c K / (d² t) without a bound. Here such numbers are weights, and a negative one
//! counts as 0: as long as ε is 1 or more, the best arm is the only one that is not pulled.

use super::{At, Form, Selection, argmax, draw};
use crate::rng::{Rng, below, unit};
use crate::stats::{Plain, Stats};
use crate::tree::Arm;

/// With probability ε = min(1, c K / (d² t)) any of the K arms, else the one with the best mean.
///
/// The best arm so has 1 − ε + ε/K, which makes the probabilities sum to one.
#[derive(Clone, Copy, Debug)]
pub struct EpsilonGreedy {
    /// Scales the exploration.
    pub c: f64,
    /// The gap between the best arm and the next, as far as one knows.
    pub d: f64,
    /// As in the source or as printed.
    pub form: Form,
}

impl EpsilonGreedy {
    /// c K / (d² t), which may be above 1.
    fn epsilon(self, arms: usize, total: u32) -> f64 {
        self.c * arms as f64 / (self.d * self.d * f64::from(total))
    }
}

impl Selection for EpsilonGreedy {
    type Stats = Plain;

    fn choose<M: Copy>(
        &mut self,
        arms: &[Arm<M, Plain>],
        at: At,
        _key: impl Fn(M) -> usize,
        rng: &mut Rng,
    ) -> usize {
        let epsilon = self.epsilon(arms.len(), at.total);
        let best = |arms: &[Arm<M, Plain>]| argmax(arms, |arm| arm.stats.mean());
        match self.form {
            Form::Source if unit(rng) < epsilon.min(1.0) => below(rng, arms.len()),
            Form::Source => best(arms),
            Form::Printed => {
                let best = best(arms);
                let other = epsilon / arms.len() as f64;
                draw(arms, rng, |k, _| if k == best { (1.0 - epsilon).max(0.0) } else { other })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::stream;
    use crate::testing::arms;

    #[test]
    fn follows_the_formula() {
        let mut policy = EpsilonGreedy { c: 1.0, d: 0.5, form: Form::Source };
        assert_eq!(policy.epsilon(3, 4), 3.0);
        assert_eq!(policy.epsilon(3, 48), 0.25);
        let arms = arms(&[(16, 8.0), (16, 9.0), (16, 7.0)]);
        let (mut rng, mut counts) = (stream(&[9]), [0; 3]);
        for _ in 0..12_000 {
            counts[policy.choose(&arms, At { player: 0, total: 48 }, |_| 0, &mut rng)] += 1;
        }
        // 1 − 0.25 + 0.25/3 = 10/12 for the best, 1/12 each for the others.
        assert!((counts[1] - 10_000i32).abs() < 200, "{counts:?}");
        assert!((counts[0] - 1000i32).abs() < 150 && (counts[2] - 1000i32).abs() < 150);
    }

    #[test]
    fn the_printed_probabilities_lack_a_share_for_the_best_arm() {
        let mut policy = EpsilonGreedy { c: 1.0, d: 0.5, form: Form::Printed };
        let arms = arms(&[(16, 8.0), (16, 9.0), (16, 7.0)]);
        let mut counts = |total| {
            let (mut rng, mut counts) = (stream(&[9]), [0i32; 3]);
            for _ in 0..11_000 {
                counts[policy.choose(&arms, At { player: 0, total }, |_| 0, &mut rng)] += 1;
            }
            counts
        };
        // ε = 1/4: 9/12 for the best and 1/12 for each of the others, 11/12 in all.
        let later = counts(48);
        assert!((later[1] - 9000).abs() < 180 && (later[0] - 1000).abs() < 150, "{later:?}");
        // ε = 3: the best has no weight at all.
        let first = counts(4);
        assert!(first[1] == 0 && (first[0] - 5500).abs() < 260, "{first:?}");
    }
}
