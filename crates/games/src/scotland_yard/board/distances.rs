//! How many moves apart any two stations are, for each of the 16 sets of transports.

use super::{Links, ROW, Row, STATIONS, Station, Transports};

/// More than any distance.
pub(super) const FAR: u8 = 255;

/// A table a set of transports, a row a station.
#[derive(Debug)]
pub(super) struct Distances(Box<[Row]>);

impl Distances {
    /// Measures by breadth-first search from every station.
    pub(super) fn measure(links: &[Links; ROW]) -> Self {
        let mut tables = vec![[FAR; ROW]; 16 * ROW].into_boxed_slice();
        for (with, table) in tables.chunks_exact_mut(ROW).enumerate() {
            for (from, row) in table.iter_mut().enumerate().take(STATIONS + 1).skip(1) {
                row[from] = 0;
                let mut queue = Vec::with_capacity(STATIONS);
                queue.push(from as Station);
                let mut next = 0;
                while let Some(&here) = queue.get(next) {
                    next += 1;
                    for link in links[here as usize].iter() {
                        if link.by & with as u8 != 0 && row[link.to as usize] == FAR {
                            row[link.to as usize] = row[here as usize] + 1;
                            queue.push(link.to);
                        }
                    }
                }
            }
        }
        Self(tables)
    }

    #[inline]
    pub(super) fn row(&self, with: Transports, from: Station) -> &Row {
        &self.0[usize::from(with.0 & 15) * ROW + from as usize]
    }
}
