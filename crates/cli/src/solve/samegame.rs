//! `spinney solve samegame`: the best line for a position, checked by replaying it.

mod keep;
mod picture;

use crate::failure::{Interrupted, input};
use crate::{interrupt, out};
use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use spinney_games::samegame::agents::{self, Answer, Depth, Task};
use spinney_games::samegame::notation::{self, write_moves};
use spinney_games::samegame::reference::{self, Outcome, Place};
use spinney_games::samegame::{Block, LargeState, Position, STANDARD_SET, StandardState};
use spinney_spec::{Settings, nearest};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Search for a high score in SameGame positions.
///
/// A file holds one or more positions: rows from the top, one digit or letter per block. Before a score
/// is printed, its moves are replayed on a second implementation of the rules.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  spinney solve samegame standard --position 1 --seconds 60\n  \
                  spinney solve samegame board.txt --agent 'cem-move(nodes=100000)' --svg line.svg\n  \
                  spinney solve samegame standard --position 1 --seconds 600 --keep best"
)]
pub struct Args {
    /// The file with positions; `standard` for the 20 standard positions, `-` for standard input.
    #[arg(value_name = "FILE")]
    file: String,
    /// The number of the position in the file, counted from 1 [default: all positions].
    #[arg(long, value_name = "K")]
    position: Option<usize>,
    /// The solver. `spinney agents samegame` lists them.
    #[arg(long, value_name = "SPEC", default_value = "best")]
    agent: String,
    /// The time per position. It replaces the solver's own limits.
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    seconds: Option<f64>,
    /// The seed of the solver.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of threads of `best` [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    threads: Option<u32>,
    /// A folder with one file per position. Continue from the line in it, and replace the line if a
    /// better one is found.
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Draw the moves, one board per move, to this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print a JSON document.
    #[arg(long)]
    json: bool,
}

/// A line that was replayed.
struct Solved {
    position: usize,
    moves: Vec<Place>,
    outcome: Outcome,
    seconds: f64,
    playouts: u64,
    proven: bool,
    depth: Depth,
    /// What the folder of best lines held before, if one was given.
    before: Option<i64>,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let text = read(&args.file)?;
    let positions = Position::parse_all(&text).map_err(|e| input(format!("{}: {e}", args.file)))?;
    if let Some(seconds) = args.seconds
        && !(seconds > 0.0 && seconds <= 1e7)
    {
        return Err(input("--seconds must be a number above 0 and up to 10000000"));
    }
    let settings = agents::catalogue().resolve(&args.agent.parse()?)?;
    let chosen: Vec<usize> = match args.position {
        Some(number) if (1..=positions.len()).contains(&number) => vec![number],
        Some(number) => {
            return Err(input(format!(
                "{}: there is no position {number}; the file has {}",
                args.file,
                positions.len()
            )));
        }
        None => (1..=positions.len()).collect(),
    };
    if args.svg.is_some() && chosen.len() > 1 {
        return Err(input("--svg draws one position: choose it with --position"));
    }
    if let Some(path) = &args.svg {
        out::check_writable(path)?;
    }
    let mut all = Vec::new();
    for number in chosen {
        let position = &positions[number - 1];
        let solved = solve(args, &settings, number, position)?;
        if !args.json {
            out::print(&report(&solved))?;
        }
        if let Some(path) = &args.svg {
            std::fs::write(path, picture::svg(position, &solved.moves))
                .with_context(|| format!("can't write {}", path.display()))?;
        }
        all.push(solved);
        if interrupt::stop().raised() {
            break;
        }
    }
    if args.json {
        let one = args.position.is_some() || all.len() == 1;
        let documents: Vec<Value> = all.iter().map(|s| document(args, &settings, s)).collect();
        match documents.as_slice() {
            [document] if one => out::json(document)?,
            _ => out::json(&together(&all, &documents, args.seed))?,
        }
    } else if all.len() > 1 {
        let sum: i64 = all.iter().map(|solved| solved.outcome.score).sum();
        out::print(&format!("{} positions, {sum} points in all", all.len()))?;
    }
    if interrupt::stop().raised() { Err(Interrupted.into()) } else { Ok(()) }
}

fn read(file: &str) -> anyhow::Result<String> {
    match file {
        "standard" => Ok(STANDARD_SET.to_string()),
        "-" => std::io::read_to_string(std::io::stdin()).context("can't read standard input"),
        _ => std::fs::read_to_string(file).map_err(|e| {
            let near = nearest(file, ["standard"].into_iter());
            input(match near {
                Some(name) if e.kind() == std::io::ErrorKind::NotFound => {
                    format!("there is no file {file}; did you mean `{name}`, the 20 positions?")
                }
                _ => format!("can't read {file}: {e}"),
            })
        }),
    }
}

fn solve(
    args: &Args,
    settings: &Settings,
    number: usize,
    position: &Position,
) -> anyhow::Result<Solved> {
    let kept = args.keep.as_ref().map(|folder| keep::read(folder, number, position)).transpose()?;
    let kept = kept.flatten();
    let known: Vec<Block> = kept.as_ref().map_or(Ok(Vec::new()), |line| {
        notation::blocks(position, &line.moves).map_err(|error| input(error.to_string()))
    })?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let bar = progress(number);
    let began = Instant::now();
    let improved = |answer: &Answer| {
        let rate = rate(answer.effort, began.elapsed().as_secs_f64());
        bar.set_message(format!(
            "best {} in {} moves{}; {} tried, {rate} per second",
            answer.score,
            answer.moves.len(),
            tree(answer.depth),
            answer.effort
        ));
        if !args.json {
            bar.println(format!("position {number}: {}", answer.score));
        }
    };
    let task = Task {
        seed: args.seed,
        threads: args.threads.map_or(cores, |n| n as usize),
        time: args.seconds.map(Duration::from_secs_f64),
        stop: interrupt::stop(),
        known: &known,
        improved: &improved,
    };
    let answer = if position.fits::<4, 3, 16>() {
        agents::solve(settings, StandardState::new(position), &task)
    } else {
        agents::solve(settings, LargeState::new(position), &task)
    };
    let seconds = began.elapsed().as_secs_f64();
    bar.finish_and_clear();
    let moves: Vec<Place> = answer.moves.iter().map(|mv| mv.place(position.rows())).collect();
    let outcome = reference::replay(position, &moves)
        .map_err(|error| anyhow::anyhow!("the line that was found can't be replayed: {error}"))?;
    if outcome.score != i64::from(answer.score) {
        let (said, is) = (answer.score, outcome.score);
        anyhow::bail!("the solver claims {said} points for its line, but the line scores {is}");
    }
    let before = kept.as_ref().map(|line| line.score);
    if let Some(folder) = &args.keep
        && before.is_none_or(|before| outcome.score > before)
    {
        let mut command = command(args, settings, number);
        // The line is found again only from where this search went on.
        if let Some(line) = kept.filter(|_| settings.name() == "best") {
            command = format!("{}, then {command} --keep", line.command);
        }
        keep::write(folder, number, position, &moves, outcome.score, &command)?;
    }
    let Answer { effort: playouts, proven, depth, .. } = answer;
    Ok(Solved { position: number, moves, outcome, seconds, playouts, proven, depth, before })
}

/// What is done per second.
fn rate(effort: u64, seconds: f64) -> u64 {
    (effort as f64 / seconds.max(1e-3)) as u64
}

/// Says how deep a tree is, if there is one.
fn tree(Depth { deepest, mean }: Depth) -> String {
    if deepest > 0 {
        format!(", tree depth {deepest}, {mean:.1} on average")
    } else {
        String::new()
    }
}

/// The command that found a line.
fn command(args: &Args, settings: &Settings, number: usize) -> String {
    let seconds = args.seconds.map_or(String::new(), |s| format!(" --seconds {s}"));
    let agent = settings.to_string();
    let agent = if agent == "best" { String::new() } else { format!(" --agent '{agent}'") };
    let threads = args.threads.map_or(String::new(), |n| format!(" --threads {n}"));
    let (file, seed) = (&args.file, args.seed);
    format!(
        "spinney solve samegame {file} --position {number}{agent}{seconds} --seed {seed}{threads}"
    )
}

fn progress(number: usize) -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    let style = ProgressStyle::with_template("{spinner} position {prefix}, {elapsed}: {wide_msg}");
    let bar = bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.set_prefix(number.to_string());
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

fn report(solved: &Solved) -> String {
    let Solved { position, outcome, moves, seconds, playouts, .. } = solved;
    let cleared = if outcome.cleared { "cleared" } else { "not cleared" };
    let proven = if solved.proven { ", proven to be the maximum" } else { "" };
    let before = match solved.before {
        Some(before) if outcome.score > before => format!(", replaces {before} points"),
        Some(before) => format!(", the kept line has {before} points"),
        None => String::new(),
    };
    format!(
        "position {position}: {} points, {cleared}{proven}{before}; {} moves, {seconds:.1} s, \
         {playouts} playouts, {} per second{}\n{}",
        outcome.score,
        moves.len(),
        rate(*playouts, *seconds),
        tree(solved.depth),
        write_moves(moves),
    )
}

fn document(args: &Args, settings: &Settings, solved: &Solved) -> Value {
    json!({
        "schema": {"name": "spinney-solve-samegame", "version": 1},
        "position": solved.position,
        "agent": settings.to_string(),
        "seed": args.seed,
        "score": solved.outcome.score,
        "cleared": solved.outcome.cleared,
        "proven": solved.proven,
        "moves": solved.moves,
        "seconds": solved.seconds,
        "playouts": solved.playouts,
        "depth": solved.depth.deepest,
        "mean_depth": solved.depth.mean,
    })
}

fn together(all: &[Solved], documents: &[Value], seed: u64) -> Value {
    json!({
        "schema": {"name": "spinney-solve-samegame-set", "version": 1},
        "seed": seed,
        "sum": all.iter().map(|solved| solved.outcome.score).sum::<i64>(),
        "positions": documents,
    })
}
