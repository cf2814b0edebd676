//! Sets of cells as bits, a lane of bits a column.
//!
//! Bit `column * LANE + row` stands for the cell in that column and that row, counted from the
//! bottom. A board uses at most `LANE - 1` rows, so the top bit of every lane is always clear and a
//! shift by one never carries a block into the next column: no shift here needs a mask.

// A move takes some 60 nanoseconds: a call that is not inlined shows in the benchmark.
#![allow(clippy::inline_always)]

use super::bits::Bits;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of cells in `WORDS` words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cells<const WORDS: usize>(pub [u64; WORDS]);

impl<const WORDS: usize> Default for Cells<WORDS> {
    fn default() -> Self {
        Self([0; WORDS])
    }
}

impl<const WORDS: usize> Cells<WORDS> {
    /// The set that holds one bit.
    #[inline(always)]
    pub fn bit(index: usize) -> Self {
        // Chosen, not written to its place: what is read back as a whole just after a part of it was
        // written waits for the writing.
        Self(std::array::from_fn(|word| if word == index / 64 { 1 << (index % 64) } else { 0 }))
    }

    /// Whether it holds a bit.
    #[inline(always)]
    pub fn has(self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 == 1
    }

    /// Whether it holds nothing.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Whether it holds the same as another. What `==` says, but word by word: a comparison of whole
    /// arrays goes through memory, where it waits for the words just written; that took a quarter
    /// of the time of growing a group.
    #[inline(always)]
    pub fn same(self, other: Self) -> bool {
        (self ^ other).is_empty()
    }

    /// How many it holds.
    #[inline(always)]
    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Its lowest bit; it must hold one.
    #[inline(always)]
    pub fn first(self) -> usize {
        let word = self.0.iter().position(|&word| word != 0).expect("an empty set has no first");
        word * 64 + self.0[word].trailing_zeros() as usize
    }

    /// Its `n`th lowest bit, from 0; it must hold more than `n`.
    #[inline(always)]
    pub fn nth<B: Bits>(self, n: u32) -> usize {
        // Without branches, which chance would send the wrong way half of the time.
        let (mut word, mut passed, mut sum) = (0, 0, 0);
        for bits in &self.0[..WORDS - 1] {
            sum += bits.count_ones();
            let beyond = n >= sum;
            word += usize::from(beyond);
            passed = if beyond { sum } else { passed };
        }
        word * 64 + B::nth(self.0[word], n - passed) as usize
    }

    /// Every cell moved one row up.
    #[inline(always)]
    pub fn up(self) -> Self {
        Self(self.0.map(|word| word << 1))
    }

    /// Every cell moved one row down; what was in the bottom row lands in unused bits.
    #[inline(always)]
    pub fn down(self) -> Self {
        Self(self.0.map(|word| word >> 1))
    }

    /// Every cell moved one column to the right.
    #[inline(always)]
    pub fn right<const LANE: u32>(self) -> Self {
        Self(std::array::from_fn(|i| {
            let carried = if i > 0 { self.0[i - 1] >> (64 - LANE) } else { 0 };
            self.0[i] << LANE | carried
        }))
    }

    /// Every cell moved one column to the left; the first column leaves.
    #[inline(always)]
    pub fn left<const LANE: u32>(self) -> Self {
        Self(std::array::from_fn(|i| {
            let carried = if i + 1 < WORDS { self.0[i + 1] << (64 - LANE) } else { 0 };
            self.0[i] >> LANE | carried
        }))
    }

    /// The bits from the lowest up.
    pub fn iter(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            (!self.is_empty()).then(|| {
                let first = self.first();
                self.0[first / 64] &= self.0[first / 64] - 1;
                first
            })
        })
    }
}

macro_rules! by_word {
    ($trait:ident, $method:ident, $op:tt) => {
        impl<const WORDS: usize> $trait for Cells<WORDS> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(std::array::from_fn(|i| self.0[i] $op other.0[i]))
            }
        }
    };
}
by_word!(BitAnd, bitand, &);
by_word!(BitOr, bitor, |);
by_word!(BitXor, bitxor, ^);

impl<const WORDS: usize> Not for Cells<WORDS> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samegame::rules::bits::Portable;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn nth_walks_the_bits_in_order(words: [u64; 4]) {
            let cells = Cells(words);
            let listed: Vec<usize> = (0..256).filter(|&i| cells.has(i)).collect();
            let walked: Vec<usize> = (0..cells.count()).map(|n| cells.nth::<Portable>(n)).collect();
            prop_assert_eq!(&walked, &listed);
            prop_assert_eq!(cells.iter().collect::<Vec<_>>(), listed);
        }

        #[test]
        fn columns_move_whole(column in 1..14usize, row in 0..15usize) {
            let cell = Cells::<4>::bit(column * 16 + row);
            prop_assert_eq!(cell.right::<16>(), Cells::bit((column + 1) * 16 + row));
            prop_assert_eq!(cell.left::<16>(), Cells::bit((column - 1) * 16 + row));
        }
    }
}
