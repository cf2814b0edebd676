//! UCB-Minimal (Maes, Wehenkel and Ernst 2011; Perick et al. 2012, IV-A.4).

use super::Index;
use crate::math::pow;
use crate::stats::{Plain, Stats};
use std::sync::Arc;

/// r̄ₖ + C₁ / tₖ^C₂.
///
/// ```
/// use spinney_search::selection::UcbMinimal;
/// // 2.5 after one visit, 2.5 / 16 after sixteen.
/// let policy = UcbMinimal::new(2.5, 1.0);
/// assert_eq!((policy.bonus(1), policy.bonus(16)), (2.5, 0.15625));
/// ```
#[derive(Clone, Debug)]
pub struct UcbMinimal {
    c1: f64,
    c2: f64,
    /// The bonus of the counts that most arms have: a power takes longer than the rest of a choice.
    few: Arc<[f64; Self::FEW]>,
}

impl UcbMinimal {
    const FEW: usize = 1024;

    /// `c1` is added after one visit; `c2` says how fast that fades.
    pub fn new(c1: f64, c2: f64) -> Self {
        let few = std::array::from_fn(|visits| c1 / pow(visits as f64, c2));
        Self { c1, c2, few: Arc::new(few) }
    }

    /// What is added to the mean of an arm with so many visits.
    #[inline]
    pub fn bonus(&self, visits: u32) -> f64 {
        match self.few.get(visits as usize) {
            Some(&bonus) => bonus,
            None => self.c1 / pow(f64::from(visits), self.c2),
        }
    }
}

impl Index for UcbMinimal {
    type Stats = Plain;
    type Shared = ();

    #[inline]
    fn shared(&self, _arms: usize, _total: u32) {}

    #[inline]
    fn index(&self, arm: &Plain, (): ()) -> f64 {
        arm.mean() + self.bonus(arm.visits())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::arms;

    #[test]
    fn follows_the_formula() {
        let policy = UcbMinimal::new(2.5, 0.75);
        // 0.5 + 2.5 / 16^0.75 = 0.5 + 2.5 / 8; from 4096 on it is no longer looked up.
        assert_eq!(policy.index(&arms(&[(16, 8.0)])[0].stats, ()), 0.8125);
        assert_eq!(policy.index(&arms(&[(4096, 2048.0)])[0].stats, ()), 0.5 + 2.5 / 512.0);
    }
}
