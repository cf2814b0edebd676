//! The depth-first search of `evaluation::chambers` once more, cell by cell, for the tests.

use crate::tron::evaluation::chambers::Ledger;
use crate::tron::rules::{Cell, Direction, Grid};
use std::collections::HashMap;

/// When each cell was found.
#[derive(Debug, Default)]
pub(in crate::tron) struct ReferenceExplorer {
    number: HashMap<Cell, usize>,
}

impl ReferenceExplorer {
    pub(in crate::tron) fn new() -> Self {
        Self::default()
    }

    /// What the best way from `head` through `region` is worth.
    pub(in crate::tron) fn explore<L: Ledger>(
        &mut self,
        region: &Grid,
        head: Cell,
        context: L::Context<'_>,
    ) -> Option<L::Worth> {
        let mut region = *region;
        region.insert(head);
        self.below::<L>(&region, head, None, context).2
    }

    /// The chamber so far, the lowest number touched, and the best beyond this cell.
    fn below<L: Ledger>(
        &mut self,
        region: &Grid,
        cell: Cell,
        parent: Option<Cell>,
        context: L::Context<'_>,
    ) -> (L, usize, Option<L::Worth>) {
        let number = self.number.len();
        self.number.insert(cell, number);
        let (mut chamber, mut low, mut beyond) = (L::EMPTY, number, None);
        if parent.is_some() {
            chamber.cell(cell, region.neighbours(cell).len() as u32, context);
        }
        for next in Direction::ALL.map(|direction| cell.step(direction)) {
            if !region.has(next) || Some(next) == parent {
                continue;
            }
            if let Some(&other) = self.number.get(&next) {
                low = low.min(other);
                continue;
            }
            let (child, child_low, child_beyond) =
                self.below::<L>(region, next, Some(cell), context);
            let mut child = child;
            if let Some(worth) = child_beyond {
                child.door(next, worth, context);
            }
            if child_low >= number {
                let worth = child.close(cell, context);
                beyond = Some(beyond.map_or(worth, |best| L::better(best, worth)));
            } else {
                chamber.merge(&child);
                low = low.min(child_low);
            }
        }
        (chamber, low, beyond)
    }
}
