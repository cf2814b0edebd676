//! Shares of games: one with its interval, two compared.

use super::{Interval, Z95, cumulative};

/// Wilson's score interval, 95 %, for `wins` of `games`; all of 0 to 1 without games.
///
/// Wilson 1927, J. Am. Stat. Assoc. 22. Wins may be halves where draws count half.
pub fn wilson(wins: f64, games: f64) -> Interval {
    wilson_at(wins, games, Z95)
}

/// Wilson's score interval that reaches `z` standard deviations to either side.
pub fn wilson_at(wins: f64, games: f64, z: f64) -> Interval {
    if games <= 0.0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let (p, z2) = (wins / games, z * z);
    let centre = p + z2 / (2.0 * games);
    let spread = z * (p * (1.0 - p) / games + z2 / (4.0 * games * games)).sqrt();
    let scale = 1.0 + z2 / games;
    // At 0 and all wins one end is exact; rounding must not push it over.
    Interval {
        low: if wins <= 0.0 { 0.0 } else { (centre - spread) / scale },
        high: if wins >= games { 1.0 } else { (centre + spread) / scale },
    }
}

/// The plain normal interval, 95 %, as many papers print it: p ± 1.96 √(p (1 − p) / n). It has no
/// width when all games or none were won.
pub fn normal_interval(wins: f64, games: f64) -> Interval {
    if games <= 0.0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let p = wins / games;
    let spread = Z95 * (p * (1.0 - p) / games).sqrt();
    Interval { low: p - spread, high: p + spread }
}

/// Two shares compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// The first share less the second.
    pub difference: f64,
    /// The test statistic, in standard deviations.
    pub z: f64,
    /// How often chance alone gives a difference at least as large, in either direction.
    pub p_value: f64,
}

/// The two-proportion z-test with the pooled estimate of the variance.
pub fn two_proportions(first: (f64, f64), second: (f64, f64)) -> Comparison {
    let ((wins_1, games_1), (wins_2, games_2)) = (first, second);
    if games_1 <= 0.0 || games_2 <= 0.0 {
        return Comparison { difference: 0.0, z: 0.0, p_value: 1.0 };
    }
    let difference = wins_1 / games_1 - wins_2 / games_2;
    let pooled = (wins_1 + wins_2) / (games_1 + games_2);
    let deviation = (pooled * (1.0 - pooled) * (1.0 / games_1 + 1.0 / games_2)).sqrt();
    // No deviation means that all were won, or all lost, in both: there is no difference either.
    let z = if deviation > 0.0 { difference / deviation } else { 0.0 };
    Comparison { difference, z, p_value: 2.0 * cumulative(-z.abs()) }
}

/// The 95 % interval of the difference of two independent shares, from their Wilson intervals.
///
/// Newcombe 1998, Statistics in Medicine 17:873, method 10.
pub fn difference(first: (f64, f64), second: (f64, f64)) -> Interval {
    let (one, two) = (wilson(first.0, first.1), wilson(second.0, second.1));
    if first.1 <= 0.0 || second.1 <= 0.0 {
        return Interval { low: -1.0, high: 1.0 };
    }
    let (p1, p2) = (first.0 / first.1, second.0 / second.1);
    Interval {
        low: p1 - p2 - (p1 - one.low).hypot(two.high - p2),
        high: p1 - p2 + (one.high - p1).hypot(p2 - two.low),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(interval: Interval) -> (String, String) {
        (format!("{:.4}", interval.low), format!("{:.4}", interval.high))
    }

    #[test]
    fn wilson_as_published() {
        // Newcombe 1998, Statistics in Medicine 17:857, Table I, method 3: the score interval
        // without continuity correction.
        let table = [
            ((81.0, 263.0), ("0.2553", "0.3662")),
            ((15.0, 148.0), ("0.0624", "0.1605")),
            ((0.0, 20.0), ("0.0000", "0.1611")),
            ((1.0, 29.0), ("0.0061", "0.1718")),
        ];
        for ((wins, games), (low, high)) in table {
            assert_eq!(shown(wilson(wins, games)), (low.to_string(), high.to_string()));
        }
    }

    #[test]
    fn normal_as_computed_apart() {
        // The same cases by method 1; these were computed apart, in another language.
        assert_eq!(shown(normal_interval(81.0, 263.0)), ("0.2522".into(), "0.3638".into()));
        assert_eq!(shown(normal_interval(15.0, 148.0)), ("0.0527".into(), "0.1500".into()));
        assert_eq!(normal_interval(0.0, 20.0).half_width(), 0.0);
    }

    #[test]
    fn differences_as_published() {
        // Newcombe 1998, Statistics in Medicine 17:873, Table II, method 10, cases a to e and g.
        let table = [
            ((56.0, 70.0), (48.0, 80.0), ("0.0524", "0.3339")),
            ((9.0, 10.0), (3.0, 10.0), ("0.1705", "0.8090")),
            ((6.0, 7.0), (2.0, 7.0), ("0.0582", "0.8062")),
            ((5.0, 56.0), (0.0, 29.0), ("-0.0381", "0.1926")),
            ((0.0, 10.0), (0.0, 20.0), ("-0.1611", "0.2775")),
            ((10.0, 10.0), (0.0, 20.0), ("0.6791", "1.0000")),
        ];
        for (first, second, (low, high)) in table {
            let found = shown(difference(first, second));
            assert_eq!(found, (low.to_string(), high.to_string()));
        }
    }

    #[test]
    fn nothing_played_says_nothing() {
        assert_eq!(wilson(0.0, 0.0), Interval { low: 0.0, high: 1.0 });
        assert_eq!(difference((0.0, 0.0), (1.0, 2.0)), Interval { low: -1.0, high: 1.0 });
        assert_eq!(two_proportions((0.0, 0.0), (1.0, 2.0)).p_value, 1.0);
    }

    #[test]
    fn all_won_keeps_its_ends() {
        let all = wilson(7.0, 7.0);
        assert_eq!(all.high, 1.0);
        // 1 / (1 + z² / n), from Wilson's formula at p = 1.
        assert!((all.low - 7.0 / (7.0 + Z95 * Z95)).abs() < 1e-12);
    }

    #[test]
    fn the_test_of_two_shares_by_hand() {
        // 60/100 against 45/100: pooled 0.525, deviation √(0.525·0.475·0.02) = 0.0706222…
        let test = two_proportions((60.0, 100.0), (45.0, 100.0));
        assert!((test.z - 0.15 / (0.525_f64 * 0.475 * 0.02).sqrt()).abs() < 1e-12);
        assert!((test.z - 2.123_98).abs() < 1e-4, "{}", test.z);
        assert!((test.p_value - 0.033_67).abs() < 1e-4, "{}", test.p_value);
        assert_eq!(two_proportions((5.0, 5.0), (3.0, 3.0)).p_value, 1.0);
    }

    #[test]
    fn the_square_of_z_is_the_chi_square_of_the_table() {
        // The 2×2 chi-square computed cell by cell, an independent road to the same number.
        let (a, n, b, m) = (37.0, 80.0, 21.0, 65.0);
        let (wins, losses, all) = (a + b, n - a + m - b, n + m);
        let cells = [(a, n, wins), (n - a, n, losses), (b, m, wins), (m - b, m, losses)];
        let chi: f64 = cells
            .iter()
            .map(|(seen, row, column)| {
                let expected: f64 = row * column / all;
                (seen - expected).powi(2) / expected
            })
            .sum();
        assert!((two_proportions((a, n), (b, m)).z.powi(2) - chi).abs() < 1e-9);
    }
}
