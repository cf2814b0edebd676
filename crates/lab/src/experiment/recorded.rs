//! Results that are kept with the experiments: what the games of each cell came to.
//!
//! `experiments/<paper>/recorded.toml` has batches of cells of one table that were played by the
//! same commits on the same machines. A line names a cell and gives what it came to:
//!
//! ```toml
//! [[batch]]
//! table = "table-2"
//! commit = "806752968b"
//! machine = "AMD EPYC, 2 cores, linux"
//! seed = 2012
//! seconds = 99              # of thinking, in all
//! cells = """
//! UCB1-Tuned/UCB1 | 9f0c66a1b2d3 | 24 of 42, 4 drawn
//! """
//! ```
//!
//! `24 of 42` are wins of the measured side in decided games. Means have `25 games, mean 59.8,
//! deviation 5.8`, or where claims compare games from the same starts `scores 2431 2213 …`, game
//! by game. The number in the middle is a checksum of what was played ([`PlayId`]): a line counts for
//! the specification that it was played with and for no other. A line may end with the fingerprint of the
//! program that played the games (`| 5c1d…`, as a store has it); without one their behaviour is
//! unknown. Games of the same behaviour with different seeds add up.

mod file;
mod pool;
mod store;

use super::measured::{Behaviour, Measured, Origin};
use super::{Difference, Estimate, Measure, Play};
use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;
use std::fmt;
pub use store::{batches, meaning};

/// What was played and measured, as a number: the same for equal specifications.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlayId(u64);

impl PlayId {
    /// The number of a cell's games.
    pub fn new(measure: &Measure, play: &Play) -> Self {
        Self::of(measure, &play.game, play.agents.iter().map(|(side, agent)| (side, agent)))
    }

    /// That of the same games with the agents of two sides exchanged.
    pub fn mirrored(measure: &Measure, play: &Play) -> Self {
        let agents = play.agents.iter().rev().map(|(_, agent)| agent);
        let sides = play.agents.iter().map(|(side, _)| side);
        Self::of(measure, &play.game, sides.zip(agents))
    }

    fn of<'a>(
        measure: &Measure,
        game: &str,
        agents: impl Iterator<Item = (&'a String, &'a String)>,
    ) -> Self {
        let mut text = format!("{}\n{game}", measure.title());
        for (side, agent) in agents {
            text.extend(["\n", side, " = ", agent]);
        }
        // FNV-1a, of which 48 bits are kept.
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        Self(hash >> 16)
    }
}

impl fmt::Display for PlayId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:012x}", self.0)
    }
}

/// What the games of a cell came to.
#[derive(Clone, Debug, PartialEq)]
pub enum Kept {
    /// The wins of the measured side, and the games that somebody won.
    Rate {
        /// Wins.
        wins: u64,
        /// Games with a winner.
        decided: u64,
    },
    /// Mean and standard deviation of so many games.
    Mean {
        /// The games.
        games: u64,
        /// Their mean.
        mean: f64,
        /// The standard deviation of a single game.
        deviation: f64,
    },
    /// The score of each game by its number; none where that game was not played.
    Scores(Vec<Option<f64>>),
}

/// A cell with its results.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedCell {
    /// Its name.
    pub key: String,
    /// What was played.
    pub play: PlayId,
    /// What it came to.
    pub kept: Kept,
    /// Games without a winner.
    pub draws: u64,
    /// Games that ended by a fault of an agent.
    pub faults: u64,
    /// How many games differ from each other, where some repeat others.
    pub distinct: Option<u64>,
    /// The fingerprint of the program that played them, if it was noted.
    pub behaviour: Option<String>,
}

/// Cells of one table that were played in the same way.
#[derive(Clone, Debug, PartialEq)]
pub struct Batch {
    /// The table, by its file's name.
    pub table: String,
    /// Who played it.
    pub origin: Origin,
    /// The seed of all games.
    pub seed: u64,
    /// Seconds of thinking in all, where that is known.
    pub seconds: Option<f64>,
    /// Where the numbers come from, if not straight from a store.
    pub source: Option<String>,
    /// The cells.
    pub cells: Vec<RecordedCell>,
    /// Differences of two cells' games from the same starts: the first cell's name, and the rest.
    pub differences: Vec<(String, Difference)>,
}

/// The recorded results of a paper.
#[derive(Clone, Debug, Default)]
pub struct Recorded {
    batches: Vec<Batch>,
    /// What counts for each play: the batch and the cell with the most games, and those that add to it.
    index: BTreeMap<PlayId, Vec<(usize, usize)>>,
}

impl RecordedCell {
    /// How many games it has.
    pub fn games(&self) -> u64 {
        match &self.kept {
            Kept::Rate { decided, .. } => decided + self.draws,
            Kept::Mean { games, .. } => *games,
            Kept::Scores(scores) => scores.iter().flatten().count() as u64,
        }
    }

    /// These games are of `origin`, and so many seconds were spent thinking in them.
    fn measured(
        &self,
        origin: Origin,
        seconds: f64,
        differences: Vec<Difference>,
        exchanged: bool,
        today: &str,
    ) -> Measured {
        let numbered = |scores: &[Option<f64>]| -> Vec<(u64, f64)> {
            let all = scores.iter().enumerate();
            all.filter_map(|(number, score)| Some((number as u64, (*score)?))).collect()
        };
        let (estimate, scores) = match &self.kept {
            Kept::Rate { wins, decided } => {
                let wins = if exchanged { decided - wins } else { *wins };
                (Estimate::rate(wins, *decided), Vec::new())
            }
            Kept::Mean { games, mean, deviation } => {
                (Estimate::of_mean(*mean, *deviation, *games), Vec::new())
            }
            Kept::Scores(scores) => {
                (Estimate::mean(scores.iter().flatten().copied()), numbered(scores))
            }
        };
        let distinct = self.distinct.unwrap_or_else(|| self.games());
        Measured {
            estimate: estimate.map(|estimate| estimate.with_distinct(distinct, self.games())),
            games: self.games(),
            distinct,
            draws: self.draws,
            faults: self.faults,
            time: std::time::Duration::from_secs_f64(seconds),
            scores,
            differences,
            origin: Origin { recorded: true, ..origin },
            fingerprint: self.behaviour.clone(),
            behaviour: Behaviour::of(self.behaviour.as_deref(), today),
        }
    }
}

impl Batch {
    fn games(&self) -> u64 {
        self.cells.iter().map(RecordedCell::games).sum()
    }

    /// The time of one of its cells: that of the batch, shared out by games.
    fn seconds_of(&self, cell: &RecordedCell) -> f64 {
        self.seconds.unwrap_or(0.0) * cell.games() as f64 / self.games().max(1) as f64
    }
}

impl Recorded {
    /// Reads the text of a file.
    pub fn parse(text: &str) -> Result<Self, String> {
        file::parse(text).map(Self::new)
    }

    fn new(batches: Vec<Batch>) -> Self {
        let mut index: BTreeMap<PlayId, Vec<(usize, usize)>> = BTreeMap::new();
        for (b, batch) in batches.iter().enumerate() {
            for (c, cell) in batch.cells.iter().enumerate() {
                index.entry(cell.play).or_default().push((b, c));
            }
        }
        let entry = |&(b, c): &(usize, usize)| (batches[b].seed, &batches[b].cells[c]);
        for places in index.values_mut() {
            // The order of the file decides between equals.
            places.sort_by_key(|place| Reverse(entry(place).1.games()));
            let mut together: Vec<(usize, usize)> = Vec::new();
            for place in places.iter() {
                if together.iter().all(|known| pool::add_up(entry(known), entry(place))) {
                    together.push(*place);
                }
            }
            *places = together;
        }
        Self { batches, index }
    }

    /// The text of the file.
    pub fn text(&self, paper: &str) -> String {
        file::text(&self.batches, paper)
    }

    /// The batches.
    pub fn batches(&self) -> &[Batch] {
        &self.batches
    }

    /// The results of a play; `today` is the fingerprint of today's program.
    pub fn find(&self, play: PlayId, today: &str) -> Option<Measured> {
        self.look(play, false, today)
    }

    /// The results of a play whose sides were exchanged when it was recorded.
    pub fn find_mirrored(&self, play: PlayId, today: &str) -> Option<Measured> {
        self.look(play, true, today)
    }

    fn look(&self, play: PlayId, exchanged: bool, today: &str) -> Option<Measured> {
        let entries = self.entries(play);
        let cell = pool::sum(entries.iter().map(|(_, cell)| *cell))?;
        let origin = Origin::of_all(entries.iter().map(|(batch, _)| &batch.origin));
        let seconds = entries.iter().map(|(batch, cell)| batch.seconds_of(cell)).sum();
        let of_these = entries
            .iter()
            .flat_map(|(batch, cell)| batch.differences.iter().filter(|(key, _)| *key == cell.key));
        let differences = match entries.len() {
            1 => of_these.map(|(_, difference)| difference.clone()).collect(),
            _ => Vec::new(),
        };
        Some(cell.measured(origin, seconds, differences, exchanged, today))
    }

    /// The batches and cells that count for a play.
    fn entries(&self, play: PlayId) -> Vec<(&Batch, &RecordedCell)> {
        let places = self.index.get(&play).into_iter().flatten();
        places.map(|&(b, c)| (&self.batches[b], &self.batches[b].cells[c])).collect()
    }

    /// Adds cells. A cell is added to what is known if that was played with other seeds by a
    /// program of the same behaviour. Otherwise it takes the place of what is known if it has more
    /// games, or as many of another behaviour and says of which. Gives how many cells were taken.
    pub fn add(&mut self, mut batch: Batch) -> usize {
        let seed = batch.seed;
        batch.cells.retain(|new| {
            let known = self.entries(new.play);
            let apart = |(batch, cell): &&(&Batch, &RecordedCell)| {
                !pool::add_up((seed, new), (batch.seed, cell))
            };
            let apart: Vec<&RecordedCell> = known.iter().filter(apart).map(|(_, c)| *c).collect();
            let Some(first) = apart.first() else { return true };
            let games: u64 = apart.iter().map(|cell| cell.games()).sum();
            match games.cmp(&new.games()) {
                Ordering::Less => true,
                Ordering::Equal => new.behaviour.is_some() && first.behaviour != new.behaviour,
                Ordering::Greater => false,
            }
        });
        let taken = batch.cells.len();
        if taken == 0 {
            return 0;
        }
        let mut batches = std::mem::take(&mut self.batches);
        for old in &mut batches {
            let replaced = |cell: &RecordedCell| {
                let same = batch.cells.iter().find(|new| new.play == cell.play);
                same.is_some_and(|new| !pool::add_up((seed, new), (old.seed, cell)))
            };
            let gone: Vec<String> = old
                .cells
                .iter()
                .filter(|cell| replaced(cell))
                .map(|cell| cell.key.clone())
                .collect();
            if !gone.is_empty() {
                old.cells.retain(|cell| !gone.contains(&cell.key));
                old.differences.retain(|(key, d)| !gone.contains(key) && !gone.contains(&d.less));
                // Of the time nobody knows which part was theirs.
                old.seconds = None;
            }
        }
        batches.retain(|old| !old.cells.is_empty());
        batches.push(batch);
        *self = Self::new(batches);
        taken
    }

    /// Gives cells the checksums of what their names mean now: for specifications that are written
    /// in another way and mean the same games.
    pub fn adopt(&mut self, meaning: impl Fn(&str, &str) -> Option<PlayId>) {
        let mut batches = std::mem::take(&mut self.batches);
        for batch in &mut batches {
            for cell in &mut batch.cells {
                cell.play = meaning(&batch.table, &cell.key).unwrap_or(cell.play);
            }
        }
        *self = Self::new(batches);
    }
}

#[cfg(test)]
mod tests;
