//! `spinney experiment`: the papers' tables and figures, played again.

mod show;
mod write;

use crate::failure::{Interrupted, input};
use crate::{dry_run, interrupt, keeping, out, progress};
use clap::Subcommand;
use serde_json::json;
use show::{list, print_status, say_others, show};
use spinney_lab::experiment::recorded::Recorded;
use spinney_lab::experiment::run::{Asked, RunEnd, missing, run as play};
use spinney_lab::experiment::{Experiment, ExperimentError, Games, Results, SEED, library};
use spinney_lab::runner::{Pairing, RunOptions};
use spinney_lab::store::{Store, StoreError};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;
use write::{record, write_reports};

/// The papers' tables and figures: list, show, play and report them.
#[derive(clap::Args)]
#[command(after_help = "Example: spinney experiment run perick/table-2 --scale 0.01\n\
    An ID is a table (perick-2012/table-2, perick/table-2), a paper (perick) or `all`.")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// All experiments: games played of games asked, and the verdicts on cells and claims.
    #[command(after_help = "Example: spinney experiment list")]
    List {
        #[command(flatten)]
        known: Known,
        #[command(flatten)]
        common: Common,
    },
    /// One experiment: the paper's numbers, the measured ones, the claims.
    #[command(after_help = "Example: spinney experiment show nijssen/table-9")]
    Show {
        /// The experiment.
        id: String,
        #[command(flatten)]
        known: Known,
        #[command(flatten)]
        common: Common,
    },
    /// Plays what is missing from the store.
    #[command(after_help = "Example: spinney experiment run all --budget 20m")]
    Run {
        /// The experiments; several, a paper's name, or `all`.
        #[arg(required = true, value_name = "ID")]
        ids: Vec<String>,
        /// The share of the paper's games: 0.1 plays a tenth.
        #[arg(long, default_value_t = 1.0, value_parser = scale)]
        scale: f64,
        /// Play for at most this long: 90s, 10m, 2h. Spread evenly over the cells.
        #[arg(long, value_parser = duration)]
        budget: Option<Duration>,
        /// Play cells that the paper limits by thinking time by that time, instead of by their
        /// twins, which are limited by playouts and repeat exactly.
        #[arg(long)]
        by_clock: bool,
        /// Only cells of this name, in which `*` stands for any label: `*/1000`.
        #[arg(long, value_name = "NAME")]
        cells: Option<String>,
        /// Games at the same time [default: one per core].
        #[arg(long, value_parser = clap::value_parser!(u16).range(1..=4096))]
        threads: Option<u16>,
        /// Another seed than the experiments' own: an independent replication. `show --seed` shows it.
        #[arg(long, default_value_t = SEED)]
        seed: u64,
        /// Only say how long it would take, from a short sample.
        #[arg(long)]
        dry_run: bool,
        #[command(flatten)]
        common: Common,
    },
    /// Adds the games of other stores to this one.
    #[command(after_help = "Example: spinney experiment merge other.sqlite --store mine.sqlite\n\
        A game that is in both counts once; one that differs is an error, and nothing is added.")]
    Merge {
        /// The stores to add; they stay as they are.
        #[arg(required = true, value_name = "FILE")]
        from: Vec<PathBuf>,
        #[command(flatten)]
        common: Common,
    },
    /// Writes the reports: Markdown and SVG, and HTML if asked.
    #[command(after_help = "Example: spinney experiment report perick --html --out /tmp/report\n\
        Where the store has fewer games than the recorded results, those are reported.")]
    Report {
        /// The papers, or all. A table's name means its paper.
        #[arg(value_name = "ID")]
        ids: Vec<String>,
        /// Where to [default: docs/reproduction].
        #[arg(long, value_name = "FOLDER")]
        out: Option<PathBuf>,
        /// Write pages with the pictures inside, too.
        #[arg(long)]
        html: bool,
        #[command(flatten)]
        known: Known,
        #[command(flatten)]
        common: Common,
    },
    /// Keeps the results of the store with the experiments, where they have more games.
    #[command(
        after_help = "Example: spinney experiment record perick/table-2 --store games.sqlite\n\
        Writes experiments/PAPER/recorded.toml, which is built into the program and committed."
    )]
    Record {
        /// The experiments; several, a paper's name, or `all`.
        #[arg(required = true, value_name = "ID")]
        ids: Vec<String>,
        /// The folder of the experiments.
        #[arg(long, default_value = "experiments", value_name = "FOLDER")]
        out: PathBuf,
        /// Keep recorded cells whose specification is written in another way now. Only right if it
        /// means the same games.
        #[arg(long)]
        adopt: bool,
        #[command(flatten)]
        common: Common,
    },
}

/// Which results count.
#[derive(clap::Args)]
struct Known {
    /// Only games of the store, without the recorded results.
    #[arg(long)]
    local: bool,
    /// Only games of the store that were played with this seed.
    #[arg(long)]
    seed: Option<u64>,
    /// Only games of the store with this behaviour, in the place of today's: `unknown` for those from
    /// before it was noted.
    #[arg(long, value_name = "NAME")]
    behaviour: Option<String>,
}

impl Known {
    /// Whether the recorded results stay out.
    fn is_local(&self) -> bool {
        self.local || self.seed.is_some() || self.behaviour.is_some()
    }

    fn games(&self) -> Games {
        Games::seeded(self.seed.unwrap_or(SEED))
    }

    /// The store to read from, with the behaviour that was asked for.
    fn read(&self, common: &Common) -> Result<Option<Store>, StoreError> {
        let mut store = common.read()?;
        if let Some(store) = &mut store {
            store.as_of(self.behaviour.clone());
        }
        Ok(store)
    }
}

/// What all of them take.
#[derive(clap::Args)]
struct Common {
    /// The store with the games (default: in the user's data directory).
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Print JSON, for programs.
    #[arg(long)]
    json: bool,
}

impl Common {
    fn path(&self) -> PathBuf {
        keeping::store_path(self.store.as_ref())
    }

    /// The store to read from; none if there is none yet and none was named.
    fn read(&self) -> Result<Option<Store>, StoreError> {
        let path = self.path();
        if self.store.is_none() && !path.exists() {
            return Ok(None);
        }
        Store::open_to_read(&path).map(Some)
    }
}

fn scale(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|x: &f64| *x > 0.0 && *x <= 1.0);
    number.ok_or_else(|| "a number above 0 and up to 1 was expected".to_string())
}

fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}`: a time such as 90s, 10m or 2h was expected");
    let unit = text.chars().last().ok_or_else(wrong)?;
    let seconds = match unit {
        's' => 1.0,
        'm' => 60.0,
        'h' => 3600.0,
        _ => return Err(wrong()),
    };
    let number: f64 = text[..text.len() - 1].parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(number * seconds).map_err(|_| wrong())
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    match &args.command {
        Command::List { known, common } => list(known, common),
        Command::Show { id, known, common } => show(id, known, common),
        Command::Run { ids, scale, budget, by_clock, cells, threads, seed, dry_run, common } => {
            let stop = interrupt::stop().clone();
            let options = RunOptions { threads: threads.map_or(0, usize::from), clock: None, stop };
            let (scale, budget, by_clock, cells) = (*scale, *budget, *by_clock, cells.clone());
            let asked = Asked { scale, budget, by_clock, cells, seed: *seed, options };
            if *dry_run { forecast(ids, &asked, common) } else { run_all(ids, &asked, common) }
        }
        Command::Merge { from, common } => merge(from, common),
        Command::Report { ids, out, html, known, common } => {
            // Whoever leaves the recorded results out must not lose them by a default.
            let folder = match out {
                Some(folder) => folder.clone(),
                None if known.is_local() => {
                    return Err(input("--local, --seed and --behaviour need --out FOLDER"));
                }
                None => PathBuf::from("docs/reproduction"),
            };
            write_reports(ids, &folder, *html, known, common)
        }
        Command::Record { ids, out, adopt, common } => record(ids, out, *adopt, common),
    }
}

/// A wrong name is wrong input.
fn find(name: &str) -> anyhow::Result<Vec<Experiment>> {
    library::find(name).map_err(|error: ExperimentError| input(error.to_string()))
}

fn find_all(names: &[String]) -> anyhow::Result<Vec<Experiment>> {
    let mut found: Vec<Experiment> = Vec::new();
    for name in names {
        for experiment in find(name)? {
            if found.iter().all(|known| known.id != experiment.id) {
                found.push(experiment);
            }
        }
    }
    Ok(found)
}

/// What is known of experiments, by the store and by the recorded results unless only the store
/// counts.
fn with_results(
    experiments: Vec<Experiment>,
    store: Option<&Store>,
    local: bool,
    mut games: Games,
) -> anyhow::Result<Vec<(Experiment, Results)>> {
    let mut recorded: BTreeMap<String, Recorded> = BTreeMap::new();
    let mut all = Vec::with_capacity(experiments.len());
    for experiment in experiments {
        let paper = experiment.paper().to_string();
        if !recorded.contains_key(&paper) {
            let kept = if local { Recorded::default() } else { library::recorded(&paper)? };
            recorded.insert(paper.clone(), kept);
        }
        let results = Results::gather(&experiment, store, &recorded[&paper], &mut games)?;
        all.push((experiment, results));
    }
    Ok(all)
}

/// Says how long a run would take.
fn forecast(ids: &[String], asked: &Asked, common: &Common) -> anyhow::Result<()> {
    let experiments = find_all(ids)?;
    let store = common.read().or_else(|error| match error {
        StoreError::Missing { .. } => Ok(None),
        error => Err(error),
    })?;
    let missing = missing(&experiments, store.as_ref(), asked)?;
    let pairings: Vec<Pairing<'_>> = missing.iter().map(|(seating, _)| seating.pairing()).collect();
    let games: Vec<u64> = missing.iter().map(|(_, games)| *games).collect();
    dry_run::show_with(&pairings, &games, &asked.options, common.json)
}

fn run_all(ids: &[String], asked: &Asked, common: &Common) -> anyhow::Result<()> {
    let experiments = find_all(ids)?;
    let mut store = Store::open(&common.path())?;
    say_others(&experiments, &store, Games::seeded(asked.seed))?;
    let bar = progress::bar(0);
    let command = format!("experiment run {}", ids.join(" "));
    let mut playing = String::new();
    let ended = play(&experiments, &mut store, &command, asked, |experiment, progress| {
        if playing != experiment.id {
            playing.clone_from(&experiment.id);
            bar.set_length(progress.wanted);
            bar.reset_eta();
            bar.set_message(experiment.id.clone());
        }
        bar.set_position(progress.found + progress.played);
    });
    bar.finish_and_clear();
    let ended = match ended {
        Err(spinney_lab::experiment::run::RunFailure::Experiment(error)) => {
            return Err(input(error.to_string()));
        }
        other => other?,
    };
    let all = with_results(experiments, Some(&store), true, Games::seeded(asked.seed))?;
    print_status(&all, common.json)?;
    match ended {
        RunEnd::Complete => Ok(()),
        RunEnd::OutOfTime => {
            eprintln!("the time is up; the same command plays on where this one ended");
            Ok(())
        }
        RunEnd::Interrupted => Err(Interrupted.into()),
    }
}

fn merge(from: &[PathBuf], common: &Common) -> anyhow::Result<()> {
    if let Some(missing) = from.iter().find(|path| !path.exists()) {
        return Err(input(format!("{}: there is no such file", missing.display())));
    }
    let mut store = Store::open(&common.path())?;
    let (mut documents, mut lines) = (Vec::new(), Vec::new());
    for path in from {
        let merged = store.merge(path)?;
        let (added, known) = (merged.added, merged.known);
        documents.push(json!({ "file": path, "added": added, "known": known }));
        lines.push(format!("{}: {added} games added, {known} known", path.display()));
    }
    if common.json {
        return out::json(&json!({ "schema": "spinney-merge/1", "files": documents }));
    }
    out::print(&lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_scales() {
        assert_eq!(duration("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("2h"), Ok(Duration::from_secs(7200)));
        for wrong in ["", "m", "10", "-1s", "1d", "ß"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
        assert!(scale("0.1").is_ok() && scale("0").is_err() && scale("2").is_err());
    }
}
