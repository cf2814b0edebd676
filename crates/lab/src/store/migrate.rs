//! Stores of earlier versions brought up to date.
//!
//! Version 1 knew neither the content of files nor behaviour, and had no checksums. Its games are
//! kept, with the behaviour [`UNKNOWN`].

use super::rows::{self, Checksum, Run};
use super::{CellKey, UNKNOWN};
use rusqlite::{Connection, Row, params};

/// Moves the tables of version 1 out of the way of new ones.
pub(super) const RENAME: &str = "
ALTER TABLE cells RENAME TO old_cells;
ALTER TABLE runs RENAME TO old_runs;
ALTER TABLE games RENAME TO old_games;
";

/// Removes them.
pub(super) const DROP: &str = "DROP TABLE old_games; DROP TABLE old_runs; DROP TABLE old_cells;";

/// Copies the rows of version 1, in tables whose names begin with `from`, into the tables of today.
pub(super) fn copy(db: &Connection, from: &str) -> rusqlite::Result<()> {
    let each = |sql: String, put: &mut dyn FnMut(&Row<'_>) -> rusqlite::Result<()>| {
        let mut statement = db.prepare(&sql)?;
        let mut found = statement.query([])?;
        while let Some(row) = found.next()? {
            put(row)?;
        }
        Ok::<(), rusqlite::Error>(())
    };
    let cells = format!("SELECT id, game, '', agents, seed, '{UNKNOWN}' FROM {from}cells");
    each(cells, &mut |row| {
        let key: CellKey = rows::read_cell(row)?;
        rows::put_cell(db, row.get(0)?, &key)
    })?;
    let runs = format!("SELECT id, started, command, commit_id, machine, NULL FROM {from}runs");
    each(runs, &mut |row| rows::put_run(db, row.get(0)?, &Run::read(row)?))?;
    let games = format!(
        "SELECT cell, number, run, rewards, length, effort, fault_side, fault, record, 0 \
         FROM {from}games"
    );
    let mut insert = db.prepare(rows::INSERT)?;
    let mut sum = Checksum::default();
    each(games, &mut |row| {
        let sum = rows::sum(row, 9, &mut sum)?;
        let text = |column| row.get_ref(column);
        insert.execute(params![
            row.get::<_, i64>(0)?,
            row.get::<_, i64>(1)?,
            row.get::<_, i64>(2)?,
            text(3)?.as_str()?,
            row.get::<_, i64>(4)?,
            text(5)?.as_str()?,
            row.get::<_, Option<i64>>(6)?,
            row.get::<_, Option<String>>(7)?,
            text(8)?.as_str()?,
            sum,
        ])?;
        Ok(())
    })
}
