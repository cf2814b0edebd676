//! UCB1 (Auer, Cesa-Bianchi and Fischer 2002); in a tree, UCT (Kocsis and Szepesvári 2006).

use super::{At, Selection, argmax};
use crate::math::{ln, ln_single};
use crate::rng::Rng;
use crate::stats::{Available, CachedRoot, Stats};
use crate::tree::Arm;
use std::marker::PhantomData;

/// x̄ + c √(ln t / tₖ).
///
/// [With availability](Ucb1::with_availability), t is how often the arm was on offer, as in
/// information-set MCTS (Cowling, Powley and Whitehouse 2012).
#[derive(Clone, Copy, Debug)]
pub struct Ucb1<S = CachedRoot> {
    c: f64,
    stats: PhantomData<S>,
}

impl Ucb1 {
    /// With c outside the root: √2 in theory, less in most games.
    pub fn new(c: f64) -> Self {
        Self { c, stats: PhantomData }
    }
    /// With C inside the root, √(C ln t / tₖ), as the Tron paper writes it (Perick et al. 2012).
    pub fn inside(c: f64) -> Self {
        Self::new(c.sqrt())
    }
    /// The same, with t counted for each arm as often as it was on offer.
    pub fn with_availability(self) -> Ucb1<Available> {
        Ucb1 { c: self.c, stats: PhantomData }
    }
}

impl<S: Stats> Selection for Ucb1<S> {
    type Stats = S;

    #[inline]
    fn choose<M: Copy>(
        &mut self,
        arms: &[Arm<M, S>],
        at: At,
        _key: impl Fn(M) -> usize,
        _rng: &mut Rng,
    ) -> usize {
        if S::AVAILABILITY {
            return argmax(arms, |arm| {
                let n = f64::from(arm.stats.visits());
                let ln_t = ln(arm.stats.availability(at.total));
                arm.stats.sum() / n + self.c * (ln_t / n).sqrt()
            });
        }
        let width = self.c as f32 * ln_single(at.total).sqrt();
        // x̄ + w / √n, by multiplications alone.
        let index = |arm: &Arm<M, S>| {
            let root = arm.stats.inverse_root();
            root * (arm.stats.sum() as f32 * root + width)
        };
        // Two at a time, so that one comparison need not wait for the one before.
        let (pairs, last) = arms.as_chunks::<2>();
        let mut best = (f32::NEG_INFINITY, 0);
        for (i, [one, two]) in pairs.iter().enumerate() {
            let (one, two) = (index(one), index(two));
            let better = if two > one { (two, 2 * i + 1) } else { (one, 2 * i) };
            if better.0 > best.0 {
                best = better;
            }
        }
        match last {
            [arm] if index(arm) > best.0 => arms.len() - 1,
            _ => best.1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{arms, choice};

    /// The formula as printed.
    fn index(n: f64, sum: f64, t: f64, c: f64) -> f64 {
        sum / n + c * (t.ln() / n).sqrt()
    }

    #[test]
    fn more_arms_than_fit_at_once() {
        // The best of twenty stands in each place in turn.
        for best in 0..20 {
            let mut table = [(10, 4.0); 20];
            table[best] = (10, 6.0);
            assert_eq!(choice(Ucb1::new(1.0), &arms(&table)), best);
        }
    }

    #[test]
    fn follows_the_formula() {
        // t = 100: indices 0.6 + 0.277043, 0.5 + 0.391798 and 0.4 + 0.678614 at c = 1.
        let table = [(60, 36.0), (30, 15.0), (10, 4.0)];
        assert!((index(60.0, 36.0, 100.0, 1.0) - 0.877_043).abs() < 1e-6);
        assert!((index(30.0, 15.0, 100.0, 1.0) - 0.891_798).abs() < 1e-6);
        assert!((index(10.0, 4.0, 100.0, 1.0) - 1.078_614).abs() < 1e-6);
        for c in [0.0, 0.05, 0.2, 0.4, 1.0, 2.0] {
            let expected = argmax(&table, |&(n, sum)| index(f64::from(n), sum, 100.0, c));
            assert_eq!(choice(Ucb1::new(c), &arms(&table)), expected, "c = {c}");
        }
        assert_eq!(choice(Ucb1::new(0.05), &arms(&table)), 0);
        assert_eq!(choice(Ucb1::new(1.0), &arms(&table)), 2);
        assert_eq!(choice(Ucb1::inside(0.0025), &arms(&table)), 0);
    }
}
