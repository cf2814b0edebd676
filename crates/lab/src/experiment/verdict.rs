//! The verdict on a cell or a claim, and the rules by which intervals decide it.
//!
//! | verdict | of a claim | of a cell |
//! | --- | --- | --- |
//! | holds | the intervals say so | it agrees with the paper, and could have disagreed |
//! | fails | the intervals say the opposite | its interval and the paper's have nothing in common |
//! | open | the data can't tell | the data can't tell |
//! | not played | a cell that it names is missing | it has no games |
//!
//! All intervals have 95 %. A claim that says several things at once *holds* when each of them does
//! by an interval of its own: to be wrong, all of those would have to be wrong together, so that
//! nothing needs correcting. It *fails* when one of them does by an interval that is corrected for
//! their number (Bonferroni): with many chances one of them is wrong by luck.

use crate::stats::Interval;

/// Half of what a 95 % interval leaves out.
pub(super) const TAIL: f64 = 0.025;

/// What the data say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// They say otherwise.
    Fails,
    /// They can't tell.
    Open,
    /// They say so.
    Holds,
    /// There are none, or not of every cell that counts.
    NotPlayed,
}

/// A verdict with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The verdict.
    pub verdict: Verdict,
    /// The number behind it, in a few words.
    pub detail: String,
}

impl Verdict {
    /// Whether something is above zero: it is if `own` lies above, and is not if `corrected` lies
    /// below.
    pub(super) fn positive(own: Interval, corrected: Interval) -> Self {
        if own.low > 0.0 {
            Self::Holds
        } else if corrected.high < 0.0 {
            Self::Fails
        } else {
            Self::Open
        }
    }

    /// Whether something is within `margin` of zero (two one-sided tests): it is if `own` lies
    /// inside, and is not if `corrected` lies outside.
    pub(super) fn near_zero(own: Interval, corrected: Interval, margin: f64) -> Self {
        if own.low > -margin && own.high < margin {
            Self::Holds
        } else if corrected.low > margin || corrected.high < -margin {
            Self::Fails
        } else {
            Self::Open
        }
    }

    /// Whether all of several hold; open where there is nothing to judge.
    pub(super) fn all(verdicts: impl IntoIterator<Item = Self>) -> Self {
        verdicts.into_iter().min().unwrap_or(Self::Open)
    }

    /// The sign for tables and lists.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Fails => "✗",
            Self::Open => "○",
            Self::Holds => "✓",
            Self::NotPlayed => "·",
        }
    }

    /// The name in documents for programs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fails => "fails",
            Self::Open => "open",
            Self::Holds => "holds",
            Self::NotPlayed => "not played",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Verdict::{Fails, Holds, NotPlayed, Open};
    use super::*;

    fn from(low: f64, high: f64) -> Interval {
        Interval { low, high }
    }

    #[test]
    fn above_zero_by_two_intervals() {
        let positive = |low, high| Verdict::positive(from(low, high), from(low - 1.0, high + 1.0));
        assert_eq!(positive(0.1, 5.0), Holds);
        assert_eq!(positive(0.0, 5.0), Open);
        assert_eq!(positive(-5.0, -0.5), Open, "only the corrected interval can refute");
        assert_eq!(positive(-5.0, -1.0), Open);
        assert_eq!(positive(-5.0, -1.1), Fails);
    }

    #[test]
    fn near_zero_by_two_one_sided_tests() {
        let near =
            |low, high| Verdict::near_zero(from(low, high), from(low - 1.0, high + 1.0), 10.0);
        assert_eq!(near(-9.9, 9.9), Holds);
        assert_eq!((near(-10.0, 9.0), near(-9.0, 10.0)), (Open, Open));
        assert_eq!((near(11.0, 20.0), near(-20.0, -11.0)), (Open, Open));
        assert_eq!((near(11.1, 20.0), near(-20.0, -11.1)), (Fails, Fails));
        assert_eq!(near(-30.0, 30.0), Open);
    }

    #[test]
    fn all_of_several() {
        assert_eq!(Verdict::all([Holds, Holds]), Holds);
        assert_eq!(Verdict::all([Holds, Open]), Open);
        assert_eq!(Verdict::all([Holds, Fails, Open]), Fails);
        assert_eq!(Verdict::all([]), Open);
        let names = [Fails, Open, Holds, NotPlayed].map(Verdict::name);
        assert_eq!(names, ["fails", "open", "holds", "not played"]);
        assert_eq!([Fails, Open, Holds, NotPlayed].map(Verdict::sign).concat(), "✗○✓·");
    }
}
