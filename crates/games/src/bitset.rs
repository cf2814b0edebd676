//! A small set of numbers as bits: stations of a board, vertices of a graph.
//!
//! ```
//! use spinney_games::bitset::BitSet;
//! let mut set: BitSet<4> = [3, 77, 199].into_iter().collect();
//! set.remove(77);
//! assert_eq!(set.iter().collect::<Vec<_>>(), [3, 199]);
//! assert_eq!(set.nth(1), Some(199));
//! ```

use std::fmt;

/// A set of numbers below 64 × `W`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct BitSet<const W: usize>(pub [u64; W]);

impl<const W: usize> Default for BitSet<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> BitSet<W> {
    /// No member.
    pub const EMPTY: Self = Self([0; W]);

    /// One member.
    #[inline]
    pub fn single(member: usize) -> Self {
        let mut set = Self::EMPTY;
        set.insert(member);
        set
    }

    /// Whether `member` is in the set.
    #[inline]
    pub fn contains(&self, member: usize) -> bool {
        self.0[member / 64] >> (member % 64) & 1 != 0
    }

    /// Puts `member` into the set.
    #[inline]
    pub fn insert(&mut self, member: usize) {
        self.0[member / 64] |= 1 << (member % 64);
    }

    /// Takes `member` out of the set.
    #[inline]
    pub fn remove(&mut self, member: usize) {
        self.0[member / 64] &= !(1 << (member % 64));
    }

    /// How many members there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Adds all members of another set.
    #[inline]
    pub fn unite(&mut self, other: &Self) {
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    /// The members that are in both.
    #[inline]
    pub fn and(&self, other: &Self) -> Self {
        let mut both = *self;
        for (word, mask) in both.0.iter_mut().zip(&other.0) {
            *word &= mask;
        }
        both
    }

    /// The members, in ascending order.
    #[inline]
    pub fn iter(&self) -> Members<W> {
        Members { words: self.0, at: 0 }
    }

    /// The member with `index` smaller ones before it.
    pub fn nth(&self, mut index: usize) -> Option<usize> {
        for (i, &word) in self.0.iter().enumerate() {
            let here = word.count_ones() as usize;
            if index < here {
                let mut rest = word;
                for _ in 0..index {
                    rest &= rest - 1;
                }
                return Some(64 * i + rest.trailing_zeros() as usize);
            }
            index -= here;
        }
        None
    }
}

impl<const W: usize> FromIterator<usize> for BitSet<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(members: I) -> Self {
        let mut set = Self::EMPTY;
        members.into_iter().for_each(|member| set.insert(member));
        set
    }
}

impl<const W: usize> IntoIterator for &BitSet<W> {
    type Item = usize;
    type IntoIter = Members<W>;
    fn into_iter(self) -> Members<W> {
        self.iter()
    }
}

impl<const W: usize> fmt::Debug for BitSet<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The members of a [`BitSet`], in ascending order.
#[derive(Clone, Debug)]
pub struct Members<const W: usize> {
    words: [u64; W],
    at: usize,
}

impl<const W: usize> Iterator for Members<W> {
    type Item = usize;
    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.at < W {
            let word = self.words[self.at];
            if word != 0 {
                self.words[self.at] = word & (word - 1);
                return Some(64 * self.at + word.trailing_zeros() as usize);
            }
            self.at += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn behaves_like_a_set(
            a in proptest::collection::btree_set(0usize..256, 0..40),
            b in proptest::collection::btree_set(0usize..256, 0..40),
            gone in 0usize..256,
        ) {
            let bits = |set: &BTreeSet<usize>| set.iter().copied().collect::<BitSet<4>>();
            let back = |set: BitSet<4>| set.iter().collect::<BTreeSet<usize>>();
            prop_assert_eq!(back(bits(&a)), a.clone());
            prop_assert_eq!(bits(&a).len(), a.len());
            prop_assert_eq!(bits(&a).is_empty(), a.is_empty());
            prop_assert_eq!(back(bits(&a).and(&bits(&b))), &a & &b);
            let mut union = bits(&a);
            union.unite(&bits(&b));
            prop_assert_eq!(back(union), &a | &b);
            let mut less = bits(&a);
            less.remove(gone);
            let mut slow = a.clone();
            slow.remove(&gone);
            prop_assert_eq!(back(less), slow);
            for i in 0..=a.len() {
                prop_assert_eq!(bits(&a).nth(i), a.iter().copied().nth(i));
            }
            prop_assert_eq!(bits(&a).contains(gone), a.contains(&gone));
        }
    }
}
