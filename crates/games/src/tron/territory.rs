//! Who reaches each cell first: the Voronoi split of the board between the two heads.
//!
//! Both floods run at once over rows of bits. A cell that both reach in the same number of steps
//! belongs to neither.

use super::board::{Cell, Grid, columns};

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

/// Steps from the nearer head to each cell of a territory, by [`Cell::index`]. Cells outside hold
/// what was there before.
pub(super) type Distances = [u16; 4096];

impl Territory {
    /// Splits the free cells of a board of `height` rows.
    pub fn new(walls: &Grid, heads: [Cell; 2], height: usize) -> Self {
        Self::with_distances(walls, heads, height, None)
    }

    pub(super) fn with_distances(
        walls: &Grid,
        heads: [Cell; 2],
        height: usize,
        mut distances: Option<&mut Distances>,
    ) -> Self {
        let last = height.min(64) - 1;
        let mut open = Grid::EMPTY;
        for row in 0..=last {
            open.0[row] = !walls.0[row];
        }
        let mut split = Self { own: [Grid::EMPTY; 2], shared: Grid::EMPTY, contact: false };
        let mut waves = [Grid::EMPTY; 2];
        waves[0].insert(heads[0]);
        waves[1].insert(heads[1]);
        let [first, second] = heads.map(Cell::row);
        let (mut top, mut bottom) = (first.min(second), first.max(second));
        for step in 1u16.. {
            (top, bottom) = (top.saturating_sub(1), (bottom + 1).min(last));
            let mut any = 0;
            // The row above as it was before this step, since waves are overwritten in place.
            let mut above = [0; 2];
            for row in top..=bottom {
                let mut next = [0; 2];
                for (player, next) in next.iter_mut().enumerate() {
                    let here = waves[player].0[row];
                    let below = if row < 63 { waves[player].0[row + 1] } else { 0 };
                    let spread = here | here << 1 | here >> 1 | above[player] | below;
                    *next = spread & open.0[row];
                    above[player] = here;
                    waves[player].0[row] = *next;
                }
                let both = next[0] & next[1];
                split.shared.0[row] |= both;
                for (player, next) in next.iter().enumerate() {
                    let own = next & !both;
                    split.own[player].0[row] |= own;
                    if let Some(distances) = distances.as_deref_mut() {
                        columns(own, row).for_each(|cell| distances[cell.index()] = step);
                    }
                }
                any |= next[0] | next[1];
            }
            // Only now: a row must not be closed before the row below it has looked up.
            for row in top..=bottom {
                open.0[row] &= !(waves[0].0[row] | waves[1].0[row]);
            }
            if any == 0 {
                break;
            }
        }
        split.contact = split.touches(last);
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

/// The neighbours, in one row, of the cells of a set.
#[inline]
pub(super) fn neighbours_in_row(set: &Grid, row: usize) -> u64 {
    let above = if row > 0 { set.0[row - 1] } else { 0 };
    let below = if row < 63 { set.0[row + 1] } else { 0 };
    set.0[row] << 1 | set.0[row] >> 1 | above | below
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::tron::map::Board;
    use crate::tron::twin::{Twin, beside};
    use crate::tron::{Direction, Legal, Tron};
    use proptest::prelude::*;
    use spinney_search::game::Game;
    use spinney_search::playout::Playout;
    use spinney_search::rng::{below, stream};
    use std::collections::{BTreeMap, VecDeque};

    /// Steps to each cell by a queue.
    fn distances(twin: &Twin, player: usize) -> BTreeMap<(i32, i32), u16> {
        let mut found = BTreeMap::new();
        let mut queue = VecDeque::from([(twin.heads[player], 0)]);
        while let Some((cell, steps)) = queue.pop_front() {
            for next in Direction::ALL.map(|d| beside(cell, d)) {
                if twin.is_free(next) && !found.contains_key(&next) {
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
        Legal.run(&mut end, &mut rng, |_, mv| moves.push(mv));
        let mut game = *start;
        let steps = below(&mut rng, moves.len() / 2 + 1);
        moves.chunks(2).take(steps).for_each(|pair| game.play_together(pair));
        game
    }

    proptest! {
        #[test]
        fn agrees_with_two_queues(columns in 3usize..=60, rows in 3usize..=60, seed: u64) {
            let game = later(&Board::Open { columns, rows }.start(seed), seed);
            let twin = Twin::new(&game);
            let [a, b] = [distances(&twin, 0), distances(&twin, 1)];
            let before = |one: &BTreeMap<_, u16>, two: &BTreeMap<_, u16>| {
                let two = two.clone();
                grid(one.clone().into_iter()
                    .filter(move |(c, d)| two.get(c).is_none_or(|e| d < e)).map(|(c, _)| c))
            };
            let mut found = [0; 4096];
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
                    prop_assert_eq!(found[cell.index()], own[&key]);
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
