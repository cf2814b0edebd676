//! The formula of single-player MCTS (Schadd, Winands, Tak and Uiterwijk 2012, 4.1, formula 1).
//!
//! The paper's threshold T, below which the simulation strategy chooses, is the search's own
//! [`expand_after`](crate::mcts::Config::expand_after).

use super::Index;
use crate::math::ln;
use crate::stats::{Stats, TopScore};

/// v + C √(ln nₚ / nᵢ) + √((Σr² − nᵢ v̄² + D) / nᵢ), with v = v̄ + W · top score.
#[derive(Clone, Copy, Debug)]
pub struct SinglePlayer {
    /// Exploration.
    pub c: f64,
    /// Keeps rarely visited nodes promising.
    pub d: f64,
    /// The weight of the top score.
    pub w: f64,
    /// What a score is divided by before the formula sees it: 1 for raw points.
    pub scale: f64,
}

impl Index for SinglePlayer {
    type Stats = TopScore;
    type Shared = f64;

    /// C √ln nₚ, in points.
    #[inline]
    fn shared(&self, _arms: usize, total: u32) -> f64 {
        self.c * self.scale * ln(total).max(0.0).sqrt()
    }

    /// The formula in points: scaling by a constant changes no choice, and spares divisions here.
    #[inline]
    fn index(&self, arm: &TopScore, exploration: f64) -> f64 {
        let d = self.d * self.scale * self.scale;
        let (mean, deviation) = arm.mean_and_deviation(d);
        mean + self.w * arm.top() + exploration * arm.precise_inverse_root() + deviation
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Feedback;

    #[test]
    fn follows_the_formula() {
        let arm = TopScore::default();
        for score in [1000.0, 1400.0, 1200.0, 1200.0] {
            arm.record(Feedback::of(score));
        }
        let policy = SinglePlayer { c: 100.0, d: 1000.0, w: 0.02, scale: 1.0 };
        // 1200 + 0.02 × 1400 + 100 √(4.605170 / 4) + √((5 840 000 − 4 × 1 440 000 + 1000) / 4)
        // = 1200 + 28 + 107.297 + 142.302.
        let index = policy.index(&arm, policy.shared(1, 100));
        assert!((index - 1477.599).abs() < 1e-2, "{index}");
        // With the constants for units of 100 points: the same.
        let scaled = SinglePlayer { c: 1.0, d: 0.1, w: 0.02, scale: 100.0 };
        let index = scaled.index(&arm, scaled.shared(1, 100));
        assert!((index - 1477.599).abs() < 1e-2, "{index}");
    }
}
