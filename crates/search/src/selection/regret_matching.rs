//! Regret matching (Hart and Mas-Colell 2000), in a tree of simultaneous moves (Lanctot,
//! Wittlinger, Winands and Den Teuling 2013).

use super::{At, Selection, draw, explored};
use crate::rng::Rng;
use crate::stats::{Feedback, Stats, Weighted};
use crate::tree::Arm;

/// Plays each arm in proportion to the regret of not having played it, with a share γ of uniform
/// exploration. Regrets are measured against the mean reward that the arm brought where the other
/// players chose the same.
#[derive(Clone, Copy, Debug)]
pub struct RegretMatching {
    /// The share of uniform exploration.
    pub gamma: f64,
}

/// The sum of the positive regrets.
fn regrets<M>(arms: &[Arm<M, Weighted>]) -> f64 {
    arms.iter().map(|arm| arm.stats.extra.weight.get().max(0.0)).sum()
}

/// The probability of an arm before exploration.
fn matched<M>(arm: &Arm<M, Weighted>, arms: usize, regrets: f64) -> f64 {
    if regrets > 0.0 { arm.stats.extra.weight.get().max(0.0) / regrets } else { 1.0 / arms as f64 }
}

impl Selection for RegretMatching {
    type Stats = Weighted;
    const TRY_ALL: bool = false;
    const OWN_LEARNING: bool = true;
    const COUNTERFACTUAL: bool = true;

    fn choose<M: Copy>(
        &mut self,
        arms: &[Arm<M, Weighted>],
        _at: At,
        _key: impl Fn(M) -> usize,
        rng: &mut Rng,
    ) -> usize {
        let (count, sum) = (arms.len(), regrets(arms));
        draw(arms, rng, |_, arm| explored(matched(arm, count, sum), self.gamma, count))
    }

    fn learn<M: Copy>(
        &mut self,
        arms: &[Arm<M, Weighted>],
        chosen: usize,
        feedback: Feedback,
        counterfactual: &[f64],
    ) {
        let (count, sum) = (arms.len(), regrets(arms));
        for (i, arm) in arms.iter().enumerate() {
            arm.stats.extra.played.add(matched(arm, count, sum));
            if i != chosen {
                let instead = counterfactual.get(i).copied().unwrap_or_else(|| arm.stats.mean());
                arm.stats.extra.weight.add(instead - feedback.reward);
            }
        }
        arms[chosen].stats.record(feedback);
    }

    fn weight(stats: &Weighted) -> f64 {
        stats.extra.played.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::arm_of;

    #[test]
    fn regret_is_what_the_others_would_have_brought_instead() {
        let mut policy = RegretMatching { gamma: 0.1 };
        let arms = [(); 3].map(|()| arm_of(Weighted::default()));
        policy.learn(&arms, 0, Feedback::of(0.25), &[0.0, 1.0, 0.5]);
        let weights: Vec<f64> = arms.iter().map(|a| a.stats.extra.weight.get()).collect();
        assert_eq!(weights, [0.0, 0.75, 0.25]);
        assert_eq!(matched(&arms[1], 3, regrets(&arms)), 0.75);
        assert!(arms.iter().all(|a| a.stats.extra.played.get() == 1.0 / 3.0));
    }
}
