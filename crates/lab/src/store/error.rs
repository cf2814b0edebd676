//! What can be wrong with a store.

use std::path::PathBuf;

/// What is wrong with a store, and what would be right.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file can't be opened or made.
    #[error("can't open the store {path}: {reason}")]
    CannotOpen {
        /// Where it is.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// The file or its directory can't be written to.
    #[error("the store {path} is read-only")]
    ReadOnly {
        /// Where it is.
        path: PathBuf,
    },
    /// There is no file.
    #[error("there is no store {path}")]
    Missing {
        /// Where it should be.
        path: PathBuf,
    },
    /// The file is something else.
    #[error("{path} is not a Spinney store; it was not changed")]
    NotAStore {
        /// Where it is.
        path: PathBuf,
    },
    /// The file is broken.
    #[error(
        "the store {path} is damaged ({detail}); it was not changed: restore a copy, or \
             move it away to begin a new one"
    )]
    Damaged {
        /// Where it is.
        path: PathBuf,
        /// What is broken.
        detail: String,
    },
    /// A later version of Spinney wrote the file.
    #[error(
        "the store {path} has version {found}, written by a newer Spinney; this one reads up \
             to version {known}; it was not changed"
    )]
    Newer {
        /// Where it is.
        path: PathBuf,
        /// Its version.
        found: i64,
        /// The newest that this program knows.
        known: i64,
    },
    /// Another process holds the file for longer than one waits.
    #[error("another process is using the store {path}; wait for it to end")]
    Busy {
        /// Where it is.
        path: PathBuf,
    },
    /// No room is left.
    #[error("no space is left for the store {path}; what was stored before is safe")]
    Full {
        /// Where it is.
        path: PathBuf,
    },
    /// A game that two stores tell in different ways.
    #[error(
        "game {number} of {cell}, seed {seed}, is another game in {other} than in {path}: one of \
             them was played by another version, or within a time limit; nothing was added"
    )]
    Different {
        /// The store to add to.
        path: PathBuf,
        /// The store to add.
        other: PathBuf,
        /// The game and its agents.
        cell: String,
        /// The seed of the cell.
        seed: u64,
        /// The number of the game.
        number: u64,
    },
    /// A store can't be added to itself.
    #[error("{path} is the store to add to: name another one")]
    Itself {
        /// Where it is.
        path: PathBuf,
    },
    /// A row that does not say what it should.
    #[error("the store {path} has a row that can't be read: {detail}")]
    BadRow {
        /// Where it is.
        path: PathBuf,
        /// Which, and what is wrong.
        detail: String,
    },
    /// Anything else.
    #[error("the store {path} failed")]
    Sql {
        /// Where it is.
        path: PathBuf,
        /// What SQLite said.
        #[source]
        error: rusqlite::Error,
    },
}
