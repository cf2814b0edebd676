//! What a position is worth to a player, without playing it out.
//!
//! While the players can still meet, it is the room that each can claim: its territory in the
//! Voronoi split, seen as a tree of chambers. Once they are separated it is how far each can still
//! go, exactly where the regions are small. Every piece can be switched off.
//!
//! After the evaluation with which Andy Sloane won the 2010 Google AI Challenge, as he describes
//! it ("Google AI Challenge post-mortem", 2010): territory, articulation points, and the weights
//! of cells and of the ways between them.

use super::rules::{Cell, Grid, Tron};
pub(super) mod chambers;
mod filling;
pub(super) mod territory;

pub(super) use chambers::cell_key;
pub use chambers::chamber_bound;
pub use filling::{Filled, Filler};
pub use territory::Territory;

use chambers::{Explorer, Hall, Ledger};
use spinney_search::budget::Budget;
use spinney_search::game::Player;
use territory::Distances;

/// Which pieces of the evaluation are used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pieces {
    /// Judge territory by its chambers; otherwise by its size.
    pub chambers: bool,
    /// Judge separated positions by how far each can go; otherwise as others.
    pub endgame: bool,
    /// Separated regions up to this many cells are filled exactly.
    pub exact: usize,
    /// The weight of a way between two cells, where a cell weighs 1.
    pub ways: f64,
}

impl Default for Pieces {
    fn default() -> Self {
        Self { chambers: true, endgame: true, exact: 24, ways: 2.0 }
    }
}

/// The value of a position for one player; for the other it is the negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A guess: about 1000 a cell.
    Guess(i32),
    /// Proven: how many steps longer than the other the player can go.
    Margin {
        /// Longer by so many steps; a negative number loses, 0 is a draw.
        by: i32,
        /// Steps until the game ends.
        after: i32,
    },
}

/// The evaluation with its work space.
#[derive(Clone, Debug)]
pub struct Evaluator {
    pieces: Pieces,
    weights: Weights,
    explorer: Explorer,
    distances: Distances,
    filler: Filler,
}

/// What one cell is worth in a guess.
pub(super) const CELL: i32 = 1000;

/// Nodes that an exact filling at a leaf may take.
const LEAF_NODES: u64 = 300;

impl Evaluator {
    /// An evaluation of these pieces.
    pub fn new(pieces: Pieces) -> Self {
        Self {
            pieces,
            weights: Weights::new(&pieces),
            explorer: Explorer::new(),
            distances: Distances::new(),
            filler: Filler::new(),
        }
    }

    /// The value of a position that is not over, for `player`.
    pub fn value(&mut self, game: &Tron, player: Player) -> Value {
        let heads = [game.head(0), game.head(1)];
        let distances = self.pieces.chambers.then_some(&mut self.distances);
        let split = Territory::with_distances(game.walls(), heads, game.height(), distances);
        if !split.contact && self.pieces.endgame {
            return self.separated(&split, heads, player);
        }
        let [mine, other] = [player, 1 - player].map(|p| self.room(game, &split, p));
        Value::Guess(mine - other)
    }

    /// The room of a player, in thousandths of a cell.
    fn room(&mut self, game: &Tron, split: &Territory, player: Player) -> i32 {
        let own = &split.own[player];
        if !self.pieces.chambers {
            return CELL * own.len() as i32;
        }
        let front = split.front(player, game.height());
        let context = Scene { front: &front, distances: &self.distances, weights: self.weights };
        let worth = self.explorer.explore::<Room>(own, game.head(player), context).worth;
        worth.map_or(0, |room| room.total)
    }

    /// The value once nobody can get at the other: who can go on for longer.
    fn separated(&mut self, split: &Territory, heads: [Cell; 2], player: Player) -> Value {
        let bounds = [0, 1].map(|p| self.filler.bound(&split.own[p], heads[p]));
        let mut least = [0; 2];
        let mut most = bounds;
        for p in 0..2 {
            if bounds[p] <= self.pieces.exact {
                let budget = Budget::playouts(LEAF_NODES);
                let filled = self.filler.fill(&split.own[p], heads[p], &budget);
                (least[p], most[p]) = (filled.length, filled.bound);
            }
        }
        let other = 1 - player;
        let after = most[0].min(most[1]) as i32;
        let margin = |mine: usize, others: usize| mine as i32 - others as i32;
        if least == most || least[player] > most[other] {
            return Value::Margin { by: margin(least[player], most[other]), after };
        }
        if most[player] < least[other] {
            return Value::Margin { by: margin(most[player], least[other]), after };
        }
        Value::Guess(CELL * margin(most[player], most[other]))
    }
}

/// What the worth of a chamber depends on while the players can still meet.
#[derive(Clone, Copy, Debug)]
struct Scene<'a> {
    /// The cells where the territory borders on what is not the player's.
    front: &'a Grid,
    /// Steps from the head.
    distances: &'a Distances,
    weights: Weights,
}

/// What a cell and each of its ways to others count: a cell in the open, with its four ways, counts
/// [`CELL`].
#[derive(Clone, Copy, Debug)]
struct Weights {
    cell: i32,
    way: i32,
}

impl Weights {
    fn new(pieces: &Pieces) -> Self {
        let way = (f64::from(CELL) * pieces.ways / (1.0 + 4.0 * pieces.ways)) as i32;
        Self { cell: CELL - 4 * way, way }
    }
}

/// The room in a chamber while the players can still meet.
///
/// What lies quietly behind a door can wait: first the chamber is filled, then the best of what is
/// behind. What lies behind a door and borders on the other's territory can't: there the player
/// must go at once, and of this chamber it gets the way only.
#[derive(Clone, Copy, Debug)]
struct Room {
    size: i32,
    front: bool,
    /// The best behind a door where nobody comes; 0 for none.
    quiet: i32,
    /// The best behind a door with a front, and the way from the head to the door; 0 for none.
    contested: i32,
}

#[derive(Clone, Copy, Debug)]
struct RoomWorth {
    total: i32,
    front: bool,
}

impl Ledger for Room {
    type Worth = RoomWorth;
    type Context<'a> = Scene<'a>;
    const EMPTY: Self = Self { size: 0, front: false, quiet: 0, contested: 0 };

    #[inline]
    fn cell(&mut self, cell: Cell, neighbours: u32, scene: Scene<'_>) {
        self.size += scene.weights.cell + scene.weights.way * neighbours as i32;
        self.front |= scene.front.has(cell);
    }
    #[inline]
    fn hall(&mut self, hall: &Hall<'_>, scene: Scene<'_>) {
        let (mut cells, mut ways) = (0, 0);
        for row in hall.rows.0..=hall.rows.1 {
            let here = hall.cells.0[row];
            let region = &hall.region.0;
            let north = if row > 0 { region[row - 1] } else { 0 };
            let south = if row < 63 { region[row + 1] } else { 0 };
            cells += here.count_ones();
            ways += (here & north).count_ones() + (here & south).count_ones();
            ways += (here & region[row] << 1).count_ones() + (here & region[row] >> 1).count_ones();
            self.front |= here & scene.front.0[row] != 0;
        }
        self.size += scene.weights.cell * cells as i32 + scene.weights.way * ways as i32;
    }
    #[inline]
    fn door(&mut self, door: Cell, worth: RoomWorth, scene: Scene<'_>) {
        if worth.front {
            let way = CELL * i32::from(scene.distances.of(door));
            self.contested = self.contested.max(worth.total + way);
        } else {
            self.quiet = self.quiet.max(worth.total);
        }
    }
    #[inline]
    fn merge(&mut self, other: &Self) {
        self.size += other.size;
        self.front |= other.front;
        self.quiet = self.quiet.max(other.quiet);
        self.contested = self.contested.max(other.contested);
    }
    #[inline]
    fn close(&self, entrance: Cell, scene: Scene<'_>) -> RoomWorth {
        let mut total = self.size + self.quiet;
        let mut front = self.front;
        if self.contested > 0 {
            total = total.max(self.contested - CELL * i32::from(scene.distances.of(entrance)));
            front = true;
        }
        RoomWorth { total, front }
    }
    #[inline]
    fn better(one: RoomWorth, two: RoomWorth) -> RoomWorth {
        if two.total > one.total { two } else { one }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tron::evaluation::territory::tests::later;
    use crate::tron::rules::{Board, Map};
    use proptest::prelude::*;

    fn value(map: &str, pieces: Pieces) -> Value {
        Evaluator::new(pieces).value(&Tron::new(&Map::parse(map).unwrap()), 0)
    }

    #[test]
    fn territory_without_chambers_counts_cells() {
        let plain = Pieces { chambers: false, ..Pieces::default() };
        // Player 1 reaches 2 cells first, player 2 reaches 3; the one between is shared.
        assert_eq!(value("9 3\n#########\n#  1 2  #\n#########\n", plain), Value::Guess(0));
        assert_eq!(value("9 3\n#########\n# 1 2   #\n#########\n", plain), Value::Guess(-2000));
    }

    #[test]
    fn of_two_dead_ends_only_one_counts() {
        let map = "11 3\n###########\n#  1   2  #\n###########\n";
        let pieces = Pieces { ways: 0.0, ..Pieces::default() };
        assert_eq!(value(map, pieces), Value::Guess(0));
        // West of player 1 are 2 quiet cells, east 1 with the front: it gets the better of them.
        let map = "12 3\n############\n#  1   2   #\n############\n";
        assert_eq!(value(map, pieces), Value::Guess(-1000));
    }

    #[test]
    fn separated_players_compare_paths() {
        let map = "9 4\n#########\n#1  #2  #\n#   #####\n#########\n";
        assert_eq!(value(map, Pieces::default()), Value::Margin { by: 3, after: 2 });
        let unknown = Pieces { exact: 0, ..Pieces::default() };
        assert_eq!(value(map, unknown), Value::Guess(3000));
    }

    proptest! {
        #[test]
        fn one_player_s_gain_is_the_other_s_loss(
            columns in 3usize..=20, rows in 3usize..=20, seed: u64, chambers: bool, endgame: bool,
        ) {
            let game = later(&Board::Open { columns, rows }.start(seed), seed);
            prop_assume!(!game.is_over());
            let pieces = Pieces { chambers, endgame, ..Pieces::default() };
            let mut evaluator = Evaluator::new(pieces);
            let values = [0, 1].map(|player| evaluator.value(&game, player));
            match values {
                [Value::Guess(a), Value::Guess(b)] => prop_assert_eq!(a, -b),
                [Value::Margin { by: a, after: t }, Value::Margin { by: b, after: u }] => {
                    prop_assert_eq!((a, t), (-b, u));
                }
                _ => prop_assert!(false, "{:?}", values),
            }
            // Exchanging the players changes nothing but the names.
            prop_assert_eq!(evaluator.value(&game.swapped(), 1), values[0]);
        }

        #[test]
        fn margins_are_true(columns in 4usize..=9, rows in 4usize..=8, seed: u64) {
            let game = later(&Board::Open { columns, rows }.start(seed), seed);
            prop_assume!(!game.is_over());
            let value = Evaluator::new(Pieces::default()).value(&game, 0);
            if let Value::Margin { by, .. } = value {
                let open = game.walls().complement();
                let [a, b] = [0, 1].map(|p| {
                    let filled =
                        Filler::new().fill(&open, game.head(p), &Budget::playouts(u64::MAX));
                    filled.length as i32
                });
                prop_assert_eq!(by.signum(), (a - b).signum());
            }
        }
    }
}
