//! εₙ-greedy (Auer, Cesa-Bianchi and Fischer 2002; Perick et al. 2012, IV-B.2).

use super::{At, Selection, argmax};
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
}

impl EpsilonGreedy {
    fn epsilon(self, arms: usize, total: u32) -> f64 {
        (self.c * arms as f64 / (self.d * self.d * f64::from(total))).min(1.0)
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
        if unit(rng) < self.epsilon(arms.len(), at.total) {
            below(rng, arms.len())
        } else {
            argmax(arms, |arm| arm.stats.mean())
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
        let mut policy = EpsilonGreedy { c: 1.0, d: 0.5 };
        assert_eq!(policy.epsilon(3, 4), 1.0);
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
}
