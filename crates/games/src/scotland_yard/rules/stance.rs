//! What a search adds to the rules: which of the hider's moves it looks at. In a real game
//! it is off.

use spinney_spec::choice;

choice! {
    /// Where the hider may not use a black ticket, to save it (move filtering).
    #[derive(Default)]
    pub enum BlackFilter {
        /// Nijssen and Winands IV-F: not in the first two rounds, not in a round in which he
        /// surfaces, not when all possible stations have only taxis; but always at a ferry.
        Nijssen = "nijssen",
        /// Borák, chapter 5: not before round 3, not when all possible stations have only taxis.
        Borak = "borak",
        /// Anywhere allowed.
        #[default]
        Off = "none",
    }
}

/// Where the hider's double moves are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Doubling {
    /// Wherever the rules allow them.
    #[default]
    Rules,
    /// Nowhere.
    Never,
    /// Beside the single moves at the hider's next move, and never after.
    Offer,
    /// Instead of single moves at the hider's next move, and never after.
    Now,
    /// Instead of single moves wherever the mean distance of the detectives is 3 or less, after the
    /// first two rounds; elsewhere not.
    Near,
}

/// The attitude of one search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stance {
    /// Which black tickets are left out.
    pub black: BlackFilter,
    /// Which double moves are looked at.
    pub doubling: Doubling,
    /// The lone seeker in the lower three bits, and in the others the round in which the search began:
    /// with a byte more, a position would not fit a cache line.
    lone_and_since: u8,
}

impl Stance {
    /// For a search that begins in this round.
    pub fn new(black: BlackFilter, doubling: Doubling, since: u8) -> Self {
        Self { black, doubling, lone_and_since: since << 3 }
    }

    /// The same in which one seeker, 1 to 5, moves alone while the others stand still (Nijssen and
    /// Winands V-B); 0 when all move.
    #[must_use]
    pub fn with_lone(self, seeker: u8) -> Self {
        Self { lone_and_since: self.lone_and_since & !7 | seeker, ..self }
    }

    /// The seeker who moves alone; 0 when all move.
    #[inline]
    pub fn lone(self) -> u8 {
        self.lone_and_since & 7
    }

    /// The round in which the search began.
    #[inline]
    pub fn since(self) -> u8 {
        self.lone_and_since >> 3
    }

    /// `Offer` and `Now` are about one move.
    #[inline]
    pub(in crate::scotland_yard) fn hider_moved(&mut self) {
        if !matches!(self.doubling, Doubling::Rules | Doubling::Near) {
            self.doubling = Doubling::Never;
        }
    }
}
