//! The command line of Spinney as a library. A program calls [`main_with`] to use every command with
//! its own games.
//!
//! ```no_run
//! use spinney_games::registry::Registry;
//!
//! fn main() -> std::process::ExitCode {
//!     spinney::main_with(Registry::standard())
//! }
//! ```
//!
//! `docs/add-a-game.md` explains how to add a game, and `examples/nim` is a complete program.

// One file per command: each has `pub struct Args` (what clap reads) and `pub fn run(args)`. What
// several commands share: the game with its sides and options (`game`, `sides`), output (`out`), the
// interrupt (`interrupt`), and which failure gives which exit code (`failure`). `pub` in these files
// marks what a file offers to the others.
#![allow(unreachable_pub)]

mod advise;
mod agents;
#[cfg(feature = "arena")]
mod arena;
mod bench;
mod codingame;
mod compare;
mod completions;
mod dry_run;
mod experiment;
mod export;
mod failure;
mod files;
mod game;
mod games;
mod interrupt;
mod keeping;
mod learn;
mod man;
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
use std::sync::OnceLock;

/// A laboratory and an arena for Monte-Carlo tree search: play games, measure agents, solve positions.
#[derive(Parser)]
#[command(name = "spinney", version = version(), after_help = EXAMPLES, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    voice: out::Voice,
}

/// The version with the commit that it was built from.
fn version() -> &'static str {
    static VERSION: OnceLock<String> = OnceLock::new();
    VERSION.get_or_init(|| {
        format!("{} (commit {})", env!("CARGO_PKG_VERSION"), spinney_lab::machine::commit())
    })
}

const EXAMPLES: &str = "\
Try these first:
  spinney games
  spinney match tron --a \"ucb1-tuned(playouts=500)\" --b random --games 20
  spinney play connect-four";

#[derive(Subcommand)]
enum Command {
    Match(matches::Args),
    Compare(compare::Args),
    Tournament(tournament::Args),
    Tune(tune::Args),
    Games(games::Args),
    Agents(agents::Args),
    Experiment(experiment::Args),
    Export(export::Args),
    Bench(bench::Args),
    Replay(replay::Args),
    Play(play::Args),
    #[cfg(feature = "arena")]
    Arena(arena::Args),
    Advise(advise::Args),
    Solve(solve::Args),
    Tronbot(tronbot::Args),
    Codingame(codingame::Args),
    Learn(learn::Args),
    Completions(completions::Args),
    Man(man::Args),
}

fn run(command: Command) -> anyhow::Result<()> {
    match command {
        Command::Match(args) => matches::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Tournament(args) => tournament::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Games(args) => games::run(&args),
        Command::Agents(args) => agents::run(&args),
        Command::Experiment(args) => experiment::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Play(args) => play::run(&args),
        #[cfg(feature = "arena")]
        Command::Arena(args) => arena::run(&args),
        Command::Advise(args) => advise::run(&args),
        Command::Learn(args) => learn::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Tronbot(args) => tronbot::run(&args),
        Command::Codingame(args) => codingame::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
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
        Ok(Cli { command: Some(command), voice }) => interrupt::install().and_then(|()| {
            out::speak(voice);
            run(command)
        }),
        Ok(Cli { command: None, .. }) => out::print(&Cli::command().render_help().to_string()),
        Err(error) => return game::explain(&error),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failure::report(&error),
    }
}
