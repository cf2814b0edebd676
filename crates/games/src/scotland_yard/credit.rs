//! What the end of an iteration is worth: coalition reduction (Nijssen and Winands 2012, IV-E), and a
//! discount for captures that come late.
//!
//! Detectives who know where Mr X is, as those of a playout do, nearly always catch him. What tells a
//! good move from a bad one is then *when* they do, and the discount makes a search see it.

use super::rules::{Belief, HIDER, Position, ROUNDS, SEEKERS};
use spinney_search::backup::{Backup, Coalition};
use spinney_search::game::Player;

/// How captures are credited.
#[derive(Clone, Debug, PartialEq)]
pub struct Credit {
    /// What a capture by a partner is worth.
    reduction: Coalition,
    /// γⁿ for a capture n rounds after the search began.
    powers: [f64; ROUNDS as usize + 1],
}

impl Credit {
    /// With this reduction, and with the discount γ per round; 1 for none.
    pub fn new(reduction: Coalition, gamma: f64) -> Self {
        let mut powers = [1.0; ROUNDS as usize + 1];
        for n in 1..powers.len() {
            powers[n] = powers[n - 1] * gamma;
        }
        Self { reduction, powers }
    }

    /// What is left of a capture in this position.
    #[inline]
    pub(super) fn part<B>(&self, end: &Position<B>) -> f64 {
        self.powers[usize::from(end.open.round.saturating_sub(end.open.stance.since()))]
    }
}

impl<B: Belief> Backup<Position<B>> for Credit {
    /// The seekers are credited with γⁿ of a capture, and the hider with what they lose by it.
    #[inline]
    fn credit(
        &self,
        end: &Position<B>,
        rewards: [f64; SEEKERS + 1],
        root: Player,
    ) -> [f64; SEEKERS + 1] {
        let caught = rewards[HIDER] == 0.0;
        let mut rewards = self.reduction.credit(end, rewards, root);
        let part = self.part(end);
        if caught && part < 1.0 {
            for reward in &mut rewards {
                *reward *= part;
            }
            rewards[HIDER] += 1.0 - part;
        }
        rewards
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scotland_yard::board::Ticket;
    use crate::scotland_yard::rules::{BlackFilter, Doubling, Move, Options, Stance};
    use spinney_search::game::Game;

    #[test]
    fn a_late_capture_is_worth_less() {
        let mut game = Options::default().with_starts(103, [102, 26, 29, 34, 50]);
        game.open.turn = 1;
        game.open.round = 5;
        game.play(Move::new(103, Ticket::Taxi));
        let reduction = Coalition { r: 0.25, opponents_get_rest: true };
        let credit = Credit::new(reduction, 0.5);
        let credited = |since: u8, root: Player| {
            let mut end = game;
            end.open.stance = Stance::new(BlackFilter::Off, Doubling::Rules, since);
            let [h, s, others @ ..] = credit.credit(&end, end.rewards(), root);
            assert!(others.iter().all(|&o| o == s), "seekers are credited alike");
            (h, s)
        };
        assert_eq!(credited(5, 1), (0.0, 1.0));
        assert_eq!(credited(4, 1), (0.5, 0.5));
        assert_eq!(credited(3, 1), (0.75, 0.25));
        // Another seeker's capture: 0.75 of a point, and half of it is left.
        assert_eq!(credited(4, 2), (0.625, 0.375));
        assert_eq!(credited(3, HIDER), (0.75, 0.25));
        let plain = Credit::new(reduction, 1.0);
        assert_eq!(plain.credit(&game, game.rewards(), 2)[..2], [0.25, 0.75]);
    }

    #[test]
    fn an_escape_is_worth_the_same_at_any_time() {
        let game = Options::default().start(1);
        let mut escaped = [0.0; SEEKERS + 1];
        escaped[HIDER] = 1.0;
        let reduction = Coalition { r: 0.25, opponents_get_rest: true };
        assert_eq!(Credit::new(reduction, 0.5).credit(&game, escaped, 1), escaped);
    }
}
