//! What the estimate sees of a position: which of its inputs are on.

use crate::scotland_yard::board::{ROW, Row, Ticket};
use crate::scotland_yard::rules::{Belief, HIDER, Position, ROUNDS, SEEKERS, surfaces};
use std::array::from_fn;

/// No distance and no number of ways counts for more.
const MOST: usize = 7;
/// 0 to [`MOST`].
const SCALE: usize = MOST + 1;
/// Mr X surfaces with his next move, with the one after it, and so on to four or more moves later.
const PHASES: usize = 5;

macro_rules! blocks {
    ($($block:ident = $name:literal * $size:expr,)*) => {
        #[derive(Clone, Copy)]
        enum Block { $($block),* }

        /// The blocks, each with its name and its number of inputs.
        const BLOCKS: &[(&str, usize)] = &[$(($name, $size)),*];
    };
}

// In every block one input is on.
blocks! {
    Round = "round" * (ROUNDS as usize + 1),
    // The detectives by their distance, the nearest first.
    Nearest = "nearest" * (SCALE * PHASES),
    Second = "second" * SCALE,
    Third = "third" * SCALE,
    Fourth = "fourth" * SCALE,
    Fifth = "fifth" * SCALE,
    // The ways on to stations that no detective can enter at once.
    Safe = "safe" * (SCALE * PHASES),
    // How far the nearest detective can be after one move more.
    Onward = "onward" * (SCALE * PHASES),
    Blacks = "blacks" * 6,
    Doubles = "doubles" * 3,
    Station = "station" * ROW,
}

/// How many inputs there are.
pub const INPUTS: usize = Block::Station.first() + ROW;

impl Block {
    /// The first input of the block.
    const fn first(self) -> usize {
        let (mut sum, mut block) = (0, 0);
        while block < self as usize {
            sum += BLOCKS[block].1;
            block += 1;
        }
        sum
    }
}

/// The names of all inputs, in their order.
pub(super) fn names() -> impl Iterator<Item = String> {
    BLOCKS.iter().flat_map(|(name, size)| (0..*size).map(move |i| format!("{name}-{i}")))
}

/// Of each round that was played, how many moves later Mr X surfaces.
const UNTIL_SHOWN: [u8; ROUNDS as usize + 1] = {
    let mut until = [0; ROUNDS as usize + 1];
    let mut round = 0;
    while round < until.len() {
        let mut moves = 0;
        while moves + 1 < PHASES && !surfaces((round + moves + 1) as u8) {
            moves += 1;
        }
        until[round] = moves as u8;
        round += 1;
    }
    until
};

/// The inputs that are on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inputs(pub(super) [u16; BLOCKS.len()]);

impl Inputs {
    /// Of a position in which Mr X is to move.
    #[inline]
    pub fn of<B: Belief>(position: &Position<B>) -> Self {
        let open = &position.open;
        let rows: [&Row; SEEKERS] = from_fn(|i| open.seeker_distances(i + 1));
        let scaled = |distance: u8| usize::from(distance).min(MOST);
        let mut far: [usize; SEEKERS] = from_fn(|i| scaled(rows[i][position.hider as usize]));
        far.sort_unstable();
        let purse = open.purses[HIDER];
        let (mut safe, mut onward) = (0, 0);
        for link in open.ways(position.hider, purse) {
            let nearest = rows.iter().map(|row| row[link.to as usize]).min().unwrap_or(0);
            safe += usize::from(nearest > 1);
            onward = onward.max(scaled(nearest));
        }
        let round = usize::from(open.round.min(ROUNDS));
        let phase = SCALE * usize::from(UNTIL_SHOWN[round]);
        let at = |block: Block, input: usize| (block.first() + input) as u16;
        Self([
            at(Block::Round, round),
            at(Block::Nearest, phase + far[0]),
            at(Block::Second, far[1]),
            at(Block::Third, far[2]),
            at(Block::Fourth, far[3]),
            at(Block::Fifth, far[4]),
            at(Block::Safe, phase + safe.min(MOST)),
            at(Block::Onward, phase + onward),
            at(Block::Blacks, usize::from(purse.count(Ticket::Black)).min(5)),
            at(Block::Doubles, usize::from(open.doubles).min(2)),
            at(Block::Station, usize::from(position.hider)),
        ])
    }
}
