//! Plays what a store lacks: many cells, a number of games each, resumed where it stopped.
//!
//! Games are played number by number over all cells, so that at any moment every cell has about
//! the same number: stopping early, by hand or by the clock, leaves an even picture.

use crate::runner::{Ended, Next, Pairing, RunError, RunOptions, play_all};
use crate::store::{CellId, CellKey, RunId, Store, StoreError};
use std::time::Instant;

/// Where a campaign is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Games that were in the store when it began.
    pub found: u64,
    /// Games played since.
    pub played: u64,
    /// Games asked for in all.
    pub wanted: u64,
}

/// What to fill.
pub struct Campaign<'a> {
    /// The cells.
    pub pairings: &'a [Pairing<'a>],
    /// How many games each is to have: numbers 0 to this.
    pub games: &'a [u64],
    /// No game begins after this moment.
    pub deadline: Option<Instant>,
}

/// Plays the games of the campaign that are not in the store, and stores each batch as it comes.
/// `on_progress` is called after every batch.
pub fn fill(
    campaign: &Campaign<'_>,
    store: &mut Store,
    run: RunId,
    options: &RunOptions,
    mut on_progress: impl FnMut(Progress),
) -> Result<Ended, RunError<StoreError>> {
    assert_eq!(campaign.pairings.len(), campaign.games.len(), "a number of games a cell");
    let keys: Vec<CellKey> = campaign.pairings.iter().map(CellKey::of).collect();
    // A transaction for each of a thousand cells would take longer than many games.
    let cells: Vec<CellId> = store.cells_of(&keys).map_err(RunError::Sink)?;
    let mut jobs: Vec<(u64, usize)> = Vec::new();
    for (index, (&cell, &games)) in cells.iter().zip(campaign.games).enumerate() {
        let missing = store.missing(cell, games).map_err(RunError::Sink)?;
        jobs.extend(missing.into_iter().map(|number| (number, index)));
    }
    jobs.sort_unstable();
    let wanted: u64 = campaign.games.iter().sum();
    let mut progress = Progress { found: wanted - jobs.len() as u64, played: 0, wanted };
    on_progress(progress);
    let in_time = |_: &(u64, usize)| campaign.deadline.is_none_or(|end| Instant::now() < end);
    let jobs = jobs.into_iter().take_while(in_time).map(|(number, index)| (index, number));
    play_all(campaign.pairings, jobs, options, |batch| {
        store.add(run, &cells, &batch)?;
        progress.played += batch.len() as u64;
        on_progress(progress);
        Ok(Next::More)
    })
}
