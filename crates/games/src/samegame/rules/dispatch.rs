//! The same code compiled once more for processors of the last ten years.
//!
//! Counting bits and shifting 256 of them at once take one instruction where the processor is known
//! to have it, but a program built for every processor must not assume so. What runs through
//! [`dispatch`] exists twice, and the processor is asked which one it can run. Both do the same
//! arithmetic on whole numbers, so that results do not depend on the machine; a test compares them.

use super::bits::{Bits, Portable};

/// A piece of work. Its implementation must be `#[inline(always)]`, and so must all that it calls in
/// its loops: only what is compiled into it gains. A closure that is handed to a function, even to `map`
/// or `then` of the standard library, often is not: in `best` two of them took a third of all time.
pub(crate) trait Kernel {
    /// What comes out.
    type Output;
    /// Does it.
    fn run<B: Bits>(self) -> Self::Output;
}

/// Does a piece of work with all that the processor offers.
#[inline]
pub(crate) fn dispatch<T: Kernel>(work: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    if has_bmi2() {
        // Measured on the annealer: 187,000 lines a second without, 257,000 with.
        // SAFETY: `has_bmi2` has just asked the processor for exactly these features.
        #[allow(unsafe_code)]
        return unsafe { dispatch_x86(work) };
    }
    work.run::<Portable>()
}

#[cfg(target_arch = "x86_64")]
#[inline]
fn has_bmi2() -> bool {
    std::is_x86_feature_detected!("avx2")
        && std::is_x86_feature_detected!("bmi1")
        && std::is_x86_feature_detected!("bmi2")
        && std::is_x86_feature_detected!("lzcnt")
        && std::is_x86_feature_detected!("popcnt")
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn dispatch_x86<T: Kernel>(work: T) -> T::Output {
    work.run::<super::bits::Bmi2>()
}
