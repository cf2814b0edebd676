//! A state by the blocks that are left, each at its place of the start.
//!
//! Colours never change, so the set of blocks that are left says all about a board: 32 bytes for the
//! standard one. Where the blocks lie now is found by gathering, column by column, what is left of it
//! ([`Bits::gather`]), for the one colour that a move asks about; nothing has to fall.
//!
//! A move is named by a block of the start, not by a place: the group around that block, wherever it
//! has fallen to. A line keeps its meaning then when a move is put in or taken out before it, which
//! is what the annealer does all the time.

#![allow(clippy::inline_always)]

use crate::samegame::rules::{Bits, Board, Cells, State};

/// A block by its place at the start.
pub(super) type Origin = u16;

/// Where the blocks of each colour lie at the start.
#[derive(Clone, Debug)]
pub(super) struct Start<const W: usize, const P: usize, const L: u32> {
    /// The start itself.
    pub(super) state: State<W, P, L>,
    /// The cells of each colour, from colour 0, which has none.
    colours: Vec<Cells<W>>,
    /// The colour of each cell.
    colour_of: Vec<u8>,
}

impl<const W: usize, const P: usize, const L: u32> Start<W, P, L> {
    pub(super) fn new(state: State<W, P, L>) -> Self {
        let board = &state.board;
        let mut colours: Vec<_> = (0..1u8 << P).map(|colour| board.of_colour(colour)).collect();
        colours[0] = Cells::default();
        let colour_of = (0..W * 64).map(|index| board.colour(index)).collect();
        Self { state, colours, colour_of }
    }

    /// The colour of a block.
    #[inline(always)]
    pub(super) fn colour(&self, origin: Origin) -> u8 {
        self.colour_of[usize::from(origin)]
    }
}

/// The blocks that are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bitboard<const W: usize, const L: u32> {
    /// The blocks where they lay at the start.
    alive: Cells<W>,
    /// The columns of the start that still hold a block.
    columns: u32,
}

/// A group that went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Removed {
    /// How many blocks.
    pub(super) size: u32,
    /// The columns of the start on which it depends: from the one on its left to the one on its right,
    /// with those between, or the whole side where there is none. If the same blocks are left in them,
    /// the same group goes with the same move, whatever differs elsewhere.
    pub(super) near: u32,
}

impl<const W: usize, const L: u32> Bitboard<W, L> {
    const LANES: usize = 64 / L as usize;
    const LANE_MASK: u64 = (1 << L) - 1;

    /// All blocks of a start.
    pub(super) fn new<const P: usize>(start: &Start<W, P, L>) -> Self {
        let alive = start.state.board.blocks();
        let filled = |column: &usize| alive.has(column * L as usize);
        let columns = (0..W * Self::LANES).filter(filled).map(|column| 1 << column).sum();
        Self { alive, columns }
    }

    /// The lanes that hold any of some cells.
    #[inline(always)]
    fn lanes<B: Bits>(cells: Cells<W>) -> u32 {
        let tops = (u64::MAX / Self::LANE_MASK) << (L - 1);
        let mut lanes = 0;
        for (word, bits) in cells.0.into_iter().enumerate() {
            // The highest bit of a lane is free: it is set by a carry, from any bit of the lane.
            let carried = (bits + (tops - (tops >> (L - 1)))) & tops;
            lanes |= (B::gather(carried, tops) as u32) << (word * Self::LANES);
        }
        lanes
    }

    /// The columns of the start of which the same blocks are not left.
    #[inline(always)]
    pub(super) fn differing<B: Bits>(&self, other: &Self) -> u32 {
        Self::lanes::<B>(self.alive ^ other.alive)
    }

    /// Removes what went between two states of another line.
    #[inline(always)]
    pub(super) fn play_like(&mut self, before: &Self, after: &Self) {
        self.alive = self.alive & !(before.alive & !after.alive);
        self.columns &= !(before.columns & !after.columns);
    }

    /// Whether a block is left.
    #[inline(always)]
    pub(super) fn has(&self, origin: Origin) -> bool {
        self.alive.has(usize::from(origin))
    }

    /// How many blocks are left.
    #[inline(always)]
    pub(super) fn count(&self) -> u32 {
        self.alive.count()
    }

    /// How many blocks of each colour are left, colour 1 first.
    pub(super) fn counts<const P: usize>(&self, start: &Start<W, P, L>) -> Vec<u32> {
        start.colours[1..].iter().map(|&cells| (cells & self.alive).count()).collect()
    }

    /// Whether all empty columns are at the right: column and place are the same then.
    #[inline(always)]
    fn closed(columns: u32) -> bool {
        columns & columns.wrapping_add(1) == 0
    }

    /// Where some cells of the start are now; those that are gone are left out.
    #[inline(always)]
    fn fallen<B: Bits>(&self, cells: &Cells<W>) -> Cells<W> {
        let lane = |word: usize, lane: usize| {
            let shift = lane * L as usize;
            B::gather(cells.0[word] >> shift, self.alive.0[word] >> shift & Self::LANE_MASK)
        };
        let mut fallen = [0; W];
        if Self::closed(self.columns) {
            for (word, bits) in fallen.iter_mut().enumerate() {
                for i in 0..Self::LANES {
                    *bits |= lane(word, i) << (i * L as usize);
                }
            }
            return Cells(fallen);
        }
        let mut columns = self.columns;
        for bits in &mut fallen {
            for i in 0..Self::LANES {
                if columns == 0 {
                    return Cells(fallen);
                }
                let column = columns.trailing_zeros() as usize;
                columns &= columns - 1;
                *bits |= lane(column / Self::LANES, column % Self::LANES) << (i * L as usize);
            }
        }
        Cells(fallen)
    }

    /// The column of the start that is at this place now.
    #[inline(always)]
    fn column<B: Bits>(columns: u32, place: usize) -> usize {
        if Self::closed(columns) {
            place
        } else {
            B::nth(u64::from(columns), place as u32) as usize
        }
    }

    #[inline(always)]
    fn lane(&self, column: usize) -> u64 {
        self.alive.0[column / Self::LANES] >> (column % Self::LANES * L as usize) & Self::LANE_MASK
    }

    /// Where a block that is left is now.
    #[inline(always)]
    pub(super) fn place(&self, origin: Origin) -> usize {
        let (column, row) = (usize::from(origin) / L as usize, usize::from(origin) % L as usize);
        let left = (self.columns & ((1 << column) - 1)).count_ones() as usize;
        let below = (self.lane(column) & ((1 << row) - 1)).count_ones() as usize;
        left * L as usize + below
    }

    /// The origin of the block that is here now.
    #[inline(always)]
    pub(super) fn origin<B: Bits>(&self, place: usize) -> Origin {
        let column = Self::column::<B>(self.columns, place / L as usize);
        let row = B::nth(self.lane(column), (place % L as usize) as u32) as usize;
        (column * L as usize + row) as Origin
    }

    /// The whole group around a block that is left, where it is now.
    #[inline(always)]
    pub(super) fn group<B: Bits, const P: usize>(
        &self,
        start: &Start<W, P, L>,
        origin: Origin,
    ) -> Cells<W> {
        let like = self.fallen::<B>(&start.colours[usize::from(start.colour(origin))]);
        let mut group = Cells::bit(self.place(origin));
        loop {
            let beside = group.up() | group.down() | group.left::<L>() | group.right::<L>();
            let grown = like & (group | beside);
            if grown.same(group) {
                return group;
            }
            group = grown;
        }
    }

    /// Removes the group around a block; nothing if the block is gone or alone.
    #[inline(always)]
    pub(super) fn play<B: Bits, const P: usize>(
        &mut self,
        start: &Start<W, P, L>,
        origin: Origin,
    ) -> Option<Removed> {
        if !self.has(origin) {
            return None;
        }
        let group = self.group::<B, P>(start, origin);
        if group.count() < 2 {
            return None;
        }
        Some(self.remove::<B>(group))
    }

    /// Removes a group, given by where it is now.
    #[inline(always)]
    pub(super) fn remove<B: Bits>(&mut self, group: Cells<W>) -> Removed {
        let columns = self.columns;
        // A group lies in columns side by side.
        let places = Self::lanes::<B>(group);
        let (first, last) = (places.trailing_zeros() as usize, places.ilog2() as usize);
        for place in first..=last {
            let shift = place % Self::LANES * L as usize;
            let rows = group.0[place / Self::LANES] >> shift & Self::LANE_MASK;
            let column = Self::column::<B>(columns, place);
            let standing = self.lane(column);
            let gone = B::scatter(rows, standing);
            self.alive.0[column / Self::LANES] ^= gone << (column % Self::LANES * L as usize);
            self.columns &= !(u32::from(gone == standing) << column);
        }
        // Where nothing is beside it, whatever came to be there would be.
        let beyond = last + 1 == columns.count_ones() as usize;
        let left = if first == 0 { 0 } else { Self::column::<B>(columns, first - 1) };
        let right = if beyond { 31 } else { Self::column::<B>(columns, last + 1) };
        let near = u32::MAX << left & u32::MAX >> (31 - right);
        Removed { size: group.count(), near }
    }

    /// The blocks where they are now.
    #[inline(always)]
    pub(super) fn board<B: Bits, const P: usize>(&self, start: &Start<W, P, L>) -> Board<W, P, L> {
        let mut planes = [Cells::default(); P];
        for (fallen, plane) in planes.iter_mut().zip(start.state.board.planes()) {
            *fallen = self.fallen::<B>(plane);
        }
        Board::from_planes(planes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samegame::rules::{Portable, Position};
    use proptest::prelude::*;
    use spinney_search::rng::{below, stream};

    /// Plays the same random moves on the board itself, following every block by hand: columns of
    /// origins from which removed ones are taken.
    fn follows_the_board<const W: usize, const P: usize, const L: u32>(
        position: &Position,
        seed: u64,
    ) {
        let mut state = State::<W, P, L>::new(position);
        let start = Start::new(state);
        let mut remains = Bitboard::new(&start);
        let mut columns: Vec<Vec<usize>> = (0..position.columns())
            .map(|c| (0..position.rows()).map(|r| c * L as usize + r).collect())
            .collect();
        let mut rng = stream(&[seed]);
        loop {
            for (c, column) in columns.iter().enumerate() {
                for (r, &origin) in column.iter().enumerate() {
                    let place = c * L as usize + r;
                    assert_eq!(usize::from(remains.origin::<Portable>(place)), origin);
                    assert!(remains.has(origin as Origin));
                    assert_eq!(remains.place(origin as Origin), place);
                    assert_eq!(state.board.colour(place), start.colour(origin as Origin));
                }
            }
            assert_eq!(remains.count() as usize, columns.iter().map(Vec::len).sum::<usize>());
            assert_eq!(remains.counts(&start)[..], state.counts()[..(1 << P) - 1]);
            assert_eq!(remains.board::<Portable, P>(&start), state.board);
            let open = state.board.links().removable();
            if open.is_empty() {
                return;
            }
            let place = open.nth::<Portable>(below(&mut rng, open.count() as usize) as u32);
            let origin = remains.origin::<Portable>(place);
            let group = state.board.links().group(Cells::bit(place));
            state.remove(group);
            let before = remains;
            let removed = remains.play::<Portable, P>(&start, origin).unwrap();
            assert_eq!(removed.size, group.count());
            assert_eq!(remains.play::<Portable, P>(&start, origin), None);
            let touched = before.differing::<Portable>(&remains);
            assert!(touched != 0 && touched & !removed.near == 0);
            assert_eq!(remains.differing::<Portable>(&remains), 0);
            for (c, column) in columns.iter_mut().enumerate() {
                let mut row = 0;
                column.retain(|_| {
                    row += 1;
                    !group.has(c * L as usize + row - 1)
                });
            }
            columns.retain(|column| !column.is_empty());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn origins_and_groups_are_right(rows in 1..=15usize, columns in 1..=15usize, seed: u64) {
            let position = Position::random(rows, columns, 3, seed);
            follows_the_board::<4, 3, 16>(&position, seed);
            follows_the_board::<16, 4, 32>(&position, seed);
        }
    }
}
