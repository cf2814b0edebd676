//! The bootstrap: an interval for the mean of scores whose distribution nobody knows.

use super::Interval;
use spinney_search::rng::{below, stream};

/// The percentile 95 % interval of the mean from so many resamples (Efron 1979). The same seed
/// gives the same interval. Without scores there is none.
pub fn bootstrap_mean(scores: &[f64], resamples: usize, seed: u64) -> Option<Interval> {
    if scores.is_empty() || resamples == 0 {
        return None;
    }
    let mut rng = stream(&[seed, scores.len() as u64]);
    let n = scores.len();
    let mut means: Vec<f64> = (0..resamples)
        .map(|_| (0..n).map(|_| scores[below(&mut rng, n)]).sum::<f64>() / n as f64)
        .collect();
    means.sort_by(f64::total_cmp);
    let at = |p: f64| means[(p * resamples as f64) as usize];
    Some(Interval { low: at(0.025), high: at(0.975) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Sample, Z95};
    use spinney_search::rng::unit;

    #[test]
    fn near_the_normal_interval_where_that_holds() {
        let mut rng = stream(&[5]);
        let scores: Vec<f64> = (0..400).map(|_| unit(&mut rng)).collect();
        let sample: Sample = scores.iter().copied().collect();
        let interval = bootstrap_mean(&scores, 2000, 1).unwrap();
        let normal = Z95 * sample.error();
        assert!((interval.low - (sample.mean - normal)).abs() < normal / 10.0);
        assert!((interval.high - (sample.mean + normal)).abs() < normal / 10.0);
    }

    #[test]
    fn as_enumerated() {
        // Two scores have four equally likely resamples, with means 0, ½, ½, 1.
        assert_eq!(bootstrap_mean(&[0.0, 1.0], 4000, 3), Some(Interval { low: 0.0, high: 1.0 }));
        assert_eq!(bootstrap_mean(&[7.0], 10, 3), Some(Interval { low: 7.0, high: 7.0 }));
        assert_eq!(bootstrap_mean(&[], 10, 3), None);
    }

    #[test]
    fn the_same_seed_the_same_interval() {
        let scores = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0];
        assert_eq!(bootstrap_mean(&scores, 500, 8), bootstrap_mean(&scores, 500, 8));
        assert_ne!(bootstrap_mean(&scores, 500, 8), bootstrap_mean(&scores, 500, 9));
    }
}
