//! How long a search may think: playouts, nodes, time, a stop flag, or several at once.
//!
//! A search ends at the first limit that it meets. One with no limit at all ends when its stop
//! flag is raised, or at once if it has none.
//!
//! ```
//! use spinney_search::budget::Budget;
//! let budget = Budget::playouts(1_000).and_millis(50);
//! assert_eq!(budget.playouts, Some(1_000));
//! ```

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A flag that ends searches from outside: a person interrupts, a client goes away.
#[derive(Clone, Default)]
pub struct Stop {
    raised: Arc<AtomicBool>,
    ask: Option<Ask>,
}

/// Says whether to stop.
type Ask = Arc<dyn Fn() -> bool + Send + Sync>;

impl Stop {
    /// A flag that is down.
    pub fn new() -> Self {
        Self::default()
    }
    /// The same flag, which is also raised when this answers yes. It is asked on any thread of a search
    /// and up to once per few microseconds, so that it must be quick to say no.
    pub fn or_when(self, ask: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self { ask: Some(Arc::new(ask)), ..self }
    }
    /// Raises the flag.
    pub fn raise(&self) {
        self.raised.store(true, Ordering::Relaxed);
    }
    /// Whether it was raised.
    #[inline]
    pub fn raised(&self) -> bool {
        self.raised.load(Ordering::Relaxed) || self.ask.as_ref().is_some_and(|ask| self.asked(ask))
    }
    #[cold]
    fn asked(&self, ask: &Ask) -> bool {
        let yes = ask();
        if yes {
            self.raise();
        }
        yes
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Stop").field(&self.raised).finish()
    }
}

/// The limits of one search.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Iterations at most.
    pub playouts: Option<u64>,
    /// Positions in the tree at most; the search ends when a new one would exceed it. A search
    /// that has no other limit also ends when it stores less than one position per 100 playouts.
    pub nodes: Option<u64>,
    /// Thinking time at most.
    pub time: Option<Duration>,
    /// Ends the search when raised.
    pub stop: Option<Stop>,
}

impl Budget {
    /// So many iterations.
    pub fn playouts(n: u64) -> Self {
        Self { playouts: Some(n), ..Self::default() }
    }
    /// So many nodes.
    pub fn nodes(n: u64) -> Self {
        Self { nodes: Some(n), ..Self::default() }
    }
    /// So many milliseconds.
    pub fn millis(n: u64) -> Self {
        Self { time: Some(Duration::from_millis(n)), ..Self::default() }
    }
    /// The same, and at most so many iterations.
    pub fn and_playouts(mut self, n: u64) -> Self {
        self.playouts = Some(n);
        self
    }
    /// The same, and at most so many milliseconds.
    pub fn and_millis(mut self, n: u64) -> Self {
        self.time = Some(Duration::from_millis(n));
        self
    }
    /// The same, and until this flag is raised.
    pub fn and_stop(mut self, stop: Stop) -> Self {
        self.stop = Some(stop);
        self
    }
    /// Whether anything but a stop flag limits it.
    pub fn is_limited(&self) -> bool {
        self.playouts.is_some() || self.nodes.is_some() || self.time.is_some()
    }
    /// Starts the clock of a search that also ends by itself, so that no limit means no limit.
    pub(crate) fn start_or_endless(&self) -> Meter {
        if self.is_limited() || self.stop.is_some() {
            self.start()
        } else {
            Self::playouts(u64::MAX).start()
        }
    }
    /// Equal shares of the playouts and nodes, with all of the time, for so many searches at once.
    pub fn shared_out(&self, searches: usize) -> Vec<Self> {
        let share = |whole: u64, i: usize| {
            whole / searches as u64 + u64::from((i as u64) < whole % searches as u64)
        };
        let part = |i| Self {
            playouts: self.playouts.map(|n| share(n, i)),
            nodes: self.nodes.map(|n| share(n, i)),
            ..self.clone()
        };
        (0..searches).map(part).collect()
    }

    /// Starts the clock.
    pub fn start(&self) -> Meter {
        let unlimited = !self.is_limited() && self.stop.is_none();
        let now = Instant::now();
        Meter {
            playouts: if unlimited { 0 } else { self.playouts.unwrap_or(u64::MAX) },
            nodes: self.nodes.unwrap_or(u64::MAX),
            deadline: self.time.map(|t| now + t),
            stop: self.stop.clone(),
            started: now,
            done: 0,
            next_look: 0,
            stride: 1,
            looked: now,
            over: false,
            observation: None,
        }
    }
}

/// A budget being spent. The clock and the flag are looked at about every 50 µs, however long an
/// iteration takes.
#[derive(Clone, Debug)]
pub struct Meter {
    playouts: u64,
    nodes: u64,
    deadline: Option<Instant>,
    stop: Option<Stop>,
    started: Instant,
    done: u64,
    next_look: u64,
    stride: u64,
    looked: Instant,
    /// Whether the clock or the flag has ended it.
    over: bool,
    observation: Option<Observation>,
}

/// When a search is to be observed next.
#[derive(Clone, Copy, Debug)]
struct Observation {
    every: Duration,
    next: Instant,
    due: bool,
}

impl Meter {
    /// The same meter, which also interrupts the search each time that `every` has passed.
    pub(crate) fn observed(mut self, every: Duration) -> Self {
        let next = self.started + every;
        self.observation = Some(Observation { every, next, due: false });
        self
    }

    /// Whether the search was interrupted to be observed. The next call says no, until it is due
    /// again.
    pub(crate) fn observation_due(&mut self) -> bool {
        let Some(observation) = &mut self.observation else { return false };
        if !observation.due {
            return false;
        }
        observation.due = false;
        observation.next = Instant::now() + observation.every;
        true
    }

    /// Whether one more iteration may start, given the nodes in the tree; counts it if so. An
    /// observed search is also stopped when an observation is due.
    #[inline]
    pub fn take(&mut self, nodes: u64) -> bool {
        if self.done >= self.playouts || nodes >= self.nodes {
            return false;
        }
        if self.done >= self.next_look && self.look() {
            return false;
        }
        self.done += 1;
        true
    }

    /// Looks at the clock and the flag; true when it is time to end, or to be observed.
    #[cold]
    fn look(&mut self) -> bool {
        if self.stop.as_ref().is_some_and(Stop::raised) {
            self.over = true;
            return true;
        }
        if self.deadline.is_none() && self.observation.is_none() {
            // Only the flag matters: a fixed stride is fine.
            self.next_look = self.done + if self.stop.is_some() { 16 } else { u64::MAX / 2 };
            return false;
        }
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            self.over = true;
            return true;
        }
        let since = now - self.looked;
        if since < Duration::from_micros(25) {
            self.stride = (self.stride * 2).min(1 << 12);
        } else if since > Duration::from_micros(100) {
            self.stride = (self.stride / 2).max(1);
        }
        self.looked = now;
        self.next_look = self.done + self.stride;
        match &mut self.observation {
            Some(observation) if now >= observation.next => {
                observation.due = true;
                true
            }
            _ => false,
        }
    }

    /// The same meter for a thread that nobody observes.
    pub(crate) fn unobserved(mut self) -> Self {
        self.observation = None;
        self
    }
    /// Iterations at most.
    pub(crate) fn playouts(&self) -> u64 {
        self.playouts
    }
    /// Allows exactly so many iterations from now on: the batch of one of several threads.
    pub(crate) fn grant(&mut self, playouts: u64) {
        self.playouts = self.done + playouts;
    }
    /// Iterations that were granted and not taken.
    pub(crate) fn left(&self) -> u64 {
        self.playouts - self.done
    }
    /// Whether the budget is spent, but for its iterations.
    pub(crate) fn is_over(&self, nodes: u64) -> bool {
        self.over || nodes >= self.nodes
    }
    /// Counts the iterations of all threads.
    pub(crate) fn set_done(&mut self, done: u64) {
        self.done = done;
    }

    /// Allows so many iterations at most.
    pub(crate) fn limit(&mut self, playouts: u64) {
        self.playouts = self.playouts.min(playouts);
    }

    /// Allows so many iterations more than the budget did.
    pub(crate) fn extend(&mut self, playouts: u64) {
        self.playouts = self.playouts.saturating_add(playouts);
    }
    /// Iterations taken so far.
    pub fn done(&self) -> u64 {
        self.done
    }
    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU64;

    fn spend(budget: &Budget) -> u64 {
        let mut meter = budget.start();
        while meter.take(meter.done() / 2) {}
        meter.done()
    }

    #[test]
    fn counts_are_exact() {
        assert_eq!(spend(&Budget::playouts(0)), 0);
        assert_eq!(spend(&Budget::playouts(1234)), 1234);
        assert_eq!(spend(&Budget::nodes(10)), 20);
        assert_eq!(spend(&Budget::nodes(10).and_playouts(7)), 7);
    }

    #[test]
    fn no_limit_means_no_search() {
        assert_eq!(spend(&Budget::default()), 0);
    }

    #[test]
    fn a_raised_flag_ends_it() {
        let stop = Stop::new();
        stop.raise();
        assert_eq!(spend(&Budget::playouts(1000).and_stop(stop.clone())), 0);
        assert_eq!(spend(&Budget::default().and_stop(stop)), 0);
    }

    #[test]
    fn a_flag_may_ask_and_stays_raised() {
        let calls = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&calls);
        let stop = Stop::new().or_when(move || counted.fetch_add(1, Ordering::Relaxed) == 2);
        let taken = spend(&Budget::playouts(1_000_000).and_stop(stop.clone()));
        assert!(taken > 0 && taken < 1_000, "{taken}");
        assert!(stop.raised());
        assert_eq!(calls.load(Ordering::Relaxed), 3);
    }

    #[test]
    fn an_observation_interrupts_and_the_count_goes_on() {
        let budget = Budget::playouts(200_000);
        let mut meter = budget.start().observed(Duration::ZERO);
        let mut interruptions = 0;
        loop {
            while meter.take(0) {}
            if !meter.observation_due() {
                break;
            }
            assert!(!meter.observation_due(), "one observation, one interruption");
            interruptions += 1;
        }
        assert_eq!(meter.done(), 200_000);
        assert!(interruptions > 1, "{interruptions}");
    }

    #[test]
    fn time_ends_it() {
        assert_eq!(spend(&Budget::millis(0)), 0);
        assert!(spend(&Budget::millis(5)) > 0);
    }
}
