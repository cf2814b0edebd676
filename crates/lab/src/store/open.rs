//! Opening a store without hurting what is there.

use super::{Store, StoreError, migrate, rows};
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The version of the tables below.
const VERSION: i64 = 2;

/// Marks a file as ours: "SpNy".
const APPLICATION: i64 = 0x5370_4E79;

/// How long one process waits for another one's transaction.
const PATIENCE: Duration = Duration::from_secs(30);

const TABLES: &str = "
CREATE TABLE cells (
    id        INTEGER PRIMARY KEY,
    game      TEXT NOT NULL,
    content   TEXT NOT NULL,    -- a hash of the files that the game is read from, or nothing
    agents    TEXT NOT NULL,    -- a JSON array of specifications, one a side
    seed      INTEGER NOT NULL, -- the 64 bits as a signed number
    behaviour TEXT NOT NULL,    -- what the program does with these agents, as a fingerprint
    checksum  INTEGER NOT NULL, -- of the other columns, as in the other tables
    UNIQUE (game, agents, seed, content, behaviour)
);
CREATE TABLE runs (
    id        INTEGER PRIMARY KEY,
    started   INTEGER NOT NULL, -- seconds since 1970
    command   TEXT NOT NULL,
    commit_id TEXT NOT NULL,
    machine   TEXT NOT NULL,
    shown     INTEGER,          -- games of the result that the run has shown at its end
    checksum  INTEGER NOT NULL
);
CREATE TABLE games (
    cell       INTEGER NOT NULL REFERENCES cells (id),
    number     INTEGER NOT NULL,
    run        INTEGER NOT NULL REFERENCES runs (id),
    rewards    TEXT NOT NULL,    -- a JSON array, one a side
    length     INTEGER NOT NULL, -- decisions
    effort     TEXT NOT NULL,    -- [[moves, playouts, microseconds, longest move], ...]
    fault_side INTEGER,
    fault      TEXT,
    record     TEXT NOT NULL,
    checksum   INTEGER NOT NULL,
    PRIMARY KEY (cell, number)
) WITHOUT ROWID;
";

/// The value of an environment variable that says something.
fn set(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// Where the user's data goes, if the environment says.
fn data_directory() -> Option<PathBuf> {
    if cfg!(windows) {
        set("APPDATA").or_else(|| set("HOME"))
    } else if cfg!(target_os = "macos") {
        set("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        set("XDG_DATA_HOME").or_else(|| set("HOME").map(|home| home.join(".local/share")))
    }
}

/// Whether the environment says where the store belongs. If not, it goes to the directory of
/// temporary files, which is worth a word.
pub fn has_home() -> bool {
    set("SPINNEY_STORE").or_else(data_directory).is_some()
}

/// Where the store is if nobody says: `SPINNEY_STORE`, or the user's data directory.
pub fn default_path() -> PathBuf {
    set("SPINNEY_STORE").unwrap_or_else(|| {
        let data = data_directory().unwrap_or_else(std::env::temp_dir);
        data.join("spinney").join("spinney.db")
    })
}

pub(super) fn writable(path: &Path) -> Result<Store, StoreError> {
    let cannot = |reason: String| StoreError::CannotOpen { path: path.to_path_buf(), reason };
    let is_new = std::fs::metadata(path).map_or(true, |file| file.len() == 0);
    if !is_new {
        // Looked at first through a connection that can't write: what is refused stays untouched.
        look(path)?;
    } else if let Some(directory) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        std::fs::create_dir_all(directory).map_err(|error| cannot(error.to_string()))?;
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
    let db = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)
        .map_err(|error| explain(path, error))?;
    let store = Store { db, path: path.to_path_buf(), behaviour: None };
    prepare(&store)?;
    Ok(store)
}

pub(super) fn readable(path: &Path) -> Result<Store, StoreError> {
    match look(path)? {
        Some(store) if pragma(&store, "user_version")? < VERSION => updated_copy(&store),
        Some(store) => Ok(store),
        None => Err(StoreError::NotAStore { path: path.to_path_buf() }),
    }
}

/// An old store, read into memory and brought up to date there: the file stays as it is.
fn updated_copy(old: &Store) -> Result<Store, StoreError> {
    let explain = |error| explain(&old.path, error);
    let copy = Store { path: old.path.clone(), ..in_memory()? };
    copy.db.execute("ATTACH DATABASE ? AS old", [old.path.to_string_lossy()]).map_err(explain)?;
    copy.db.execute_batch("BEGIN").map_err(explain)?;
    migrate::copy(&copy.db, "old.").map_err(explain)?;
    copy.db.execute_batch("COMMIT; DETACH DATABASE old").map_err(explain)?;
    Ok(copy)
}

/// Opens what is there without changing it; nothing for a file without content.
fn look(path: &Path) -> Result<Option<Store>, StoreError> {
    if path.is_dir() {
        let reason = "it is a directory".to_string();
        return Err(StoreError::CannotOpen { path: path.to_path_buf(), reason });
    }
    if !path.try_exists().unwrap_or(true) {
        return Err(StoreError::Missing { path: path.to_path_buf() });
    }
    let open = |flag: OpenFlags| {
        let db = Connection::open_with_flags(path, flag | OpenFlags::SQLITE_OPEN_NO_MUTEX)
            .and_then(|db| db.busy_timeout(PATIENCE).map(|()| db));
        let db = db.map_err(|error| explain(path, error))?;
        Ok(Store { db, path: path.to_path_buf(), behaviour: None })
    };
    let mut store = open(OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let mut pages = pragma(&store, "page_count");
    if matches!(pages, Err(StoreError::ReadOnly { .. })) {
        // A process was killed inside a transaction and left its journal: rolling that back, which
        // is what every open does, needs a connection that may write.
        store = open(OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        pages = pragma(&store, "page_count");
    }
    if pages? == 0 {
        return Ok(None);
    }
    version(&store)?;
    whole(&store)?;
    Ok(Some(store))
}

pub(super) fn in_memory() -> Result<Store, StoreError> {
    let path = PathBuf::from(":memory:");
    let db = Connection::open_in_memory().map_err(|error| explain(&path, error))?;
    let store = Store { db, path, behaviour: None };
    prepare(&store)?;
    Ok(store)
}

/// Sets the connection up and makes the tables in a new file.
fn prepare(store: &Store) -> Result<(), StoreError> {
    let explain = |error| explain(&store.path, error);
    store.db.busy_timeout(PATIENCE).map_err(explain)?;
    if store.db.is_readonly("main").map_err(explain)? {
        return Err(StoreError::ReadOnly { path: store.path.clone() });
    }
    // Two processes may find the same new file: the second waits here and then finds the tables.
    store.db.execute_batch("BEGIN IMMEDIATE").map_err(explain)?;
    let result = match pragma(store, "user_version")? {
        0 => make_tables(store),
        1 => store
            .db
            .execute_batch(migrate::RENAME)
            .and_then(|()| make_tables(store))
            .and_then(|()| migrate::copy(&store.db, "old_"))
            .and_then(|()| store.db.execute_batch(migrate::DROP)),
        _ => Ok(()),
    };
    result.and_then(|()| store.db.execute_batch("COMMIT")).map_err(explain)
}

fn make_tables(store: &Store) -> rusqlite::Result<()> {
    let mark = format!("PRAGMA application_id={APPLICATION}; PRAGMA user_version={VERSION};");
    store.db.execute_batch(&format!("{TABLES}{mark}"))
}

fn pragma(store: &Store, name: &str) -> Result<i64, StoreError> {
    let value = store.db.query_row(&format!("PRAGMA {name}"), [], |row| row.get(0));
    value.map_err(|error| explain(&store.path, error))
}

/// Refuses what is not a store, or is from the future.
fn version(store: &Store) -> Result<(), StoreError> {
    let (application, found) = (pragma(store, "application_id")?, pragma(store, "user_version")?);
    let path = store.path.clone();
    if application != APPLICATION {
        Err(StoreError::NotAStore { path })
    } else if found > VERSION {
        Err(StoreError::Newer { path, found, known: VERSION })
    } else if found < 1 || (found == 1 && has_checksums(store)?) {
        let detail = format!("it has the tables of another version than {found}, which it says");
        Err(StoreError::Damaged { path, detail })
    } else {
        Ok(())
    }
}

/// Whether games have checksums, as they do since version 2.
fn has_checksums(store: &Store) -> Result<bool, StoreError> {
    let sql = "SELECT count(*) FROM pragma_table_info('games') WHERE name = 'checksum'";
    let count: i64 = store
        .db
        .query_row(sql, [], |row| row.get(0))
        .map_err(|error| explain(&store.path, error))?;
    Ok(count > 0)
}

/// Refuses a file whose pages, tables or rows are broken.
fn whole(store: &Store) -> Result<(), StoreError> {
    let path = &store.path;
    let explain = |error| explain(path, error);
    let damaged = |detail: String| Err(StoreError::Damaged { path: path.clone(), detail });
    let check = store.db.query_row("PRAGMA integrity_check(1)", [], |row| row.get::<_, String>(0));
    let found = check.map_err(explain)?;
    if found != "ok" {
        // The last line says what; those before, in which database.
        return damaged(found.lines().last().unwrap_or_default().to_string());
    }
    let tables = "SELECT count(*) FROM sqlite_schema WHERE name IN ('cells', 'runs', 'games')";
    let tables: i64 = store.db.query_row(tables, [], |row| row.get(0)).map_err(explain)?;
    if tables != 3 {
        return damaged("tables are missing".to_string());
    }
    if pragma(store, "user_version")? < 2 {
        return Ok(());
    }
    for (table, sql) in rows::CHECKED {
        if let Some(row) = rows::first_damaged(&store.db, sql).map_err(explain)? {
            return damaged(format!("row {row} of {table} is not what was written"));
        }
    }
    Ok(())
}

/// What an error of SQLite means for whoever uses the store.
pub(super) fn explain(path: &Path, error: rusqlite::Error) -> StoreError {
    let path = path.to_path_buf();
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => StoreError::NotAStore { path },
        Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged { path, detail: error.to_string() },
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy { path },
        Some(ErrorCode::DiskFull) => StoreError::Full { path },
        Some(ErrorCode::ReadOnly) => StoreError::ReadOnly { path },
        Some(ErrorCode::CannotOpen) => StoreError::CannotOpen { path, reason: error.to_string() },
        _ => match error {
            rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::InvalidColumnType(..)
            | rusqlite::Error::IntegralValueOutOfRange(..)
            | rusqlite::Error::Utf8Error(..)
            // The statements are fixed: one that does not fit has found other tables.
            | rusqlite::Error::SqlInputError { .. } => {
                StoreError::Damaged { path, detail: error.to_string() }
            }
            error => StoreError::Sql { path, error },
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_loses_only_what_is_new() {
        let store = in_memory().unwrap();
        store.begin_run("before").unwrap();
        let pages = pragma(&store, "page_count").unwrap();
        store.db.execute_batch(&format!("PRAGMA max_page_count = {pages}")).unwrap();
        let long = "x".repeat(100_000);
        let error = store.begin_run(&long).unwrap_err();
        assert!(matches!(error, StoreError::Full { .. }), "{error:?}");
        assert!(error.to_string().contains("what was stored before is safe"));
        let runs: i64 =
            store.db.query_row("SELECT count(*) FROM runs", [], |row| row.get(0)).unwrap();
        assert_eq!(runs, 1);
    }

    #[test]
    fn a_store_in_use_is_named() {
        let path = std::env::temp_dir().join(format!("spinney-{}-busy.db", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let (one, two) = (writable(&path).unwrap(), writable(&path).unwrap());
        one.db.execute_batch("BEGIN IMMEDIATE").unwrap();
        two.db.busy_timeout(Duration::from_millis(20)).unwrap();
        let error = two.begin_run("waits").unwrap_err();
        assert!(matches!(error, StoreError::Busy { .. }), "{error:?}");
        one.db.execute_batch("COMMIT").unwrap();
        assert!(two.begin_run("goes on").is_ok());
        drop((one, two));
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_file_that_may_only_be_read_is_not_written() {
        let path = std::env::temp_dir().join(format!("spinney-{}-read.db", std::process::id()));
        let _ = std::fs::remove_file(&path);
        drop(writable(&path).unwrap());
        let store = readable(&path).unwrap();
        let error = store.begin_run("no").unwrap_err();
        assert!(matches!(error, StoreError::ReadOnly { .. }), "{error:?}");
        std::fs::remove_file(&path).unwrap();
    }
}
