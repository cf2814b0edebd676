//! Cells, runs and games as rows, each with a checksum of what it says.

use super::CellKey;
use crate::runner::Finished;
use rusqlite::types::{Type, ValueRef};
use rusqlite::{Connection, OptionalExtension, Row, Statement, params};
use serde::de::DeserializeOwned;
use spinney_games::agent::{Fault, FaultKind};
use spinney_games::behaviour::hash;
use spinney_games::contest::{Effort, Played};
use std::time::Duration;

/// A stored game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRow {
    /// Its number in the cell.
    pub number: u64,
    /// What happened.
    pub played: Played,
}

pub(super) const INSERT: &str = "INSERT OR IGNORE INTO games \
    (cell, number, run, rewards, length, effort, fault_side, fault, record, checksum) \
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

pub(super) const SELECT: &str = "SELECT number, rewards, length, effort, fault_side, fault, record \
    FROM games WHERE cell = ? AND number < ? ORDER BY number";

/// What each table is checked by: its columns, the checksum last.
pub(super) const CHECKED: [(&str, &str); 3] = [
    ("cells", "SELECT id, game, content, agents, seed, behaviour, checksum FROM cells"),
    ("runs", "SELECT id, started, command, commit_id, machine, shown, checksum FROM runs"),
    (
        "games",
        "SELECT cell, number, run, rewards, length, effort, fault_side, fault, record, checksum \
         FROM games",
    ),
];

/// The checksum of a row: of its values, each with its kind and its length.
#[derive(Default)]
pub(super) struct Checksum {
    bytes: Vec<u8>,
}

impl Checksum {
    pub(super) fn integer(&mut self, value: i64) -> &mut Self {
        self.bytes.push(b'i');
        self.bytes.extend(value.to_le_bytes());
        self
    }
    pub(super) fn text(&mut self, value: &[u8]) -> &mut Self {
        self.bytes.push(b't');
        self.bytes.extend((value.len() as u64).to_le_bytes());
        self.bytes.extend(value);
        self
    }
    fn nothing(&mut self) -> &mut Self {
        self.bytes.push(b'n');
        self
    }
    fn value(&mut self, value: ValueRef<'_>) -> &mut Self {
        match value {
            ValueRef::Null => self.nothing(),
            ValueRef::Integer(number) => self.integer(number),
            ValueRef::Text(text) => self.text(text),
            // No column holds these: their checksum fits nothing.
            ValueRef::Real(_) | ValueRef::Blob(_) => self.text(b"neither number nor text"),
        }
    }
    /// The sum as SQLite keeps numbers; ready for the next row.
    pub(super) fn finish(&mut self) -> i64 {
        let sum = hash(&self.bytes) as i64;
        self.bytes.clear();
        sum
    }
}

/// The checksum of the first columns of a row.
pub(super) fn sum(row: &Row<'_>, columns: usize, sum: &mut Checksum) -> rusqlite::Result<i64> {
    for column in 0..columns {
        sum.value(row.get_ref(column)?);
    }
    Ok(sum.finish())
}

/// The first row of a table whose checksum is wrong, counted from 1, if there is one.
pub(super) fn first_damaged(db: &Connection, sql: &str) -> rusqlite::Result<Option<u64>> {
    let mut statement = db.prepare(sql)?;
    let last = statement.column_count() - 1;
    let mut found = statement.query([])?;
    let (mut checksum, mut number) = (Checksum::default(), 0);
    while let Some(row) = found.next()? {
        number += 1;
        let expected = ValueRef::Integer(sum(row, last, &mut checksum)?);
        if row.get_ref(last)? != expected {
            return Ok(Some(number));
        }
    }
    Ok(None)
}

/// Makes a cell. The caller holds the store's lock: nobody else takes the same number.
pub(super) fn insert_cell(db: &Connection, key: &CellKey) -> rusqlite::Result<i64> {
    let next = "SELECT coalesce(max(id), 0) + 1 FROM cells";
    let id: i64 = db.prepare_cached(next)?.query_row([], |row| row.get(0))?;
    put_cell(db, id, key).map(|()| id)
}

/// Makes a cell with this number.
pub(super) fn put_cell(db: &Connection, id: i64, key: &CellKey) -> rusqlite::Result<()> {
    let (agents, seed) = (agents_to_text(&key.agents), key.seed as i64);
    let mut sum = Checksum::default();
    sum.integer(id).text(key.game.as_bytes()).text(key.content.as_bytes());
    sum.text(agents.as_bytes()).integer(seed).text(key.behaviour.as_bytes());
    let sql = "INSERT INTO cells \
               (id, game, content, agents, seed, behaviour, checksum) VALUES (?, ?, ?, ?, ?, ?, ?)";
    let values = params![id, key.game, key.content, agents, seed, key.behaviour, sum.finish()];
    db.prepare_cached(sql)?.execute(values)?;
    Ok(())
}

/// A cell from the columns id, game, content, agents, seed, behaviour.
pub(super) fn read_cell(row: &Row<'_>) -> rusqlite::Result<CellKey> {
    Ok(CellKey {
        game: row.get(1)?,
        content: row.get(2)?,
        agents: from_text(row, 3)?,
        seed: row.get::<_, i64>(4)? as u64,
        behaviour: row.get(5)?,
    })
}

/// A run, as its row has it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Run {
    pub(super) started: i64,
    pub(super) command: String,
    pub(super) commit: String,
    pub(super) machine: String,
    pub(super) shown: Option<i64>,
}

impl Run {
    /// From the columns id, started, command, commit_id, machine, shown.
    pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            started: row.get(1)?,
            command: row.get(2)?,
            commit: row.get(3)?,
            machine: row.get(4)?,
            shown: row.get(5)?,
        })
    }

    fn checksum(&self, id: i64) -> i64 {
        let mut sum = Checksum::default();
        sum.integer(id).integer(self.started);
        for text in [&self.command, &self.commit, &self.machine] {
            sum.text(text.as_bytes());
        }
        match self.shown {
            Some(games) => sum.integer(games),
            None => sum.nothing(),
        };
        sum.finish()
    }
}

/// Adds a run; gives its number. The caller holds the store's lock.
pub(super) fn insert_run(db: &Connection, run: &Run) -> rusqlite::Result<i64> {
    let next = "SELECT coalesce(max(id), 0) + 1 FROM runs";
    let id: i64 = db.query_row(next, [], |row| row.get(0))?;
    put_run(db, id, run).map(|()| id)
}

/// Writes a run with this number.
pub(super) fn put_run(db: &Connection, id: i64, run: &Run) -> rusqlite::Result<()> {
    let sql = "INSERT INTO runs (id, started, command, commit_id, machine, shown, checksum) \
               VALUES (?, ?, ?, ?, ?, ?, ?) \
               ON CONFLICT (id) DO UPDATE SET shown = excluded.shown, checksum = excluded.checksum";
    let Run { started, command, commit, machine, shown } = run;
    db.execute(sql, params![id, started, command, commit, machine, shown, run.checksum(id)])
        .map(|_| ())
}

/// Notes how many games a run has shown.
pub(super) fn show_run(db: &Connection, id: i64, games: u64) -> rusqlite::Result<()> {
    let sql = "SELECT id, started, command, commit_id, machine, shown FROM runs WHERE id = ?";
    let run = db.query_row(sql, [id], Run::read).optional()?;
    match run {
        Some(run) => put_run(db, id, &Run { shown: Some(games as i64), ..run }),
        None => Ok(()),
    }
}

pub(super) fn insert(
    statement: &mut Statement<'_>,
    cell: i64,
    run: i64,
    game: &Finished,
) -> rusqlite::Result<()> {
    let played = &game.played;
    let micros = |time: Duration| time.as_micros() as u64;
    let effort: Vec<[u64; 4]> = played
        .effort
        .iter()
        .map(|e| [e.moves, e.playouts, micros(e.time), micros(e.longest)])
        .collect();
    let fault = played.fault.as_ref().map(|(side, fault)| (*side as i64, fault.to_string()));
    let (rewards, effort) = (to_text(&played.rewards), to_text(&effort));
    let (number, length) = (game.number as i64, played.length as i64);
    let mut sum = Checksum::default();
    sum.integer(cell).integer(number).integer(run).text(rewards.as_bytes()).integer(length);
    sum.text(effort.as_bytes());
    match &fault {
        Some((side, reason)) => sum.integer(*side).text(reason.as_bytes()),
        None => sum.nothing().nothing(),
    };
    let sum = sum.text(played.record.as_bytes()).finish();
    statement.execute(params![
        cell,
        number,
        run,
        rewards,
        length,
        effort,
        fault.as_ref().map(|(side, _)| *side),
        fault.map(|(_, reason)| reason),
        played.record,
        sum,
    ])?;
    Ok(())
}

impl GameRow {
    pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        let effort: Vec<[u64; 4]> = from_text(row, 3)?;
        let effort = effort.iter().map(|&[moves, playouts, micros, longest]| Effort {
            moves,
            playouts,
            time: Duration::from_micros(micros),
            longest: Duration::from_micros(longest),
        });
        let reason = row.get::<_, Option<String>>(5)?.map(|text| {
            // Stores of old have reasons without a kind.
            Fault::parse(&text).unwrap_or_else(|| Fault::new(FaultKind::Panic, text))
        });
        let fault = row.get::<_, Option<i64>>(4)?.zip(reason);
        Ok(Self {
            number: row.get::<_, i64>(0)? as u64,
            played: Played {
                rewards: from_text(row, 1)?,
                length: row.get::<_, i64>(2)? as u64,
                effort: effort.collect(),
                record: row.get(6)?,
                fault: fault.map(|(side, reason)| (side as usize, reason)),
            },
        })
    }
}

fn to_text(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("numbers and strings can be written")
}

fn from_text<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error))
    })
}

pub(super) fn agents_to_text(agents: &[String]) -> String {
    to_text(&agents)
}
