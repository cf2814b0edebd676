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
    /// A list of verdicts: the verdict, the sentence, the reason.
    Verdicts(Vec<(Verdict, String, String)>),
    /// A table: its head, its rows.
    Table(Vec<String>, Vec<Row>),
    /// A picture.
    Figure(Figure),
    /// Small pictures that stand in full below, each with the name of its section.
    Gallery(Vec<(Figure, String)>),
}

/// A row of a table.
pub type Row = Vec<Field>;

/// A field of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Field {
    /// What stands in it. A line feed parts the paper's number from the measured one.
    pub text: String,
    /// The verdict, if it has one.
    pub verdict: Option<Verdict>,
    /// Whether the number is from the recorded results, and not from games that are here.
    pub recorded: bool,
}

impl Field {
    /// The text with the sign of the verdict behind it.
    pub fn signed(&self) -> String {
        match self.verdict {
            // What was not played has its sign already.
            Some(verdict) if verdict != Verdict::NotPlayed => {
                format!("{} {}", self.text, verdict.sign())
            }
            _ => self.text.clone(),
        }
    }
}

impl From<String> for Field {
    fn from(text: String) -> Self {
        Self { text, ..Self::default() }
    }
}

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
