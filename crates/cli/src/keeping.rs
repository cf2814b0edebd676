//! Where games go: a store, a file of records. Both are opened before the first game.

use crate::failure::input;
use crate::out;
use anyhow::Context;
use clap::ValueEnum;
use spinney_lab::record;
use spinney_lab::runner::{Finished, Pairing};
use spinney_lab::series::Kept;
use spinney_lab::store::{CellId, CellKey, Other, RunId, Store, default_path, has_home};
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::PathBuf;

/// Flags of commands that can keep their games.
#[derive(Clone, Debug, clap::Args)]
#[group(skip)]
pub struct Args {
    /// Keep the games in this store. A rerun continues where the last one stopped.
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// Save every game to this file, for `spinney replay`.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// What to do if the store has games of the same agents that were played by a version of the
    /// program with another behaviour, or with other files.
    #[arg(long, value_name = "HOW", default_value = "apart")]
    pub old_games: OldGames,
}

/// What to do with games that do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OldGames {
    /// Leave them in the store and do not count them.
    Apart,
    /// Stop with an error.
    Refuse,
}

/// What is open.
pub struct Keeping<'a> {
    store: Option<(Store, RunId, Vec<CellId>)>,
    file: Option<BufWriter<File>>,
    pairings: &'a [Pairing<'a>],
}

/// The store that was named, or the usual one.
pub fn store_path(given: Option<&PathBuf>) -> PathBuf {
    let path = given.cloned().unwrap_or_else(default_path);
    if given.is_none() && !has_home() {
        out::warn(format!("HOME is not set: the store is {}", path.display()));
    }
    out::note(&format!("the store is {}", path.display()));
    path
}

impl Args {
    /// Opens what was named for the games of these pairings.
    pub fn open<'a>(
        &self,
        command: &str,
        pairings: &'a [Pairing<'a>],
    ) -> anyhow::Result<Keeping<'a>> {
        let store = match &self.store {
            None => None,
            Some(path) => {
                let store = Store::open(path)?;
                self.look_for_others(&store, pairings)?;
                let keys: Vec<CellKey> = pairings.iter().map(CellKey::of).collect();
                let cells = store.cells_of(&keys)?;
                let run = store.begin_run(&format!("{command} {}", pairings[0].contest.spec()))?;
                Some((store, run, cells))
            }
        };
        let file = self.save.as_ref().map(|path| {
            File::create_new(path)
                .map(BufWriter::new)
                .map_err(|error| input(format!("can't write games to {}: {error}", path.display())))
        });
        Ok(Keeping { store, file: file.transpose()?, pairings })
    }

    /// How many of `games` games each pairing still has to play.
    pub fn missing(&self, pairings: &[Pairing<'_>], games: u64) -> anyhow::Result<Vec<u64>> {
        let store = self.store.as_ref().filter(|path| path.exists());
        let store = store.map(|path| Store::open_to_read(path)).transpose()?;
        let missing = |pairing: &Pairing<'_>| {
            let Some(store) = &store else { return Ok(games) };
            let cell = store.find_cell(&CellKey::of(pairing))?;
            Ok(cell.map_or(Ok(games), |cell| store.missing(cell, games).map(|m| m.len() as u64))?)
        };
        pairings.iter().map(missing).collect()
    }

    fn look_for_others(&self, store: &Store, pairings: &[Pairing<'_>]) -> anyhow::Result<()> {
        let mut said: Vec<Other> = Vec::new();
        for pairing in pairings {
            for other in store.others(&CellKey::of(pairing))? {
                match said.iter_mut().find(|known| known.behaviour == other.behaviour) {
                    Some(known) => known.games += other.games,
                    None => said.push(other),
                }
            }
        }
        for Other { behaviour, games } in said {
            let what = match behaviour {
                Some(name) => format!("{games} games of another behaviour ({name})"),
                None => format!("{games} games played with other files"),
            };
            let path = store.path().display();
            if self.old_games == OldGames::Refuse {
                return Err(input(format!("{path} has {what} for the same agents and seed")));
            }
            out::warn(format!(
                "{path} has {what} for the same agents and seed. They are not counted"
            ));
        }
        Ok(())
    }
}

impl Keeping<'_> {
    /// The store, for those who play, and where to write games.
    pub fn split(&mut self) -> (Option<Kept<'_>>, Saving<'_>) {
        let kept = self.store.as_mut().map(|(store, run, _)| Kept { store, run: *run });
        (kept, Saving { file: self.file.as_mut(), pairings: self.pairings })
    }

    /// Says that a result of so many games is shown now, and warns who looks again and again.
    /// `tested` says whether a test decides when to stop, which is made for that.
    pub fn finish(mut self, shown: u64, tested: bool) -> anyhow::Result<()> {
        if let Some(file) = &mut self.file {
            file.flush().context("can't write the games")?;
        }
        let Some((store, run, cells)) = self.store else { return Ok(()) };
        let mut looks = store.looks(&cells, run)?;
        looks.retain(|&games| games < shown);
        looks.dedup();
        if !looks.is_empty() && !tested {
            let list: Vec<String> = looks.iter().map(ToString::to_string).collect();
            out::warn(format!(
                "you have already looked at this result, after {} games. If you look repeatedly and \
                 stop when you like the result, the 95 % interval is too narrow. --sprt allows any \
                 number of looks",
                list.join(", ")
            ));
        }
        store.end_run(run, shown)?;
        Ok(())
    }
}

/// The file of records.
pub struct Saving<'a> {
    file: Option<&'a mut BufWriter<File>>,
    pairings: &'a [Pairing<'a>],
}

impl Saving<'_> {
    /// Writes a game, if a file was named.
    pub fn write(&mut self, game: &Finished) -> std::io::Result<()> {
        match &mut self.file {
            Some(file) => {
                file.write_all(record::write(&self.pairings[game.pairing], game).as_bytes())
            }
            None => Ok(()),
        }
    }
}
