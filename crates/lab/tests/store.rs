//! The store from outside: what goes in comes out, and what can't be opened stays as it was.

use rusqlite::Connection;
use spinney_games::agent::{Fault, FaultKind};
use spinney_games::contest::{Effort, Played};
use spinney_lab::runner::Finished;
use spinney_lab::store::{CellKey, GameRow, Other, RunRow, Store, StoreError, UNKNOWN};
use spinney_search::rng::{Rng, below, stream};
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
    CellKey {
        game: "toy(board=\"a b\")".into(),
        content: "c0ffee".into(),
        agents: vec!["x".into(), "y(c=1)".into()],
        seed,
        behaviour: "b1".into(),
    }
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
    }
    let missing = scratch.0.join("missing.db");
    let error = Store::open_to_read(&missing).expect_err("it is refused");
    assert_eq!(error.to_string(), format!("there is no store {}", missing.display()));
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

#[test]
fn games_of_another_behaviour_or_other_files_are_apart() {
    let mut store = Store::in_memory().unwrap();
    let now = key(1);
    let behaved = CellKey { behaviour: "b0".into(), ..key(1) };
    let edited = CellKey { content: "decaf".into(), ..key(1) };
    for (other, games) in [(&behaved, 3), (&edited, 2), (&now, 1)] {
        let cell = store.cell(other).unwrap();
        let run = store.begin_run("test").unwrap();
        let games: Vec<Finished> = (0..games).map(|number| game(0, number, None)).collect();
        store.add(run, &[cell], &games).unwrap();
    }
    let count = |store: &Store| {
        let cell = store.find_cell(&now).unwrap().unwrap();
        store.count(cell).unwrap()
    };
    assert_eq!(count(&store), 1);
    let others = store.others(&now).unwrap();
    let expected =
        [Other { behaviour: Some("b0".into()), games: 3 }, Other { behaviour: None, games: 2 }];
    assert_eq!(others, expected);
    // Asked for by name, the old ones are found, and they alone.
    store.as_of(Some("b0".into()));
    assert_eq!(count(&store), 3);
    store.as_of(None);
    assert_eq!(count(&store), 1);
    let behaviours: Vec<_> =
        store.runs(&[]).unwrap().into_iter().map(|run| run.behaviours).collect();
    assert_eq!(behaviours, [["b0"], ["b1"], ["b1"]]);
}

#[test]
fn looks_at_growing_games_are_counted() {
    let mut store = Store::in_memory().unwrap();
    let cell = store.cell(&key(1)).unwrap();
    let mut grow = |from: u64, to: u64, shown: bool| {
        let run = store.begin_run("test").unwrap();
        let games: Vec<Finished> = (from..to).map(|number| game(0, number, None)).collect();
        store.add(run, &[cell], &games).unwrap();
        let looks = store.looks(&[cell], run).unwrap();
        if shown {
            store.end_run(run, to).unwrap();
        }
        looks
    };
    assert_eq!(grow(0, 5, true), [0u64; 0]);
    // Killed before it could show anything.
    assert_eq!(grow(5, 8, false), [5]);
    assert_eq!(grow(8, 10, true), [5]);
    assert_eq!(grow(10, 20, true), [5, 10]);
}

/// What the first version of the store looked like, with two games in it.
const FIRST_VERSION: &str = "
CREATE TABLE cells (id INTEGER PRIMARY KEY, game TEXT NOT NULL, agents TEXT NOT NULL,
    seed INTEGER NOT NULL, UNIQUE (game, agents, seed));
CREATE TABLE runs (id INTEGER PRIMARY KEY, started INTEGER NOT NULL, command TEXT NOT NULL,
    commit_id TEXT NOT NULL, machine TEXT NOT NULL);
CREATE TABLE games (cell INTEGER NOT NULL REFERENCES cells (id), number INTEGER NOT NULL,
    run INTEGER NOT NULL REFERENCES runs (id), rewards TEXT NOT NULL, length INTEGER NOT NULL,
    effort TEXT NOT NULL, fault_side INTEGER, fault TEXT, record TEXT NOT NULL,
    PRIMARY KEY (cell, number)) WITHOUT ROWID;
PRAGMA application_id=1399869049; PRAGMA user_version=1;
INSERT INTO cells VALUES (3, 'tic-tac-toe', '[\"random\",\"random\"]', -1);
INSERT INTO runs VALUES (7, 1700000000, 'match', 'abc', 'a machine');
INSERT INTO games VALUES (3, 0, 7, '[1.0,0.0]', 5, '[[3,0,9,4],[2,0,8,5]]', NULL, NULL, '14253');
INSERT INTO games VALUES (3, 4, 7, '[0.0,1.0]', 0, '[[0,0,0,0],[0,0,0,0]]', 0, 'panicked: oh', '');
";

#[test]
fn a_store_of_the_first_version_is_kept_as_unknown() {
    let scratch = Scratch::new("first-version");
    Connection::open(scratch.file()).unwrap().execute_batch(FIRST_VERSION).unwrap();
    let before = std::fs::read(scratch.file()).unwrap();
    let old = CellKey {
        game: "tic-tac-toe".into(),
        content: String::new(),
        agents: vec!["random".into(); 2],
        seed: u64::MAX,
        behaviour: UNKNOWN.into(),
    };
    let check = |store: &Store| {
        let cell = store.find_cell(&old).unwrap().expect("the old cell");
        let games = store.games(cell, u64::MAX).unwrap();
        assert_eq!(games.iter().map(|game| game.number).collect::<Vec<_>>(), [0, 4]);
        assert_eq!(games[0].played.record, "14253");
        assert_eq!(games[1].played.fault, Some((0, Fault::new(FaultKind::Panic, "panicked: oh"))));
        assert_eq!(store.runs(&[cell]).unwrap()[0].commit, "abc");
        let today = CellKey { behaviour: "today".into(), ..old.clone() };
        assert_eq!(store.find_cell(&today).unwrap(), None);
        let others = store.others(&today).unwrap();
        assert_eq!(others, [Other { behaviour: Some(UNKNOWN.into()), games: 2 }]);
    };
    check(&Store::open_to_read(&scratch.file()).unwrap());
    assert_eq!(std::fs::read(scratch.file()).unwrap(), before, "reading changed the file");
    let store = Store::open(&scratch.file()).unwrap();
    check(&store);
    drop(store);
    check(&Store::open_to_read(&scratch.file()).unwrap());
    let mut new = Store::open(&scratch.0.join("new.db")).unwrap();
    assert_eq!(new.merge(&scratch.file()).unwrap().added, 2);
    check(&new);
}

/// All that can be read from a store.
type Everything = (Vec<(CellKey, Vec<GameRow>)>, Vec<RunRow>);

fn everything(store: &Store) -> Result<Everything, StoreError> {
    let mut cells = Vec::new();
    for (key, id, _) in store.cells()? {
        cells.push((key, store.games(id, u64::MAX)?));
    }
    Ok((cells, store.runs(&[])?))
}

/// One to eight bytes changed, or a stretch of them; a page copied over another; the end lost.
fn damage(bytes: &mut Vec<u8>, rng: &mut Rng) {
    let page = 4096;
    match below(rng, 8) {
        0..=4 => {
            for _ in 0..=below(rng, 8) {
                let at = below(rng, bytes.len());
                bytes[at] ^= 1 << below(rng, 8);
            }
        }
        5 => {
            let at = below(rng, bytes.len() - 64);
            bytes[at..at + 1 + below(rng, 63)].fill(below(rng, 256) as u8);
        }
        6 => {
            let pages = bytes.len() / page;
            let (from, to) = (below(rng, pages), below(rng, pages));
            bytes.copy_within(from * page..(from + 1) * page, to * page);
        }
        _ => bytes.truncate(below(rng, bytes.len())),
    }
}

#[test]
fn two_hundred_damaged_copies_are_refused_or_read_correctly() {
    let scratch = Scratch::new("copies");
    let path = scratch.file();
    {
        let mut store = Store::open(&path).unwrap();
        for seed in 0..4 {
            let cells = [store.cell(&key(seed)).unwrap()];
            let run = store.begin_run("test").unwrap();
            let games: Vec<Finished> = (0..120).map(|number| game(0, number, None)).collect();
            store.add(run, &cells, &games).unwrap();
        }
    }
    let whole = std::fs::read(&path).unwrap();
    let expected = everything(&Store::open_to_read(&path).unwrap()).unwrap();
    let mut rng = stream(&[200]);
    let (mut refused, mut read) = (0, 0);
    while refused + read < 200 {
        let mut copy = whole.clone();
        damage(&mut copy, &mut rng);
        std::fs::write(&path, &copy).unwrap();
        let found = Store::open_to_read(&path).and_then(|store| everything(&store));
        match found {
            Ok(_) if copy.is_empty() => unreachable!("an empty file is no store to read"),
            Ok(found) => {
                assert!(found == expected, "copy {} was read wrongly", refused + read);
                read += 1;
            }
            Err(error) => {
                assert!(
                    matches!(
                        error,
                        StoreError::Damaged { .. }
                            | StoreError::NotAStore { .. }
                            | StoreError::Newer { .. }
                    ),
                    "{error:?}"
                );
                assert_eq!(std::fs::read(&path).unwrap(), copy, "a refused file was changed");
                refused += 1;
            }
        }
    }
    // Some damage hits bytes that mean nothing; most must be found.
    assert!(refused > 120, "{refused} refused, {read} read");
}
