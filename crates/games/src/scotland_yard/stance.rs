//! What a search adds to the rules: which of the hider's moves it looks at, and whose win counts how
//! much. In a real game all of it is off.

/// Where the hider may not use a black ticket, to save it (move filtering).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BlackFilter {
    /// Anywhere allowed.
    #[default]
    Off,
    /// Nijssen and Winands IV-F: not in the first two rounds, not in a round in which he surfaces,
    /// not when all possible stations have only taxis; but always at a ferry.
    Nijssen,
    /// Borák, chapter 5: not before round 3, not when all possible stations have only taxis.
    Borak,
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
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Stance {
    /// Which black tickets are left out.
    pub black: BlackFilter,
    /// Which double moves are looked at.
    pub doubling: Doubling,
    /// The seeker, 1 to 5, who searches; 0 when it is the hider.
    pub root: u8,
    /// Coalition Reduction (Nijssen and Winands IV-E): a capture by another seeker than `root` is
    /// worth 1 − r.
    pub reduction: f32,
}

impl Stance {
    /// `Offer` and `Now` are about one move.
    #[inline]
    pub(super) fn hider_moved(&mut self) {
        if self.doubling != Doubling::Rules {
            self.doubling = Doubling::Never;
        }
    }

    /// What a capture by `captor` is worth to the seekers.
    #[inline]
    pub fn capture(&self, captor: u8) -> f64 {
        if captor == self.root { 1.0 } else { 1.0 - f64::from(self.reduction) }
    }
}
