//! `spinney tune`: good parameters for an agent, by the cross-entropy method.

use crate::failure::{Interrupted, input};
use crate::{interrupt, out, progress};
use anyhow::Context;
use indicatif::ProgressBar;
use serde_json::{Value, json};
use spinney_lab::runner::RunOptions;
use spinney_lab::store::{Store, default_path};
use spinney_lab::tune::{Generation, News, Tuned, Tuning, read, sparkline, svg};
use std::fmt::Write as _;
use std::path::PathBuf;

/// Tune the parameters of an agent. Stopped and run again, it goes on where it was.
#[derive(clap::Args)]
#[command(after_help = "A file to begin with:
  game = \"connect-four\"
  agent = \"mcts(playouts=200)\"
  against = \"mcts(playouts=200)\"
  population = 20
  elite = 5
  generations = 10
  [parameters]
  c = [0, 2]

Example: spinney tune c.toml")]
pub struct Args {
    /// What to tune, in TOML.
    file: PathBuf,
    /// Where the games are kept [default: in the user's data directory].
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Draw mean and deviation by generation into this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Another seed than the file's.
    #[arg(long)]
    seed: Option<u64>,
    /// Games at the same time [default: one a core].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=4096))]
    threads: Option<u16>,
    /// A document for programs.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let path = args.file.display();
    let text = std::fs::read_to_string(&args.file)
        .map_err(|error| input(format!("can't read {path}: {error}")))?;
    read(&text, |tuning| {
        let seed = args.seed.unwrap_or(tuning.seed);
        tune(args, &Tuning { seed, ..tuning.clone() })
    })
    .with_context(|| format!("in {path}"))?
}

fn tune(args: &Args, tuning: &Tuning<'_>) -> anyhow::Result<()> {
    let mut store = Store::open(&args.store.clone().unwrap_or_else(default_path))?;
    let run = store.begin_run(&format!("tune {}", args.file.display()))?;
    let options = RunOptions {
        threads: args.threads.map_or(0, usize::from),
        clock: None,
        stop: interrupt::stop().clone(),
    };
    let bar = progress::bar(0);
    let tuned = tuning.run(&mut store, run, &options, |news| match news {
        News::Playing(generation, progress) => {
            bar.set_length(progress.wanted);
            bar.set_position(progress.found + progress.played);
            bar.set_message(format!("generation {generation} of {}", tuning.generations));
        }
        News::Learnt(generation) if !args.json => show(&bar, &line(tuning, generation)),
        News::Learnt(_) => {}
    });
    bar.finish_and_clear();
    let tuned = tuned?;
    if let Some(path) = &args.svg {
        std::fs::write(path, svg(tuning, &tuned.generations))
            .map_err(|error| input(format!("can't write {}: {error}", path.display())))?;
    }
    if args.json {
        out::json(&document(tuning, &tuned))?;
    } else {
        out::print(&summary(tuning, &tuned))?;
    }
    if tuned.interrupted { Err(Interrupted.into()) } else { Ok(()) }
}

/// Prints a line above the bar.
fn show(bar: &ProgressBar, line: &str) {
    bar.suspend(|| {
        // Nobody reads any more: the tuning goes on and is stored.
        let _ = out::print(line);
    });
}

fn line(tuning: &Tuning<'_>, generation: &Generation) -> String {
    let values = tuning.parameters.iter().zip(&generation.mean).zip(&generation.deviation);
    let values: Vec<String> = values
        .map(|(((name, _), mean), deviation)| format!("{name} {mean:.3} ± {deviation:.3}"))
        .collect();
    format!(
        "generation {:>3}  score {:.2}, best {:.2}  {}",
        generation.number,
        generation.score,
        generation.best,
        values.join("  ")
    )
}

fn summary(tuning: &Tuning<'_>, tuned: &Tuned) -> String {
    let mut text = String::new();
    let width = tuning.parameters.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (p, (name, range)) in tuning.parameters.iter().enumerate() {
        let of = |pick: fn(&Generation) -> &Vec<f64>| -> Vec<f64> {
            tuned.generations.iter().map(|generation| pick(generation)[p]).collect()
        };
        let means = sparkline(&of(|g| &g.mean), (range.min, range.max));
        let deviations = sparkline(&of(|g| &g.deviation), (0.0, (range.max - range.min) / 2.0));
        let _ = writeln!(text, "{name:width$}  mean {means}  deviation {deviations}");
    }
    let so_far = if tuned.interrupted { " so far (run it again to go on)" } else { "" };
    format!("{text}\n{}{so_far}", tuned.agent)
}

fn document(tuning: &Tuning<'_>, tuned: &Tuned) -> Value {
    let names: Vec<&str> = tuning.parameters.iter().map(|(name, _)| name.as_str()).collect();
    let generations: Vec<Value> = tuned
        .generations
        .iter()
        .map(|g| {
            json!({
                "generation": g.number,
                "mean": g.mean,
                "deviation": g.deviation,
                "score": g.score,
                "best": g.best,
            })
        })
        .collect();
    json!({
        "schema": {"name": "spinney-tune", "version": 1},
        "game": tuning.contest.spec().to_string(),
        "seed": tuning.seed,
        "parameters": names,
        "generations": generations,
        "spec": tuned.agent.to_string(),
        "interrupted": tuned.interrupted,
    })
}
