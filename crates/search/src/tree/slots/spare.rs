//! Blocks of memory, and those that no tree uses at the moment.
//!
//! A search that is dropped leaves its blocks here, and the next one takes them. Their pages are still
//! there, so that nothing has to be cleared. The system may take those of a large block back when it
//! needs memory (`MADV_FREE`), and what is beyond the first 128 MiB of it is given back at once.
//!
//! Medium blocks are kept for the same reason: the usual allocator asks the system for each of them.
//! Small ones it keeps itself.

use std::alloc::{Layout, alloc, dealloc};
use std::ptr::NonNull;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The size of a huge page.
pub(super) const HUGE: usize = 2 << 20;
/// The size of a cache line. Blocks that serve again begin at one.
pub(super) const LINE: usize = 64;
/// The size of a medium block, at least.
pub(super) const MEDIUM: usize = 128 << 10;
/// Large blocks that are kept, at most.
const LARGE_KEPT: usize = 4;
/// Medium blocks that are kept, at most: those that a tree leaves behind as it grows, twice.
const MEDIUM_KEPT: usize = 8;
/// Bytes of a large block that are kept, at most.
const BYTES_KEPT: usize = 128 << 20;

/// Memory of its own, or none.
#[derive(Debug)]
pub(super) struct Block {
    first: NonNull<u8>,
    layout: Layout,
}

// SAFETY: the memory belongs to its owner, as that of a `Vec`.
unsafe impl Send for Block {}

impl Block {
    /// No memory, at a place that is aligned for everything.
    pub(super) const NONE: Self = Self {
        first: NonNull::new(std::ptr::without_provenance_mut(HUGE)).expect("not null"),
        layout: Layout::new::<()>(),
    };

    /// Memory with this layout, which is not empty; in huge pages if it is large and there are any.
    pub(super) fn allocate(layout: Layout) -> Option<Self> {
        assert!(layout.size() > 0);
        // SAFETY: it is not empty.
        let block = Self { first: NonNull::new(unsafe { alloc(layout) })?, layout };
        if block.is_large() {
            block.advise(0..block.size(), Advice::HugePages);
        }
        Some(block)
    }

    pub(super) fn first(&self) -> NonNull<u8> {
        self.first
    }
    /// Its bytes.
    pub(super) fn size(&self) -> usize {
        self.layout.size()
    }
    fn is_large(&self) -> bool {
        self.size() >= HUGE
    }

    /// Tells the system what is to become of these bytes; false if it can't be told. After all but
    /// `HugePages` they may be anything.
    fn advise(&self, bytes: std::ops::Range<usize>, advice: Advice) -> bool {
        assert!(bytes.end <= self.size());
        // SAFETY: the bytes are the block's, whose owner says that they are no longer needed, or
        // only how they are mapped changes.
        unsafe { madvise(self.first.as_ptr().add(bytes.start), bytes.len(), advice) }
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        if self.size() > 0 {
            // SAFETY: allocated with this layout, and no longer used.
            unsafe { dealloc(self.first.as_ptr(), self.layout) };
        }
    }
}

/// Blocks that no tree uses.
struct Unused {
    /// The largest first.
    large: Vec<Block>,
    medium: Vec<Block>,
}

/// Blocks that no tree uses, for all threads.
pub(super) struct Spare(Mutex<Unused>);

/// Those of the program.
pub(super) static SPARE: Spare = Spare::new();

impl Spare {
    const fn new() -> Self {
        Self(Mutex::new(Unused { large: Vec::new(), medium: Vec::new() }))
    }

    fn unused(&self) -> MutexGuard<'_, Unused> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A block with at least so many bytes: the largest one, or for a medium size the smallest medium
    /// block that is large enough.
    pub(super) fn take(&self, bytes: usize) -> Option<Block> {
        let Unused { large, medium } = &mut *self.unused();
        if bytes >= HUGE {
            return large
                .first()
                .is_some_and(|block| block.size() >= bytes)
                .then(|| large.remove(0));
        }
        let enough = medium.iter().enumerate().filter(|(_, block)| block.size() >= bytes);
        let (place, _) = enough.min_by_key(|(_, block)| block.size())?;
        Some(medium.swap_remove(place))
    }

    /// Keeps a block for later, if it is worth it. A large one is kept only if the system can be told
    /// that it may have it back.
    pub(super) fn put(&self, block: Block) {
        if !block.is_large() {
            let Unused { medium, .. } = &mut *self.unused();
            if block.size() >= MEDIUM && medium.len() < MEDIUM_KEPT {
                medium.push(block);
            }
            return;
        }
        let kept = block.size().min(BYTES_KEPT);
        if !block.advise(0..kept, Advice::Free) {
            return;
        }
        block.advise(kept..block.size(), Advice::DontNeed);
        let Unused { large, .. } = &mut *self.unused();
        let place = large.partition_point(|other| other.size() >= block.size());
        large.insert(place, block);
        large.truncate(LARGE_KEPT);
    }
}

/// As Linux numbers it.
#[derive(Clone, Copy)]
enum Advice {
    DontNeed = 4,
    Free = 8,
    HugePages = 14,
}

/// False if the system knows no such advice.
///
/// # Safety
/// The bytes are the caller's. After all but `HugePages` they may be anything.
#[cfg(target_os = "linux")]
unsafe fn madvise(first: *mut u8, bytes: usize, advice: Advice) -> bool {
    use std::ffi::{c_int, c_void};
    unsafe extern "C" {
        fn madvise(first: *mut c_void, bytes: usize, advice: c_int) -> c_int;
    }
    // SAFETY: the caller's.
    unsafe { madvise(first.cast(), bytes, advice as c_int) == 0 }
}

#[cfg(not(target_os = "linux"))]
unsafe fn madvise(_: *mut u8, _: usize, _: Advice) -> bool {
    false
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    fn block(pages: usize) -> Block {
        Block::allocate(Layout::from_size_align(pages * HUGE, HUGE).unwrap()).unwrap()
    }

    #[test]
    fn a_block_serves_again_once() {
        let spare = Spare::new();
        let first = block(2);
        let place = first.first();
        // SAFETY: within the block, which nobody else has.
        unsafe { place.as_ptr().write_bytes(7, 2 * HUGE) };
        spare.put(first);
        assert!(spare.take(2 * HUGE + 1).is_none());
        let again = spare.take(HUGE).unwrap();
        assert_eq!((again.first(), again.size()), (place, 2 * HUGE));
        // SAFETY: as above. Memory that the system may take back can be written.
        unsafe {
            place.as_ptr().write_bytes(9, 2 * HUGE);
            assert_eq!(*place.as_ptr().add(HUGE + 12_345), 9);
        }
        assert!(spare.take(HUGE).is_none());
    }

    #[test]
    fn the_largest_are_kept() {
        let spare = Spare::new();
        for pages in [3, 1, 4, 2, 6, 5, 100] {
            spare.put(block(pages));
        }
        let sizes = std::iter::from_fn(|| spare.take(HUGE)).map(|block| block.size() / HUGE);
        assert_eq!(sizes.collect::<Vec<_>>(), [100, 6, 5, 4]);
    }

    #[test]
    fn small_blocks_are_not_kept() {
        let spare = Spare::new();
        spare.put(sized(MEDIUM - 8));
        spare.put(Block::NONE);
        assert!(spare.take(0).is_none());
    }

    fn sized(bytes: usize) -> Block {
        Block::allocate(Layout::from_size_align(bytes, LINE).unwrap()).unwrap()
    }

    #[test]
    fn the_smallest_medium_block_that_is_large_enough_serves_again() {
        let spare = Spare::new();
        for bytes in [4, 1, 8, 2] {
            spare.put(sized(bytes * MEDIUM));
        }
        spare.put(block(1));
        let mut take = |bytes: usize| spare.take(bytes).map(|block| block.size() / MEDIUM);
        let taken = [MEDIUM + 8, MEDIUM, 2 * MEDIUM, 8 * MEDIUM + 8].map(&mut take);
        assert_eq!(taken, [Some(2), Some(1), Some(4), None]);
        assert_eq!(take(HUGE), Some(HUGE / MEDIUM), "large blocks are kept apart");
        for _ in 0..20 {
            spare.put(sized(MEDIUM));
        }
        let kept = std::iter::from_fn(|| spare.take(MEDIUM)).count();
        assert_eq!(kept, MEDIUM_KEPT);
    }
}
