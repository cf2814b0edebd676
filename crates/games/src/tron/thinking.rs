//! How long an agent thinks over a move.

use spinney_search::budget::{Budget, Stop};
use spinney_search::spec::{Param, Settings};
use std::time::Duration;

/// A limit on every move: playouts (which repeat exactly), or else time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Thinking {
    playouts: Option<u64>,
    time: Duration,
}

impl Thinking {
    /// `millis`.
    pub(super) const MILLIS: Param =
        Param::integer("millis", "100", 1, 86_400_000, "thinking time a move, where playouts=0");
    /// `playouts`.
    pub(super) const PLAYOUTS: Param = Param::integer(
        "playouts",
        "0",
        0,
        1_000_000_000_000,
        "iterations a move, whatever time they take; 0 for a limit in time",
    );

    /// What the settings say.
    pub(super) fn new(settings: &Settings) -> Self {
        let playouts = Some(settings.integer("playouts")).filter(|&n| n > 0);
        Self { playouts, time: within(settings.integer("millis")) }
    }

    /// The budget of one move.
    pub(super) fn budget(&self, stop: &Stop) -> Budget {
        let time = if self.playouts.is_none() { Some(self.time) } else { None };
        Budget { playouts: self.playouts, time, stop: Some(stop.clone()), ..Budget::default() }
    }
}

/// When to end a search so that the answer is there within so many milliseconds: the last
/// iteration and the choice of the move take their time, and so may the machine.
fn within(millis: u64) -> Duration {
    let whole = Duration::from_millis(millis);
    whole.saturating_sub((whole / 8).min(Duration::from_millis(2)))
}
