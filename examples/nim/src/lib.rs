//! Nim with three heaps, for the command line of Spinney.

pub mod contest;

use spinney_search::prelude::*;

/// Take any number from one of three heaps. Whoever takes the last one wins.
#[derive(Clone, Debug, PartialEq)]
pub struct Heaps {
    pub heaps: [u8; 3],
    pub to_move: Player,
}

/// Take so many from this heap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Take {
    pub heap: u8,
    pub count: u8,
}

impl Game for Heaps {
    type Move = Take;
    type Rewards = [f64; 2];

    fn turn(&self) -> Turn {
        if self.heaps == [0; 3] { Turn::Over } else { Turn::One(self.to_move) }
    }

    fn moves(&self, _player: Player, out: &mut Vec<Take>) {
        for (heap, &size) in (0..).zip(&self.heaps) {
            out.extend((1..=size).map(|count| Take { heap, count }));
        }
    }

    fn play(&mut self, take: Take) {
        self.heaps[usize::from(take.heap)] -= take.count;
        self.to_move = 1 - self.to_move;
    }

    fn rewards(&self) -> [f64; 2] {
        // The other player has taken the last one.
        let mut rewards = [1.0; 2];
        rewards[self.to_move] = 0.0;
        rewards
    }

    // Everything from here on is optional.

    fn features(&self) -> Features {
        Features { max_moves: Some(3 * 255), max_length: Some(3 * 255), ..Features::default() }
    }

    const MOVE_KEYS: usize = 3 * 256;

    /// Moves with the same key share an entry in a history table.
    fn move_key(take: Take) -> usize {
        usize::from(take.heap) * 256 + usize::from(take.count)
    }
}
