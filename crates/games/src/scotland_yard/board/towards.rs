//! Two tables that playouts read instead of looking at every way out of a station.

use super::distances::Distances;
use super::{Links, ROW, Row, STATIONS, Station, Transports};

/// What a distance counts at most in a [`Row`] for sums: 13 of them, one a vector of a row, still
/// fit a byte. Longer ways exist only for a detective who is down to one kind of ticket.
const CAP: u8 = 19;

/// For the eight sets of transports of a detective.
#[derive(Debug)]
pub(super) struct Towards {
    /// For each set, station and target: the ways out that lead closest to the target, as bits.
    steps: Box<[[u16; ROW]]>,
    /// Distances, capped.
    capped: Box<[Row]>,
}

impl Towards {
    pub(super) fn work_out(links: &[Links; ROW], distances: &Distances) -> Self {
        let mut steps = vec![[0u16; ROW]; 8 * ROW].into_boxed_slice();
        let mut capped = vec![[CAP; ROW]; 8 * ROW].into_boxed_slice();
        for with in 0..8 {
            for from in 1..=STATIONS {
                let row = distances.row(Transports(with as u8), from as Station);
                capped[with * ROW + from] = row.map(|d| d.min(CAP));
                let usable = || {
                    let ways = links[from].iter().enumerate();
                    ways.filter(|(_, link)| link.by & with as u8 != 0)
                };
                for (target, bits) in steps[with * ROW + from].iter_mut().enumerate() {
                    let left = |to: Station| distances.row(Transports(with as u8), to)[target];
                    let closest = usable().map(|(_, link)| left(link.to)).min();
                    *bits = usable()
                        .filter(|(_, link)| Some(left(link.to)) == closest)
                        .map(|(place, _)| 1 << place)
                        .sum();
                }
            }
        }
        Self { steps, capped }
    }

    #[inline]
    pub(super) fn steps(&self, with: u8, from: Station, target: Station) -> u16 {
        self.steps[(with & 7) as usize * ROW + from as usize][target as usize]
    }

    #[inline]
    pub(super) fn capped(&self, with: u8, from: Station) -> &Row {
        &self.capped[(with & 7) as usize * ROW + from as usize]
    }
}
