//! EXP3 (Auer, Cesa-Bianchi, Freund and Schapire 2002; Perick et al. 2012, IV-B.4).

use super::{At, Form, Selection, draw, explored};
use crate::math::exp;
use crate::rng::Rng;
use crate::stats::{Feedback, Stats, Weighted};
use crate::tree::Arm;

/// pₖ = (1 − γ) exp(η wₖ) / Σ exp(η w) + γ/K, with wₖ growing by r / pₖ when arm k brings r.
///
/// The Tron paper tunes η without giving it; the default is γ / K, as in the source. Exponents are
/// taken relative to the largest weight, so that they can't overflow; [`Form::Printed`] takes them
/// as they are. Where such exponentials overflow, the formula has no value: every arm of the node is
/// then equally likely from there on.
#[derive(Clone, Copy, Debug)]
pub struct Exp3 {
    /// The share of uniform exploration.
    pub gamma: f64,
    /// The scale of the weights; none for γ / K.
    pub eta: Option<f64>,
    /// Exponents relative to the largest weight, or as printed.
    pub form: Form,
}

impl Exp3 {
    /// With η = γ / K.
    pub fn new(gamma: f64) -> Self {
        Self { gamma, eta: None, form: Form::Source }
    }

    /// exp(η (wₖ − max w)) for all arms, as a sum and a function of one.
    fn scale<M>(self, arms: &[Arm<M, Weighted>]) -> (f64, f64, f64) {
        let eta = self.eta.unwrap_or(self.gamma / arms.len() as f64);
        let top = match self.form {
            Form::Source => {
                arms.iter().map(|a| a.stats.extra.weight.get()).fold(f64::MIN, f64::max)
            }
            Form::Printed => 0.0,
        };
        let sum = arms.iter().map(|a| exp(eta * (a.stats.extra.weight.get() - top))).sum();
        (eta, top, sum)
    }

    fn probability<M>(
        self,
        arm: &Arm<M, Weighted>,
        arms: usize,
        (eta, top, sum): (f64, f64, f64),
    ) -> f64 {
        let exploit = exp(eta * (arm.stats.extra.weight.get() - top)) / sum;
        explored(exploit, self.gamma, arms)
    }
}

impl Selection for Exp3 {
    type Stats = Weighted;
    const TRY_ALL: bool = false;
    const OWN_LEARNING: bool = true;

    fn choose<M: Copy>(
        &mut self,
        arms: &[Arm<M, Weighted>],
        _at: At,
        _key: impl Fn(M) -> usize,
        rng: &mut Rng,
    ) -> usize {
        let scale = self.scale(arms);
        draw(arms, rng, |_, arm| self.probability(arm, arms.len(), scale))
    }

    fn learn<M: Copy>(
        &mut self,
        arms: &[Arm<M, Weighted>],
        chosen: usize,
        feedback: Feedback,
        _counterfactual: &[f64],
    ) {
        let scale = self.scale(arms);
        let count = arms.len();
        let mut played = 1.0;
        for (i, arm) in arms.iter().enumerate() {
            let p = self.probability(arm, count, scale);
            // The average strategy leaves the forced exploration out.
            arm.stats.extra.played.add((p - self.gamma / count as f64).max(0.0));
            if i == chosen {
                played = p;
            }
        }
        arms[chosen].stats.extra.weight.add(feedback.reward / played);
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
    fn follows_the_formula() {
        let mut policy = Exp3::new(0.3);
        let arms = [(); 3].map(|()| arm_of(Weighted::default()));
        policy.learn(&arms, 1, Feedback::of(0.5), &[]);
        // All were equally likely: w = 0.5 / (1/3) = 1.5; η = 0.1.
        assert!((arms[1].stats.extra.weight.get() - 1.5).abs() < 1e-12);
        // p = 0.7 e^0.15 / (e^0.15 + 2) + 0.1 = 0.7 × 0.367456 + 0.1.
        let p = policy.probability(&arms[1], 3, policy.scale(&arms));
        assert!((p - 0.357_219).abs() < 1e-6, "{p}");
        let all: f64 = arms.iter().map(|a| policy.probability(a, 3, policy.scale(&arms))).sum();
        assert!((all - 1.0).abs() < 1e-12);
    }

    #[test]
    fn huge_weights_do_not_overflow() {
        let policy = Exp3::new(0.5);
        let arms = [(); 2].map(|()| arm_of(Weighted::default()));
        arms[0].stats.extra.weight.set(1e12);
        let p = policy.probability(&arms[0], 2, policy.scale(&arms));
        assert!((p - 0.75).abs() < 1e-12, "{p}");
    }

    #[test]
    fn the_printed_exponentials_agree_until_they_overflow() {
        let arms = [(); 2].map(|()| arm_of(Weighted::default()));
        let source = Exp3 { eta: Some(0.5), ..Exp3::new(0.36) };
        let printed = Exp3 { form: Form::Printed, ..source };
        let p = |policy: Exp3| policy.probability(&arms[0], 2, policy.scale(&arms));
        // 0.64 e^1.5 / (e^1.5 + 1) + 0.18.
        arms[0].stats.extra.weight.set(3.0);
        assert!((p(source) - 0.703_248).abs() < 1e-6, "{}", p(source));
        assert!((p(printed) - p(source)).abs() < 1e-12);
        // e^1000 is too large: ∞ / ∞.
        arms[0].stats.extra.weight.set(2000.0);
        assert!((p(source) - 0.82).abs() < 1e-12);
        assert!(p(printed).is_nan());
    }
}
