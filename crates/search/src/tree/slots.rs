//! Memory for elements that are not written yet, in huge pages where the system has them.
//!
//! A large tree is read at random. With pages of 4 KiB nearly every step down it misses the
//! processor's table of pages, and the system is asked for each page; with pages of 2 MiB neither
//! happens. So memory of 2 MiB or more is aligned for them, the system is asked for them, and it
//! grows in steps so large that little is copied: what is not written yet takes no memory.

#![allow(unsafe_code)]

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

/// The size of a huge page.
const HUGE: usize = 2 << 20;
/// By what large memory grows, where the system gives memory when it is written.
const STEP: usize = if cfg!(target_os = "linux") { 16 } else { 2 };

/// Slots for elements.
pub(super) struct Slots<T> {
    first: NonNull<UnsafeCell<MaybeUninit<T>>>,
    len: usize,
    layout: Layout,
}

// SAFETY: the slots belong to their owner, as those of a `Vec`.
unsafe impl<T: Send> Send for Slots<T> {}

impl<T> Slots<T> {
    pub(super) const fn new() -> Self {
        const { assert!(size_of::<T>() > 0, "elements have a size") };
        Self { first: NonNull::dangling(), len: 0, layout: Layout::new::<()>() }
    }

    /// Makes room for at least so many slots, and keeps what is in the first ones. The memory at
    /// least doubles.
    #[cold]
    pub(super) fn grow(&mut self, least: usize, kept: usize) {
        let least = least.max(2 * self.len).max(64);
        let large = least.saturating_mul(size_of::<T>()) >= HUGE;
        let most = if large { least.max(STEP.saturating_mul(self.len)) } else { least };
        let found = Self::allocate(most).or_else(|| Self::allocate(least));
        let layout = Self::layout(least).expect("a tree is smaller than the memory");
        let mut grown = found.unwrap_or_else(|| handle_alloc_error(layout));
        assert!(kept <= self.len && kept <= grown.len);
        // SAFETY: both have so many slots, which do not overlap, and any bytes are valid slots.
        unsafe { grown.first.copy_from_nonoverlapping(self.first, kept) };
        std::mem::swap(self, &mut grown);
    }

    /// Room for so many slots, in whole huge pages if there are many.
    fn layout(len: usize) -> Option<Layout> {
        let layout = Layout::array::<T>(len).ok()?;
        if layout.size() < HUGE {
            return Some(layout);
        }
        Layout::from_size_align(layout.size().checked_next_multiple_of(HUGE)?, HUGE).ok()
    }

    fn allocate(len: usize) -> Option<Self> {
        let layout = Self::layout(len)?;
        // SAFETY: it is not empty, as elements have a size and at least 64 are asked for.
        let first = NonNull::new(unsafe { alloc(layout) })?;
        if layout.size() >= HUGE {
            ask_for_huge_pages(first, layout.size());
        }
        Some(Self { first: first.cast(), len: layout.size() / size_of::<T>(), layout })
    }
}

impl<T> Drop for Slots<T> {
    fn drop(&mut self) {
        if self.len > 0 {
            // SAFETY: allocated with this layout, and no longer used.
            unsafe { dealloc(self.first.as_ptr().cast(), self.layout) };
        }
    }
}

impl<T> Deref for Slots<T> {
    type Target = [UnsafeCell<MaybeUninit<T>>];
    #[inline]
    fn deref(&self) -> &Self::Target {
        // SAFETY: so many were allocated, and a slot that was not written is a valid one.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.len) }
    }
}

impl<T> DerefMut for Slots<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Self::Target {
        // SAFETY: as above, and nobody else has them.
        unsafe { std::slice::from_raw_parts_mut(self.first.as_ptr(), self.len) }
    }
}

#[cfg(target_os = "linux")]
fn ask_for_huge_pages(first: NonNull<u8>, bytes: usize) {
    use std::ffi::{c_int, c_void};
    unsafe extern "C" {
        fn madvise(first: *mut c_void, bytes: usize, advice: c_int) -> c_int;
    }
    const MADV_HUGEPAGE: c_int = 14;
    // SAFETY: the memory is ours, and this advice does not change it. If the system has no huge
    // pages it says so and does nothing, which is as good.
    unsafe { madvise(first.as_ptr().cast(), bytes, MADV_HUGEPAGE) };
}

#[cfg(not(target_os = "linux"))]
fn ask_for_huge_pages(_: NonNull<u8>, _: usize) {}

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
