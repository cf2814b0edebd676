//! The rules as a [`Game`] of one player: a board, the points so far, and what the end adds.

// A move takes some 60 nanoseconds: a call that is not inlined shows in the benchmark.
#![allow(clippy::inline_always)]

use super::bits::Bits;
use super::board::Board;
use super::cells::Cells;
use super::dispatch::{Kernel, dispatch};
use super::position::Position;
use crate::samegame::reference::Place;
use spinney_search::game::{Features, Game, Player, Turn};

/// A SameGame state on a fast board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State<const W: usize, const P: usize, const L: u32> {
    /// The blocks.
    pub board: Board<W, P, L>,
    /// The points so far, without what the end adds.
    pub score: i32,
}

/// A state of the 15x15 board.
pub type StandardState = State<4, 3, 16>;
/// A state of any board up to 30x30 with 9 colours.
pub type LargeState = State<16, 4, 32>;

/// A move: the leftmost and lowest block of the group that goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Block {
    /// The column from the left, from 0.
    pub column: u8,
    /// The row from the bottom, from 0.
    pub row: u8,
}

impl Block {
    /// The cell as it is written, in a position of this many rows.
    pub fn place(self, rows: usize) -> Place {
        [rows - 1 - usize::from(self.row), usize::from(self.column)]
    }
}

/// Points for a group of `n`.
#[inline(always)]
pub fn points(n: u32) -> i32 {
    (n as i32 - 2).pow(2)
}

impl<const W: usize, const P: usize, const L: u32> State<W, P, L> {
    /// The start of a position, which must fit the board.
    pub fn new(position: &Position) -> Self {
        Self { board: position.board(), score: 0 }
    }

    /// How many blocks go with this one.
    pub fn group_size(&self, block: Block) -> u32 {
        self.board.links().group(Cells::bit(Self::index(block))).count()
    }

    #[inline(always)]
    pub(in crate::samegame) fn block(index: usize) -> Block {
        let (column, row) = Board::<W, P, L>::place(index);
        Block { column: column as u8, row: row as u8 }
    }

    #[inline(always)]
    pub(in crate::samegame) fn index(block: Block) -> usize {
        Board::<W, P, L>::index(usize::from(block.column), usize::from(block.row))
    }

    /// The groups that can be removed, by their first block.
    #[inline(always)]
    pub fn each_group(&self, mut each: impl FnMut(Cells<W>)) {
        let links = self.board.links();
        let mut left = links.removable();
        while !left.is_empty() {
            let group = links.group(Cells::bit(left.first()));
            left = left & !group;
            each(group);
        }
    }

    /// Removes a group that the caller knows to be one.
    #[inline(always)]
    pub fn remove(&mut self, group: Cells<W>) {
        self.score += points(group.count());
        self.board.remove(group);
    }

    /// How many blocks of each colour are left, colour 1 first.
    #[inline(always)]
    pub fn counts(&self) -> [u32; 15] {
        let mut counts = [0; 15];
        for (index, count) in counts.iter_mut().enumerate().take(Board::<W, P, L>::COLOURS) {
            *count = self.board.of_colour(index as u8 + 1).count();
        }
        counts
    }

    /// The commonest colour, the first of equals; 0 on an empty board.
    #[inline(always)]
    pub fn commonest(&self) -> u8 {
        self.commonest_from(1)
    }

    /// The commonest colour, of equals the first from `first` on, round and round; 0 on an empty
    /// board.
    #[inline(always)]
    pub fn commonest_from(&self, first: u8) -> u8 {
        let (mut most, mut commonest) = (0, 0);
        for (colour, n) in (1u8..).zip(self.counts()) {
            // Of equals, one from `first` on beats one before it, else the earlier stays.
            if n > most || n == most && n > 0 && commonest < first && colour >= first {
                (most, commonest) = (n, colour);
            }
        }
        commonest
    }

    /// What ending here adds (section 2.1): 1000 for an empty board, else minus (n - 2)² for each
    /// colour of which n blocks are left.
    #[inline(always)]
    pub fn ending(&self) -> i32 {
        if self.board.blocks().is_empty() {
            return 1000;
        }
        -self.counts().iter().filter(|&&n| n > 0).map(|&n| points(n)).sum::<i32>()
    }

    /// The points if the game ends here.
    #[inline(always)]
    pub fn total(&self) -> i32 {
        self.score + self.ending()
    }

    /// The over-estimator of section 3: as if all blocks of a colour went at once, and the board were
    /// cleared unless some colour has a single block.
    pub fn over_estimate(&self) -> i32 {
        let counts = self.counts();
        let groups: i32 = counts.iter().filter(|&&n| n > 1).map(|&n| points(n)).sum();
        let singles = counts.iter().filter(|&&n| n == 1).count() as i32;
        // Each colour with a single block costs at least its deduction of 1 instead of the bonus.
        self.score + groups + if singles == 0 { 1000 } else { -singles }
    }
}

impl<const W: usize, const P: usize, const L: u32> Game for State<W, P, L> {
    type Move = Block;
    type Rewards = [f64; 1];

    fn features(&self) -> Features {
        let counts = self.counts();
        let worst: i32 = counts.iter().filter(|&&n| n > 0).map(|&n| points(n)).sum();
        // Each move takes two blocks at least.
        let most = Board::<W, P, L>::ROWS * Board::<W, P, L>::COLUMNS / 2;
        Features {
            rewards: (f64::from(self.score - worst), f64::from(self.over_estimate())),
            constant_sum: false,
            hidden: false,
            max_moves: Some(most),
            max_length: Some(most),
        }
    }

    #[inline]
    fn turn(&self) -> Turn {
        let links = self.board.links();
        if (links.above | links.right).is_empty() { Turn::Over } else { Turn::One(0) }
    }

    #[inline]
    fn moves(&self, _: Player, out: &mut Vec<Block>) {
        self.each_group(|group| out.push(Self::block(group.first())));
    }

    #[inline]
    fn play(&mut self, mv: Block) {
        dispatch(OneMove { state: self, mv });
    }

    fn rewards(&self) -> [f64; 1] {
        [f64::from(self.total())]
    }
}

struct OneMove<'a, const W: usize, const P: usize, const L: u32> {
    state: &'a mut State<W, P, L>,
    mv: Block,
}

impl<const W: usize, const P: usize, const L: u32> Kernel for OneMove<'_, W, P, L> {
    type Output = ();

    #[inline(always)]
    fn run<B: Bits>(self) {
        let index = State::<W, P, L>::index(self.mv);
        let group = self.state.board.links().group(Cells::bit(index));
        debug_assert!(group.count() >= 2, "{:?} is no group", self.mv);
        self.state.remove(group);
    }
}
