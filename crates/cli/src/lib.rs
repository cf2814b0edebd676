//! The command line of Spinney, as a library: a program with games of its own calls [`main_with`]
//! and has every command for them.
//!
//! ```no_run
//! use spinney_games::registry::Registry;
//!
//! fn main() -> std::process::ExitCode {
//!     spinney::main_with(Registry::standard())
//! }
//! ```
//!
//! `docs/add-a-game.md` adds a game, `examples/nim` is the whole program.

// One file per command: each has `pub struct Args` (what clap reads) and `pub fn run(args)`. What
// several commands share: the game with its sides and options (`game`, `sides`), output (`out`), the
// interrupt (`interrupt`), and which failure gives which exit code (`failure`). `pub` in these files
// marks what a file offers to the others.
#![allow(unreachable_pub)]

mod advise;
mod agents;
mod bench;
mod codingame;
mod compare;
mod dry_run;
mod experiment;
mod export;
mod failure;
mod game;
mod interrupt;
mod keeping;
mod learn;
mod matches;
mod out;
mod play;
mod progress;
mod replay;
mod running;
mod sequential;
mod sides;
mod solve;
mod tournament;
mod tronbot;
mod tune;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use spinney_games::registry::Registry;
use std::process::ExitCode;

/// Monte-Carlo tree search for games: play, measure, solve.
#[derive(Parser)]
#[command(name = "spinney", version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

const EXAMPLES: &str = "\
Three to begin with:
  spinney agents scotland-yard
  spinney match tron --a \"ucb1-tuned(playouts=500)\" --b random --games 20
  spinney play tron --as a";

#[derive(Subcommand)]
enum Command {
    Match(matches::Args),
    Compare(compare::Args),
    Tournament(tournament::Args),
    Tune(tune::Args),
    Agents(agents::Args),
    Experiment(experiment::Args),
    Export(export::Args),
    Bench(bench::Args),
    Replay(replay::Args),
    Play(play::Args),
    Advise(advise::Args),
    Solve(solve::Args),
    Tronbot(tronbot::Args),
    Codingame(codingame::Args),
    Learn(learn::Args),
}

fn run(command: Command) -> anyhow::Result<()> {
    match command {
        Command::Match(args) => matches::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Tournament(args) => tournament::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Agents(args) => agents::run(&args),
        Command::Experiment(args) => experiment::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Advise(args) => advise::run(&args),
        Command::Learn(args) => learn::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Tronbot(args) => tronbot::run(&args),
        Command::Codingame(args) => codingame::run(&args),
    }
}

/// The names of the command and of those inside it: `experiment show`.
fn command_name(matches: &clap::ArgMatches) -> String {
    let inside = |matches: &clap::ArgMatches| {
        matches.subcommand().map(|(name, inner)| (name.to_string(), inner.clone()))
    };
    let mut names = Vec::new();
    let mut next = inside(matches);
    while let Some((name, inner)) = next {
        names.push(name);
        next = inside(&inner);
    }
    names.join(" ")
}

/// Runs the command line with these games: reads the arguments of the program, does what they say,
/// and gives the exit code. Called once, before anything else uses the registry.
pub fn main_with(registry: Registry) -> ExitCode {
    registry.install();
    failure::quiet_games();
    let parsed = Cli::command().try_get_matches().and_then(|matches| {
        out::begin(command_name(&matches));
        Cli::from_arg_matches(&matches)
    });
    let result = match parsed {
        Ok(Cli { command: Some(command) }) => interrupt::install().and_then(|()| run(command)),
        Ok(Cli { command: None }) => out::print(&Cli::command().render_help().to_string()),
        Err(error) => return game::explain(&error),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failure::report(&error),
    }
}
