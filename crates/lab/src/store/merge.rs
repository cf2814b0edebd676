//! Stores put together: what several machines, or several runs, have played.

use super::rows::{self, GameRow, Run};
use super::{CellKey, Store, StoreError, open};
use crate::runner::Finished;
use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};
use std::collections::HashMap;
use std::path::Path;

/// What a merge did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Games that are new.
    pub added: u64,
    /// Games that were there already.
    pub known: u64,
}

impl Store {
    /// Adds all games of the store at `path`, which stays as it is. A game that is here already
    /// must be the same there: the same rewards, the same moves, the same fault. (How long the
    /// sides thought may differ.) If one is not, or anything else fails, nothing is added.
    pub fn merge(&mut self, path: &Path) -> Result<Merged, StoreError> {
        let canonical = |path: &Path| path.canonicalize().ok();
        if canonical(path).is_some_and(|other| canonical(&self.path) == Some(other)) {
            return Err(StoreError::Itself { path: path.to_path_buf() });
        }
        let other = Self::open_to_read(path)?;
        let here = self.path.clone();
        let explain = |error| open::explain(&here, error);
        let transaction =
            self.db.transaction_with_behavior(TransactionBehavior::Immediate).map_err(explain)?;
        let merged = copy(&transaction, &here, &other)?;
        transaction.commit().map_err(explain)?;
        Ok(merged)
    }
}

/// Copies cell after cell.
fn copy(db: &Connection, here: &Path, other: &Store) -> Result<Merged, StoreError> {
    let explain = |error| open::explain(here, error);
    let mut merged = Merged::default();
    let mut runs: HashMap<i64, i64> = HashMap::new();
    let mut insert = db.prepare(rows::INSERT).map_err(explain)?;
    for (key, cell, _) in other.cells()? {
        let mine = find_cell(db, &key).map_err(explain)?;
        let known: HashMap<u64, GameRow> = match mine {
            None => HashMap::new(),
            Some(id) => {
                let mut statement = db.prepare_cached(rows::SELECT).map_err(explain)?;
                let found = statement.query_map(params![id, i64::MAX], GameRow::read);
                let found = found.and_then(Iterator::collect::<Result<Vec<_>, _>>);
                found.map_err(explain)?.into_iter().map(|row| (row.number, row)).collect()
            }
        };
        let mine = match mine {
            Some(id) => id,
            None => rows::insert_cell(db, &key).map_err(explain)?,
        };
        let run_of =
            other.query("SELECT number, run FROM games WHERE cell = ?", [cell.0], |row| {
                Ok((row.get::<_, i64>(0)? as u64, row.get::<_, i64>(1)?))
            })?;
        let run_of: HashMap<u64, i64> = run_of.into_iter().collect();
        for GameRow { number, played } in other.games(cell, u64::MAX)? {
            match known.get(&number) {
                Some(row) if row.same(&played) => merged.known += 1,
                Some(_) => {
                    return Err(StoreError::Different {
                        path: here.to_path_buf(),
                        other: other.path.clone(),
                        cell: format!("{} {}", key.game, rows::agents_to_text(&key.agents)),
                        seed: key.seed,
                        number,
                    });
                }
                None => {
                    let run = run_of.get(&number).copied().unwrap_or_default();
                    let run = match runs.get(&run) {
                        Some(&run) => run,
                        None => *runs.entry(run).or_insert(copy_run(db, here, other, run)?),
                    };
                    let game = Finished { pairing: 0, number, played };
                    rows::insert(&mut insert, mine, run, &game).map_err(explain)?;
                    merged.added += 1;
                }
            }
        }
    }
    Ok(merged)
}

impl GameRow {
    /// Whether it is the same game: how long the sides thought does not matter.
    fn same(&self, other: &spinney_games::contest::Played) -> bool {
        let played = &self.played;
        played.rewards == other.rewards
            && played.length == other.length
            && played.record == other.record
            && played.fault == other.fault
    }
}

fn find_cell(db: &Connection, key: &CellKey) -> rusqlite::Result<Option<i64>> {
    let sql = "SELECT id FROM cells WHERE game = ? AND agents = ? AND seed = ? \
               AND content = ? AND behaviour = ?";
    let agents = rows::agents_to_text(&key.agents);
    let values = params![key.game, agents, key.seed as i64, key.content, key.behaviour];
    db.prepare_cached(sql)?.query_row(values, |row| row.get(0)).optional()
}

/// The run here that is the same as one there: begun at the same time by the same command on the
/// same machine. It is added if there is none.
fn copy_run(db: &Connection, here: &Path, other: &Store, id: i64) -> Result<i64, StoreError> {
    let explain = |error| open::explain(here, error);
    let sql = "SELECT id, started, command, commit_id, machine, shown FROM runs WHERE id = ?";
    let run = other.db.query_row(sql, [id], Run::read);
    let run = run.map_err(|error| open::explain(&other.path, error))?;
    let same = "SELECT min(id) FROM runs WHERE started = ? AND command = ? AND commit_id = ? \
                AND machine = ?";
    let values = params![run.started, run.command, run.commit, run.machine];
    match db.query_row(same, values, |row| row.get::<_, Option<i64>>(0)).map_err(explain)? {
        Some(id) => Ok(id),
        None => rows::insert_run(db, &run).map_err(explain),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spinney_games::contest::{Effort, Played};
    use std::path::PathBuf;
    use std::time::Duration;

    fn folder(name: &str) -> PathBuf {
        let name = format!("spinney-merge-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&folder);
        folder
    }

    fn key(seed: u64) -> CellKey {
        let agents = vec!["random".into(); 2];
        let (content, behaviour) = (String::new(), "1".to_string());
        CellKey { game: "tic-tac-toe".into(), content, agents, seed, behaviour }
    }

    /// Stores these games of a cell; the record says what happened.
    fn put(store: &mut Store, seed: u64, games: &[(u64, &str)], millis: u64) {
        let cell = store.cell(&key(seed)).unwrap();
        let run = store.begin_run("test").unwrap();
        let time = Duration::from_millis(millis);
        let effort = vec![Effort { moves: 5, playouts: 0, time, longest: time }; 2];
        let games: Vec<Finished> = games
            .iter()
            .map(|&(number, record)| {
                let (rewards, record) = (vec![1.0, 0.0], record.to_string());
                let effort = effort.clone();
                let played = Played { rewards, length: 5, effort, record, fault: None };
                Finished { pairing: 0, number, played }
            })
            .collect();
        store.add(run, &[cell], &games).unwrap();
    }

    fn records(store: &Store, seed: u64) -> Vec<(u64, String)> {
        let cell = store.find_cell(&key(seed)).unwrap().unwrap();
        let games = store.games(cell, u64::MAX).unwrap();
        games.into_iter().map(|game| (game.number, game.played.record)).collect()
    }

    #[test]
    fn games_add_up_and_the_same_game_counts_once() {
        let folder = folder("adds");
        let mut one = Store::open(&folder.join("it's one.sqlite")).unwrap();
        let mut two = Store::open(&folder.join("two.sqlite")).unwrap();
        put(&mut one, 7, &[(0, "a"), (1, "b")], 3);
        // Another cell first, so that the cells have other numbers there.
        put(&mut two, 8, &[(4, "x")], 1);
        put(&mut two, 7, &[(1, "b"), (2, "c")], 9);
        let path = two.path().to_path_buf();
        drop(two);
        assert_eq!(one.merge(&path).unwrap(), Merged { added: 2, known: 1 });
        let text = |list: &[(u64, &str)]| -> Vec<(u64, String)> {
            list.iter().map(|&(n, record)| (n, record.to_string())).collect()
        };
        assert_eq!(records(&one, 7), text(&[(0, "a"), (1, "b"), (2, "c")]));
        assert_eq!(records(&one, 8), text(&[(4, "x")]));
        assert_eq!(one.runs(&[]).unwrap().iter().map(|run| run.games).sum::<u64>(), 4);
        assert_eq!(one.merge(&path).unwrap(), Merged { added: 0, known: 3 });
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_game_that_differs_is_named_and_nothing_is_added() {
        let folder = folder("differs");
        let mut one = Store::open(&folder.join("one.sqlite")).unwrap();
        let mut two = Store::open(&folder.join("two.sqlite")).unwrap();
        put(&mut one, 7, &[(0, "a"), (1, "b")], 3);
        put(&mut two, 7, &[(1, "another"), (2, "c")], 3);
        let path = two.path().to_path_buf();
        drop(two);
        let error = one.merge(&path).unwrap_err().to_string();
        assert!(error.contains("game 1 of tic-tac-toe [\"random\",\"random\"], seed 7"), "{error}");
        assert_eq!(records(&one, 7).len(), 2);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_is_no_other_store_is_refused() {
        let folder = folder("refused");
        let mut one = Store::open(&folder.join("one.sqlite")).unwrap();
        let same = one.path().to_path_buf();
        assert!(matches!(one.merge(&same), Err(StoreError::Itself { .. })));
        let text = folder.join("text");
        std::fs::write(&text, "This is not a database at all, but a text of some length.").unwrap();
        assert!(matches!(one.merge(&text), Err(StoreError::NotAStore { .. })));
        assert!(one.merge(&folder.join("none")).is_err());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
