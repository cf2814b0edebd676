//! The move that follows from what a search found out.

use crate::game::Player;
use crate::report::{Report, RootMove};
use crate::rng::Rng;
use crate::selection::draw;
use crate::tree::Proven;
use std::cmp::Ordering;

/// Which move of the root is played (Chaslot et al. 2008).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FinalMove {
    /// The highest mean.
    Max,
    /// The most visits.
    #[default]
    Robust,
    /// Both at once; a search counted in playouts goes on, by a quarter at most, until there is
    /// such a move. The most visits if there is none.
    MaxRobust,
    /// The highest single reward: for puzzles.
    TopScore,
    /// Drawn from the strategy learned: for simultaneous moves.
    Mixed,
}

impl FinalMove {
    /// By its name in specifications.
    pub const NAMES: &'static [&'static str] = &["max", "robust", "max-robust", "top", "mix"];

    /// The rule with this name.
    pub fn named(name: &str) -> Option<Self> {
        let rules = [Self::Max, Self::Robust, Self::MaxRobust, Self::TopScore, Self::Mixed];
        Self::NAMES.iter().position(|&n| n == name).map(|i| rules[i])
    }
}

impl<M: Copy + Eq> Report<M> {
    /// The move to play; none if the player does not decide at the root. Moves proven to win come
    /// first, moves proven to lose last. Of equals, the one with the higher mean, then the first.
    pub fn best(&self, player: Player, rule: FinalMove, rng: &mut Rng) -> Option<M> {
        let moves = self.moves(player);
        if let Some(win) = moves.iter().find(|m| m.proven == Proven::Win) {
            return Some(win.mv);
        }
        let hopeful: Vec<RootMove<M>> =
            moves.iter().filter(|m| m.proven != Proven::Loss).copied().collect();
        let moves = if hopeful.is_empty() { moves } else { &hopeful[..] };
        if moves.is_empty() {
            return None;
        }
        let highest = |key: fn(&RootMove<M>) -> (f64, f64)| {
            let mut best = &moves[0];
            for m in &moves[1..] {
                if key(m).partial_cmp(&key(best)) == Some(Ordering::Greater) {
                    best = m;
                }
            }
            best.mv
        };
        Some(match rule {
            FinalMove::Max => highest(|m| (if m.visits > 0 { m.mean } else { f64::MIN }, 0.0)),
            FinalMove::Robust | FinalMove::MaxRobust => highest(|m| (f64::from(m.visits), m.mean)),
            FinalMove::TopScore => {
                highest(|m| (if m.visits > 0 { m.top } else { f64::MIN }, m.mean))
            }
            FinalMove::Mixed => moves[draw(moves, rng, |_, m| m.weight)].mv,
        })
    }

    /// Whether one move of the player has both the most visits and the highest mean.
    pub fn has_max_robust(&self, player: Player) -> bool {
        let moves = self.moves(player);
        let visits = moves.iter().map(|m| m.visits).max().unwrap_or(0);
        let mean = moves.iter().filter(|m| m.visits > 0).map(|m| m.mean).fold(f64::MIN, f64::max);
        moves.iter().any(|m| m.visits == visits && m.mean >= mean)
    }

    /// Whether every player who decides has such a move.
    pub(crate) fn is_max_robust(&self) -> bool {
        self.players.iter().all(|&(player, _)| self.has_max_robust(player))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::report;
    use crate::rng::stream;

    #[test]
    fn each_rule_looks_at_its_own_number() {
        use Proven::Open;
        let found = report(&[(50, 0.5, 9.0, Open), (10, 0.7, 8.0, Open), (0, 0.0, 0.0, Open)]);
        let mut rng = stream(&[1]);
        assert_eq!(found.best(0, FinalMove::Robust, &mut rng), Some(0));
        assert_eq!(found.best(0, FinalMove::Max, &mut rng), Some(1));
        assert_eq!(found.best(0, FinalMove::TopScore, &mut rng), Some(0));
        assert!(!found.has_max_robust(0));
        assert_eq!(found.best(1, FinalMove::Robust, &mut rng), None);
        let drawn: usize =
            (0..6000).map(|_| found.best(0, FinalMove::Mixed, &mut rng).unwrap()).sum();
        assert!(drawn.abs_diff(1000) < 120, "{drawn}");
    }

    #[test]
    fn certainty_comes_first() {
        use Proven::{Draw, Loss, Open, Win};
        let mut rng = stream(&[1]);
        let mut best = |moves: &[_]| report(moves).best(0, FinalMove::Robust, &mut rng);
        assert_eq!(best(&[(90, 0.9, 1.0, Open), (1, 0.0, 0.0, Win)]), Some(1));
        assert_eq!(best(&[(90, 0.9, 1.0, Loss), (1, 0.0, 0.0, Draw)]), Some(1));
        assert_eq!(best(&[(90, 0.9, 1.0, Loss), (91, 0.0, 0.0, Loss)]), Some(1));
    }
}
