//! Seekers who do not know where the hider is, in a hider's search.
//!
//! A playout in which the seekers chase the true station teaches a hider nothing about hiding. Here
//! they chase *ghosts*: stations drawn from what they may believe, which move along with the hider's
//! tickets. Seeker i chases ghost i modulo their number. When the hider surfaces, all ghosts are where
//! he is. A ghost on which a seeker steps is refuted, and becomes a copy of another one.

use super::board::{Row, Station, Ticket, pays};
use super::rules::{Belief, Move, PublicState, SEEKERS};
use super::worlds::Guesses;
use crate::scotland_yard::board::Board;
use spinney_search::rng::Rng;

/// How often, of 256 times, a ghost moves at random; else it keeps away from the seekers.
const AT_RANDOM: u64 = 26;

/// Stations that the seekers chase.
#[derive(Clone, Copy, Debug)]
pub struct Ghosts {
    at: [Station; SEEKERS],
    count: u8,
    /// Where the hider is: a ghost that has nowhere to go is no longer deceived.
    truth: Station,
    /// Whether only taxis stop at all stations where the hider may be, until he moves.
    only_taxis: bool,
    /// A generator of its own (xorshift64*), for a belief is not handed the search's.
    state: u64,
}

impl Ghosts {
    /// So many ghosts, at stations that the seekers believe in, of a hider who is at `truth`.
    #[inline]
    pub fn draw(
        count: u8,
        believed: &Guesses<()>,
        truth: Station,
        only_taxis: bool,
        rng: &mut Rng,
    ) -> Self {
        let mut at = [truth; SEEKERS];
        for ghost in &mut at[..usize::from(count)] {
            *ghost = believed.station(rng);
        }
        Self { at, count, truth, only_taxis, state: rng.next_u64() | 1 }
    }

    #[inline]
    fn random(&mut self) -> u64 {
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        self.state.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// Where a ghost goes for a ticket; none if the ticket leads nowhere from there.
    #[inline]
    fn step(
        &mut self,
        open: &PublicState,
        rows: &[&Row; SEEKERS],
        from: Station,
        ticket: Ticket,
    ) -> Option<Station> {
        let random = self.random();
        let keeps_away = random & 0xFF >= AT_RANDOM;
        let links = &open.board.links[from as usize];
        let (mut places, mut best) = (0u16, 0u8);
        for (place, link) in links.iter().enumerate() {
            if !pays(ticket, link.by) || open.occupied(link.to) {
                continue;
            }
            let closest = || rows.iter().map(|row| row[link.to as usize]).min().unwrap_or(1);
            let value = if keeps_away { closest() } else { 1 };
            if value > best {
                (best, places) = (value, 0);
            }
            places |= u16::from(value == best) << place;
        }
        let skipped = ((random >> 32 & 0xFFFF) as u32 * places.count_ones()) >> 16;
        for _ in 0..skipped {
            places &= places - 1;
        }
        (places != 0).then(|| links[places.trailing_zeros() as usize].to)
    }
}

impl Belief for Ghosts {
    #[inline]
    fn hider_at(&mut self, station: Station) {
        self.truth = station;
    }

    #[inline]
    fn hider_moved(&mut self, open: &PublicState, ticket: Ticket, _: bool, shown: Option<Station>) {
        self.only_taxis = false;
        if let Some(station) = shown {
            self.at = [station; SEEKERS];
            return;
        }
        let rows: [&Row; SEEKERS] = std::array::from_fn(|i| open.seeker_distances(i + 1));
        for ghost in 0..usize::from(self.count) {
            let next = self.step(open, &rows, self.at[ghost], ticket);
            self.at[ghost] = next.unwrap_or(self.truth);
        }
    }

    #[inline]
    fn seeker_moved(&mut self, _: &PublicState, _: usize, mv: Move) {
        for ghost in 0..usize::from(self.count) {
            if self.at[ghost] == mv.to {
                let other = (self.random() >> 33) as usize % usize::from(self.count);
                let other = self.at[other];
                self.at[ghost] = if other == mv.to { self.truth } else { other };
            }
        }
    }

    #[inline]
    fn target(&self, seeker: usize, truth: Station) -> Station {
        if self.count == 0 { truth } else { self.at[(seeker - 1) % usize::from(self.count)] }
    }

    fn only_taxis(&self, _: &Board) -> bool {
        self.only_taxis
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scotland_yard::rules::{HIDER, Options, Position};
    use spinney_search::game::{Game, Turn};
    use spinney_search::rng::stream;

    fn haunted(seed: u64, count: u8) -> Position<Ghosts> {
        let game = Options::default().start(seed);
        let stations: Vec<(Station, f64)> =
            game.belief.possible.iter().map(|s| (s as Station, 1.0)).collect();
        let believed = Guesses::new(game.with_belief(()), &stations);
        game.with_belief(Ghosts::draw(count, &believed, game.hider, false, &mut stream(&[seed])))
    }

    /// Ghosts are where the hider may be, as far as anybody knows.
    #[test]
    fn ghosts_are_possible_stations() {
        for seed in 0..30 {
            let mut haunted = haunted(seed, 3);
            let mut real = Options::default().start(seed);
            let mut rng = stream(&[seed, 1]);
            while let Turn::One(player) = real.turn() {
                let mv = real.random_move(player, &mut rng, &mut Vec::new());
                real.play(mv);
                haunted.play(mv);
                if real.turn() == Turn::Over {
                    break;
                }
                for ghost in &haunted.belief.at[..3] {
                    // A seeker may stand where a hider without a way out would have lost.
                    let stuck = !real.open.hider_can_leave(*ghost, real.open.purses[HIDER]);
                    let possible = real.belief.possible.contains(usize::from(*ghost));
                    assert!(possible || stuck, "seed {seed}: {ghost}");
                }
            }
        }
    }

    #[test]
    fn a_surfacing_ends_all_deceit() {
        let mut game = haunted(4, 2);
        let mut rng = stream(&[4]);
        while game.open.round < 3 && game.turn() != Turn::Over {
            let Turn::One(player) = game.turn() else { break };
            let mv = game.random_move(player, &mut rng, &mut Vec::new());
            game.play(mv);
        }
        assert_eq!(game.open.round, 3);
        for seeker in 1..=SEEKERS {
            assert_eq!(game.belief.target(seeker, 0), game.hider);
        }
    }

    #[test]
    fn a_refuted_ghost_becomes_another() {
        let mut game = haunted(5, 2);
        game.belief.at[0] = 60;
        game.belief.at[1] = 70;
        game.belief.seeker_moved(&game.open, 1, Move::new(60, Ticket::Taxi));
        let now = game.belief.at[0];
        assert!(now == 70 || now == game.hider, "{now}");
        game.belief.seeker_moved(&game.open, 2, Move::new(70, Ticket::Taxi));
        assert!(game.belief.at[..2].iter().all(|&at| at == game.hider));
    }
}
