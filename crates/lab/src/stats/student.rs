//! Student's t distribution: how far a mean of few values may be off.

use super::quantile;

/// The quantile of a two-sided 95 % interval of a mean of `count` values: 1.96 for many, 12.7 for
/// two, infinite for one.
///
/// ```
/// use spinney_lab::stats::student95;
/// assert_eq!(format!("{:.3} {:.3}", student95(2), student95(11)), "12.706 2.228");
/// ```
pub fn student95(count: u64) -> f64 {
    student_tail(0.025, count.saturating_sub(1))
}

/// The value that a number with Student's distribution exceeds with probability `tail`, which is
/// between 0 and a half; infinite without degrees of freedom.
///
/// ```
/// use spinney_lab::stats::student_tail;
/// assert_eq!(format!("{:.3} {:.3}", student_tail(0.005, 10), student_tail(0.05, 4)), "3.169 2.132");
/// ```
pub fn student_tail(tail: f64, freedom: u64) -> f64 {
    if freedom == 0 {
        return f64::INFINITY;
    }
    // Both ways agree to five decimals on either side of this: it changes only the time.
    if freedom > 200 {
        // The first two terms of Cornish and Fisher (Abramowitz and Stegun 26.7.5); the next is
        // below 10⁻⁵ for tails down to one in a million.
        let (z, n) = (-quantile(tail), freedom as f64);
        let first = (z.powi(3) + z) / 4.0;
        let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
        return z + first / n + second / (n * n);
    }
    // How the bracket grows, and which half an exact hit belongs to, changes only the time.
    let inside = 1.0 - 2.0 * tail;
    let (mut low, mut high) = (0.0, 1.0);
    while within(high, freedom) < inside {
        high *= 2.0;
    }
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if within(middle, freedom) < inside { low = middle } else { high = middle }
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
    use crate::stats::Z95;

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

    #[test]
    fn other_tails_as_in_the_tables() {
        // Tail, degrees of freedom and t, from the usual table.
        for (tail, freedom, t) in [
            (0.05, 1, 6.314),
            (0.05, 2, 2.920),
            (0.05, 20, 1.725),
            (0.005, 1, 63.657),
            (0.005, 3, 5.841),
            (0.005, 120, 2.617),
            (0.0005, 1, 636.62),
            (0.0005, 6, 5.959),
            (0.0005, 40, 3.551),
        ] {
            let found = student_tail(tail, freedom);
            assert!((found - t).abs() < 0.0006 * t.max(1.0), "{tail}, {freedom}: {found}");
        }
        assert_eq!(student_tail(0.05, 0), f64::INFINITY);
    }

    #[test]
    fn many_degrees_of_freedom() {
        // Computed apart, with the incomplete beta function.
        for (tail, freedom, t) in [
            (0.025, 201, 1.971_836_507),
            (0.000_1, 300, 3.765_493_207),
            (0.000_01, 250, 4.348_133_577),
            (0.025, 500, 1.964_719_837),
            (0.05, 1000, 1.646_378_817),
        ] {
            let found = student_tail(tail, freedom);
            assert!((found - t).abs() < 2e-5, "{tail}, {freedom}: {found}");
        }
        // The term that is left out is 3 · 10⁻⁹ here.
        let found = student_tail(0.025, 1000);
        assert!((found - 1.962_339_080_826).abs() < 5e-9, "{found:.12}");
    }
}
