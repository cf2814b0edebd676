//! The cross-entropy method: a cloud of samples that narrows around the best of them.
//!
//! Each parameter has a Gaussian of its own. A generation draws a population from them, clips it to
//! the declared ranges and rounds what is a whole number; the elite, the samples that scored best,
//! give the next means and deviations. Form and starting distribution (mean in the middle of the
//! range, deviation half of it) as in Schadd, Winands, Tak and Uiterwijk 2012, *Single-player
//! Monte-Carlo tree search for SameGame*, section 5, after Chaslot, Winands, Szita and Van den
//! Herik 2008, *Cross-entropy for Monte-Carlo tree search*. Smoothing as in De Boer, Kroese, Mannor
//! and Rubinstein 2005, *A tutorial on the cross-entropy method*, section 3.
//!
//! ```
//! use spinney_search::tune::{CrossEntropy, Dimension, Options};
//!
//! let range = [Dimension::real(-10.0, 10.0), Dimension::integer(0.0, 50.0)];
//! let mut tuner = CrossEntropy::new(&range, Options::default(), 1)?;
//! for _ in 0..30 {
//!     let scores: Vec<f64> =
//!         tuner.ask().iter().map(|x| -(x[0] - 3.0).powi(2) - (x[1] - 7.0).abs()).collect();
//!     tuner.tell(&scores)?;
//! }
//! let found = tuner.mean();
//! assert!((found[0] - 3.0).abs() < 0.01);
//! assert_eq!(found[1], 7.0);
//! # Ok::<(), spinney_search::tune::TuneError>(())
//! ```

use crate::rng::{Rng, gaussian, stream};

/// The range of one parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dimension {
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
    /// Whether only whole numbers count.
    pub integer: bool,
}

impl Dimension {
    /// A number from `min` to `max`.
    pub fn real(min: f64, max: f64) -> Self {
        Self { min, max, integer: false }
    }
    /// A whole number from `min` to `max`.
    pub fn integer(min: f64, max: f64) -> Self {
        Self { min, max, integer: true }
    }

    fn fit(&self, x: f64) -> f64 {
        let x = x.clamp(self.min, self.max);
        // A range whose ends are not whole still gives only whole numbers inside it.
        if self.integer { x.round().clamp(self.min.ceil(), self.max.floor()) } else { x }
    }
}

/// How a generation is made and learnt from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Samples in a generation.
    pub population: usize,
    /// How many of the best give the next distribution.
    pub elite: usize,
    /// Weight of the elite against the distribution before: 1 forgets it at once.
    pub smoothing: f64,
    /// A deviation never falls below this part of its range, so that noise in the scores can't
    /// freeze a parameter by luck. 0 lets it.
    pub floor: f64,
}

impl Default for Options {
    /// The paper's population of 100 and elite of 10, no smoothing.
    fn default() -> Self {
        Self { population: 100, elite: 10, smoothing: 1.0, floor: 0.0 }
    }
}

/// All that a run is: enough to store it and to go on later.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The seed of the run.
    pub seed: u64,
    /// Generations that were learnt from.
    pub generation: u64,
    /// The mean of each parameter, as yet unrounded.
    pub mean: Vec<f64>,
    /// The deviation of each parameter.
    pub deviation: Vec<f64>,
    /// The best sample so far and its score.
    pub best: Option<(Vec<f64>, f64)>,
}

/// What a run can't be made of, or can't learn from.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TuneError {
    /// An option that makes no sense.
    #[error("{0}")]
    Options(&'static str),
    /// A range that is empty or not finite.
    #[error("parameter {index}: {min} to {max} is not a range to search")]
    Range {
        /// Which, from 0.
        index: usize,
        /// Its smallest value.
        min: f64,
        /// Its largest value.
        max: f64,
    },
    /// A stored run with another number of parameters.
    #[error("the stored run has {stored} parameters, {declared} are declared")]
    Shape {
        /// In the stored run.
        stored: usize,
        /// Declared now.
        declared: usize,
    },
    /// Not one score a sample.
    #[error("{given} scores for a generation of {expected}")]
    Count {
        /// Scores given.
        given: usize,
        /// Samples asked for.
        expected: usize,
    },
    /// A score that is not a number, or not finite.
    #[error("sample {index} scored {score}: expected a finite number")]
    Score {
        /// Which, from 0.
        index: usize,
        /// Its score.
        score: f64,
    },
}

/// A run of the cross-entropy method; higher scores are better.
#[derive(Clone, Debug, PartialEq)]
pub struct CrossEntropy {
    dimensions: Vec<Dimension>,
    options: Options,
    state: State,
}

impl CrossEntropy {
    /// A new run: each mean in the middle of its range, each deviation half of it.
    ///
    /// # Errors
    /// When an option or a range makes no sense; the error says which and why.
    pub fn new(dimensions: &[Dimension], options: Options, seed: u64) -> Result<Self, TuneError> {
        let state = State {
            seed,
            generation: 0,
            mean: dimensions.iter().map(|d| f64::midpoint(d.min, d.max)).collect(),
            deviation: dimensions.iter().map(|d| (d.max - d.min) / 2.0).collect(),
            best: None,
        };
        Self::resume(dimensions, options, state)
    }

    /// Goes on from a stored state: the next generation is the one that it would have been.
    ///
    /// # Errors
    /// As for [`CrossEntropy::new`], and when the state has another number of parameters.
    pub fn resume(
        dimensions: &[Dimension],
        options: Options,
        state: State,
    ) -> Result<Self, TuneError> {
        let Options { population, elite, smoothing, floor } = options;
        if elite == 0 || elite > population {
            return Err(TuneError::Options("the elite must be from 1 to the whole population"));
        }
        if !(smoothing > 0.0 && smoothing <= 1.0) {
            return Err(TuneError::Options("smoothing must be above 0 and at most 1"));
        }
        if !(0.0..1.0).contains(&floor) {
            return Err(TuneError::Options("the floor must be from 0 and below 1"));
        }
        for (index, d) in dimensions.iter().enumerate() {
            let whole = !d.integer || d.min.ceil() <= d.max.floor();
            if !(d.min <= d.max && (d.max - d.min).is_finite() && whole) {
                return Err(TuneError::Range { index, min: d.min, max: d.max });
            }
        }
        let stored = state.mean.len();
        if stored != dimensions.len() || state.deviation.len() != stored {
            return Err(TuneError::Shape { stored, declared: dimensions.len() });
        }
        Ok(Self { dimensions: dimensions.to_vec(), options, state })
    }

    /// The samples of this generation. Asking again gives the same.
    pub fn ask(&self) -> Vec<Vec<f64>> {
        let mut rng = stream(&[self.state.seed, self.state.generation]);
        (0..self.options.population).map(|_| self.sample(&mut rng)).collect()
    }

    fn sample(&self, rng: &mut Rng) -> Vec<f64> {
        let normals = self.state.mean.iter().zip(&self.state.deviation);
        let values = normals.map(|(mean, deviation)| mean + deviation * gaussian(rng));
        self.dimensions.iter().zip(values).map(|(d, x)| d.fit(x)).collect()
    }

    /// Learns from the scores of the samples that [`CrossEntropy::ask`] gave, in their order.
    ///
    /// # Errors
    /// When there is not one score per sample, or one is not a finite number.
    pub fn tell(&mut self, scores: &[f64]) -> Result<(), TuneError> {
        let expected = self.options.population;
        if scores.len() != expected {
            return Err(TuneError::Count { given: scores.len(), expected });
        }
        if let Some(index) = scores.iter().position(|score| !score.is_finite()) {
            return Err(TuneError::Score { index, score: scores[index] });
        }
        let samples = self.ask();
        let mut order: Vec<usize> = (0..expected).collect();
        // A stable sort: equal scores keep the order in which they were drawn.
        order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
        let elite = &order[..self.options.elite];
        let Options { smoothing, floor, .. } = self.options;
        for (i, d) in self.dimensions.iter().enumerate() {
            let values = || elite.iter().map(|&sample| samples[sample][i]);
            let n = elite.len() as f64;
            let mean = values().sum::<f64>() / n;
            let deviation = (values().map(|x| (x - mean).powi(2)).sum::<f64>() / n).sqrt();
            let old = &mut self.state;
            old.mean[i] = smoothing * mean + (1.0 - smoothing) * old.mean[i];
            old.deviation[i] = (smoothing * deviation + (1.0 - smoothing) * old.deviation[i])
                .max(floor * (d.max - d.min));
        }
        let first = order[0];
        if self.state.best.as_ref().is_none_or(|(_, score)| scores[first] > *score) {
            self.state.best = Some((samples[first].clone(), scores[first]));
        }
        self.state.generation += 1;
        Ok(())
    }

    /// The middle of the distribution, clipped and rounded: what to use.
    pub fn mean(&self) -> Vec<f64> {
        self.dimensions.iter().zip(&self.state.mean).map(|(d, &x)| d.fit(x)).collect()
    }

    /// The widest deviation left, as a part of its range: 0 when all has settled.
    pub fn spread(&self) -> f64 {
        let parts = self.dimensions.iter().zip(&self.state.deviation);
        parts.filter(|(d, _)| d.max > d.min).map(|(d, s)| s / (d.max - d.min)).fold(0.0, f64::max)
    }

    /// The run as it stands, to be stored.
    pub fn state(&self) -> &State {
        &self.state
    }
}

#[cfg(test)]
mod tests;
