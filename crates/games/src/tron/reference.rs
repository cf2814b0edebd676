//! The rules once more, slow and obvious, for the tests.

mod chambers;

pub(super) use chambers::ReferenceExplorer;

use super::rules::{Direction, Tron};
use spinney_search::game::Player;

/// A position as rows of booleans and pairs of numbers.
#[derive(Clone, Debug)]
pub(super) struct Reference {
    pub(super) wall: Vec<Vec<bool>>,
    pub(super) heads: [(i32, i32); 2],
    collided: bool,
}

impl Reference {
    pub(super) fn new(state: &Tron) -> Self {
        let cell = |x, y| state.walls().has(super::Cell::new(x, y));
        let row = |y| (0..state.width()).map(|x| cell(x, y)).collect();
        let head = |p| (state.head(p).column() as i32, state.head(p).row() as i32);
        Self {
            wall: (0..state.height()).map(row).collect(),
            heads: [head(0), head(1)],
            collided: false,
        }
    }

    pub(super) fn is_free(&self, (x, y): (i32, i32)) -> bool {
        let inside = y >= 0 && x >= 0 && (y as usize) < self.wall.len();
        inside && self.wall[y as usize].get(x as usize) == Some(&false)
    }

    pub(super) fn legal(&self, player: Player) -> Vec<Direction> {
        let free = |&d: &Direction| self.is_free(beside(self.heads[player], d));
        Direction::ALL.into_iter().filter(free).collect()
    }

    pub(super) fn play(&mut self, moves: [Direction; 2]) {
        let targets = [beside(self.heads[0], moves[0]), beside(self.heads[1], moves[1])];
        assert!(targets.iter().all(|&t| self.is_free(t)));
        self.collided = targets[0] == targets[1];
        self.heads = targets;
        for (x, y) in targets {
            self.wall[y as usize][x as usize] = true;
        }
    }

    /// What each gets; none while the game goes on.
    pub(super) fn rewards(&self) -> Option<[f64; 2]> {
        if self.collided {
            return Some([0.5, 0.5]);
        }
        match (self.legal(0).is_empty(), self.legal(1).is_empty()) {
            (true, true) => Some([0.5, 0.5]),
            (true, false) => Some([0.0, 1.0]),
            (false, true) => Some([1.0, 0.0]),
            (false, false) => None,
        }
    }
}

pub(super) fn beside((x, y): (i32, i32), direction: Direction) -> (i32, i32) {
    match direction {
        Direction::North => (x, y - 1),
        Direction::East => (x + 1, y),
        Direction::South => (x, y + 1),
        Direction::West => (x - 1, y),
    }
}

/// The legal moves after which the player has a legal move again, were the other to stand still.
pub(super) fn good_by_definition(reference: &Reference, player: Player) -> Vec<Direction> {
    let good = |&d: &Direction| {
        let target = beside(reference.heads[player], d);
        Direction::ALL.into_iter().any(|next| reference.is_free(beside(target, next)))
    };
    reference.legal(player).into_iter().filter(good).collect()
}

mod tests {
    use super::*;
    use crate::tron::rules::{Board, Map, map_names};
    use proptest::prelude::*;
    use spinney_search::game::{Game, Turn};
    use spinney_search::rng::{below, stream};

    fn follow(start: &Tron, seed: u64) -> Result<(), TestCaseError> {
        let mut rng = stream(&[seed]);
        let (mut game, mut reference) = (*start, Reference::new(start));
        loop {
            prop_assert_eq!(game.turn() == Turn::Over, reference.rewards().is_some());
            if let Some(rewards) = reference.rewards() {
                prop_assert_eq!(game.rewards(), rewards);
                return Ok(());
            }
            let pair = [0, 1].map(|player| {
                let mut legal = Vec::new();
                game.moves(player, &mut legal);
                assert_eq!(legal, reference.legal(player));
                legal[below(&mut rng, legal.len())]
            });
            game.play_together(&pair);
            reference.play(pair);
            prop_assert_eq!(game.headings, pair.map(Some));
        }
    }

    proptest! {
        #[test]
        fn rules_agree_on_random_boards(
            columns in 3usize..=60, rows in 3usize..=60, seed: u64, density in 0usize..40,
        ) {
            let start = Board::Open { columns, rows }.start(seed);
            let mut rng = stream(&[seed, 1]);
            let mut map = Map::empty(columns, rows, [start.head(0), start.head(1)]);
            for _ in 0..columns * rows * density / 100 {
                let cell = super::super::Cell::new(1 + below(&mut rng, columns), 1 + below(&mut rng, rows));
                map.walls.insert(cell);
            }
            follow(&Tron::new(&map), seed)?;
        }

        #[test]
        fn rules_agree_on_the_maps(number in 0usize..27, seed: u64) {
            let name = map_names().nth(number).unwrap();
            follow(&Board::from_name(name).unwrap().start(seed), seed)?;
        }
    }
}
