//! The variants of the rules, as the game's specification names them, and how a game starts.

use super::belief::PublicRecord;
use super::position::Full;
use super::public_state::{Outcome, PublicState, Purse, ROUNDS, SEEKERS};
use super::stance::Stance;
use crate::scotland_yard::board::{Board, Edition, Station, StationSet};
use spinney_search::rng::{Rng, below, mix, stream};
use spinney_spec::{Choice, Param, Schema, Settings, Spec, choice};

/// The game and its options; the defaults are the rules of Nijssen and Winands.
pub static GAME: Schema = Schema {
    name: "scotland-yard",
    help: "five detectives hunt Mr X through London",
    source: "Nijssen and Winands 2012, II-B; Borák 2021, chapter 2",
    params: &[
        Param::choice("edition", "classic", Edition::NAMES, "the edition of the board"),
        Param::choice(
            "starts",
            "classic",
            Starts::NAMES,
            "start cards: one deck of 18 (classic-62: with 62 for 29), or 13 for Mr X and 16 for the detectives",
        ),
        Param::choice(
            "spread",
            "random",
            Spread::NAMES,
            "Mr X's start card: drawn at random, or each card equally often in a match (Borák 2021, chapter 6)",
        ),
        Param::integer("rounds", "24", 23, 24, "the number of moves after which Mr X wins"),
        Param::integer("taxis", "10", 1, 22, "taxi tickets per detective; newer rules have 11"),
        Param::integer(
            "detectives",
            "5",
            1,
            5,
            "the number of detectives; Mr X has as many black tickets",
        ),
    ],
};

choice! {
    /// Which decks the start cards come from.
    pub enum Starts {
        /// One deck for all.
        Classic = "classic",
        /// One for Mr X, one for the detectives.
        New = "new",
        /// One for all, with station 62 in place of 29.
        Classic62 = "classic-62",
    }
}

choice! {
    /// How Mr X's start cards are shared out over the games of a match.
    pub enum Spread {
        /// A card is drawn for each game.
        Random = "random",
        /// The games go round all cards in turn.
        Equal = "equal",
    }
}

/// The classic deck with 62 in place of 29, as a public program of 2015 has it.
static CLASSIC_62: [Station; 18] =
    [13, 26, 34, 50, 53, 62, 91, 94, 103, 112, 117, 132, 138, 141, 155, 174, 197, 198];

/// A variant of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The board.
    pub edition: Edition,
    /// The start cards.
    pub starts: Starts,
    /// How often each of Mr X's is used.
    pub spread: Spread,
    /// How many moves Mr X makes.
    pub rounds: u8,
    /// Taxi tickets of a detective.
    pub taxis: u8,
    /// How many detectives.
    pub detectives: u8,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            edition: Edition::Classic,
            starts: Starts::Classic,
            spread: Spread::Random,
            rounds: ROUNDS,
            taxis: 10,
            detectives: 5,
        }
    }
}

impl Options {
    /// From the game's specification.
    pub fn from_settings(settings: &Settings) -> Self {
        Self {
            edition: settings.choice("edition"),
            starts: settings.choice("starts"),
            spread: settings.choice("spread"),
            rounds: settings.integer("rounds") as u8,
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
            spec = spec.with("starts", self.starts.name());
        }
        if self.spread != default.spread {
            spec = spec.with("spread", self.spread.name());
        }
        if self.rounds != default.rounds {
            spec = spec.with("rounds", self.rounds);
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
        if self.rounds == ROUNDS {
            Board::of(self.edition)
        } else {
            Board::one_round_less(self.edition)
        }
    }

    /// The start cards of Mr X.
    pub fn hider_deck(&self) -> &'static [Station] {
        self.deck(1)
    }

    /// The start cards of the detectives.
    pub fn seeker_deck(&self) -> &'static [Station] {
        self.deck(2)
    }

    /// The deck of one side, or the one that both share.
    fn deck(self, side: usize) -> &'static [Station] {
        match self.starts {
            Starts::Classic => &self.board().decks[0],
            Starts::Classic62 => &CLASSIC_62,
            Starts::New => &self.board().decks[side],
        }
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
        self.draw_seekers(hider, &mut rng)
    }

    /// The start of game `number` of a match with this seed.
    pub fn start_of(&self, seed: u64, number: u64) -> Full {
        let seed = mix(&[seed, number, 0]);
        match self.spread {
            Spread::Random => self.start(seed),
            Spread::Equal => {
                let hiders = self.hider_deck();
                let hider = hiders[(number % hiders.len() as u64) as usize];
                self.draw_seekers(hider, &mut stream(&[seed]))
            }
        }
    }

    /// The game with Mr X there and the detectives' cards drawn.
    fn draw_seekers(self, hider: Station, rng: &mut Rng) -> Full {
        let mut seekers = [0; SEEKERS];
        for i in 0..usize::from(self.detectives) {
            seekers[i] = loop {
                let deck = self.seeker_deck();
                let card = deck[below(rng, deck.len())];
                if card != hider && !seekers.contains(&card) {
                    break card;
                }
            };
        }
        self.with_starts(hider, seekers)
    }
}
