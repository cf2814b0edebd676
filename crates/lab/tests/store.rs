//! The store from outside: what goes in comes out, and what can't be opened stays as it was.

use rusqlite::Connection;
use spinney_games::agent::{Fault, FaultKind};
use spinney_games::contest::{Effort, Played};
use spinney_lab::runner::Finished;
use spinney_lab::store::{CellKey, Store, StoreError};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A directory that is gone after the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("spinney-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
    fn file(&self) -> PathBuf {
        self.0.join("store.db")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn key(seed: u64) -> CellKey {
    CellKey { game: "toy(board=\"a b\")".into(), agents: vec!["x".into(), "y(c=1)".into()], seed }
}

fn game(pairing: usize, number: u64, fault: Option<(usize, Fault)>) -> Finished {
    let effort = Effort {
        moves: 3,
        playouts: 1 << 40,
        time: Duration::from_micros(17),
        longest: Duration::from_micros(9),
    };
    let rewards = vec![number as f64 / 4.0, -1.5];
    let record = format!("start\nmoves {number}\n");
    let played = Played { rewards, length: 6, effort: vec![effort; 2], record, fault };
    Finished { pairing, number, played }
}

#[test]
fn what_goes_in_comes_out() {
    let scratch = Scratch::new("round-trip");
    let games = [
        game(0, 2, Some((1, Fault::new(FaultKind::IllegalMove, 7)))),
        game(1, 0, None),
        game(0, 0, None),
    ];
    {
        let mut store = Store::open(&scratch.file()).unwrap();
        let cells = [store.cell(&key(u64::MAX)).unwrap(), store.cell(&key(1)).unwrap()];
        let run = store.begin_run("test").unwrap();
        store.add(run, &cells, &games).unwrap();
        // Once more, with another result: what is there stays.
        let mut again = game(0, 2, None);
        again.played.length = 99;
        store.add(run, &cells, &[again]).unwrap();
    }
    let store = Store::open_to_read(&scratch.file()).unwrap();
    let cell = store.find_cell(&key(u64::MAX)).unwrap().expect("it was made");
    let rows = store.games(cell, u64::MAX).unwrap();
    assert_eq!(rows.iter().map(|row| row.number).collect::<Vec<_>>(), [0, 2]);
    assert_eq!(rows[1].played, games[0].played);
    assert_eq!(store.missing(cell, 4).unwrap(), [1, 3]);
    assert_eq!((store.count(cell).unwrap(), store.games(cell, 2).unwrap().len()), (2, 1));
    let tally = store.tally(cell, 2, 10).unwrap();
    assert_eq!((tally.games, tally.sides[1].faults["illegal-move: 7"]), (2, 1));
    let cells = store.cells().unwrap();
    assert_eq!(
        cells.iter().map(|(key, _, n)| (key.seed, *n)).collect::<Vec<_>>(),
        [(u64::MAX, 2), (1, 1)]
    );
    let runs = store.runs(&[cell]).unwrap();
    assert_eq!((runs.len(), runs[0].games, runs[0].command.as_str()), (1, 2, "test"));
    assert!(matches!(store.tally(cell, 3, 10), Err(StoreError::BadRow { .. })));
    assert!(store.find_cell(&key(5)).unwrap().is_none());
}

/// Opening must fail as told and leave every byte.
fn refused(path: &Path, expected: impl Fn(&StoreError) -> bool) {
    let before = std::fs::read(path).unwrap();
    for result in [Store::open(path), Store::open_to_read(path)] {
        let error = result.expect_err("it is refused");
        assert!(expected(&error), "{error:?}");
    }
    assert_eq!(std::fs::read(path).unwrap(), before, "the file was changed");
    let neighbours = std::fs::read_dir(path.parent().unwrap()).unwrap().count();
    assert_eq!(neighbours, 1, "files were left behind");
}

#[test]
fn what_is_not_a_store_is_refused() {
    let scratch = Scratch::new("not-a-store");
    let path = scratch.file();
    std::fs::write(&path, "a letter to my aunt, much longer than a header of SQLite".repeat(99))
        .unwrap();
    refused(&path, |error| matches!(error, StoreError::NotAStore { .. }));
    std::fs::remove_file(&path).unwrap();
    Connection::open(&path).unwrap().execute_batch("CREATE TABLE recipes (name)").unwrap();
    refused(&path, |error| matches!(error, StoreError::NotAStore { .. }));
}

fn filled(path: &Path) {
    let mut store = Store::open(path).unwrap();
    let cells = [store.cell(&key(1)).unwrap()];
    let run = store.begin_run("test").unwrap();
    let games: Vec<Finished> = (0..2000).map(|number| game(0, number, None)).collect();
    store.add(run, &cells, &games).unwrap();
}

#[test]
fn a_newer_store_is_refused() {
    let scratch = Scratch::new("newer");
    filled(&scratch.file());
    let db = Connection::open(scratch.file()).unwrap();
    db.execute_batch("PRAGMA user_version = 99").unwrap();
    drop(db);
    refused(&scratch.file(), |error| {
        matches!(error, StoreError::Newer { found: 99, .. }) && error.to_string().contains("newer")
    });
}

#[test]
fn a_damaged_store_is_refused() {
    let scratch = Scratch::new("damaged");
    let path = scratch.file();
    filled(&path);
    let whole = std::fs::read(&path).unwrap();
    let mut holed = whole.clone();
    let middle = whole.len() / 2 / 4096 * 4096;
    holed[middle..middle + 8192].fill(0x5A);
    std::fs::write(&path, &holed).unwrap();
    refused(&path, |error| matches!(error, StoreError::Damaged { .. }));
    std::fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    refused(&path, |error| matches!(error, StoreError::Damaged { .. }));
    std::fs::write(&path, &whole).unwrap();
    assert!(Store::open(&path).is_ok());
}

#[test]
fn a_place_that_can_hold_no_file_is_named() {
    let scratch = Scratch::new("no-place");
    std::fs::write(scratch.file(), "").unwrap();
    // A directory, a file as a directory, and nothing to read.
    for path in [scratch.0.clone(), scratch.file().join("store.db")] {
        let error = Store::open(&path).expect_err("it is refused");
        assert!(matches!(error, StoreError::CannotOpen { .. }), "{error:?}");
        assert!(error.to_string().contains("--store"), "{error}");
    }
    let missing = scratch.0.join("missing.db");
    assert!(matches!(Store::open_to_read(&missing), Err(StoreError::CannotOpen { .. })));
    assert!(!missing.exists());
}

#[test]
fn an_empty_file_becomes_a_store() {
    let scratch = Scratch::new("empty");
    std::fs::write(scratch.file(), "").unwrap();
    let store = Store::open(&scratch.file()).unwrap();
    assert_eq!(store.cells().unwrap(), []);
}

#[test]
fn several_writers_share_a_store() {
    let scratch = Scratch::new("shared");
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let path = scratch.file();
            scope.spawn(move || {
                let mut store = Store::open(&path).unwrap();
                let cells = [store.cell(&key(1)).unwrap(), store.cell(&key(writer)).unwrap()];
                let run = store.begin_run("test").unwrap();
                for number in 0..50 {
                    let games = [game(0, number, None), game(1, 1000 + number, None)];
                    store.add(run, &cells, &games).unwrap();
                }
            });
        }
    });
    let store = Store::open_to_read(&scratch.file()).unwrap();
    let counts: Vec<(u64, u64)> =
        store.cells().unwrap().into_iter().map(|(key, _, games)| (key.seed, games)).collect();
    assert_eq!(counts.iter().map(|(_, games)| games).sum::<u64>(), 50 + 4 * 50, "{counts:?}");
    assert_eq!(counts.len(), 4, "cells are not doubled");
}
