//! UCT with Progressive History (Nijssen and Winands 2011; 2012, III-A, formula 1).

use super::{At, Selection, argmax};
use crate::game::Player;
use crate::math::ln;
use crate::rng::Rng;
use crate::stats::{Available, Plain, Stats};
use crate::tree::Arm;
use std::marker::PhantomData;

/// x̄ᵢ + C √(ln nₚ / nᵢ) + W x̄ₐ / (nᵢ (1 − x̄ᵢ) + 1), where x̄ₐ is the mean reward of all iterations
/// in which the player made the move a, wherever that was.
#[derive(Clone, Debug)]
pub struct ProgressiveHistory<S = Plain> {
    c: f64,
    w: f64,
    keys: usize,
    /// Sum and count of rewards, a player and key.
    history: Vec<(f64, u32)>,
    stats: PhantomData<S>,
}

impl ProgressiveHistory {
    /// For a game of so many players and [`move keys`](crate::game::Game::MOVE_KEYS).
    pub fn new(c: f64, w: f64, players: usize, keys: usize) -> Self {
        let keys = keys.max(1);
        Self { c, w, keys, history: vec![(0.0, 0); players * keys], stats: PhantomData }
    }

    /// The same, with nₚ counted for each arm as often as it was on offer.
    pub fn with_availability(self) -> ProgressiveHistory<Available> {
        let Self { c, w, keys, history, .. } = self;
        ProgressiveHistory { c, w, keys, history, stats: PhantomData }
    }
}

impl<S> ProgressiveHistory<S> {
    /// x̄ₐ; 0 for a move that was never played.
    #[inline]
    fn average(&self, player: Player, key: usize) -> f64 {
        let (sum, count) = self.history[player * self.keys + key];
        if count == 0 { 0.0 } else { sum / f64::from(count) }
    }

    #[inline]
    fn index(&self, stats: &impl Stats, ln_np: f64, average: f64) -> f64 {
        let n = f64::from(stats.visits());
        let losses = n - stats.sum();
        stats.sum() / n + self.c * (ln_np / n).sqrt() + self.w * average / (losses + 1.0)
    }
}

impl<S: Stats> Selection for ProgressiveHistory<S> {
    type Stats = S;
    const HISTORY: bool = true;

    #[inline]
    fn choose<M: Copy>(
        &mut self,
        arms: &[Arm<M, S>],
        at: At,
        key: impl Fn(M) -> usize,
        _rng: &mut Rng,
    ) -> usize {
        let shared = ln(at.total);
        argmax(arms, |arm| {
            let ln_np = if S::AVAILABILITY { ln(arm.stats.availability(at.total)) } else { shared };
            self.index(&arm.stats, ln_np, self.average(at.player, key(arm.mv)))
        })
    }

    #[inline]
    fn played(&mut self, player: Player, key: usize, reward: f64) {
        let (sum, count) = &mut self.history[player * self.keys + key];
        *sum += reward;
        *count += 1;
    }

    fn reset(&mut self) {
        self.history.fill((0.0, 0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::arms;

    #[test]
    fn follows_the_formula() {
        let mut policy = ProgressiveHistory::new(0.5, 5.0, 2, 4);
        for reward in [1.0, 1.0, 0.0, 0.0, 1.0] {
            policy.played(1, 3, reward);
        }
        assert_eq!(policy.average(1, 3), 0.6);
        assert_eq!(policy.average(0, 3), 0.0);
        // 0.7 + 0.5 √(4.605170 / 10) + 5 × 0.6 / (10 × 0.3 + 1) = 0.7 + 0.339307 + 0.75.
        let arm: &Plain = &arms(&[(10, 7.0)])[0].stats;
        assert!((policy.index(arm, 100f64.ln(), 0.6) - 1.789_307).abs() < 1e-6);
        policy.reset();
        assert_eq!(policy.average(1, 3), 0.0);
    }
}
