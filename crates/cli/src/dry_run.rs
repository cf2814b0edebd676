//! `--dry-run`: how long a run would take, from a short sample.

use crate::{out, progress, running};
use anyhow::Context;
use serde_json::json;
use spinney_lab::forecast::{Forecast, forecast};
use spinney_lab::runner::{Pairing, RunOptions};
use std::time::Duration;

/// How long the sample may take.
const SAMPLE: Duration = Duration::from_secs(3);

/// Says how long these games would take.
pub fn show(
    pairings: &[Pairing<'_>],
    games: &[u64],
    running: &running::Args,
) -> anyhow::Result<()> {
    show_with(pairings, games, &running.options(), running.json)
}

/// The same for commands with flags of their own.
pub fn show_with(
    pairings: &[Pairing<'_>],
    games: &[u64],
    options: &RunOptions,
    as_json: bool,
) -> anyhow::Result<()> {
    let found = forecast(pairings, games, options, SAMPLE).context("no sample could be played")?;
    let Forecast { games, seconds, sampled, took } = found;
    if as_json {
        return out::json(&json!({
            "schema": {"name": "spinney-dry-run", "version": 1},
            "games": games,
            "estimate": seconds,
            "at_least": sampled == 0 && games > 0,
            "sampled": sampled,
            "threads": options.thread_count(),
            "seed": pairings.first().map(|pairing| pairing.seed),
        }));
    }
    let threads = options.thread_count();
    let time = progress::duration(seconds);
    out::print(&if games == 0 {
        "There is nothing left to play.".to_string()
    } else if sampled == 0 {
        format!(
            "{games} games to play. No game ended within {:.0} s, so they take at least {time} on \
             {threads} threads.",
            took.as_secs_f64()
        )
    } else {
        format!(
            "{games} games to play. This takes about {time} on {threads} threads (estimated from \
             {sampled} games in {:.1} s).",
            took.as_secs_f64()
        )
    })
}
