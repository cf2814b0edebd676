//! The standard normal distribution.

/// The quantile of a two-sided 95 % interval.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The probability of a value below `x`.
pub fn cumulative(x: f64) -> f64 {
    0.5 * libm::erfc(-x / std::f64::consts::SQRT_2)
}

/// The value below which a draw falls with probability `p`: infinite at 0 and 1.
pub fn quantile(p: f64) -> f64 {
    assert!((0.0..=1.0).contains(&p), "a probability, not {p}");
    if p == 0.0 || p == 1.0 {
        return if p == 0.0 { f64::NEG_INFINITY } else { f64::INFINITY };
    }
    // The cumulative function is monotone and its value at ±40 is 0 or 1 in floating point:
    // bisection to the last bit needs no table of coefficients. Which of two neighbours of the exact
    // point is given, is within rounding.
    let (mut low, mut high) = (-40.0, 40.0);
    loop {
        let middle: f64 = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            return middle;
        }
        if cumulative(middle) < p { low = middle } else { high = middle }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_quantiles() {
        // Abramowitz and Stegun, Table 26.5 (rounded), and the usual 95 % and 99 % points.
        for (p, z) in [(0.5, 0.0), (0.975, 1.959_964), (0.995, 2.575_829), (0.9, 1.281_552)] {
            assert!((quantile(p) - z).abs() < 1e-6, "{p}: {}", quantile(p));
        }
        assert!((quantile(0.975) - Z95).abs() < 1e-14);
        assert_eq!(quantile(0.0), f64::NEG_INFINITY);
    }

    #[test]
    fn the_quantile_undoes_the_cumulative() {
        for i in -30..=30 {
            let x = f64::from(i) / 10.0;
            assert!((quantile(cumulative(x)) - x).abs() < 1e-9, "{x}");
        }
    }
}
