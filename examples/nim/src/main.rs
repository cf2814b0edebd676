//! The command line of Spinney with Nim among the games.

use nim::contest::{BENCHMARKS, GAME, contest};
use spinney_games::registry::Registry;
use std::process::ExitCode;

fn main() -> ExitCode {
    spinney::main_with(Registry::standard().with(&GAME, contest).with_benchmarks(BENCHMARKS))
}
