//! Retrograde analysis with sets of robbers as bits.
//!
//! For each placement c of the cops two sets are grown, level by level, until nothing changes:
//!
//! - `lost[c]`: where a robber *to move* will be caught. At level 0 the vertices of the cops and
//!   those whose every step leads to a cop.
//! - `won[c]`: where a robber will be caught with the *cops* to move: the union of `lost[c']` over
//!   all joint moves from c to c'.
//!
//! A robber at r becomes lost when all his steps lie in `won[c]`. Steps can be taken back, so the
//! placements from which c' can be reached are those that can be reached from c': each level pushes
//! only what is new in `lost[c']` to them, whole sets of robbers at a time.

use super::Keep;
use super::distances::{Distances, filled};
use super::placements::Placements;
use crate::bitset::BitSet;
use crate::cops_and_robbers::graph::Vertex;
use crate::cops_and_robbers::rules::Rules;
use crate::cops_and_robbers::rules::joint;
use spinney_search::budget::Stop;
use std::ops::ControlFlow::{self, Break, Continue};

/// What the analysis found.
pub(super) struct Found {
    /// The cops' moves to capture from the best placement, and that placement's cops.
    pub(super) best: Option<(u16, Vec<Vertex>)>,
    pub(super) distances: Option<Distances>,
}

struct Tables<const W: usize> {
    lost: Vec<BitSet<W>>,
    won: Vec<BitSet<W>>,
    /// What was added to `lost` at the last level.
    newly_lost: Vec<BitSet<W>>,
    /// What was added to `won` at this one.
    newly_won: Vec<BitSet<W>>,
}

/// How many placements are worked on between two looks at the flag: a few milliseconds.
const STRIDE: usize = 64;

/// Whether to go on to this placement.
#[inline]
fn go_on(number: usize, stop: &Stop) -> ControlFlow<()> {
    if number.is_multiple_of(STRIDE) && stop.raised() { Break(()) } else { Continue(()) }
}

/// The analysis; none when it was stopped.
pub(super) fn analyse<const W: usize>(
    rules: &Rules,
    placements: &Placements,
    keep: Keep,
    stop: &Stop,
) -> Option<Found> {
    let graph = rules.graph();
    let count = placements.count() as usize;
    let steps: Vec<BitSet<W>> = graph
        .vertices()
        .map(|v| rules.steps(v).iter().map(|&to| usize::from(to)).collect())
        .collect();
    let everywhere: BitSet<W> = (0..graph.len()).collect();
    let mut tables = Tables::<W> {
        lost: filled(BitSet::EMPTY, count, stop)?,
        won: filled(BitSet::EMPTY, count, stop)?,
        newly_lost: filled(BitSet::EMPTY, count, stop)?,
        newly_won: filled(BitSet::EMPTY, count, stop)?,
    };
    let mut distances = match keep {
        Keep::Best => None,
        Keep::Distances => Some(Distances::new(count, graph.len(), stop)?),
    };
    let mut best = None;
    let mut level = 0;
    let all = placements.for_each(|number, cops| {
        let standing: BitSet<W> = cops.iter().map(|&cop| usize::from(cop)).collect();
        tables.won[number] = standing;
        let stuck = (0..graph.len()).filter(|&r| subset(&steps[r], &standing));
        tables.newly_lost[number] = stuck.collect();
        tables.newly_lost[number].unite(&standing);
        go_on(number, stop)
    });
    all.continue_value()?;
    loop {
        let mut changed = false;
        let all = placements.for_each(|number, cops| {
            let new = tables.newly_lost[number];
            if new.is_empty() {
                return go_on(number, stop);
            }
            changed = true;
            let lost = &mut tables.lost[number];
            lost.unite(&new);
            if let Some(distances) = &mut distances {
                new.iter().for_each(|robber| distances.set(number, robber, level));
            }
            if best.is_none() && *lost == everywhere && joint::completable(rules, cops, &[]) {
                best = Some((level, cops.to_vec()));
            }
            go_on(number, stop)
        });
        all.continue_value()?;
        if !changed || (keep == Keep::Best && best.is_some()) {
            return Some(Found { best, distances });
        }
        let mut targets = Vec::with_capacity(rules.cops());
        let all = placements.for_each(|number, cops| {
            let new = std::mem::replace(&mut tables.newly_lost[number], BitSet::EMPTY);
            if !new.is_empty() {
                let (won, newly_won) = (&mut tables.won, &mut tables.newly_won);
                joint::for_each(rules, cops, &mut targets, &mut |before| {
                    let at = placements.rank(before);
                    let fresh = minus(&new, &won[at]);
                    won[at].unite(&fresh);
                    newly_won[at].unite(&fresh);
                });
            }
            go_on(number, stop)
        });
        all.continue_value()?;
        level += 1;
        for number in 0..count {
            go_on(number, stop).continue_value()?;
            let fresh = std::mem::replace(&mut tables.newly_won[number], BitSet::EMPTY);
            if fresh.is_empty() {
                continue;
            }
            // Only who can step into what is new can have become lost by it.
            let mut near = BitSet::EMPTY;
            fresh.iter().for_each(|vertex| near.unite(&steps[vertex]));
            let (won, lost) = (&tables.won[number], &tables.lost[number]);
            let caught = minus(&near, lost).iter().filter(|&robber| subset(&steps[robber], won));
            tables.newly_lost[number] = caught.collect();
        }
    }
}

#[inline]
fn subset<const W: usize>(a: &BitSet<W>, b: &BitSet<W>) -> bool {
    a.0.iter().zip(&b.0).all(|(a, b)| a & !b == 0)
}

#[inline]
fn minus<const W: usize>(a: &BitSet<W>, b: &BitSet<W>) -> BitSet<W> {
    let mut rest = *a;
    rest.0.iter_mut().zip(&b.0).for_each(|(a, b)| *a &= !b);
    rest
}
