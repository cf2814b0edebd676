//! How claims are judged: contrasts with their errors, the best of many, likeness.

use super::Experiment;
use super::claim::{Outcome, Verdict};
use super::estimate::{Estimate, Evidence, widened};
use super::pattern::{Match, Pattern};
use crate::stats::{Sample, Z95, quantile};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Index;

/// A weighted sum of cells that a claim says is above zero.
#[derive(Clone, Debug, Default)]
pub(super) struct Contrast {
    pub(super) name: String,
    pub(super) weights: BTreeMap<(usize, usize), f64>,
    pub(super) offset: f64,
}

/// Fewer games than this with the same starts are judged as if they had nothing in common: the
/// spread of their differences is not known well enough.
const PAIRS: u64 = 10;

/// What is known of the cells.
#[derive(Default)]
pub(super) struct Known<'a> {
    cells: BTreeMap<(usize, usize), (&'a str, Evidence<'a>)>,
}

impl<'a> Known<'a> {
    /// Notes what is known of a cell, and its game: cells of one game meet the same starts.
    pub(super) fn insert(&mut self, cell: (usize, usize), game: &'a str, evidence: Evidence<'a>) {
        self.cells.insert(cell, (game, evidence));
    }

    pub(super) fn contains(&self, cell: &(usize, usize)) -> bool {
        self.cells.contains_key(cell)
    }

    /// A weighted sum over games with the same starts, game by game, if there are enough: much of
    /// their spread is the starts', and cancels.
    fn paired(&self, weights: &BTreeMap<(usize, usize), f64>) -> Option<(f64, f64)> {
        let games: BTreeSet<&str> = weights.keys().map(|cell| self.cells[cell].0).collect();
        if games.len() != 1 {
            return None;
        }
        let mut sums: BTreeMap<u64, (usize, f64)> = BTreeMap::new();
        for (cell, weight) in weights {
            for (number, value) in self.cells[cell].1.values {
                let (cells, sum) = sums.entry(*number).or_default();
                *cells += 1;
                *sum += weight * value;
            }
        }
        let mut sample = Sample::default();
        for (_, sum) in sums.into_values().filter(|(cells, _)| *cells == weights.len()) {
            sample.add(sum);
        }
        (sample.count >= PAIRS).then(|| (sample.mean, widened(&sample)))
    }

    /// The value of one cell less that of another, with its standard error.
    fn difference(&self, one: (usize, usize), other: (usize, usize)) -> (f64, f64) {
        let weights = BTreeMap::from([(one, 1.0), (other, -1.0)]);
        Contrast { weights, ..Contrast::default() }.value(self)
    }
}

impl Index<&(usize, usize)> for Known<'_> {
    type Output = Estimate;
    fn index(&self, cell: &(usize, usize)) -> &Estimate {
        &self.cells[cell].1.estimate
    }
}

/// Cells by what `*` stands for.
pub(super) fn groups(matches: Vec<Match>) -> BTreeMap<String, Vec<Match>> {
    let mut groups: BTreeMap<String, Vec<Match>> = BTreeMap::new();
    for m in matches {
        groups.entry(m.each.join("/")).or_default().push(m);
    }
    groups
}

/// The slope of the least-squares line.
pub(super) fn slope(name: String, cells: &[Match], x: &[f64], sign: f64) -> Option<Contrast> {
    let n = cells.len() as f64;
    let mean = cells.iter().map(|m| x[m.free]).sum::<f64>() / n;
    let spread: f64 = cells.iter().map(|m| (x[m.free] - mean).powi(2)).sum();
    if spread == 0.0 {
        return None;
    }
    let mut line = Contrast { name, ..Contrast::default() };
    for m in cells {
        line.add(m.cell, sign * (x[m.free] - mean) / spread);
    }
    Some(line)
}

/// How much lower the steps to x = 1 (mod every) are than the others.
pub(super) fn dips(name: String, cells: &[Match], x: &[f64], every: u64) -> Option<Contrast> {
    let (mut down, mut other) = (Vec::new(), Vec::new());
    for pair in cells.windows(2) {
        let (from, to) = (x[pair[0].free], x[pair[1].free]);
        if to - from == 1.0 {
            let steps = if (to as u64 - 1).is_multiple_of(every) { &mut down } else { &mut other };
            steps.push((pair[0].cell, pair[1].cell));
        }
    }
    if down.is_empty() || other.is_empty() {
        return None;
    }
    let mut contrast = Contrast { name, ..Contrast::default() };
    for (steps, sign) in [(&other, 1.0), (&down, -1.0)] {
        for &(from, to) in steps {
            contrast.add(to, sign / steps.len() as f64);
            contrast.add(from, -sign / steps.len() as f64);
        }
    }
    Some(contrast)
}

impl Contrast {
    pub(super) fn add(&mut self, cell: (usize, usize), weight: f64) {
        *self.weights.entry(cell).or_default() += weight;
    }

    pub(super) fn mean(contrasts: &[Self]) -> Option<Self> {
        let n = contrasts.len() as f64;
        let first = contrasts.first()?;
        let mut mean = Self { name: String::new(), offset: first.offset, ..Self::default() };
        for contrast in contrasts {
            for (&cell, weight) in &contrast.weights {
                mean.add(cell, weight / n);
            }
        }
        Some(mean)
    }

    /// Its value and standard error.
    fn value(&self, known: &Known<'_>) -> (f64, f64) {
        if let Some((value, error)) = known.paired(&self.weights) {
            return (self.offset + value, error);
        }
        let (mut value, mut variance) = (self.offset, 0.0);
        for (cell, weight) in &self.weights {
            value += weight * known[cell].value;
            variance += (weight * known[cell].error).powi(2);
        }
        (value, variance.sqrt())
    }
}

/// The point that a standard normal number exceeds with probability `p`.
fn normal_tail(p: f64) -> f64 {
    -quantile(p)
}

pub(super) fn judge_contrasts(contrasts: &[Contrast], known: &Known<'_>) -> Outcome {
    if contrasts.is_empty() {
        return Outcome { verdict: Verdict::NotPlayed, detail: "not played".to_string() };
    }
    let sure = normal_tail(0.025 / contrasts.len() as f64);
    let values: Vec<(f64, f64)> = contrasts.iter().map(|c| c.value(known)).collect();
    let wrong = values.iter().position(|&(value, error)| value < -sure * error);
    let clear = values.iter().all(|&(value, error)| value > Z95 * error && value > 0.0);
    let right = values.iter().filter(|(value, _)| *value > 0.0).count();
    let say = |i: usize| {
        let (value, error) = values[i];
        let of = if contrasts[i].name.is_empty() {
            String::new()
        } else {
            format!(" ({})", contrasts[i].name)
        };
        format!("{} ± {}{of}", significant(value), significant(Z95 * error))
    };
    let least = (0..values.len()).min_by(|&a, &b| values[a].0.total_cmp(&values[b].0)).unwrap_or(0);
    let (verdict, shown) = match (wrong, clear) {
        (Some(i), _) => (Verdict::Fails, i),
        (None, true) => (Verdict::Holds, least),
        (None, false) => (Verdict::Open, least),
    };
    let detail = if values.len() == 1 {
        say(shown)
    } else {
        format!("{right} of {} point that way; the least: {}", values.len(), say(shown))
    };
    Outcome { verdict, detail }
}

pub(super) fn judge_best(
    experiment: &Experiment,
    best: &[Pattern],
    among: &Pattern,
    lowest: bool,
    known: &Known<'_>,
) -> Outcome {
    let mut all = among.matches(experiment);
    all.retain(|m| known.contains(&m.cell));
    let winners: Vec<Match> = best.iter().flat_map(|p| p.matches(experiment)).collect();
    let sign = if lowest { -1.0 } else { 1.0 };
    let value = |m: &Match| sign * known[&m.cell].value;
    let (mut verdict, mut details) = (Verdict::Holds, Vec::new());
    for (name, cells) in groups(all) {
        let hoped = |m: &&Match| winners.iter().any(|w| w.cell == m.cell);
        let top = cells.iter().max_by(|a, b| value(a).total_cmp(&value(b)));
        let named = cells.iter().filter(hoped).max_by(|a, b| value(a).total_cmp(&value(b)));
        let (Some(top), Some(named)) = (top, named) else { continue };
        let label = |m: &Match| {
            let (grid, cell) = (&experiment.grids[m.cell.0], m.cell.1);
            grid.cells[cell].key.clone()
        };
        if top.cell == named.cell {
            details.push(format!("{} with {}", label(top), significant(known[&top.cell].value)));
            continue;
        }
        let (off, error) = known.difference(top.cell, named.cell);
        let sure = normal_tail(0.025 / (cells.len() - 1) as f64) * error;
        let worse = if sign * off > sure { Verdict::Fails } else { Verdict::Open };
        if verdict != Verdict::Fails {
            verdict = worse;
        }
        let than = if name.is_empty() { String::new() } else { format!(" ({name})") };
        details.push(format!(
            "{} with {}, not {} with {}{than}",
            label(top),
            significant(known[&top.cell].value),
            label(named),
            significant(known[&named.cell].value)
        ));
    }
    if details.is_empty() {
        return Outcome { verdict: Verdict::NotPlayed, detail: "not played".to_string() };
    }
    let word = if lowest { "lowest" } else { "highest" };
    Outcome { verdict, detail: format!("{word}: {}", details.join("; ")) }
}

pub(super) fn judge_alike(
    experiment: &Experiment,
    among: &[Pattern],
    within: f64,
    known: &Known<'_>,
) -> Outcome {
    let mut all: Vec<Match> = among.iter().flat_map(|p| p.matches(experiment)).collect();
    all.retain(|m| known.contains(&m.cell));
    let (mut verdict, mut widest) = (Verdict::NotPlayed, (0.0, 0.0));
    for cells in groups(all).into_values().filter(|cells| cells.len() > 1) {
        let by_value =
            |a: &&Match, b: &&Match| known[&a.cell].value.total_cmp(&known[&b.cell].value);
        let (Some(top), Some(bottom)) =
            (cells.iter().max_by(by_value), cells.iter().min_by(by_value))
        else {
            continue;
        };
        let (spread, error) = known.difference(top.cell, bottom.cell);
        let sure = normal_tail(0.025 / (cells.len() * (cells.len() - 1) / 2) as f64);
        let found = if spread <= within {
            Verdict::Holds
        } else if spread - sure * error > within {
            Verdict::Fails
        } else {
            Verdict::Open
        };
        let rank = |v: Verdict| match v {
            Verdict::NotPlayed => 0,
            Verdict::Holds => 1,
            Verdict::Open => 2,
            Verdict::Fails => 3,
        };
        if rank(found) > rank(verdict) {
            verdict = found;
        }
        if spread >= widest.0 {
            widest = (spread, Z95 * error);
        }
    }
    let detail = if verdict == Verdict::NotPlayed {
        "not played".to_string()
    } else {
        format!("at most {} ± {} apart", significant(widest.0), significant(widest.1))
    };
    Outcome { verdict, detail }
}

/// A number with about three significant digits.
fn significant(x: f64) -> String {
    match x.abs() {
        a if a >= 1000.0 => format!("{x:.0}"),
        a if a >= 1.0 || a == 0.0 => format!("{x:.1}"),
        _ => format!("{x:.3}"),
    }
}
