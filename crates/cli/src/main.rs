//! The command line of Spinney.
//!
//! One file a command: each has `pub struct Args` (what clap reads) and `pub fn run(args)`. What
//! several commands share: the game with its sides and options ([`game`]), output ([`out`]), the
//! interrupt ([`interrupt`]), and which failure gives which exit code ([`failure`]).

mod agents;
mod failure;
mod game;
mod interrupt;
mod out;
mod play;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::process::ExitCode;

/// Monte-Carlo tree search for games: play, measure, solve.
#[derive(Parser)]
#[command(name = "spinney", version, arg_required_else_help = true, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Three to begin with:
  spinney agents tron
  spinney match tron --a \"mcts(playouts=500)\" --b random --games 20
  spinney play tron --as a";

#[derive(Subcommand)]
enum Command {
    Agents(agents::Args),
    Play(play::Args),
}

fn run(command: Command) -> anyhow::Result<()> {
    match command {
        Command::Agents(args) => agents::run(&args),
        Command::Play(args) => play::run(&args),
    }
}

fn main() -> ExitCode {
    let parsed = Cli::command().try_get_matches().and_then(|m| Cli::from_arg_matches(&m));
    let result = match parsed {
        Ok(cli) => interrupt::install().and_then(|()| run(cli.command)),
        Err(error) => return game::explain(&error),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failure::report(&error),
    }
}
