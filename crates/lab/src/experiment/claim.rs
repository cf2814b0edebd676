//! What a paper's text concludes, as tests over cells.
//!
//! A claim is a sentence and one of these tests:
//!
//! | keys | the test |
//! | --- | --- |
//! | `higher`, `lower`, [`by`], [`average`] | these cells are above those, each pair or on average |
//! | `higher`, `than` | these cells are above a number |
//! | `best` (or `worst`), `among` | the highest (lowest) is one of these |
//! | `rising` or `falling` | a straight line through the cells along `?` rises or falls |
//! | `alike`, `within` | the cells along `?` lie within so much of each other |
//! | `dips`, `every` | the steps to the lengths 1, 1 + every, 1 + 2 every, … go down, next to the others |
//!
//! All but `best` and `alike` are contrasts, weighted sums of cells, whose standard errors follow
//! from those of the cells. A claim *holds* when every contrast is above zero beyond its 95 %
//! interval; it *fails* when one is below zero beyond doubt (corrected for their number); else it
//! is *open*. The best cell holds when it is highest, and fails when another is surely higher.

use super::estimate::Estimate;
use super::pattern::{Match, Pattern};
use super::{Cell, Experiment, Grid};
use crate::stats::{Z95, quantile};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClaimFile {
    pub(super) says: String,
    place: Option<String>,
    note: Option<String>,
    higher: Option<String>,
    lower: Option<String>,
    than: Option<f64>,
    #[serde(default)]
    by: f64,
    #[serde(default)]
    average: bool,
    best: Option<OneOrMany>,
    worst: Option<OneOrMany>,
    among: Option<String>,
    rising: Option<String>,
    falling: Option<String>,
    alike: Option<OneOrMany>,
    within: Option<f64>,
    dips: Option<String>,
    every: Option<u64>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

/// A conclusion of a paper, and the test that it stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// The conclusion, in a sentence.
    pub says: String,
    /// Where the paper draws it, if not beside the table.
    pub place: Option<String>,
    /// Where the paper's own numbers don't bear it out, or the test simplifies.
    pub note: Option<String>,
    test: Test,
}

#[derive(Clone, Debug, PartialEq)]
enum Test {
    Higher { higher: Pattern, lower: Pattern, by: f64, average: bool },
    Above { higher: Pattern, than: f64 },
    Best { best: Vec<Pattern>, among: Pattern, lowest: bool },
    Trend { along: Pattern, rising: bool },
    Alike { among: Vec<Pattern>, within: f64 },
    Dips { along: Pattern, every: u64 },
}

/// Whether a claim stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The data say so.
    Holds,
    /// The data say otherwise.
    Fails,
    /// The data can't tell yet.
    Open,
    /// No cell that it speaks of has been played.
    NotPlayed,
}

/// A verdict with its reason.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The verdict.
    pub verdict: Verdict,
    /// The number behind it, in a few words.
    pub detail: String,
}

/// A weighted sum of cells that a claim says is above zero.
#[derive(Clone, Debug, Default)]
struct Contrast {
    name: String,
    weights: BTreeMap<(usize, usize), f64>,
    offset: f64,
}

type Known = BTreeMap<(usize, usize), Estimate>;

impl Claim {
    pub(super) fn new(file: ClaimFile, experiment: &Experiment) -> Result<Self, String> {
        let pattern = |text: &str| Pattern::new(text, experiment);
        let test = match file {
            ClaimFile { higher: Some(ref higher), lower: Some(ref lower), by, average, .. } => {
                Test::Higher { higher: pattern(higher)?, lower: pattern(lower)?, by, average }
            }
            ClaimFile { higher: Some(ref higher), than: Some(than), .. } => {
                Test::Above { higher: pattern(higher)?, than }
            }
            ClaimFile { best: Some(ref cells), among: Some(ref among), .. } => {
                best(cells, among, false, &pattern)?
            }
            ClaimFile { worst: Some(ref cells), among: Some(ref among), .. } => {
                best(cells, among, true, &pattern)?
            }
            ClaimFile { rising: Some(ref along), .. } => {
                Test::Trend { along: pattern(along)?, rising: true }
            }
            ClaimFile { falling: Some(ref along), .. } => {
                Test::Trend { along: pattern(along)?, rising: false }
            }
            ClaimFile { alike: Some(ref among), within: Some(within), .. } => {
                Test::Alike { among: among.patterns(&pattern)?, within }
            }
            ClaimFile { dips: Some(ref along), every: Some(every @ 1..), .. } => {
                Test::Dips { along: pattern(along)?, every }
            }
            _ => return Err("no test: higher and lower, best and among, …".to_string()),
        };
        if let Test::Trend { along: p, .. } | Test::Dips { along: p, .. } = &test {
            p.free_axis()?;
        }
        let claim = Self { says: file.says, place: file.place, note: file.note, test };
        if claim.cells(experiment).is_empty() {
            return Err("it speaks of no cell".to_string());
        }
        Ok(claim)
    }

    /// The cells that it speaks of.
    pub fn cells<'a>(&self, experiment: &'a Experiment) -> Vec<(&'a Grid, &'a Cell)> {
        let patterns: Vec<&Pattern> = match &self.test {
            Test::Higher { higher, lower, .. } => vec![higher, lower],
            Test::Best { among, .. } => vec![among],
            Test::Alike { among, .. } => among.iter().collect(),
            Test::Above { higher: p, .. }
            | Test::Trend { along: p, .. }
            | Test::Dips { along: p, .. } => vec![p],
        };
        let found = patterns.iter().flat_map(|p| p.matches(experiment));
        found
            .map(|m| (&experiment.grids[m.cell.0], &experiment.grids[m.cell.0].cells[m.cell.1]))
            .collect()
    }

    /// Judges it by what is known of each cell.
    pub fn judge(
        &self,
        experiment: &Experiment,
        estimate: impl Fn(&Grid, &Cell) -> Option<Estimate>,
    ) -> Outcome {
        let mut known = Known::new();
        for (g, grid) in experiment.grids.iter().enumerate() {
            for (c, cell) in grid.cells.iter().enumerate() {
                if let Some(estimate) = estimate(grid, cell) {
                    known.insert((g, c), estimate);
                }
            }
        }
        match &self.test {
            Test::Best { best, among, lowest } => {
                judge_best(experiment, best, among, *lowest, &known)
            }
            Test::Alike { among, within } => judge_alike(experiment, among, *within, &known),
            _ => judge_contrasts(&self.contrasts(experiment, &known), &known),
        }
    }

    fn contrasts(&self, experiment: &Experiment, known: &Known) -> Vec<Contrast> {
        let known_matches = |pattern: &Pattern| -> Vec<Match> {
            let mut found = pattern.matches(experiment);
            found.retain(|m| known.contains_key(&m.cell));
            found
        };
        match &self.test {
            Test::Higher { higher, lower, by, average } => {
                let lower = known_matches(lower);
                let mut pairs = Vec::new();
                for above in known_matches(higher) {
                    // A side without `*` stands against every cell of the other.
                    let fits = |m: &&Match| {
                        m.each == above.each || m.each.is_empty() || above.each.is_empty()
                    };
                    for below in lower.iter().filter(fits).filter(|m| m.cell != above.cell) {
                        let each = if above.each.is_empty() { &below.each } else { &above.each };
                        let mut pair = Contrast { name: each.join("/"), ..Contrast::default() };
                        pair.add(above.cell, 1.0);
                        pair.add(below.cell, -1.0);
                        pair.offset = -by;
                        pairs.push(pair);
                    }
                }
                if *average { Contrast::mean(&pairs).into_iter().collect() } else { pairs }
            }
            Test::Above { higher, than } => known_matches(higher)
                .into_iter()
                .map(|m| Contrast {
                    name: m.each.join("/"),
                    weights: BTreeMap::from([(m.cell, 1.0)]),
                    offset: -than,
                })
                .collect(),
            Test::Trend { along, rising } => {
                let x = along.positions(experiment);
                let sign = if *rising { 1.0 } else { -1.0 };
                groups(known_matches(along))
                    .into_iter()
                    .filter_map(|(name, cells)| slope(name, &cells, &x, sign))
                    .collect()
            }
            Test::Dips { along, every } => {
                let x = along.positions(experiment);
                groups(known_matches(along))
                    .into_iter()
                    .filter_map(|(name, cells)| dips(name, &cells, &x, *every))
                    .collect()
            }
            Test::Best { .. } | Test::Alike { .. } => Vec::new(),
        }
    }
}

impl OneOrMany {
    fn patterns(
        &self,
        pattern: &impl Fn(&str) -> Result<Pattern, String>,
    ) -> Result<Vec<Pattern>, String> {
        match self {
            Self::One(cell) => Ok(vec![pattern(cell)?]),
            Self::Many(cells) => cells.iter().map(|cell| pattern(cell)).collect(),
        }
    }
}

fn best(
    cells: &OneOrMany,
    among: &str,
    lowest: bool,
    pattern: &impl Fn(&str) -> Result<Pattern, String>,
) -> Result<Test, String> {
    Ok(Test::Best { best: cells.patterns(pattern)?, among: pattern(among)?, lowest })
}

/// Cells by what `*` stands for.
fn groups(matches: Vec<Match>) -> BTreeMap<String, Vec<Match>> {
    let mut groups: BTreeMap<String, Vec<Match>> = BTreeMap::new();
    for m in matches {
        groups.entry(m.each.join("/")).or_default().push(m);
    }
    groups
}

/// The slope of the least-squares line.
fn slope(name: String, cells: &[Match], x: &[f64], sign: f64) -> Option<Contrast> {
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
fn dips(name: String, cells: &[Match], x: &[f64], every: u64) -> Option<Contrast> {
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
    fn add(&mut self, cell: (usize, usize), weight: f64) {
        *self.weights.entry(cell).or_default() += weight;
    }

    fn mean(contrasts: &[Self]) -> Option<Self> {
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
    fn value(&self, known: &Known) -> (f64, f64) {
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

fn judge_contrasts(contrasts: &[Contrast], known: &Known) -> Outcome {
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

fn judge_best(
    experiment: &Experiment,
    best: &[Pattern],
    among: &Pattern,
    lowest: bool,
    known: &Known,
) -> Outcome {
    let mut all = among.matches(experiment);
    all.retain(|m| known.contains_key(&m.cell));
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
        let (a, b) = (known[&top.cell], known[&named.cell]);
        let sure = normal_tail(0.025 / (cells.len() - 1) as f64) * a.error.hypot(b.error);
        let off = sign * (a.value - b.value);
        let worse = if off > sure { Verdict::Fails } else { Verdict::Open };
        if verdict != Verdict::Fails {
            verdict = worse;
        }
        let than = if name.is_empty() { String::new() } else { format!(" ({name})") };
        details.push(format!(
            "{} with {}, not {} with {}{than}",
            label(top),
            significant(a.value),
            label(named),
            significant(b.value)
        ));
    }
    if details.is_empty() {
        return Outcome { verdict: Verdict::NotPlayed, detail: "not played".to_string() };
    }
    let word = if lowest { "lowest" } else { "highest" };
    Outcome { verdict, detail: format!("{word}: {}", details.join("; ")) }
}

fn judge_alike(experiment: &Experiment, among: &[Pattern], within: f64, known: &Known) -> Outcome {
    let mut all: Vec<Match> = among.iter().flat_map(|p| p.matches(experiment)).collect();
    all.retain(|m| known.contains_key(&m.cell));
    let (mut verdict, mut widest) = (Verdict::NotPlayed, (0.0, 0.0));
    for cells in groups(all).into_values().filter(|cells| cells.len() > 1) {
        let by_value =
            |a: &&Match, b: &&Match| known[&a.cell].value.total_cmp(&known[&b.cell].value);
        let (Some(top), Some(bottom)) =
            (cells.iter().max_by(by_value), cells.iter().min_by(by_value))
        else {
            continue;
        };
        let (top, bottom) = (known[&top.cell], known[&bottom.cell]);
        let (spread, error) = (top.value - bottom.value, top.error.hypot(bottom.error));
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

#[cfg(test)]
mod tests {
    use super::*;

    /// An experiment with the cells `a/1` … `b/4`, and a claim about them.
    fn experiment(claim: &str) -> Result<Experiment, String> {
        let text = format!(
            "title = 't'\nplace = 'p'\ngames = 100\nmeasure = 'score'\n[[grid]]\ngame = 'g'\n\
             agents = {{}}\n[[grid.axis]]\nname = 'row'\nvalues = ['a', 'b']\n[[grid.axis]]\n\
             name = 'x'\nvalues = ['1', '2', '3', '4']\n[[claim]]\nsays = 's'\n{claim}\n"
        );
        Experiment::parse("test/claim", &text).map_err(|error| error.to_string())
    }

    /// Judges a claim with these values and one standard error for all; NaN is not played.
    fn judged(claim: &str, values: [f64; 8], error: f64) -> (Verdict, String) {
        let experiment = experiment(claim).unwrap();
        let outcome = experiment.claims[0].judge(&experiment, |_, cell| {
            let value = values[cell.place[0] * 4 + cell.place[1]];
            let (low, high) = (value - Z95 * error, value + Z95 * error);
            (!value.is_nan()).then_some(Estimate { value, low, high, error, games: 100 })
        });
        (outcome.verdict, outcome.detail)
    }

    fn verdict(claim: &str, values: [f64; 8], error: f64) -> Verdict {
        judged(claim, values, error).0
    }

    const STEADY: [f64; 8] = [10.0, 20.0, 30.0, 40.0, 5.0, 15.0, 25.0, 35.0];

    #[test]
    fn higher_cell_by_cell() {
        let claim = "higher = 'a/*'\nlower = 'b/*'";
        // Differences of 5 with an error of √2 each: 3.5 errors, then half an error.
        assert_eq!(verdict(claim, STEADY, 1.0), Verdict::Holds);
        assert_eq!(verdict(claim, STEADY, 7.0), Verdict::Open);
        assert_eq!(verdict("higher = 'b/*'\nlower = 'a/*'", STEADY, 1.0), Verdict::Fails);
        let (verdict, detail) = judged("higher = 'a/*'\nlower = 'b/*'\nby = 4.0", STEADY, 0.1);
        assert_eq!((verdict, detail.contains("4 of 4 point that way")), (Verdict::Holds, true));
    }

    #[test]
    fn higher_on_average_forgives_a_cell() {
        let mut values = STEADY;
        values[7] = 41.0;
        let each = "higher = 'a/*'\nlower = 'b/*'";
        assert_eq!(verdict(each, values, 0.1), Verdict::Fails);
        let (verdict, detail) = judged(&format!("{each}\naverage = true"), values, 0.1);
        // (5 + 5 + 5 − 1) / 4 = 3.5, with an error of 0.1 √(8 / 16).
        assert_eq!((verdict, detail.as_str()), (Verdict::Holds, "3.5 ± 0.139"));
    }

    #[test]
    fn a_cell_without_a_partner_stands_against_all() {
        assert_eq!(verdict("higher = 'a/4'\nlower = 'b/*'", STEADY, 0.1), Verdict::Holds);
        assert_eq!(verdict("higher = 'a/*'\nlower = 'b/2'", STEADY, 0.1), Verdict::Fails);
        assert_eq!(verdict("higher = 'a/*'\nthan = 9.0", STEADY, 0.1), Verdict::Holds);
    }

    #[test]
    fn best_is_highest_or_not_surely_lower() {
        let best =
            |cell: &str, error| verdict(&format!("best = '{cell}'\namong = '*/?'"), STEADY, error);
        assert_eq!(best("*/4", 1.0), Verdict::Holds);
        assert_eq!(best("*/3", 1.0), Verdict::Fails);
        assert_eq!(best("*/3", 10.0), Verdict::Open);
        assert_eq!(verdict("worst = 'b/1'\namong = '?/?'", STEADY, 1.0), Verdict::Holds);
        let two = "best = ['a/3', 'a/4']\namong = 'a/?'";
        assert_eq!(verdict(two, STEADY, 1.0), Verdict::Holds);
    }

    #[test]
    fn trends_are_slopes() {
        // A slope of 10 a step; its error is 1 / √5 for x = 1 … 4.
        let (verdict_up, detail) = judged("rising = 'a/?'", STEADY, 1.0);
        assert_eq!((verdict_up, detail.as_str()), (Verdict::Holds, "10.0 ± 0.877"));
        assert_eq!(verdict("falling = '*/?'", STEADY, 1.0), Verdict::Fails);
        assert_eq!(verdict("rising = '*/?'", STEADY, 50.0), Verdict::Open);
    }

    #[test]
    fn alike_within() {
        let alike = |within: f64, error| {
            verdict(&format!("alike = 'a/?'\nwithin = {within:?}"), STEADY, error)
        };
        assert_eq!(
            (alike(30.0, 1.0), alike(20.0, 1.0), alike(20.0, 9.0)),
            (Verdict::Holds, Verdict::Fails, Verdict::Open)
        );
        let some = "alike = ['*/1', '*/2']\nwithin = 10.0";
        assert_eq!(verdict(some, STEADY, 1.0), Verdict::Holds);
    }

    #[test]
    fn dips_come_every_so_often() {
        // Steps −10 to 3 (3 − 1 is even), +2 to 2 and to 4.
        let saw = [20.0, 22.0, 12.0, 14.0, 0.0, 0.0, 0.0, 0.0];
        let (verdict_down, detail) = judged("dips = 'a/?'\nevery = 2", saw, 0.1);
        assert_eq!((verdict_down, detail.starts_with("12.0 ±")), (Verdict::Holds, true));
        assert_eq!(verdict("dips = 'a/?'\nevery = 3", saw, 0.1), Verdict::Fails);
    }

    #[test]
    fn what_is_not_played_is_not_judged() {
        for claim in [
            "higher = 'a/*'\nlower = 'b/*'",
            "best = 'a/1'\namong = 'a/?'",
            "alike = 'a/?'\nwithin = 1.0",
            "rising = 'a/?'",
        ] {
            assert_eq!(verdict(claim, [f64::NAN; 8], 1.0), Verdict::NotPlayed, "{claim}");
        }
        let mut half = STEADY;
        half[..2].fill(f64::NAN);
        assert_eq!(verdict("higher = 'a/*'\nlower = 'b/*'", half, 1.0), Verdict::Holds);
    }

    #[test]
    fn wrong_claims_say_why() {
        let problem = |claim: &str| experiment(claim).unwrap_err();
        assert!(problem("higher = 'a/1'").contains("no test"));
        assert!(problem("higher = 'c/1'\nlower = 'a/1'").contains("no label `c`; there is: a, b"));
        assert!(problem("rising = 'a/1'").contains("has no `?`"));
        assert!(problem("higher = 'a'\nlower = 'b/1'").contains("1 labels, the grid 2 axes"));
        assert!(problem("higher = 'x:a/1'\nlower = 'b/1'").contains("no such grid"));
    }
}
