//! `spinney solve`: the best that can be done in a position. Each game has its own file and flags.

mod cops_and_robbers;
mod samegame;

/// Solve a position.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    problem: Problem,
}

/// One line per game: `Samegame(samegame::Args)`, and the same in `run`.
#[derive(clap::Subcommand)]
enum Problem {
    CopsAndRobbers(cops_and_robbers::Args),
    Samegame(samegame::Args),
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    match &args.problem {
        Problem::CopsAndRobbers(args) => cops_and_robbers::run(args),
        Problem::Samegame(args) => samegame::run(args),
    }
}
