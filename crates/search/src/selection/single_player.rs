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

    /// ln nₚ.
    #[inline]
    fn shared(&self, _arms: usize, total: u32) -> f64 {
        ln(total)
    }

    #[inline]
    fn index(&self, arm: &TopScore, ln_np: f64) -> f64 {
        let n = f64::from(arm.visits());
        let mean = arm.mean() / self.scale;
        let squares = arm.squares() / (self.scale * self.scale);
        let deviation = ((squares - n * mean * mean + self.d).max(0.0) / n).sqrt();
        mean + self.w * arm.top() / self.scale + self.c * (ln_np / n).sqrt() + deviation
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Feedback;

    #[test]
    fn follows_the_formula() {
        let mut arm = TopScore::default();
        for score in [1000.0, 1400.0, 1200.0, 1200.0] {
            arm.record(Feedback::of(score));
        }
        let policy = SinglePlayer { c: 100.0, d: 1000.0, w: 0.02, scale: 1.0 };
        // 1200 + 0.02 × 1400 + 100 √(4.605170 / 4) + √((5 840 000 − 4 × 1 440 000 + 1000) / 4)
        // = 1200 + 28 + 107.297 + 142.302.
        let index = policy.index(&arm, 100f64.ln());
        assert!((index - 1477.599).abs() < 1e-2, "{index}");
        // The same in units of 100 points, with the constants scaled: the index scales too.
        let scaled = SinglePlayer { c: 1.0, d: 0.1, w: 0.02, scale: 100.0 };
        assert!((scaled.index(&arm, 100f64.ln()) - 14.775_99).abs() < 1e-4);
    }
}
