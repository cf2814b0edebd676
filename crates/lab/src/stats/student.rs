//! Student's t distribution: how far a mean of few values may be off.

use super::Z95;

/// The quantile of a two-sided 95 % interval of a mean of `count` values: 1.96 for many, 12.7 for
/// two, infinite for one.
///
/// ```
/// use spinney_lab::stats::student95;
/// assert_eq!(format!("{:.3} {:.3}", student95(2), student95(11)), "12.706 2.228");
/// ```
pub fn student95(count: u64) -> f64 {
    if count < 2 {
        return f64::INFINITY;
    }
    let freedom = count - 1;
    if freedom > 200 {
        // The first term of Cornish and Fisher; the next is below 10⁻⁴ here.
        return Z95 + (Z95.powi(3) + Z95) / (4.0 * freedom as f64);
    }
    let (mut low, mut high) = (0.0, 16.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if within(middle, freedom) < 0.95 { low = middle } else { high = middle }
    }
    high
}

/// The probability of a value between −t and t (Abramowitz and Stegun 26.7.3 and 26.7.4).
fn within(t: f64, freedom: u64) -> f64 {
    let angle = libm::atan(t / (freedom as f64).sqrt());
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    let odd = freedom % 2 == 1;
    // The terms cosᵏ, with k of the other parity than the degrees of freedom.
    let (mut term, mut sum) = if odd { (cos, 0.0) } else { (1.0, 0.0) };
    let mut k = u64::from(odd);
    while k + 2 <= freedom {
        sum += term;
        term *= cos * cos * (k + 1) as f64 / (k + 2) as f64;
        k += 2;
    }
    if odd { (angle + sin * sum) * std::f64::consts::FRAC_2_PI } else { sin * sum }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_in_the_tables() {
        // Degrees of freedom and t of 97.5 %, from the usual table.
        for (freedom, t) in [
            (1, 12.706),
            (2, 4.303),
            (3, 3.182),
            (4, 2.776),
            (5, 2.571),
            (9, 2.262),
            (10, 2.228),
            (19, 2.093),
            (30, 2.042),
            (60, 2.000),
            (120, 1.980),
        ] {
            assert!(
                (student95(freedom + 1) - t).abs() < 0.0006,
                "{freedom}: {}",
                student95(freedom + 1)
            );
        }
        assert_eq!(student95(1), f64::INFINITY);
        assert!((student95(201) - student95(202)).abs() < 1e-3);
        assert!((student95(1_000_000) - Z95).abs() < 1e-5);
    }
}
