//! Games small enough to solve by hand: for the documentation and the tests.

use crate::game::{Game, Player, Turn};

/// Take one or two matches; who takes the last one wins.
///
/// The player to move loses exactly when the number of matches is a multiple of three.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nim {
    /// Matches left.
    pub matches: u8,
    /// Who takes next.
    pub to_move: Player,
}

impl Nim {
    /// So many matches; player 0 begins.
    pub fn new(matches: u8) -> Self {
        Self { matches, to_move: 0 }
    }
}

impl Game for Nim {
    type Move = u8;
    type Rewards = [f64; 2];
    const MOVE_KEYS: usize = 3;

    fn turn(&self) -> Turn {
        if self.matches == 0 { Turn::Over } else { Turn::One(self.to_move) }
    }
    fn moves(&self, _: Player, out: &mut Vec<u8>) {
        out.extend(1..=self.matches.min(2));
    }
    fn play(&mut self, taken: u8) {
        self.matches -= taken;
        self.to_move = 1 - self.to_move;
    }
    fn rewards(&self) -> [f64; 2] {
        if self.to_move == 1 { [1.0, 0.0] } else { [0.0, 1.0] }
    }
    fn move_key(&self, taken: u8) -> usize {
        taken as usize
    }
}

/// One simultaneous decision with a table of rewards for the first player; the second gets one
/// minus that. Rock-paper-scissors by default.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// `payoff[row][column]` for the player who chooses the row.
    pub payoff: Vec<Vec<f64>>,
    chosen: Option<(u8, u8)>,
}

impl Matrix {
    /// A game with these rewards.
    pub fn new(payoff: Vec<Vec<f64>>) -> Self {
        Self { payoff, chosen: None }
    }
    /// Rock, paper, scissors.
    pub fn rock_paper_scissors() -> Self {
        Self::new(vec![vec![0.5, 0.0, 1.0], vec![1.0, 0.5, 0.0], vec![0.0, 1.0, 0.5]])
    }
}

impl Game for Matrix {
    type Move = u8;
    type Rewards = [f64; 2];
    const SIMULTANEOUS: bool = true;

    fn turn(&self) -> Turn {
        if self.chosen.is_some() { Turn::Over } else { Turn::Together }
    }
    fn moves(&self, player: Player, out: &mut Vec<u8>) {
        let n = if player == 0 { self.payoff.len() } else { self.payoff[0].len() };
        out.extend(0..n as u8);
    }
    fn play(&mut self, _: u8) {
        unreachable!("both players choose together");
    }
    fn play_together(&mut self, moves: &[u8]) {
        self.chosen = Some((moves[0], moves[1]));
    }
    fn rewards(&self) -> [f64; 2] {
        let (row, column) = self.chosen.unwrap_or((0, 0));
        let first = self.payoff[row as usize][column as usize];
        [first, 1.0 - first]
    }
}
