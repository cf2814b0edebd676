//! One layer of a beam: the best states seen, no two the same, not too many alike.

use super::Beam;
use crate::game::Game;
use std::collections::{BTreeMap, HashMap};

/// A state that may be expanded later.
#[derive(Clone)]
pub(super) struct Candidate<G: Game> {
    pub(super) value: f64,
    /// Its parent among the steps, and the move from there; none for the start.
    pub(super) step: Option<(u32, G::Move)>,
    pub(super) state: G,
}

/// What a state is called: (the same, alike).
type Names = (Option<u64>, u64);

/// Where a state stands: by value, the earlier of equals first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank(u64, std::cmp::Reverse<u64>);

/// Bits that sort like the number itself.
fn ordered(value: f64) -> u64 {
    let bits = value.to_bits();
    if bits >> 63 == 0 { bits | (1 << 63) } else { !bits }
}

pub(super) struct Layer<G: Game> {
    width: usize,
    alike: usize,
    offered: u64,
    ranked: BTreeMap<Rank, (Candidate<G>, Names)>,
    same: HashMap<u64, Rank>,
    /// The ranks of the states that are alike, worst first; only kept when it is limited.
    kin: HashMap<u64, Vec<Rank>>,
}

impl<G: Game> Layer<G> {
    pub(super) fn new(beam: &Beam) -> Self {
        Self {
            width: beam.width.max(1),
            alike: beam.alike,
            offered: 0,
            ranked: BTreeMap::new(),
            same: HashMap::new(),
            kin: HashMap::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.ranked.len()
    }

    /// Takes a state if it is good enough; true when a state that is not the same as a kept one
    /// was left out, be it this one or another.
    pub(super) fn offer(&mut self, candidate: Candidate<G>, names: Names) -> bool {
        self.offered += 1;
        let rank = Rank(ordered(candidate.value), std::cmp::Reverse(self.offered));
        if let Some(&twin) = names.0.and_then(|name| self.same.get(&name)) {
            if twin > rank {
                return false;
            }
            self.remove(twin);
        }
        let mut lost = false;
        if self.alike > 0 {
            let kin = self.kin.get(&names.1).map_or(&[][..], |kin| &kin[..]);
            if kin.len() >= self.alike {
                if kin[0] > rank {
                    return true;
                }
                let worst = kin[0];
                self.remove(worst);
                lost = true;
            }
        }
        if self.len() >= self.width {
            if self.ranked.first_key_value().is_some_and(|(worst, _)| *worst > rank) {
                return true;
            }
            self.drop_worst();
            lost = true;
        }
        if let Some(name) = names.0 {
            self.same.insert(name, rank);
        }
        if self.alike > 0 {
            let kin = self.kin.entry(names.1).or_default();
            kin.insert(kin.partition_point(|other| *other < rank), rank);
        }
        self.ranked.insert(rank, (candidate, names));
        lost
    }

    fn remove(&mut self, rank: Rank) {
        let Some((_, (same, alike))) = self.ranked.remove(&rank) else { return };
        if let Some(name) = same {
            self.same.remove(&name);
        }
        if let Some(kin) = self.kin.get_mut(&alike) {
            kin.retain(|other| *other != rank);
        }
    }

    pub(super) fn drop_worst(&mut self) {
        if let Some((&worst, _)) = self.ranked.first_key_value() {
            self.remove(worst);
        }
    }

    pub(super) fn into_best_first(self) -> Vec<Candidate<G>> {
        self.ranked.into_values().rev().map(|(candidate, _)| candidate).collect()
    }
}
