//! Move filtering (Nijssen and Winands 2012, IV-F; Borák 2021, 5): which tickets a hider saves.

use crate::scotland_yard::board::Ticket;
use crate::scotland_yard::rules::{BlackFilter, Doubling, Full, HIDER, Move, Stance, surfaces};
use spinney_search::game::Game;

/// When the hider plays a double move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doubles {
    /// Nijssen and Winands IV-F: when he could be caught otherwise.
    Escape,
    /// Borák, chapter 5: it is on offer when the detectives are near on average.
    Distance,
    /// Borák, chapter 6: it is used when the detectives are near on average.
    Near,
    /// The same, at a mean distance of 3 or less, and also in the tree and in playouts.
    Automatic,
    /// Borák 5.1.3: when a second search finds the second move much better.
    Search,
    /// It is a move like any other.
    Rules,
    /// Never.
    Never,
}

impl Doubles {
    /// What goes with a paper's rules for black tickets.
    pub fn of(black: BlackFilter) -> Self {
        match black {
            BlackFilter::Nijssen => Self::Escape,
            BlackFilter::Borak => Self::Distance,
            BlackFilter::Off => Self::Rules,
        }
    }
}

/// Rules about black tickets and double moves.
#[derive(Clone, Copy, Debug)]
pub struct Filtering {
    /// Black tickets.
    pub black: BlackFilter,
    /// Double moves.
    pub doubles: Doubles,
    /// The mean distance under which the detectives are near.
    pub near: f64,
    /// How many times as many stations a black ticket must leave possible to be paid; 0 leaves it to
    /// the search.
    pub black_gain: f64,
}

impl Filtering {
    /// What a search looks at from here.
    pub fn stance(&self, position: &Full) -> Stance {
        let doubling = match self.doubles {
            _ if !position.open.may_double() => Doubling::Never,
            Doubles::Rules => Doubling::Rules,
            Doubles::Escape if cornered(position) => Doubling::Now,
            Doubles::Distance if self.near(position) => Doubling::Offer,
            Doubles::Near if self.near(position) => Doubling::Now,
            Doubles::Automatic => Doubling::Near,
            _ => Doubling::Never,
        };
        Stance::new(self.black, doubling, position.open.round)
    }

    /// Whether the detectives are near on average, after the first two rounds.
    fn near(&self, position: &Full) -> bool {
        position.open.round >= 2 && mean_distance(position) < self.near
    }

    /// The move to play when a search chose `mv`: to escape, also if the search walks into a capture
    /// all the same, a double-move ticket is added. Then the ticket is chosen.
    pub fn finish(&self, position: &Full, mv: Move, legal: &[Move]) -> Move {
        let danger = self.doubles == Doubles::Escape && position.open.within_reach(mv.to);
        let doubled = danger && legal.contains(&mv.doubled());
        self.paid(position, if doubled { mv.doubled() } else { mv }, legal)
    }

    /// The same step, paid black where that hides him well, and else with the ordinary ticket that
    /// leaves the most stations possible. Not in the first two rounds, nor where he surfaces.
    fn paid(&self, position: &Full, mv: Move, legal: &[Move]) -> Move {
        let next = position.open.round + 1;
        if self.black_gain == 0.0 || next <= 2 || surfaces(next) {
            return mv;
        }
        let with = |ticket: Ticket| Move { ticket, ..mv };
        let possible = |ticket: Ticket| {
            let mut after = *position;
            after.play(with(ticket));
            after.belief.possible.len()
        };
        let [ordinary @ .., black] = Ticket::ALL;
        let payable = ordinary.into_iter().filter(|&ticket| legal.contains(&with(ticket)));
        let Some(ordinary) = payable.max_by_key(|&ticket| possible(ticket)) else { return mv };
        let enough = self.black_gain * possible(ordinary) as f64;
        let pays = legal.contains(&with(black)) && possible(black) as f64 >= enough;
        with(if pays { black } else { ordinary })
    }
}

/// Whether a detective can reach the hider next round wherever he goes.
fn cornered(position: &Full) -> bool {
    let mut moves = Vec::new();
    position.moves(HIDER, &mut moves);
    moves.iter().all(|mv| position.open.within_reach(mv.to))
}

/// The mean distance of the detectives to the hider.
fn mean_distance(position: &Full) -> f64 {
    let open = &position.open;
    f64::from(open.distances_to(position.hider)) / f64::from(open.detectives)
}
