//! The store: one SQLite file with every game played for an experiment or a tuning.
//!
//! A *cell* is all that decides what game number k is: the game with the content of the files that it
//! is read from, an agent for each side, a seed, and the behaviour of the program, which is a
//! fingerprint of what these agents do ([`spinney_games::behaviour`]). So the key (cell, k) makes a
//! game that was played twice one row, and games of another behaviour are never mixed with today's. A
//! *run* says when, by which command, commit and machine games were played.
//!
//! Every row has a checksum, which is compared when the store is opened: SQLite finds broken pages but
//! not a changed digit.
//!
//! Games are written in transactions with SQLite's rollback journal: a process that is killed at any
//! moment leaves a file that the next one opens as it was after the last whole transaction. Two
//! processes may write to one store at the same time: they wait for each other. A file that is
//! damaged, newer than this program or not a store at all is refused and left as it was. A store of
//! the first version, which knew neither files nor behaviour, is brought up to date when it is opened
//! for writing; its games have the behaviour [`UNKNOWN`].
//!
//! ```
//! use spinney_lab::store::{CellKey, Store};
//! let contest = spinney_games::open(&"tic-tac-toe".parse()?)?;
//! let random = contest.check(0, &"random".parse()?)?;
//! let store = Store::in_memory()?;
//! let cell = store.cell(&CellKey::new(&*contest, &[random.clone(), random], 1))?;
//! assert_eq!(store.missing(cell, 3)?, [0, 1, 2]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod merge;
mod migrate;
mod open;
mod rows;

use crate::machine;
use crate::runner::{Finished, Pairing};
use crate::tally::Tally;
pub use error::StoreError;
pub use merge::Merged;
pub use open::{default_path, has_home};
pub use rows::GameRow;
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use spinney_games::behaviour;
use spinney_games::contest::AnyContest;
use spinney_spec::Settings;
use std::path::{Path, PathBuf};

/// The behaviour of games that were stored before stores knew of it.
pub const UNKNOWN: &str = "unknown";

/// The behaviour of agents that do not come with Spinney and say nothing of theirs.
pub const UNDECLARED: &str = "undeclared";

/// What decides all games of a cell, in canonical text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellKey {
    /// The game with its options.
    pub game: String,
    /// A hash of the files that the game is read from; empty if there are none.
    pub content: String,
    /// One agent a side.
    pub agents: Vec<String>,
    /// The seed.
    pub seed: u64,
    /// The fingerprint of what the program does with these agents.
    pub behaviour: String,
}

impl CellKey {
    /// The key of the games that these agents play with today's program.
    pub fn new(contest: &dyn AnyContest, agents: &[Settings], seed: u64) -> Self {
        let game = contest.spec();
        let names: Vec<String> = agents.iter().map(behaviour::name).collect();
        let names = names.iter().map(String::as_str);
        let seats: Vec<_> = contest.sides().iter().copied().zip(names).collect();
        let hex = |hash: u64| format!("{hash:016x}");
        Self {
            content: contest.content().map_or_else(String::new, hex),
            behaviour: behaviour::of(&game.name, &seats).map_or_else(|| UNDECLARED.into(), hex),
            game: game.to_string(),
            agents: agents.iter().map(ToString::to_string).collect(),
            seed,
        }
    }

    /// The key of a pairing.
    pub fn of(pairing: &Pairing<'_>) -> Self {
        Self::new(pairing.contest, &pairing.agents, pairing.seed)
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
    /// The behaviour of these games, if there is one.
    pub behaviours: Vec<String>,
}

/// Games of the same specifications and seed that are not the same games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Other {
    /// Whether another behaviour gave them; else they have other files.
    pub behaviour: Option<String>,
    /// How many there are.
    pub games: u64,
}

/// An open store.
#[derive(Debug)]
pub struct Store {
    db: Connection,
    path: PathBuf,
    /// Whose games are asked for, in place of today's behaviour.
    behaviour: Option<String>,
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

    /// From now on keys mean the games of another behaviour: what the program of another day gave.
    pub fn as_of(&mut self, behaviour: Option<String>) {
        self.behaviour = behaviour;
    }

    /// Does something in one transaction that no other process can write in.
    fn locked<T>(&self, work: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
        if !self.db.is_autocommit() {
            return work();
        }
        let transaction = Transaction::new_unchecked(&self.db, TransactionBehavior::Immediate);
        let transaction = transaction.map_err(|error| self.explain(error))?;
        let done = work()?;
        transaction.commit().map_err(|error| self.explain(error))?;
        Ok(done)
    }

    /// The cell with this key; it is made if it is new.
    pub fn cell(&self, key: &CellKey) -> Result<CellId, StoreError> {
        if let Some(cell) = self.find_cell(key)? {
            return Ok(cell);
        }
        let key = CellKey { behaviour: self.behaviour_of(key).to_string(), ..key.clone() };
        self.locked(|| {
            if let Some(cell) = self.find_cell(&key)? {
                return Ok(cell);
            }
            let made = rows::insert_cell(&self.db, &key);
            Ok(CellId(made.map_err(|error| self.explain(error))?))
        })
    }

    fn behaviour_of<'a>(&'a self, key: &'a CellKey) -> &'a str {
        self.behaviour.as_deref().unwrap_or(&key.behaviour)
    }

    /// The fingerprint of the games that a key means here; none if nobody noted what the program does.
    pub fn fingerprint<'a>(&'a self, key: &'a CellKey) -> Option<&'a str> {
        Some(self.behaviour_of(key)).filter(|name| ![UNKNOWN, UNDECLARED].contains(name))
    }

    /// The cells with these keys, all that are new made in one transaction.
    pub fn cells_of(&self, keys: &[CellKey]) -> Result<Vec<CellId>, StoreError> {
        self.locked(|| keys.iter().map(|key| self.cell(key)).collect())
    }

    /// The cell with this key, if it is there.
    pub fn find_cell(&self, key: &CellKey) -> Result<Option<CellId>, StoreError> {
        let sql = "SELECT id FROM cells WHERE game = ? AND agents = ? AND seed = ? \
                   AND content = ? AND behaviour = ?";
        let agents = rows::agents_to_text(&key.agents);
        let values =
            params![key.game, agents, key.seed as i64, key.content, self.behaviour_of(key)];
        let mut statement = self.db.prepare_cached(sql).map_err(|error| self.explain(error))?;
        let id = statement.query_row(values, |row| row.get(0)).optional();
        Ok(id.map_err(|error| self.explain(error))?.map(CellId))
    }

    /// The games that have the specifications and the seed of a key, but another behaviour or other
    /// files: they don't count.
    pub fn others(&self, key: &CellKey) -> Result<Vec<Other>, StoreError> {
        let sql = "SELECT content, behaviour, (SELECT count(*) FROM games WHERE cell = id) AS n \
                   FROM cells WHERE game = ? AND agents = ? AND seed = ? AND n > 0 \
                   AND NOT (content = ? AND behaviour = ?) ORDER BY id";
        let (agents, own) = (rows::agents_to_text(&key.agents), self.behaviour_of(key));
        let values = params![key.game, agents, key.seed as i64, key.content, own];
        self.query(sql, values, |row| {
            let (content, behaviour): (String, String) = (row.get(0)?, row.get(1)?);
            // What an old store did not write down is no sign of another file.
            let same_files = content == key.content || behaviour == UNKNOWN;
            let behaviour = same_files.then_some(behaviour);
            Ok(Other { behaviour, games: row.get::<_, i64>(2)? as u64 })
        })
    }

    /// All cells with how many games each has.
    pub fn cells(&self) -> Result<Vec<(CellKey, CellId, u64)>, StoreError> {
        let sql = "SELECT id, game, content, agents, seed, behaviour, \
                   (SELECT count(*) FROM games WHERE cell = id) FROM cells ORDER BY id";
        self.query(sql, [], |row| {
            Ok((rows::read_cell(row)?, CellId(row.get(0)?), row.get::<_, i64>(6)? as u64))
        })
    }

    /// Notes that a run begins: command, commit, machine, time.
    pub fn begin_run(&self, command: &str) -> Result<RunId, StoreError> {
        let run = rows::Run {
            started: machine::now(),
            command: command.to_string(),
            commit: machine::commit().to_string(),
            machine: machine::description(),
            shown: None,
        };
        self.locked(|| {
            let id = rows::insert_run(&self.db, &run).map_err(|error| self.explain(error))?;
            Ok(RunId(id))
        })
    }

    /// Notes that a run has shown a result of so many games to whoever asked for it.
    pub fn end_run(&self, run: RunId, games: u64) -> Result<(), StoreError> {
        self.locked(|| rows::show_run(&self.db, run.0, games).map_err(|error| self.explain(error)))
    }

    /// How many games each earlier result had that was shown of games of these cells, and to which
    /// games have been added since: looks at a test under way.
    pub fn looks(&self, cells: &[CellId], run: RunId) -> Result<Vec<u64>, StoreError> {
        let list = cells.iter().map(|cell| cell.0.to_string()).collect::<Vec<_>>().join(",");
        let sql = format!(
            "SELECT shown FROM runs WHERE id <> ? AND shown IS NOT NULL \
             AND id IN (SELECT DISTINCT run FROM games WHERE cell IN ({list})) ORDER BY id"
        );
        self.query(&sql, [run.0], |row| Ok(row.get::<_, i64>(0)? as u64))
    }

    /// The runs that stored games of these cells; all runs if none are given.
    pub fn runs(&self, cells: &[CellId]) -> Result<Vec<RunRow>, StoreError> {
        let list = cells.iter().map(|cell| cell.0.to_string()).collect::<Vec<_>>().join(",");
        let only = if cells.is_empty() { String::new() } else { format!("AND cell IN ({list})") };
        let sql = format!(
            "SELECT started, command, commit_id, machine, n, behaviours FROM runs JOIN \
             (SELECT run, count(*) AS n, group_concat(DISTINCT behaviour) AS behaviours \
              FROM games JOIN cells ON cell = id WHERE 1 {only} GROUP BY run) ON run = id \
             ORDER BY id"
        );
        self.query(&sql, [], |row| {
            let behaviours: String = row.get(5)?;
            Ok(RunRow {
                started: row.get(0)?,
                command: row.get(1)?,
                commit: row.get(2)?,
                machine: row.get(3)?,
                games: row.get::<_, i64>(4)? as u64,
                behaviours: behaviours.split(',').map(ToString::to_string).collect(),
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

    /// The same, of a game with so many sides.
    pub fn games_of(
        &self,
        cell: CellId,
        sides: usize,
        limit: u64,
    ) -> Result<Vec<GameRow>, StoreError> {
        let games = self.games(cell, limit)?;
        let fits = |game: &&GameRow| {
            game.played.rewards.len() == sides && game.played.effort.len() == sides
        };
        match games.iter().find(|game| !fits(game)) {
            None => Ok(games),
            Some(game) => {
                let detail = format!("game {} does not have {sides} sides", game.number);
                Err(StoreError::BadRow { path: self.path.clone(), detail })
            }
        }
    }

    /// What the games of a cell with numbers below `limit` come to; `sides` as the game has.
    pub fn tally(&self, cell: CellId, sides: usize, limit: u64) -> Result<Tally, StoreError> {
        let mut tally = Tally::new(sides);
        self.games_of(cell, sides, limit)?.iter().for_each(|game| tally.add(&game.played));
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
