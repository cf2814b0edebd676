//! The crate `board-game` (Karel Peeters): its MCTS, which is always a solver too, on the bitboard
//! of this house. Its checks of legality are overridden where it allows that.

use crate::{Clock, Run};
use board_game::ai::mcts::mcts_build_tree;
use board_game::board::{
    Alternating, Board, BoardDone, BoardMoves, Outcome, PlayError, Player as Side,
};
use board_game::impl_unit_symmetry_board;
use board_game::util::iter::ClonableInternal;
use rand_08::{Rng, SeedableRng};
use rand_xoshiro_06::Xoshiro256PlusPlus;
use spinney_games::connect_four::{ConnectFour, WIDTH};
use spinney_search::game::{Game, Turn};
use std::fmt;
use std::ops::Range;

/// So many simulations from the empty board.
pub fn run(simulations: u64, seed: u64) -> Run {
    let started = Clock::start();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let start = Four(ConnectFour::default());
    let tree = mcts_build_tree(&start, simulations, std::f32::consts::SQRT_2, &mut rng);
    let column = tree.best_move();
    let time = started.elapsed();
    Run { time, column, visits: tree.nodes[0].visits as u64 }
}

/// The bitboard as that crate wants it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Four(ConnectFour);

impl fmt::Display for Four {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Board for Four {
    type Move = u8;

    #[inline]
    fn next_player(&self) -> Side {
        match self.0.turn() {
            Turn::One(0) => Side::A,
            Turn::One(_) => Side::B,
            _ if self.0.moved().is_multiple_of(2) => Side::A,
            _ => Side::B,
        }
    }
    #[inline]
    fn is_available_move(&self, column: u8) -> Result<bool, BoardDone> {
        self.check_done()?;
        Ok(self.0.is_open(column))
    }
    #[inline]
    fn random_available_move(&self, rng: &mut impl Rng) -> Result<u8, BoardDone> {
        loop {
            let column = (((rng.next_u64() >> 32) * WIDTH as u64) >> 32) as u8;
            if self.0.is_open(column) {
                return Ok(column);
            }
        }
    }
    #[inline]
    fn play(&mut self, column: u8) -> Result<(), PlayError> {
        self.0.play(column);
        Ok(())
    }
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        match (self.0.turn(), self.0.rewards()[0]) {
            (Turn::Over, 1.0) => Some(Outcome::WonBy(Side::A)),
            (Turn::Over, 0.0) => Some(Outcome::WonBy(Side::B)),
            (Turn::Over, _) => Some(Outcome::Draw),
            _ => None,
        }
    }
    #[inline]
    fn is_done(&self) -> bool {
        self.0.turn() == Turn::Over
    }
    fn can_lose_after_move() -> bool {
        false
    }
}

impl Alternating for Four {}
impl_unit_symmetry_board!(Four);

/// The open columns.
#[derive(Clone, Debug)]
pub struct Open {
    board: ConnectFour,
    columns: Range<u8>,
}

impl Iterator for Open {
    type Item = u8;
    #[inline]
    fn next(&mut self) -> Option<u8> {
        let board = self.board;
        self.columns.find(|&column| board.is_open(column))
    }
}

impl<'a> BoardMoves<'a, Four> for Four {
    type AllMovesIterator = ClonableInternal<Range<u8>>;
    type AvailableMovesIterator = ClonableInternal<Open>;

    fn all_possible_moves() -> Self::AllMovesIterator {
        ClonableInternal::new(0..WIDTH as u8)
    }
    #[inline]
    fn available_moves(&'a self) -> Result<Self::AvailableMovesIterator, BoardDone> {
        self.check_done()?;
        Ok(ClonableInternal::new(Open { board: self.0, columns: 0..WIDTH as u8 }))
    }
}
