//! What is proven of an arm or a cell, and the bit that locks it.

use std::sync::atomic::AtomicU8;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

/// The outcome of a position under best play, for one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Proven {
    /// Not known.
    #[default]
    Open,
    /// The player loses.
    Loss,
    /// Neither wins.
    Draw,
    /// The player wins.
    Win,
    /// In a puzzle: every line from here was searched, and nothing better is to be found.
    Exhausted,
}

impl Proven {
    /// The same outcome as the opponent sees it.
    #[inline]
    pub fn flipped(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Win => Self::Loss,
            same => same,
        }
    }

    #[inline]
    fn from_bits(bits: u8) -> Self {
        match bits & 7 {
            1 => Self::Loss,
            2 => Self::Draw,
            3 => Self::Win,
            4 => Self::Exhausted,
            _ => Self::Open,
        }
    }
}

/// What is proven of an arm or a cell, and the bit that locks it.
#[derive(Debug, Default)]
pub(crate) struct Flags(AtomicU8);

const LOCKED: u8 = 1 << 7;
/// The arm has moved to another place: look there.
const MOVED: u8 = 1 << 6;

impl Flags {
    #[inline]
    pub(crate) fn proven(&self) -> Proven {
        Proven::from_bits(self.0.load(Relaxed))
    }

    /// One thread alone, or the holder of the lock, may call this.
    #[inline]
    pub(crate) fn prove(&self, outcome: Proven) {
        self.0.store(self.0.load(Relaxed) & (LOCKED | MOVED) | outcome as u8, Relaxed);
    }

    /// Waits for the lock, which is held for a few instructions. None if the arm has moved.
    #[inline]
    pub(super) fn lock(&self) -> Option<Locked<'_>> {
        let mut waited = 0u32;
        loop {
            let flags = self.0.load(Relaxed);
            if flags & MOVED != 0 {
                return None;
            }
            let free = flags & LOCKED == 0;
            if free && self.0.compare_exchange_weak(flags, flags | LOCKED, Acquire, Relaxed).is_ok()
            {
                return Some(Locked(self));
            }
            waited += 1;
            if waited.is_multiple_of(64) {
                // The holder may have lost its processor.
                std::thread::yield_now();
            } else {
                std::hint::spin_loop();
            }
        }
    }
}

impl Flags {
    /// Tells those who wait for the lock, which the caller holds, that the arm is elsewhere now.
    pub(super) fn move_away(&self) {
        self.0.store(MOVED, Release);
    }
}

impl Clone for Flags {
    fn clone(&self) -> Self {
        Self(AtomicU8::new(self.proven() as u8))
    }
}

/// The lock of an arm or a cell; released when dropped.
pub(crate) struct Locked<'a>(&'a Flags);

impl Drop for Locked<'_> {
    #[inline]
    fn drop(&mut self) {
        // Nobody else writes while the lock is held.
        self.0.0.store(self.0.0.load(Relaxed) & !LOCKED, Release);
    }
}
