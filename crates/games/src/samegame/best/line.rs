//! A whole line of play, and how a changed one is played on to its end.

#![allow(clippy::inline_always)]

use super::remains::{Among, Origin, Remains, Removed, Start};
use crate::samegame::bits::Bits;
use crate::samegame::state::points;
use spinney_search::rng::Rng;

/// A move of a line: the group around a block, and whether it is to go in its turn although it is of
/// the tabu colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step(Origin);

impl Step {
    /// Above all origins: the largest board has 1024 cells.
    const EARLY: u16 = 0x8000;

    #[inline(always)]
    pub(super) fn new(origin: Origin, early: bool) -> Self {
        Self(if early { origin | Self::EARLY } else { origin })
    }

    #[inline(always)]
    pub(super) fn origin(self) -> Origin {
        self.0 & !Self::EARLY
    }

    #[inline(always)]
    pub(super) fn early(self) -> bool {
        self.0 & Self::EARLY != 0
    }
}

/// A move that was played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Played<const W: usize, const L: u32> {
    /// The move.
    pub(super) step: Step,
    /// What it gave.
    pub(super) points: i32,
    /// The columns of the start that it depends on.
    pub(super) near: u32,
    /// The state before it.
    pub(super) before: Remains<W, L>,
}

/// The moves from some state on, and the state that they lead to.
#[derive(Clone, Debug)]
pub(super) struct Line<const W: usize, const L: u32> {
    /// The moves.
    pub(super) moves: Vec<Played<W, L>>,
    /// The state at the end.
    pub(super) end: Remains<W, L>,
}

impl<const W: usize, const L: u32> Line<W, L> {
    /// The line without moves.
    pub(super) fn new(from: Remains<W, L>) -> Self {
        Self { moves: Vec::new(), end: from }
    }

    /// Starts again from a state, without moves.
    #[inline(always)]
    pub(super) fn restart(&mut self, from: Remains<W, L>) {
        self.moves.clear();
        self.end = from;
    }

    /// What its moves from number `at` on give.
    #[inline(always)]
    pub(super) fn points(&self, at: usize) -> i32 {
        self.moves[at..].iter().map(|played| played.points).sum()
    }

    /// Plays a move, if its block is left and not alone.
    #[inline(always)]
    pub(super) fn play<B: Bits, const P: usize>(&mut self, start: &Start<W, P, L>, step: Step) {
        let before = self.end;
        if let Some(Removed { size, near }) = self.end.play::<B, P>(start, step.origin()) {
            self.moves.push(Played { step, points: points(size), near, before });
        }
    }

    /// Plays move `n` of another line, whose state before it differs from the end of this one in some
    /// columns.
    #[inline(always)]
    pub(super) fn play_from<B: Bits, const P: usize>(
        &mut self,
        start: &Start<W, P, L>,
        other: &Self,
        n: usize,
        differing: u32,
    ) {
        let (before, played) = (self.end, &other.moves[n]);
        let after = other.moves.get(n + 1).map_or(&other.end, |next| &next.before);
        if played.near & differing == 0 {
            self.end.play_like(&played.before, after);
            self.moves.push(Played { before, ..*played });
        } else {
            self.play::<B, P>(start, played.step);
        }
    }

    /// Plays a move drawn at random; false if there is none.
    #[inline(always)]
    pub(super) fn play_random<B: Bits, const P: usize>(
        &mut self,
        start: &Start<W, P, L>,
        among: Among,
        rng: &mut Rng,
    ) -> bool {
        let Some(origin) = self.end.draw::<B, P>(start, among, rng) else { return false };
        self.play::<B, P>(start, Step::new(origin, matches!(among, Among::Only(_))));
        true
    }

    /// Plays on to the end at random, the tabu colour last, but its moves in `late` before others.
    #[inline(always)]
    pub(super) fn finish<B: Bits, const P: usize>(
        &mut self,
        start: &Start<W, P, L>,
        tabu: u8,
        late: impl Iterator<Item = Step>,
        rng: &mut Rng,
    ) {
        while self.play_random::<B, P>(start, Among::Others(tabu), rng) {}
        for step in late {
            self.play::<B, P>(start, step);
        }
        while self.play_random::<B, P>(start, Among::All, rng) {}
    }
}
