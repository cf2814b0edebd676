//! Functions that give the same bits on every machine.
//!
//! The standard library's logarithm and exponential are the system's, which differ in the last bit
//! from one system to the next; a search that compares indices would then play another game.

use std::sync::LazyLock;

/// Logarithms of small counts: most nodes of a tree have few visits.
static SMALL: LazyLock<[f64; 1024]> =
    LazyLock::new(|| std::array::from_fn(|n| libm::log(n as f64)));

/// ln n of a count; minus infinity for 0.
#[inline]
pub fn ln(n: u32) -> f64 {
    match SMALL.get(n as usize) {
        Some(&ln) => ln,
        None => libm::log(f64::from(n)),
    }
}

/// eˣ.
#[inline]
pub fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// xʸ.
#[inline]
pub fn pow(x: f64, y: f64) -> f64 {
    libm::pow(x, y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_counts_are_as_exact_as_large_ones() {
        for n in [1, 2, 3, 1023, 1024, 1025, 1_000_000, u32::MAX] {
            assert!((ln(n) - f64::from(n).ln()).abs() < 1e-14 * f64::from(n).ln().max(1.0), "{n}");
        }
        assert_eq!(ln(0), f64::NEG_INFINITY);
        assert_eq!(ln(1), 0.0);
    }
}
