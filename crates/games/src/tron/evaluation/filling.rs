//! How long a player can go on alone: the longest path through the cells that it can reach.
//!
//! Once the players are separated nothing else matters. The search is depth-first with the chamber
//! bound ([`super::chamber_bound`]): ways are tried in the order of their bounds, along walls
//! first; one whose bound does not exceed what was found already is cut, and for regions seen
//! before, with the same head, the better bound is remembered. It is exact when it runs to its
//! end, and gives the best path so far when it is stopped.
//!
//! ```
//! use spinney_games::tron::{Board, Filler};
//! use spinney_search::budget::Budget;
//! let start = Board::from_name("divider")?.start(0);
//! let open = start.walls().complement();
//! let filled = Filler::new().fill(&open, start.head(0), &Budget::playouts(1_000));
//! assert!(filled.length > 200 && filled.length <= filled.bound);
//! # Ok::<(), spinney_games::tron::BoardError>(())
//! ```

use super::chambers::{Cells, Explorer, cell_key};
use crate::tron::rules::{Cell, Direction, Grid};
use spinney_search::budget::{Budget, Meter};

/// What is known of how far a player can go.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filled {
    /// Steps of the best path found.
    pub length: usize,
    /// No path is longer than this; equal to `length` when that is proven.
    pub bound: usize,
    /// The path.
    pub path: Vec<Direction>,
}

impl Filled {
    /// Whether the path is known to be the longest.
    pub fn is_exact(&self) -> bool {
        self.length == self.bound
    }
}

/// The search for longest paths, with its memory.
#[derive(Clone, Debug)]
pub struct Filler {
    explorer: Explorer,
    open: Grid,
    memory: Vec<Memory>,
    path: Vec<Direction>,
    best: Filled,
    meter: Meter,
    stopped: bool,
}

/// A region and head seen before, and a bound on the longest path there.
#[derive(Clone, Copy, Debug, Default)]
struct Memory {
    key: u64,
    bound: u16,
}

const MEMORY: usize = 1 << 15;

/// One of the ways on from a cell.
#[derive(Clone, Copy, Debug)]
struct Way {
    direction: Direction,
    bound: usize,
    exits: usize,
    key: u64,
}

impl Default for Filler {
    fn default() -> Self {
        Self::new()
    }
}

impl Filler {
    /// A search that remembers nothing yet.
    pub fn new() -> Self {
        Self {
            explorer: Explorer::new(),
            open: Grid::EMPTY,
            memory: vec![Memory::default(); MEMORY],
            path: Vec::with_capacity(4096),
            best: Filled::default(),
            meter: Budget::default().start(),
            stopped: false,
        }
    }

    /// A bound on the length of any path, at the cost of one look.
    pub fn bound(&mut self, open: &Grid, head: Cell) -> usize {
        usize::from(self.explorer.explore::<Cells>(open, head, ()).worth.unwrap_or(0))
    }

    /// Searches the longest path from `head` through the cells of `open`, within a budget in nodes
    /// (its `playouts`) or in time.
    pub fn fill(&mut self, open: &Grid, head: Cell, budget: &Budget) -> Filled {
        self.open = *open;
        self.open.remove(head);
        self.path.clear();
        self.meter = budget.start();
        self.stopped = false;
        let bound = self.bound(open, head);
        self.best.path.clear();
        (self.best.length, self.best.bound) = (0, bound);
        let found = self.longest(head, -1, bound);
        if !self.stopped {
            debug_assert_eq!(found, self.best.length);
            self.best.bound = self.best.length;
        }
        self.best.clone()
    }

    /// The length of the longest path from `head` if it is above `least`; otherwise a bound on it
    /// that is not above `least`. `bound` is one that is known already.
    fn longest(&mut self, head: Cell, least: isize, bound: usize) -> usize {
        let exits = self.open.neighbours(head);
        if exits.is_empty() {
            if self.path.len() > self.best.length {
                self.best.length = self.path.len();
                self.best.path.clone_from(&self.path);
            }
            return 0;
        }
        if self.stopped || !self.meter.take(0) {
            self.stopped = true;
            return bound;
        }
        if exits.len() == 1 {
            return self.go(head, exits.nth(0), least, bound - 1);
        }
        let (ways, count) = self.ways(head);
        let (mut best, mut cut) = (0, 0);
        for way in &ways[..count] {
            let needed = least.max(best as isize);
            if (1 + way.bound) as isize <= needed {
                cut = cut.max(1 + way.bound);
                continue;
            }
            let length = self.go(head, way.direction, needed, way.bound);
            if self.stopped {
                return bound;
            }
            self.memory[way.key as usize % MEMORY] =
                Memory { key: way.key, bound: (length - 1) as u16 };
            best = best.max(length);
        }
        best.max(cut)
    }

    /// One step, and the longest path from there.
    fn go(&mut self, head: Cell, direction: Direction, least: isize, bound: usize) -> usize {
        let next = head.step(direction);
        self.open.remove(next);
        self.path.push(direction);
        let length = 1 + self.longest(next, least - 1, bound);
        self.path.pop();
        self.open.insert(next);
        length
    }

    /// The ways on, the most promising first.
    fn ways(&mut self, head: Cell) -> ([Way; 4], usize) {
        let none = Way { direction: Direction::North, bound: 0, exits: 0, key: 0 };
        let mut ways = [none; 4];
        let mut count = 0;
        for direction in self.open.neighbours(head).iter() {
            let next = head.step(direction);
            let explored = self.explorer.explore::<Cells>(&self.open, next, ());
            let exits = self.open.neighbours(next).len();
            let key = explored.key ^ cell_key(next).rotate_left(32);
            let mut bound = usize::from(explored.worth.unwrap_or(0));
            let memory = self.memory[key as usize % MEMORY];
            if memory.key == key {
                bound = bound.min(usize::from(memory.bound));
            }
            ways[count] = Way { direction, bound, exits, key };
            count += 1;
        }
        ways[..count].sort_by_key(|way| (usize::MAX - way.bound, way.exits));
        (ways, count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tron::chamber_bound;
    use crate::tron::evaluation::territory::Territory;
    use crate::tron::evaluation::territory::tests::later;
    use crate::tron::reference::{Reference, beside};
    use crate::tron::rules::{Board, Map, Tron};
    use proptest::prelude::*;
    use spinney_search::rng::{below, stream};

    /// Tries every path.
    fn exhaustive(reference: &mut Reference, head: (i32, i32)) -> usize {
        let mut best = 0;
        for next in Direction::ALL.map(|d| beside(head, d)) {
            if reference.is_free(next) {
                reference.wall[next.1 as usize][next.0 as usize] = true;
                best = best.max(1 + exhaustive(reference, next));
                reference.wall[next.1 as usize][next.0 as usize] = false;
            }
        }
        best
    }

    /// Tries every path, but counts a region that was entered in the same way before only once.
    fn exhaustive_remembering(
        open: u64,
        head: usize,
        near: &[u64],
        memory: &mut std::collections::HashMap<(u64, usize), usize>,
    ) -> usize {
        let mut region = near[head] & open;
        loop {
            let beside = (0..near.len()).filter(|&i| region >> i & 1 == 1);
            let next = beside.fold(region, |set, i| set | near[i] & open);
            if next == region {
                break;
            }
            region = next;
        }
        if let Some(&known) = memory.get(&(region, head)) {
            return known;
        }
        let best = (0..near.len())
            .filter(|&i| near[head] & region & 1 << i != 0)
            .map(|i| 1 + exhaustive_remembering(region & !(1 << i), i, near, memory))
            .max();
        memory.insert((region, head), best.unwrap_or(0));
        best.unwrap_or(0)
    }

    /// The longest path in a region of at most 63 cells.
    fn longest_in(open: &Grid, head: Cell) -> usize {
        let mut cells: Vec<Cell> = Grid::reachable(open, head).cells().collect();
        cells.retain(|&cell| cell != head);
        cells.push(head);
        assert!(cells.len() <= 64);
        let near = |a: &Cell| {
            let close = cells.iter().enumerate().filter(|(_, b)| a.distance(**b) == 1);
            close.fold(0, |set, (i, _)| set | 1 << i)
        };
        let near: Vec<u64> = cells.iter().map(near).collect();
        let open = (1u64 << (cells.len() - 1)) - 1;
        exhaustive_remembering(open, cells.len() - 1, &near, &mut std::collections::HashMap::new())
    }

    fn room(columns: usize, rows: usize, walls_in_100: usize, seed: u64) -> Tron {
        let mut rng = stream(&[seed]);
        let start = Board::Open { columns, rows }.start(seed);
        let mut map = Map::empty(columns, rows, [start.head(0), start.head(1)]);
        for _ in 0..columns * rows * walls_in_100 / 100 {
            map.walls.insert(Cell::new(1 + below(&mut rng, columns), 1 + below(&mut rng, rows)));
        }
        Tron::new(&map)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]
        #[test]
        fn small_rooms_by_trying_every_path(
            columns in 3usize..=5, rows in 3usize..=5, walls in 0usize..50, seed: u64,
        ) {
            let game = room(columns, rows, walls, seed);
            let mut reference = Reference::new(&game);
            let truth = exhaustive(&mut reference.clone(), reference.heads[0]);
            let filled = Filler::new()
                .fill(&game.walls().complement(), game.head(0), &Budget::playouts(u64::MAX));
            prop_assert!(filled.is_exact());
            prop_assert_eq!(filled.length, truth);
            prop_assert!(chamber_bound(game.walls(), game.head(0)) >= truth);
            for &direction in &filled.path {
                let next = beside(reference.heads[0], direction);
                prop_assert!(reference.is_free(next));
                reference.wall[next.1 as usize][next.0 as usize] = true;
                reference.heads[0] = next;
            }
            prop_assert_eq!(filled.path.len(), truth);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn separated_positions_of_up_to_60_cells(
            columns in 5usize..=14, rows in 5usize..=10, walls in 5usize..30, seed: u64,
        ) {
            // The first position of a random game in which the players are separated.
            let game = later(&room(columns, rows, walls, seed), seed);
            let heads = [game.head(0), game.head(1)];
            let open = game.walls().complement();
            let split = Territory::new(game.walls(), heads, game.height());
            let sizes = heads.map(|head| Grid::reachable(&open, head).len());
            prop_assume!(!split.contact && sizes[0] + sizes[1] <= 60 && sizes[0] + sizes[1] > 6);
            for head in heads {
                let truth = longest_in(&open, head);
                let filled = Filler::new().fill(&open, head, &Budget::playouts(u64::MAX));
                prop_assert!(filled.is_exact());
                prop_assert_eq!(filled.length, truth);
                prop_assert!(chamber_bound(game.walls(), head) >= truth);
            }
        }
    }

    #[test]
    fn an_open_room_of_60_cells() {
        let map = Map::empty(10, 6, [Cell::new(1, 1), Cell::new(10, 6)]);
        let game = Tron::new(&map);
        let filled = Filler::new().fill(
            &game.walls().complement(),
            game.head(0),
            &Budget::playouts(u64::MAX),
        );
        // Both corners have the same colour: 28 cells of it are left and 30 of the other, so a path
        // that begins with the other ends after 29 + 28.
        assert_eq!((filled.length, filled.is_exact()), (57, true));
    }

    #[test]
    fn a_stopped_search_gives_a_path_and_a_bound() {
        let game = Tron::new(&Map::empty(30, 30, [Cell::new(15, 15), Cell::new(30, 30)]));
        let open = game.walls().complement();
        let filled = Filler::new().fill(&open, game.head(0), &Budget::playouts(2_000));
        assert!(filled.length > 800 && filled.bound <= 898, "{filled:?}");
        assert_eq!(filled.path.len(), filled.length);
    }
}
