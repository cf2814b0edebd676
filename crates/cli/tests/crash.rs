//! A comparison that is killed twenty times at random moments ends with the same rows as an
//! undisturbed one.
#![cfg(unix)]

use spinney_lab::store::{CellKey, GameRow, Store, StoreError};
use spinney_search::rng::{below, stream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const GAMES: u64 = 40_000;
const KILLS: usize = 20;

fn start(store: &Path, seed: u64) -> Child {
    Command::new(env!("CARGO_BIN_EXE_spinney"))
        .args(["compare", "tic-tac-toe", "random", "random", "--threads", "2"])
        .args(["--games", &GAMES.to_string(), "--seed", &seed.to_string()])
        .arg("--store")
        .arg(store)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs")
}

fn finish(store: &Path, seed: u64) {
    assert!(start(store, seed).wait().unwrap().success());
}

fn key(seed: u64) -> CellKey {
    let contest = spinney_games::open_for_match(&"tic-tac-toe".parse().unwrap()).unwrap();
    let random = contest.check(0, &"random".parse().unwrap()).unwrap();
    CellKey::new(&*contest, &[random.clone(), random], seed)
}

/// How many games of a seed there are right after a kill. The store can be read then, once the
/// first run has come to making it.
fn stored(path: &Path, seed: u64) -> u64 {
    // Looked at after the attempt: opening rolls back a transaction that was cut short.
    let made = || std::fs::metadata(path).is_ok_and(|file| file.len() > 0);
    let store = match Store::open_to_read(path) {
        Ok(store) => store,
        Err(StoreError::NotAStore { .. } | StoreError::Missing { .. }) if !made() => return 0,
        Err(error) => panic!("after a kill: {error}"),
    };
    store.find_cell(&key(seed)).unwrap().map_or(0, |cell| store.count(cell).unwrap())
}

/// The rows of a seed, without the times that each run measures anew.
fn rows(path: &Path, seed: u64) -> Vec<GameRow> {
    let store = Store::open_to_read(path).unwrap();
    let cell = store.find_cell(&key(seed)).unwrap().expect("the cell was played");
    let mut rows = store.games(cell, u64::MAX).unwrap();
    for effort in rows.iter_mut().flat_map(|row| &mut row.played.effort) {
        effort.time = Duration::ZERO;
        effort.longest = Duration::ZERO;
    }
    rows
}

fn scratch(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("spinney-{}-{name}.db", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

#[test]
fn twenty_kills_change_nothing() {
    let (killed, whole) = (scratch("killed"), scratch("whole"));
    let mut rng = stream(&[20]);
    let (mut seed, mut kills) = (1, 0);
    let mut halfway = 0;
    // A slow machine may need longer than this to come to its first game: more kills, later ones.
    while kills < KILLS || (halfway < 3 && kills < 10 * KILLS) {
        let longest = 60_000 * (1 + kills / KILLS);
        let mut child = start(&killed, seed);
        let until = Instant::now() + Duration::from_micros(below(&mut rng, longest) as u64);
        while Instant::now() < until && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_micros(200));
        }
        match child.try_wait().unwrap() {
            // `kill` is SIGKILL: the process has no say in it.
            None => {
                child.kill().unwrap();
                child.wait().unwrap();
                kills += 1;
                let stored = stored(&killed, seed);
                halfway += usize::from(stored > 0 && stored < GAMES);
            }
            // A run that came to its end between two kills: the next one plays another seed.
            Some(status) => {
                assert!(status.success(), "the run after {kills} kills failed");
                seed += 1;
            }
        }
    }
    assert!(halfway >= 3, "only {halfway} kills hit a run that had stored games");
    for seed in 1..=seed {
        finish(&killed, seed);
        finish(&whole, seed);
        let found = rows(&killed, seed);
        assert_eq!(found.len() as u64, GAMES);
        assert!(found == rows(&whole, seed), "the games of seed {seed} differ");
    }
    for path in [killed, whole] {
        std::fs::remove_file(path).unwrap();
    }
}
