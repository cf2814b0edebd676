//! A whole line of play, and how a changed one is played on to its end.

#![allow(clippy::inline_always)]

use super::bitboard::{Bitboard, Origin, Removed, Start};
use crate::samegame::rules::points;
use crate::samegame::rules::{Bits, Board, Cells};
use spinney_search::rng::{Rng, below};

/// A move of a line: the group around a block, and whether it is to go in its turn although it is of
/// the tabu colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SequenceMove(Origin);

impl SequenceMove {
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
    pub(super) step: SequenceMove,
    /// What it gave.
    pub(super) points: i32,
    /// The columns of the start that it depends on.
    pub(super) near: u32,
    /// The state before it.
    pub(super) before: Bitboard<W, L>,
}

/// The moves from some state on, and the state that they lead to.
#[derive(Clone, Debug)]
pub(super) struct Sequence<const W: usize, const L: u32> {
    /// The moves.
    pub(super) moves: Vec<Played<W, L>>,
    /// The state at the end.
    pub(super) end: Bitboard<W, L>,
}

impl<const W: usize, const L: u32> Sequence<W, L> {
    /// The line without moves.
    pub(super) fn new(from: Bitboard<W, L>) -> Self {
        Self { moves: Vec::new(), end: from }
    }

    /// Starts again from a state, without moves.
    #[inline(always)]
    pub(super) fn restart(&mut self, from: Bitboard<W, L>) {
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
    pub(super) fn play<B: Bits, const P: usize>(
        &mut self,
        start: &Start<W, P, L>,
        step: SequenceMove,
    ) {
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
        let board = self.end.board::<B, P>(start);
        let Some(drawn) = draw::<B, W, P, L>(&board, among, rng) else { return false };
        self.take::<B>(drawn, matches!(among, Among::Only(_)));
        true
    }

    /// Plays random moves as long as there are any.
    #[inline(always)]
    fn play_all_random<B: Bits, const P: usize>(
        &mut self,
        start: &Start<W, P, L>,
        among: Among,
        rng: &mut Rng,
    ) {
        let mut board = self.end.board::<B, P>(start);
        while let Some(drawn) = draw::<B, W, P, L>(&board, among, rng) {
            board.remove(drawn.group);
            self.take::<B>(drawn, false);
        }
    }

    /// Plays a move that was drawn.
    #[inline(always)]
    fn take<B: Bits>(&mut self, drawn: Drawn<W>, early: bool) {
        let before = self.end;
        let step = SequenceMove::new(before.origin::<B>(drawn.place), early);
        let Removed { size, near } = self.end.remove::<B>(drawn.group);
        self.moves.push(Played { step, points: points(size), near, before });
    }

    /// Plays on to the end at random, the tabu colour last, but its moves in `late` before others.
    #[inline(always)]
    pub(super) fn finish<B: Bits, const P: usize>(
        &mut self,
        start: &Start<W, P, L>,
        tabu: u8,
        late: impl Iterator<Item = SequenceMove>,
        rng: &mut Rng,
    ) {
        self.play_all_random::<B, P>(start, Among::Others(tabu), rng);
        for step in late {
            self.play::<B, P>(start, step);
        }
        self.play_all_random::<B, P>(start, Among::All, rng);
    }
}

/// Which moves may be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Among {
    /// All but those of this colour.
    Others(u8),
    /// Those of this colour.
    Only(u8),
    /// Any.
    All,
}

/// A move that was drawn: a block and its group, where they are now.
#[derive(Clone, Copy)]
struct Drawn<const W: usize> {
    place: usize,
    group: Cells<W>,
}

/// Draws a move, by a block of all that can go.
#[inline(always)]
fn draw<B: Bits, const W: usize, const P: usize, const L: u32>(
    board: &Board<W, P, L>,
    among: Among,
    rng: &mut Rng,
) -> Option<Drawn<W>> {
    let links = board.links();
    let open = match among {
        Among::Others(colour) => links.removable() & !board.of_colour(colour),
        Among::Only(colour) => links.removable() & board.of_colour(colour),
        Among::All => links.removable(),
    };
    let count = open.count();
    if count == 0 {
        return None;
    }
    let place = open.nth::<B>(below(rng, count as usize) as u32);
    Some(Drawn { place, group: links.group(Cells::bit(place)) })
}
