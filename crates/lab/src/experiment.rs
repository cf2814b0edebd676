//! The papers' tables and figures as data: what was measured, the numbers printed, how to play
//! them again, and what the text claims.
//!
//! One TOML file per table or figure, in `experiments/<paper>/`; all are built into the library
//! ([`library`]). A file has grids of cells ([`Grid`]), tables that are printed but not played
//! ([`Printed`]), claims ([`Claim`]) and plots ([`Plot`]). [`run`] plays cells into the store, and
//! the [`report`](crate::report) sets paper and measurement side by side.
//!
//! ```
//! use spinney_lab::experiment::Experiment;
//! let text = r#"
//! title = "A coin against a loaded coin"
//! place = "Table 1"
//! games = 100
//! measure = "win rate of heads"
//! [[grid]]
//! game = "coin(bias={p})"
//! agents = { heads = "toss", tails = "toss" }
//! published = """
//! 0.5: 49.0 ± 9.8
//! 0.9: 91.0 ± 5.6
//! """
//! [[grid.axis]]
//! name = "p"
//! values = ["0.5", "0.9"]
//! [[claim]]
//! says = "a loaded coin wins more"
//! higher = "0.9"
//! lower = "0.5"
//! "#;
//! let coin = Experiment::parse("example/coin", text)?;
//! let cell = coin.cell("0.9").unwrap();
//! assert_eq!(cell.play.game, "coin(bias=0.9)");
//! assert_eq!(cell.published.as_ref().unwrap().to_string(), "91.0 ± 5.6");
//! # Ok::<(), spinney_lab::experiment::ExperimentError>(())
//! ```

mod agreement;
#[cfg(test)]
mod checks;
mod claim;
mod contrast;
mod estimate;
mod file;
mod grid;
mod judge;
pub mod library;
mod measured;
mod number;
mod pattern;
mod published;
pub mod recorded;
mod results;
pub mod run;
mod verdict;

pub use agreement::{Agreement, agreement};
pub use claim::Claim;
pub use estimate::{Difference, Estimate, Evidence};
pub use grid::{Axis, Cell, Play};
pub use measured::{Behaviour, Measured, Origin};
pub use number::{decimal, grouped};
pub use published::{Entry, Published};
pub use results::{CellResult, Games, Results, SEED, Seating, check};
pub use verdict::{Outcome, Verdict};

/// A paper whose tables and figures are here, or a folder of the project's own measurements.
#[derive(Clone, Debug, PartialEq)]
pub struct Paper {
    /// The name of its folder: `perick-2012`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Who wrote it; nobody if the measurements are the project's own.
    pub authors: String,
    /// Where and when it appeared.
    pub published: String,
    /// What to know before comparing.
    pub notes: Vec<String>,
    /// What of it can't be reproduced: the thing, and why.
    pub missing: Vec<(String, String)>,
}

/// One table, figure or passage of a paper.
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    /// The paper's folder and the file's name: `perick-2012/table-2`.
    pub id: String,
    /// The table that it draws again, by its file's name: that has the same cells and claims.
    pub of: Option<String>,
    /// What it is about, in a line.
    pub title: String,
    /// Where it stands in the paper; nowhere if it is the project's own.
    pub place: String,
    /// What to know about the numbers: misprints, contradictions, choices made here.
    pub notes: Vec<String>,
    /// The cells.
    pub grids: Vec<Grid>,
    /// Tables that are printed and not played.
    pub printed: Vec<Printed>,
    /// What the text concludes.
    pub claims: Vec<Claim>,
    /// How to draw it.
    pub plots: Vec<Plot>,
}

/// Cells that share axes and a measure.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// Its name, if the experiment has several.
    pub name: Option<String>,
    /// What is reported of each cell.
    pub measure: Measure,
    /// The games that the paper played in each cell, or that are asked for.
    pub games: u64,
    /// The axes, rows first and the columns last.
    pub axes: Vec<Axis>,
    /// The cells, the last axis running fastest; places that the paper leaves out are left out.
    pub cells: Vec<Cell>,
}

/// What is reported of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The share of decided games that a side wins, in percent.
    WinRate(String),
    /// The mean reward of the first side.
    Score,
    /// The mean number of decisions in a game.
    Length,
    /// The mean number of moves to choose from.
    Branching,
    /// The share of games whose ending, in words, begins with this, in percent.
    Ending(String),
}

impl Measure {
    /// The measure for people, with its unit.
    pub fn title(&self) -> String {
        match self {
            // A side that is a letter has no article.
            Self::WinRate(side) if side.len() == 1 => format!("win rate of {side}, %"),
            Self::WinRate(side) => format!("win rate of the {side}, %"),
            Self::Score => "mean score".to_string(),
            Self::Length => "mean length of a game, moves".to_string(),
            Self::Branching => "mean number of moves to choose from".to_string(),
            Self::Ending(words) => format!("games that end with \"{words}\", %"),
        }
    }
    /// Decimals that make sense in a table.
    pub fn decimals(&self) -> usize {
        match self {
            Self::Score => 0,
            _ => 1,
        }
    }
}

/// A table that is printed but not played, kept for comparison by eye and by tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// What it is.
    pub title: String,
    /// Why it is not played.
    pub why: String,
    /// The names of its columns.
    pub columns: Vec<String>,
    /// Its rows: a label and the cells, as printed.
    pub rows: Vec<(String, Vec<String>)>,
}

/// A drawing of a grid.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// What stands under it.
    pub title: String,
    /// The grid drawn, by its place among the grids.
    pub grid: usize,
    /// How.
    pub kind: PlotKind,
    /// The axis along the x axis (of a heat map: the columns), by its place.
    pub x: usize,
    /// The range of the y axis; from the data where not given.
    pub y: Option<(f64, f64)>,
}

/// How a grid is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlotKind {
    /// A line for each combination of the other axes, with intervals.
    Lines,
    /// Bars in groups.
    Bars,
    /// A coloured table.
    Heat,
}

/// What is wrong with an experiment's file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {problem}")]
pub struct ExperimentError {
    /// The file, or the experiment's name.
    pub file: String,
    /// What is wrong, and what would be right.
    pub problem: String,
}

impl Experiment {
    /// Reads the text of a file. The id is the paper's folder and the file's name.
    pub fn parse(id: &str, text: &str) -> Result<Self, ExperimentError> {
        file::parse_experiment(id, text)
            .map_err(|problem| ExperimentError { file: id.to_string(), problem })
    }

    /// All cells, with the grid each belongs to.
    pub fn cells(&self) -> impl Iterator<Item = (&Grid, &Cell)> {
        self.grids.iter().flat_map(|grid| grid.cells.iter().map(move |cell| (grid, cell)))
    }

    /// The cell of this name.
    pub fn cell(&self, key: &str) -> Option<&Cell> {
        self.cells().map(|(_, cell)| cell).find(|cell| cell.key == key)
    }

    /// The name of its file.
    pub fn name(&self) -> &str {
        self.id.split_once('/').map_or("", |(_, name)| name)
    }

    /// The folder of its paper.
    pub fn paper(&self) -> &str {
        self.id.split_once('/').map_or(self.id.as_str(), |(paper, _)| paper)
    }
}

impl Paper {
    /// Reads the text of a `paper.toml`, or of an `about.toml`, which names no authors.
    pub fn parse(id: &str, text: &str) -> Result<Self, ExperimentError> {
        file::parse_paper(id, text)
            .map_err(|problem| ExperimentError { file: id.to_string(), problem })
    }

    /// Whether these are the project's own measurements, and no publication.
    pub fn is_own(&self) -> bool {
        self.authors.is_empty()
    }
}

/// What the paper itself says of a cell, as an estimate; none where it prints no number.
pub fn printed_estimate(grid: &Grid, cell: &Cell) -> Option<Estimate> {
    let published = cell.published.as_ref()?;
    Some(Estimate::printed(published, &grid.measure, grid.games))
}
