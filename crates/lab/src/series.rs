//! Games of several pairings in a fixed order, some from a store, the others played now.
//!
//! Games finish in any order but are handed over number by number, so a sequential test stops after
//! the same game on any number of threads, and a file of records is the same file. With a store, what
//! it has is not played again, and what is played is in it before it is handed over: a run that was
//! killed goes on where it was, having lost the games in flight.

use crate::runner::{Ended, Finished, Next, Pairing, RunError, RunOptions, play_all};
use crate::store::{CellId, CellKey, RunId, Store, StoreError};
use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};

/// What to play.
pub struct Series<'a> {
    /// Who against whom.
    pub pairings: &'a [Pairing<'a>],
    /// The group of each pairing: those of a group end together.
    pub groups: Vec<usize>,
    /// Games of each pairing; fewer if its group ends before.
    pub games: u64,
}

/// Where games are kept.
pub struct Kept<'a> {
    /// The store.
    pub store: &'a mut Store,
    /// The run that plays.
    pub run: RunId,
}

/// Whether a group needs more games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// It does.
    More,
    /// It has enough: no more of its games are handed over.
    Enough,
}

/// Why a series could not go on, beside its games.
#[derive(Debug, thiserror::Error)]
pub enum SeriesError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Whoever took the games could not write them.
    #[error("can't write the games")]
    Output(#[from] std::io::Error),
}

/// The games that are there, and which of them is due.
struct Queue<'a, F> {
    series: &'a Series<'a>,
    ready: BTreeMap<(u64, usize), Finished>,
    /// The next to hand over.
    due: (u64, usize),
    /// Groups that have enough.
    ended: &'a [AtomicBool],
    on_game: F,
}

impl<F: FnMut(&Finished, bool) -> std::io::Result<Wanted>> Queue<'_, F> {
    fn has_ended(&self, pairing: usize) -> bool {
        self.ended[self.series.groups[pairing]].load(Ordering::Relaxed)
    }

    fn all_ended(&self) -> bool {
        self.ended.iter().all(|ended| ended.load(Ordering::Relaxed))
    }

    /// Hands over what is there, up to the first game that is missing.
    fn hand_over(&mut self) -> std::io::Result<()> {
        while self.due.0 < self.series.games && !self.all_ended() {
            let game = self.ready.remove(&self.due);
            let (number, pairing) = self.due;
            match game {
                _ if self.has_ended(pairing) => {}
                None => return Ok(()),
                Some(game) => {
                    if (self.on_game)(&game, true)? == Wanted::Enough {
                        self.ended[self.series.groups[pairing]].store(true, Ordering::Relaxed);
                    }
                }
            }
            let last = pairing + 1 == self.series.pairings.len();
            self.due = if last { (number + 1, 0) } else { (number, pairing + 1) };
        }
        Ok(())
    }

    /// Stopped: games that finished before an earlier one did are handed over all the same.
    fn hand_over_rest(&mut self) -> std::io::Result<()> {
        for game in std::mem::take(&mut self.ready).values() {
            if !self.has_ended(game.pairing) {
                (self.on_game)(game, false)?;
            }
        }
        Ok(())
    }
}

/// Plays a series. `on_game` is handed each game, number by number, and whether it is in that order:
/// after an interrupt some are not, because one before them is missing.
pub fn play(
    series: &Series<'_>,
    mut kept: Option<Kept<'_>>,
    options: &RunOptions,
    on_game: impl FnMut(&Finished, bool) -> std::io::Result<Wanted>,
) -> Result<Ended, RunError<SeriesError>> {
    let groups = series.groups.iter().max().map_or(0, |last| last + 1);
    let ended: Vec<AtomicBool> = (0..groups).map(|_| AtomicBool::new(false)).collect();
    let stored = |error: StoreError| RunError::Sink(SeriesError::from(error));
    let (cells, ready) = match &kept {
        Some(kept) => stored_games(series, kept.store).map_err(stored)?,
        None => (Vec::new(), BTreeMap::new()),
    };
    let known: HashSet<(u64, usize)> = ready.keys().copied().collect();
    let due = (0, 0);
    let mut queue = Queue { series, ready, due, ended: &ended, on_game };
    let output = |error: std::io::Error| RunError::Sink(SeriesError::from(error));
    queue.hand_over().map_err(output)?;
    let count = series.pairings.len();
    let jobs = (0..series.games)
        .flat_map(|number| (0..count).map(move |pairing| (pairing, number)))
        .filter(|&(pairing, number)| !known.contains(&(number, pairing)))
        .filter(|&(pairing, _)| !ended[series.groups[pairing]].load(Ordering::Relaxed));
    let end = play_all(series.pairings, jobs, options, |batch| {
        if let Some(kept) = &mut kept {
            kept.store.add(kept.run, &cells, &batch)?;
        }
        queue.ready.extend(batch.into_iter().map(|game| ((game.number, game.pairing), game)));
        queue.hand_over()?;
        Ok::<_, SeriesError>(if queue.all_ended() { Next::Enough } else { Next::More })
    })?;
    if end == Ended::Interrupted {
        queue.hand_over_rest().map_err(output)?;
    }
    Ok(end)
}

/// The cells of the pairings, and what is in them.
#[expect(clippy::type_complexity)]
fn stored_games(
    series: &Series<'_>,
    store: &Store,
) -> Result<(Vec<CellId>, BTreeMap<(u64, usize), Finished>), StoreError> {
    let keys: Vec<CellKey> = series.pairings.iter().map(CellKey::of).collect();
    let cells = store.cells_of(&keys)?;
    let mut ready = BTreeMap::new();
    for (pairing, (&cell, of)) in cells.iter().zip(series.pairings).enumerate() {
        let sides = of.contest.sides().len();
        for row in store.games_of(cell, sides, series.games)? {
            let game = Finished { pairing, number: row.number, played: row.played };
            ready.insert((game.number, pairing), game);
        }
    }
    Ok((cells, ready))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(games: u64, store: Option<&mut Store>, enough: u64) -> Vec<(usize, u64)> {
        let contest = spinney_games::open(&"tic-tac-toe".parse().unwrap()).unwrap();
        let agent = contest.check(0, &"random".parse().unwrap()).unwrap();
        let pairing = |seed| Pairing { contest: &*contest, agents: vec![agent.clone(); 2], seed };
        let pairings = [pairing(1), pairing(2)];
        let series = Series { pairings: &pairings, groups: vec![0, 1], games };
        let kept = store.map(|store| {
            let run = store.begin_run("test").unwrap();
            Kept { store, run }
        });
        let options = RunOptions { threads: 3, ..RunOptions::default() };
        let mut seen = Vec::new();
        play(&series, kept, &options, |game, in_order| {
            assert!(in_order);
            seen.push((game.pairing, game.number));
            let first_is_done = game.pairing == 0 && game.number + 1 == enough;
            Ok(if first_is_done { Wanted::Enough } else { Wanted::More })
        })
        .unwrap();
        seen
    }

    #[test]
    fn games_come_in_order_and_a_group_ends_alone() {
        let all: Vec<(usize, u64)> = (0..50).flat_map(|n| [(0, n), (1, n)]).collect();
        assert_eq!(numbers(50, None, 99), all);
        let some: Vec<_> = all.iter().copied().filter(|&(p, n)| p == 1 || n < 7).collect();
        assert_eq!(numbers(50, None, 7), some);
    }

    #[test]
    fn what_is_stored_is_not_played_again() {
        let mut store = Store::in_memory().unwrap();
        let first = numbers(20, Some(&mut store), 99);
        assert_eq!(numbers(30, Some(&mut store), 99).len(), 60);
        let played: Vec<u64> = store.runs(&[]).unwrap().iter().map(|run| run.games).collect();
        assert_eq!((first.len(), played), (40, vec![40, 20]));
        // All there: no game is played, and a group still ends where it did.
        assert_eq!(numbers(30, Some(&mut store), 5).len(), 35);
        assert_eq!(store.runs(&[]).unwrap().len(), 2);
    }
}
