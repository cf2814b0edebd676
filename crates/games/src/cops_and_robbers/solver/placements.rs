//! Numbers for the sets of vertices that cops can stand on.
//!
//! Sets of k different vertices are ranked in the combinatorial number system: the set
//! c₁ < c₂ < … < c_k has number C(c₁, 1) + C(c₂, 2) + … + C(c_k, k), which counts the sets in
//! colexicographic order without a gap.

use crate::cops_and_robbers::graph::Vertex;
use crate::cops_and_robbers::rules::MOST_COPS;
use std::ops::ControlFlow;

/// Sets of a fixed number of vertices, numbered.
#[derive(Clone, Debug)]
pub(super) struct Placements {
    vertices: usize,
    cops: usize,
    /// `choose[k][v]` is C(v, k + 1).
    choose: Vec<Vec<u64>>,
}

impl Placements {
    pub(super) fn new(vertices: usize, cops: usize) -> Self {
        let mut choose: Vec<Vec<u64>> = vec![(0..=vertices as u64).collect()];
        for k in 1..cops {
            // C(v, k + 1) = C(v - 1, k) + C(v - 1, k + 1)
            let mut row = vec![0u64; vertices + 1];
            for v in 1..=vertices {
                row[v] = choose[k - 1][v - 1].saturating_add(row[v - 1]);
            }
            choose.push(row);
        }
        Self { vertices, cops, choose }
    }

    /// How many sets there are; saturated if they are too many to count.
    pub(super) fn count(&self) -> u64 {
        self.choose[self.cops - 1][self.vertices]
    }

    /// The number of a set, given in any order.
    #[inline]
    pub(super) fn rank(&self, cops: &[Vertex]) -> usize {
        debug_assert_eq!(cops.len(), self.cops);
        let mut sorted = [0; MOST_COPS];
        for (i, &cop) in cops.iter().enumerate() {
            let mut at = i;
            while at > 0 && sorted[at - 1] > cop {
                sorted[at] = sorted[at - 1];
                at -= 1;
            }
            sorted[at] = cop;
        }
        let ranked = sorted[..self.cops].iter().zip(&self.choose);
        ranked.map(|(&cop, choose)| choose[usize::from(cop)]).sum::<u64>() as usize
    }

    /// Calls `each` with every set, in the order of their numbers, until it breaks off.
    pub(super) fn for_each(
        &self,
        mut each: impl FnMut(usize, &[Vertex]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut set: Vec<Vertex> = (0..self.cops as Vertex).collect();
        for number in 0..self.count() as usize {
            each(number, &set)?;
            let movable = (0..self.cops).find(|&i| {
                let limit = set.get(i + 1).map_or(self.vertices, |&next| usize::from(next));
                usize::from(set[i]) + 1 < limit
            });
            let Some(i) = movable else { break };
            set[i] += 1;
            for (j, vertex) in set[..i].iter_mut().enumerate() {
                *vertex = j as Vertex;
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_has_its_number() {
        for (n, k, count) in [(7, 3, 35), (6, 1, 6), (9, 4, 126), (5, 4, 5), (199, 2, 19_701)] {
            let placements = Placements::new(n, k);
            assert_eq!(placements.count(), count);
            let mut seen = 0;
            let whole = placements.for_each(|number, set| {
                assert_eq!(number, seen);
                assert!(set.windows(2).all(|pair| pair[0] < pair[1]));
                let mut shuffled = set.to_vec();
                shuffled.reverse();
                assert_eq!((placements.rank(set), placements.rank(&shuffled)), (number, number));
                seen += 1;
                ControlFlow::Continue(())
            });
            assert_eq!((seen as u64, whole), (count, ControlFlow::Continue(())));
        }
        assert_eq!(Placements::new(199, 3).count(), 1_293_699);
    }
}
