//! Puzzles small enough to try every line.

use crate::game::{Features, Game, Player, Turn};
use crate::puzzle::Line;
use crate::rng::{below, stream};

/// Walk down a triangle of numbers, left or right at each step; the numbers add up.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Triangle {
    rows: std::sync::Arc<Vec<Vec<f64>>>,
    pub(crate) row: usize,
    pub(crate) place: usize,
    pub(crate) sum: f64,
}

impl Triangle {
    pub(crate) fn new(height: usize, seed: u64) -> Self {
        let mut rng = stream(&[seed]);
        let rows: Vec<Vec<f64>> = (0..height)
            .map(|row| (0..=row).map(|_| below(&mut rng, 100) as f64).collect())
            .collect();
        let sum = rows[0][0];
        Self { rows: rows.into(), row: 0, place: 0, sum }
    }

    /// The largest number in each row that is still to come: an optimistic sum.
    pub(crate) fn optimist(&self) -> f64 {
        let largest = |row: &Vec<f64>| row.iter().copied().fold(0.0, f64::max);
        self.sum + self.rows[self.row + 1..].iter().map(largest).sum::<f64>()
    }

    pub(crate) fn key(&self) -> u64 {
        (self.row * 1000 + self.place) as u64
    }
}

impl Game for Triangle {
    type Move = bool;
    type Rewards = [f64; 1];

    fn features(&self) -> Features {
        Features { rewards: (0.0, 1e6), constant_sum: false, ..Features::default() }
    }
    fn turn(&self) -> Turn {
        if self.row + 1 == self.rows.len() { Turn::Over } else { Turn::One(0) }
    }
    fn moves(&self, _: Player, out: &mut Vec<bool>) {
        out.extend([false, true]);
    }
    fn play(&mut self, right: bool) {
        self.row += 1;
        self.place += usize::from(right);
        self.sum += self.rows[self.row][self.place];
    }
    fn rewards(&self) -> [f64; 1] {
        [self.sum]
    }
}

/// The best score, by trying every line.
pub(crate) fn exhaustive<G: Game>(state: &G) -> f64 {
    if state.turn() == Turn::Over {
        return state.rewards()[0];
    }
    let mut moves = Vec::new();
    state.moves(0, &mut moves);
    let child = |mv| {
        let mut child = state.clone();
        child.play(mv);
        exhaustive(&child)
    };
    moves.into_iter().map(child).fold(f64::NEG_INFINITY, f64::max)
}

/// Panics unless the moves are legal, end the game, and score what the line says.
pub(crate) fn verify<G: Game>(start: &G, line: &Line<G::Move>) {
    let mut state = start.clone();
    for &mv in &line.moves {
        let mut moves = Vec::new();
        assert_ne!(state.turn(), Turn::Over);
        state.moves(0, &mut moves);
        assert!(moves.contains(&mv));
        state.play(mv);
    }
    assert_eq!(state.turn(), Turn::Over);
    assert_eq!(state.rewards()[0], line.score);
}
