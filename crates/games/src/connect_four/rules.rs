//! The rules on a bitboard.

use spinney_search::game::{Features, Game, Player, Turn};
use spinney_search::rng::{Rng, below};

/// Columns of the board.
pub const WIDTH: usize = 7;
/// Rows of the board.
pub const HEIGHT: usize = 6;

/// Bits from one column to the next: the rows and one that stays empty, so that a line can't run
/// over the top of one column into the foot of the next.
pub(super) const STRIDE: usize = HEIGHT + 1;
pub(super) const BOTTOM: u64 = {
    let (mut bits, mut column) = (0, 0);
    while column < WIDTH {
        bits |= 1 << (column * STRIDE);
        column += 1;
    }
    bits
};
pub(super) const FULL: u64 = BOTTOM * ((1 << HEIGHT) - 1);

/// A column, from 0 on the left.
pub type Column = u8;

/// How a game stands. The numbers of the first two are the players'.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub(super) enum Phase {
    FirstToMove = 0,
    SecondToMove = 1,
    FirstWon,
    SecondWon,
    Drawn,
}

/// A position. Bit `7 · column + row` of a board is the cell in that column and row, from the
/// bottom left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ConnectFour {
    /// Stones of the player to move; at the end, of the one who would be.
    pub(super) own: u64,
    /// Stones of both.
    pub(super) all: u64,
    pub(super) phase: Phase,
}

impl Default for ConnectFour {
    fn default() -> Self {
        Self { own: 0, all: 0, phase: Phase::FirstToMove }
    }
}

impl ConnectFour {
    /// Whether a column takes another stone.
    #[inline]
    pub fn is_open(&self, column: Column) -> bool {
        self.all & (1 << (column as usize * STRIDE + HEIGHT - 1)) == 0
    }

    /// The stones of a player, as bits.
    pub fn stones(&self, player: Player) -> u64 {
        let own = self.moved() % 2;
        if player == own { self.own } else { self.own ^ self.all }
    }

    /// The player whose stone lies in a cell.
    pub fn at(&self, column: usize, row: usize) -> Option<Player> {
        let cell = 1 << (column * STRIDE + row);
        (0..2).find(|&player| self.stones(player) & cell != 0)
    }

    /// Stones on the board.
    pub fn moved(&self) -> usize {
        self.all.count_ones() as usize
    }

    /// A number that differs between positions: the key of a table of positions.
    pub fn key(&self) -> u64 {
        // A column of height h adds between 2^h - 1 and 2^(h+1) - 2: no two heights overlap.
        self.own + self.all
    }
}

/// Whether four of these stones stand in a line.
#[inline]
pub fn four_in_line(stones: u64) -> bool {
    // Each pair of neighbours, then each pair of pairs, in the four directions.
    let line = |step: usize| {
        let pairs = stones & (stones >> step);
        pairs & (pairs >> (2 * step))
    };
    (line(1) | line(STRIDE - 1) | line(STRIDE) | line(STRIDE + 1)) != 0
}

impl Game for ConnectFour {
    type Move = Column;
    type Rewards = [f64; 2];
    const MOVE_KEYS: usize = WIDTH;

    fn features(&self) -> Features {
        Features { max_moves: Some(WIDTH), max_length: Some(WIDTH * HEIGHT), ..Features::default() }
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::FirstToMove => Turn::One(0),
            Phase::SecondToMove => Turn::One(1),
            _ => Turn::Over,
        }
    }

    #[inline]
    fn moves(&self, _: Player, out: &mut Vec<Column>) {
        out.extend((0..WIDTH as Column).filter(|&column| self.is_open(column)));
    }

    #[inline]
    fn play(&mut self, column: Column) {
        debug_assert!(self.turn() != Turn::Over && self.is_open(column));
        let theirs = self.own ^ self.all;
        // Adding a bit at the foot of a column carries to its lowest empty cell.
        self.all |= self.all + (1 << (column as usize * STRIDE));
        self.own = theirs;
        let first_moved = self.phase == Phase::FirstToMove;
        self.phase = if four_in_line(theirs ^ self.all) {
            if first_moved { Phase::FirstWon } else { Phase::SecondWon }
        } else if self.all == FULL {
            Phase::Drawn
        } else if first_moved {
            Phase::SecondToMove
        } else {
            Phase::FirstToMove
        };
    }

    #[inline]
    fn rewards(&self) -> [f64; 2] {
        match self.phase {
            Phase::FirstWon => [1.0, 0.0],
            Phase::SecondWon => [0.0, 1.0],
            _ => [0.5, 0.5],
        }
    }

    /// Draws columns until one is open: the open ones are equally likely, and none is listed.
    #[inline]
    fn random_move(&self, _: Player, rng: &mut Rng, _: &mut Vec<Column>) -> Column {
        loop {
            let column = below(rng, WIDTH) as Column;
            if self.is_open(column) {
                return column;
            }
        }
    }

    #[inline]
    fn move_key(column: Column) -> usize {
        column as usize
    }
}
