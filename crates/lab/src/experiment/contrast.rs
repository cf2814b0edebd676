//! Contrasts: weighted sums of cells, with their intervals.
//!
//! Scores of one game are compared board by board, for its cells have the same boards and much of
//! their spread is the boards'. Otherwise cells count as independent. That is careful where they
//! met the same starts: what they have in common makes their difference surer than it is given
//! credit for.

use super::estimate::{Estimate, Evidence, around};
use super::pattern::Match;
use super::{Cell, Experiment, Grid};
use crate::stats::{Interval, Sample};
use std::collections::{BTreeMap, BTreeSet};

/// A cell: its grid's place and its own.
pub(super) type At = (usize, usize);

/// Fewer games than this with the same starts are judged as if they had nothing in common, for the
/// spread of their differences is not known well enough; and the share that a side won of so few
/// decides no comparison of one cell or two, for which the intervals are too short then.
const FEW: u64 = 10;

/// What is known of the cells.
pub(super) struct Known<'a> {
    experiment: &'a Experiment,
    cells: BTreeMap<At, Evidence<'a>>,
}

/// A mean of so many values with its standard error.
struct Mean {
    value: f64,
    error: f64,
    games: u64,
}

impl Mean {
    fn of(sample: &Sample) -> Self {
        Self { value: sample.mean, error: sample.error(), games: sample.count }
    }

    fn interval(&self, tail: f64) -> Interval {
        around(self.value, self.error, tail, Some(self.games - 1))
    }
}

impl<'a> Known<'a> {
    pub(super) fn new<E: Into<Evidence<'a>>>(
        experiment: &'a Experiment,
        evidence: impl Fn(&Grid, &Cell) -> Option<E>,
    ) -> Self {
        let mut cells = BTreeMap::new();
        for (g, grid) in experiment.grids.iter().enumerate() {
            for (c, cell) in grid.cells.iter().enumerate() {
                if let Some(evidence) = evidence(grid, cell) {
                    cells.insert((g, c), evidence.into());
                }
            }
        }
        Self { experiment, cells }
    }

    pub(super) fn contains(&self, cell: At) -> bool {
        self.cells.contains_key(&cell)
    }

    pub(super) fn estimate(&self, cell: At) -> &Estimate {
        &self.cells[&cell].estimate
    }

    /// The cell's name.
    pub(super) fn name(&self, cell: At) -> &'a str {
        &self.cell(cell).key
    }

    fn cell(&self, (grid, cell): At) -> &'a Cell {
        &self.experiment.grids[grid].cells[cell]
    }

    /// A weighted sum over games with the same starts, game by game, if there are enough.
    fn paired(&self, weights: &BTreeMap<At, f64>) -> Option<Mean> {
        let games: BTreeSet<&str> =
            weights.keys().map(|&at| self.cell(at).play.game.as_str()).collect();
        if games.len() != 1 {
            return None;
        }
        let mut sums: BTreeMap<u64, (usize, f64)> = BTreeMap::new();
        for (at, weight) in weights {
            for (number, value) in self.cells[at].values {
                let (cells, sum) = sums.entry(*number).or_default();
                *cells += 1;
                *sum += weight * value;
            }
        }
        let in_all = sums.into_values().filter(|(cells, _)| *cells == weights.len());
        let sample: Sample = in_all.map(|(_, sum)| sum).collect();
        if sample.count >= FEW {
            return Some(Mean::of(&sample));
        }
        self.recorded(weights)
    }

    /// A difference of two cells that was taken game by game before.
    fn recorded(&self, weights: &BTreeMap<At, f64>) -> Option<Mean> {
        let one = *weights.iter().find(|(_, weight)| **weight == 1.0)?.0;
        let other = *weights.iter().find(|(_, weight)| **weight == -1.0)?.0;
        if weights.len() != 2 {
            return None;
        }
        let find = |of: At, less: At, sign: f64| {
            let all = self.cells[&of].differences;
            let found = all.iter().find(|d| d.less == self.name(less) && d.games >= FEW)?;
            Some(Mean { value: sign * found.mean, error: found.error, games: found.games })
        };
        find(one, other, 1.0).or_else(|| find(other, one, -1.0))
    }
}

/// A weighted sum of cells.
#[derive(Clone, Debug, Default)]
pub(super) struct Contrast {
    /// What it is about, for people.
    pub(super) name: String,
    /// What is added to the sum.
    offset: f64,
    weights: BTreeMap<At, f64>,
    /// The sums of which it is the mean, if it is one.
    parts: Vec<BTreeMap<At, f64>>,
}

impl Contrast {
    /// One cell alone.
    pub(super) fn cell(name: String, cell: At) -> Self {
        Self { name, weights: BTreeMap::from([(cell, 1.0)]), ..Self::default() }
    }

    /// One cell less another.
    pub(super) fn difference(name: String, cell: At, less: At) -> Self {
        Self { name, weights: BTreeMap::from([(cell, 1.0), (less, -1.0)]), ..Self::default() }
    }

    /// The same less a number.
    pub(super) fn less(self, number: f64) -> Self {
        Self { offset: self.offset - number, ..self }
    }

    /// The mean of several contrasts that have the same offset.
    pub(super) fn mean(contrasts: &[Self]) -> Option<Self> {
        let first = contrasts.first()?;
        let mut mean = Self { offset: first.offset, ..Self::default() };
        for contrast in contrasts {
            for (&cell, weight) in &contrast.weights {
                mean.add(cell, weight / contrasts.len() as f64);
            }
            mean.parts.push(contrast.weights.clone());
        }
        Some(mean)
    }

    /// The slope of the least-squares line through cells, times a sign; none through one place.
    pub(super) fn slope(name: String, cells: &[Match], x: &[f64], sign: f64) -> Option<Self> {
        let mean = cells.iter().map(|m| x[m.free]).sum::<f64>() / cells.len() as f64;
        let spread: f64 = cells.iter().map(|m| (x[m.free] - mean).powi(2)).sum();
        let mut line = Self { name, ..Self::default() };
        for m in cells {
            line.add(m.cell, sign * (x[m.free] - mean) / spread);
        }
        (spread > 0.0).then_some(line)
    }

    /// How much lower the steps to x = 1 (mod every) are than the others; none without both.
    pub(super) fn dips(name: String, cells: &[Match], x: &[f64], every: u64) -> Option<Self> {
        let (mut down, mut other) = (Vec::new(), Vec::new());
        for pair in cells.windows(2) {
            let (from, to) = (x[pair[0].free], x[pair[1].free]);
            if to - from == 1.0 {
                let dip = (to as u64 - 1).is_multiple_of(every);
                let steps = if dip { &mut down } else { &mut other };
                steps.push((pair[0].cell, pair[1].cell));
            }
        }
        let mut contrast = Self { name, ..Self::default() };
        for (steps, sign) in [(&other, 1.0), (&down, -1.0)] {
            for &(from, to) in steps {
                contrast.add(to, sign / steps.len() as f64);
                contrast.add(from, -sign / steps.len() as f64);
            }
        }
        (!down.is_empty() && !other.is_empty()).then_some(contrast)
    }

    fn add(&mut self, cell: At, weight: f64) {
        let sum = self.weights.entry(cell).or_default();
        *sum += weight;
        // What cancels is no part of it: a cell without an error would make the sum unknown.
        if *sum == 0.0 {
            self.weights.remove(&cell);
        }
    }

    /// The cells in it.
    #[cfg(test)]
    pub(super) fn cells(&self) -> impl Iterator<Item = At> {
        self.weights.keys().copied()
    }

    /// Its value.
    pub(super) fn value(&self, known: &Known<'_>) -> f64 {
        let paired = known.paired(&self.weights);
        self.offset + paired.map_or_else(|| plain(&self.weights, known), |mean| mean.value)
    }

    /// The interval that leaves `tail` out on either side.
    ///
    /// - Game by game: Student's interval of the sums.
    /// - Of one or two cells: from the cells' own intervals (the method of variance estimates
    ///   recovery, Zou and Donner 2008). For a difference of rates that is Newcombe's, for one rate
    ///   Wilson's.
    /// - Of more: the variances add up, with the degrees of freedom of Satterthwaite (1946).
    /// - A mean over pairs of single games: Student's interval of the pairs' values.
    pub(super) fn interval(&self, known: &Known<'_>, tail: f64) -> Interval {
        let interval = match known.paired(&self.weights) {
            Some(mean) => mean.interval(tail),
            None if self.weights.len() <= 2 => recovered(&self.weights, known, tail),
            None => self.summed(known, tail),
        };
        Interval { low: self.offset + interval.low, high: self.offset + interval.high }
    }

    fn summed(&self, known: &Known<'_>, tail: f64) -> Interval {
        let (mut variance, mut by_freedom) = (0.0, 0.0);
        for (&cell, weight) in &self.weights {
            let (of_cell, freedom) = known.estimate(cell).variance();
            let part = weight * weight * of_cell;
            variance += part;
            by_freedom += freedom.map_or(0.0, |freedom| part * part / freedom as f64);
        }
        // One part alone has no spread either, and so no interval.
        if !variance.is_finite() && !self.parts.is_empty() {
            let sample: Sample = self.parts.iter().map(|part| plain(part, known)).collect();
            return Mean::of(&sample).interval(tail);
        }
        let value = plain(&self.weights, known);
        // Without any the quotient would be infinite, which means the same.
        let freedom = (by_freedom > 0.0).then(|| (variance * variance / by_freedom) as u64);
        around(value, variance.sqrt(), tail, freedom)
    }
}

/// A weighted sum of the cells' values.
fn plain(weights: &BTreeMap<At, f64>, known: &Known<'_>) -> f64 {
    weights.iter().map(|(&cell, weight)| weight * known.estimate(cell).value).sum()
}

/// The interval of a weighted sum from those of the cells.
fn recovered(weights: &BTreeMap<At, f64>, known: &Known<'_>, tail: f64) -> Interval {
    let (mut down, mut up) = (0.0_f64, 0.0_f64);
    for (&cell, &weight) in weights {
        let estimate = known.estimate(cell);
        if estimate.wins().is_some() && estimate.evidence() < FEW {
            return Interval { low: f64::NEG_INFINITY, high: f64::INFINITY };
        }
        let interval = estimate.interval(tail);
        let below = weight.abs() * (estimate.value - interval.low);
        let above = weight.abs() * (interval.high - estimate.value);
        // No weight is zero: `add` takes such cells out.
        let (below, above) =
            if weight.is_sign_positive() { (below, above) } else { (above, below) };
        (down, up) = (down.hypot(below), up.hypot(above));
    }
    let value = plain(weights, known);
    Interval { low: value - down, high: value + up }
}
