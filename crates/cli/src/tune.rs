//! `spinney tune`: good parameters for an agent, by the cross-entropy method.

use crate::failure::{Interrupted, input};
use crate::progress::Bar;
use crate::{interrupt, keeping, out, progress};
use anyhow::Context;
use spinney_lab::compare::{Compared, compare};
use spinney_lab::documents::of_tuning;
use spinney_lab::runner::RunOptions;
use spinney_lab::series::Kept;
use spinney_lab::store::{RunId, Store};
use spinney_lab::tune::{Edge, Generation, News, Tuned, Tuning, read, sparkline, svg};
use std::fmt::Write as _;
use std::path::PathBuf;

/// Tune the parameters of an agent. An interrupted run continues where it stopped.
#[derive(clap::Args)]
#[command(after_help = "A file to begin with:
  game = \"connect-four\"
  agent = \"uct(playouts=200)\"
  against = \"uct(playouts=200)\"
  population = 20
  elite = 5
  generations = 10
  [parameters]
  c = [0, 2]

Example: spinney tune c.toml")]
pub struct Args {
    /// A TOML file that says what to tune.
    file: PathBuf,
    /// The store for the games [default: in the user's data directory].
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Plot the mean and the deviation of each generation to this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Games of the final comparison with the original agent; 0 for none.
    #[arg(long, value_name = "GAMES", default_value_t = 100)]
    closing: u64,
    /// A seed that replaces the one in the file.
    #[arg(long)]
    seed: Option<u64>,
    /// The number of games played at the same time [default: one per core].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=4096))]
    threads: Option<u16>,
    /// Print a JSON document.
    #[arg(long)]
    json: bool,
}

/// A file that is longer describes no tuning.
const LONGEST: u64 = 1 << 20;

pub fn run(args: &Args) -> anyhow::Result<()> {
    let path = args.file.display();
    let cannot = |error: std::io::Error| input(format!("can't read {path}: {error}"));
    let length = std::fs::metadata(&args.file).map_err(cannot)?.len();
    if length > LONGEST {
        return Err(input(format!(
            "{path} has {length} bytes, which is too long for a tuning file"
        )));
    }
    let text = std::fs::read_to_string(&args.file).map_err(cannot)?;
    if let Some(path) = &args.svg {
        out::check_writable(path)?;
    }
    read(&text, |tuning| {
        let seed = args.seed.unwrap_or(tuning.seed);
        tune(args, &Tuning { seed, ..tuning.clone() })
    })
    .with_context(|| format!("in {path}"))?
}

fn tune(args: &Args, tuning: &Tuning<'_>) -> anyhow::Result<()> {
    let mut store = Store::open(&keeping::store_path(args.store.as_ref()))?;
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
            bar.set_message(format!("generation {generation} of {}", tuning.generations));
            bar.set_position(progress.found + progress.played);
        }
        News::Learnt(generation) if !args.json => show(&bar, &line(tuning, generation)),
        News::Learnt(_) => {}
    });
    bar.finish_and_clear();
    let tuned = tuned?;
    for Edge { name, value, end } in &tuned.edges {
        out::warn(format!(
            "{name} = {value} is at the edge of its range, which ends at {end}: better values may lie \
             beyond it"
        ));
    }
    if let Some(path) = &args.svg {
        std::fs::write(path, svg(tuning, &tuned.generations))
            .map_err(|error| input(format!("can't write {}: {error}", path.display())))?;
    }
    let closing = closing(args, tuning, &tuned, (&mut store, run), &options)?;
    if args.json {
        out::json(&of_tuning(tuning, &tuned, closing.as_ref()))?;
    } else {
        out::print(&summary(tuning, &tuned, closing.as_ref()))?;
    }
    let stopped = closing.is_some_and(|compared| compared.interrupted);
    if tuned.interrupted || stopped { Err(Interrupted.into()) } else { Ok(()) }
}

/// Compares the tuned agent with the one that it was.
fn closing(
    args: &Args,
    tuning: &Tuning<'_>,
    tuned: &Tuned,
    (store, run): (&mut Store, RunId),
    options: &RunOptions,
) -> anyhow::Result<Option<Compared>> {
    if args.closing == 0 || tuned.interrupted || tuned.agent == tuning.agent {
        return Ok(None);
    }
    let asked = tuning.closing(&tuned.agent, args.closing);
    let bar = progress::bar(asked.total());
    bar.set_message("tuned against original".to_string());
    let mut count = 0;
    let compared = compare(&asked, Some(Kept { store, run }), options, |_, _| {
        count += 1;
        bar.set_position(count);
        Ok(())
    });
    bar.finish_and_clear();
    Ok(Some(compared?))
}

/// Prints a line above the bar.
fn show(bar: &Bar, line: &str) {
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

fn summary(tuning: &Tuning<'_>, tuned: &Tuned, closing: Option<&Compared>) -> String {
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
    let so_far = if tuned.interrupted { " so far (run the command again to continue)" } else { "" };
    let closing = closing.map_or(String::new(), |compared| {
        format!("{}\n\n", compared.difference.sentence("the tuned agent", "the original"))
    });
    format!("{text}\n{closing}{}{so_far}", tuned.agent)
}
