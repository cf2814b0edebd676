//! What every command that plays games takes: seed, threads, clock, JSON.

use crate::interrupt;
use spinney_lab::runner::RunOptions;
use std::time::Duration;

/// Flags of commands that play.
#[derive(Clone, Debug, clap::Args)]
#[group(skip)]
pub struct Args {
    /// The seed of all games. The same seed gives the same games.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The number of games played at the same time [default: one per core].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub threads: Option<u16>,
    /// A side that thinks longer than this about a move loses the game.
    #[arg(long, value_name = "MILLIS")]
    pub clock: Option<u64>,
    /// Print a JSON document.
    #[arg(long)]
    pub json: bool,
}

/// A number of games: at least one.
pub fn games(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|&games: &u64| games > 0);
    number.ok_or_else(|| "expected a whole number above 0".to_string())
}

impl Args {
    /// The same for the laboratory, stopped by Ctrl-C.
    pub fn options(&self) -> RunOptions {
        RunOptions {
            threads: self.threads.map_or(0, usize::from),
            clock: self.clock.map(Duration::from_millis),
            stop: interrupt::stop().clone(),
        }
    }
}
