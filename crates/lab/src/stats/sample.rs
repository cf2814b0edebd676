//! Mean and spread of numbers that come one at a time.

use super::{Interval, student95};

/// Running mean and variance (Welford 1962), smallest and largest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// How many.
    pub count: u64,
    /// Their mean; 0 without any.
    pub mean: f64,
    squares: f64,
    /// The smallest; infinite without any.
    pub min: f64,
    /// The largest; minus infinite without any.
    pub max: f64,
}

impl Default for Sample {
    fn default() -> Self {
        Self { count: 0, mean: 0.0, squares: 0.0, min: f64::INFINITY, max: f64::NEG_INFINITY }
    }
}

impl Sample {
    /// One more.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let from_mean = value - self.mean;
        self.mean += from_mean / self.count as f64;
        self.squares += from_mean * (value - self.mean);
        self.min = self.min.min(value);
        self.max = self.max.max(value);
    }

    /// The sample of `scale` times each value plus `offset`.
    pub fn scaled(&self, scale: f64, offset: f64) -> Self {
        let at = |value: f64| scale * value + offset;
        let ends = [at(self.min), at(self.max)];
        Self {
            count: self.count,
            mean: if self.count == 0 { 0.0 } else { at(self.mean) },
            squares: scale * scale * self.squares,
            min: ends[0].min(ends[1]),
            max: ends[0].max(ends[1]),
        }
    }

    /// The unbiased estimate of the variance; 0 for fewer than two.
    pub fn variance(&self) -> f64 {
        if self.count < 2 { 0.0 } else { self.squares / (self.count - 1) as f64 }
    }

    /// The standard deviation.
    pub fn deviation(&self) -> f64 {
        self.variance().sqrt()
    }

    /// The standard error of the mean; infinite for fewer than two.
    pub fn error(&self) -> f64 {
        if self.count < 2 { f64::INFINITY } else { (self.variance() / self.count as f64).sqrt() }
    }

    /// Student's 95 % interval of the mean.
    pub fn interval(&self) -> Interval {
        let spread = student95(self.count) * self.error();
        Interval { low: self.mean - spread, high: self.mean + spread }
    }
}

impl FromIterator<f64> for Sample {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut sample = Self::default();
        values.into_iter().for_each(|value| sample.add(value));
        sample
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_computed_by_hand() {
        let sample: Sample = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().collect();
        assert_eq!((sample.mean, sample.min, sample.max), (5.0, 2.0, 9.0));
        assert!((sample.variance() - 32.0 / 7.0).abs() < 1e-12);
        assert!((sample.deviation() - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12);
        assert!((sample.error() - (32.0_f64 / 56.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn students_interval_by_hand() {
        // 1, 2, 3 and 6: an error of √(14 / 12), and Student's factor for three degrees of freedom.
        let interval = [1.0, 2.0, 3.0, 6.0].into_iter().collect::<Sample>().interval();
        let reach = 3.182_446 * (14f64 / 12.0).sqrt();
        assert!((interval.low - 3.0 + reach).abs() < 1e-5, "{interval:?}");
        assert!((interval.high - 3.0 - reach).abs() < 1e-5, "{interval:?}");
        let two: Sample = [1.0, 3.0].into_iter().collect();
        assert!((two.error() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_scaled_sample_is_that_of_the_scaled_values() {
        let values = [2.0, 4.0, 5.0, 9.0];
        let sample: Sample = values.into_iter().collect();
        for (scale, offset) in [(100.0, -7.0), (-3.0, 1.0)] {
            let found = sample.scaled(scale, offset);
            let expected: Sample = values.into_iter().map(|x| scale * x + offset).collect();
            assert!((found.mean - expected.mean).abs() < 1e-9, "{found:?}");
            assert!((found.variance() - expected.variance()).abs() < 1e-9, "{found:?}");
            assert_eq!((found.count, found.min, found.max), (4, expected.min, expected.max));
        }
        assert_eq!(Sample::default().scaled(2.0, 5.0).mean, 0.0);
    }

    #[test]
    fn one_value_has_no_known_error() {
        let sample: Sample = [3.0].into_iter().collect();
        assert_eq!((sample.mean, sample.deviation()), (3.0, 0.0));
        assert_eq!(sample.error(), f64::INFINITY);
    }
}
