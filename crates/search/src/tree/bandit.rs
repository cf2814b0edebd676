//! A bandit and its arms; the cells of a joint node.

use super::NONE;
use super::flags::{Flags, Proven};
use crate::stats::{F64, Stats, U32};
use std::ops::Range;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU32, AtomicU64};

/// One move of one player at one node.
#[derive(Debug)]
#[repr(align(8))] // The head of a node takes the place of an arm.
pub struct Arm<M, S> {
    /// What is remembered of it.
    pub stats: S,
    pub(crate) child: AtomicU32,
    /// The move.
    pub mv: M,
    pub(crate) flags: Flags,
}

impl<M, S: Stats> Arm<M, S> {
    #[inline]
    pub(crate) fn new(mv: M) -> Self {
        Self { stats: S::default(), child: AtomicU32::new(NONE), mv, flags: Flags::default() }
    }

    /// What is proven of it, for the player who chooses here.
    #[inline]
    pub fn proven(&self) -> Proven {
        self.flags.proven()
    }
}

impl<M: Copy, S: Clone> Clone for Arm<M, S> {
    #[inline]
    fn clone(&self) -> Self {
        Self {
            stats: self.stats.clone(),
            child: AtomicU32::new(self.child.load(Relaxed)),
            mv: self.mv,
            flags: self.flags.clone(),
        }
    }
}

/// A run of arms, of which the first `tried` were visited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) first: u32,
    pub(crate) arms: u16,
    pub(crate) tried: u16,
}

impl Run {
    #[inline]
    pub(crate) fn range(self) -> Range<usize> {
        let first = self.first as usize;
        first..first + self.arms as usize
    }
}

/// Where the run of a bandit is; one number, so that it changes at once. The head of an ordinary node.
#[derive(Debug)]
pub(crate) struct Bandit(AtomicU64);

impl Bandit {
    pub(super) fn new(run: Run) -> Self {
        Self(AtomicU64::new(Self::bits(run)))
    }
    #[inline]
    fn bits(run: Run) -> u64 {
        u64::from(run.first) | u64::from(run.arms) << 32 | u64::from(run.tried) << 48
    }
    #[inline]
    pub(super) fn get(&self) -> Run {
        let bits = self.0.load(Acquire);
        Run { first: bits as u32, arms: (bits >> 32) as u16, tried: (bits >> 48) as u16 }
    }
    #[inline]
    pub(super) fn set(&self, run: Run) {
        self.0.store(Self::bits(run), Release);
    }
}

/// What one joint move of a joint node led to; moments are of player 0's rewards.
#[derive(Clone, Debug, Default)]
pub(crate) struct Moments {
    pub(crate) sum: F64,
    pub(crate) squares: F64,
    pub(crate) visits: U32,
}

/// A joint move of a joint node.
#[derive(Debug)]
pub(crate) struct Cell {
    pub(crate) moments: Moments,
    pub(crate) child: AtomicU32,
    /// For player 0.
    pub(crate) flags: Flags,
}

impl Cell {
    pub(crate) fn new() -> Self {
        Self { moments: Moments::default(), child: AtomicU32::new(NONE), flags: Flags::default() }
    }
}
