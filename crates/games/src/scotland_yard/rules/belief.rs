//! What the seekers can know of the hider's station: the set L of Nijssen and Winands IV-C.
//!
//! A [`Belief`] travels with a position and hears of every public event. Searches that don't need
//! one carry `()`, which costs nothing; a real game carries a [`PublicRecord`].

use super::public_state::{Move, PublicState, ROUNDS, SEEKERS};
use crate::scotland_yard::board::{Board, ROW, Station, StationSet, Ticket};

/// Hears of what happens in the open, just after it happened.
pub trait Belief: Clone + Send + Sync {
    /// The hider moved for a ticket, and was seen if he surfaced.
    fn hider_moved(
        &mut self,
        open: &PublicState,
        ticket: Ticket,
        double: bool,
        shown: Option<Station>,
    );
    /// A seeker moved, or passed, and did not catch the hider.
    fn seeker_moved(&mut self, open: &PublicState, seeker: usize, mv: Move);
    /// It is the hider's turn, and the game goes on: he can move.
    fn hider_can_move(&mut self, _open: &PublicState) {}
    /// Where the hider went, just before [`Belief::hider_moved`]. Only what stands for wrong guesses in a
    /// hider's own search listens; a record of a game has no room for it.
    #[inline]
    fn hider_at(&mut self, _station: Station) {}
    /// Where a seeker takes the hider to be who is at `truth`: there, unless he is deceived.
    #[inline]
    fn target(&self, _seeker: usize, truth: Station) -> Station {
        truth
    }
    /// L, where it is kept.
    #[inline]
    fn possible(&self) -> Option<&StationSet> {
        None
    }
    /// Whether only taxis stop at all stations where the hider may be.
    fn only_taxis(&self, _board: &Board) -> bool {
        false
    }
}

/// Nothing is remembered.
impl Belief for () {
    #[inline]
    fn hider_moved(&mut self, _: &PublicState, _: Ticket, _: bool, _: Option<Station>) {}
    #[inline]
    fn seeker_moved(&mut self, _: &PublicState, _: usize, _: Move) {}
}

/// Algorithm 1 of Nijssen and Winands: L itself.
impl Belief for StationSet {
    #[inline]
    fn hider_moved(&mut self, open: &PublicState, ticket: Ticket, _: bool, shown: Option<Station>) {
        if let Some(station) = shown {
            *self = Self::single(station as usize);
            return;
        }
        let reach = &open.board.reach[ticket as usize];
        let mut next = Self::EMPTY;
        for station in &*self {
            next.unite(&reach[station.min(ROW - 1)]);
        }
        for &seeker in open.seekers.iter() {
            next.remove(seeker as usize);
        }
        *self = next;
    }
    #[inline]
    fn seeker_moved(&mut self, _: &PublicState, _: usize, mv: Move) {
        self.remove(mv.to as usize);
    }
    #[inline]
    fn possible(&self) -> Option<&StationSet> {
        Some(self)
    }
    fn only_taxis(&self, board: &Board) -> bool {
        self.and(&board.taxi_only) == *self
    }
}

/// One round as everybody saw it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Round {
    /// What Mr X paid.
    pub ticket: Ticket,
    /// Whether he moved again at once.
    pub double: bool,
    /// Where he surfaced; 0 if he did not.
    pub shown: Station,
    /// The detectives' moves, as many as were made.
    pub seekers: [Option<Move>; SEEKERS],
}

/// The public record of a game, and the exact set of stations that follows from it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PublicRecord {
    /// Where the detectives started.
    pub starts: [Station; SEEKERS],
    /// Where Mr X may have started.
    pub first: StationSet,
    /// Where Mr X may be: no station in it contradicts the record, and none that fits is missing.
    pub possible: StationSet,
    /// Where the detectives were when Mr X moved last.
    pub seekers_then: [Station; SEEKERS],
    rounds: [Option<Round>; ROUNDS as usize],
    len: u8,
}

impl PublicRecord {
    /// Nothing has happened; Mr X is at one of these stations.
    pub fn new(starts: [Station; SEEKERS], possible: StationSet) -> Self {
        Self {
            starts,
            first: possible,
            possible,
            seekers_then: starts,
            rounds: [None; ROUNDS as usize],
            len: 0,
        }
    }

    /// The rounds so far.
    pub fn rounds(&self) -> impl Iterator<Item = &Round> {
        self.rounds[..self.len as usize].iter().flatten()
    }

    /// The last round.
    pub fn last(&self) -> Option<&Round> {
        self.rounds().last()
    }
}

impl Belief for PublicRecord {
    fn hider_moved(
        &mut self,
        open: &PublicState,
        ticket: Ticket,
        double: bool,
        shown: Option<Station>,
    ) {
        let before = self.possible;
        self.possible.hider_moved(open, ticket, double, shown);
        if let Some(station) = shown {
            // He came from somewhere possible: a false claim leaves nothing.
            let mut unseen = before;
            unseen.hider_moved(open, ticket, double, None);
            self.possible = self.possible.and(&unseen);
            debug_assert!(self.possible.is_empty() || self.possible.contains(station as usize));
        }
        self.seekers_then = *open.seekers;
        let shown = shown.unwrap_or(0);
        let round = Round { ticket, double, shown, seekers: [None; SEEKERS] };
        self.rounds[self.len as usize] = Some(round);
        self.len += 1;
    }
    fn seeker_moved(&mut self, open: &PublicState, seeker: usize, mv: Move) {
        self.possible.seeker_moved(open, seeker, mv);
        if let Some(round) = &mut self.rounds[self.len.saturating_sub(1) as usize] {
            round.seekers[seeker - 1] = Some(mv);
        }
    }
    /// Algorithm 1 leaves this out: at a station without a way out the game would be over.
    fn hider_can_move(&mut self, open: &PublicState) {
        for station in &self.possible {
            if !open.hider_can_leave(station as Station, open.purses[0]) {
                self.possible.remove(station);
            }
        }
    }
    fn possible(&self) -> Option<&StationSet> {
        Some(&self.possible)
    }
    fn only_taxis(&self, board: &Board) -> bool {
        self.possible.only_taxis(board)
    }
}
