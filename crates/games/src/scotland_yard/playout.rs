//! Playouts: each side plays by a simple rule, and now and then at random (ε-greedy; Nijssen and
//! Winands 2012, IV-A).
//!
//! - *MCD*, the hider maximizes the distance to the closest seeker.
//! - *MTD*, a seeker minimizes the sum of his distances to all possible stations.
//! - *CAL*, a seeker minimizes his distance to where the hider is, or is assumed to be.
//! - *Estimate*, the same to a station drawn from all possible ones, for the seekers of a playout
//!   don't know more (Borák 2021, chapter 5).
//!
//! Distances are moves with the kinds of tickets that the seeker holds. Equal choices are drawn
//! evenly. With a [`Value`] a playout ends at the hider's next turn. This is where a search spends its time: one random number and one row of bytes a choice.

use super::board::{Link, ROW, Row, Station, StationSet, Ticket, Transports};
use super::rules::{Belief, Doubling, HIDER, Move, Position, PublicState, Purse, SEEKERS};
use super::value::{Inputs, Value};
use spinney_search::game::{Game, Player, Turn};
use spinney_search::playout::Playout;
use spinney_search::rng::{Rng, below};
use spinney_spec::choice;

/// How seekers play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seek {
    /// At random.
    Random,
    /// Minimize Total Distance.
    Mtd,
    /// Chase the Actual, or Assumed, Location.
    Cal,
    /// Chase an estimate of the location.
    Estimate,
}

/// How the hider plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hide {
    /// At random.
    Random,
    /// Maximize Closest Distance.
    Mcd,
}

choice! {
    /// When the hider pays with a black ticket.
    pub enum Blacks {
        /// As often as with any other ticket that pays.
        Even = "even",
        /// Where nothing else pays.
        Sparing = "sparing",
        /// As often as with any other, where the search's filter allows it.
        Filtered = "filtered",
    }
}

choice! {
    /// Which of equally good moves is played.
    pub enum Ties {
        /// Any.
        Any = "any",
        /// The first.
        First = "first",
    }
}

choice! {
    /// How an estimate of the hider's station is drawn.
    pub enum Estimates {
        /// By the weights of Borák 2021.
        Weighted = "weighted",
        /// Every possible station is as likely.
        Even = "even",
    }
}

/// A playout policy.
#[derive(Clone, Debug)]
pub struct Greedy {
    /// The hider's rule.
    pub hide: Hide,
    /// The seekers' rule.
    pub seek: Seek,
    /// How often the hider moves at random instead.
    pub hide_epsilon: f64,
    /// How often a seeker moves at random instead.
    pub seek_epsilon: f64,
    /// Whether tickets run out in playouts.
    pub tickets: bool,
    /// When the hider pays black.
    pub blacks: Blacks,
    /// Whether the hider plays every other move, where the rules allow it, as a double move.
    pub doubles: bool,
    /// Which of equally good moves is played.
    pub ties: Ties,
    /// How estimates are drawn.
    pub estimates: Estimates,
    /// What says who wins as soon as it is the hider's turn; without it, games are played out.
    pub value: Option<&'static Value>,
}

impl Greedy {
    /// Random moves of both sides.
    pub const RANDOM: Self = Self {
        hide: Hide::Random,
        seek: Seek::Random,
        hide_epsilon: 0.1,
        seek_epsilon: 0.2,
        tickets: true,
        blacks: Blacks::Even,
        doubles: false,
        ties: Ties::Any,
        estimates: Estimates::Weighted,
        value: None,
    };
    /// MCD and CAL, best for seekers (Nijssen and Winands VI-B).
    pub const MC: Self = Self { hide: Hide::Mcd, seek: Seek::Cal, ..Self::RANDOM };
    /// MCD and the chase of an estimate (Borák 2021, chapter 5).
    pub const ESTIMATE: Self = Self { hide: Hide::Mcd, seek: Seek::Estimate, ..Self::RANDOM };
    /// MCD and MTD, best for the hider.
    pub const MM: Self = Self { hide: Hide::Mcd, seek: Seek::Mtd, ..Self::RANDOM };

    /// The seekers' rule with their ε: what an agent without a search plays.
    pub fn seeker_move<B: Belief>(&self, position: &Position<B>, rng: &mut Rng) -> Move {
        let mut likely = Likely::default();
        if self.seek == Seek::Mtd {
            likely.look(position);
        }
        let target = match self.seek {
            Seek::Estimate => self.estimate(position, rng),
            Seek::Random | Seek::Mtd | Seek::Cal => position.hider,
        };
        seeker_move(position, self, threshold(self.seek_epsilon), target, &likely, rng)
    }

    /// The hider's rule with his ε.
    pub fn hider_move<B: Belief>(&self, position: &Position<B>, rng: &mut Rng) -> Move {
        hider_move(position, self, threshold(self.hide_epsilon), rng)
    }

    /// Weighted roulette-wheel selection of one of the possible stations (Borák 2021, 5.1.1). After
    /// the hider has surfaced there is only one.
    fn estimate<B: Belief>(&self, position: &Position<B>, rng: &mut Rng) -> Station {
        let Some(possible) = position.belief.possible() else { return position.hider };
        let open = &position.open;
        let rows: [&Row; SEEKERS] =
            std::array::from_fn(|i| open.board.distances(Transports::LAND, open.seekers[i]));
        let weight = |station: usize| {
            let nearest = rows.iter().map(|row| row[station]).min().unwrap_or(1);
            match self.estimates {
                Estimates::Weighted => WEIGHTS[usize::from(nearest.clamp(1, 5)) - 1],
                Estimates::Even => 1,
            }
        };
        let whole: u32 = possible.iter().map(weight).sum();
        if whole == 0 {
            return position.hider;
        }
        let mut left = below(rng, whole as usize) as u32;
        for station in possible {
            let slice = weight(station);
            if left < slice {
                return station as Station;
            }
            left -= slice;
        }
        unreachable!("the slices make up the wheel")
    }
}

impl<B: Belief> Playout<Position<B>> for Greedy {
    fn run(
        &mut self,
        state: &mut Position<B>,
        rng: &mut Rng,
        mut played: impl FnMut(Player, Move),
    ) -> [f64; SEEKERS + 1] {
        if !self.tickets {
            state.open.purses = [Purse::bottomless(false); SEEKERS + 1];
            state.open.purses[HIDER] = Purse::bottomless(true);
        }
        let hide_epsilon = threshold(self.hide_epsilon);
        let seek_epsilon = threshold(self.seek_epsilon);
        let mut likely = Likely::default();
        let totals = self.seek == Seek::Mtd;
        if totals {
            likely.look(state);
        }
        let estimates = self.seek == Seek::Estimate;
        let mut estimated = if estimates { self.estimate(state, rng) } else { 0 };
        while let Turn::One(player) = state.turn() {
            if player == HIDER {
                if let Some(value) = self.value
                    && !state.open.between
                {
                    return estimated_rewards(value, state);
                }
                let mut mv = hider_move(state, self, hide_epsilon, rng);
                let near = state.open.stance.doubling == Doubling::Near;
                if (self.doubles || near) && state.open.may_double() && state.can_go_on(mv) {
                    mv.double = if near { state.is_near() } else { rng.next_u64() & 1 == 0 };
                }
                played(player, mv);
                state.play(mv);
                if totals {
                    likely.look(state);
                }
                if estimates {
                    estimated = self.estimate(state, rng);
                }
            } else {
                let target = if estimates { estimated } else { state.hider };
                let mv = seeker_move(state, self, seek_epsilon, target, &likely, rng);
                played(player, mv);
                state.play(mv);
                likely.0[mv.to as usize] = 0;
                if estimates && mv.to == estimated {
                    estimated = self.estimate(state, rng);
                }
            }
        }
        state.rewards()
    }
}

/// Each side's chance to win.
#[inline]
fn estimated_rewards<B: Belief>(value: &Value, position: &Position<B>) -> [f64; SEEKERS + 1] {
    let escape = value.escape(&Inputs::of(position));
    let mut rewards = [1.0 - escape; SEEKERS + 1];
    rewards[HIDER] = escape;
    rewards
}

/// Borák's weights of stations at 1, 2, 3, 4 and more steps from the nearest seeker (chapter 6), in
/// thousandths.
const WEIGHTS: [u32; 5] = [196, 671, 540, 384, 196];

/// ε as a limit for the lower half of a random number.
#[inline]
fn threshold(epsilon: f64) -> u32 {
    (epsilon * f64::from(u32::MAX)) as u32
}

/// The possible stations as bytes: all ones where the hider may be.
#[derive(Clone, Debug)]
struct Likely(Row);

impl Default for Likely {
    fn default() -> Self {
        Self([0; ROW])
    }
}

impl Likely {
    #[inline]
    fn look<B: Belief>(&mut self, position: &Position<B>) {
        if let Some(possible) = position.belief.possible() {
            spread(possible, &mut self.0);
        } else {
            self.0 = [0; ROW];
            self.0[position.hider as usize] = 0xFF;
        }
    }

    /// The sum of the (capped) distances in a row to all possible stations.
    #[inline]
    fn total(&self, row: &Row) -> u32 {
        let mut lanes = [0u8; 16];
        for (distances, mask) in row.chunks_exact(16).zip(self.0.chunks_exact(16)) {
            for i in 0..16 {
                lanes[i] += distances[i] & mask[i];
            }
        }
        lanes.iter().map(|&lane| u32::from(lane)).sum()
    }
}

/// Writes a set as bytes, eight at a time.
#[inline]
fn spread(set: &StationSet, bytes: &mut Row) {
    for (i, eight) in bytes.chunks_exact_mut(8).enumerate() {
        let bits = set.0[i / 8] >> (i % 8 * 8) & 0xFF;
        // Each byte keeps one bit of the eight; a byte that is not zero becomes all ones.
        let one_each = bits.wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
        let high = (one_each + 0x7F7F_7F7F_7F7F_7F7F) | one_each;
        let ones = (high >> 7 & 0x0101_0101_0101_0101) * 0xFF;
        eight.copy_from_slice(&ones.to_le_bytes());
    }
}

/// Candidates for one choice, of which the best are kept: bits for places among the ways out.
struct Best {
    value: u32,
    places: u16,
}

impl Best {
    const NONE: Self = Self { value: u32::MAX, places: 0 };

    /// Takes a candidate if its value is not higher than that of the others.
    #[inline]
    fn offer(&mut self, place: usize, value: u32) {
        let kept = if value < self.value { 0 } else { self.places };
        self.places = kept | u16::from(value <= self.value) << place;
        self.value = self.value.min(value);
    }
}

/// One of the places, by 16 random bits.
#[inline]
fn any_place(places: u16, bits: u64) -> usize {
    let mut places = places;
    if places & (places - 1) != 0 {
        for _ in 0..((bits & 0xFFFF) as u32 * places.count_ones()) >> 16 {
            places &= places - 1;
        }
    }
    places.trailing_zeros() as usize
}

/// One of the tickets in a set of bits, by 16 random bits.
#[inline]
fn any_ticket(set: u8, bits: u64) -> Ticket {
    let mut set = set;
    if set & (set - 1) != 0 {
        for _ in 0..((bits & 0xFFFF) as u32 * set.count_ones()) >> 16 {
            set &= set - 1;
        }
    }
    Ticket::ALL[(set.trailing_zeros() & 3) as usize]
}

#[inline]
fn seeker_move<B: Belief>(
    position: &Position<B>,
    rule: &Greedy,
    epsilon: u32,
    target: Station,
    likely: &Likely,
    rng: &mut Rng,
) -> Move {
    let open: &PublicState = &position.open;
    let seeker = open.turn as usize;
    let (from, with) = (open.seekers[seeker - 1], open.purses[seeker].ordinary());
    let tickets = Transports(with);
    let links = &open.board.links[from as usize];
    let target = position.belief.target(seeker, target);
    let random = rng.next_u64();
    let pay = |link: Link| Move::new(link.to, any_ticket(link.by & with, random >> 48));
    let seek = if random as u32 >= epsilon { rule.seek } else { Seek::Random };
    let in_order = rule.ties == Ties::First && seek != Seek::Random;
    let one_of = |places: u16, bits: u64| {
        if in_order { places.trailing_zeros() as usize } else { any_place(places, bits) }
    };
    // Mostly the first place drawn will do. If it will not, those that will are drawn from anew:
    // each of them is as likely as with one draw.
    let wished = match seek {
        Seek::Random => (1 << links.len()) - 1,
        Seek::Cal | Seek::Estimate => open.board.steps(tickets, from, target),
        Seek::Mtd => 0,
    };
    if wished != 0 {
        let link = links[one_of(wished, random >> 32)];
        if link.by & with != 0 && !open.occupied(link.to) {
            return pay(link);
        }
    }
    let to_target = open.board.distances(tickets, target);
    let mut best = Best::NONE;
    for (place, link) in links.iter().enumerate() {
        if link.by & with == 0 || open.occupied(link.to) {
            continue;
        }
        let value = match seek {
            Seek::Random => 0,
            Seek::Cal | Seek::Estimate => u32::from(to_target[link.to as usize]),
            Seek::Mtd => likely.total(open.board.capped_distances(tickets, link.to)),
        };
        best.offer(place, value);
    }
    if best.places == 0 {
        return Move::PASS;
    }
    pay(links[one_of(best.places, if wished == 0 { random >> 32 } else { rng.next_u64() })])
}

#[inline]
fn hider_move<B: Belief>(
    position: &Position<B>,
    rule: &Greedy,
    epsilon: u32,
    rng: &mut Rng,
) -> Move {
    let open: &PublicState = &position.open;
    let purse = open.purses[HIDER];
    let with = purse.transports().0;
    let random = rng.next_u64();
    let greedy = rule.hide == Hide::Mcd && random as u32 >= epsilon;
    let links = &open.board.links[position.hider as usize];
    let rows: [&Row; SEEKERS] = std::array::from_fn(|i| open.seeker_distances(i + 1));
    let mut best = Best::NONE;
    for (place, link) in links.iter().enumerate() {
        if link.by & with == 0 || open.occupied(link.to) {
            continue;
        }
        let closest = || rows.iter().map(|row| row[link.to as usize]).min().unwrap_or(0);
        best.offer(place, if greedy { 255 - u32::from(closest()) } else { 0 });
    }
    assert!(best.places != 0, "a hider to move can move");
    let link = if greedy && rule.ties == Ties::First {
        links[best.places.trailing_zeros() as usize]
    } else {
        links[any_place(best.places, random >> 32)]
    };
    let mut tickets = link.by & purse.ordinary();
    let black_too = match rule.blacks {
        Blacks::Even => true,
        Blacks::Sparing => false,
        Blacks::Filtered => !position.saves_black(),
    };
    if purse.has(Ticket::Black) && (tickets == 0 || black_too) {
        tickets |= 1 << Ticket::Black as u8;
    }
    Move::new(link.to, any_ticket(tickets, random >> 48))
}

#[cfg(test)]
mod tests;
