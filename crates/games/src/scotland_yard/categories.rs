//! Location categorization (Nijssen and Winands 2012, IV-D): where the hider is likely to be.
//!
//! The possible stations are sorted into a few categories as they were seen when the hider moved. A
//! table, learned from games of agents against each other, says how often he was in each; from it
//! comes the probability of each station.
//!
//! ```
//! use spinney_games::scotland_yard::{categories::Weighing, rules::Options};
//! let weighing: Weighing = "min-distance/general/1/paper".parse()?;
//! let view = Options::default().start(7).public();
//! let weights = weighing.weights(&view);
//! let total: f64 = weights.iter().map(|(_, p)| p).sum();
//! assert!((total - 1.0).abs() < 1e-9);
//! # Ok::<(), String>(())
//! ```

mod table;

pub use table::{Tables, TablesError};

use super::board::{Station, Transports};
use super::view::PublicView;
use std::fmt;
use std::str::FromStr;

/// The categories of the finest categorization.
pub const MOST: usize = 5;
/// A combination of categories that was seen less often than this says nothing.
const THRESHOLD: u32 = 100;

/// What the categories are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Categorization {
    /// The distance to the nearest seeker: 1, 2, 3, 4, 5 and more.
    MinDistance,
    /// The mean distance of the seekers, rounded down: 1, 2, 3, 4, 5 and more.
    AverageDistance,
    /// Taxi; taxi and bus; taxi, bus and underground; ferry.
    Station,
}

impl Categorization {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::MinDistance, Self::AverageDistance, Self::Station];

    /// Its name in specifications and tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::MinDistance => "min-distance",
            Self::AverageDistance => "average-distance",
            Self::Station => "station",
        }
    }

    /// How many categories there are.
    pub fn size(self) -> usize {
        if self == Self::Station { 4 } else { 5 }
    }

    /// The category of a station, from 0, as it was when the hider moved last.
    pub fn category(self, view: &PublicView, station: Station) -> usize {
        let board = view.open.board;
        let seekers = || {
            let then = view.record.seekers_then.iter().filter(|&&s| s != 0);
            then.map(|&s| usize::from(board.distance(Transports::LAND, s, station)))
        };
        match self {
            Self::MinDistance => seekers().min().unwrap_or(1).clamp(1, 5) - 1,
            Self::AverageDistance => {
                (seekers().sum::<usize>() / seekers().count().max(1)).clamp(1, 5) - 1
            }
            Self::Station => match board.stops[station as usize] {
                by if by & Transports::FERRY.0 != 0 => 3,
                by if by & Transports::UNDERGROUND.0 != 0 => 2,
                by if by & Transports::BUS.0 != 0 => 1,
                _ => 0,
            },
        }
    }
}

/// Which table of a categorization is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// How often the hider was in a category, of the times when it was possible.
    General,
    /// The same, for each combination of possible categories.
    Detailed,
}

/// Whose numbers are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// Learned here: `data/scotland-yard/categories.txt`.
    Learned,
    /// Tables I and II of Nijssen and Winands, which know only minimum distance. Borák's five
    /// weights are those of Table I.
    Paper,
}

/// A way to weigh the possible stations: `min-distance/general/1`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weighing {
    /// What the categories are.
    pub by: Categorization,
    /// Which table.
    pub kind: Kind,
    /// Whether a category is drawn first and then one of its stations (formula 4), or a station at
    /// once (formula 3).
    pub two_steps: bool,
    /// Whose numbers.
    pub source: Source,
}

impl FromStr for Weighing {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || {
            format!(
                "`{text}`: expected none, or KIND/TABLE/STEPS with KIND min-distance, average-distance \
                 or station, TABLE general or detailed, STEPS 1 or 2, and /paper for the published \
                 numbers of min-distance"
            )
        };
        let mut words = text.split('/');
        let by = words.next().and_then(|w| Categorization::ALL.into_iter().find(|c| c.name() == w));
        let kind = match words.next() {
            None | Some("general") => Kind::General,
            Some("detailed") => Kind::Detailed,
            Some(_) => return Err(expected()),
        };
        let two_steps = match words.next() {
            None | Some("1") => false,
            Some("2") => true,
            Some(_) => return Err(expected()),
        };
        let source = match words.next() {
            None | Some("learned") => Source::Learned,
            Some("paper") if by == Some(Categorization::MinDistance) => Source::Paper,
            Some(_) => return Err(expected()),
        };
        match (by, words.next()) {
            (Some(by), None) => Ok(Self { by, kind, two_steps, source }),
            _ => Err(expected()),
        }
    }
}

impl fmt::Display for Weighing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let table = if self.kind == Kind::General { "general" } else { "detailed" };
        write!(f, "{}/{table}/{}", self.by.name(), 1 + u8::from(self.two_steps))?;
        if self.source == Source::Paper { f.write_str("/paper") } else { Ok(()) }
    }
}

impl Weighing {
    /// The probability of each possible station.
    pub fn weights(&self, view: &PublicView) -> Vec<(Station, f64)> {
        let stations = || view.record.possible.iter().map(|s| s as Station);
        let categories: Vec<usize> = stations().map(|s| self.by.category(view, s)).collect();
        let mut sizes = [0u32; MOST];
        for &c in &categories {
            sizes[c] += 1;
        }
        let tables = match self.source {
            Source::Learned => Tables::learned(),
            Source::Paper => Tables::paper(),
        };
        let vector = match self.kind {
            Kind::General => Some(tables.general(self.by)),
            Kind::Detailed => tables.detailed(self.by, &sizes, THRESHOLD),
        };
        let Some(vector) = vector else { return uniform(view) };
        let weight = |c: usize| {
            if self.two_steps { vector[c] / f64::from(sizes[c]) } else { vector[c] }
        };
        let total: f64 = categories.iter().map(|&c| weight(c)).sum();
        if total <= 0.0 {
            return uniform(view);
        }
        stations().zip(&categories).map(|(s, &c)| (s, weight(c) / total)).collect()
    }
}

/// Every possible station is as likely as every other.
pub fn uniform(view: &PublicView) -> Vec<(Station, f64)> {
    let share = 1.0 / view.record.possible.len().max(1) as f64;
    view.record.possible.iter().map(|s| (s as Station, share)).collect()
}

#[cfg(test)]
mod tests;
