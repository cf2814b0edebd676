//! Specifications such as `mcts(playouts=10000, c=0.5, playout=mc)`.
//!
//! Agents, graphs, boards and everything else that has parameters are written in one grammar, on the
//! command line, in files, over HTTP and in Python:
//!
//! ```text
//! spec  = word [ "(" [ arg { "," arg } ] ")" ]
//! arg   = [ word "=" ] spec
//! word  = letters, digits and any of  - _ . / + : % # @ ~   |   " anything but a quote "
//! ```
//!
//! A [`Schema`] declares the parameters of a name, with their defaults, ranges and a line of help. A
//! [`Catalogue`] lists the names that are possible in one place, with presets. Resolving a [`Spec`]
//! against a catalogue gives [`Settings`], or an error that says what would be right.
//!
//! ```
//! use spinney_spec::{Catalogue, Param, Schema, Spec};
//!
//! static UCT: Schema = Schema {
//!     name: "uct",
//!     help: "plain UCT",
//!     source: "Kocsis and Szepesvári 2006",
//!     params: &[
//!         Param::integer("playouts", "1000", 1, 1_000_000_000, "iterations per move"),
//!         Param::real("c", "1.4", 0.0, 100.0, "exploration").tunable(),
//!     ],
//! };
//! let agents = Catalogue::new("agent", &[&UCT]).preset("quick", "uct(playouts=50)", "a fast one");
//!
//! let settings = agents.resolve(&"quick(c=0.7)".parse::<Spec>()?)?;
//! assert_eq!((settings.integer("playouts"), settings.real("c")), (50, 0.7));
//! assert_eq!(settings.to_string(), "uct(playouts=50, c=0.7)");
//!
//! let wrong = agents.resolve(&"uct(playout=7)".parse()?).unwrap_err();
//! assert!(wrong.to_string().contains("did you mean `playouts`?"));
//! # Ok::<(), spinney_spec::SpecError>(())
//! ```

mod choice;
mod parse;
mod schema;

pub use choice::Choice;
pub use schema::{Catalogue, Kind, Param, Preset, Schema, Settings};

use std::fmt;
use strsim::levenshtein;

/// A name with arguments, each of them a specification again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spec {
    /// The name, or a plain value such as `0.5`.
    pub name: String,
    /// What stands in the brackets, in order.
    pub args: Vec<Arg>,
}

/// One argument: by key, or by its place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Arg {
    /// The key; none when the argument is known by its place.
    pub key: Option<String>,
    /// Its value.
    pub value: Spec,
}

impl Spec {
    /// A name, or a value, without arguments.
    pub fn word(name: impl Into<String>) -> Self {
        Self { name: name.into(), args: Vec::new() }
    }

    /// The same with one more argument.
    pub fn with(mut self, key: impl Into<String>, value: impl fmt::Display) -> Self {
        self.args.push(Arg { key: Some(key.into()), value: Spec::word(value.to_string()) });
        self
    }

    /// The value of a key, the last one if it is given twice.
    pub fn get(&self, key: &str) -> Option<&Spec> {
        self.args.iter().rev().find(|arg| arg.key.as_deref() == Some(key)).map(|arg| &arg.value)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.name.is_empty() || !self.name.chars().all(parse::is_word) {
            write!(f, "\"{}\"", self.name)?;
        } else {
            f.write_str(&self.name)?;
        }
        for (i, arg) in self.args.iter().enumerate() {
            f.write_str(if i == 0 { "(" } else { ", " })?;
            if let Some(key) = &arg.key {
                write!(f, "{key}=")?;
            }
            write!(f, "{}", arg.value)?;
        }
        if !self.args.is_empty() {
            f.write_str(")")?;
        }
        Ok(())
    }
}

impl std::str::FromStr for Spec {
    type Err = SpecError;
    fn from_str(text: &str) -> Result<Self, SpecError> {
        parse::parse(text)
    }
}

/// What is wrong with a specification, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// The text is not a specification.
    #[error("`{text}`: {problem} at column {column}")]
    Syntax {
        /// The whole text.
        text: String,
        /// What was expected.
        problem: &'static str,
        /// Where, from 1.
        column: usize,
    },
    /// No such name in the catalogue.
    #[error("unknown {what} `{name}`{}; known {what}s: {known}", did_you_mean(.nearest.as_deref()))]
    UnknownName {
        /// What kind of thing was looked for.
        what: &'static str,
        /// The name as given.
        name: String,
        /// The most similar name.
        nearest: Option<String>,
        /// All names.
        known: String,
    },
    /// No such parameter.
    #[error("`{of}` has no parameter `{key}`{}; it has: {known}", did_you_mean(.nearest.as_deref()))]
    UnknownKey {
        /// The schema's name.
        of: String,
        /// The key as given.
        key: String,
        /// The most similar key.
        nearest: Option<String>,
        /// All keys.
        known: String,
    },
    /// A parameter with two values.
    #[error("`{of}`: {key} is given twice")]
    Twice {
        /// The schema's name.
        of: String,
        /// The parameter.
        key: String,
    },
    /// A value out of its range or of the wrong kind.
    #[error("`{of}`: {key}={value}: {expected}")]
    BadValue {
        /// The schema's name.
        of: String,
        /// The parameter.
        key: String,
        /// The value as given.
        value: String,
        /// What would be right.
        expected: String,
    },
}

/// What an error message adds after a word that it does not know, if [`nearest`] found one.
pub fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or(String::new(), |name| format!(" (did you mean `{name}`?)"))
}

/// The candidate that is nearest in spelling, if any is near. A word that was begun well and not
/// ended (`conect` of `connect-four`) is near, too.
pub fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<String> {
    let length = word.chars().count();
    let limit = length.div_ceil(2).max(2);
    let far = |c: &str| {
        let beginnings = (length.saturating_sub(1).max(3)..=length + 1).map(|n| {
            let beginning: String = c.chars().take(n).collect();
            1 + levenshtein(word, &beginning)
        });
        beginnings.chain([levenshtein(word, c)]).min().unwrap_or(usize::MAX)
    };
    candidates
        .map(|c| (far(c), c))
        .filter(|(d, _)| *d <= limit)
        .min_by_key(|(d, _)| *d)
        .map(|(_, c)| c.to_string())
}
