//! MOSS (Audibert and Bubeck 2009; Perick et al. 2012, IV-A.6).
//!
//! The form of Audibert and Bubeck has t for the horizon here. The Tron paper prints the fraction
//! upside down, and t in place of tₖ under the root: ln(tₖ / (K t)) is never above 0, so that
//! the policy is greedy.

use super::{Form, Index};
use crate::stats::{Plain, Stats};

/// r̄ₖ + √(max(ln(t / (K tₖ)), 0) / tₖ) with K arms; as printed r̄ₖ + √(max(ln(tₖ / (K t)), 0) / t).
#[derive(Clone, Copy, Debug, Default)]
pub struct Moss {
    /// As in the source or as printed.
    pub form: Form,
}

/// What is the same for all arms.
#[derive(Clone, Copy, Debug)]
pub struct Shared {
    /// t.
    total: f64,
    /// K.
    arms: f64,
}

impl Index for Moss {
    type Stats = Plain;
    type Shared = Shared;

    #[inline]
    fn shared(&self, arms: usize, total: u32) -> Shared {
        Shared { total: f64::from(total), arms: arms as f64 }
    }

    #[inline]
    fn index(&self, arm: &Plain, Shared { total, arms }: Shared) -> f64 {
        let n = f64::from(arm.visits());
        arm.mean()
            + match self.form {
                Form::Source => (libm::log(total / arms / n).max(0.0) / n).sqrt(),
                Form::Printed => (libm::log(n / (arms * total)).max(0.0) / total).sqrt(),
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::arms;

    #[test]
    fn follows_the_formula() {
        let arms = arms(&[(10, 4.0), (90, 45.0), (0, 0.0), (0, 0.0)]);
        let moss = Moss::default();
        let shared = moss.shared(4, 100);
        // 0.4 + √(ln(2.5) / 10) = 0.4 + √0.0916291; the second has had more than its share.
        assert!((moss.index(&arms[0].stats, shared) - 0.702_702).abs() < 1e-6);
        assert_eq!(moss.index(&arms[1].stats, shared), 0.5);
    }

    #[test]
    fn the_printed_formula_is_greedy() {
        let printed = Moss { form: Form::Printed };
        let arms = arms(&[(10, 4.0), (90, 45.0)]);
        // ln(10 / 200) and ln(90 / 200) are negative: the means, 0.4 and 0.5, are left.
        let shared = printed.shared(2, 100);
        assert!((printed.index(&arms[0].stats, shared) - 0.4).abs() < 1e-12);
        assert_eq!(printed.index(&arms[1].stats, shared), 0.5);
        // Only with more visits than the node, K = 1, is there a bonus: 0.5 + √(ln(90 / 40) / 40).
        let index = printed.index(&arms[1].stats, printed.shared(1, 40));
        assert!((index - 0.642_385).abs() < 1e-6, "{index}");
    }
}
