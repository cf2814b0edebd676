//! What everybody at the table sees: the detectives, all tickets, the round. Not Mr X.
//!
//! Most of the rules need no more than this, so they stand here; [`Position`](super::Position) adds the one
//! hidden station.

use super::stance::Stance;
use crate::scotland_yard::board::{Board, Link, Links, Station, StationSet, Ticket, Transports};
use std::fmt;

pub use crate::scotland_yard::board::ROUNDS;

/// Detectives at most.
pub const SEEKERS: usize = 5;
/// The rounds after whose move Mr X shows himself, as bits.
const SURFACING: u32 = 1 << 3 | 1 << 8 | 1 << 13 | 1 << 18 | 1 << 24;

/// Whether Mr X shows himself after his move in this round.
#[inline]
pub const fn surfaces(round: u8) -> bool {
    SURFACING >> round & 1 != 0
}

/// A move of one piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Where to; 0 for a detective who can't move and passes.
    pub to: Station,
    /// What it costs.
    pub ticket: Ticket,
    /// Mr X plays a double-move ticket with it and moves again at once.
    pub double: bool,
}

impl Move {
    /// The move of a detective who can't move.
    pub const PASS: Self = Self { to: 0, ticket: Ticket::Taxi, double: false };

    /// To a station, for a ticket.
    #[inline]
    pub const fn new(to: Station, ticket: Ticket) -> Self {
        Self { to, ticket, double: false }
    }
    /// The same with a double-move ticket.
    #[inline]
    pub const fn doubled(self) -> Self {
        Self { double: true, ..self }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to {
            0 => f.write_str("-"),
            to => {
                write!(f, "{}{}{to}", if self.double { "2x" } else { "" }, self.ticket.letter())
            }
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The tickets of one piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Purse {
    counts: [u8; 4],
    /// The kinds of which there is at least one, as bits.
    held: u8,
}

impl Purse {
    /// Taxi, bus, underground, black.
    pub fn new(counts: [u8; 4]) -> Self {
        let held = (0..4).filter(|&t| counts[t] > 0).map(|t| 1 << t).sum();
        Self { counts, held }
    }
    /// How many there are of a kind.
    #[inline]
    pub fn count(&self, ticket: Ticket) -> u8 {
        self.counts[ticket as usize]
    }
    /// The transports that this purse pays for; black pays for all.
    #[inline]
    pub fn transports(&self) -> Transports {
        Transports(if self.held & 8 != 0 { 15 } else { self.held })
    }
    /// The ordinary tickets held, as bits.
    #[inline]
    pub fn ordinary(&self) -> u8 {
        self.held & 7
    }
    /// Whether there is one of this kind.
    #[inline]
    pub fn has(&self, ticket: Ticket) -> bool {
        self.held >> ticket as u8 & 1 != 0
    }
    #[inline]
    pub(in crate::scotland_yard) fn pay(&mut self, ticket: Ticket) {
        let count = &mut self.counts[ticket as usize];
        debug_assert!(*count > 0, "no {ticket} ticket");
        *count -= 1;
        self.held &= !(u8::from(*count == 0) << ticket as u8);
    }
    #[inline]
    pub(in crate::scotland_yard) fn gain(&mut self, ticket: Ticket) {
        self.counts[ticket as usize] = self.counts[ticket as usize].saturating_add(1);
        self.held |= 1 << ticket as u8;
    }
    /// So many of everything that they never run out in one game.
    pub(in crate::scotland_yard) fn bottomless(black: bool) -> Self {
        Self::new([200, 200, 200, if black { 200 } else { 0 }])
    }
}

/// How it stands, or how it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The hunt goes on.
    Running,
    /// Mr X lasted to the end, or no detective could move any more.
    Escaped,
    /// A detective, 1 to 5, entered Mr X's station.
    Caught(u8),
    /// Mr X had to move and could not.
    Cornered,
}

/// Where the detectives are; 0 for those who don't take part. Reads like `[Station; 5]`; eight bytes
/// wide, so that one comparison asks about all of them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seekers([Station; 8]);

impl Seekers {
    /// Whether one of them is there.
    #[inline]
    pub fn hold(&self, station: Station) -> bool {
        const ONES: u64 = 0x0101_0101_0101_0101;
        let same = u64::from_ne_bytes(self.0) ^ (ONES * u64::from(station));
        // A byte is zero exactly if subtracting one sets its high bit and it had none.
        same.wrapping_sub(ONES) & !same & (ONES << 7) != 0
    }
}

impl From<[Station; SEEKERS]> for Seekers {
    fn from([a, b, c, d, e]: [Station; SEEKERS]) -> Self {
        Self([a, b, c, d, e, 0, 0, 0])
    }
}

impl std::ops::Deref for Seekers {
    type Target = [Station; SEEKERS];
    #[inline]
    fn deref(&self) -> &[Station; SEEKERS] {
        self.0.first_chunk().expect("eight are at least five")
    }
}

impl std::ops::DerefMut for Seekers {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Station; SEEKERS] {
        self.0.first_chunk_mut().expect("eight are at least five")
    }
}

impl fmt::Debug for Seekers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

/// All of a game but the hider's station.
#[derive(Clone, Copy, PartialEq)]
pub struct PublicState {
    /// The board that it is played on.
    pub board: &'static Board,
    /// Where the detectives are.
    pub seekers: Seekers,
    /// The tickets of Mr X and of the detectives.
    pub purses: [Purse; SEEKERS + 1],
    /// Double-move tickets left.
    pub doubles: u8,
    /// Moves that Mr X has made.
    pub round: u8,
    /// Whose turn it is: 0 for Mr X, 1 to 5 for the detectives.
    pub turn: u8,
    /// Mr X is between the two moves of a double move.
    pub between: bool,
    /// How many detectives take part.
    pub detectives: u8,
    /// How it stands.
    pub outcome: Outcome,
    /// What a search adds to the rules; nothing in a real game.
    pub stance: Stance,
}

impl PublicState {
    /// Whether a detective stands there.
    #[inline]
    pub fn occupied(&self, station: Station) -> bool {
        self.seekers.hold(station)
    }

    /// The stations of the detectives.
    pub fn seeker_set(&self) -> StationSet {
        self.seekers.iter().filter(|&&s| s != 0).map(|&s| s as usize).collect()
    }

    /// The ways out of a station that a purse pays for and no detective blocks.
    #[inline]
    pub fn ways(&self, from: Station, purse: Purse) -> impl Iterator<Item = Link> + '_ {
        let links: &'static Links = &self.board.links[from as usize];
        let with = purse.transports().0;
        links.iter().copied().filter(move |l| l.by & with != 0 && !self.occupied(l.to))
    }

    /// Whether a detective owns a ticket that leads out of his station, blocked or not.
    #[inline]
    fn mobile(&self, seeker: usize) -> bool {
        let station = self.seekers[seeker - 1];
        self.purses[seeker].ordinary() & self.board.stops[station as usize] != 0
    }

    /// Whether no detective owns a ticket that leads anywhere.
    #[inline]
    pub(in crate::scotland_yard) fn all_stuck(&self) -> bool {
        !(1..=usize::from(self.detectives)).any(|seeker| self.mobile(seeker))
    }

    /// Whether Mr X, at `station` with this purse, could move.
    #[inline]
    pub(in crate::scotland_yard) fn hider_can_leave(&self, station: Station, purse: Purse) -> bool {
        self.ways(station, purse).next().is_some()
    }

    /// Whether Mr X may play a double-move ticket now, as far as all can see.
    #[inline]
    pub fn may_double(&self) -> bool {
        self.doubles > 0 && !self.between && self.round + 2 <= self.board.rounds
    }

    /// Mr X pays for a move; the round counts it.
    #[inline]
    pub(in crate::scotland_yard) fn hider_pays(&mut self, ticket: Ticket, double: bool) {
        self.purses[0].pay(ticket);
        self.round += 1;
        self.between = double;
        if double {
            self.doubles -= 1;
        } else {
            self.turn = self.stance.lone().max(1);
        }
        self.stance.hider_moved();
    }

    /// A detective moves and hands his ticket to Mr X.
    #[inline]
    pub(in crate::scotland_yard) fn seeker_moves(&mut self, seeker: usize, mv: Move) {
        if mv.to != 0 {
            self.purses[seeker].pay(mv.ticket);
            self.purses[0].gain(mv.ticket);
            self.seekers[seeker - 1] = mv.to;
        }
    }

    /// The turn goes to the next detective, or the round ends; true if it is Mr X's turn then.
    #[inline]
    pub(in crate::scotland_yard) fn next_turn(&mut self) -> bool {
        if self.turn < self.detectives && self.stance.lone() == 0 {
            self.turn += 1;
            return false;
        }
        self.turn = 0;
        if self.round >= self.board.rounds || self.all_stuck() {
            self.outcome = Outcome::Escaped;
            return false;
        }
        true
    }

    /// Appends the moves of a detective.
    pub fn seeker_moves_into(&self, seeker: usize, out: &mut Vec<Move>) {
        let purse = self.purses[seeker];
        let before = out.len();
        for link in self.ways(self.seekers[seeker - 1], purse) {
            push_ordinary(link, purse, out);
        }
        if out.len() == before {
            out.push(Move::PASS);
        }
    }

    /// Whether a detective with a turn before Mr X's next could enter this station at once.
    pub fn within_reach(&self, station: Station) -> bool {
        (1..=usize::from(self.detectives)).any(|seeker| {
            let links = &self.board.links[self.seekers[seeker - 1] as usize];
            let with = self.purses[seeker].ordinary();
            links.iter().any(|link| link.to == station && link.by & with != 0)
        })
    }

    /// The distances of all detectives to a station, added up.
    pub(in crate::scotland_yard) fn distances_to(&self, station: Station) -> u32 {
        let seekers = 1..=usize::from(self.detectives);
        seekers.map(|seeker| u32::from(self.seeker_distances(seeker)[station as usize])).sum()
    }

    /// The distance from a detective, with the kinds of tickets that he has, to all stations.
    #[inline]
    pub fn seeker_distances(&self, seeker: usize) -> &'static crate::scotland_yard::board::Row {
        let with = Transports(self.purses[seeker].ordinary());
        self.board.distances(with, self.seekers[seeker - 1])
    }
}

/// Appends a move for each ordinary ticket of a purse that pays for this way.
#[inline]
pub(in crate::scotland_yard) fn push_ordinary(link: Link, purse: Purse, out: &mut Vec<Move>) {
    let payable = link.by & purse.ordinary();
    for ticket in &Ticket::ALL[..3] {
        if payable >> *ticket as u8 & 1 != 0 {
            out.push(Move::new(link.to, *ticket));
        }
    }
}

impl fmt::Debug for PublicState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PublicState")
            .field("edition", &self.board.edition)
            .field("seekers", &self.seekers)
            .field("purses", &self.purses.map(|purse| purse.counts))
            .field("doubles", &self.doubles)
            .field("round", &self.round)
            .field("turn", &self.turn)
            .field("between", &self.between)
            .field("outcome", &self.outcome)
            .finish_non_exhaustive()
    }
}
