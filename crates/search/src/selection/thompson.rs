//! Thompson sampling with a Beta distribution (Thompson 1933; Perick et al. 2012, IV-B.3).
//!
//! The paper prints t for tₖ in the first argument; this is the ordinary posterior.

use super::{At, Selection, argmax};
use crate::rng::Rng;
use crate::stats::{Plain, Stats};
use crate::tree::Arm;
use rand_distr::{Beta, Distribution};

/// Draws a score for each arm from Beta(C₁ + r̄ₖ tₖ, C₂ + (1 − r̄ₖ) tₖ) and pulls the highest.
/// Rewards lie between 0 and 1.
#[derive(Clone, Copy, Debug)]
pub struct Thompson {
    /// Wins that every arm starts with.
    pub c1: f64,
    /// Losses that every arm starts with.
    pub c2: f64,
}

/// The smallest parameter that a Beta distribution is given.
const TINY: f64 = 1e-9;

impl Selection for Thompson {
    type Stats = Plain;

    fn choose<M: Copy>(
        &mut self,
        arms: &[Arm<M, Plain>],
        _at: At,
        _key: impl Fn(M) -> usize,
        rng: &mut Rng,
    ) -> usize {
        argmax(arms, |arm| {
            let wins = self.c1 + arm.stats.sum();
            let losses = self.c2 + f64::from(arm.stats.visits()) - arm.stats.sum();
            Beta::new(wins.max(TINY), losses.max(TINY))
                .expect("both parameters are positive")
                .sample(&mut rng.0)
        })
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
        let (mut policy, mut rng) = (Thompson { c1: 1.0, c2: 1.0 }, stream(&[5]));
        let at = At { player: 0, total: 2 };
        let second: usize = (0..12_000).map(|_| policy.choose(&arms, at, |_| 0, &mut rng)).sum();
        assert!(second.abs_diff(2000) < 150, "{second}");
    }
}
