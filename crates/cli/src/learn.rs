//! `spinney learn`: tables and models for Scotland Yard, from games of agents against each other.

mod games;
mod hider;
mod value;

use crate::failure::{Interrupted, input};
use crate::{interrupt, out, progress, running};
use anyhow::Context;
use games::{Games, Split};
use serde_json::{Value, json};
use spinney_games::agent::AgentError;
use spinney_games::scotland_yard::agents;
use spinney_games::scotland_yard::categories::Tables;
use spinney_games::scotland_yard::opening_book::{Opening, ROUNDS_LEARNED};
use spinney_games::scotland_yard::rules::{Full, HIDER, Move, Options, ROUNDS};
use spinney_search::game::{Game, Turn};
use spinney_search::rng::mix;
use spinney_spec::Settings;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Learn tables and models for Scotland Yard from games between agents.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  spinney learn categories --games 1000 --seed 1 --out categories.txt
  spinney learn hider --games 600 --hider \"borak(playouts=1000)\" \\
    --seekers \"best(playouts=1000)\" --keep borak.games --out hider-borak.txt
  spinney learn value --games 3000 --hider \"best(playouts=1000)\" \\
    --seekers \"best(playouts=1000)\" --with borak.games --out value.txt")]
pub struct Args {
    /// What to learn: the categories of stations where Mr X is, the first rounds of the detectives,
    /// a model of how a hider chooses, or an estimate of Mr X's chance to escape.
    #[arg(value_parser = ["categories", "opening", "hider", "value"])]
    what: String,
    /// The number of games.
    #[arg(long, default_value_t = 1000, allow_negative_numbers = true, value_parser = running::games)]
    games: u64,
    /// The agent that plays Mr X.
    #[arg(long, value_name = "SPEC", default_value = "nijssen")]
    hider: String,
    /// The agent that plays the detectives [default: nijssen; it uses no categories while they are
    /// learned].
    #[arg(long, value_name = "SPEC")]
    seekers: Option<String>,
    /// The file to write [default: standard output].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// For `hider` and `value`: keep the games in this file, and continue with the games that it has.
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// For `hider` and `value`: fit to these games too, which `--keep` kept. Can be given again.
    #[arg(long, value_name = "FILE")]
    with: Vec<PathBuf>,
    /// For `hider` and `value`: the number of passes over all games.
    #[arg(long, default_value_t = 25, value_parser = clap::value_parser!(u32).range(1..=1000))]
    epochs: u32,
    #[command(flatten)]
    running: running::Args,
}

/// A table that games are counted in.
trait Learned: Send {
    /// The rounds that are counted; a game need not be played any further.
    const ROUNDS: u8;
    fn count(&mut self, number: u64, start: &Full, moves: &[Move]);
    /// Whether this game need not be played.
    fn knows(&self, _number: u64) -> bool {
        false
    }
}

impl Learned for Tables {
    const ROUNDS: u8 = ROUNDS;
    fn count(&mut self, _: u64, start: &Full, moves: &[Move]) {
        self.count_game(start, moves);
    }
}

impl Learned for Opening {
    const ROUNDS: u8 = ROUNDS_LEARNED;
    fn count(&mut self, _: u64, start: &Full, moves: &[Move]) {
        self.count_game(start, moves);
    }
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let usual = if args.what == "categories" { "nijssen(categories=none)" } else { "nijssen" };
    let contest = spinney_games::open(&"scotland-yard".parse()?)?;
    let seekers = args.seekers.as_deref().unwrap_or(usual);
    let pair = [contest.check(0, &args.hider.parse()?)?, contest.check(1, &seekers.parse()?)?];
    let (what, keeps) = (args.what.as_str(), args.keep.is_some());
    if (keeps || !args.with.is_empty()) && !["hider", "value"].contains(&what) {
        let option = if keeps { "--keep" } else { "--with" };
        return Err(input(format!(
            "{option} is for `learn hider` and `learn value`, not for `learn {what}`"
        )));
    }
    if let Some(path) = &args.out {
        out::check_writable(path)?;
    }
    let names = pair.each_ref().map(ToString::to_string);
    let seed = args.running.seed;
    let (table, fit) = match args.what.as_str() {
        "categories" => (gather(args, &pair, Tables::default())?.write(), None),
        "opening" => (gather(args, &pair, Opening::default())?.write(), None),
        _ => {
            let [hider, seekers] = &names;
            let origin = format!("hider {hider} against {seekers}, seed {seed}");
            let games = match &args.keep {
                Some(path) => Games::keep(path, &origin)?,
                None => Games::default(),
            };
            // Files that can't be read are found before the games are played.
            let mut more = Split::default();
            let mut add = |path: &PathBuf| Ok(format!("# With {}.\n", more.add_kept(path)?));
            let remarks = args.with.iter().map(&mut add).collect::<anyhow::Result<String>>()?;
            let mut split = gather(args, &pair, games)?.split(args.games)?;
            split.append(more);
            let (table, document) = if args.what == "hider" {
                let fitted = hider::fit(&split, args.epochs, seed);
                (fitted.text(), fitted.document())
            } else {
                let fitted = value::fit(&split, args.epochs, seed);
                (fitted.text(), fitted.document())
            };
            (remarks + &table, Some(document))
        }
    };
    write(args, &names, &table, fit)
}

/// The table goes to where it was asked for, after the command that made it.
fn write(
    args: &Args,
    [hider, seekers]: &[String; 2],
    table: &str,
    fit: Option<Value>,
) -> anyhow::Result<()> {
    let epochs = fit.as_ref().map_or(String::new(), |_| format!(" --epochs {}", args.epochs));
    let text = format!(
        "# spinney learn {} --games {} --seed {} --hider \"{hider}\" --seekers \"{seekers}\"{epochs}\n\
         {table}",
        args.what, args.games, args.running.seed,
    );
    if let Some(path) = &args.out {
        std::fs::write(path, &text).with_context(|| format!("can't write {}", path.display()))?;
    }
    if args.running.json {
        let mut document = json!({
            "schema": {"name": "spinney-learn", "version": 1},
            "what": args.what,
            "seed": args.running.seed,
            "games": args.games,
            "hider": hider,
            "seekers": seekers,
            "file": args.out,
            "table": args.out.is_none().then_some(text),
        });
        if let Some(fit) = fit {
            document["fit"] = fit;
        }
        return out::json(&document);
    }
    if args.out.is_none() { out::print(&text) } else { Ok(()) }
}

/// Plays the games on all threads. Counts add up to the same in any order.
fn gather<T: Learned>(args: &Args, pair: &[Settings; 2], table: T) -> anyhow::Result<T> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = args.running.threads.map_or(cores, usize::from);
    let next = AtomicU64::new(0);
    let bar = progress::bar(args.games);
    let failure: Mutex<Option<AgentError>> = Mutex::new(None);
    let sum = Mutex::new(table);
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= args.games || interrupt::stop().raised() {
                break;
            }
            if sum.lock().expect("no holder panics").knows(number) {
                bar.inc(1);
                continue;
            }
            match play::<T>(pair, args.running.seed, number) {
                // A game that was stopped counts for nothing.
                Ok(_) if interrupt::stop().raised() => break,
                Ok((start, moves)) => {
                    sum.lock().expect("no holder panics").count(number, &start, &moves);
                    bar.inc(1);
                }
                Err(error) => {
                    next.store(args.games, Ordering::Relaxed);
                    *failure.lock().expect("no holder panics") = Some(error);
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    bar.finish_and_clear();
    if interrupt::stop().raised() {
        return Err(Interrupted.into());
    }
    match failure.into_inner().expect("no holder panics") {
        Some(error) => Err(input(error.to_string())),
        None => Ok(sum.into_inner().expect("no holder panics")),
    }
}

/// As much of a game as the table counts. It begins as the game of this seed and number does in a
/// match.
fn play<T: Learned>(
    [hider, seekers]: &[Settings; 2],
    seed: u64,
    number: u64,
) -> Result<(Full, Vec<Move>), AgentError> {
    let stop = interrupt::stop();
    let mut hider = agents::hider(hider, mix(&[seed, number, 1]))?;
    let mut seekers = agents::seeker(seekers, mix(&[seed, number, 2]))?;
    let start = Options::default().start(mix(&[seed, number, 0]));
    let (mut game, mut moves) = (start, Vec::new());
    while let Turn::One(player) = game.turn() {
        if game.open.round > T::ROUNDS || stop.raised() {
            break;
        }
        let mv = match player {
            HIDER => hider.choose(&game, player, stop)?,
            _ => seekers.choose(&game.public(), player, stop)?,
        };
        game.play(mv);
        moves.push(mv);
    }
    Ok((start, moves))
}
