//! How long an agent thinks over a move.

use spinney_search::budget::{Budget, Stop};
use spinney_spec::{Param, Settings};
use std::time::{Duration, Instant};

/// A limit on every move: playouts (which repeat exactly), or else time.
///
/// A limit in time is for the answer, not for the search, which therefore ends a little before:
/// the last iteration and the choice of the move take their time. On a busy machine the process
/// may moreover be put aside just then; who was late once expects it again, for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tron) struct Thinking {
    playouts: Option<u64>,
    limit: Duration,
    /// How much longer than meant a move took lately.
    late: Duration,
}

impl Thinking {
    /// `millis`.
    pub(in crate::tron) const MILLIS: Param =
        Param::integer("millis", "100", 1, 86_400_000, "thinking time a move, where playouts=0");
    /// `playouts`.
    pub(in crate::tron) const PLAYOUTS: Param = Param::integer(
        "playouts",
        "0",
        0,
        1_000_000_000_000,
        "iterations a move, whatever time they take; 0 for a limit in time",
    );

    /// What the settings say.
    pub(in crate::tron) fn new(settings: &Settings) -> Self {
        let playouts = Some(settings.integer("playouts")).filter(|&n| n > 0);
        let limit = Duration::from_millis(settings.integer("millis"));
        Self { playouts, limit, late: Duration::ZERO }
    }

    /// Thinks over one move.
    pub(in crate::tron) fn think<T>(
        &mut self,
        stop: &Stop,
        search: impl FnOnce(&Budget) -> T,
    ) -> T {
        let begin = Instant::now();
        let time = if self.playouts.is_none() { Some(self.search_time()) } else { None };
        let (playouts, stop) = (self.playouts, Some(stop.clone()));
        let found = search(&Budget { playouts, time, stop, ..Budget::default() });
        if let Some(time) = time {
            self.took(begin.elapsed(), time);
        }
        found
    }

    /// When a search ends, so that the answer is there in time.
    fn search_time(&self) -> Duration {
        let reserve = (self.limit / 8).min(Duration::from_millis(5));
        self.limit.saturating_sub(reserve + self.late).max(self.limit / 2)
    }

    /// A move took so long that was meant to take `time`.
    fn took(&mut self, took: Duration, time: Duration) {
        self.late = took.saturating_sub(time).max(self.late * 15 / 16);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn who_was_late_ends_earlier_for_a_while() {
        let mut thinking = Thinking { playouts: None, limit: millis(100), late: Duration::ZERO };
        assert_eq!(thinking.search_time(), millis(95));
        thinking.took(millis(105), millis(95));
        assert_eq!(thinking.search_time(), millis(85));
        thinking.took(millis(50), millis(85));
        assert_eq!(thinking.search_time(), Duration::from_micros(85_625));
        for _ in 0..200 {
            thinking.took(millis(90), millis(95));
        }
        assert!(thinking.search_time() > millis(94));
        // However late: half of the time is used.
        thinking.took(millis(400), millis(95));
        assert_eq!(thinking.search_time(), millis(50));
    }

    #[test]
    fn short_times_keep_an_eighth() {
        let thinking = Thinking { playouts: None, limit: millis(8), late: Duration::ZERO };
        assert_eq!(thinking.search_time(), millis(7));
    }

    #[test]
    fn playouts_have_no_clock() {
        let late = Duration::ZERO;
        let mut thinking = Thinking { playouts: Some(7), limit: millis(1), late };
        let budget = thinking.think(&Stop::new(), |budget| {
            std::thread::sleep(millis(3));
            budget.clone()
        });
        assert_eq!((budget.playouts, budget.time, thinking.late), (Some(7), None, late));
    }
}
