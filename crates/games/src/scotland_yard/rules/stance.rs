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
}

/// The attitude of one search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stance {
    /// Which black tickets are left out.
    pub black: BlackFilter,
    /// Which double moves are looked at.
    pub doubling: Doubling,
    /// The seeker, 1 to 5, who alone moves while the others stand still (Nijssen and Winands V-B); 0
    /// when all move.
    pub lone: u8,
}

impl Stance {
    /// `Offer` and `Now` are about one move.
    #[inline]
    pub(in crate::scotland_yard) fn hider_moved(&mut self) {
        if self.doubling != Doubling::Rules {
            self.doubling = Doubling::Never;
        }
    }
}
