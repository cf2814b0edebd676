//! `spinney man`: manual pages.

use crate::failure::input;
use crate::{Cli, out};
use anyhow::Context;
use clap::CommandFactory;
use std::path::PathBuf;

/// Write the manual pages.
///
/// There is one page for the program and one per command. Without a folder, the page of the program is
/// printed.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  spinney man | man -l -
  spinney man ~/.local/share/man/man1")]
pub struct Args {
    /// The folder to write the pages into.
    folder: Option<PathBuf>,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let Some(folder) = &args.folder else {
        let mut page = Vec::new();
        clap_mangen::Man::new(Cli::command()).render(&mut page).context("can't write the page")?;
        return out::print(&String::from_utf8_lossy(&page));
    };
    std::fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(Cli::command(), folder))
        .map_err(|error| input(format!("can't write to {}: {error}", folder.display())))
}
