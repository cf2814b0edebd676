//! A state that knows, of every block, where it lay at the start.
//!
//! A move of a line is named by a block of the start, not by a place: the group around that block,
//! wherever it has fallen to. A line keeps its meaning then when a move is put in or taken out
//! before it, which is what the annealer does all the time.

#![allow(clippy::inline_always)]

use crate::samegame::board::Board;
use crate::samegame::cells::{Cells, nth_bit};
use crate::samegame::state::State;

/// A block by its place at the start.
pub(super) type Origin = u16;

/// A state with the origins of its blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Traced<const W: usize, const P: usize, const L: u32> {
    /// The blocks where they are now.
    pub(super) state: State<W, P, L>,
    /// The same blocks where they lay at the start.
    alive: Cells<W>,
    /// The columns of the start that still hold a block.
    columns: u64,
}

impl<const W: usize, const P: usize, const L: u32> Traced<W, P, L> {
    const LANES: usize = 64 / L as usize;

    /// A start: every block is where it is.
    pub(super) fn new(state: State<W, P, L>) -> Self {
        let alive = state.board.blocks();
        let filled = |column: &usize| alive.has(column * L as usize);
        let columns = (0..W * Self::LANES).filter(filled).map(|column| 1 << column).sum();
        Self { state, alive, columns }
    }

    #[inline(always)]
    fn lane(&self, column: usize) -> u64 {
        self.alive.0[column / Self::LANES] >> (column % Self::LANES * L as usize) & ((1 << L) - 1)
    }

    /// Where the block of this origin is now; none if it is gone.
    #[inline(always)]
    pub(super) fn find(&self, origin: Origin) -> Option<usize> {
        let origin = usize::from(origin);
        if !self.alive.has(origin) {
            return None;
        }
        let (column, row) = Board::<W, P, L>::place(origin);
        let left = (self.columns & ((1 << column) - 1)).count_ones();
        let below = (self.lane(column) & ((1 << row) - 1)).count_ones();
        Some(Board::<W, P, L>::index(left as usize, below as usize))
    }

    /// The origin of the block that is here now.
    #[inline(always)]
    pub(super) fn origin(&self, index: usize) -> Origin {
        let (column, row) = Board::<W, P, L>::place(index);
        let column = nth_bit(self.columns, column as u32) as usize;
        let row = nth_bit(self.lane(column), row as u32) as usize;
        Board::<W, P, L>::index(column, row) as Origin
    }

    /// Removes a group.
    #[inline(always)]
    pub(super) fn remove(&mut self, group: Cells<W>) {
        let mut emptied = 0;
        for word in 0..W {
            let mut bits = group.0[word];
            while bits != 0 {
                let lane = bits.trailing_zeros() / L;
                let rows = bits >> (lane * L) & ((1 << L) - 1);
                bits &= !(((1 << L) - 1) << (lane * L));
                let column = nth_bit(self.columns, (word * Self::LANES) as u32 + lane) as usize;
                let standing = self.lane(column);
                let gone = deposit(rows, standing);
                let shift = column % Self::LANES * L as usize;
                self.alive.0[column / Self::LANES] &= !(gone << shift);
                emptied |= u64::from(gone == standing) << column;
            }
        }
        self.columns &= !emptied;
        self.state.remove(group);
    }
}

/// The bits of `mask` at these ranks: what the instruction PDEP computes. Only a few ranks are
/// taken, in runs, so the runs are walked.
#[inline(always)]
fn deposit(mut ranks: u64, mask: u64) -> u64 {
    let mut out = 0;
    let (mut rest, mut passed) = (mask, 0);
    while ranks != 0 {
        let rank = ranks.trailing_zeros();
        while passed < rank {
            rest &= rest - 1;
            passed += 1;
        }
        out |= rest & rest.wrapping_neg();
        ranks &= ranks - 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samegame::position::Position;
    use proptest::prelude::*;
    use spinney_search::rng::{below, stream};

    /// Follows every block by hand: columns of origins from which removed ones are taken.
    fn blocks_keep_their_origins<const W: usize, const P: usize, const L: u32>(
        position: &Position,
        seed: u64,
    ) {
        let start = State::<W, P, L>::new(position);
        let mut traced = Traced::new(start);
        let mut columns: Vec<Vec<usize>> = (0..position.columns())
            .map(|c| (0..position.rows()).map(|r| Board::<W, P, L>::index(c, r)).collect())
            .collect();
        let mut rng = stream(&[seed]);
        loop {
            for (c, column) in columns.iter().enumerate() {
                for (r, &origin) in column.iter().enumerate() {
                    let index = Board::<W, P, L>::index(c, r);
                    assert_eq!(usize::from(traced.origin(index)), origin);
                    assert_eq!(traced.find(origin as Origin), Some(index));
                    assert_eq!(traced.state.board.colour(index), start.board.colour(origin));
                }
            }
            assert_eq!(traced.alive.count() as usize, columns.iter().map(Vec::len).sum());
            let links = traced.state.board.links();
            let open = links.removable();
            if open.is_empty() {
                return;
            }
            let group =
                links.group(Cells::bit(open.nth(below(&mut rng, open.count() as usize) as u32)));
            traced.remove(group);
            for (c, column) in columns.iter_mut().enumerate() {
                let mut row = 0;
                column.retain(|_| {
                    row += 1;
                    !group.has(Board::<W, P, L>::index(c, row - 1))
                });
            }
            columns.retain(|column| !column.is_empty());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn origins_are_right(rows in 1..=15usize, columns in 1..=15usize, seed: u64) {
            let position = Position::random(rows, columns, 3, seed);
            blocks_keep_their_origins::<4, 3, 16>(&position, seed);
            blocks_keep_their_origins::<16, 4, 32>(&position, seed);
        }
    }
}
