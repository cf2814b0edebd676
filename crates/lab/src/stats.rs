//! Statistics for games: numbers that carry their doubt.
//!
//! Win rates have Wilson intervals ([`wilson`]) or, beside a paper that uses them, normal ones
//! ([`normal_interval`]); two rates are compared by [`two_proportions`] and [`difference`]; ratings
//! over a cross table by [`elo::ratings`]; "is this change better" by [`sprt::Sprt`]; scores of any
//! distribution by [`bootstrap_mean`]. Means have Student's interval ([`student95`]): a few values know
//! little of their spread.
//!
//! ```
//! use spinney_lab::stats::wilson;
//! // 81 of 263.
//! let interval = wilson(81.0, 263.0);
//! assert_eq!(format!("{:.4} {:.4}", interval.low, interval.high), "0.2553 0.3662");
//! ```

mod bootstrap;
pub mod elo;
mod normal;
mod proportion;
mod sample;
pub mod sprt;
mod student;

pub use bootstrap::bootstrap_mean;
pub use normal::{Z95, cumulative, quantile};
pub use proportion::{Comparison, difference, normal_interval, two_proportions, wilson, wilson_at};
pub use sample::Sample;
pub use student::{student_tail, student95};

/// From a low to a high estimate.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Interval {
    /// The low end.
    pub low: f64,
    /// The high end.
    pub high: f64,
}

impl Interval {
    /// Whether a value lies in it, ends included.
    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
    /// Whether two intervals have a value in common.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.low <= other.high && other.low <= self.high
    }
    /// Half its width: the number after ±.
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::Interval;

    #[test]
    fn intervals_have_ends() {
        let from = |low, high| Interval { low, high };
        let some = from(2.0, 5.0);
        assert!(some.contains(2.0) && some.contains(5.0) && some.contains(3.0));
        assert!(!some.contains(1.9) && !some.contains(5.1));
        assert!(some.overlaps(&from(5.0, 9.0)) && some.overlaps(&from(0.0, 2.0)));
        assert!(some.overlaps(&from(3.0, 4.0)) && from(3.0, 4.0).overlaps(&some));
        assert!(!some.overlaps(&from(5.1, 9.0)) && !some.overlaps(&from(0.0, 1.9)));
        assert_eq!(some.half_width(), 1.5);
    }
}
