//! Positions that the search has seen before.

use crate::tron::rules::Direction;

/// A table of positions by their hash; a new one takes the place of the old.
pub(super) struct TranspositionTable {
    entries: Vec<Entry>,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    value: i32,
    depth: u16,
    bounds: Bounds,
    /// The move that was best there.
    pub(super) mv: Direction,
}

/// How a value that was found inside a window stands to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bounds {
    Exact,
    AtLeast,
    AtMost,
}

impl Bounds {
    pub(super) fn of(value: i32, alpha: i32, beta: i32) -> Self {
        if value >= beta {
            Self::AtLeast
        } else if value <= alpha {
            Self::AtMost
        } else {
            Self::Exact
        }
    }
}

const ENTRIES: usize = 1 << 17;

/// Depth 0 is never put in, so this is nobody's entry.
const EMPTY: Entry =
    Entry { key: 0, value: 0, depth: 0, bounds: Bounds::Exact, mv: Direction::North };

impl TranspositionTable {
    /// A table, or none at all.
    pub(super) fn new(used: bool) -> Self {
        Self { entries: if used { vec![EMPTY; ENTRIES] } else { Vec::new() } }
    }

    /// What is known of a position.
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let entry = *self.entries.get(key as usize % ENTRIES)?;
        (entry.key == key && entry.depth > 0).then_some(entry)
    }

    /// Keeps what was found `depth` rounds deep.
    pub(super) fn put(
        &mut self,
        key: u64,
        depth: usize,
        value: i32,
        bounds: Bounds,
        mv: Direction,
    ) {
        if let Some(entry) = self.entries.get_mut(key as usize % ENTRIES) {
            *entry = Entry { key, value, depth: depth as u16, bounds, mv };
        }
    }
}

impl Entry {
    /// The value, if it was found at this very depth and answers what the window asks.
    pub(super) fn settles(&self, depth: usize, alpha: i32, beta: i32) -> Option<i32> {
        let enough = match self.bounds {
            Bounds::Exact => true,
            Bounds::AtLeast => self.value >= beta,
            Bounds::AtMost => self.value <= alpha,
        };
        (enough && usize::from(self.depth) == depth).then_some(self.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_settles_only_what_lies_beyond_it() {
        let mut memory = TranspositionTable::new(true);
        memory.put(7, 3, 100, Bounds::of(100, 0, 100), Direction::East);
        let entry = memory.get(7).unwrap();
        assert_eq!(entry.mv, Direction::East);
        assert_eq!(entry.settles(3, 0, 90), Some(100));
        assert_eq!(entry.settles(3, 0, 101), None);
        assert_eq!(entry.settles(2, 0, 90), None);
        memory.put(7, 3, -5, Bounds::of(-5, 0, 100), Direction::West);
        let entry = memory.get(7).unwrap();
        assert_eq!((entry.settles(3, -4, 9), entry.settles(3, -6, 9)), (Some(-5), None));
        assert_eq!(Bounds::of(5, 0, 100), Bounds::Exact);
    }

    #[test]
    fn positions_are_told_apart() {
        let mut memory = TranspositionTable::new(true);
        memory.put(7, 3, 100, Bounds::Exact, Direction::East);
        assert!(memory.get(7 + ENTRIES as u64).is_none() && memory.get(0).is_none());
        memory.put(7 + ENTRIES as u64, 1, 0, Bounds::Exact, Direction::East);
        assert!(memory.get(7).is_none());
        let mut none = TranspositionTable::new(false);
        none.put(7, 3, 100, Bounds::Exact, Direction::East);
        assert!(none.get(7).is_none());
    }
}
