//! How claims are judged: contrasts, the best of many, likeness.
//!
//! The rules are those of [`verdict`](super::verdict). The best of several cells is the one whose
//! lead over every rival exceeds its error; these errors are corrected for the number of rivals
//! (Bonferroni), whichever way they point, for the leader was picked by the same data.

use super::Experiment;
use super::contrast::{At, Contrast, Known};
use super::number::short;
use super::pattern::{Match, Pattern};
use super::verdict::{Outcome, TAIL, Verdict};
use crate::stats::Interval;
use std::collections::BTreeMap;

/// Cells by what `*` stands for.
pub(super) fn groups(matches: Vec<Match>) -> BTreeMap<String, Vec<Match>> {
    let mut groups: BTreeMap<String, Vec<Match>> = BTreeMap::new();
    for m in matches {
        groups.entry(m.each.join("/")).or_default().push(m);
    }
    groups
}

/// Something that was judged: the verdict, the number and what it is of.
struct Judged {
    verdict: Verdict,
    value: f64,
    interval: Interval,
    of: String,
}

impl Judged {
    fn say(&self) -> String {
        let Interval { low, high } = self.interval;
        let of = if self.of.is_empty() { String::new() } else { format!(", {}", self.of) };
        let value = short(self.value);
        // What has no spread is unknown on both sides.
        if low.is_infinite() {
            return format!("{value} (too few games){of}");
        }
        format!("{value} ({} to {}){of}", short(low), short(high))
    }
}

/// The verdict on all of several, with the number of the first one that decides it.
fn together(judged: &[Judged]) -> Outcome {
    let verdict = Verdict::all(judged.iter().map(|one| one.verdict));
    let detail = match (judged, judged.iter().find(|one| one.verdict == verdict)) {
        (_, None) => "nothing to compare".to_string(),
        ([one], _) => one.say(),
        (_, Some(one)) => {
            let holding = judged.iter().filter(|one| one.verdict == Verdict::Holds).count();
            format!("{holding} of {} clearly so; the least: {}", judged.len(), one.say())
        }
    };
    Outcome { verdict, detail }
}

/// The least of those above zero comes first.
fn from_the_least(mut judged: Vec<Judged>) -> Vec<Judged> {
    judged.sort_by(|a, b| a.value.total_cmp(&b.value));
    judged
}

/// Whether all contrasts are above zero.
pub(super) fn judge_contrasts(contrasts: &[Contrast], known: &Known<'_>) -> Outcome {
    let corrected = TAIL / contrasts.len() as f64;
    let judged = contrasts.iter().map(|contrast| {
        let interval = contrast.interval(known, TAIL);
        let verdict = Verdict::positive(interval, contrast.interval(known, corrected));
        let of = contrast.name.clone();
        Judged { verdict, value: contrast.value(known), interval, of }
    });
    together(&from_the_least(judged.collect()))
}

/// The named cells of each group and their rivals.
pub(super) fn contests(
    experiment: &Experiment,
    best: &[Pattern],
    among: &Pattern,
) -> Vec<(Vec<At>, Vec<At>)> {
    let winners: Vec<At> =
        best.iter().flat_map(|p| p.matches(experiment)).map(|m| m.cell).collect();
    let all = groups(among.matches(experiment)).into_values();
    all.map(|cells| cells.into_iter().map(|m| m.cell).partition(|cell| winners.contains(cell)))
        .collect()
}

/// Whether the best of each group is one of those named.
pub(super) fn judge_best(
    contests: &[(Vec<At>, Vec<At>)],
    lowest: bool,
    known: &Known<'_>,
) -> Outcome {
    let comparisons: usize =
        contests.iter().map(|(named, rivals)| named.len() * rivals.len()).sum();
    let tail = TAIL / comparisons as f64;
    let lead = |one: At, other: At| {
        let (above, below) = if lowest { (other, one) } else { (one, other) };
        Contrast::difference(String::new(), above, below)
    };
    let judged = contests.iter().map(|(named, rivals)| {
        let ahead = |one: &At, other: &At| {
            let (one, other) = (known.estimate(*one).value, known.estimate(*other).value);
            if lowest { other.total_cmp(&one) } else { one.total_cmp(&other) }
        };
        let leader = *named.iter().max_by(|a, b| ahead(a, b)).expect("checked when read");
        let rival = *rivals.iter().max_by(|a, b| ahead(a, b)).expect("checked when read");
        let leads = rivals.iter().all(|&rival| lead(leader, rival).interval(known, tail).low > 0.0);
        let beaten = rivals.iter().any(|&rival| {
            named.iter().all(|&one| lead(one, rival).interval(known, tail).high < 0.0)
        });
        let verdict = match (leads, beaten) {
            (true, _) => Verdict::Holds,
            (_, true) => Verdict::Fails,
            _ => Verdict::Open,
        };
        let contrast = lead(leader, rival);
        Judged {
            verdict,
            value: contrast.value(known),
            interval: contrast.interval(known, tail),
            of: format!("{} before {}", known.name(leader), known.name(rival)),
        }
    });
    together(&from_the_least(judged.collect()))
}

/// Whether the cells of each group lie within a margin of each other.
pub(super) fn judge_alike(
    experiment: &Experiment,
    among: &[Pattern],
    within: f64,
    known: &Known<'_>,
) -> Outcome {
    let pairs: Vec<(At, At)> = pairs(experiment, among);
    let corrected = TAIL / pairs.len() as f64;
    let judged = pairs.into_iter().map(|(one, other)| {
        let (one, other) = if known.estimate(one).value < known.estimate(other).value {
            (other, one)
        } else {
            (one, other)
        };
        let contrast = Contrast::difference(String::new(), one, other);
        let interval = contrast.interval(known, TAIL);
        let verdict = Verdict::near_zero(interval, contrast.interval(known, corrected), within);
        let of = format!("{} less {}", known.name(one), known.name(other));
        Judged { verdict, value: contrast.value(known), interval, of }
    });
    let mut judged = from_the_least(judged.collect());
    judged.reverse();
    let Outcome { verdict, detail } = together(&judged);
    Outcome { verdict, detail: format!("{detail}; the margin is {}", short(within)) }
}

/// All pairs of cells in the same group.
pub(super) fn pairs(experiment: &Experiment, among: &[Pattern]) -> Vec<(At, At)> {
    let all: Vec<Match> = among.iter().flat_map(|p| p.matches(experiment)).collect();
    let mut pairs = Vec::new();
    for cells in groups(all).into_values() {
        for (i, one) in cells.iter().enumerate() {
            pairs.extend(cells[i + 1..].iter().map(|other| (one.cell, other.cell)));
        }
    }
    pairs
}
