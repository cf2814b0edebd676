//! Numbers for people.

use super::Estimate;

/// A number with so many decimals, its thousands apart, and a minus sign that is one.
pub fn decimal(x: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", x.abs());
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let mut grouped = String::new();
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    // What rounds to zero has no sign.
    let is_zero = !text.contains(|digit: char| digit.is_ascii_digit() && digit != '0');
    let sign = if x < 0.0 && !is_zero { "−" } else { "" };
    format!("{sign}{grouped}{rest}")
}

/// A count with its thousands apart.
pub fn grouped(n: u64) -> String {
    decimal(n as f64, 0)
}

/// A number with about three significant digits.
pub(super) fn short(x: f64) -> String {
    match x.abs() {
        a if a.is_infinite() => if x > 0.0 { "∞" } else { "−∞" }.to_string(),
        a if a >= 1000.0 => decimal(x, 0),
        a if a >= 1.0 || a == 0.0 => decimal(x, 1),
        _ => decimal(x, 3),
    }
}

impl Estimate {
    /// The value with its interval: `2,469 ± 65`, or `3.5 (2.5 to 4.8)` where one side is wider.
    /// What has no interval stands alone.
    pub fn text(&self, decimals: usize) -> String {
        let value = decimal(self.value, decimals);
        if !(self.low.is_finite() && self.high > self.low) {
            value
        } else if self.is_symmetric() {
            format!("{value} ± {}", decimal(self.high - self.value, decimals))
        } else {
            format!("{value} ({} to {})", decimal(self.low, decimals), decimal(self.high, decimals))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(
            (decimal(1_234_567.0, 0), decimal(-12.34, 1)),
            ("1,234,567".into(), "−12.3".into())
        );
        assert_eq!((decimal(-0.04, 1), decimal(999.96, 1)), ("0.0".into(), "1,000.0".into()));
        let shown =
            [0.0, 0.1234, -1.25, 999.94, 1234.5, f64::NEG_INFINITY, f64::INFINITY].map(short);
        assert_eq!(shown, ["0.0", "0.123", "−1.2", "999.9", "1,234", "−∞", "∞"]);
    }

    #[test]
    fn an_interval_that_is_wider_on_one_side_has_both_ends() {
        // Newcombe (1998): 0 of 20 gives 0 to 16.1.
        assert_eq!(Estimate::rate(0, 20).unwrap().text(1), "0.0 (0.0 to 16.1)");
        let scores = Estimate::of_mean(2469.0, 522.0, 250).unwrap();
        assert_eq!(scores.text(0), "2,469 ± 65");
        assert_eq!(Estimate::mean([2469.0]).unwrap().text(0), "2,469");
    }
}
