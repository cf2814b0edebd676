//! Which move to look at first: the better the order, the more is cut off.
//!
//! Killer moves (Akl and Newborn 1977): the last two moves that caused a cut-off at the same
//! distance from the root. History heuristic (Schaeffer 1983, 1989): how often, and how far from
//! the leaves, a move with the same key caused one anywhere.

use crate::game::{Game, Player};

#[derive(Clone, Debug)]
pub(super) struct Ordering<M> {
    use_killers: bool,
    killers: Vec<[Option<M>; 2]>,
    /// By player and key; empty when not used.
    history: Vec<u64>,
}

impl<M: Copy + Eq> Ordering<M> {
    pub(super) fn new<G: Game<Move = M>>(killers: bool, history: bool) -> Self {
        let keys = if history { G::PLAYERS * G::MOVE_KEYS } else { 0 };
        Self { use_killers: killers, killers: Vec::new(), history: vec![0; keys] }
    }

    /// The higher, the sooner; killers before all others.
    #[inline]
    pub(super) fn rank<G: Game<Move = M>>(&self, player: Player, mv: M, ply: usize) -> u64 {
        if let Some(killers) = self.killers.get(ply)
            && let Some(place) = killers.iter().position(|&killer| killer == Some(mv))
        {
            return u64::MAX - 1 - place as u64;
        }
        let key = player * G::MOVE_KEYS + G::move_key(mv);
        self.history.get(key).copied().unwrap_or(0)
    }

    /// A move cut its siblings off, with so many moves left to look ahead.
    pub(super) fn cut_off<G: Game<Move = M>>(
        &mut self,
        player: Player,
        mv: M,
        ply: usize,
        left: u32,
    ) {
        if self.use_killers {
            if self.killers.len() <= ply {
                self.killers.resize(ply + 1, [None; 2]);
            }
            let killers = &mut self.killers[ply];
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
        }
        let key = player * G::MOVE_KEYS + G::move_key(mv);
        if let Some(count) = self.history.get_mut(key) {
            *count = (*count + (1 << left.min(40))).min(1 << 60);
        }
    }
}
