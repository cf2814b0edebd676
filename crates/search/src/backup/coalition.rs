//! Coalition reduction (Nijssen and Winands 2012, IV-E).

use super::Backup;
use crate::game::{Game, Player, Rewards};

/// A game in which several players win together, by the deed of one of them.
pub trait Partnership: Game {
    /// Whether two players win and lose together.
    fn partners(&self, one: Player, other: Player) -> bool;
    /// Who won the game for his side, if it was one player's deed.
    fn winner(&self) -> Option<Player>;
}

/// A win that a partner of the searching player brings about counts 1 − r instead of 1, so that
/// nobody relies on the others too much. It counts the same for all partners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coalition {
    /// The reduction, from 0 (all for one) to 1 (each for himself).
    pub r: f64,
    /// Whether the opponents are credited with r then, so that the two sides share one point, or
    /// with what they are due.
    pub opponents_get_rest: bool,
}

impl Coalition {
    /// What a win is worth to the searching player that he or a partner has brought about.
    #[inline]
    pub fn win(&self, by_partner: bool) -> f64 {
        if by_partner { 1.0 - self.r } else { 1.0 }
    }
}

impl<G: Partnership> Backup<G> for Coalition {
    #[inline]
    fn credit(&self, end: &G, mut rewards: G::Rewards, root: Player) -> G::Rewards {
        match end.winner() {
            Some(winner) if winner != root && end.partners(winner, root) => {
                for player in 0..G::Rewards::PLAYERS {
                    if end.partners(player, winner) {
                        rewards[player] -= self.r;
                    } else if self.opponents_get_rest {
                        rewards[player] += self.r;
                    }
                }
                rewards
            }
            _ => rewards,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Turn;

    /// Over at once: player 2 of the side {1, 2} won.
    #[derive(Clone)]
    struct Won;

    impl Game for Won {
        type Move = u8;
        type Rewards = [f64; 3];
        fn turn(&self) -> Turn {
            Turn::Over
        }
        fn moves(&self, _: Player, _: &mut Vec<u8>) {}
        fn play(&mut self, _: u8) {}
        fn rewards(&self) -> [f64; 3] {
            [0.0, 1.0, 1.0]
        }
    }

    impl Partnership for Won {
        fn partners(&self, one: Player, other: Player) -> bool {
            (one == 0) == (other == 0)
        }
        fn winner(&self) -> Option<Player> {
            Some(2)
        }
    }

    #[test]
    fn a_partners_win_counts_less() {
        for (opponents_get_rest, opponent) in [(false, 0.0), (true, 0.25)] {
            let backup = Coalition { r: 0.25, opponents_get_rest };
            let credit = |root| backup.credit(&Won, Won.rewards(), root);
            assert_eq!(credit(2), [0.0, 1.0, 1.0]);
            assert_eq!(credit(1), [opponent, 0.75, 0.75]);
            assert_eq!(credit(0), [0.0, 1.0, 1.0]);
            assert_eq!((backup.win(false), backup.win(true)), (1.0, 0.75));
        }
    }
}
