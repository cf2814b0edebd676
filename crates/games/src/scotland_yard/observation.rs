//! What a side sees, as documents for programs. Everything here is made of a [`View`].

use super::board::{STATIONS, Station, Ticket, Transports};
use super::rules::{HIDER, Move, Options, Outcome, Purse, surfaces};
use super::view::{PublicView, View};
use serde::Serialize;

/// The table as one side sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Observation {
    /// Rounds begun so far.
    pub round: u8,
    /// Who decides: 0 for Mr X, else the detective's number.
    pub turn: u8,
    /// `running`, `escaped`, `caught` or `cornered`.
    pub outcome: &'static str,
    /// The detective who caught Mr X.
    pub captor: Option<u8>,
    /// The detectives, in order.
    pub detectives: Vec<Piece>,
    /// Mr X, with his station where this side may know it.
    pub mr_x: MrX,
    /// The travel log.
    pub log: Vec<LogEntry>,
    /// The stations where Mr X can be, for all that the detectives know.
    pub possible: Vec<Station>,
}

/// A detective.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Piece {
    /// Where.
    pub station: Station,
    /// With which tickets.
    pub tickets: Tickets,
}

/// Mr X.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MrX {
    /// Where he is, if this side may know.
    pub station: Option<Station>,
    /// His tickets.
    pub tickets: Tickets,
    /// His double-move tickets.
    pub doubles: u8,
}

/// Tickets by kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Tickets {
    /// Taxi.
    pub taxi: u8,
    /// Bus.
    pub bus: u8,
    /// Underground.
    pub underground: u8,
    /// Black.
    pub black: u8,
}

/// One move of Mr X as everybody saw it, and the detectives' moves after it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LogEntry {
    /// What he paid.
    pub ticket: &'static str,
    /// Whether he moved again at once.
    pub double: bool,
    /// Where he surfaced.
    pub shown: Option<Station>,
    /// The detectives' moves, as many as were made.
    pub detectives: Vec<MoveData>,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MoveData {
    /// Where to; none for a detective who can't move.
    pub to: Option<Station>,
    /// What it costs.
    pub ticket: &'static str,
    /// Whether it is the first half of a double move.
    pub double: bool,
}

impl From<Move> for MoveData {
    fn from(mv: Move) -> Self {
        let to = (mv != Move::PASS).then_some(mv.to);
        Self { to, ticket: mv.ticket.name(), double: mv.double }
    }
}

impl From<&Purse> for Tickets {
    fn from(purse: &Purse) -> Self {
        let [taxi, bus, underground, black] = Ticket::ALL.map(|ticket| purse.count(ticket));
        Self { taxi, bus, underground, black }
    }
}

impl From<&View> for Observation {
    fn from(view: &View) -> Self {
        match view {
            View::Hider(position) => Self::new(&position.public(), Some(position.hider)),
            View::Seekers(public) => Self::new(public, None),
        }
    }
}

impl Observation {
    /// The table as it is known to one who knows the public view, and Mr X's station or not.
    pub fn new(view: &PublicView, hider: Option<Station>) -> Self {
        let open = &view.open;
        let (outcome, captor) = match open.outcome {
            Outcome::Running => ("running", None),
            Outcome::Escaped => ("escaped", None),
            Outcome::Caught(by) => ("caught", Some(by)),
            Outcome::Cornered => ("cornered", None),
        };
        let detective = |seeker: usize| Piece {
            station: open.seekers[seeker - 1],
            tickets: Tickets::from(&open.purses[seeker]),
        };
        let log = view.record.rounds().map(|round| LogEntry {
            ticket: round.ticket.name(),
            double: round.double,
            shown: (round.shown != 0).then_some(round.shown),
            detectives: round.seekers.iter().flatten().map(|&mv| mv.into()).collect(),
        });
        Self {
            round: open.round,
            turn: open.turn,
            outcome,
            captor,
            detectives: (1..=usize::from(open.detectives)).map(detective).collect(),
            mr_x: MrX {
                station: hider,
                tickets: Tickets::from(&open.purses[HIDER]),
                doubles: open.doubles,
            },
            log: log.collect(),
            possible: view.record.possible.iter().map(|station| station as Station).collect(),
        }
    }
}

/// The map.
#[derive(Clone, Debug, Serialize)]
pub struct MapData {
    /// Rounds in all.
    pub rounds: u8,
    /// The rounds in which Mr X surfaces.
    pub surfacing: Vec<u8>,
    /// Where the stations are drawn, from station 1 on.
    pub places: Vec<(f64, f64)>,
    /// The connections.
    pub links: Vec<LinkData>,
}

/// A connection by one transport.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct LinkData {
    /// One end, the smaller number.
    pub from: Station,
    /// The other.
    pub to: Station,
    /// `taxi`, `bus`, `underground` or `ferry`.
    pub by: &'static str,
}

impl MapData {
    /// The map of a game with these rules.
    pub fn of(options: &Options) -> Self {
        let board = options.start(0).open.board;
        let mut links = Vec::new();
        for from in 1..=STATIONS as Station {
            for link in board.links[usize::from(from)].iter().filter(|link| link.to > from) {
                for (transport, by) in Transports::NAMES.into_iter().enumerate() {
                    if link.by >> transport & 1 != 0 {
                        links.push(LinkData { from, to: link.to, by });
                    }
                }
            }
        }
        let places = (1..=STATIONS).map(|station| {
            let (x, y) = board.places[station];
            (f64::from(x), f64::from(y))
        });
        Self {
            rounds: options.rounds,
            surfacing: (1..=options.rounds).filter(|&round| surfaces(round)).collect(),
            places: places.collect(),
            links,
        }
    }
}
