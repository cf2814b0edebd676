//! The store: one SQLite file with every game played for an experiment or a tuning.
//!
//! A *cell* is a game, an agent for each side and a seed: game number k of a cell is the same game
//! always, so the key (cell, k) makes a game that was played twice one row. A *run* says when, by
//! which command, commit and machine games were played.
//!
//! Games are written in transactions with SQLite's rollback journal: a process that is killed at any
//! moment leaves a file that the next one opens as it was after the last whole transaction. Two
//! processes may write to one store at the same time: they wait for each other. A file that is
//! damaged, newer than this program or not a store at all is refused and left as it was.
//!
//! ```
//! use spinney_lab::store::{CellKey, Store};
//! let store = Store::in_memory()?;
//! let key = CellKey { game: "tic-tac-toe".into(), agents: vec!["random".into(); 2], seed: 1 };
//! let cell = store.cell(&key)?;
//! assert_eq!(store.cell(&key)?, cell);
//! assert_eq!(store.missing(cell, 3)?, [0, 1, 2]);
//! # Ok::<(), spinney_lab::store::StoreError>(())
//! ```

mod merge;
mod open;
mod rows;

use crate::machine;
use crate::runner::{Finished, Pairing};
use crate::tally::Tally;
pub use merge::Merged;
pub use open::default_path;
pub use rows::GameRow;
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use std::path::{Path, PathBuf};

/// What is wrong with a store, and what would be right.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file can't be opened or made.
    #[error("can't open the store {path}: {reason}; choose another place with --store")]
    CannotOpen {
        /// Where it is.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// The file or its directory can't be written to.
    #[error("the store {path} is read-only; make it writable or choose another with --store")]
    ReadOnly {
        /// Where it is.
        path: PathBuf,
    },
    /// The file is something else.
    #[error("{path} is not a Spinney store; it was left as it is")]
    NotAStore {
        /// Where it is.
        path: PathBuf,
    },
    /// The file is broken.
    #[error(
        "the store {path} is damaged ({detail}); it was left as it is: restore a copy, or \
             move it away to begin a new one"
    )]
    Damaged {
        /// Where it is.
        path: PathBuf,
        /// What SQLite found.
        detail: String,
    },
    /// A later version of Spinney wrote the file.
    #[error(
        "the store {path} has version {found}, written by a newer Spinney; this one reads up \
             to version {known}; it was left as it is"
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
    #[error(
        "another process is using the store {path}; wait for it to end, or choose another \
             with --store"
    )]
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

/// What decides all games of a cell, in canonical text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellKey {
    /// The game with its options.
    pub game: String,
    /// One agent a side.
    pub agents: Vec<String>,
    /// The seed.
    pub seed: u64,
}

impl CellKey {
    /// The key of a pairing.
    pub fn of(pairing: &Pairing<'_>) -> Self {
        Self {
            game: pairing.contest.spec().to_string(),
            agents: pairing.agents.iter().map(ToString::to_string).collect(),
            seed: pairing.seed,
        }
    }
}

/// A cell in a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CellId(i64);

/// A run in a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RunId(i64);

/// Who played some games, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunRow {
    /// Seconds since 1970.
    pub started: i64,
    /// The command, for people.
    pub command: String,
    /// The commit of the program.
    pub commit: String,
    /// The machine.
    pub machine: String,
    /// Games stored by it.
    pub games: u64,
}

/// An open store.
#[derive(Debug)]
pub struct Store {
    db: Connection,
    path: PathBuf,
}

impl Store {
    /// Opens a store for reading and writing; makes it, and its directory, if there is none.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        open::writable(path)
    }

    /// Opens a store that exists, for reading only.
    pub fn open_to_read(path: &Path) -> Result<Self, StoreError> {
        open::readable(path)
    }

    /// A store that is gone with the process, for tests and examples.
    pub fn in_memory() -> Result<Self, StoreError> {
        open::in_memory()
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn explain(&self, error: rusqlite::Error) -> StoreError {
        open::explain(&self.path, error)
    }

    /// The cell with this key; it is made if it is new.
    pub fn cell(&self, key: &CellKey) -> Result<CellId, StoreError> {
        if let Some(cell) = self.find_cell(key)? {
            return Ok(cell);
        }
        let agents = rows::agents_to_text(&key.agents);
        let values = params![key.game, agents, key.seed as i64];
        self.db
            .execute("INSERT OR IGNORE INTO cells (game, agents, seed) VALUES (?, ?, ?)", values)
            .map_err(|error| self.explain(error))?;
        let made = self.find_cell(key)?;
        Ok(made.expect("the row was inserted, or another process had inserted it"))
    }

    /// The cells with these keys, all that are new made in one transaction.
    pub fn cells_of(&self, keys: &[CellKey]) -> Result<Vec<CellId>, StoreError> {
        let transaction = Transaction::new_unchecked(&self.db, TransactionBehavior::Immediate);
        let transaction = transaction.map_err(|error| self.explain(error))?;
        let cells = keys.iter().map(|key| self.cell(key)).collect::<Result<Vec<_>, _>>()?;
        transaction.commit().map_err(|error| self.explain(error))?;
        Ok(cells)
    }

    /// The cell with this key, if it is there.
    pub fn find_cell(&self, key: &CellKey) -> Result<Option<CellId>, StoreError> {
        let sql = "SELECT id FROM cells WHERE game = ? AND agents = ? AND seed = ?";
        let values = params![key.game, rows::agents_to_text(&key.agents), key.seed as i64];
        let mut statement = self.db.prepare_cached(sql).map_err(|error| self.explain(error))?;
        let id = statement.query_row(values, |row| row.get(0)).optional();
        Ok(id.map_err(|error| self.explain(error))?.map(CellId))
    }

    /// All cells with how many games each has.
    pub fn cells(&self) -> Result<Vec<(CellKey, CellId, u64)>, StoreError> {
        let sql = "SELECT game, agents, seed, id, (SELECT count(*) FROM games WHERE cell = id) \
                   FROM cells ORDER BY id";
        self.query(sql, [], |row| {
            let key = CellKey {
                game: row.get(0)?,
                agents: rows::agents_from_text(&row.get::<_, String>(1)?)?,
                seed: row.get::<_, i64>(2)? as u64,
            };
            Ok((key, CellId(row.get(3)?), row.get::<_, i64>(4)? as u64))
        })
    }

    /// Notes that a run begins: command, commit, machine, time.
    pub fn begin_run(&self, command: &str) -> Result<RunId, StoreError> {
        let values = params![machine::now(), command, machine::commit(), machine::description()];
        let sql = "INSERT INTO runs (started, command, commit_id, machine) VALUES (?, ?, ?, ?)";
        self.db.execute(sql, values).map_err(|error| self.explain(error))?;
        Ok(RunId(self.db.last_insert_rowid()))
    }

    /// The runs that stored games of these cells; all runs if none are given.
    pub fn runs(&self, cells: &[CellId]) -> Result<Vec<RunRow>, StoreError> {
        let list = cells.iter().map(|cell| cell.0.to_string()).collect::<Vec<_>>().join(",");
        let only = if cells.is_empty() { String::new() } else { format!("AND cell IN ({list})") };
        let sql = format!(
            "SELECT started, command, commit_id, machine, n FROM runs JOIN \
             (SELECT run, count(*) AS n FROM games WHERE 1 {only} GROUP BY run) ON run = id \
             ORDER BY id"
        );
        self.query(&sql, [], |row| {
            Ok(RunRow {
                started: row.get(0)?,
                command: row.get(1)?,
                commit: row.get(2)?,
                machine: row.get(3)?,
                games: row.get::<_, i64>(4)? as u64,
            })
        })
    }

    /// Stores games in one transaction; `cells` gives the cell of each pairing. A game that is
    /// there already stays as it is.
    pub fn add(
        &mut self,
        run: RunId,
        cells: &[CellId],
        games: &[Finished],
    ) -> Result<(), StoreError> {
        let path = self.path.clone();
        let explain = |error| open::explain(&path, error);
        let transaction =
            self.db.transaction_with_behavior(TransactionBehavior::Immediate).map_err(explain)?;
        {
            let mut insert = transaction.prepare_cached(rows::INSERT).map_err(explain)?;
            for game in games {
                let cell = cells[game.pairing].0;
                rows::insert(&mut insert, cell, run.0, game).map_err(explain)?;
            }
        }
        transaction.commit().map_err(explain)
    }

    /// How many games a cell has.
    pub fn count(&self, cell: CellId) -> Result<u64, StoreError> {
        let sql = "SELECT count(*) FROM games WHERE cell = ?";
        let count: Result<i64, _> = self.db.query_row(sql, [cell.0], |row| row.get(0));
        Ok(count.map_err(|error| self.explain(error))? as u64)
    }

    /// Which of the games `0..wanted` a cell lacks.
    pub fn missing(&self, cell: CellId, wanted: u64) -> Result<Vec<u64>, StoreError> {
        let sql = "SELECT number FROM games WHERE cell = ? AND number < ?";
        let there: Vec<i64> = self.query(sql, [cell.0, wanted as i64], |row| row.get(0))?;
        let there: std::collections::HashSet<i64> = there.into_iter().collect();
        Ok((0..wanted).filter(|&number| !there.contains(&(number as i64))).collect())
    }

    /// The games of a cell in the order of their numbers, those below `limit`.
    pub fn games(&self, cell: CellId, limit: u64) -> Result<Vec<GameRow>, StoreError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.query(rows::SELECT, [cell.0, limit], GameRow::read)
    }

    /// What the games of a cell with numbers below `limit` come to; `sides` as the game has.
    pub fn tally(&self, cell: CellId, sides: usize, limit: u64) -> Result<Tally, StoreError> {
        let mut tally = Tally::new(sides);
        for game in self.games(cell, limit)? {
            if game.played.rewards.len() != sides || game.played.effort.len() != sides {
                let detail = format!("game {} does not have {sides} sides", game.number);
                return Err(StoreError::BadRow { path: self.path.clone(), detail });
            }
            tally.add(&game.played);
        }
        Ok(tally)
    }

    fn query<T>(
        &self,
        sql: &str,
        values: impl rusqlite::Params,
        read: impl FnMut(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        let mut statement = self.db.prepare_cached(sql).map_err(|error| self.explain(error))?;
        let rows = statement.query_map(values, read).and_then(Iterator::collect);
        rows.map_err(|error| self.explain(error))
    }
}
