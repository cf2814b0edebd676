//! Numbers that several threads may read while one writes.
//!
//! Loads and stores are relaxed, which on one thread are plain moves. An update is a load and a
//! store, not one operation: where several threads update, they take the lock of the arm.

use std::fmt;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// A real number.
#[derive(Default)]
pub struct F64(AtomicU64);

impl F64 {
    /// This number.
    pub fn new(value: f64) -> Self {
        Self(AtomicU64::new(value.to_bits()))
    }
    /// Its value.
    #[inline]
    pub fn get(&self) -> f64 {
        f64::from_bits(self.0.load(Relaxed))
    }
    /// Sets it.
    #[inline]
    pub fn set(&self, value: f64) {
        self.0.store(value.to_bits(), Relaxed);
    }
    /// Adds to it.
    #[inline]
    pub fn add(&self, more: f64) {
        self.set(self.get() + more);
    }
}

/// A real number of single precision.
#[derive(Default)]
pub struct F32(AtomicU32);

impl F32 {
    /// Its value.
    #[inline]
    pub fn get(&self) -> f32 {
        f32::from_bits(self.0.load(Relaxed))
    }
    /// Sets it.
    #[inline]
    pub fn set(&self, value: f32) {
        self.0.store(value.to_bits(), Relaxed);
    }
}

/// A count.
#[derive(Default)]
pub struct U32(AtomicU32);

impl U32 {
    /// Its value.
    #[inline]
    pub fn get(&self) -> u32 {
        self.0.load(Relaxed)
    }
    /// Adds to it, and gives the sum.
    #[inline]
    pub fn add(&self, more: u32) -> u32 {
        let sum = self.get().wrapping_add(more);
        self.0.store(sum, Relaxed);
        sum
    }
}

macro_rules! like_a_number {
    ($($name:ident),*) => {$(
        impl Clone for $name {
            #[inline]
            fn clone(&self) -> Self {
                Self(self.0.load(Relaxed).into())
            }
        }
        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                self.get() == other.get()
            }
        }
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.get().fmt(f)
            }
        }
    )*};
}
like_a_number!(F64, F32, U32);
