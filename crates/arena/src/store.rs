//! Where rooms survive a restart: one SQLite file.
//!
//! A move is written before anybody is told of it. The journal is a write-ahead log, so that a kill
//! at any moment loses nothing that was answered.

use crate::chairs::Chair;
use crate::error::ArenaError;
use crate::protocol::Reason;
use rusqlite::{Connection, OptionalExtension as _, params};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The version of the tables.
const VERSION: i64 = 1;

/// Marks a file as the arena's: "SpAr".
const APPLICATION: i64 = 0x5370_4172;

const TABLES: &str = "
CREATE TABLE rooms (
    id       TEXT PRIMARY KEY,
    created  INTEGER NOT NULL,  -- seconds since 1970
    game     TEXT NOT NULL,
    seed     INTEGER NOT NULL,  -- the 64 bits as a signed number
    practice INTEGER NOT NULL,
    tick     INTEGER NOT NULL,
    chairs   TEXT NOT NULL,     -- JSON, with the hashes of the tokens
    turn     INTEGER NOT NULL,
    over     INTEGER NOT NULL,
    ended    TEXT               -- JSON: how it ended against the rules
) WITHOUT ROWID;
CREATE TABLE moves (
    room    TEXT NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
    number  INTEGER NOT NULL,
    player  INTEGER NOT NULL,
    move    TEXT NOT NULL,
    thought TEXT,               -- JSON: what the engine thought
    PRIMARY KEY (room, number)
) WITHOUT ROWID;
CREATE INDEX rooms_by_age ON rooms (over, created);
";

/// The store of the rooms.
pub(crate) struct Store {
    db: Mutex<Connection>,
}

/// What never changes about a room.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Setup {
    pub id: String,
    pub game: String,
    pub seed: u64,
    pub practice: bool,
    pub tick: u64,
    pub chairs: Vec<Chair>,
}

/// How a game ended against the rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Ended {
    pub reason: Reason,
    pub side: usize,
    pub text: String,
}

/// A room as it was kept.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Kept {
    pub setup: Setup,
    pub turn: u64,
    pub ended: Option<Ended>,
    /// Player and text.
    pub moves: Vec<(usize, String)>,
}

/// A move to keep.
pub(crate) struct Row<'a> {
    pub number: usize,
    pub player: usize,
    pub text: &'a str,
    pub thought: Option<&'a Value>,
}

type Result<T> = std::result::Result<T, rusqlite::Error>;

impl Store {
    /// Opens or makes the file; without one, in memory.
    pub(crate) fn open(path: Option<&Path>) -> std::result::Result<Self, ArenaError> {
        let Some(path) = path else {
            let db = Connection::open_in_memory().and_then(prepared);
            let cannot = |e: rusqlite::Error| std::io::Error::other(e.to_string());
            return Ok(Self { db: Mutex::new(db.map_err(cannot)?) });
        };
        let cannot = |reason: String| ArenaError::Store { path: path.to_path_buf(), reason };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|error| cannot(error.to_string()))?;
        }
        let db = Connection::open(path).and_then(prepared);
        Ok(Self { db: Mutex::new(db.map_err(|error| cannot(error.to_string()))?) })
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.db.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a new room. If there are too many, the oldest that are over go; false if none can.
    pub(crate) fn create(&self, setup: &Setup, most: usize) -> Result<bool> {
        let mut db = self.lock();
        let change = db.transaction()?;
        let (rooms, most) = (count(&change)?, most as i64);
        if rooms >= most {
            let gone = change.execute(
                "DELETE FROM rooms WHERE id IN
                 (SELECT id FROM rooms WHERE over ORDER BY created LIMIT ?)",
                [rooms + 1 - most],
            )?;
            if rooms - gone as i64 >= most {
                return Ok(false);
            }
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        let chairs = serde_json::to_string(&setup.chairs).unwrap_or_default();
        change
            .prepare_cached("INSERT INTO rooms VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0, NULL)")?
            .execute(params![
                setup.id,
                now as i64,
                setup.game,
                setup.seed as i64,
                setup.practice,
                setup.tick as i64,
                chairs
            ])?;
        change.commit()?;
        Ok(true)
    }

    /// Keeps a move, or several that are made at once, and the turn that they lead to.
    pub(crate) fn play(&self, room: &str, rows: &[Row<'_>], turn: u64, over: bool) -> Result<()> {
        let mut db = self.lock();
        let change = db.transaction()?;
        for row in rows {
            let thought = row.thought.map(ToString::to_string);
            change.prepare_cached("INSERT INTO moves VALUES (?, ?, ?, ?, ?)")?.execute(params![
                room,
                row.number as i64,
                row.player as i64,
                row.text,
                thought
            ])?;
        }
        change
            .prepare_cached("UPDATE rooms SET turn = ?, over = ? WHERE id = ?")?
            .execute(params![turn as i64, over, room])?;
        change.commit()
    }

    /// Forgets the moves from this number on.
    pub(crate) fn take_back(&self, room: &str, number: usize, turn: u64) -> Result<()> {
        let mut db = self.lock();
        let change = db.transaction()?;
        change.execute(
            "DELETE FROM moves WHERE room = ? AND number >= ?",
            params![room, number as i64],
        )?;
        change.execute(
            "UPDATE rooms SET turn = ?, over = 0, ended = NULL WHERE id = ?",
            params![turn as i64, room],
        )?;
        change.commit()
    }

    /// Keeps how a game ended against the rules.
    pub(crate) fn end(&self, room: &str, ended: &Ended, turn: u64) -> Result<()> {
        let ended = serde_json::to_string(ended).unwrap_or_default();
        let change = "UPDATE rooms SET ended = ?, turn = ?, over = 1 WHERE id = ?";
        self.lock().execute(change, params![ended, turn as i64, room]).map(|_| ())
    }

    /// A room as it was kept; none if there is no such room.
    pub(crate) fn load(&self, id: &str) -> Result<Option<Kept>> {
        let db = self.lock();
        let query =
            "SELECT game, seed, practice, tick, chairs, turn, ended FROM rooms WHERE id = ?";
        let room = db.query_row(query, [id], |row| {
            let chairs: String = row.get(4)?;
            let ended: Option<String> = row.get(6)?;
            let setup = Setup {
                id: id.to_string(),
                game: row.get(0)?,
                seed: row.get::<_, i64>(1)? as u64,
                practice: row.get(2)?,
                tick: row.get::<_, i64>(3)? as u64,
                chairs: serde_json::from_str(&chairs).unwrap_or_default(),
            };
            let ended = ended.and_then(|text| serde_json::from_str(&text).ok());
            let turn = row.get::<_, i64>(5)? as u64;
            Ok(Kept { setup, turn, ended, moves: Vec::new() })
        });
        let Some(mut room) = room.optional()? else { return Ok(None) };
        let query = "SELECT player, move FROM moves WHERE room = ? ORDER BY number";
        let mut query = db.prepare_cached(query)?;
        let moves =
            query.query_map([id], |row| Ok((row.get::<_, i64>(0)? as usize, row.get(1)?)))?;
        room.moves = moves.collect::<Result<_>>()?;
        Ok(Some(room))
    }

    /// What the engines thought, by the number of the move.
    pub(crate) fn thoughts(&self, room: &str) -> Result<Vec<(usize, Value)>> {
        let db = self.lock();
        let mut query = db.prepare_cached(
            "SELECT number, thought FROM moves WHERE room = ? AND thought NOT NULL",
        )?;
        let rows = query.query_map([room], |row| Ok((row.get::<_, i64>(0)?, row.get(1)?)))?;
        let thought = |row: Result<(i64, String)>| {
            let read = |text: &str| serde_json::from_str(text).unwrap_or_default();
            row.map(|(number, text)| (number as usize, read(&text)))
        };
        rows.map(thought).collect()
    }

    /// How many rooms are kept.
    pub(crate) fn rooms(&self) -> Result<usize> {
        count(&self.lock()).map(|rooms| rooms as usize)
    }

    /// Writes everything to the file itself.
    pub(crate) fn flush(&self) {
        let done = self.lock().query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
        if let Err(error) = done {
            tracing::warn!(%error, "the store was not flushed; it is whole all the same");
        }
    }
}

/// A full disk, for tests.
#[cfg(test)]
impl Store {
    /// From now on the file can't grow, and the pages of the tables are full.
    pub(crate) fn fill(&self, room: &str) {
        let db = self.lock();
        let pages: i64 = db.query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
        limit_pages(&db, pages);
        let moves = "INSERT INTO moves VALUES (?1, 1000 + ?2, 0, 'filler', NULL)";
        // As small as the first move of a game.
        let small_moves = "INSERT INTO moves VALUES (?1, 2 + ?2, 0, '', NULL)";
        let rooms = "INSERT INTO rooms VALUES (?1 || ?2, 0, 'filler', 0, 0, 0, '[]', 0, 0, NULL)";
        for insert in [moves, small_moves, rooms] {
            let full =
                (0..10_000).find_map(|number| db.execute(insert, params![room, number]).err());
            assert_eq!(full.unwrap().sqlite_error_code(), Some(rusqlite::ErrorCode::DiskFull));
        }
    }

    /// The disk has space again.
    pub(crate) fn make_space(&self) {
        let db = self.lock();
        limit_pages(&db, 1 << 20);
        db.execute("DELETE FROM moves", []).unwrap();
        db.execute("DELETE FROM rooms WHERE game = 'filler'", []).unwrap();
    }
}

#[cfg(test)]
fn limit_pages(db: &Connection, pages: i64) {
    db.query_row(&format!("PRAGMA max_page_count = {pages}"), [], |_| Ok(())).unwrap();
}

fn count(db: &Connection) -> Result<i64> {
    db.query_row("SELECT count(*) FROM rooms", [], |row| row.get(0))
}

fn prepared(db: Connection) -> Result<Connection> {
    db.busy_timeout(Duration::from_secs(2))?;
    let number = |name: &str| db.query_row(&format!("PRAGMA {name}"), [], |row| row.get(0));
    let (version, application): (i64, i64) = (number("user_version")?, number("application_id")?);
    let empty: i64 = db.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if empty == 0 {
        db.pragma_update(None, "journal_mode", "WAL")?;
        db.execute_batch(&format!(
            "BEGIN; {TABLES} PRAGMA application_id = {APPLICATION};
             PRAGMA user_version = {VERSION}; COMMIT;"
        ))?;
    } else if application != APPLICATION || version != VERSION {
        let what = "it is not a store of this arena".to_string();
        return Err(rusqlite::Error::ToSqlConversionFailure(what.into()));
    }
    db.pragma_update(None, "synchronous", "NORMAL")?;
    db.pragma_update(None, "foreign_keys", true)?;
    Ok(db)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setup(id: &str) -> Setup {
        let chair = Chair { side: 0, players: vec![0], engine: None, token: Some("x".into()) };
        let (game, id) = ("samegame".to_string(), id.to_string());
        Setup { id, game, seed: u64::MAX, practice: true, tick: 0, chairs: vec![chair] }
    }

    #[test]
    fn a_room_comes_back() {
        let store = Store::open(None).unwrap();
        assert!(store.create(&setup("a"), 9).unwrap());
        let thought = serde_json::json!({"agent": "best"});
        let row = |number, thought| Row { number, player: 0, text: "14,0", thought };
        store.play("a", &[row(0, None)], 1, false).unwrap();
        store.play("a", &[row(1, Some(&thought))], 2, false).unwrap();
        let ended = Ended { reason: Reason::Resigned, side: 0, text: "Enough.".into() };
        store.end("a", &ended, 3).unwrap();
        let kept = store.load("a").unwrap().unwrap();
        assert_eq!((kept.turn, kept.ended, kept.moves.len()), (3, Some(ended), 2));
        assert_eq!(kept.setup, setup("a"));
        assert_eq!(store.thoughts("a").unwrap(), [(1, thought)]);
        store.take_back("a", 1, 4).unwrap();
        let kept = store.load("a").unwrap().unwrap();
        assert_eq!((kept.turn, kept.ended, kept.moves.len()), (4, None, 1));
        assert_eq!(store.load("b").unwrap(), None);
    }

    #[test]
    fn old_games_make_place() {
        let store = Store::open(None).unwrap();
        assert!(store.create(&setup("a"), 2).unwrap() && store.create(&setup("b"), 2).unwrap());
        assert!(!store.create(&setup("c"), 2).unwrap());
        store.play("b", &[], 1, true).unwrap();
        assert!(store.create(&setup("c"), 2).unwrap());
        assert!(store.load("b").unwrap().is_none() && store.load("a").unwrap().is_some());
    }

    #[test]
    fn a_file_of_something_else_is_refused() {
        let folder = std::env::temp_dir().join(format!("spinney-arena-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("text.db");
        std::fs::write(&path, "this is no database, and long enough not to be mistaken for one")
            .unwrap();
        let error = Store::open(Some(&path)).err().unwrap().to_string();
        assert!(error.starts_with("can't open the store"), "{error}");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
