//! What a hider may look at when he chooses a move: numbers that everybody at the table could work
//! out for every station where he may be.

use crate::scotland_yard::board::{ROW, STATIONS, Station, StationSet, Ticket, Transports};
use crate::scotland_yard::rules::{
    Belief, HIDER, Move, Position, PublicState, ROUNDS, SEEKERS, Stance, surfaces,
};
use crate::scotland_yard::view::PublicView;
use spinney_search::game::Game;
use spinney_search::math::ln;

macro_rules! features {
    ($($feature:ident = $name:literal,)*) => {
        #[derive(Clone, Copy)]
        #[expect(dead_code, reason = "the distances of a block are counted from its first")]
        enum Feature { $($feature),* }

        /// The names of the features, in their order.
        pub const NAMES: &[&str] = &[$($name),*];
    };
}

// "near": moves of the nearest detective to the station, 6 for more. There is a block of six each for
// a plain move, one after which he surfaces, the first of a double move, and the second.
features! {
    Plain = "near-1", Plain2 = "near-2", Plain3 = "near-3", Plain4 = "near-4", Plain5 = "near-5",
    Plain6 = "near-6",
    Shown = "shown-near-1", Shown2 = "shown-near-2", Shown3 = "shown-near-3",
    Shown4 = "shown-near-4", Shown5 = "shown-near-5", Shown6 = "shown-near-6",
    First = "double-near-1", First2 = "double-near-2", First3 = "double-near-3",
    First4 = "double-near-4", First5 = "double-near-5", First6 = "double-near-6",
    Second = "second-near-1", Second2 = "second-near-2", Second3 = "second-near-3",
    Second4 = "second-near-4", Second5 = "second-near-5", Second6 = "second-near-6",
    EarlyNear = "early-near",
    SoonNear = "soon-near",
    SecondNearest = "second-nearest",
    ShownSecondNearest = "shown-second-nearest",
    ThirdNearest = "third-nearest",
    Mean = "mean",
    ShownMean = "shown-mean",
    EarlyMean = "early-mean",
    SecondMean = "second-mean",
    Within2 = "within-2",
    Within3 = "within-3",
    Degree = "degree",
    ShownDegree = "shown-degree",
    Bus = "at-bus",
    Underground = "at-underground",
    Ferry = "at-ferry",
    ShownBus = "shown-at-bus",
    ShownUnderground = "shown-at-underground",
    Safe = "safe-ways",
    ShownSafe = "shown-safe-ways",
    Onward = "onward",
    ShownOnward = "shown-onward",
    Spread = "spread",
    ShownSpread = "shown-spread",
    LastTaxi = "last-taxi",
    ByBus = "by-bus",
    LastBus = "last-bus",
    ByUnderground = "by-underground",
    LastUnderground = "last-underground",
    Black = "black",
    BlackEarly = "black-early",
    BlackShown = "black-shown",
    BlackTaxis = "black-taxis",
    BlackFerry = "black-ferry",
    BlackAfterShown = "black-after-shown",
    BlackLeft = "black-rounds-left",
    BlackCount = "black-count",
    Double = "double",
    DoubleCornered = "double-cornered",
    DoubleThreatened = "double-threatened",
}

/// How many features there are.
pub const FEATURES: usize = NAMES.len();

/// No distance counts for more.
const FARTHEST: u8 = 9;

/// How a station looks to a hider, as far as that does not depend on how he comes there.
#[derive(Clone, Copy)]
struct Look {
    /// The distances of the three nearest detectives.
    nearest: [u8; 3],
    mean: f64,
    within_2: f64,
    within_3: f64,
    /// The ways on to stations that no detective can enter at once.
    safe: f64,
    /// How far the nearest detective can be after one move more.
    onward: f64,
}

/// One move of the hider, as everybody sees it coming.
pub struct Scene {
    open: PublicState,
    /// The round that the move begins.
    round: u8,
    only_taxis: bool,
    /// ln |L| after each ticket.
    spread: [f64; 4],
    looks: [Look; ROW],
}

impl Scene {
    /// The hider is to move.
    pub fn new(view: &PublicView) -> Self {
        let open = PublicState { stance: Stance::default(), ..view.open };
        let possible = &view.record.possible;
        let spread = Ticket::ALL.map(|ticket| {
            let mut after: StationSet = *possible;
            after.hider_moved(&open, ticket, false, None);
            ln(after.len().max(1) as u32)
        });
        Self {
            open,
            round: open.round + 1,
            only_taxis: possible.only_taxis(open.board),
            spread,
            looks: looks(&open),
        }
    }

    /// All legal moves from a station.
    pub fn moves(&self, from: Station, out: &mut Vec<Move>) {
        out.clear();
        let position = Position { open: self.open, hider: from, belief: () };
        position.moves(HIDER, out);
    }

    /// Whether a detective can reach the hider at once wherever he goes from a station.
    fn cornered(&self, from: Station) -> bool {
        let mut ways = self.open.ways(from, self.open.purses[HIDER]);
        ways.all(|link| self.looks[link.to as usize].nearest[0] <= 1)
    }

    /// Calls `say` with the features of a move that are not 0, and their values.
    pub fn features(&self, from: Station, mv: Move, mut say: impl FnMut(usize, f64)) {
        use Feature as F;
        let look = &self.looks[mv.to as usize];
        let shown = surfaces(self.round);
        let near = look.nearest[0].clamp(1, 6);
        let block = match () {
            () if self.open.between => F::Second,
            () if mv.double => F::First,
            () if shown => F::Shown,
            () => F::Plain,
        };
        say(block as usize + usize::from(near) - 1, 1.0);
        let mut say = |feature: Feature, value: f64| say(feature as usize, value);
        let near = f64::from(near);
        let [_, second, third] = look.nearest.map(f64::from);
        say(F::SecondNearest, second);
        say(F::ThirdNearest, third);
        say(F::Mean, look.mean);
        say(F::Within2, look.within_2);
        say(F::Within3, look.within_3);
        say(F::Safe, look.safe);
        say(F::Onward, look.onward);
        let board = self.open.board;
        let degree = board.links[mv.to as usize].len() as f64;
        let stops = |by: Transports| f64::from(u8::from(board.stops[mv.to as usize] & by.0 != 0));
        let (bus, underground) = (stops(Transports::BUS), stops(Transports::UNDERGROUND));
        say(F::Degree, degree);
        say(F::Bus, bus);
        say(F::Underground, underground);
        say(F::Ferry, stops(Transports::FERRY));
        let spread = self.spread[mv.ticket as usize];
        say(F::Spread, spread);
        if shown {
            say(F::ShownSecondNearest, second);
            say(F::ShownMean, look.mean);
            say(F::ShownDegree, degree);
            say(F::ShownBus, bus);
            say(F::ShownUnderground, underground);
            say(F::ShownSafe, look.safe);
            say(F::ShownOnward, look.onward);
            say(F::ShownSpread, spread);
        }
        if self.round <= 2 {
            say(F::EarlyNear, near);
            say(F::EarlyMean, look.mean);
        }
        if surfaces(self.round + 1) {
            say(F::SoonNear, near);
        }
        if self.open.between {
            say(F::SecondMean, look.mean);
        }
        let count = f64::from(self.open.purses[HIDER].count(mv.ticket));
        let last = 1.0 / (1.0 + count);
        match mv.ticket {
            Ticket::Taxi => say(F::LastTaxi, last),
            Ticket::Bus => {
                say(F::ByBus, 1.0);
                say(F::LastBus, last);
            }
            Ticket::Underground => {
                say(F::ByUnderground, 1.0);
                say(F::LastUnderground, last);
            }
            Ticket::Black => {
                let flag = |is: bool| f64::from(u8::from(is));
                let ferry = board.stops[from as usize] & Transports::FERRY.0 != 0;
                say(F::Black, 1.0);
                say(F::BlackEarly, flag(!ferry && self.round <= 2));
                say(F::BlackShown, flag(!ferry && shown));
                say(F::BlackTaxis, flag(!ferry && self.only_taxis));
                say(F::BlackFerry, flag(ferry));
                say(F::BlackAfterShown, flag(surfaces(self.open.round)));
                say(F::BlackLeft, f64::from(ROUNDS - self.round) / 10.0);
                say(F::BlackCount, count);
            }
        }
        if mv.double {
            say(F::Double, 1.0);
            if self.cornered(from) {
                say(F::DoubleCornered, 1.0);
            }
            if self.looks[from as usize].nearest[0] <= 1 {
                say(F::DoubleThreatened, 1.0);
            }
        }
    }
}

fn looks(open: &PublicState) -> [Look; ROW] {
    let detectives = usize::from(open.detectives);
    let mut looks: [Look; ROW] = std::array::from_fn(|station| {
        let mut far = [FARTHEST; SEEKERS];
        for (seeker, far) in far[..detectives].iter_mut().enumerate() {
            *far = open.seeker_distances(seeker + 1)[station].min(FARTHEST);
        }
        far.sort_unstable();
        let within = |most: u8| far.iter().filter(|&&far| far <= most).count() as f64;
        let sum: f64 = far[..detectives].iter().map(|&far| f64::from(far)).sum();
        Look {
            nearest: [far[0], far[1], far[2]],
            mean: sum / detectives.max(1) as f64,
            within_2: within(2),
            within_3: within(3),
            safe: 0.0,
            onward: 0.0,
        }
    });
    for station in 1..=STATIONS {
        let near = |to: Station| looks[to as usize].nearest[0];
        let links = &open.board.links[station];
        let safe = links.iter().filter(|link| near(link.to) >= 2).count() as f64;
        let onward = links.iter().map(|link| near(link.to).min(6)).max().unwrap_or(0);
        looks[station].safe = safe;
        looks[station].onward = f64::from(onward);
    }
    looks
}
