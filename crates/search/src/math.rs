//! Functions that give the same bits on every machine.
//!
//! The standard library's logarithm and exponential are the system's, which differ in the last bit
//! from one system to the next; a search that compares indices would then play another game.
//!
//! ```
//! assert!((spinney_search::math::ln(1000) - 6.907_755_278_982_137).abs() < 1e-14);
//! ```

/// 1 / c and ln c for c = 1, 1 + 1/128, …, 1 + 127/128.
const STEPS: [(f64, f64); 128] = {
    let mut steps = [(1.0, 0.0); 128];
    let mut i = 1;
    while i < 128 {
        let c = 1.0 + i as f64 / 128.0;
        steps[i] = (1.0 / c, ln_by_series(c));
        i += 1;
    }
    steps
};

/// ln c for c between 1 and 2: 2 artanh((c − 1) / (c + 1)), of which each term is less than a
/// ninth of the one before.
const fn ln_by_series(c: f64) -> f64 {
    let z = (c - 1.0) / (c + 1.0);
    let (mut sum, mut power, mut k) = (0.0, z, 1);
    while k < 40 {
        sum += power / k as f64;
        power *= z * z;
        k += 2;
    }
    2.0 * sum
}

/// ln n of a count; minus infinity for 0. Every node that a search passes asks for one, so it is
/// made of a table and a short polynomial, without a division; the error is below 10⁻¹⁴.
#[inline]
pub fn ln(n: u32) -> f64 {
    if n == 0 {
        return f64::NEG_INFINITY;
    }
    let (whole, r) = reduce(n);
    let tail = 1.0 / 3.0 - r * (0.25 - r * (0.2 - r * (1.0 / 6.0 - r * (1.0 / 7.0))));
    whole + (r - r * r * (0.5 - r * tail))
}

/// ln n of a count from 1 on, to single precision: the same with fewer terms.
#[inline]
pub(crate) fn ln_single(n: u32) -> f32 {
    let (whole, r) = reduce(n);
    (whole + r * (1.0 - r * (0.5 - r * (1.0 / 3.0)))) as f32
}

/// n = 2ᵉ c (1 + r) with c from the table: gives ln(2ᵉ c) and r, which is below 1/128.
#[inline]
fn reduce(n: u32) -> (f64, f64) {
    let shift = n.leading_zeros();
    let fixed = n.wrapping_shl(shift);
    let (inverse, ln_c) = STEPS[(fixed >> 24 & 127) as usize];
    let r = f64::from(fixed) * (1.0 / 2_147_483_648.0) * inverse - 1.0;
    (f64::from(31i32 - shift as i32) * std::f64::consts::LN_2 + ln_c, r)
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
    fn logarithms_of_counts_are_right() {
        let near = |n: u32| {
            let exact = libm::log(f64::from(n));
            assert!((ln(n) - exact).abs() <= 1e-14 * exact.max(1.0), "ln {n}: {} {exact}", ln(n));
            let single = ln_single(n);
            assert!(
                (single - exact as f32).abs() <= f32::EPSILON * single,
                "{n}: {single} {exact}"
            );
        };
        (1..100_000).for_each(near);
        (0..32).for_each(|e| near(1 << e));
        (1..10_000).map(|k| u32::MAX / k).for_each(near);
    }

    #[test]
    fn the_edges_are_exact() {
        // A root of something below zero would be no number.
        assert_eq!((ln(1), ln_single(1)), (0.0, 0.0));
        assert_eq!(ln(0), f64::NEG_INFINITY);
        assert!((1..100_000).all(|n| ln(n) < ln(n + 1)));
    }
}
