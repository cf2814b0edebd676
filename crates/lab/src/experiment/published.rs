//! Numbers as a paper prints them.
//!
//! A published value keeps its own digits (`94.02 ± 0.47`, `3,038 (479)`), so that a report shows
//! what the paper says and a reader can find it there, and gives the number for comparison.

use std::fmt;

/// One printed value: `73.5 ± 2.7`, or with a standard deviation `3,038 (479)`, or bare.
#[derive(Clone, Debug, PartialEq)]
pub struct Published {
    text: String,
    /// The value.
    pub value: f64,
    /// Half of the 95 % interval, where the paper prints one.
    pub half: Option<f64>,
    /// The standard deviation of the single games, where the paper prints one.
    pub deviation: Option<f64>,
}

/// What stands in a cell of a published table.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// A number.
    Value(Published),
    /// `?`: the paper measured it and prints no number (the curves of a figure).
    Unprinted,
    /// `-`: there is no such cell.
    Nothing,
}

impl Entry {
    /// Reads one cell.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        match text {
            "?" => Ok(Self::Unprinted),
            "-" => Ok(Self::Nothing),
            _ => Published::parse(text).map(Self::Value),
        }
    }
}

impl Published {
    fn parse(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a value: `73.5 ± 2.7`, `3,038 (479)`, `?` or `-`");
        let (rest, deviation) = match text.split_once('(') {
            Some((rest, inner)) => {
                (rest, Some(inner.strip_suffix(')').and_then(number).ok_or_else(wrong)?))
            }
            None => (text, None),
        };
        let (value, half) = match rest.split_once('±') {
            Some((value, half)) => (value, Some(number(half).ok_or_else(wrong)?)),
            None => (rest, None),
        };
        let value = number(value).ok_or_else(wrong)?;
        Ok(Self { text: text.to_string(), value, half, deviation })
    }

    /// How far a number with the printed digits can be from the one that was rounded: half a unit
    /// of its last place.
    pub fn rounding(&self) -> f64 {
        let digits = self.text.split(['±', '(']).next().unwrap_or_default().trim();
        let places = digits.split_once('.').map_or(0, |(_, fraction)| fraction.len());
        0.5 / 10f64.powi(places as i32)
    }
}

impl fmt::Display for Published {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A number with or without separators of thousands.
pub(super) fn number(text: &str) -> Option<f64> {
    let digits: String = text.trim().chars().filter(|&c| c != ',').collect();
    digits.parse().ok().filter(|x: &f64| x.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Published {
        match Entry::parse(text) {
            Ok(Entry::Value(value)) => value,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn keeps_the_digits_and_knows_the_number() {
        let rate = value("94.02 ± 0.47");
        assert_eq!((rate.value, rate.half, rate.deviation), (94.02, Some(0.47), None));
        assert_eq!(rate.to_string(), "94.02 ± 0.47");
        assert_eq!(rate.rounding(), 0.005);
        let score = value("3,038 (479)");
        assert_eq!((score.value, score.half, score.deviation), (3038.0, None, Some(479.0)));
        assert_eq!(score.rounding(), 0.5);
        assert_eq!(Entry::parse("?"), Ok(Entry::Unprinted));
        assert_eq!(Entry::parse("-"), Ok(Entry::Nothing));
    }

    #[test]
    fn says_what_a_value_looks_like() {
        for wrong in ["", "many", "12 ±", "3 (4", "± 3", "inf"] {
            assert!(Entry::parse(wrong).is_err_and(|e| e.contains("is not a value")), "{wrong}");
        }
    }
}
