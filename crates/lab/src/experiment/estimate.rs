//! A number with its doubt: from games played here, or as a paper prints it.

use super::Published;
use crate::stats::{Sample, Z95, student95, wilson};

/// A measured value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value, in the unit of its measure (rates in percent).
    pub value: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Its standard error, for differences; of a mean of few values larger, as Student's interval is
    /// wider than the normal one.
    pub error: f64,
    /// The standard deviation of a single game's value.
    pub deviation: f64,
    /// The games that count in it.
    pub games: u64,
}

/// What is known of a cell.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    /// Its value.
    pub estimate: Estimate,
    /// The number and the value of each game, where the same number means the same start in every
    /// cell of a game, and a game has a value of its own; else nothing.
    pub values: &'a [(u64, f64)],
}

impl From<Estimate> for Evidence<'_> {
    fn from(estimate: Estimate) -> Self {
        Self { estimate, values: &[] }
    }
}

/// How a measurement here stands to a printed number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Agreement {
    /// The two intervals overlap.
    Overlap,
    /// They don't: the gap between them, positive where the measurement is higher.
    Miss(f64),
}

impl Estimate {
    /// A share of decided games, in percent, with Wilson's interval.
    pub fn rate(wins: u64, decided: u64) -> Option<Self> {
        if decided == 0 {
            return None;
        }
        let n = decided as f64;
        let interval = wilson(wins as f64, n);
        // Agresti and Caffo: one more win and one more loss keep the error of a difference honest
        // where a side wins nearly all.
        let shrunk = (wins as f64 + 1.0) / (n + 2.0);
        let error = (shrunk * (1.0 - shrunk) / (n + 2.0)).sqrt();
        Some(Self {
            value: 100.0 * wins as f64 / n,
            low: 100.0 * interval.low,
            high: 100.0 * interval.high,
            error: 100.0 * error,
            deviation: 100.0 * error * n.sqrt(),
            games: decided,
        })
    }

    /// A mean, with Student's interval.
    pub fn mean(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut sample = Sample::default();
        for value in values {
            sample.add(value);
        }
        // One game says nothing about its spread.
        let error = if sample.count > 1 { widened(&sample) } else { 0.0 };
        (sample.count > 0).then(|| Self {
            deviation: sample.deviation(),
            ..Self::around(sample.mean, error, sample.count)
        })
    }

    /// What a paper prints, from so many games: with its interval, or the one that follows from
    /// its standard deviation, or none.
    pub fn printed(published: &Published, games: u64) -> Self {
        let spread = |deviation: f64| Z95 * deviation / (games as f64).sqrt();
        let half = published.half.or(published.deviation.map(spread)).unwrap_or(0.0);
        Self::around(published.value, half / Z95, games)
    }

    fn around(value: f64, error: f64, games: u64) -> Self {
        let (low, high) = (value - Z95 * error, value + Z95 * error);
        Self { value, low, high, error, deviation: error * (games as f64).sqrt(), games }
    }

    /// Whether this measurement meets the printed number. A number printed without an interval is
    /// given the doubt that this measurement's spread means for the paper's number of games.
    pub fn agreement(&self, printed: &Estimate) -> Agreement {
        let half = if printed.error > 0.0 {
            printed.high - printed.value
        } else {
            Z95 * self.deviation / (printed.games.max(1) as f64).sqrt()
        };
        let (low, high) = (printed.value - half, printed.value + half);
        if self.low > high {
            Agreement::Miss(self.low - high)
        } else if self.high < low {
            Agreement::Miss(self.high - low)
        } else {
            Agreement::Overlap
        }
    }
}

/// The standard error of a mean, made larger so that 1.96 times it is Student's interval.
pub(super) fn widened(sample: &Sample) -> f64 {
    sample.error() * student95(sample.count) / Z95
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_as_published() {
        // Newcombe (1998), Statistics in Medicine 17, Table I, method 3: 81 of 263 gives
        // 0.2553 to 0.3662; 0 of 20 gives 0.0000 to 0.1611.
        let rate = Estimate::rate(81, 263).unwrap();
        assert!((rate.low - 25.53).abs() < 0.005 && (rate.high - 36.62).abs() < 0.005, "{rate:?}");
        let none = Estimate::rate(0, 20).unwrap();
        assert!(none.low == 0.0 && (none.high - 16.11).abs() < 0.005, "{none:?}");
        assert!(none.error > 0.0);
        assert_eq!(Estimate::rate(0, 0), None);
    }

    #[test]
    fn means_by_hand() {
        let mean = Estimate::mean([1.0, 2.0, 3.0, 6.0]).unwrap();
        // Deviations −2, −1, 0, 3: variance 14 / 3, error of the mean sqrt(14 / 12); Student's factor for
        // three degrees of freedom is 3.182.
        assert!((mean.value - 3.0).abs() < 1e-12);
        assert!((mean.high - 3.0 - 3.182_446 * (14f64 / 12.0).sqrt()).abs() < 1e-5, "{mean:?}");
        assert_eq!(Estimate::mean([]), None);
        assert_eq!(Estimate::mean([5.0]).unwrap().error, 0.0);
    }

    #[test]
    fn agreement_is_overlap_or_the_gap() {
        let printed = |value, half: f64| Estimate::around(value, half / Z95, 1000);
        let here = Estimate::rate(500, 1000).unwrap();
        assert_eq!(here.agreement(&printed(52.0, 3.0)), Agreement::Overlap);
        let Agreement::Miss(gap) = here.agreement(&printed(60.0, 3.0)) else { panic!() };
        assert!((gap - (here.high - 57.0)).abs() < 1e-9 && gap < 0.0);
        let Agreement::Miss(gap) = here.agreement(&printed(40.0, 3.0)) else { panic!() };
        assert!(gap > 0.0);
    }

    #[test]
    fn a_bare_number_borrows_the_spread_measured_here() {
        // 100 scores with deviation 500 around 2,600 have an interval of ± 98; a paper's 2,750 over 250
        // boards then has ± 62, and the two meet.
        let here = Estimate::around(2600.0, 50.0, 100);
        let printed = |value| Estimate::around(value, 0.0, 250);
        assert_eq!(here.agreement(&printed(2750.0)), Agreement::Overlap);
        let Agreement::Miss(gap) = here.agreement(&printed(2800.0)) else { panic!() };
        assert!((gap - (2600.0 + 98.0 - (2800.0 - 61.98))).abs() < 0.05, "{gap}");
        // Two scores leave their own mean in great doubt, and not the paper's: 141.4 / √250 · 1.96.
        let few = Estimate::mean([2500.0, 2700.0]).unwrap();
        assert!((few.high - 2600.0 - 1270.6).abs() < 0.1, "{few:?}");
        let Agreement::Miss(gap) = few.agreement(&printed(4000.0)) else { panic!() };
        assert!((gap - (few.high - (4000.0 - 17.53))).abs() < 0.05, "{gap}");
    }
}
