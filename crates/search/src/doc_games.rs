//! Games small enough to solve by hand: for the documentation and the tests.
//!
//! ```
//! use spinney_search::{doc_games::Nim, prelude::*};
//! // Eight matches: two are taken, six are lost for the other.
//! assert_eq!(Mcts::uct(1.0).best_move(&Nim::new(8))?, 2);
//! # Ok::<(), SearchError>(())
//! ```

use crate::game::{Game, Player, Turn};
use std::collections::HashMap;

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
    fn move_key(taken: u8) -> usize {
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

/// Pig, a race with one die: the player to move rolls as often as they dare and holds to keep the
/// points of the turn. A rolled 1 ends the turn with a single point, whatever was rolled before,
/// so that every turn brings the end nearer. The first to reach the goal wins at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pig {
    /// Points that win.
    pub goal: u8,
    /// Points kept by each player.
    pub scores: [u8; 2],
    /// Points of this turn, which are not kept yet.
    pub pending: u8,
    /// Whose turn it is.
    pub to_move: Player,
    /// Whether the die is in the air.
    pub rolling: bool,
}

/// What happens in [`Pig`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PigMove {
    /// The player rolls the die.
    Roll,
    /// The player keeps the points of the turn.
    Hold,
    /// The die shows this number.
    Die(u8),
}

impl Pig {
    /// A race to `goal` points; player 0 begins.
    pub fn new(goal: u8) -> Self {
        Self { goal, scores: [0; 2], pending: 0, to_move: 0, rolling: false }
    }

    /// The probability that player 0 wins if both play their best, by dynamic programming.
    pub fn exact_value(&self) -> f64 {
        self.value_with(&mut HashMap::new())
    }

    fn value_with(&self, known: &mut HashMap<Self, f64>) -> f64 {
        if let Some(&value) = known.get(self) {
            return value;
        }
        let mut after = |mv| {
            let mut next = *self;
            next.play(mv);
            next.value_with(known)
        };
        let value = match self.turn() {
            Turn::Chance => {
                let mut outcomes = Vec::new();
                self.outcomes(&mut outcomes);
                outcomes.into_iter().map(|(outcome, likely)| likely * after(outcome)).sum()
            }
            Turn::One(player) => {
                let mut moves = Vec::new();
                self.moves(player, &mut moves);
                let better = if player == 0 { f64::max } else { f64::min };
                moves.into_iter().map(after).reduce(better).expect("one can always roll")
            }
            _ => self.rewards()[0],
        };
        known.insert(*self, value);
        value
    }

    fn keep(&mut self, points: u8) {
        self.scores[self.to_move] += points;
        self.pending = 0;
        self.to_move = 1 - self.to_move;
    }
}

impl Game for Pig {
    type Move = PigMove;
    type Rewards = [f64; 2];
    const CHANCE: bool = true;

    fn turn(&self) -> Turn {
        if self.scores.iter().any(|&score| score >= self.goal) {
            Turn::Over
        } else if self.rolling {
            Turn::Chance
        } else {
            Turn::One(self.to_move)
        }
    }
    fn moves(&self, _: Player, out: &mut Vec<PigMove>) {
        out.push(PigMove::Roll);
        if self.pending > 0 {
            out.push(PigMove::Hold);
        }
    }
    fn outcomes(&self, out: &mut Vec<(PigMove, f64)>) {
        out.extend((1..=6).map(|face| (PigMove::Die(face), 1.0 / 6.0)));
    }
    fn play(&mut self, mv: PigMove) {
        self.rolling = mv == PigMove::Roll;
        match mv {
            PigMove::Roll => {}
            PigMove::Hold => self.keep(self.pending),
            PigMove::Die(1) => self.keep(1),
            PigMove::Die(face) => {
                self.pending += face;
                if self.scores[self.to_move] + self.pending >= self.goal {
                    self.keep(self.pending);
                }
            }
        }
    }
    fn rewards(&self) -> [f64; 2] {
        if self.scores[0] >= self.goal { [1.0, 0.0] } else { [0.0, 1.0] }
    }
}
