//! The variants of the rules, as the game's specification names them, and how a game starts.

use super::belief::PublicRecord;
use super::position::Full;
use super::public_state::{Outcome, PublicState, Purse, SEEKERS};
use super::stance::Stance;
use crate::scotland_yard::board::{Board, Edition, Station, StationSet};
use spinney_search::rng::{below, stream};
use spinney_spec::{Choice, Param, Schema, Settings, Spec, choice};

/// The game and its options; the defaults are the rules of Nijssen and Winands.
pub static GAME: Schema = Schema {
    name: "scotland-yard",
    help: "five detectives hunt Mr X through London",
    source: "Nijssen and Winands 2012, II-B; Borák 2021, chapter 2",
    params: &[
        Param::choice("edition", "classic", Edition::NAMES, "the printing of the board"),
        Param::choice(
            "starts",
            "classic",
            Starts::NAMES,
            "start cards: one deck of 18, or 13 for Mr X and 16 for the detectives",
        ),
        Param::integer("taxis", "10", 1, 22, "a detective's taxi tickets; newer rules give 11"),
        Param::integer("detectives", "5", 1, 5, "detectives; Mr X has as many black tickets"),
    ],
};

choice! {
    /// Which decks the start cards come from.
    pub enum Starts {
        /// One deck for all.
        Classic = "classic",
        /// One for Mr X, one for the detectives.
        New = "new",
    }
}

/// A variant of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The board.
    pub edition: Edition,
    /// The start cards.
    pub starts: Starts,
    /// Taxi tickets of a detective.
    pub taxis: u8,
    /// How many detectives.
    pub detectives: u8,
}

impl Default for Options {
    fn default() -> Self {
        Self { edition: Edition::Classic, starts: Starts::Classic, taxis: 10, detectives: 5 }
    }
}

impl Options {
    /// From the game's specification.
    pub fn from_settings(settings: &Settings) -> Self {
        Self {
            edition: settings.choice("edition"),
            starts: settings.choice("starts"),
            taxis: settings.integer("taxis") as u8,
            detectives: settings.integer("detectives") as u8,
        }
    }

    /// The specification that means this.
    pub fn spec(&self) -> Spec {
        let mut spec = Spec::word(GAME.name);
        let default = Self::default();
        if self.edition != default.edition {
            spec = spec.with("edition", "2013");
        }
        if self.starts != default.starts {
            spec = spec.with("starts", "new");
        }
        if self.taxis != default.taxis {
            spec = spec.with("taxis", self.taxis);
        }
        if self.detectives != default.detectives {
            spec = spec.with("detectives", self.detectives);
        }
        spec
    }

    /// The board.
    pub fn board(&self) -> &'static Board {
        Board::of(self.edition)
    }

    /// The start cards of Mr X.
    pub fn hider_deck(&self) -> &'static [Station] {
        &self.board().decks[usize::from(self.starts == Starts::New)]
    }

    /// The start cards of the detectives.
    pub fn seeker_deck(&self) -> &'static [Station] {
        &self.board().decks[2 * usize::from(self.starts == Starts::New)]
    }

    /// The table before the first move, with the detectives at these stations.
    pub fn open(&self, seekers: [Station; SEEKERS]) -> PublicState {
        let mut purses = [Purse::new([self.taxis, 8, 4, 0]); SEEKERS + 1];
        purses[0] = Purse::new([4, 3, 3, self.detectives]);
        PublicState {
            board: self.board(),
            seekers: seekers.into(),
            purses,
            doubles: 2,
            round: 0,
            turn: 0,
            between: false,
            detectives: self.detectives,
            outcome: Outcome::Running,
            stance: Stance::default(),
        }
    }

    /// The record of a game that has not begun.
    pub fn record(&self, seekers: [Station; SEEKERS]) -> PublicRecord {
        let mut possible: StationSet = self.hider_deck().iter().map(|&s| s as usize).collect();
        for seeker in seekers {
            possible.remove(seeker as usize);
        }
        PublicRecord::new(seekers, possible)
    }

    /// The game with these start cards.
    pub fn with_starts(&self, hider: Station, seekers: [Station; SEEKERS]) -> Full {
        Full { open: self.open(seekers), hider, belief: self.record(seekers) }
    }

    /// The game whose start cards are drawn by this seed.
    pub fn start(&self, seed: u64) -> Full {
        let mut rng = stream(&[seed]);
        let hiders = self.hider_deck();
        let hider = hiders[below(&mut rng, hiders.len())];
        let mut seekers = [0; SEEKERS];
        for i in 0..usize::from(self.detectives) {
            seekers[i] = loop {
                let deck = self.seeker_deck();
                let card = deck[below(&mut rng, deck.len())];
                if card != hider && !seekers.contains(&card) {
                    break card;
                }
            };
        }
        self.with_starts(hider, seekers)
    }
}
