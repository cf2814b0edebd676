//! Where the games of a run go: a store, a file of records. What the user should be warned of is
//! collected, and Python says it as warnings.

use crate::error::Failure;
use crate::lab::Running;
use serde_json::{Value, json};
use spinney_lab::record;
use spinney_lab::runner::{Finished, Pairing};
use spinney_lab::series::Kept;
use spinney_lab::store::{CellId, CellKey, Other, RunId, Store};
use std::fs::File;
use std::io::{self, BufWriter, Write as _};

/// What is open.
pub(crate) struct Keeping<'a> {
    store: Option<(Store, RunId, Vec<CellId>)>,
    saving: Saving<'a>,
    warnings: Vec<String>,
}

/// Takes the games of a run one after the other.
pub(crate) struct Saving<'a> {
    file: Option<BufWriter<File>>,
    pairings: &'a [Pairing<'a>],
}

impl<'a> Keeping<'a> {
    /// Opens what was named for the games of these pairings, before the first of them.
    pub(crate) fn open(
        running: &Running,
        command: &str,
        pairings: &'a [Pairing<'a>],
    ) -> Result<Self, Failure> {
        let mut warnings = Vec::new();
        let store = match &running.store {
            None => None,
            Some(path) => {
                let store = Store::open(path)?;
                for what in others(&store, pairings)? {
                    let path = path.display();
                    let what = format!("{path} has {what} for the same agents and seed");
                    if running.old_games == "refuse" {
                        return Err(Failure::Failed(what));
                    }
                    warnings.push(format!("{what}: they don't count"));
                }
                let keys: Vec<CellKey> = pairings.iter().map(CellKey::of).collect();
                let cells = store.cells_of(&keys)?;
                let run = store.begin_run(&format!("python {command}"))?;
                Some((store, run, cells))
            }
        };
        let file = running.save.as_ref().map(|path| {
            let cannot =
                |error| Failure::Wrong(format!("can't write games to {}: {error}", path.display()));
            File::create_new(path).map(BufWriter::new).map_err(cannot)
        });
        let saving = Saving { file: file.transpose()?, pairings };
        Ok(Self { store, saving, warnings })
    }

    /// The store, for those who play, and where each game is written.
    pub(crate) fn split(&mut self) -> (Option<Kept<'_>>, &mut Saving<'a>) {
        let kept = self.store.as_mut().map(|(store, run, _)| Kept { store, run: *run });
        (kept, &mut self.saving)
    }

    /// A result of so many games is shown now: puts warnings into its document. `tested` says whether a
    /// test decides when to stop, which may be looked at as often as one likes.
    pub(crate) fn finish(
        mut self,
        document: &mut Value,
        shown: u64,
        tested: bool,
    ) -> Result<(), Failure> {
        if let Some(file) = &mut self.saving.file {
            file.flush().map_err(|error| Failure::failed(&error))?;
        }
        if let Some((store, run, cells)) = &self.store {
            let mut looks = store.looks(cells, *run)?;
            looks.retain(|&games| games < shown);
            looks.dedup();
            if !looks.is_empty() && !tested {
                let list: Vec<String> = looks.iter().map(ToString::to_string).collect();
                self.warnings.push(format!(
                    "this result was looked at before, after {} games: whoever looks again and \
                     again and stops when it suits errs more often than 5 % of the time; with sprt \
                     one may look as often as one likes",
                    list.join(", ")
                ));
            }
            store.end_run(*run, shown)?;
        }
        document["warnings"] = json!(self.warnings);
        Ok(())
    }

    /// Too few different games are no evidence.
    pub(crate) fn distinct(&mut self, distinct: u64, of: u64, what: &str) {
        if distinct * 2 < of {
            self.warnings.push(format!(
                "only {distinct} of {of} {what} are distinct: repetitions are no evidence, and \
                 intervals are as wide as for {distinct}"
            ));
        }
    }
}

impl Saving<'_> {
    /// Writes a game, if a file was named.
    pub(crate) fn write(&mut self, game: &Finished) -> io::Result<()> {
        match &mut self.file {
            Some(file) => {
                file.write_all(record::write(&self.pairings[game.pairing], game).as_bytes())
            }
            None => Ok(()),
        }
    }
}

/// Games of the same agents that another version of the program played, or with other files.
fn others(store: &Store, pairings: &[Pairing<'_>]) -> Result<Vec<String>, Failure> {
    let mut found: Vec<Other> = Vec::new();
    for pairing in pairings {
        for other in store.others(&CellKey::of(pairing))? {
            match found.iter_mut().find(|known| known.behaviour == other.behaviour) {
                Some(known) => known.games += other.games,
                None => found.push(other),
            }
        }
    }
    let said = |Other { behaviour, games }| match behaviour {
        Some(name) => format!("{games} games of another behaviour ({name})"),
        None => format!("{games} games with other files"),
    };
    Ok(found.into_iter().map(said).collect())
}
