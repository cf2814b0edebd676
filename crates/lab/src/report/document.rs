//! A report as blocks: what is in it, apart from how it looks.

use crate::experiment::Verdict;

/// A report.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// Its title.
    pub title: String,
    /// What is in it.
    pub blocks: Vec<Block>,
}

/// A piece of a report.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A heading: its level from 2, its text, and a name to link to.
    Heading(u8, String, String),
    /// A paragraph.
    Text(String),
    /// A list.
    List(Vec<String>),
    /// A list of verdicts: the mark, the sentence, the reason.
    Verdicts(Vec<(Mark, String, String)>),
    /// A table: its head, its rows.
    Table(Vec<String>, Vec<Row>),
    /// A picture.
    Figure(Figure),
}

/// A row of a table: its cells, each with a mark if it carries a verdict. A line feed parts the
/// paper's number from the measured one.
pub type Row = Vec<(String, Option<Mark>)>;

/// A picture with its file's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The file's name, in the folder of its paper.
    pub file: String,
    /// What it shows.
    pub title: String,
    /// The picture.
    pub svg: String,
}

/// A verdict as a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It agrees, or holds.
    Good,
    /// It misses, or fails.
    Bad,
    /// It can't be said yet.
    Open,
    /// Nothing was played.
    Unplayed,
}

impl Mark {
    /// The sign for text.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Good => "✓",
            Self::Bad => "✗",
            Self::Open => "○",
            Self::Unplayed => "·",
        }
    }
}

impl From<Verdict> for Mark {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Holds => Self::Good,
            Verdict::Fails => Self::Bad,
            Verdict::Open => Self::Open,
            Verdict::NotPlayed => Self::Unplayed,
        }
    }
}
