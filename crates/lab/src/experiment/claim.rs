//! What a paper's text concludes, as tests over cells.
//!
//! A claim is a sentence and one of these tests:
//!
//! | keys | the test |
//! | --- | --- |
//! | `higher`, `lower`, [`by`], [`average`], [`under`] | these cells are above those, each pair or on average; with `under`, only pairs whose lower cell is below it |
//! | `higher`, `than` | these cells are above a number |
//! | `best` (or `worst`), `among` | the highest (lowest) is one of these |
//! | `rising` or `falling` | a straight line through the cells along `?` rises or falls |
//! | `alike`, `within` | the cells along `?` lie within so much of each other |
//! | `dips`, `every` | the steps to the lengths 1, 1 + every, 1 + 2 every, … go down, next to the others |
//!
//! All but `best` and `alike` say that contrasts, weighted sums of cells, are above zero. How each is
//! judged stands in `judge`, and what the verdicts mean in `verdict`. No claim is judged before
//! every cell that it names has been played.

use super::contrast::{At, Contrast, Known};
use super::estimate::Evidence;
use super::judge::{contests, groups, judge_alike, judge_best, judge_contrasts, pairs};
use super::pattern::{Match, Pattern};
use super::verdict::{Outcome, Verdict};
use super::{Cell, Experiment, Grid};
use serde::Deserialize;
use std::collections::BTreeSet;

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
    under: Option<f64>,
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
    Higher { higher: Pattern, lower: Pattern, by: f64, average: bool, under: f64 },
    Above { higher: Pattern, than: f64 },
    Best { best: Vec<Pattern>, among: Pattern, lowest: bool },
    Trend { along: Pattern, rising: bool },
    Alike { among: Vec<Pattern>, within: f64 },
    Dips { along: Pattern, every: u64 },
}

impl Claim {
    pub(super) fn new(file: ClaimFile, experiment: &Experiment) -> Result<Self, String> {
        let pattern = |text: &str| Pattern::new(text, experiment);
        let test = match file {
            ClaimFile { higher: Some(ref higher), lower: Some(ref lower), by, average, .. } => {
                let (higher, lower) = (pattern(higher)?, pattern(lower)?);
                let under = file.under.unwrap_or(f64::INFINITY);
                Test::Higher { higher, lower, by, average, under }
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
        if claim.named(experiment).is_empty() {
            return Err("it speaks of no cell".to_string());
        }
        match &claim.test {
            Test::Best { best, among, .. } => {
                let contests = contests(experiment, best, among);
                if contests.iter().any(|(named, rivals)| named.is_empty() || rivals.is_empty()) {
                    return Err(
                        "some of `among` must be named, and some must be rivals".to_string()
                    );
                }
            }
            Test::Alike { among, .. } if pairs(experiment, among).is_empty() => {
                return Err("`alike` needs two cells or more to compare".to_string());
            }
            _ => {}
        }
        Ok(claim)
    }

    /// The cells that it speaks of.
    pub fn cells<'a>(&self, experiment: &'a Experiment) -> Vec<(&'a Grid, &'a Cell)> {
        let grids = &experiment.grids;
        self.named(experiment).into_iter().map(|(g, c)| (&grids[g], &grids[g].cells[c])).collect()
    }

    fn named(&self, experiment: &Experiment) -> BTreeSet<At> {
        let patterns: Vec<&Pattern> = match &self.test {
            Test::Higher { higher, lower, .. } => vec![higher, lower],
            Test::Best { best, among, .. } => best.iter().chain([among]).collect(),
            Test::Alike { among, .. } => among.iter().collect(),
            Test::Above { higher: p, .. }
            | Test::Trend { along: p, .. }
            | Test::Dips { along: p, .. } => vec![p],
        };
        patterns.iter().flat_map(|p| p.matches(experiment)).map(|m| m.cell).collect()
    }

    /// Judges it by what is known of each cell.
    pub fn judge<'a, E: Into<Evidence<'a>>>(
        &self,
        experiment: &'a Experiment,
        evidence: impl Fn(&Grid, &Cell) -> Option<E>,
    ) -> Outcome {
        let known = Known::new(experiment, evidence);
        let named = self.named(experiment);
        let missing = named.iter().filter(|cell| !known.contains(**cell)).count();
        if missing > 0 {
            let detail = match named.len() {
                all if all == missing => "not played".to_string(),
                all => format!("{missing} of {all} cells not played"),
            };
            return Outcome { verdict: Verdict::NotPlayed, detail };
        }
        match &self.test {
            Test::Best { best, among, lowest } => {
                judge_best(&contests(experiment, best, among), *lowest, &known)
            }
            Test::Alike { among, within } => judge_alike(experiment, among, *within, &known),
            _ => judge_contrasts(&self.contrasts(experiment, &known), &known),
        }
    }

    pub(super) fn contrasts(&self, experiment: &Experiment, known: &Known<'_>) -> Vec<Contrast> {
        match &self.test {
            Test::Higher { higher, lower, by, average, under } => {
                let mut lower = lower.matches(experiment);
                lower.retain(|m| known.estimate(m.cell).value < *under);
                let mut pairs = Vec::new();
                for above in higher.matches(experiment) {
                    // A side without `*` stands against every cell of the other.
                    let fits = |m: &&Match| {
                        m.each == above.each || m.each.is_empty() || above.each.is_empty()
                    };
                    for below in lower.iter().filter(fits).filter(|m| m.cell != above.cell) {
                        let each = if above.each.is_empty() { &below.each } else { &above.each };
                        let pair = Contrast::difference(each.join("/"), above.cell, below.cell);
                        pairs.push(pair.less(*by));
                    }
                }
                if *average { Contrast::mean(&pairs).into_iter().collect() } else { pairs }
            }
            Test::Above { higher, than } => higher
                .matches(experiment)
                .into_iter()
                .map(|m| Contrast::cell(m.each.join("/"), m.cell).less(*than))
                .collect(),
            Test::Trend { along, rising } => {
                let x = along.positions(experiment);
                let sign = if *rising { 1.0 } else { -1.0 };
                groups(along.matches(experiment))
                    .into_iter()
                    .filter_map(|(name, cells)| Contrast::slope(name, &cells, &x, sign))
                    .collect()
            }
            Test::Dips { along, every } => {
                let x = along.positions(experiment);
                groups(along.matches(experiment))
                    .into_iter()
                    .filter_map(|(name, cells)| Contrast::dips(name, &cells, &x, *every))
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

#[cfg(test)]
mod tests;
