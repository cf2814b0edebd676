//! Gathering and scattering bits: the instructions PEXT and PDEP, and the same without them.
//!
//! A column from which blocks went is the old column with the others gathered at its bottom, so one
//! gathering does what gravity does; scattering leads back to where the blocks lay.

// A move takes some 40 nanoseconds: a call that is not inlined shows in the benchmark.
#![allow(clippy::inline_always)]

/// How bits are gathered and scattered.
pub trait Bits {
    /// The bits at the places that `mask` marks, side by side from the lowest on.
    fn gather(bits: u64, mask: u64) -> u64;
    /// The lowest bits, each at the next place that `mask` marks.
    fn scatter(bits: u64, mask: u64) -> u64;

    /// The place of the `n`th set bit of a word, from 0; it must have more than `n`.
    #[inline(always)]
    fn nth(word: u64, n: u32) -> u32 {
        Self::scatter(1 << n, word).trailing_zeros()
    }
}

/// On any processor.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Bits for Portable {
    #[inline(always)]
    fn gather(bits: u64, mut mask: u64) -> u64 {
        let (mut gathered, mut place) = (0, 0);
        while mask != 0 {
            gathered |= (bits >> mask.trailing_zeros() & 1) << place;
            mask &= mask - 1;
            place += 1;
        }
        gathered
    }

    #[inline(always)]
    fn scatter(mut bits: u64, mut mask: u64) -> u64 {
        let mut scattered = 0;
        while bits != 0 && mask != 0 {
            let lowest = mask & mask.wrapping_neg();
            scattered |= lowest * (bits & 1);
            mask ^= lowest;
            bits >>= 1;
        }
        scattered
    }

    #[inline(always)]
    fn nth(word: u64, n: u32) -> u32 {
        nth_bit(word, n)
    }
}

/// The place of the `n`th set bit of a word, by halving: five comparisons, no loop over bits.
#[inline(always)]
fn nth_bit(word: u64, mut n: u32) -> u32 {
    let mut place = 0;
    let mut rest = word;
    for width in [32, 16, 8, 4, 2, 1] {
        let low = (rest & ((1 << width) - 1)).count_ones();
        let above = n >= low;
        n -= if above { low } else { 0 };
        rest >>= if above { width } else { 0 };
        place += if above { width } else { 0 };
    }
    place
}

/// With the instructions of the set BMI2. Only [`dispatch`](super::dispatch::dispatch) may name it, which
/// asks the processor first.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(in crate::samegame) struct Bmi2;

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
impl Bits for Bmi2 {
    #[inline(always)]
    fn gather(bits: u64, mask: u64) -> u64 {
        // Measured on the annealer with the bits gathered one by one: a fifth of the lines a second.
        // SAFETY: this runs inside `dispatch` alone, after it has found BMI2.
        unsafe { std::arch::x86_64::_pext_u64(bits, mask) }
    }

    #[inline(always)]
    fn scatter(bits: u64, mask: u64) -> u64 {
        // SAFETY: as above.
        unsafe { std::arch::x86_64::_pdep_u64(bits, mask) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samegame::rules::dispatch::{Kernel, dispatch};
    use proptest::prelude::*;

    struct Both(u64, u64);

    impl Kernel for Both {
        type Output = [u64; 2];
        #[inline(always)]
        fn run<B: Bits>(self) -> [u64; 2] {
            [B::gather(self.0, self.1), B::scatter(self.0, self.1)]
        }
    }

    proptest! {
        #[test]
        fn the_instructions_do_what_the_loops_do(bits: u64, mask: u64, n in 0..64u32) {
            let [gathered, scattered] = dispatch(Both(bits, mask));
            prop_assert_eq!(gathered, Portable::gather(bits, mask));
            prop_assert_eq!(scattered, Portable::scatter(bits, mask));
            // Gathering takes back what scattering did.
            let kept = mask.count_ones();
            let low = if kept == 64 { u64::MAX } else { (1 << kept) - 1 };
            prop_assert_eq!(Portable::gather(scattered, mask), bits & low);
            if n < kept {
                prop_assert_eq!(Portable::nth(mask, n), Portable::scatter(1 << n, mask).trailing_zeros());
            }
        }
    }
}
