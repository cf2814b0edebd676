//! The game with full information solved once more, slow and obvious, for the tests.

use super::graph::Graph;
use std::collections::BTreeSet;

/// Distances by repeating the definition until nothing changes: ordered cops, no bits, no levels.
pub(super) struct Reference {
    n: usize,
    /// By (cops in base n, robber): moves to capture, cops to move and robber to move.
    pub(super) cops: Vec<Option<u16>>,
    pub(super) robber: Vec<Option<u16>>,
}

impl Reference {
    pub(super) fn at(&self, cops: &[usize], robber: usize) -> usize {
        cops.iter().fold(0, |code, cop| code * self.n + cop) * self.n + robber
    }

    pub(super) fn new(graph: &Graph, k: usize, may_stay: bool) -> Self {
        let n = graph.len();
        let steps: Vec<Vec<usize>> = graph
            .vertices()
            .map(|v| {
                let near = graph.neighbours(v).iter().map(|&w| usize::from(w));
                near.chain(may_stay.then_some(usize::from(v))).collect()
            })
            .collect();
        let places: Vec<Vec<usize>> = (0..n.pow(k as u32))
            .map(|code| (0..k).map(|i| code / n.pow(i as u32) % n).collect::<Vec<_>>())
            .filter(|cops| cops.iter().collect::<BTreeSet<_>>().len() == k)
            .collect();
        let size = n.pow(k as u32 + 1);
        let mut reference = Self { n, cops: vec![None; size], robber: vec![None; size] };
        loop {
            let mut changed = false;
            for cops in &places {
                let joint: Vec<&Vec<usize>> = places
                    .iter()
                    .filter(|to| cops.iter().zip(*to).all(|(c, t)| steps[*c].contains(t)))
                    .collect();
                for (robber, onward) in steps.iter().enumerate() {
                    let here = reference.at(cops, robber);
                    let by_robber = if cops.contains(&robber) {
                        Some(0)
                    } else {
                        let after = |&to: &usize| {
                            if cops.contains(&to) {
                                Some(0)
                            } else {
                                reference.cops[reference.at(cops, to)]
                            }
                        };
                        let all: Option<Vec<u16>> = onward.iter().map(after).collect();
                        all.and_then(|all| all.into_iter().max())
                    };
                    let after =
                        joint.iter().filter_map(|to| reference.robber[reference.at(to, robber)]);
                    let by_cops = after.min().map(|moves| moves + 1);
                    changed |=
                        by_robber != reference.robber[here] || by_cops != reference.cops[here];
                    reference.robber[here] = by_robber;
                    reference.cops[here] = by_cops;
                }
            }
            if !changed {
                return reference;
            }
        }
    }
}
