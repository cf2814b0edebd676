//! A number with its doubt: from games played here, or as a paper prints it.

use super::{Measure, Published};
use crate::stats::{Interval, Sample, Z95, quantile, student_tail, wilson_at};

/// A measured value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value, in the unit of its measure (rates in percent).
    pub value: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The standard deviation of a single game's value.
    pub deviation: f64,
    /// The games that count in it.
    pub games: u64,
    /// How much of a game each is worth as evidence: less than 1 where some repeat others.
    worth: f64,
    doubt: Doubt,
}

/// Where the doubt comes from, and so what the interval is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Doubt {
    /// A share of games: Wilson's.
    Rate { wins: u64 },
    /// A mean of games, with its standard error: Student's.
    Mean { error: f64 },
    /// A printed number, with its standard error: the normal one. None has no width.
    Printed { error: f64 },
}

/// What is known of a cell.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    /// Its value.
    pub estimate: Estimate,
    /// The number and the value of each game, where the same number means the same start in every
    /// cell of a game, and a game has a value of its own; else nothing.
    pub values: &'a [(u64, f64)],
    /// Differences from other cells that were taken game by game before.
    pub differences: &'a [Difference],
}

/// A mean of one cell's games less another's from the same starts, game by game.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The name of the cell that is subtracted.
    pub less: String,
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
    /// The number of pairs.
    pub games: u64,
}

impl From<Estimate> for Evidence<'_> {
    fn from(estimate: Estimate) -> Self {
        Self { estimate, values: &[], differences: &[] }
    }
}

impl Estimate {
    /// A share of decided games, in percent, with Wilson's interval.
    pub fn rate(wins: u64, decided: u64) -> Option<Self> {
        let share = wins as f64 / decided as f64;
        let deviation = 100.0 * (share * (1.0 - share)).sqrt();
        (decided > 0).then(|| Self::new(100.0 * share, deviation, decided, Doubt::Rate { wins }))
    }

    /// A mean, with Student's interval; that of a single game has no ends.
    pub fn mean(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let sample: Sample = values.into_iter().collect();
        Self::of_mean(sample.mean, sample.deviation(), sample.count)
    }

    /// The same from the mean and the standard deviation of so many games.
    pub fn of_mean(mean: f64, deviation: f64, games: u64) -> Option<Self> {
        let error = deviation / (games as f64).sqrt();
        (games > 0).then(|| Self::new(mean, deviation, games, Doubt::Mean { error }))
    }

    /// What a paper prints, from so many games: with its interval, or the one that follows from
    /// its standard deviation, or from a rate and the games. A mean without either has none.
    pub fn printed(published: &Published, measure: &Measure, games: u64) -> Self {
        let root = (games as f64).sqrt();
        let rate = || {
            let share = published.value / 100.0;
            100.0 * (share * (1.0 - share)).sqrt()
        };
        let error = match (published.half, published.deviation, measure) {
            (Some(half), ..) => half / Z95,
            (None, Some(deviation), _) => deviation / root,
            (None, None, Measure::WinRate(_) | Measure::Ending(_)) => rate() / root,
            (None, None, _) => 0.0,
        };
        Self::new(published.value, error * root, games, Doubt::Printed { error })
    }

    fn new(value: f64, deviation: f64, games: u64, doubt: Doubt) -> Self {
        let (low, high, worth) = (value, value, 1.0);
        Self { value, low, high, deviation, games, worth, doubt }.with_interval()
    }

    fn with_interval(mut self) -> Self {
        let interval = self.interval(super::verdict::TAIL);
        (self.low, self.high) = (interval.low, interval.high);
        self
    }

    /// The same where so many of all games are distinct: a game that repeats another move by move
    /// is no new evidence. The value stays, the interval is as wide as for the distinct games.
    pub fn with_distinct(mut self, distinct: u64, of: u64) -> Self {
        self.worth = if of == 0 { 1.0 } else { (distinct as f64 / of as f64).min(1.0) };
        self.with_interval()
    }

    /// How many games it is worth as evidence: without those that repeat others.
    pub fn evidence(&self) -> u64 {
        (self.worth * self.games as f64 + 1e-9) as u64
    }

    /// The interval that leaves `tail` out on either side.
    pub fn interval(&self, tail: f64) -> Interval {
        match self.doubt {
            Doubt::Rate { wins } => {
                let (wins, games) = (self.worth * wins as f64, self.worth * self.games as f64);
                let share = wilson_at(wins, games, -quantile(tail));
                Interval { low: 100.0 * share.low, high: 100.0 * share.high }
            }
            Doubt::Mean { error } => {
                let freedom = self.evidence().saturating_sub(1);
                around(self.value, error / self.worth.sqrt(), tail, Some(freedom))
            }
            Doubt::Printed { error } => around(self.value, error, tail, None),
        }
    }

    /// The wins behind a share of games.
    pub fn wins(&self) -> Option<u64> {
        match self.doubt {
            Doubt::Rate { wins } => Some(wins),
            _ => None,
        }
    }

    /// Whether its interval reaches as far to either side, so that ± says all of it.
    pub fn is_symmetric(&self) -> bool {
        !matches!(self.doubt, Doubt::Rate { .. })
    }

    /// The variance of the value, and its degrees of freedom (none: it is as good as known). On
    /// average that of a share is never too small, however few the games: with p = (w + 1) / (n + 2)
    /// it is p (1 − p) / (n − 1), whose mean is at least the true one.
    pub(super) fn variance(&self) -> (f64, Option<u64>) {
        match self.doubt {
            Doubt::Rate { wins } => {
                let n = self.worth * self.games as f64;
                let share = (self.worth * wins as f64 + 1.0) / (n + 2.0);
                (1e4 * share * (1.0 - share) / (n - 1.0).max(0.0), None)
            }
            Doubt::Mean { .. } if self.evidence() < 2 => (f64::INFINITY, Some(0)),
            Doubt::Mean { error } => (error * error / self.worth, Some(self.evidence() - 1)),
            Doubt::Printed { error } => (error * error, None),
        }
    }
}

/// Student's interval, or the normal one without degrees of freedom.
pub(super) fn around(value: f64, error: f64, tail: f64, freedom: Option<u64>) -> Interval {
    let reach = match freedom {
        // A single value says nothing of its spread.
        Some(0) => f64::INFINITY,
        Some(freedom) => error * student_tail(tail, freedom),
        None => -error * quantile(tail),
    };
    Interval { low: value - reach, high: value + reach }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(text: &str, measure: &Measure, games: u64) -> Estimate {
        let Ok(super::super::Entry::Value(value)) = super::super::Entry::parse(text) else {
            panic!("{text}")
        };
        Estimate::printed(&value, measure, games)
    }

    #[test]
    fn wilson_as_published() {
        // Newcombe (1998), Statistics in Medicine 17, Table I, method 3: 81 of 263 gives
        // 0.2553 to 0.3662; 0 of 20 gives 0.0000 to 0.1611.
        let rate = Estimate::rate(81, 263).unwrap();
        assert!((rate.low - 25.53).abs() < 0.005 && (rate.high - 36.62).abs() < 0.005, "{rate:?}");
        let none = Estimate::rate(0, 20).unwrap();
        assert!(none.low == 0.0 && (none.high - 16.11).abs() < 0.005, "{none:?}");
        assert_eq!((none.value, none.games, none.is_symmetric()), (0.0, 20, false));
        assert_eq!((rate.wins(), none.wins()), (Some(81), Some(0)));
        assert!((rate.deviation - 46.17).abs() < 0.01, "√(0.308 · 0.692)");
        assert_eq!(Estimate::rate(0, 0), None);
    }

    #[test]
    fn means_by_hand() {
        let mean = Estimate::mean([1.0, 2.0, 3.0, 6.0]).unwrap();
        // Deviations −2, −1, 0, 3: variance 14 / 3, error of the mean √(14 / 12); Student's factor
        // for three degrees of freedom is 3.182, and 5.841 for a tail of 0.005.
        let error = (14f64 / 12.0).sqrt();
        assert!((mean.value - 3.0).abs() < 1e-12 && mean.is_symmetric());
        assert!((mean.high - 3.0 - 3.182_446 * error).abs() < 1e-5, "{mean:?}");
        assert!((mean.interval(0.005).low - 3.0 + 5.840_9 * error).abs() < 1e-3, "{mean:?}");
        assert_eq!((mean.variance().1, mean.wins()), (Some(3), None));
        // 1 and 3: a variance of 2, that of the mean is 1.
        let two = Estimate::mean([1.0, 3.0]).unwrap().variance();
        assert!((two.0 - 1.0).abs() < 1e-12 && two.1 == Some(1), "{two:?}");
        assert!((mean.variance().0 - 14.0 / 12.0).abs() < 1e-12);
        assert_eq!(Estimate::mean([]), None);
    }

    #[test]
    fn one_game_has_no_interval() {
        let one = Estimate::mean([5.0]).unwrap();
        assert_eq!((one.value, one.low, one.high), (5.0, f64::NEG_INFINITY, f64::INFINITY));
        assert_eq!(one.variance().0, f64::INFINITY);
        assert_eq!(Estimate::rate(1, 1).unwrap().variance().0, f64::INFINITY);
    }

    #[test]
    fn games_that_repeat_others_are_no_evidence() {
        // 81 of 263 is as wide as it is, played once or twice.
        let (once, twice) = (Estimate::rate(81, 263).unwrap(), Estimate::rate(162, 526).unwrap());
        let repeated = twice.with_distinct(263, 526);
        assert!(twice.high < once.high - 1.0);
        assert!((repeated.low - once.low).abs() < 1e-9 && (repeated.high - once.high).abs() < 1e-9);
        assert_eq!((repeated.value, repeated.games, repeated.evidence()), (once.value, 526, 263));
        assert!((repeated.variance().0 - once.variance().0).abs() < 1e-9);
        // One game, however often: a share has a wide interval and no variance, a mean neither.
        let one = Estimate::rate(200, 200).unwrap().with_distinct(1, 200);
        assert!(one.low < 21.0 && one.variance().0 == f64::INFINITY, "{one:?}");
        let mean = Estimate::mean([5.0; 200]).unwrap().with_distinct(1, 200);
        assert_eq!((mean.high, mean.variance()), (f64::INFINITY, (f64::INFINITY, Some(0))));
        let half = Estimate::mean([1.0, 3.0, 1.0, 3.0]).unwrap().with_distinct(2, 4);
        // A deviation of √(4 / 3), two games: an error of √(2 / 3) with one degree of freedom.
        assert!((half.high - 2.0 - 12.706_2 * (2.0f64 / 3.0).sqrt()).abs() < 1e-3, "{half:?}");
        let (variance, freedom) = half.variance();
        assert!((variance - 2.0 / 3.0).abs() < 1e-9 && freedom == Some(1), "{half:?}");
    }

    #[test]
    fn the_variance_of_a_share_is_not_too_small() {
        // 3 of 8: p = 4 / 10, and 0.24 / 7.
        let some = Estimate::rate(3, 8).unwrap().variance();
        assert!((some.0 - 1e4 * 0.24 / 7.0).abs() < 1e-9 && some.1.is_none(), "{some:?}");
        // Its mean over all outcomes, by the binomial distribution, against p (1 − p) / n.
        for (n, p) in [(2_u64, 0.5_f64), (5, 0.5), (5, 0.02), (20, 0.9)] {
            let (mut chance, mut mean) = ((1.0 - p).powi(n as i32), 0.0);
            for wins in 0..=n {
                mean += chance * Estimate::rate(wins, n).unwrap().variance().0;
                chance *= (n - wins) as f64 / (wins + 1) as f64 * p / (1.0 - p);
            }
            let truth = 1e4 * p * (1.0 - p) / n as f64;
            assert!(mean >= truth * (1.0 - 1e-9), "{n}, {p}: {mean} for {truth}");
        }
    }

    #[test]
    fn printed_numbers() {
        let rates = Measure::WinRate("a".to_string());
        let half = printed("60 ± 3", &rates, 1000);
        assert!(
            (half.low - 57.0).abs() < 1e-9
                && (half.high - 63.0).abs() < 1e-9
                && half.is_symmetric()
        );
        assert!(
            (half.variance().0 - (3.0 / Z95).powi(2)).abs() < 1e-9 && half.variance().1.is_none()
        );
        let spread = printed("3,000 (500)", &Measure::Score, 250);
        assert!(
            (spread.high - 3000.0 - 61.98).abs() < 0.01 && (spread.deviation - 500.0).abs() < 1e-9
        );
        // A bare rate has the interval that its games give: 1.96 √(0.5 · 0.5 / 1000).
        let bare = printed("50.0", &rates, 1000);
        assert!((bare.high - 53.099).abs() < 0.001, "{bare:?}");
        let exact = printed("2,970", &Measure::Score, 250);
        assert_eq!((exact.low, exact.high, exact.variance()), (2970.0, 2970.0, (0.0, None)));
    }
}
