//! Regions as trees of chambers: what lies behind a door can be entered once and never left.
//!
//! A cell whose removal cuts a region in two (an articulation point) is a door. Between doors lie
//! chambers (the biconnected components); from the head they form a tree, and a path through the
//! region is a path down this tree. One depth-first search (Hopcroft and Tarjan 1973) finds doors
//! and chambers and adds up, from the leaves, what a path is worth. What is added up is a
//! [`Ledger`]: [`Cells`] bounds how many cells a path can fill.
//!
//! On a chessboard a path changes colour at each step, so in a chamber with `a` cells of the
//! colour opposite to its entrance and `b` of the same, no path has more than `2b + 1` steps where
//! `a > b`, or `2a` otherwise, and one that must end at a door of given colour even fewer.

use super::board::{Cell, Grid};
use std::fmt::Debug;

/// What is known of a chamber while it is explored.
pub(super) trait Ledger: Copy + Debug {
    /// What a path into a chamber is worth.
    type Worth: Copy + Debug;
    /// What the worth depends on beside the region.
    type Context<'a>: Copy;
    /// No cells.
    const EMPTY: Self;
    /// One more cell with so many neighbours in the region.
    fn cell(&mut self, cell: Cell, neighbours: u32, context: Self::Context<'_>);
    /// Cell `door` leads to chambers, the best of which has this worth.
    fn door(&mut self, door: Cell, worth: Self::Worth, context: Self::Context<'_>);
    /// Another part of the same chamber.
    fn merge(&mut self, other: &Self);
    /// The chamber is complete: what it is worth to come in from `entrance`.
    fn close(&self, entrance: Cell, context: Self::Context<'_>) -> Self::Worth;
    /// The better of two ways on from the same door.
    fn better(one: Self::Worth, two: Self::Worth) -> Self::Worth;
}

/// The work space of the depth-first search.
#[derive(Clone, Debug)]
pub(super) struct Explorer<L: Ledger> {
    /// When each cell was found.
    number: Box<[u16; 4096]>,
    /// The first-found cell that its subtree touches.
    low: Box<[u16; 4096]>,
    stack: Vec<Frame<L>>,
}

#[derive(Clone, Copy, Debug)]
struct Frame<L: Ledger> {
    cell: Cell,
    /// Neighbours in the region still to look at, as in [`super::Exits`].
    left: u8,
    chamber: L,
    /// The best of the chambers that open from this cell.
    beyond: Option<L::Worth>,
}

/// A region explored from a head.
#[derive(Clone, Copy, Debug)]
pub(super) struct Explored<W> {
    /// The worth of the best way; none where the head can't move.
    pub(super) worth: Option<W>,
    /// A hash of the cells that can be reached.
    pub(super) key: u64,
}

impl<L: Ledger> Explorer<L> {
    pub(super) fn new() -> Self {
        let table = || vec![0u16; 4096].into_boxed_slice().try_into().expect("4096 of them");
        Self { number: table(), low: table(), stack: Vec::with_capacity(4096) }
    }

    /// Explores the cells of `region` that can be reached from `head`, which is outside of it.
    pub(super) fn explore(
        &mut self,
        region: &Grid,
        head: Cell,
        context: L::Context<'_>,
    ) -> Explored<L::Worth> {
        let mut region = *region;
        let mut unseen = region;
        region.insert(head);
        unseen.remove(head);
        self.number[head.index()] = 0;
        let mut key = 0;
        let mut count = 0;
        self.stack.clear();
        self.push(head, &region);
        loop {
            let frame = self.stack.last_mut().expect("the root ends the loop");
            let cell = frame.cell;
            if frame.left != 0 {
                let direction = super::Direction::ALL[frame.left.trailing_zeros() as usize & 3];
                frame.left &= frame.left - 1;
                let next = cell.step(direction);
                if unseen.has(next) {
                    unseen.remove(next);
                    count += 1;
                    key ^= cell_key(next);
                    self.number[next.index()] = count;
                    self.low[next.index()] = count;
                    self.push(next, &region);
                    let frame = self.stack.last_mut().expect("it was pushed a line ago");
                    let neighbours = frame.left.count_ones();
                    // Not back to where it came from: that edge is the tree's.
                    frame.left &= !(1 << direction.turned(2) as u8);
                    frame.chamber.cell(next, neighbours, context);
                } else {
                    let low = &mut self.low[cell.index()];
                    *low = (*low).min(self.number[next.index()]);
                }
                continue;
            }
            let Frame { mut chamber, beyond, .. } = *frame;
            self.stack.pop();
            let Some(parent) = self.stack.last_mut() else {
                return Explored { worth: beyond, key };
            };
            if let Some(worth) = beyond {
                chamber.door(cell, worth, context);
            }
            let low = self.low[cell.index()];
            if low >= self.number[parent.cell.index()] {
                let worth = chamber.close(parent.cell, context);
                parent.beyond = Some(parent.beyond.map_or(worth, |best| L::better(best, worth)));
            } else {
                parent.chamber.merge(&chamber);
                let above = &mut self.low[parent.cell.index()];
                *above = (*above).min(low);
            }
        }
    }

    #[inline]
    fn push(&mut self, cell: Cell, region: &Grid) {
        let left = region.neighbours(cell).0;
        self.stack.push(Frame { cell, left, chamber: L::EMPTY, beyond: None });
    }
}

/// A hash of one cell: SplitMix64's finalizer.
#[inline]
pub(super) fn cell_key(cell: Cell) -> u64 {
    let mut z = (u64::from(cell.0) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Counts cells by colour: an upper bound on the length of a path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cells {
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
    usize::from(Explorer::<Cells>::new().explore(&open, head, ()).worth.unwrap_or(0))
}
