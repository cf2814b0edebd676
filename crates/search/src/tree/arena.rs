//! An array that grows at its end, and that several threads may fill at once.
//!
//! This and the memory below it (`slots.rs`) is the unsafe code of the crate. A node is written without a lock while other threads
//! read their own nodes in the same array, which safe Rust has no type for: a lock round the array
//! is what made two threads slower than one, and a `OnceLock` per element makes an arm of plain UCT
//! a third larger.
//!
//! # Why it is sound
//! - **Who writes.** Slots are handed out by [`Arena::reserve`], which moves one counter forward
//!   atomically: no two calls give the same slot. Whoever reserved a slot writes it once, before
//!   anybody else knows its number.
//! - **Who reads.** The number of a slot is published after the slot was written, by a store with
//!   `Release` order (the child of an arm or a cell, the run of a bandit), and found by a load with
//!   `Acquire` order. So the write happens before every read.
//! - **Who changes.** After that, elements change only through their own atomics, or through
//!   `&mut Arena`, which no thread shares.
//! - **Who moves.** The slots move in memory only in [`Arena::make_room`], which takes `&mut self`.
//! - **Who drops.** Nobody: elements have no destructor, which is checked when the arena is made.
//! - **What is where.** A slot holds an element, or the head of a group of elements
//!   ([`Arena::write_head`]), for as long as it is handed out. Whoever reserved it knows which.

#![allow(unsafe_code)]

use super::slots::Slots;
use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

pub(super) struct Arena<T> {
    /// All the memory there is, written or not.
    slots: Slots<T>,
    /// How many slots were handed out.
    used: Padded<AtomicUsize>,
}

/// Alone in its cache lines: threads that write it do not slow those down that read what is beside.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(super) struct Padded<T>(pub(super) T);

// SAFETY: a shared arena gives `&T` to any thread, and a thread may write a `T` that another reads:
// `T` must be both. That no slot is read and written at once is the proof above.
unsafe impl<T: Send + Sync> Sync for Arena<T> {}

impl<T> Arena<T> {
    pub(super) const fn new() -> Self {
        const { assert!(!std::mem::needs_drop::<T>(), "elements are never dropped") };
        Self { slots: Slots::new(), used: Padded(AtomicUsize::new(0)) }
    }

    /// How many slots were handed out.
    #[inline]
    pub(super) fn used(&self) -> usize {
        self.used.0.load(Ordering::Relaxed)
    }

    /// Bytes of the slots handed out.
    #[inline]
    pub(super) fn bytes(&self) -> usize {
        self.used() * size_of::<T>()
    }

    /// Takes all slots back. The memory is kept.
    pub(super) fn clear(&mut self) {
        *self.used.0.get_mut() = 0;
    }

    /// Makes sure that so many more slots can be handed out.
    #[inline]
    pub(super) fn make_room(&mut self, more: usize) {
        let used = *self.used.0.get_mut();
        if used + more > self.slots.len() {
            self.slots.grow(used + more, used);
        }
    }

    /// As many slots as another arena has, for elements with the same numbers.
    #[inline]
    pub(super) fn follow<U>(&mut self, other: &Arena<U>) {
        if self.slots.len() < other.slots.len() {
            let written = other.used().min(self.slots.len());
            self.slots.grow(other.slots.len(), written);
        }
    }

    /// Hands out so many slots on end, and gives the number of the first; none if there is no room.
    #[inline]
    pub(super) fn reserve(&self, count: usize) -> Option<usize> {
        let room = |used: usize| (used + count <= self.slots.len()).then_some(used + count);
        self.used.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, room).ok()
    }

    /// As [`Arena::reserve`], for the one thread that has the arena to itself.
    #[inline]
    pub(super) fn reserve_alone(&mut self, count: usize) -> usize {
        self.make_room(count);
        let first = *self.used.0.get_mut();
        *self.used.0.get_mut() += count;
        first
    }

    /// Writes a slot.
    ///
    /// # Safety
    /// The caller reserved the slot, has not published its number, and is the only one to write it.
    #[inline]
    pub(super) unsafe fn write(&self, slot: usize, value: T) {
        let cell = self.slots[slot].get();
        // SAFETY: nobody else has the slot, as the caller promises; it needs no drop.
        unsafe { cell.write(MaybeUninit::new(value)) };
    }

    /// The elements of these slots.
    ///
    /// # Safety
    /// They were written as elements, and that happened before.
    #[inline]
    pub(super) unsafe fn slice(&self, range: Range<usize>) -> &[T] {
        let slots: *const [UnsafeCell<MaybeUninit<T>>] = &raw const self.slots[range];
        // SAFETY: `UnsafeCell` and `MaybeUninit` have the layout of `T`, and the slots are written.
        unsafe { &*(slots as *const [T]) }
    }

    /// The element of one slot.
    ///
    /// # Safety
    /// As for [`Arena::slice`].
    #[inline]
    pub(super) unsafe fn get(&self, slot: usize) -> &T {
        let cell = self.slots[slot].get();
        // SAFETY: the slot is written, as the caller promises.
        unsafe { (*cell).assume_init_ref() }
    }

    /// Writes the head of the elements that follow into a slot.
    ///
    /// # Safety
    /// As for [`Arena::write`].
    #[inline]
    pub(super) unsafe fn write_head<H: Send + Sync>(&self, slot: usize, head: H) {
        const { Self::assert_fits::<H>() };
        let cell = self.slots[slot].get();
        // SAFETY: nobody else has the slot, as the caller promises, and the head fits.
        unsafe { cell.cast::<H>().write(head) };
    }

    /// The head in a slot.
    ///
    /// # Safety
    /// [`Arena::write_head`] wrote this type there, and that happened before.
    #[inline]
    pub(super) unsafe fn head<H: Send + Sync>(&self, slot: usize) -> &H {
        const { Self::assert_fits::<H>() };
        let cell = self.slots[slot].get();
        // SAFETY: the head is written, as the caller promises, and changes only by its own atomics.
        unsafe { &*cell.cast::<H>() }
    }

    const fn assert_fits<H>() {
        assert!(size_of::<H>() <= size_of::<T>() && align_of::<H>() <= align_of::<T>());
        assert!(!std::mem::needs_drop::<H>(), "heads are never dropped");
    }

    /// The elements of these slots, to change.
    ///
    /// # Safety
    /// They were written.
    #[inline]
    pub(super) unsafe fn slice_mut(&mut self, range: Range<usize>) -> &mut [T] {
        let slots: *mut [UnsafeCell<MaybeUninit<T>>] = &raw mut self.slots[range];
        // SAFETY: as for `slice`, and nobody else has the arena.
        unsafe { &mut *(slots as *mut [T]) }
    }
}

impl<T> std::fmt::Debug for Arena<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {} slots", self.used(), self.slots.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU32;

    /// Threads write slots of their own, publish their numbers, and read those of all: what a
    /// `Vec` behind a lock would hold is what is found.
    #[test]
    fn every_slot_is_written_once_and_read_by_all() {
        let (threads, each) = (4, 2_000);
        let mut arena: Arena<(u32, u32)> = Arena::new();
        arena.make_room(threads * each);
        let links: Vec<AtomicU32> = (0..threads * each).map(|_| AtomicU32::new(u32::MAX)).collect();
        let work = |thread: usize| {
            let mut seen = 0;
            for i in 0..each {
                let slot = arena.reserve(1).expect("there is room for all");
                let name = (thread * each + i) as u32;
                // SAFETY: reserved above, published below.
                unsafe { arena.write(slot, (name, !name)) };
                links[name as usize].store(slot as u32, Ordering::Release);
                let other = (name as usize * 7919 + i) % links.len();
                let found = links[other].load(Ordering::Acquire);
                if found != u32::MAX {
                    // SAFETY: written before it was published.
                    let element = unsafe { *arena.get(found as usize) };
                    assert_eq!(element, (other as u32, !(other as u32)));
                    seen += 1;
                }
            }
            seen
        };
        let seen: usize = std::thread::scope(|scope| {
            let handles: Vec<_> = (0..threads).map(|t| scope.spawn(move || work(t))).collect();
            handles.into_iter().map(|handle| handle.join().unwrap()).sum()
        });
        assert!(seen > 0);
        assert_eq!(arena.used(), threads * each);
        assert_eq!(arena.reserve(1), None, "no room is left");
        let mut slots: Vec<u32> = links.into_iter().map(AtomicU32::into_inner).collect();
        slots.sort_unstable();
        assert!(slots.iter().enumerate().all(|(i, &slot)| i == slot as usize));
    }

    /// Groups of elements behind their heads, as nodes are.
    #[test]
    fn heads_and_elements_stand_side_by_side() {
        let mut arena: Arena<[u64; 3]> = Arena::new();
        let mut groups = Vec::new();
        for count in (0..200).map(|i| i % 7) {
            let head = arena.reserve_alone(1 + count);
            groups.push((head, count));
            // SAFETY, here and below: just reserved.
            unsafe { arena.write_head(head, AtomicU32::new(count as u32)) };
            for place in 1..=count {
                unsafe { arena.write(head + place, [head as u64, place as u64, u64::MAX]) };
            }
        }
        for (head, count) in groups {
            // SAFETY, here and below: as they were written above.
            let found: &AtomicU32 = unsafe { arena.head(head) };
            assert_eq!(found.fetch_add(1, Ordering::Relaxed), count as u32);
            for (i, element) in
                unsafe { arena.slice(head + 1..head + 1 + count) }.iter().enumerate()
            {
                assert_eq!(*element, [head as u64, i as u64 + 1, u64::MAX]);
            }
            let found: &AtomicU32 = unsafe { arena.head(head) };
            assert_eq!(found.load(Ordering::Relaxed), count as u32 + 1);
        }
    }

    #[test]
    fn elements_stay_when_the_memory_grows() {
        let mut arena: Arena<usize> = Arena::new();
        for i in 0..1_000 {
            let slot = arena.reserve_alone(1);
            // SAFETY: just reserved.
            unsafe { arena.write(slot, i * i) };
        }
        // SAFETY: all thousand are written.
        let all = unsafe { arena.slice(0..1_000) };
        assert!(all.iter().enumerate().all(|(i, &square)| square == i * i));
    }
}
