//! Whether a cell agrees with the number that a paper prints.

use super::verdict::Verdict;
use super::{Estimate, Measure};
use crate::stats::Z95;

/// A rate agrees only if its interval reaches this many points to either side at most.
const POINTS: f64 = 5.0;

/// A mean agrees only if its interval reaches this share of the printed number at most.
const SHARE: f64 = 0.05;

/// How a measurement here stands to a printed number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// Holds where the two agree.
    pub verdict: Verdict,
    /// The gap between the two intervals, positive where the measurement is higher; 0 where they
    /// overlap.
    pub gap: f64,
}

/// Compares a measurement with a printed number.
///
/// It fails if the two 95 % intervals have nothing in common. It holds if they overlap and the
/// measurement could have failed: its own interval reaches at most 5 points (of a mean: 5 % of the
/// printed number) to either side, or it has as many games as the paper, where that is known.
///
/// A mean that is printed without an interval is given the one that the spread measured here means
/// for the paper's number of games.
pub fn agreement(
    here: &Estimate,
    printed: &Estimate,
    measure: &Measure,
    paper_games: Option<u64>,
) -> Agreement {
    let reach = (here.high - here.low) / 2.0;
    let printed_reach = if printed.high > printed.low {
        printed.high - printed.value
    } else {
        Z95 * here.deviation / (printed.games as f64).sqrt()
    };
    let (low, high) = (printed.value - printed_reach, printed.value + printed_reach);
    let gap = (here.low - high).max(0.0) + (here.high - low).min(0.0);
    let narrow = match measure {
        Measure::WinRate(_) | Measure::Ending(_) => reach <= POINTS,
        _ => reach <= SHARE * printed.value.abs(),
    };
    let as_many = reach.is_finite() && paper_games.is_some_and(|games| here.evidence() >= games);
    let verdict = match gap {
        gap if gap != 0.0 => Verdict::Fails,
        _ if narrow || as_many => Verdict::Holds,
        _ => Verdict::Open,
    };
    Agreement { verdict, gap }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(wins: u64, games: u64) -> Estimate {
        Estimate::rate(wins, games).unwrap()
    }

    fn printed(text: &str, measure: &Measure, games: u64) -> Estimate {
        match super::super::Entry::parse(text) {
            Ok(super::super::Entry::Value(value)) => Estimate::printed(&value, measure, games),
            other => panic!("{text}: {other:?}"),
        }
    }

    fn compare(here: &Estimate, text: &str, paper_games: Option<u64>) -> Agreement {
        let measure = Measure::WinRate("a".into());
        agreement(here, &printed(text, &measure, 1000), &measure, paper_games)
    }

    fn score(here: &Estimate, text: &str, paper_games: Option<u64>) -> Agreement {
        agreement(here, &printed(text, &Measure::Score, 250), &Measure::Score, paper_games)
    }

    #[test]
    fn a_rate_agrees_if_it_could_have_disagreed() {
        // 500 of 1000: 46.9 to 53.1.
        let many = rate(500, 1000);
        assert_eq!(
            compare(&many, "52.0 ± 3.0", None),
            Agreement { verdict: Verdict::Holds, gap: 0.0 }
        );
        // 1 of 5 overlaps nearly everything: 3.6 to 62.4.
        assert_eq!(compare(&rate(1, 5), "58.0 ± 3.1", Some(1000)).verdict, Verdict::Open);
        // 300 games reach 5.6 points, 400 reach 4.9.
        assert_eq!(compare(&rate(150, 300), "52.0 ± 3.0", None).verdict, Verdict::Open);
        assert_eq!(compare(&rate(200, 400), "52.0 ± 3.0", None).verdict, Verdict::Holds);
        // As many games as the paper are enough, one fewer is not.
        assert_eq!(compare(&rate(150, 300), "52.0 ± 3.0", Some(300)).verdict, Verdict::Holds);
        assert_eq!(compare(&rate(150, 300), "52.0 ± 3.0", Some(301)).verdict, Verdict::Open);
    }

    #[test]
    fn intervals_with_nothing_in_common_disagree_at_any_width() {
        let here = rate(500, 1000);
        let below = compare(&here, "60.0 ± 3.0", None);
        assert_eq!(below.verdict, Verdict::Fails);
        assert!((below.gap - (here.high - 57.0)).abs() < 1e-9 && below.gap < 0.0, "{below:?}");
        let above = compare(&here, "40.0 ± 3.0", None);
        assert!((above.gap - (here.low - 43.0)).abs() < 1e-9 && above.gap > 0.0, "{above:?}");
        let few = rate(0, 5);
        assert!(few.high > 40.0);
        assert_eq!(compare(&few, "90.0 ± 3.0", None).verdict, Verdict::Fails);
    }

    #[test]
    fn a_mean_agrees_within_five_percent() {
        // Boards with a deviation of 500: 250 of them reach 62 points, 100 reach 99, 40 reach 160.
        let boards = |n| Estimate::of_mean(2600.0, 500.0, n).unwrap();
        assert_eq!(score(&boards(100), "2,700 (500)", None).verdict, Verdict::Holds);
        assert_eq!(score(&boards(40), "2,700 (500)", None).verdict, Verdict::Open, "over 135");
        assert_eq!(score(&boards(40), "2,700 (500)", Some(40)).verdict, Verdict::Holds);
        assert_eq!(score(&boards(250), "2,800 (500)", Some(250)).verdict, Verdict::Fails);
        let one = Estimate::mean([2600.0]).unwrap();
        assert_eq!(score(&one, "2,600", Some(1)).verdict, Verdict::Open, "one game has no spread");
    }

    #[test]
    fn a_bare_mean_borrows_the_spread_measured_here() {
        // 100 scores with deviation 500 around 2,600 have an interval of ± 99; a paper's 2,750 over
        // 250 boards then has ± 62, and the two meet.
        let here = Estimate::of_mean(2600.0, 500.0, 100).unwrap();
        assert_eq!(score(&here, "2,750", None).gap, 0.0);
        let miss = score(&here, "2,800", None);
        assert!((miss.gap - (here.high - (2800.0 - 61.98))).abs() < 0.05, "{miss:?}");
        // Two scores leave their own mean in great doubt, and not the paper's: 141.4 / √250 · 1.96.
        let few = Estimate::mean([2500.0, 2700.0]).unwrap();
        assert!((few.high - 2600.0 - 1270.6).abs() < 0.1, "{few:?}");
        let miss = score(&few, "4,000", None);
        assert!((miss.gap - (few.high - (4000.0 - 17.53))).abs() < 0.05, "{miss:?}");
    }
}
