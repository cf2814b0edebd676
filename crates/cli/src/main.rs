//! The program `spinney`: the command line with the games of this repository.

fn main() -> std::process::ExitCode {
    spinney::main_with(spinney_games::registry::Registry::standard())
}
