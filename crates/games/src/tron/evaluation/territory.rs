//! Who reaches each cell first: the Voronoi split of the board between the two heads.
//!
//! Both floods run at once over rows of bits, a few machine operations a row and step. A cell that
//! both reach in the same number of steps belongs to neither.

use crate::tron::rules::{Cell, Grid, MAX_SIDE};

/// The split of the free cells.
#[derive(Clone, Copy, Debug)]
pub struct Territory {
    /// The cells that each player reaches first.
    pub own: [Grid; 2],
    /// The cells that both reach at the same time.
    pub shared: Grid,
    /// Whether the two floods touch: if not, the players can never meet again.
    pub contact: bool,
}

/// A board during the flood. Its rows stand one further down, so that each has one above and one
/// below it.
type Rows = [u64; 64];

const _: () = assert!(MAX_SIDE + 2 < 63, "a board and a row above and below it fit");

impl Territory {
    /// Splits the free cells of a board of `height` rows.
    pub fn new(walls: &Grid, heads: [Cell; 2], height: usize) -> Self {
        Self::with_distances(walls, heads, height, None)
    }

    pub(in crate::tron) fn with_distances(
        walls: &Grid,
        heads: [Cell; 2],
        height: usize,
        mut distances: Option<&mut Distances>,
    ) -> Self {
        let mut open = [0; 64];
        for (open, walls) in open[1..=height].iter_mut().zip(&walls.0) {
            *open = !walls;
        }
        if let Some(distances) = distances.as_deref_mut() {
            distances.clear();
        }
        let mut rows = [[[0; 64]; 2]; 2];
        let [mut reached, mut next] = rows.each_mut();
        for (reached, head) in reached.iter_mut().zip(heads) {
            reached[head.row() + 1] = 1 << head.column();
        }
        let [first, second] = heads.map(|head| head.row() + 1);
        let (mut top, mut bottom) = (first.min(second), first.max(second));
        for step in 1.. {
            (top, bottom) = ((top - 1).max(1), (bottom + 1).min(height));
            if !spread(&open, reached, next, top, bottom) {
                break;
            }
            if let Some(distances) = distances.as_deref_mut() {
                distances.count(step, &open, reached, height);
            }
            (reached, next) = (next, reached);
        }
        let mut split = Self { own: [Grid::EMPTY; 2], shared: Grid::EMPTY, contact: false };
        for row in 0..height {
            let [first, second] = [0, 1].map(|player| reached[player][row + 1] & open[row + 1]);
            split.own[0].0[row] = first & !second;
            split.own[1].0[row] = second & !first;
            split.shared.0[row] = first & second;
        }
        split.contact = split.touches(height - 1);
        split
    }

    fn touches(&self, last: usize) -> bool {
        (0..=last).any(|row| {
            let near = neighbours_in_row(&self.own[0], row) & self.own[1].0[row];
            near | self.shared.0[row] != 0
        })
    }

    /// The cells of a player's territory that border on what is not his: where he can be met.
    pub fn front(&self, player: usize, height: usize) -> Grid {
        let mut front = Grid::EMPTY;
        for row in 0..height.min(64) {
            let near = neighbours_in_row(&self.own[1 - player], row)
                | neighbours_in_row(&self.shared, row);
            front.0[row] = near & self.own[player].0[row];
        }
        front
    }
}

/// One step of both floods in the rows from `top` to `bottom`; false if neither gets any further.
///
/// What a player has reached may go on whole, not only its rim: the rest has no open neighbours.
#[inline]
fn spread(
    open: &Rows,
    reached: &[Rows; 2],
    next: &mut [Rows; 2],
    top: usize,
    bottom: usize,
) -> bool {
    let [first, second] = reached.each_ref().map(|rows| &rows[top - 1..=bottom + 1]);
    let [next_first, next_second] = next.each_mut().map(|rows| &mut rows[top..=bottom]);
    let open = &open[top..=bottom];
    let mut any = 0;
    for row in 0..open.len() {
        let (here, there) = (first[row + 1], second[row + 1]);
        let free = open[row] & !(here | there);
        let one = (here << 1 | here >> 1 | first[row] | first[row + 2]) & free;
        let two = (there << 1 | there >> 1 | second[row] | second[row + 2]) & free;
        next_first[row] = here | one;
        next_second[row] = there | two;
        any |= one | two;
    }
    any != 0
}

/// Steps from the nearer head to each cell that is reached; 0 for the heads.
///
/// They are kept by digits: set `k` holds the cells whose distance has digit `k` in Gray code. A
/// counter in that code changes one digit a step, and the cells that are not reached yet count
/// along with it, so that a step costs one operation a row however many cells it reaches.
#[derive(Clone, Debug)]
pub(in crate::tron) struct Distances {
    digits: Box<[Rows; DIGITS]>,
    used: usize,
}

/// Enough for a path through every cell.
const DIGITS: usize = 12;

const _: () = assert!(MAX_SIDE * MAX_SIDE < 1 << DIGITS);

impl Distances {
    pub(in crate::tron) fn new() -> Self {
        Self { digits: Box::new([[0; 64]; DIGITS]), used: 0 }
    }

    /// The distance of a cell.
    pub(in crate::tron) fn of(&self, cell: Cell) -> u16 {
        let digit = |k: usize| (self.digits[k][cell.row() + 1] >> cell.column() & 1) << k;
        let mut distance: u64 = (0..self.used).map(digit).sum();
        for shift in [8, 4, 2, 1] {
            distance ^= distance >> shift;
        }
        distance as u16
    }

    fn clear(&mut self) {
        self.digits[..self.used].fill([0; 64]);
        self.used = 0;
    }

    /// Step `step` begins: counts for the cells that were not reached before.
    fn count(&mut self, step: u32, open: &Rows, reached: &[Rows; 2], height: usize) {
        let changes = step.trailing_zeros() as usize;
        self.used = self.used.max(changes + 1);
        let digit = &mut self.digits[changes][1..=height];
        let [first, second] = reached.each_ref().map(|rows| &rows[1..=height]);
        let open = &open[1..=height];
        for row in 0..height {
            digit[row] ^= open[row] & !(first[row] | second[row]);
        }
    }
}

/// The neighbours, in one row, of the cells of a set.
#[inline]
pub(in crate::tron) fn neighbours_in_row(set: &Grid, row: usize) -> u64 {
    let above = if row > 0 { set.0[row - 1] } else { 0 };
    let below = if row < 63 { set.0[row + 1] } else { 0 };
    set.0[row] << 1 | set.0[row] >> 1 | above | below
}

#[cfg(test)]
pub(in crate::tron) mod tests {
    use super::*;
    use crate::tron::reference::{Reference, beside};
    use crate::tron::rules::Board;
    use crate::tron::{Direction, LegalPlayout, Tron};
    use proptest::prelude::*;
    use spinney_search::game::Game;
    use spinney_search::playout::Playout;
    use spinney_search::rng::{below, stream};
    use std::collections::{BTreeMap, VecDeque};

    /// Steps to each cell by a queue.
    fn distances(reference: &Reference, player: usize) -> BTreeMap<(i32, i32), u16> {
        let mut found = BTreeMap::new();
        let mut queue = VecDeque::from([(reference.heads[player], 0)]);
        while let Some((cell, steps)) = queue.pop_front() {
            for next in Direction::ALL.map(|d| beside(cell, d)) {
                if reference.is_free(next) && !found.contains_key(&next) {
                    found.insert(next, steps + 1);
                    queue.push_back((next, steps + 1));
                }
            }
        }
        found
    }

    fn grid(cells: impl Iterator<Item = (i32, i32)>) -> Grid {
        let mut grid = Grid::EMPTY;
        cells.for_each(|(x, y)| grid.insert(Cell::new(x as usize, y as usize)));
        grid
    }

    /// A position some random steps into a game.
    pub(in crate::tron) fn later(start: &Tron, seed: u64) -> Tron {
        let mut rng = stream(&[seed]);
        let mut end = *start;
        let mut moves = Vec::new();
        LegalPlayout.run(&mut end, &mut rng, |_, mv| moves.push(mv));
        let mut game = *start;
        let steps = below(&mut rng, moves.len() / 2 + 1);
        moves.chunks(2).take(steps).for_each(|pair| game.play_together(pair));
        game
    }

    proptest! {
        #[test]
        fn agrees_with_two_queues(columns in 3usize..=60, rows in 3usize..=60, seed: u64) {
            let game = later(&Board::Open { columns, rows }.start(seed), seed);
            let reference = Reference::new(&game);
            let [a, b] = [distances(&reference, 0), distances(&reference, 1)];
            let before = |one: &BTreeMap<_, u16>, two: &BTreeMap<_, u16>| {
                let two = two.clone();
                grid(one.clone().into_iter()
                    .filter(move |(c, d)| two.get(c).is_none_or(|e| d < e)).map(|(c, _)| c))
            };
            let mut found = Distances::new();
            let heads = [game.head(0), game.head(1)];
            let split = Territory::with_distances(
                game.walls(), heads, game.height(), Some(&mut found));
            prop_assert_eq!(split.own, [before(&a, &b), before(&b, &a)]);
            let shared = grid(a.iter().filter(|(c, d)| b.get(c) == Some(d)).map(|(c, _)| *c));
            prop_assert_eq!(split.shared, shared);
            prop_assert_eq!(split.contact, a.keys().any(|c| b.contains_key(c)));
            for (player, own) in [&a, &b].into_iter().enumerate() {
                for cell in split.own[player].cells() {
                    let key = (cell.column() as i32, cell.row() as i32);
                    prop_assert_eq!(found.of(cell), own[&key]);
                }
                let other = grid(split.own[1 - player].cells().chain(split.shared.cells())
                    .map(|c| (c.column() as i32, c.row() as i32)));
                let near = split.own[player].cells().filter(|&c| !other.neighbours(c).is_empty());
                prop_assert_eq!(split.front(player, game.height()),
                    grid(near.map(|c| (c.column() as i32, c.row() as i32))));
            }
        }
    }
}
