//! Regions as trees of chambers: what lies behind a door can be entered once and never left.
//!
//! A cell whose removal cuts a region in two (an articulation point) is a door. Between doors lie
//! chambers (the biconnected components); from the head they form a tree, and a path through the
//! region is a path down this tree. One depth-first search (Hopcroft and Tarjan 1973) finds doors
//! and chambers and adds up, from the leaves, what a path is worth. What is added up is a
//! [`Ledger`]: [`Cells`] bounds how many cells a path can fill.
//!
//! Most cells of a region are plainly no doors: their neighbours are joined by the ring of eight
//! cells around them. Such cells make up halls, each of which lies in one chamber and counts as one
//! node of the search, so the work is in the narrow cells only.
//!
//! On a chessboard a path changes colour at each step, so in a chamber with `a` cells of the
//! colour opposite to its entrance and `b` of the same, no path has more than `2b + 1` steps where
//! `a > b`, or `2a` otherwise, and one that must end at a door of given colour even fewer.

use super::territory::neighbours_in_row;
use crate::tron::rules::{Cell, Grid, columns};
use std::fmt::Debug;

/// What is known of a chamber while it is explored.
pub(in crate::tron) trait Ledger: Copy + Debug {
    /// What a path into a chamber is worth.
    type Worth: Copy + Debug;
    /// What the worth depends on beside the region.
    type Context<'a>: Copy;
    /// No cells.
    const EMPTY: Self;
    /// One more cell with so many neighbours in the region.
    fn cell(&mut self, cell: Cell, neighbours: u32, context: Self::Context<'_>);
    /// Many cells at once, none of them a door.
    fn hall(&mut self, hall: &Hall<'_>, context: Self::Context<'_>);
    /// Cell `door` leads to chambers, the best of which has this worth.
    fn door(&mut self, door: Cell, worth: Self::Worth, context: Self::Context<'_>);
    /// Another part of the same chamber.
    fn merge(&mut self, other: &Self);
    /// The chamber is complete: what it is worth to come in from `entrance`.
    fn close(&self, entrance: Cell, context: Self::Context<'_>) -> Self::Worth;
    /// The better of two ways on from the same door.
    fn better(one: Self::Worth, two: Self::Worth) -> Self::Worth;
}

/// Cells of one chamber that are no doors.
#[derive(Clone, Copy, Debug)]
pub(in crate::tron) struct Hall<'a> {
    /// The cells.
    pub(in crate::tron) cells: &'a Grid,
    /// The whole region, with the head.
    pub(in crate::tron) region: &'a Grid,
    /// The first and the last row that the region can have.
    pub(in crate::tron) rows: (usize, usize),
}

/// The work space of the depth-first search.
#[derive(Clone, Debug)]
pub(in crate::tron) struct Explorer {
    /// The region, with the head.
    region: Grid,
    /// The cells that may be doors.
    narrow: Grid,
    /// The other cells, without the head.
    wide: Grid,
    rows: (usize, usize),
    head: Cell,
    seen: Grid,
    /// When each narrow cell was found.
    number: Box<[u16; 4096]>,
    /// The halls found so far, and when.
    halls: Vec<(Grid, u16)>,
    count: u16,
}

/// A region explored from a head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tron) struct Explored<W> {
    /// The worth of the best way; none where the head can't move.
    pub(in crate::tron) worth: Option<W>,
    /// A hash of the cells that can be reached.
    pub(in crate::tron) key: u64,
}

/// What a search below a node brings back: its part of the chamber above, and the first-found node
/// that it touches.
struct Below<L> {
    chamber: L,
    low: u16,
}

/// The number of the head, which is found first.
const HEAD: u16 = 0;

impl Explorer {
    pub(in crate::tron) fn new() -> Self {
        let number = vec![0u16; 4096].into_boxed_slice().try_into().expect("4096 of them");
        let [region, narrow, wide, seen] = [Grid::EMPTY; 4];
        let head = Cell::new(0, 0);
        let halls = Vec::with_capacity(64);
        Self { region, narrow, wide, rows: (0, 0), head, seen, number, halls, count: HEAD }
    }

    /// Explores the cells of `region` that can be reached from `head`, which is outside of it.
    pub(in crate::tron) fn explore<L: Ledger>(
        &mut self,
        region: &Grid,
        head: Cell,
        context: L::Context<'_>,
    ) -> Explored<L::Worth> {
        self.prepare(region, head);
        let mut worth = None;
        for direction in self.region.neighbours(head).iter() {
            let next = head.step(direction);
            if let Some(below) = self.visit::<L>(next, HEAD, context) {
                let chamber = below.chamber.close(head, context);
                worth = Some(worth.map_or(chamber, |best| L::better(best, chamber)));
            }
        }
        Explored { worth, key: self.key() }
    }

    fn prepare(&mut self, region: &Grid, head: Cell) {
        self.region = *region;
        self.region.insert(head);
        let rows = &self.region.0;
        let first = rows.iter().position(|&row| row != 0).unwrap_or(0);
        let last = rows.iter().rposition(|&row| row != 0).unwrap_or(0);
        for row in first..=last {
            let here = rows[row];
            let north = if row > 0 { rows[row - 1] } else { 0 };
            let south = if row < 63 { rows[row + 1] } else { 0 };
            let (east, west) = (here >> 1, here << 1);
            // Around a cell, clockwise: a neighbour that is not joined to the one before it by the
            // corner between them begins a new group. Two groups may be two sides of a door.
            let begins = [
                north & !(west & north << 1),
                east & !(north & north >> 1),
                south & !(east & south >> 1),
                west & !(south & south << 1),
            ];
            let two = begins[0] & begins[1]
                | begins[2] & begins[3]
                | (begins[0] | begins[1]) & (begins[2] | begins[3]);
            self.narrow.0[row] = here & two;
            self.wide.0[row] = here & !two;
            self.seen.0[row] = 0;
        }
        if self.rows.0 < first || self.rows.1 > last {
            // Rows of the region before that this one does not reach.
            for row in (self.rows.0..first).chain(last + 1..=self.rows.1) {
                (self.narrow.0[row], self.wide.0[row], self.seen.0[row]) = (0, 0, 0);
            }
        }
        self.narrow.remove(head);
        self.wide.remove(head);
        self.rows = (first, last);
        self.head = head;
        self.halls.clear();
        self.count = HEAD;
    }

    /// Goes to a cell from the node with number `from`; none if it was seen before.
    fn visit<L: Ledger>(
        &mut self,
        cell: Cell,
        from: u16,
        context: L::Context<'_>,
    ) -> Option<Below<L>> {
        if self.found(cell).is_some() {
            None
        } else if self.narrow.has(cell) {
            Some(self.narrow_cell(cell, from, context))
        } else {
            Some(self.hall(cell, from, context))
        }
    }

    /// The number of the node that a cell of the region belongs to, if it was found already.
    fn found(&self, cell: Cell) -> Option<u16> {
        if cell == self.head {
            Some(HEAD)
        } else if self.narrow.has(cell) {
            self.seen.has(cell).then(|| self.number[cell.index()])
        } else {
            self.halls.iter().find(|(cells, _)| cells.has(cell)).map(|(_, number)| *number)
        }
    }

    fn narrow_cell<L: Ledger>(
        &mut self,
        cell: Cell,
        from: u16,
        context: L::Context<'_>,
    ) -> Below<L> {
        self.count += 1;
        let number = self.count;
        self.number[cell.index()] = number;
        self.seen.insert(cell);
        let neighbours = self.region.neighbours(cell);
        let mut below = Below { chamber: L::EMPTY, low: number };
        below.chamber.cell(cell, neighbours.len() as u32, context);
        let mut beyond = None;
        for direction in neighbours.iter() {
            let next = cell.step(direction);
            match self.found(next) {
                Some(other) if other != from => below.low = below.low.min(other),
                Some(_) => {}
                None => {
                    let Some(child) = self.visit::<L>(next, number, context) else { continue };
                    if child.low >= number {
                        let worth = child.chamber.close(cell, context);
                        beyond = Some(beyond.map_or(worth, |best| L::better(best, worth)));
                    } else {
                        below.chamber.merge(&child.chamber);
                        below.low = below.low.min(child.low);
                    }
                }
            }
        }
        if let Some(worth) = beyond {
            below.chamber.door(cell, worth, context);
        }
        below
    }

    /// A hall is no door: all that it touches is in its chamber.
    fn hall<L: Ledger>(&mut self, seed: Cell, from: u16, context: L::Context<'_>) -> Below<L> {
        self.count += 1;
        let number = self.count;
        let mut cells = Grid::reachable(&self.wide, seed);
        cells.insert(seed);
        let mut below = Below { chamber: L::EMPTY, low: number };
        let hall = Hall { cells: &cells, region: &self.region, rows: self.rows };
        below.chamber.hall(&hall, context);
        self.halls.push((cells, number));
        for row in self.rows.0..=self.rows.1 {
            self.seen.0[row] |= cells.0[row];
        }
        for row in self.rows.0..=self.rows.1 {
            let beside = neighbours_in_row(&cells, row) & self.region.0[row] & !cells.0[row];
            for cell in columns(beside, row) {
                match self.found(cell) {
                    Some(other) if other != from => below.low = below.low.min(other),
                    Some(_) => {}
                    None => {
                        let child = self.narrow_cell::<L>(cell, number, context);
                        below.chamber.merge(&child.chamber);
                        below.low = below.low.min(child.low);
                    }
                }
            }
        }
        below
    }

    fn key(&self) -> u64 {
        let mut key = 0;
        for row in self.rows.0..=self.rows.1 {
            let bits = self.seen.0[row];
            if bits != 0 {
                key = spinney_search::rng::mix(&[key, bits, row as u64]);
            }
        }
        key
    }
}

/// A hash of one cell: SplitMix64's finalizer.
#[inline]
pub(in crate::tron) fn cell_key(cell: Cell) -> u64 {
    let mut z = (u64::from(cell.0) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Counts cells by colour: an upper bound on the length of a path.
#[derive(Clone, Copy, Debug)]
pub(in crate::tron) struct Cells {
    count: [u16; 2],
    /// The best that lies behind a door of each colour; a door always leads somewhere, so 0 means
    /// that there is none.
    behind: [u16; 2],
}

impl Ledger for Cells {
    type Worth = u16;
    type Context<'a> = ();
    const EMPTY: Self = Self { count: [0; 2], behind: [0; 2] };

    #[inline]
    fn cell(&mut self, cell: Cell, _: u32, (): ()) {
        self.count[cell.colour()] += 1;
    }
    #[inline]
    fn hall(&mut self, hall: &Hall<'_>, (): ()) {
        const EVEN: u64 = 0x5555_5555_5555_5555;
        for row in hall.rows.0..=hall.rows.1 {
            let bits = hall.cells.0[row];
            // In even rows the even columns have colour 0, in odd rows the odd ones.
            let even = (bits & EVEN).count_ones() as u16;
            let odd = (bits & !EVEN).count_ones() as u16;
            self.count[row & 1] += even;
            self.count[1 - (row & 1)] += odd;
        }
    }
    #[inline]
    fn door(&mut self, door: Cell, worth: u16, (): ()) {
        let best = &mut self.behind[door.colour()];
        *best = (*best).max(worth);
    }
    #[inline]
    fn merge(&mut self, other: &Self) {
        for colour in 0..2 {
            self.count[colour] += other.count[colour];
            self.behind[colour] = self.behind[colour].max(other.behind[colour]);
        }
    }
    #[inline]
    fn close(&self, entrance: Cell, (): ()) -> u16 {
        let colour = entrance.colour();
        let (other, same) = (self.count[1 - colour], self.count[colour]);
        let mut best = if other > same { 2 * same + 1 } else { 2 * other };
        if self.behind[colour] > 0 {
            best = best.max(2 * other.min(same) + self.behind[colour]);
        }
        if self.behind[1 - colour] > 0 {
            best = best.max(2 * (other - 1).min(same) + 1 + self.behind[1 - colour]);
        }
        best
    }
    #[inline]
    fn better(one: u16, two: u16) -> u16 {
        one.max(two)
    }
}

/// No path from `head` through free cells is longer than this: chambers with the chessboard bound.
///
/// ```
/// use spinney_games::tron::{Board, chamber_bound};
/// let start = Board::from_name("tiny2")?.start(0);
/// assert_eq!(chamber_bound(start.walls(), start.head(0)), 2); // down: 2 cells; right: 1
/// # Ok::<(), spinney_games::tron::BoardError>(())
/// ```
pub fn chamber_bound(walls: &Grid, head: Cell) -> usize {
    let open = walls.complement();
    usize::from(Explorer::new().explore::<Cells>(&open, head, ()).worth.unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tron::evaluation::territory::tests::later;
    use crate::tron::reference::ReferenceExplorer;
    use crate::tron::rules::{Board, Map};
    use proptest::prelude::*;
    use spinney_search::rng::{below, stream};

    proptest! {
        #[test]
        fn agrees_with_the_search_cell_by_cell(
            width in 3usize..=30, height in 3usize..=30, seed: u64, density in 0usize..60,
        ) {
            let start = Board::Open { columns: width, rows: height }.start(seed);
            let mut map = Map::empty(width, height, [start.head(0), start.head(1)]);
            let mut rng = stream(&[seed, 2]);
            for _ in 0..width * height * density / 100 {
                map.walls.insert(Cell::new(1 + below(&mut rng, width), 1 + below(&mut rng, height)));
            }
            let mut explorer = Explorer::new();
            // Regions of all kinds, one after the other in the same work space.
            for step in 0..4 {
                let game = later(&crate::tron::Tron::new(&map), seed ^ step);
                let open = game.walls().complement();
                let head = game.head(0);
                let fast = explorer.explore::<Cells>(&open, head, ());
                let slow = ReferenceExplorer::new().explore::<Cells>(&open, head, ());
                prop_assert_eq!(fast.worth, slow);
                let reached = Grid::reachable(&open, head);
                prop_assert_eq!(fast.key, explorer.explore::<Cells>(&reached, head, ()).key);
            }
        }
    }

    #[test]
    fn different_regions_have_different_keys() {
        let map = Map::empty(8, 8, [Cell::new(1, 1), Cell::new(8, 8)]);
        let open = map.walls.complement();
        let mut keys = std::collections::HashSet::new();
        for cell in open.cells().filter(|&cell| cell.distance(map.heads[0]) > 1) {
            let mut open = open;
            open.remove(cell);
            assert!(keys.insert(Explorer::new().explore::<Cells>(&open, map.heads[0], ()).key));
        }
    }
}
