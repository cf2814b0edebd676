//! `spinney experiment`: the papers' tables and figures, played again.

mod show;
mod write;

use crate::failure::{Interrupted, input};
use crate::{dry_run, interrupt, keeping, out, progress};
use clap::Subcommand;
use serde_json::json;
use show::{list, print_status, say_others, show};
use spinney_lab::campaign::Shard;
use spinney_lab::experiment::recorded::Recorded;
use spinney_lab::experiment::run::{Asked, RunEnd, missing, run as play};
use spinney_lab::experiment::{Experiment, ExperimentError, Games, Results, SEED, library};
use spinney_lab::runner::{Pairing, RunOptions};
use spinney_lab::store::{Store, StoreError};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;
use write::{record, write_reports};

/// Reproduce the tables and figures of the papers.
#[derive(clap::Args)]
#[command(after_help = "Example: spinney experiment run perick/table-2 --scale 0.01\n\
    An ID is a table (perick-2012/table-2 or perick/table-2), a paper (perick) or `all`.")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List all experiments with their games and verdicts.
    #[command(after_help = "Example: spinney experiment list")]
    List {
        #[command(flatten)]
        known: Known,
        #[command(flatten)]
        common: Common,
    },
    /// Show the numbers of a paper beside the measured ones, and its claims.
    #[command(after_help = "Example: spinney experiment show nijssen/table-9")]
    Show {
        /// The experiment to show.
        id: String,
        #[command(flatten)]
        known: Known,
        #[command(flatten)]
        common: Common,
    },
    /// Play the games that the store lacks.
    #[command(after_help = "Example: spinney experiment run all --budget 20m")]
    Run {
        /// One or more experiments: tables, papers, or `all`.
        #[arg(required = true, value_name = "ID")]
        ids: Vec<String>,
        /// The fraction of the paper's games to play; 0.1 plays a tenth.
        #[arg(long, default_value_t = 1.0, value_parser = scale)]
        scale: f64,
        /// Play at most this many games per cell.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
        games: Option<u64>,
        /// Play for at most this long, such as 90s, 10m or 2h, spread evenly over the cells.
        #[arg(long, value_parser = duration)]
        budget: Option<Duration>,
        /// Limit agents by thinking time where the paper does. By default they are limited by
        /// playouts instead, so that the games repeat exactly.
        #[arg(long)]
        by_clock: bool,
        /// Play only cells with this name; `*` stands for any label, as in `*/1000`.
        #[arg(long, value_name = "NAME")]
        cells: Option<String>,
        /// Play only part I of N equal parts, such as 3/8. Each part goes into its own store, and
        /// `merge` joins them.
        #[arg(long, value_name = "I/N")]
        shard: Option<Shard>,
        /// The number of games played at the same time [default: one per core].
        #[arg(long, value_parser = clap::value_parser!(u16).range(1..=4096))]
        threads: Option<u16>,
        /// The seed. Another seed gives an independent replication, which `show --seed` shows.
        #[arg(long, default_value_t = SEED)]
        seed: u64,
        /// Estimate the time from a short sample, and play nothing.
        #[arg(long)]
        dry_run: bool,
        #[command(flatten)]
        common: Common,
    },
    /// Add the games of other stores to this one.
    #[command(after_help = "Example: spinney experiment merge other.db --store c.db\n\
        A game that both stores have counts once. If the two differ, nothing is added.")]
    Merge {
        /// The stores to add. They are not changed.
        #[arg(required = true, value_name = "FILE")]
        from: Vec<PathBuf>,
        #[command(flatten)]
        common: Common,
    },
    /// Write the reports as Markdown and SVG.
    #[command(after_help = "Example: spinney experiment report perick --html --out report\n\
        If the store has fewer games than the recorded results, those are reported.")]
    Report {
        /// The papers to report [default: all]. A table stands for its paper.
        #[arg(value_name = "ID")]
        ids: Vec<String>,
        /// The folder to write to [default: docs/reproduction].
        #[arg(long, value_name = "FOLDER")]
        out: Option<PathBuf>,
        /// Also write HTML pages with the plots inside.
        #[arg(long)]
        html: bool,
        #[command(flatten)]
        known: Known,
        #[command(flatten)]
        common: Common,
    },
    /// Record the results of the store with the experiments, where it has more games.
    #[command(
        after_help = "Example: spinney experiment record perick/table-2 --store c.db --out experiments\n\
        It writes PAPER/recorded.toml, which is built into the program."
    )]
    Record {
        /// One or more experiments: tables, papers, or `all`.
        #[arg(required = true, value_name = "ID")]
        ids: Vec<String>,
        /// The folder that holds the experiments.
        #[arg(long, default_value = "crates/lab/experiments", value_name = "FOLDER")]
        out: PathBuf,
        /// Record the games of this behaviour instead of today's; `unknown` for games that were
        /// played before behaviours were stored.
        #[arg(long, value_name = "NAME")]
        behaviour: Option<String>,
        /// Record the games of this seed. They add to recorded games of other seeds if those were
        /// played by a program of the same behaviour.
        #[arg(long, default_value_t = SEED)]
        seed: u64,
        /// Keep recorded cells whose specification has been rewritten. Use this only if the
        /// specification still means the same games.
        #[arg(long)]
        adopt: bool,
        #[command(flatten)]
        common: Common,
    },
}

/// Which results count.
#[derive(clap::Args)]
struct Known {
    /// Count only the games of the store, not the recorded results.
    #[arg(long)]
    local: bool,
    /// Count only games of the store with this seed.
    #[arg(long)]
    seed: Option<u64>,
    /// Count only games of the store with this behaviour instead of the current one; `unknown` is
    /// the behaviour of old stores.
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
    /// The store with the games [default: in the user's data directory].
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Print a JSON document.
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
    number.ok_or_else(|| "expected a number above 0 and up to 1".to_string())
}

fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}`: expected a time such as 90s, 10m or 2h");
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
        Command::Run {
            ids,
            scale,
            games,
            budget,
            by_clock,
            cells,
            shard,
            threads,
            seed,
            dry_run,
            common,
        } => {
            let stop = interrupt::stop().clone();
            let options = RunOptions { threads: threads.map_or(0, usize::from), clock: None, stop };
            let (scale, budget, by_clock, cells) = (*scale, *budget, *by_clock, cells.clone());
            let (games, shard, seed) = (*games, *shard, *seed);
            let asked = Asked { scale, games, budget, by_clock, cells, shard, seed, options };
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
        Command::Record { ids, out, behaviour, seed, adopt, common } => {
            let games = Games::seeded(*seed);
            record(ids, out, behaviour.as_deref(), games, *adopt, common)
        }
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
            if !out::quiet() {
                eprintln!("The time is up. Run the command again to continue.");
            }
            Ok(())
        }
        RunEnd::Interrupted => Err(Interrupted.into()),
    }
}

fn merge(from: &[PathBuf], common: &Common) -> anyhow::Result<()> {
    if let Some(missing) = from.iter().find(|path| !path.exists()) {
        return Err(input(format!("{}: no such file", missing.display())));
    }
    let mut store = Store::open(&common.path())?;
    let (mut documents, mut lines) = (Vec::new(), Vec::new());
    for path in from {
        let merged = store.merge(path)?;
        let (added, known) = (merged.added, merged.known);
        documents.push(json!({ "file": path, "added": added, "known": known }));
        lines.push(format!("{}: {added} games added, {known} already known", path.display()));
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
