//! UCB-Minimal (Maes, Wehenkel and Ernst 2011; Perick et al. 2012, IV-A.4).

use super::Index;
use crate::math::pow;
use crate::stats::{Plain, Stats};

/// r̄ₖ + C₁ / tₖ^C₂.
#[derive(Clone, Copy, Debug)]
pub struct UcbMinimal {
    /// How much is added after one visit.
    pub c1: f64,
    /// How fast that fades.
    pub c2: f64,
}

impl Index for UcbMinimal {
    type Stats = Plain;
    type Shared = ();

    #[inline]
    fn shared(&self, _arms: usize, _total: u32) {}

    #[inline]
    fn index(&self, arm: &Plain, (): ()) -> f64 {
        arm.mean() + self.c1 / pow(f64::from(arm.visits()), self.c2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::arms;

    #[test]
    fn follows_the_formula() {
        // 0.5 + 2.5 / 16^0.75 = 0.5 + 2.5 / 8.
        let index = UcbMinimal { c1: 2.5, c2: 0.75 }.index(&arms(&[(16, 8.0)])[0].stats, ());
        assert_eq!(index, 0.8125);
    }
}
