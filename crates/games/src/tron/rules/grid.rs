//! The grid as bits: 64 rows of 64 cells, a set bit is a wall.
//!
//! A row is one machine word, so a whole board is 512 bytes whatever its size, the four neighbours
//! of a cell are found by shifts, and a set of cells spreads by a few operations a row. Boards lie
//! in the corner (0, 0); everything outside is wall.

use std::fmt;

/// The longest side of the field inside the border.
pub const MAX_SIDE: usize = 60;

/// One step on the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Direction {
    /// Up, towards row 0.
    North,
    /// To the right.
    East,
    /// Down.
    South,
    /// To the left.
    West,
}

impl Direction {
    /// All four, clockwise: the order of the contest's answers 1 to 4.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The direction after so many quarter turns clockwise.
    #[inline]
    pub const fn turned(self, quarters: u8) -> Self {
        Self::ALL[((self as u8 + quarters) & 3) as usize]
    }

    /// Its letter, `N`, `E`, `S` or `W`.
    pub const fn letter(self) -> char {
        ['N', 'E', 'S', 'W'][self as usize]
    }

    /// The direction of a letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|d| d.letter() == letter)
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A cell: row and column in one number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(pub(in crate::tron) u16);

impl Cell {
    /// The cell in this column and row, from the top left corner; both below 64.
    #[inline]
    pub const fn new(column: usize, row: usize) -> Self {
        debug_assert!(column < 64 && row < 64);
        Self((row << 6 | column) as u16)
    }
    /// Its column, from the left.
    #[inline]
    pub const fn column(self) -> usize {
        (self.0 & 63) as usize
    }
    /// Its row, from the top.
    #[inline]
    pub const fn row(self) -> usize {
        (self.0 >> 6 & 63) as usize
    }
    /// A number below 4096 for tables.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 4095) as usize
    }
    /// The neighbour in a direction. Only for cells inside the border.
    #[inline]
    pub const fn step(self, direction: Direction) -> Self {
        const OFFSET: [u16; 4] = [64u16.wrapping_neg(), 1, 64, 1u16.wrapping_neg()];
        Self(self.0.wrapping_add(OFFSET[direction as usize]))
    }
    /// The colour of the cell on a chessboard, 0 or 1.
    #[inline]
    pub const fn colour(self) -> usize {
        (self.0 >> 6 ^ self.0) as usize & 1
    }
    /// Steps between two cells on an empty board.
    pub const fn distance(self, other: Self) -> usize {
        self.column().abs_diff(other.column()) + self.row().abs_diff(other.row())
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.column(), self.row())
    }
}

/// A set of directions, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exits(pub(in crate::tron) u8);

impl Exits {
    /// None.
    pub const NONE: Self = Self(0);
    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// How many.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }
    /// Whether this one is in it.
    #[inline]
    pub const fn contains(self, direction: Direction) -> bool {
        self.0 >> direction as u8 & 1 == 1
    }
    /// The `n`-th of them, clockwise from north.
    #[inline]
    pub const fn nth(self, n: usize) -> Direction {
        const TABLE: [[Direction; 4]; 16] = {
            let mut table = [[Direction::North; 4]; 16];
            let mut set = 0;
            while set < 16 {
                let (mut d, mut n) = (0, 0);
                while d < 4 {
                    if set >> d & 1 == 1 {
                        table[set][n] = Direction::ALL[d];
                        n += 1;
                    }
                    d += 1;
                }
                set += 1;
            }
            table
        };
        TABLE[(self.0 & 15) as usize][n & 3]
    }
    /// All of them, clockwise from north.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        (0..self.len()).map(move |n| self.nth(n))
    }
}

/// A set of cells: the walls of a board, or any region of it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Grid(pub(in crate::tron) [u64; 64]);

impl Grid {
    /// No cell.
    pub const EMPTY: Self = Self([0; 64]);
    /// Every cell.
    pub const FULL: Self = Self([u64::MAX; 64]);

    /// Whether the cell is in the set.
    #[inline]
    pub const fn has(&self, cell: Cell) -> bool {
        self.0[cell.row()] >> cell.column() & 1 == 1
    }
    /// Puts the cell in.
    #[inline]
    pub const fn insert(&mut self, cell: Cell) {
        self.0[cell.row()] |= 1 << cell.column();
    }
    /// Takes the cell out.
    #[inline]
    pub const fn remove(&mut self, cell: Cell) {
        self.0[cell.row()] &= !(1 << cell.column());
    }
    /// Every other cell.
    pub fn complement(&self) -> Self {
        Self(self.0.map(|row| !row))
    }
    /// How many cells.
    pub fn len(&self) -> usize {
        self.0.iter().map(|row| row.count_ones() as usize).sum()
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&row| row == 0)
    }
    /// All cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.0.iter().enumerate().flat_map(|(row, &bits)| columns(bits, row))
    }
    /// The neighbours of a cell that are in the set, as directions.
    #[inline]
    pub const fn neighbours(&self, cell: Cell) -> Exits {
        Exits(self.around(cell))
    }
    /// The neighbours of a cell that are *not* in the set: where one can go, if these are walls.
    #[inline]
    pub const fn exits(&self, cell: Cell) -> Exits {
        Exits(self.around(cell) ^ 15)
    }

    #[inline]
    const fn around(&self, cell: Cell) -> u8 {
        let (row, column) = (cell.row(), cell.column() as u32);
        // Rotated so that the cell itself is bit 1: west is then bit 0 and east bit 2.
        let here = self.0[row].rotate_right(column.wrapping_sub(1));
        let north = self.0[row.wrapping_sub(1) & 63] >> column & 1;
        let south = self.0[(row + 1) & 63] >> column & 1;
        (north | (here >> 2 & 1) << 1 | south << 2 | (here & 1) << 3) as u8
    }

    /// The cells of `open` that can be reached from a cell, itself not counted unless open.
    pub fn reachable(open: &Self, from: Cell) -> Self {
        let mut seen = Self::EMPTY;
        for direction in open.neighbours(from).iter() {
            seen.insert(from.step(direction));
        }
        let (mut top, mut bottom) = (from.row().saturating_sub(2), (from.row() + 2).min(63));
        loop {
            let (mut first, mut last) = (64, 0);
            // Downwards each row sees what the row above has just become: a flood takes few sweeps.
            for row in top..=bottom {
                let (above, below) = (row.saturating_sub(1), (row + 1).min(63));
                let old = seen.0[row];
                let mut new = (old | seen.0[above] | seen.0[below]) & open.0[row];
                new = spread(new, open.0[row]);
                if new != old {
                    seen.0[row] = new;
                    (first, last) = (first.min(row), row);
                }
            }
            if first == 64 {
                return seen;
            }
            (top, bottom) = (first.saturating_sub(1), (last + 1).min(63));
        }
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.cells()).finish()
    }
}

/// The cells of one row.
pub(in crate::tron) fn columns(mut bits: u64, row: usize) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let column = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            Cell::new(column, row)
        })
    })
}

/// Spreads `seeds` along the row through `open` cells.
#[inline]
const fn spread(mut seeds: u64, open: u64) -> u64 {
    loop {
        let next = (seeds | seeds << 1 | seeds >> 1) & open;
        if next == seeds {
            return seeds;
        }
        seeds = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn neighbours_at_the_edges_of_a_word() {
        let mut grid = Grid::EMPTY;
        for (column, row) in [(0, 5), (63, 5), (62, 5), (30, 63), (30, 0)] {
            grid.insert(Cell::new(column, row));
        }
        assert_eq!(grid.neighbours(Cell::new(1, 5)), Exits(0b1000));
        assert_eq!(grid.neighbours(Cell::new(62, 5)), Exits(0b0010));
        assert_eq!(grid.neighbours(Cell::new(30, 62)), Exits(0b0100));
        assert_eq!(grid.neighbours(Cell::new(30, 1)), Exits(0b0001));
    }

    #[test]
    fn turning() {
        assert_eq!(Direction::North.turned(1), Direction::East);
        assert_eq!(Direction::North.turned(3), Direction::West);
        assert_eq!(Cell::new(3, 3).step(Direction::South), Cell::new(3, 4));
        assert_eq!(Cell::new(3, 3).step(Direction::West), Cell::new(2, 3));
        for d in Direction::ALL {
            assert_eq!(Direction::from_letter(d.letter()), Some(d));
        }
    }

    fn any_grid() -> impl Strategy<Value = Grid> {
        proptest::collection::vec(any::<[u64; 2]>(), 64).prop_map(|rows| {
            // Two words or-ed: three quarters of the cells are set.
            Grid(std::array::from_fn(|row| rows[row][0] | rows[row][1]))
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn flood_agrees_with_a_queue(open in any_grid(), x in 1usize..63, y in 1usize..63) {
            let from = Cell::new(x, y);
            let mut open = open;
            for i in 0..64 {
                // Closed at the border, as every board is.
                for cell in [Cell::new(0, i), Cell::new(63, i), Cell::new(i, 0), Cell::new(i, 63)] {
                    open.remove(cell);
                }
            }
            let mut seen = std::collections::BTreeSet::new();
            let mut queue = vec![from];
            while let Some(cell) = queue.pop() {
                for d in Direction::ALL {
                    let next = cell.step(d);
                    if open.has(next) && seen.insert(next) {
                        queue.push(next);
                    }
                }
            }
            let flooded = Grid::reachable(&open, from);
            prop_assert_eq!(flooded.cells().collect::<Vec<_>>(), seen.into_iter().collect::<Vec<_>>());
            prop_assert_eq!(flooded.len(), flooded.cells().count());
        }
    }
}
