//! Speed: one job, done by several searches.
//!
//! The job is Connect Four from the empty board: UCT with c = √2, one random playout per leaf. Every
//! search plays it on the same bitboard, [`spinney_games::connect_four::ConnectFour`], with the
//! same generator, so that what differs is the search. `cargo run --release -p spinney-bench --bin
//! rivals` runs them in turn and prints the ratios.

pub mod bare;
pub mod board_game;
pub mod mcts;
pub mod spinney;

use std::time::{Duration, Instant};

/// What one search did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// What it took, from an empty tree to the answer: time on the processor where the system tells,
    /// so that a busy machine does not count.
    pub time: Duration,
    /// The column that it would play, from 0.
    pub column: u8,
    /// How often the root was visited.
    pub visits: u64,
}

/// A clock that stands still while other processes have the processor.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    processor: Option<Duration>,
    wall: Instant,
}

impl Clock {
    /// Starts one.
    pub fn start() -> Self {
        Self { processor: on_processor(), wall: Instant::now() }
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        match (self.processor, on_processor()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.wall.elapsed(),
        }
    }
}

/// The time that this thread has had on a processor, as Linux counts it.
fn on_processor() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// A search: simulations and seed in, what it did out.
pub type Search = fn(u64, u64) -> Run;

#[cfg(test)]
mod tests {
    use super::*;

    /// The middle column is the only one that wins: every search prefers it, and does all its work.
    #[test]
    fn all_do_the_same_job() {
        let searches: [Search; 4] = [bare::run, spinney::run, board_game::run, mcts::run];
        for search in searches {
            let run = search(20_000, 1);
            assert_eq!(run.column, 3);
            assert!(run.visits.abs_diff(20_000) <= 1, "{}", run.visits);
        }
    }
}
