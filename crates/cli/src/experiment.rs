//! `spinney experiment`: the papers' tables and figures, played again.

use crate::failure::{Interrupted, input};
use crate::{dry_run, interrupt, keeping, out, progress};
use anyhow::Context;
use clap::Subcommand;
use serde_json::{Value, json};
use spinney_lab::experiment::recorded::{Recorded, batches, meaning};
use spinney_lab::experiment::run::{Asked, RunEnd, missing, run as play};
use spinney_lab::experiment::{Experiment, ExperimentError, Games, Results, SEED, library};
use spinney_lab::report::{self, Block, Counts, Document, Field};
use spinney_lab::runner::{Pairing, RunOptions};
use spinney_lab::store::{Store, StoreError, UNKNOWN};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

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

fn list(known: &Known, common: &Common) -> anyhow::Result<()> {
    let store = known.read(common)?;
    let all =
        with_results(library::experiments()?, store.as_ref(), known.is_local(), known.games())?;
    print_status(&all, common.json)
}

/// The longest words about an experiment that leave a line of the list below 100 columns.
const ABOUT: usize = 32;

fn print_status(all: &[(Experiment, Results)], as_json: bool) -> anyhow::Result<()> {
    if as_json {
        let rows: Vec<Value> = all.iter().map(|(e, results)| status(e, results)).collect();
        return out::json(&json!({ "schema": "spinney-experiments/2", "experiments": rows }));
    }
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut paper = "";
    for (experiment, results) in all {
        if paper != experiment.paper() {
            paper = experiment.paper();
            rows.push([paper, "", "", "", ""].map(String::from).to_vec());
        }
        let summary = report::summary(experiment, results);
        let about = shortened(&experiment.title, ABOUT);
        let name = format!("  {}", experiment.name());
        let recorded = if summary.recorded > 0 { "*" } else { " " };
        let (games, cells, claims) = match &summary.drawn_from {
            Some(table) => (format!("see {table} "), String::new(), String::new()),
            None if summary.cells == 0 => {
                ("nothing to play ".to_string(), String::new(), String::new())
            }
            None => (
                format!("{}/{}{recorded}", summary.games, summary.asked),
                summary.agreement.signs(),
                summary.claims.signs(),
            ),
        };
        rows.push(vec![name, about, games, cells, claims]);
    }
    let head = ["experiment", "about", "games ", "cells", "claims"];
    let legend = "✓ agrees, holds  ✗ differs, fails  ○ open  · not played  * recorded results";
    out::print(&format!("{}\n{legend}", out::table(&head, &rows, &[2])))
}

/// At most so many letters, the last one … if some are left out.
fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_string();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

fn status(experiment: &Experiment, results: &Results) -> Value {
    let s = report::summary(experiment, results);
    let counts = |c: Counts| json!({ "holds": c.holds, "fails": c.fails, "open": c.open, "not_played": c.not_played });
    json!({
        "id": experiment.id, "title": experiment.title, "place": experiment.place,
        "drawn_from": s.drawn_from, "games": s.games, "asked": s.asked, "cells": s.cells,
        "played": s.played, "recorded": s.recorded,
        "agreement": counts(s.agreement), "claims": counts(s.claims),
    })
}

/// The cells and the claims of an experiment, each with its verdict.
fn details(experiment: &Experiment, results: &Results) -> Value {
    let mut document = status(experiment, results);
    let cells = experiment.cells().map(|(grid, cell)| {
        let result = results.cell(cell);
        let play = cell.twin.as_ref().unwrap_or(&cell.play);
        let (estimate, measured) = (results.estimate(cell), result.measured());
        let verdict = report::cell_verdict(experiment, grid, cell, results);
        json!({
            "key": cell.key, "game": play.game,
            "agents": play.agents.iter().cloned().collect::<BTreeMap<_, _>>(),
            "published": cell.published.as_ref().map(ToString::to_string),
            "games": measured.map_or(0, |m| m.games),
            "draws": measured.map_or(0, |m| m.draws),
            "value": estimate.map(|e| e.value),
            "low": estimate.map(|e| e.low), "high": estimate.map(|e| e.high),
            "verdict": verdict.map(|v| v.verdict.name()),
            "recorded": measured.is_some_and(|m| m.origin.recorded),
            "commit": measured.map(|m| &m.origin.commit),
            "problem": result.problem,
        })
    });
    let claims = experiment.claims.iter().map(|claim| {
        let outcome = claim.judge(experiment, |_, cell| results.evidence(cell));
        json!({
            "says": claim.says, "place": claim.place, "note": claim.note,
            "verdict": outcome.verdict.name(), "detail": outcome.detail,
        })
    });
    document["summary"] = document["claims"].take();
    document["claims"] = claims.collect();
    document["cells"] = cells.collect();
    document
}

fn show(id: &str, known: &Known, common: &Common) -> anyhow::Result<()> {
    let store = known.read(common)?;
    let found = find(id)?;
    if let Some(store) = &store {
        say_others(&found, store, known.games())?;
    }
    let all = with_results(found, store.as_ref(), known.is_local(), known.games())?;
    if common.json {
        let documents: Vec<Value> = all.iter().map(|(e, results)| details(e, results)).collect();
        return out::json(&json!({ "schema": "spinney-experiment/2", "experiments": documents }));
    }
    let shown = all
        .iter()
        .map(|(experiment, results)| terminal(&report::experiment_report(experiment, results)));
    out::print(&shown.collect::<String>())
}

/// A report on a terminal: without pictures.
fn terminal(document: &Document) -> String {
    let mut text = String::new();
    for block in &document.blocks {
        let part = match block {
            Block::Heading(_, heading, _) => format!("\n{}\n", out::bold(heading)),
            Block::Text(paragraph) => format!("{paragraph}\n"),
            Block::List(items) => {
                items.iter().fold(String::new(), |all, item| all + "- " + item + "\n")
            }
            Block::Verdicts(verdicts) => {
                verdicts.iter().fold(String::new(), |all, (verdict, says, reason)| {
                    all + verdict.sign() + " " + says + " [" + reason + "]\n"
                })
            }
            Block::Table(head, rows) => {
                let head: Vec<&str> = head.iter().map(String::as_str).collect();
                let field = |field: &Field| {
                    let source = if field.recorded { " recorded" } else { "" };
                    field.signed().replace('\n', " → ") + source
                };
                let rows: Vec<Vec<String>> =
                    rows.iter().map(|row| row.iter().map(field).collect()).collect();
                out::table(&head, &rows, &[]) + "\n"
            }
            Block::Figure(_) | Block::Gallery(_) => continue,
        };
        text += &part;
    }
    text
}

/// Says how many games of these experiments another behaviour gave: they don't count.
fn say_others(experiments: &[Experiment], store: &Store, mut games: Games) -> anyhow::Result<()> {
    let (mut unknown, mut others, mut files) = (0, 0, 0);
    for experiment in experiments {
        for other in games.others(experiment, store)? {
            match other.behaviour.as_deref() {
                Some(UNKNOWN) => unknown += other.games,
                Some(_) => others += other.games,
                None => files += other.games,
            }
        }
    }
    for (count, what) in [
        (unknown, "of unknown behaviour, from before it was noted"),
        (others, "of another behaviour"),
        (files, "with other files"),
    ] {
        if count > 0 {
            out::warn(format!("the store has {count} games {what}: they don't count"));
        }
    }
    Ok(())
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

fn write_reports(
    ids: &[String],
    folder: &Path,
    html: bool,
    known: &Known,
    common: &Common,
) -> anyhow::Result<()> {
    let wanted = if ids.is_empty() { find("all")? } else { find_all(ids)? };
    let store = known.read(common)?;
    let mut papers = Vec::new();
    for paper in library::papers()? {
        if wanted.iter().any(|experiment| experiment.paper() == paper.id) {
            let found = find(&paper.id)?;
            let results = with_results(found, store.as_ref(), known.is_local(), known.games())?;
            papers.push((paper.clone(), results));
        }
    }
    let mut written = Vec::new();
    let mut write = |name: String, text: &str| -> anyhow::Result<()> {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        let cannot = || format!("can't write {}", path.display());
        std::fs::create_dir_all(parent).with_context(cannot)?;
        std::fs::write(&path, text).with_context(cannot)?;
        written.push(path.display().to_string());
        Ok(())
    };
    for (paper, experiments) in &papers {
        let document = report::paper_report(paper, experiments);
        write(format!("{}.md", paper.id), &report::markdown(&document, &paper.id))?;
        if html {
            write(format!("{}.html", paper.id), &report::html(&document))?;
        }
        for block in &document.blocks {
            if let Block::Figure(figure) = block {
                write(format!("{}/{}", paper.id, figure.file), &figure.svg)?;
            }
        }
    }
    if ids.is_empty() {
        let document = report::overview(&papers);
        write("README.md".to_string(), &report::markdown(&document, "."))?;
        if html {
            write("README.html".to_string(), &report::html(&document))?;
        }
    }
    if common.json {
        return out::json(&json!({ "schema": "spinney-report/1", "files": written }));
    }
    out::print(&format!("{} files in {}", written.len(), folder.display()))
}

fn record(ids: &[String], folder: &Path, adopt: bool, common: &Common) -> anyhow::Result<()> {
    let experiments = find_all(ids)?;
    let store = common.read()?;
    if store.is_none() && !adopt {
        return Err(input(format!("there is no store at {}", common.path().display())));
    }
    let mut games = Games::default();
    let (mut documents, mut lines) = (Vec::new(), Vec::new());
    for paper in library::papers()? {
        let of: Vec<&Experiment> = experiments.iter().filter(|e| e.paper() == paper.id).collect();
        if of.is_empty() {
            continue;
        }
        let path = folder.join(&paper.id).join("recorded.toml");
        let text = std::fs::read_to_string(&path).map_err(|error| {
            input(format!("{}: {error}; name the folder with --out", path.display()))
        })?;
        let mut recorded = Recorded::parse(&text)
            .map_err(|problem| input(format!("{}: {problem}", path.display())))?;
        if adopt {
            recorded.adopt(|table, key| {
                of.iter().find(|e| e.name() == table).and_then(|e| meaning(e, key))
            });
        }
        let mut taken = 0;
        for (experiment, store) in of.iter().zip(store.iter().cycle()) {
            for batch in batches(experiment, store, &mut games)? {
                taken += recorded.add(batch);
            }
        }
        std::fs::write(&path, recorded.text(&paper.id))
            .with_context(|| format!("can't write {}", path.display()))?;
        documents.push(json!({ "file": path, "cells": taken }));
        lines.push(format!("{}: {taken} cells taken", path.display()));
    }
    if common.json {
        return out::json(&json!({ "schema": "spinney-record/1", "files": documents }));
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
