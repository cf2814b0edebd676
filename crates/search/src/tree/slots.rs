//! Memory for elements that are not written yet, in huge pages where the system has them.
//!
//! A large tree is read at random. With pages of 4 KiB nearly every step down it misses the
//! processor's table of pages, and the system is asked for each page; with pages of 2 MiB neither
//! happens. So memory of 2 MiB or more is aligned for them, the system is asked for them, and it
//! grows in steps so large that little is copied: what is not written yet takes no memory.
//!
//! Fresh memory is slow: the system clears each page when it is first written. So blocks of medium and
//! large size serve again ([`Spare`]), as an allocator would do with smaller ones.

#![allow(unsafe_code)]

mod spare;

use spare::{Block, HUGE, LINE, MEDIUM, SPARE};
use std::alloc::{Layout, handle_alloc_error};
use std::cell::UnsafeCell;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

/// By what large memory grows, where the system gives memory when it is written.
const STEP: usize = if cfg!(target_os = "linux") { 16 } else { 2 };

/// Slots for elements.
pub(super) struct Slots<T> {
    block: Block,
    len: usize,
    elements: PhantomData<UnsafeCell<T>>,
}

impl<T> Slots<T> {
    pub(super) const fn new() -> Self {
        const { assert!(size_of::<T>() > 0, "elements have a size") };
        Self { block: Block::NONE, len: 0, elements: PhantomData }
    }

    /// Makes room for at least so many slots, and keeps what is in the first ones. The memory at
    /// least doubles.
    #[cold]
    pub(super) fn grow(&mut self, least: usize, kept: usize) {
        let least = least.max(2 * self.len).max(64);
        let bytes = least.saturating_mul(size_of::<T>());
        let large = bytes >= HUGE;
        let most = if large { least.max(STEP.saturating_mul(self.len)) } else { least };
        let spare = if bytes >= MEDIUM { SPARE.take(bytes).map(Self::of) } else { None };
        let found = spare.or_else(|| Self::allocate(most)).or_else(|| Self::allocate(least));
        let layout = Self::layout(least).expect("a tree is smaller than the memory");
        let mut grown = found.unwrap_or_else(|| handle_alloc_error(layout));
        assert!(kept <= self.len && kept <= grown.len);
        // SAFETY: both have so many slots, which do not overlap, and any bytes are valid slots.
        unsafe { grown.first().copy_from_nonoverlapping(self.first(), kept) };
        std::mem::swap(self, &mut grown);
    }

    /// Room for so many slots, in whole huge pages if there are many. A block that may serve again is
    /// aligned for elements of any type.
    fn layout(len: usize) -> Option<Layout> {
        const { assert!(align_of::<T>() <= LINE) };
        let layout = Layout::array::<T>(len).ok()?;
        if layout.size() < HUGE {
            let align = if layout.size() < MEDIUM { align_of::<T>() } else { LINE };
            return layout.align_to(align).ok();
        }
        Layout::from_size_align(layout.size().checked_next_multiple_of(HUGE)?, HUGE).ok()
    }

    fn allocate(len: usize) -> Option<Self> {
        Block::allocate(Self::layout(len)?).map(Self::of)
    }

    /// As many slots as a block has room for.
    fn of(block: Block) -> Self {
        assert!(block.first().cast::<T>().is_aligned());
        let len = block.size() / size_of::<T>();
        Self { block, len, elements: PhantomData }
    }

    #[inline]
    fn first(&self) -> NonNull<UnsafeCell<MaybeUninit<T>>> {
        self.block.first().cast()
    }
}

/// The block may serve again.
impl<T> Drop for Slots<T> {
    fn drop(&mut self) {
        SPARE.put(std::mem::replace(&mut self.block, Block::NONE));
    }
}

impl<T> Deref for Slots<T> {
    type Target = [UnsafeCell<MaybeUninit<T>>];
    #[inline]
    fn deref(&self) -> &Self::Target {
        // SAFETY: the block has room for so many, and a slot that was not written is a valid one.
        unsafe { std::slice::from_raw_parts(self.first().as_ptr(), self.len) }
    }
}

impl<T> DerefMut for Slots<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Self::Target {
        // SAFETY: as above, and nobody else has them.
        unsafe { std::slice::from_raw_parts_mut(self.first().as_ptr(), self.len) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(slots: &mut Slots<[u64; 3]>, place: usize) {
        let value = [place as u64, 7, !(place as u64)];
        // SAFETY: nobody else has the slots.
        unsafe { (*slots[place].get()).write(value) };
    }

    fn read(slots: &Slots<[u64; 3]>, place: usize) -> [u64; 3] {
        // SAFETY: what is read was written.
        unsafe { (*slots[place].get()).assume_init() }
    }

    /// As a `Vec` would keep them.
    #[test]
    fn what_is_kept_stays_while_the_memory_grows_to_huge_pages() {
        let mut slots = Slots::new();
        assert!(slots.is_empty());
        let mut written = 0;
        while written < 300_000 {
            if written == slots.len() {
                slots.grow(written + 1, written);
                assert!(slots.len() > written);
                let large = slots.len() * size_of::<[u64; 3]>() > HUGE;
                assert!(!large || (slots.as_ptr() as usize).is_multiple_of(HUGE));
            }
            write(&mut slots, written);
            written += 1;
        }
        for place in 0..written {
            assert_eq!(read(&slots, place), [place as u64, 7, !(place as u64)]);
        }
    }

    #[test]
    fn it_grows_to_what_is_asked_for() {
        let mut slots: Slots<u8> = Slots::new();
        slots.grow(10, 0);
        assert!((64..1000).contains(&slots.len()));
        slots.grow(100_000, 64);
        assert!((100_000..200_000).contains(&slots.len()));
        slots.grow(5 << 20, 0);
        assert!(slots.len() >= 5 << 20);
    }
}
