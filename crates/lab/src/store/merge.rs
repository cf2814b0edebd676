//! Stores put together: what several machines, or several runs, have played.

use super::{Store, StoreError, open};
use rusqlite::{Connection, OptionalExtension, TransactionBehavior};
use std::path::Path;

/// What a merge did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Games that are new.
    pub added: u64,
    /// Games that were there already.
    pub known: u64,
}

/// Cells are the same if what decides their games is.
const SAME_CELL: &str = "mine.game = theirs.game AND mine.agents = theirs.agents \
                         AND mine.seed = theirs.seed";

/// Runs are the same if they began at the same time by the same command on the same machine.
const SAME_RUN: &str = "mine.started = theirs.started AND mine.command = theirs.command \
                        AND mine.commit_id = theirs.commit_id AND mine.machine = theirs.machine";

impl Store {
    /// Adds all games of the store at `path`, which stays as it is. A game that is here already
    /// must be the same there: the same rewards, the same moves, the same fault. (How long the
    /// sides thought may differ.) If one is not, or anything else fails, nothing is added.
    pub fn merge(&mut self, path: &Path) -> Result<Merged, StoreError> {
        let canonical = |path: &Path| path.canonicalize().ok();
        if canonical(path).is_some_and(|other| canonical(&self.path) == Some(other)) {
            return Err(StoreError::Itself { path: path.to_path_buf() });
        }
        // Looked at as any store that is opened: a damaged or foreign file is refused here.
        drop(Self::open_to_read(path)?);
        let explain = |error| open::explain(path, error);
        let name = path.to_string_lossy();
        self.db.execute("ATTACH DATABASE ? AS other", [&name]).map_err(explain)?;
        let merged = merge_attached(&mut self.db, &self.path, path);
        let detached = self.db.execute("DETACH DATABASE other", []).map_err(explain);
        let merged = merged?;
        detached?;
        Ok(merged)
    }
}

fn merge_attached(db: &mut Connection, into: &Path, from: &Path) -> Result<Merged, StoreError> {
    let explain = |error| open::explain(into, error);
    let transaction =
        db.transaction_with_behavior(TransactionBehavior::Immediate).map_err(explain)?;
    let pairs = format!(
        "other.games AS g JOIN other.cells AS theirs ON g.cell = theirs.id \
         JOIN main.cells AS mine ON {SAME_CELL} \
         JOIN main.games AS h ON h.cell = mine.id AND h.number = g.number"
    );
    let differ = format!(
        "SELECT theirs.game, theirs.agents, theirs.seed, g.number FROM {pairs} \
         WHERE g.rewards <> h.rewards OR g.length <> h.length OR g.record <> h.record \
         OR g.fault_side IS NOT h.fault_side OR g.fault IS NOT h.fault LIMIT 1"
    );
    let different = transaction
        .query_row(&differ, [], |row| {
            Ok(StoreError::Different {
                path: into.to_path_buf(),
                other: from.to_path_buf(),
                cell: format!("{} {}", row.get::<_, String>(0)?, row.get::<_, String>(1)?),
                seed: row.get::<_, i64>(2)? as u64,
                number: row.get::<_, i64>(3)? as u64,
            })
        })
        .optional()
        .map_err(explain)?;
    if let Some(error) = different {
        return Err(error);
    }
    let known: i64 = transaction
        .query_row(&format!("SELECT count(*) FROM {pairs}"), [], |row| row.get(0))
        .map_err(explain)?;
    let new_cells = "INSERT OR IGNORE INTO main.cells (game, agents, seed) \
                     SELECT game, agents, seed FROM other.cells ORDER BY id";
    let new_runs = format!(
        "INSERT INTO main.runs (started, command, commit_id, machine) \
         SELECT started, command, commit_id, machine FROM other.runs AS theirs \
         WHERE NOT EXISTS (SELECT 1 FROM main.runs AS mine WHERE {SAME_RUN}) ORDER BY id"
    );
    let new_games = format!(
        "INSERT OR IGNORE INTO main.games \
         (cell, number, run, rewards, length, effort, fault_side, fault, record) \
         SELECT (SELECT mine.id FROM main.cells AS mine, other.cells AS theirs \
                 WHERE theirs.id = g.cell AND {SAME_CELL}), number, \
                (SELECT min(mine.id) FROM main.runs AS mine, other.runs AS theirs \
                 WHERE theirs.id = g.run AND {SAME_RUN}), \
                rewards, length, effort, fault_side, fault, record FROM other.games AS g"
    );
    transaction.execute(new_cells, []).map_err(explain)?;
    transaction.execute(&new_runs, []).map_err(explain)?;
    let added = transaction.execute(&new_games, []).map_err(explain)?;
    transaction.commit().map_err(explain)?;
    Ok(Merged { added: added as u64, known: known as u64 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::Finished;
    use crate::store::CellKey;
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
        CellKey { game: "tic-tac-toe".into(), agents: vec!["random".into(); 2], seed }
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
