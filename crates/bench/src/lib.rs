//! Speed: one job, done by several searches.
//!
//! The job is Connect Four from the empty board: UCT with c = √2, one random playout a leaf. Every
//! search plays it on the same bitboard, [`spinney_games::connect_four::ConnectFour`], with the
//! same generator, so that what differs is the search. `cargo run --release -p spinney-bench --bin
//! rivals` runs them in turn and prints the ratios.

pub mod bare;
pub mod board_game;
pub mod mcts;
pub mod spinney;

use std::time::Duration;

/// What one search did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// How long it took, from an empty tree to the answer.
    pub time: Duration,
    /// The column that it would play, from 0.
    pub column: u8,
    /// How often the root was visited.
    pub visits: u64,
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
