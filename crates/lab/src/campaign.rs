//! Plays what a store lacks: many cells, a number of games each, resumed where it stopped.
//!
//! Games are played number by number over all cells, so that at any moment every cell has about
//! the same number: stopping early, by hand or by the clock, leaves an even picture.

use crate::runner::{Ended, Next, Pairing, RunError, RunOptions, play_all};
use crate::store::{CellId, CellKey, RunId, Store, StoreError};
use spinney_games::behaviour::hash;
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
    /// Only this part of the games.
    pub shard: Option<Shard>,
    /// No game begins after this moment.
    pub deadline: Option<Instant>,
}

/// One of several equal parts of a campaign, for machines that share it. Each cell's games are spread
/// over all parts, so that parts take about as long as each other; which game belongs to which part
/// does not depend on what a store holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    part: u64,
    of: u64,
}

/// Why there is no such part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}`: expected a part such as 1/8, from 1/8 to 8/8")]
pub struct ShardError(String);

impl Shard {
    /// Part `part` of `of`, from 1.
    ///
    /// # Errors
    /// When there is no such part.
    pub fn new(part: u64, of: u64) -> Result<Self, ShardError> {
        let there = (1..=of).contains(&part);
        there.then(|| Self { part: part - 1, of }).ok_or_else(|| ShardError(format!("{part}/{of}")))
    }

    /// Whether it has game `number` of a cell.
    pub fn has(&self, cell: &CellKey, number: u64) -> bool {
        let name = format!("{} {:?}", cell.game, cell.agents);
        // Another cell begins with another part, or the first parts would have more games.
        let first = hash(name.as_bytes()) % self.of;
        (number % self.of + first) % self.of == self.part
    }
}

impl std::str::FromStr for Shard {
    type Err = ShardError;
    fn from_str(text: &str) -> Result<Self, ShardError> {
        let numbers = text.split_once('/').map(|(part, of)| (part.parse().ok(), of.parse().ok()));
        match numbers {
            Some((Some(part), Some(of))) => Self::new(part, of),
            _ => Err(ShardError(text.to_string())),
        }
    }
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
    let (mut jobs, mut wanted): (Vec<(u64, usize)>, u64) = (Vec::new(), 0);
    for (index, (&cell, &games)) in cells.iter().zip(campaign.games).enumerate() {
        let has =
            |number: &u64| campaign.shard.is_none_or(|shard| shard.has(&keys[index], *number));
        let missing = store.missing(cell, games).map_err(RunError::Sink)?;
        jobs.extend(missing.into_iter().filter(has).map(|number| (number, index)));
        wanted += (0..games).filter(has).count() as u64;
    }
    jobs.sort_unstable();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_in_one_part() {
        let parts: Vec<Shard> = (1..=7).map(|part| Shard::new(part, 7).unwrap()).collect();
        let key = |game: &str| CellKey {
            game: game.to_string(),
            content: String::new(),
            agents: vec!["random".to_string(); 2],
            seed: 1,
            behaviour: String::new(),
        };
        for cell in [key("tron"), key("connect-four"), key("samegame")] {
            for number in 0..50 {
                assert_eq!(parts.iter().filter(|part| part.has(&cell, number)).count(), 1);
            }
            // A cell's games are spread evenly.
            let of_part = |part: &Shard| (0..70).filter(|&number| part.has(&cell, number)).count();
            assert!(parts.iter().all(|part| of_part(part) == 10));
        }
    }

    #[test]
    fn parts_as_text() {
        assert_eq!("3/8".parse(), Shard::new(3, 8));
        for wrong in ["0/8", "9/8", "1/0", "1", "a/b", "-1/2", ""] {
            let error = wrong.parse::<Shard>().unwrap_err().to_string();
            assert!(error.contains("expected a part such as 1/8"), "{error}");
        }
    }
}
