//! What each side knows. The detectives' side never holds Mr X's station: not by care, but because
//! no field of theirs has room for it.

use super::board::{Station, StationSet, Ticket};
use super::rules::{
    Belief, Full, HIDER, Move, Outcome, Position, PublicRecord, PublicState, surfaces,
};
use spinney_search::game::{Hidden, Player};
use spinney_search::rng::{Rng, below};

/// The public record of a game and what follows from it: all that the detectives know.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PublicView {
    /// Pieces, tickets, round.
    pub open: PublicState,
    /// What was seen so far, and where Mr X may be.
    pub record: PublicRecord,
}

/// Why a public event can't have happened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Impossible {
    /// It is not his turn, or the game is over.
    #[error("it is {0}")]
    Turn(String),
    /// He has no such ticket.
    #[error("Mr X has no {0} ticket left")]
    NoTicket(Ticket),
    /// He may not play a double move now.
    #[error("Mr X can't play a double move here: {0}")]
    NoDouble(&'static str),
    /// He must show himself, and the record does not say where.
    #[error("Mr X surfaces in round {0}: his station is needed")]
    Unshown(u8),
    /// He shows himself where he need not.
    #[error("Mr X does not surface in round {0}: only his ticket is public")]
    Shown(u8),
    /// No possible station has such a way out.
    #[error("no {ticket} ticket leads out of any station where Mr X can be ({from})")]
    NoWay {
        /// What he is said to have paid.
        ticket: Ticket,
        /// Where he may have been.
        from: String,
    },
    /// He can't have come there.
    #[error("Mr X can't surface at {station}: with {ticket} he can have come to {to}")]
    Elsewhere {
        /// The station in the record.
        station: Station,
        /// What he paid.
        ticket: Ticket,
        /// Where he can be.
        to: String,
    },
    /// A detective's move is not legal.
    #[error("detective {seeker} can't play {mv}; his legal moves: {legal}")]
    Illegal {
        /// The detective, from 1.
        seeker: usize,
        /// The move.
        mv: Move,
        /// His legal moves.
        legal: String,
    },
    /// A capture where Mr X can't be.
    #[error("Mr X can't have been caught at {0}: he can't be there")]
    NotThere(Station),
    /// The last place where Mr X could be is taken, and he was not caught.
    #[error(
        "detective {seeker} enters {station}, the only station where Mr X can be: he is caught"
    )]
    MustBeCaught {
        /// The detective, from 1.
        seeker: usize,
        /// Where he went.
        station: Station,
    },
}

impl PublicView {
    /// Whether the detectives' side has anything to decide or the game is over: whose turn it is.
    pub fn turn_name(&self) -> String {
        match (self.open.outcome, self.open.turn) {
            (Outcome::Running, 0) => "Mr X's turn".to_string(),
            (Outcome::Running, seeker) => format!("detective {seeker}'s turn"),
            _ => "over: the game has ended".to_string(),
        }
    }

    /// A full position with Mr X at `station`.
    #[inline]
    pub fn with_hider<B>(&self, station: Station, belief: B) -> Position<B> {
        Position { open: self.open, hider: station, belief }
    }

    /// Mr X moved for a ticket, and was seen if he surfaced.
    pub fn hider_moves(
        &mut self,
        ticket: Ticket,
        double: bool,
        shown: Option<Station>,
    ) -> Result<(), Impossible> {
        if self.open.outcome != Outcome::Running || self.open.turn != 0 {
            return Err(Impossible::Turn(self.turn_name()));
        }
        if !self.open.purses[HIDER].has(ticket) {
            return Err(Impossible::NoTicket(ticket));
        }
        if double && !self.open.may_double() {
            return Err(Impossible::NoDouble(match () {
                () if self.open.doubles == 0 => "he has no double-move ticket left",
                () if self.open.between => "this is the second move of one",
                () => "it takes two rounds",
            }));
        }
        let round = self.open.round + 1;
        match shown {
            None if surfaces(round) => return Err(Impossible::Unshown(round)),
            Some(_) if !surfaces(round) => return Err(Impossible::Shown(round)),
            _ => {}
        }
        let mut next = *self;
        next.open.hider_pays(ticket, double);
        let from = self.record.possible;
        let mut hidden = from;
        hidden.hider_moved(&next.open, ticket, double, None);
        if hidden.is_empty() {
            return Err(Impossible::NoWay { ticket, from: list(&from) });
        }
        if let Some(station) = shown
            && !hidden.contains(station as usize)
        {
            return Err(Impossible::Elsewhere { station, ticket, to: list(&hidden) });
        }
        next.record.hider_moved(&next.open, ticket, double, shown);
        if double && !next.hider_goes_on() {
            return Err(Impossible::NoDouble("he could not move a second time"));
        }
        *self = next;
        Ok(())
    }

    /// The detective whose turn it is moves; `caught` says whether Mr X was there.
    pub fn seeker_moves(&mut self, mv: Move, caught: bool) -> Result<(), Impossible> {
        if self.open.outcome != Outcome::Running || self.open.turn == 0 {
            return Err(Impossible::Turn(self.turn_name()));
        }
        let seeker = self.open.turn as usize;
        let mut legal = Vec::new();
        self.open.seeker_moves_into(seeker, &mut legal);
        if !legal.contains(&mv) {
            let legal: Vec<String> = legal.iter().map(Move::to_string).collect();
            return Err(Impossible::Illegal { seeker, mv, legal: legal.join(" ") });
        }
        let mut next = *self;
        next.open.seeker_moves(seeker, mv);
        if caught {
            if !self.record.possible.contains(mv.to as usize) {
                return Err(Impossible::NotThere(mv.to));
            }
            next.open.outcome = Outcome::Caught(seeker as u8);
            next.record.possible = StationSet::single(mv.to as usize);
            *self = next;
            return Ok(());
        }
        next.record.seeker_moved(&next.open, seeker, mv);
        if next.record.possible.is_empty() {
            return Err(Impossible::MustBeCaught { seeker, station: mv.to });
        }
        if next.open.next_turn() && !next.hider_goes_on() {
            next.open.outcome = Outcome::Cornered;
        }
        *self = next;
        Ok(())
    }

    /// Mr X is to move: leaves only stations where he can; false, and no change, if there is none.
    fn hider_goes_on(&mut self) -> bool {
        let before = self.record.possible;
        self.record.hider_can_move(&self.open);
        let goes_on = !self.record.possible.is_empty();
        if !goes_on {
            self.record.possible = before;
        }
        goes_on
    }
}

fn list(stations: &StationSet) -> String {
    let all: Vec<String> = stations.iter().map(|s| s.to_string()).collect();
    all.join(" ")
}

/// What the side of one player knows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum View {
    /// Mr X sees everything.
    Hider(Full),
    /// A detective sees what is public.
    Seekers(PublicView),
}

impl Full {
    /// What the detectives know.
    pub fn public(&self) -> PublicView {
        PublicView { open: self.open, record: self.belief }
    }
}

impl Hidden for Full {
    type View = View;

    fn view(&self, player: Player) -> View {
        if player == HIDER { View::Hider(*self) } else { View::Seekers(self.public()) }
    }

    fn sample(view: &View, rng: &mut Rng) -> Self {
        match view {
            View::Hider(position) => *position,
            View::Seekers(public) => {
                let possible = public.record.possible;
                let station = possible.nth(below(rng, possible.len().max(1)));
                public.with_hider(station.unwrap_or(0) as Station, public.record)
            }
        }
    }
}

#[cfg(test)]
mod tests;
