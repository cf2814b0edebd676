//! `spinney export`: the games or the cells of a store as CSV.

use crate::failure::input;
use crate::{keeping, out};
use anyhow::Context;
use serde_json::json;
use spinney_lab::store::{CellKey, Store};
use spinney_lab::tally::Tally;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

/// Export the games or the cells of a store as CSV.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  spinney export cells --store c.db --out cells.csv
  spinney export games --store c.db --game connect-four --out games.csv")]
pub struct Args {
    /// Write one line per game, or one line per cell (all games with the same agents and seed).
    #[arg(value_parser = ["games", "cells"])]
    what: String,
    /// The store to read [default: in the user's data directory].
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Export only this game, with any options.
    #[arg(long, value_name = "NAME")]
    game: Option<String>,
    /// The file to write [default: standard output].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print a JSON document that says how many lines were written. Needs --out.
    #[arg(long, requires = "out")]
    json: bool,
}

/// What stands before the columns of either kind: what decides the games.
const KEY: &str = "game,content,agents,seed,behaviour";

pub fn run(args: &Args) -> anyhow::Result<()> {
    let path = keeping::store_path(args.store.as_ref());
    let store = Store::open_to_read(&path)?;
    let lines = match &args.out {
        None => write(args, &store, std::io::stdout().lock()),
        Some(path) => {
            let file = std::fs::File::create(path)
                .map_err(|error| input(format!("can't write {}: {error}", path.display())))?;
            write(args, &store, file)
        }
    }?;
    if args.json {
        return out::json(&json!({
            "schema": {"name": "spinney-export", "version": 1},
            "what": args.what, "file": args.out, "lines": lines,
        }));
    }
    Ok(())
}

fn write(args: &Args, store: &Store, out: impl Write) -> anyhow::Result<u64> {
    let mut out = BufWriter::new(out);
    let cells = args.what == "cells";
    let columns = if cells {
        "games,distinct,draws,wins,points,mean_length,mean_reward"
    } else {
        "number,rewards,length,playouts,seconds,fault,record"
    };
    let mut lines = 0;
    let written = (|| {
        writeln!(out, "{KEY},{columns}")?;
        for (key, cell, _) in store.cells()? {
            let name = key.game.split('(').next().unwrap_or_default();
            if args.game.as_ref().is_some_and(|game| game != name) {
                continue;
            }
            let games = store.games(cell, u64::MAX)?;
            if cells {
                let mut tally = Tally::new(key.agents.len());
                for game in &games {
                    tally.add(&game.played);
                }
                writeln!(out, "{},{}", key_columns(&key), cell_columns(&tally))?;
                lines += 1;
                continue;
            }
            for game in games {
                let played = &game.played;
                let list = |values: Vec<String>| quoted(&values.join(" "));
                let rewards = played.rewards.iter().map(f64::to_string).collect();
                let playouts = played.effort.iter().map(|e| e.playouts.to_string()).collect();
                let seconds =
                    played.effort.iter().map(|e| e.time.as_secs_f64().to_string()).collect();
                let fault = played.fault.as_ref();
                let fault = fault.map_or(String::new(), |(side, why)| format!("{side} {why}"));
                let cells = [
                    key_columns(&key),
                    game.number.to_string(),
                    list(rewards),
                    played.length.to_string(),
                    list(playouts),
                    list(seconds),
                    quoted(&fault),
                    quoted(&played.record),
                ];
                writeln!(out, "{}", cells.join(","))?;
                lines += 1;
            }
        }
        out.flush()?;
        Ok::<(), anyhow::Error>(())
    })();
    match written {
        // A reader that has gone away is no failure.
        Err(error) if is_broken_pipe(&error) => Ok(lines),
        other => other.map(|()| lines).context("can't export"),
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<std::io::Error>();
    io.is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}

fn key_columns(key: &CellKey) -> String {
    let agents = quoted(&key.agents.join("; "));
    let (game, content) = (quoted(&key.game), quoted(&key.content));
    format!("{game},{content},{agents},{},{}", key.seed, quoted(&key.behaviour))
}

/// Wins and points of each side stand in one column, with spaces between.
fn cell_columns(tally: &Tally) -> String {
    let sides = 0..tally.sides.len();
    let list = |of: &dyn Fn(usize) -> String| -> String {
        sides.clone().map(of).collect::<Vec<_>>().join(" ")
    };
    let wins = list(&|side| tally.sides[side].wins.to_string());
    let points = if tally.sides.len() > 1 {
        list(&|side| tally.points(side).to_string())
    } else {
        String::new()
    };
    let rewards = list(&|side| tally.mean_reward(side).to_string());
    let (games, distinct) = (tally.games, tally.distinct());
    format!("{games},{distinct},{},{wins},{points},{},{rewards}", tally.draws, tally.mean_length())
}

/// A field as RFC 4180 has it: in quotes if it needs them.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_string()
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn fields_are_quoted_as_the_standard_says() {
        assert_eq!(super::quoted("plain 1.5"), "plain 1.5");
        assert_eq!(super::quoted("a, \"b\"\nc"), "\"a, \"\"b\"\"\nc\"");
    }
}
