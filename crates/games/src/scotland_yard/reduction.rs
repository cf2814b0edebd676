//! Coalition Reduction as Nijssen and Winands describe it (2012, IV-E).

use super::rules::{Belief, HIDER, Position, SEEKERS};
use spinney_search::backup::{Backup, Partnership};
use spinney_search::game::Player;
use spinney_spec::choice;

choice! {
    /// What the hider is credited with when another seeker than the searching one catches him: a
    /// point that the text leaves open.
    pub enum HiderCredit {
        /// r: the result goes up "in a negamax-like fashion", so the two sides share one point.
        Rest = "rest",
        /// 0: he lost.
        Nothing = "nothing",
    }
}

/// A capture by the searching seeker counts 1, by another seeker 1 − r, for all seekers alike.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reduction {
    /// The reduction, 0 to 1.
    pub r: f64,
    /// What is left for the hider.
    pub hider: HiderCredit,
}

impl<B: Belief> Backup<Position<B>> for Reduction {
    #[inline]
    fn credit(
        &self,
        end: &Position<B>,
        mut rewards: [f64; SEEKERS + 1],
        root: Player,
    ) -> [f64; SEEKERS + 1] {
        if let Some(captor) = end.winner()
            && root != HIDER
            && captor != root
        {
            rewards = [1.0 - self.r; SEEKERS + 1];
            rewards[HIDER] = if self.hider == HiderCredit::Rest { self.r } else { 0.0 };
        }
        rewards
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scotland_yard::board::Ticket;
    use crate::scotland_yard::rules::{Move, Options};
    use spinney_search::game::Game;

    #[test]
    fn a_capture_by_another_seeker_counts_less() {
        let mut game = Options::default().with_starts(103, [102, 26, 29, 34, 50]);
        game.open.turn = 1;
        game.play(Move::new(103, Ticket::Taxi));
        let credit = |hider, root| {
            let [h, s, others @ ..] =
                Reduction { r: 0.25, hider }.credit(&game, game.rewards(), root);
            assert!(others.iter().all(|&o| o == s), "seekers are credited alike");
            (h, s)
        };
        assert_eq!(credit(HiderCredit::Rest, 1), (0.0, 1.0));
        assert_eq!(credit(HiderCredit::Rest, 2), (0.25, 0.75));
        assert_eq!(credit(HiderCredit::Nothing, 2), (0.0, 0.75));
        assert_eq!(credit(HiderCredit::Rest, HIDER), (0.0, 1.0));
    }
}
