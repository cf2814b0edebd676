//! Optimism: what A* and IDA* must know about a puzzle.
//!
//! Both searches here maximise the reward at the end, so a heuristic is admissible when it never
//! says too little. The ordinary case, the cheapest way to a goal, is the same thing with the
//! signs changed: [`Cheapest`] does that.

use super::Line;
use crate::game::{Game, Turn};

/// An upper bound on the reward that can be reached.
pub trait Optimist<G: Game> {
    /// Never less than the reward of any end that can be reached from `state`: what is gained so
    /// far plus an over-estimate of the rest. The tighter, the faster.
    fn bound(&mut self, state: &G) -> f64;

    /// A number that two states share when the same moves with the same gains are open to them
    /// from now on. They may differ in what was gained before.
    fn same(&self, _state: &G) -> Option<u64> {
        None
    }
}

/// Costs that add up, for puzzles whose reward at the end is minus the cost of getting there.
pub trait Distance<G: Game> {
    /// The cost up to this state.
    fn so_far(&self, state: &G) -> f64;
    /// Never more than the cost from here to any end.
    fn to_go(&mut self, state: &G) -> f64;
    /// As [`Optimist::same`].
    fn same(&self, _state: &G) -> Option<u64> {
        None
    }
}

/// The cheapest way: costs as an optimist sees them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cheapest<D>(pub D);

impl<G: Game, D: Distance<G>> Optimist<G> for Cheapest<D> {
    fn bound(&mut self, state: &G) -> f64 {
        -(self.0.so_far(state) + self.0.to_go(state))
    }
    fn same(&self, state: &G) -> Option<u64> {
        self.0.same(state)
    }
}

/// Follows the child with the highest bound to an end and adds its moves to the line: the answer
/// of a search that was stopped before it saw any end.
pub(super) fn greedy<G: Game>(
    mut state: G,
    optimist: &mut impl Optimist<G>,
    line: &mut Line<G::Move>,
) {
    let mut moves = Vec::new();
    while let Turn::One(player) = state.turn() {
        moves.clear();
        state.moves(player, &mut moves);
        let children = moves.iter().map(|&mv| {
            let mut child = state.clone();
            child.play(mv);
            let over = child.turn() == Turn::Over;
            (if over { child.rewards()[0] } else { optimist.bound(&child) }, mv, child)
        });
        let best = children.reduce(|best, next| if next.0 > best.0 { next } else { best });
        let Some((_, mv, child)) = best else { return };
        line.moves.push(mv);
        state = child;
    }
    line.score = state.rewards()[0];
}

#[cfg(test)]
pub(super) mod tests {
    //! Puzzles with bounds, for the tests of both searches.

    use super::*;
    use crate::game::Player;
    use crate::puzzle::toys::Triangle;
    use crate::rng::{below, stream};

    /// The largest number of each row to come.
    pub(crate) struct Largest {
        pub(crate) same: bool,
    }
    impl Optimist<Triangle> for Largest {
        fn bound(&mut self, state: &Triangle) -> f64 {
            state.optimist()
        }
        fn same(&self, state: &Triangle) -> Option<u64> {
            self.same.then(|| state.key())
        }
    }

    /// The eight-puzzle; a move is the cell that the blank changes places with.
    #[derive(Clone)]
    pub(crate) struct Slide {
        cells: [u8; 9],
        made: u32,
    }
    impl Slide {
        pub(crate) fn new(cells: [u8; 9]) -> Self {
            Self { cells, made: 0 }
        }
        pub(crate) fn shuffled(seed: u64) -> Self {
            let mut puzzle = Self::new([1, 2, 3, 4, 5, 6, 7, 8, 0]);
            let (mut rng, mut moves) = (stream(&[seed]), Vec::new());
            for _ in 0..20 {
                moves.clear();
                puzzle.moves(0, &mut moves);
                puzzle.play(moves[below(&mut rng, moves.len())]);
            }
            puzzle.made = 0;
            puzzle
        }
        fn blank(&self) -> usize {
            self.cells.iter().position(|&tile| tile == 0).unwrap()
        }
    }
    impl Game for Slide {
        type Move = usize;
        type Rewards = [f64; 1];
        fn turn(&self) -> Turn {
            if self.cells == [1, 2, 3, 4, 5, 6, 7, 8, 0] { Turn::Over } else { Turn::One(0) }
        }
        fn moves(&self, _: Player, out: &mut Vec<usize>) {
            let near = |a: usize, b: usize| (a / 3).abs_diff(b / 3) + (a % 3).abs_diff(b % 3) == 1;
            out.extend((0..9).filter(|&cell| near(cell, self.blank())));
        }
        fn play(&mut self, cell: usize) {
            let blank = self.blank();
            self.cells.swap(cell, blank);
            self.made += 1;
        }
        fn rewards(&self) -> [f64; 1] {
            [-f64::from(self.made)]
        }
    }

    /// Manhattan distance.
    pub(crate) struct Squares;
    impl Distance<Slide> for Squares {
        fn so_far(&self, state: &Slide) -> f64 {
            f64::from(state.made)
        }
        fn to_go(&mut self, state: &Slide) -> f64 {
            let away = |(cell, &tile): (usize, &u8)| {
                let home = tile as usize - 1;
                (cell / 3).abs_diff(home / 3) + (cell % 3).abs_diff(home % 3)
            };
            let tiles = state.cells.iter().enumerate().filter(|(_, tile)| **tile != 0);
            tiles.map(away).sum::<usize>() as f64
        }
        fn same(&self, state: &Slide) -> Option<u64> {
            Some(state.cells.iter().fold(0, |key, &tile| key * 9 + u64::from(tile)))
        }
    }
}
