//! The fast board: colours in binary, one plane of bits a digit, a lane of bits a column.
//!
//! Two cells hold the same colour when they agree in every plane, so one comparison of the planes
//! with themselves, shifted, gives all pairs of equal neighbours at once ([`Links`]), and a group is
//! grown along them in a few steps. Blocks fall in all columns at once. Nothing here lists groups
//! unless asked to.
//!
//! [`Standard`] is the 15x15 board of the literature in 96 bytes; [`Large`] holds anything up to
//! 31x32 and 15 colours. Both are the same code.

// A move takes some 60 nanoseconds: a call that is not inlined shows in the benchmark.
#![allow(clippy::inline_always)]

use super::cells::Cells;

/// A board of at most `LANE - 1` rows and `64 / LANE * WORDS` columns, with at most
/// `2^PLANES - 1` colours. The colour 0 is the empty cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board<const WORDS: usize, const PLANES: usize, const LANE: u32> {
    planes: [Cells<WORDS>; PLANES],
}

/// Up to 15 rows, 16 columns, 7 colours.
pub type Standard = Board<4, 3, 16>;
/// Up to 31 rows, 32 columns, 15 colours.
pub type Large = Board<16, 4, 32>;

/// Which neighbours hold the same colour.
#[derive(Clone, Copy, Debug)]
pub struct Links<const WORDS: usize, const LANE: u32> {
    /// Blocks like the one above them.
    pub above: Cells<WORDS>,
    /// Blocks like the one on their right.
    pub right: Cells<WORDS>,
}

impl<const WORDS: usize, const LANE: u32> Links<WORDS, LANE> {
    /// The pairs of equal neighbours, from the digits of the colours.
    #[inline(always)]
    pub fn of<const PLANES: usize>(planes: &[Cells<WORDS>; PLANES]) -> Self {
        let blocks = planes.iter().fold(Cells::default(), |all, &plane| all | plane);
        let (mut above, mut right) = (blocks & blocks.down(), blocks & blocks.left::<LANE>());
        for &plane in planes {
            above = above & !(plane ^ plane.down());
            right = right & !(plane ^ plane.left::<LANE>());
        }
        Self { above, right }
    }

    /// All blocks with an equal neighbour: the ones that can be removed now.
    #[inline(always)]
    pub fn removable(self) -> Cells<WORDS> {
        self.above | self.above.up() | self.right | self.right.right::<LANE>()
    }

    /// Those of some blocks that have no equal neighbour below or on their left. Every group has one.
    #[inline(always)]
    pub fn corners(self, blocks: Cells<WORDS>) -> Cells<WORDS> {
        blocks & !self.above.up() & !self.right.right::<LANE>()
    }

    /// The whole group around some of its blocks.
    #[inline(always)]
    pub fn group(self, seed: Cells<WORDS>) -> Cells<WORDS> {
        let mut group = seed;
        loop {
            let tall = group | (group & self.above).up() | (group.down() & self.above);
            let wide =
                tall | (tall & self.right).right::<LANE>() | (tall.left::<LANE>() & self.right);
            if wide.same(group) {
                return group;
            }
            group = wide;
        }
    }
}

impl<const WORDS: usize, const PLANES: usize, const LANE: u32> Default
    for Board<WORDS, PLANES, LANE>
{
    fn default() -> Self {
        Self { planes: [Cells::default(); PLANES] }
    }
}

impl<const WORDS: usize, const PLANES: usize, const LANE: u32> Board<WORDS, PLANES, LANE> {
    /// Rows that fit.
    pub const ROWS: usize = LANE as usize - 1;
    /// Columns that fit.
    pub const COLUMNS: usize = 64 / LANE as usize * WORDS;
    /// Colours that fit.
    pub const COLOURS: usize = (1 << PLANES) - 1;
    const LANE_MASK: u64 = (1 << LANE) - 1;
    /// The lowest bit of every column of a word.
    const BOTTOMS: u64 = u64::MAX / Self::LANE_MASK;
    /// The highest bit of every column of a word, which no block uses.
    const TOPS: u64 = Self::BOTTOMS << (LANE - 1);

    /// The bit of a cell, its row counted from the bottom.
    #[inline(always)]
    pub fn index(column: usize, row: usize) -> usize {
        column * LANE as usize + row
    }

    /// The column and the row, from the bottom, of a bit.
    #[inline(always)]
    pub fn place(index: usize) -> (usize, usize) {
        (index / LANE as usize, index % LANE as usize)
    }

    /// Puts a block of a colour from 1 on an empty cell.
    pub fn put(&mut self, column: usize, row: usize, colour: u8) {
        debug_assert!(colour >= 1 && usize::from(colour) <= Self::COLOURS);
        let bit = Cells::bit(Self::index(column, row));
        for (digit, plane) in self.planes.iter_mut().enumerate() {
            if colour >> digit & 1 == 1 {
                *plane = *plane | bit;
            }
        }
    }

    /// The colour of a cell, 0 if it is empty.
    #[inline(always)]
    pub fn colour(&self, index: usize) -> u8 {
        let digits = self.planes.iter().enumerate();
        digits.map(|(digit, plane)| u8::from(plane.has(index)) << digit).sum()
    }

    /// All blocks.
    #[inline(always)]
    pub fn blocks(&self) -> Cells<WORDS> {
        self.planes.iter().fold(Cells::default(), |all, &plane| all | plane)
    }

    /// The blocks of one colour from 1.
    #[inline(always)]
    pub fn of_colour(&self, colour: u8) -> Cells<WORDS> {
        let digits = self.planes.iter().enumerate();
        digits.fold(!Cells::default(), |all, (digit, &plane)| {
            all & if colour >> digit & 1 == 1 { plane } else { !plane }
        })
    }

    /// The board of these digits.
    #[inline(always)]
    pub(in crate::samegame) fn from_planes(planes: [Cells<WORDS>; PLANES]) -> Self {
        Self { planes }
    }

    /// The digits of the colours, lowest first.
    #[inline(always)]
    pub fn planes(&self) -> &[Cells<WORDS>; PLANES] {
        &self.planes
    }

    /// The pairs of equal neighbours.
    #[inline(always)]
    pub fn links(&self) -> Links<WORDS, LANE> {
        Links::of(&self.planes)
    }

    /// Removes blocks: those above fall, and columns that are empty then are closed.
    ///
    /// The lowest block of each column goes at once in all columns, then the next: as many steps as
    /// the group is tall, whatever its shape, and no branch for a column.
    #[inline(always)]
    pub fn remove(&mut self, group: Cells<WORDS>) {
        let stood = self.blocks();
        // Most groups are one or two blocks tall, as chance has it: two steps without asking cost less
        // than a branch that goes the wrong way half of the time. A step with nothing to do does nothing.
        let left = self.drop_lowest(group);
        let mut left = self.drop_lowest(left);
        while !left.is_empty() {
            left = self.drop_lowest(left);
        }
        let emptied = stood & !self.blocks();
        for word in (0..WORDS).rev() {
            let mut lanes = emptied.0[word] & Self::BOTTOMS;
            while lanes != 0 {
                let lane = lanes.ilog2();
                self.close(word, lane);
                lanes ^= 1 << lane;
            }
        }
    }

    /// Removes the lowest of some blocks in each column, and says where the others lie then.
    #[inline(always)]
    fn drop_lowest(&mut self, left: Cells<WORDS>) -> Cells<WORDS> {
        // The highest bit of a column is free, so that no borrow and no carry leaves it.
        let under = Cells(left.0.map(|left| {
            let lowest = left & (Self::TOPS - left);
            let untouched = Self::TOPS & !(lowest + (Self::TOPS - Self::BOTTOMS));
            (lowest | untouched) - Self::BOTTOMS
        }));
        let over = Cells(under.0.map(|under| !(under | Self::TOPS)));
        for plane in &mut self.planes {
            *plane = (*plane & under) | (plane.down() & over);
        }
        left.down() & over
    }

    /// Closes an empty column, by its lowest bit in its word.
    #[inline(always)]
    fn close(&mut self, word: usize, lane: u32) {
        let low = (1u64 << lane) - 1;
        for plane in &mut self.planes {
            let bits = &mut plane.0;
            let after = if word + 1 < WORDS { bits[word + 1] } else { 0 };
            bits[word] = (bits[word] & low) | (bits[word] >> LANE & !low) | after << (64 - LANE);
            for i in word + 1..WORDS {
                let after = if i + 1 < WORDS { bits[i + 1] } else { 0 };
                bits[i] = bits[i] >> LANE | after << (64 - LANE);
            }
        }
    }

    /// A hash of the position.
    #[inline(always)]
    pub fn hash(&self) -> u64 {
        // Folded multiplication, two words a step; the odd constants keep the planes apart.
        let mut hash: u64 = 0x9E37_79B9_7F4A_7C15;
        for plane in &self.planes {
            for pair in plane.0.chunks_exact(2) {
                let wide = u128::from(pair[0] ^ hash)
                    * u128::from(pair[1] ^ hash.rotate_left(23) ^ 0xD6E8_FEB8_6659_FD93);
                hash = (wide as u64) ^ ((wide >> 64) as u64) ^ hash.rotate_left(31);
            }
        }
        let wide = u128::from(hash) * 0xA076_1D64_78BD_642F;
        (wide as u64) ^ ((wide >> 64) as u64)
    }
}
