//! A whole line of play, and how a changed one is played on to its end.

#![allow(clippy::inline_always)]

use super::traced::{Origin, Traced};
use crate::samegame::cells::Cells;
use crate::samegame::state::Block;
use spinney_search::rng::{Rng, below};

/// A line from the start to the end, with every state on it.
#[derive(Clone, Debug)]
pub(super) struct Line<const W: usize, const P: usize, const L: u32> {
    /// The moves, each by the origin of one of its blocks.
    pub(super) moves: Vec<Origin>,
    /// The state before each move.
    pub(super) before: Vec<Traced<W, P, L>>,
    /// The state at the end.
    pub(super) end: Traced<W, P, L>,
}

impl<const W: usize, const P: usize, const L: u32> Line<W, P, L> {
    /// The line without moves.
    pub(super) fn new(start: Traced<W, P, L>) -> Self {
        Self { moves: Vec::new(), before: Vec::new(), end: start }
    }

    /// Starts again from a state, without moves.
    #[inline(always)]
    pub(super) fn restart(&mut self, from: Traced<W, P, L>) {
        self.moves.clear();
        self.before.clear();
        self.end = from;
    }

    /// Replaces everything from move number `at` on by another line, which begins there.
    pub(super) fn splice(&mut self, at: usize, tail: &Self) {
        self.moves.truncate(at);
        self.moves.extend_from_slice(&tail.moves);
        self.before.truncate(at);
        self.before.extend_from_slice(&tail.before);
        self.end = tail.end;
    }

    /// Removes the group around a block, if the block is there and has a group.
    #[inline(always)]
    pub(super) fn play(&mut self, origin: Origin) {
        let Some(index) = self.end.find(origin) else { return };
        let links = self.end.state.board.links();
        let group = links.group(Cells::bit(index));
        if group == Cells::bit(index) {
            return;
        }
        self.moves.push(origin);
        self.before.push(self.end);
        self.end.remove(group);
    }

    /// Removes a group at random, none of the tabu colour unless `last`; false if there is none.
    #[inline(always)]
    pub(super) fn play_random(&mut self, tabu: u8, last: bool, rng: &mut Rng) -> bool {
        let board = &self.end.state.board;
        let links = board.links();
        let all = links.removable();
        let mut open = all & !board.of_colour(tabu);
        let mut count = open.count();
        if count == 0 && last {
            open = all;
            count = open.count();
        }
        if count == 0 {
            return false;
        }
        let index = open.nth(below(rng, count as usize) as u32);
        self.moves.push(self.end.origin(index));
        self.before.push(self.end);
        self.end.remove(links.group(Cells::bit(index)));
        true
    }

    /// Plays on to the end along a plan: its moves in their order as far as they are possible, but
    /// those of the tabu colour only when nothing else is left to do; what the plan does not say is
    /// done at random.
    #[inline(always)]
    pub(super) fn finish(&mut self, plan: &[Origin], spared: &Cells<W>, tabu: u8, rng: &mut Rng) {
        let mut late = plan.len();
        for (place, &origin) in plan.iter().enumerate() {
            if spared.has(usize::from(origin)) {
                late = late.min(place);
            } else {
                self.play(origin);
            }
        }
        while self.play_random(tabu, false, rng) {}
        for &origin in &plan[late..] {
            self.play(origin);
        }
        while self.play_random(tabu, true, rng) {}
    }

    /// The moves by the first block of each group, as the game knows them.
    pub(super) fn blocks(&self) -> Vec<Block> {
        let steps = self.moves.iter().zip(&self.before);
        let block = |(&origin, before): (&Origin, &Traced<W, P, L>)| {
            let index = before.find(origin)?;
            let group = before.state.board.links().group(Cells::bit(index));
            Some(crate::samegame::state::State::<W, P, L>::block(group.first()))
        };
        steps.filter_map(block).collect()
    }
}
