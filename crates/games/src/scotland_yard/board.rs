//! The board: stations, the connections between them, and how far apart they are.
//!
//! Two editions are built in. Both come from one text in `data/scotland-yard`, which is checked when
//! it is read, so that a slip in it is an error that names the row and never a strange game.
//!
//! ```
//! use spinney_games::scotland_yard::board::{Board, Edition, Transports};
//! let board = Board::of(Edition::Classic);
//! assert_eq!(board.distance(Transports::TAXI, 1, 199), 18);
//! assert_eq!(board.distance(Transports::LAND, 1, 199), 5);
//! ```

mod distances;
mod parse;
mod towards;

pub use parse::BoardError;

use crate::bitset::BitSet;
use spinney_spec::choice;
use std::fmt;
use std::sync::LazyLock;

/// The number of stations; they are numbered from 1.
pub const STATIONS: usize = 199;
/// A table with one entry a station has this many: station 0 is "nowhere", and the rest fills
/// whole vectors of 16 bytes.
pub const ROW: usize = 208;
/// The largest number of neighbours of a station.
pub const NEIGHBOURS: usize = 13;

/// The number of a station, 1 to 199; 0 is nowhere.
pub type Station = u8;
/// A set of stations.
pub type StationSet = BitSet<4>;

/// What a piece pays with. The first three name a transport too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Ticket {
    /// Yellow.
    Taxi,
    /// Green.
    Bus,
    /// Red.
    Underground,
    /// Pays for any connection, and alone for the ferry. Only Mr X has it.
    Black,
}

impl Ticket {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 4] = [Self::Taxi, Self::Bus, Self::Underground, Self::Black];

    /// The letter that stands for it in a recorded game.
    pub fn letter(self) -> char {
        ['T', 'B', 'U', 'X'][self as usize]
    }
    /// The ticket that a letter stands for.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|t| t.letter() == letter.to_ascii_uppercase())
    }
    /// Its name.
    pub fn name(self) -> &'static str {
        ["taxi", "bus", "underground", "black"][self as usize]
    }
}

impl fmt::Display for Ticket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of transports, one bit each: taxi, bus, underground, ferry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Transports(pub u8);

impl Transports {
    /// Taxi alone.
    pub const TAXI: Self = Self(1);
    /// Bus alone.
    pub const BUS: Self = Self(2);
    /// Underground alone.
    pub const UNDERGROUND: Self = Self(4);
    /// The ferry alone.
    pub const FERRY: Self = Self(8);
    /// All that detectives can use.
    pub const LAND: Self = Self(7);
    /// All there is.
    pub const ALL: Self = Self(15);

    /// The names, in the order of the bits.
    pub const NAMES: [&'static str; 4] = ["taxi", "bus", "underground", "ferry"];
}

choice! {
    /// The printings of the board that differ.
    #[derive(Hash)]
    pub enum Edition {
        /// The older artwork, 468 connections.
        Classic = "classic",
        /// The board marked 2013: without the taxi between 13 and 14.
        Y2013 = "2013",
    }
}

/// A way from one station to another, by one or several transports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Link {
    /// Where it leads.
    pub to: Station,
    /// The transports, as bits of [`Transports`].
    pub by: u8,
}

/// The ways out of one station.
#[derive(Clone, Copy, Debug)]
pub struct Links {
    list: [Link; NEIGHBOURS + 2],
    len: u8,
}

impl std::ops::Deref for Links {
    type Target = [Link];
    #[inline]
    fn deref(&self) -> &[Link] {
        &self.list[..self.len as usize]
    }
}

/// One entry a station.
pub type Row = [u8; ROW];

/// The moves that Mr X makes, if he is not caught.
pub const ROUNDS: u8 = 24;

/// A board, with everything that follows from it worked out.
pub struct Board {
    /// Which printing it is; boards of one printing and as many rounds are equal.
    pub edition: Edition,
    /// How many moves Mr X makes on it, if he is not caught. Positions are small because the board
    /// says it.
    pub rounds: u8,
    /// The ways out of each station.
    pub links: [Links; ROW],
    /// The transports that stop at each station.
    pub stops: [u8; ROW],
    /// The stations where only taxis stop.
    pub taxi_only: StationSet,
    /// Where each ticket leads from each station.
    pub reach: Box<[[StationSet; ROW]]>,
    /// The decks of start cards: everybody's, Mr X's, the detectives'.
    pub decks: [Vec<Station>; 3],
    /// Where each station is drawn, on a board 1000 wide and 749 high.
    pub places: [(u16, u16); ROW],
    distances: distances::Distances,
    towards: towards::Towards,
}

impl Board {
    /// A built-in board.
    pub fn of(edition: Edition) -> &'static Self {
        static CLASSIC: LazyLock<Board> = LazyLock::new(|| built_in(Edition::Classic));
        static Y2013: LazyLock<Board> = LazyLock::new(|| built_in(Edition::Y2013));
        match edition {
            Edition::Classic => &CLASSIC,
            Edition::Y2013 => &Y2013,
        }
    }

    /// The same for games of one round less.
    pub fn one_round_less(edition: Edition) -> &'static Self {
        static CLASSIC: LazyLock<Board> = LazyLock::new(|| shorter(Edition::Classic));
        static Y2013: LazyLock<Board> = LazyLock::new(|| shorter(Edition::Y2013));
        match edition {
            Edition::Classic => &CLASSIC,
            Edition::Y2013 => &Y2013,
        }
    }

    /// Reads a board in the format of `data/scotland-yard/board.txt`.
    pub fn read(text: &str, edition: Edition) -> Result<Self, BoardError> {
        let facts = parse::Facts::read(text, edition)?;
        let mut stops = [0; ROW];
        let mut by = vec![[0u8; ROW]; ROW];
        for &(transport, a, b) in &facts.connections {
            for (from, to) in [(a, b), (b, a)] {
                stops[from as usize] |= 1 << transport;
                by[from as usize][to as usize] |= 1 << transport;
            }
        }
        let mut links = [Links { list: [Link::default(); NEIGHBOURS + 2], len: 0 }; ROW];
        let mut reach = vec![[StationSet::EMPTY; ROW]; 4].into_boxed_slice();
        for from in 1..=STATIONS {
            for to in 1..=STATIONS {
                let by = by[from][to];
                if by == 0 {
                    continue;
                }
                let here = &mut links[from];
                if usize::from(here.len) == here.list.len() {
                    return Err(BoardError::Crowded { station: from as Station });
                }
                here.list[usize::from(here.len)] = Link { to: to as Station, by };
                here.len += 1;
                for ticket in Ticket::ALL {
                    if pays(ticket, by) {
                        reach[ticket as usize][from].insert(to);
                    }
                }
            }
        }
        let taxi_only = (1..=STATIONS).filter(|&s| stops[s] == Transports::TAXI.0).collect();
        let distances = distances::Distances::measure(&links);
        let towards = towards::Towards::work_out(&links, &distances);
        let (decks, places) = (facts.decks, facts.places);
        let rounds = ROUNDS;
        Ok(Self {
            edition,
            rounds,
            links,
            stops,
            taxi_only,
            reach,
            decks,
            places,
            distances,
            towards,
        })
    }

    /// The number of moves from `a` to `b` with these transports; [`FAR`] if they don't lead there.
    #[inline]
    pub fn distance(&self, with: Transports, a: Station, b: Station) -> u8 {
        self.distances.row(with, a)[b as usize]
    }

    /// The distances from one station to all others. Nowhere is [`FAR`] from everywhere.
    #[inline]
    pub fn distances(&self, with: Transports, from: Station) -> &Row {
        self.distances.row(with, from)
    }

    /// The ways out of `from` that lead closest to `target` with these tickets: a bit for each
    /// place in [`Board::links`].
    #[inline]
    pub fn steps(&self, with: Transports, from: Station, target: Station) -> u16 {
        self.towards.steps(with.0, from, target)
    }

    /// Distances by land for sums over many stations: none is above 19.
    #[inline]
    pub fn capped_distances(&self, with: Transports, from: Station) -> &Row {
        self.towards.capped(with.0, from)
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        (self.edition, self.rounds) == (other.edition, other.rounds)
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Board").field("edition", &self.edition).finish_non_exhaustive()
    }
}

/// More than any distance: there is no way.
pub const FAR: u8 = distances::FAR;

/// Whether a ticket pays for a way by these transports.
#[inline]
pub fn pays(ticket: Ticket, by: u8) -> bool {
    ticket == Ticket::Black || by >> ticket as u8 & 1 != 0
}

fn shorter(edition: Edition) -> Board {
    Board { rounds: ROUNDS - 1, ..built_in(edition) }
}

fn built_in(edition: Edition) -> Board {
    let text = include_str!("../../data/scotland-yard/board.txt");
    Board::read(text, edition).unwrap_or_else(|error| panic!("the built-in board: {error}"))
}

#[cfg(test)]
mod tests;
