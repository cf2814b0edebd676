//! What every command that plays games takes: seed, threads, clock, JSON.

use crate::interrupt;
use spinney_lab::runner::RunOptions;
use std::time::Duration;

/// Flags of commands that play.
#[derive(Clone, Debug, clap::Args)]
#[group(skip)]
pub struct Args {
    /// Seed of all games: the same seed, the same games.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Games at the same time [default: one a core].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub threads: Option<u16>,
    /// A side that takes longer over one move loses the game.
    #[arg(long, value_name = "MILLIS")]
    pub clock: Option<u64>,
    /// A document for programs.
    #[arg(long)]
    pub json: bool,
}

/// A number of games: at least one.
pub fn games(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|&games: &u64| games > 0);
    number.ok_or_else(|| "a whole number above 0 was expected".to_string())
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
