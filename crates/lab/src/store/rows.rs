//! Games as rows.

use crate::runner::Finished;
use rusqlite::types::Type;
use rusqlite::{Row, Statement, params};
use serde::de::DeserializeOwned;
use spinney_games::agent::{Fault, FaultKind};
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
    (cell, number, run, rewards, length, effort, fault_side, fault, record) \
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";

pub(super) const SELECT: &str = "SELECT number, rewards, length, effort, fault_side, fault, record \
    FROM games WHERE cell = ? AND number < ? ORDER BY number";

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
    let fault = played.fault.as_ref();
    statement.execute(params![
        cell,
        game.number as i64,
        run,
        to_text(&played.rewards),
        played.length as i64,
        to_text(&effort),
        fault.map(|(side, _)| *side as i64),
        fault.map(|(_, reason)| reason.to_string()),
        played.record,
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
    parse(&text, column)
}

fn parse<T: DeserializeOwned>(text: &str, column: usize) -> rusqlite::Result<T> {
    serde_json::from_str(text).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error))
    })
}

pub(super) fn agents_to_text(agents: &[String]) -> String {
    to_text(&agents)
}

pub(super) fn agents_from_text(text: &str) -> rusqlite::Result<Vec<String>> {
    parse(text, 1)
}
