//! `spinney learn`: tables for Scotland Yard, from games of agents against each other.

use crate::failure::{Interrupted, input};
use crate::{interrupt, out, progress, running};
use anyhow::Context;
use serde_json::json;
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

/// Tables for Scotland Yard, learned from games of agents against each other.
#[derive(clap::Args)]
#[command(after_help = "\
Example: spinney learn categories --games 1000 --seed 1 --out data/scotland-yard/categories.txt")]
pub struct Args {
    /// What is learned: in which category of stations Mr X is, or the detectives' first rounds.
    #[arg(value_parser = ["categories", "opening"])]
    what: String,
    /// How many games are played.
    #[arg(long, default_value_t = 1000, allow_negative_numbers = true, value_parser = running::games)]
    games: u64,
    /// Who plays Mr X.
    #[arg(long, value_name = "SPEC", default_value = "nijssen")]
    hider: String,
    /// Who plays the detectives [default: nijssen; without categories where those are learned].
    #[arg(long, value_name = "SPEC")]
    seekers: Option<String>,
    /// Where the table goes [default: standard output].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    running: running::Args,
}

/// A table that games are counted in.
trait Learned: Clone + Default + Send {
    /// The rounds that are counted; a game need not be played any further.
    const ROUNDS: u8;
    fn count(&mut self, start: &Full, moves: &[Move]);
    fn text(&self) -> String;
}

impl Learned for Tables {
    const ROUNDS: u8 = ROUNDS;
    fn count(&mut self, start: &Full, moves: &[Move]) {
        self.count_game(start, moves);
    }
    fn text(&self) -> String {
        self.write()
    }
}

impl Learned for Opening {
    const ROUNDS: u8 = ROUNDS_LEARNED;
    fn count(&mut self, start: &Full, moves: &[Move]) {
        self.count_game(start, moves);
    }
    fn text(&self) -> String {
        self.write()
    }
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    match args.what.as_str() {
        "categories" => learn::<Tables>(args, "nijssen(categories=none)"),
        _ => learn::<Opening>(args, "nijssen"),
    }
}

fn learn<T: Learned>(args: &Args, usual: &str) -> anyhow::Result<()> {
    let contest = spinney_games::open(&"scotland-yard".parse()?)?;
    let seekers = args.seekers.as_deref().unwrap_or(usual);
    let pair = [contest.check(0, &args.hider.parse()?)?, contest.check(1, &seekers.parse()?)?];
    if let Some(path) = &args.out {
        out::check_writable(path)?;
    }
    let table = gather::<T>(args, &pair)?;
    let [hider, seekers] = pair.map(|agent| agent.to_string());
    let text = format!(
        "# spinney learn {} --games {} --seed {} --hider \"{hider}\" --seekers \"{seekers}\"\n{}",
        args.what,
        args.games,
        args.running.seed,
        table.text()
    );
    if let Some(path) = &args.out {
        std::fs::write(path, &text).with_context(|| format!("can't write {}", path.display()))?;
    }
    if args.running.json {
        return out::json(&json!({
            "schema": {"name": "spinney-learn", "version": 1},
            "what": args.what,
            "seed": args.running.seed,
            "games": args.games,
            "hider": hider,
            "seekers": seekers,
            "file": args.out,
            "table": args.out.is_none().then_some(text),
        }));
    }
    if args.out.is_none() { out::print(&text) } else { Ok(()) }
}

/// Plays the games on all threads. Counts add up to the same in any order.
fn gather<T: Learned>(args: &Args, pair: &[Settings; 2]) -> anyhow::Result<T> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = args.running.threads.map_or(cores, usize::from);
    let next = AtomicU64::new(0);
    let bar = progress::bar(args.games);
    let failure: Mutex<Option<AgentError>> = Mutex::new(None);
    let sum = Mutex::new(T::default());
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= args.games || interrupt::stop().raised() {
                break;
            }
            match play::<T>(pair, args.running.seed, number) {
                Ok((start, moves)) => {
                    sum.lock().expect("no holder panics").count(&start, &moves);
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
