//! `spinney completions`: what a shell needs to complete commands and flags.

use crate::Cli;
use clap::CommandFactory;
use clap_complete::Shell;

/// Print a completion script for a shell.
///
/// The sides and options of a game become flags only once the game is named, so the script completes
/// only the flags that all games share.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  spinney completions bash > ~/.local/share/bash-completion/completions/spinney
  spinney completions zsh > ~/.zfunc/_spinney
  spinney completions fish > ~/.config/fish/completions/spinney.fish")]
pub struct Args {
    /// The name of the shell.
    shell: Shell,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "spinney", &mut script);
    crate::out::print(&String::from_utf8_lossy(&script))
}
