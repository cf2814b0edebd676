//! `spinney advise`: advice in a game of Scotland Yard that is played elsewhere.

use crate::failure::input;
use crate::{interrupt, out};
use anyhow::Context;
use serde_json::json;
use spinney_games::agent::{Analysis, Watch};
use spinney_games::scotland_yard::agents;
use spinney_games::scotland_yard::board::Station;
use spinney_games::scotland_yard::categories::{Weighing, uniform};
use spinney_games::scotland_yard::notation::{self, Log};
use spinney_games::scotland_yard::rules::HIDER;
use spinney_games::scotland_yard::rules::{Move, Outcome};
use spinney_games::scotland_yard::{picture, text};
use spinney_search::game::Player;
use spinney_search::rng::mix;
use spinney_spec::{Catalogue, Settings};
use std::fmt::Write as _;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Advice in a game that is played elsewhere, at a table or on a screen.
///
/// The log has a line a round: Mr X's ticket, with his station where he surfaces, then the
/// detectives' moves. With `?` for Mr X's start it is a detective's log; with all his stations, Mr
/// X's own.
#[derive(clap::Args)]
#[command(after_help = "\
Example of a log, with detectives 3 to 5 still to move:
  start ? 13 26 29 34 50
  1 T T14 T15 T41 T47 T37
  2 B T25 T28

Example: spinney advise scotland-yard game.log --agent \"nijssen(millis=2000)\" --svg map.svg")]
pub struct Args {
    /// The game: scotland-yard.
    game: String,
    /// The log; - for standard input.
    log: PathBuf,
    /// The agent that advises.
    #[arg(long, value_name = "SPEC", default_value = "nijssen(millis=2000)")]
    agent: String,
    /// How the possible stations are weighed: none, or as the agents' `categories`.
    #[arg(long, default_value = "min-distance/general/1")]
    categories: String,
    /// Draw the map to this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Seed of the agent.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A document for programs.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    if args.game != "scotland-yard" {
        return Err(input(format!("`{}`: advice is given in scotland-yard", args.game)));
    }
    let weighing = match args.categories.as_str() {
        "none" => None,
        name => Some(name.parse::<Weighing>().map_err(input)?),
    };
    if let Some(path) = &args.svg {
        out::check_writable(path)?;
    }
    let hiders_turn = |log: &Log| log.public.open.turn == 0;
    let log = notation::read(&read(&args.log)?, None)?;
    let settings = settings(args, hiders_turn(&log))?;
    let likely = weighing.map_or_else(|| uniform(&log.public), |by| by.weights(&log.public));
    let hider = log.full.as_ref().map(|(_, _, now)| now.hider);
    if let Some(path) = &args.svg {
        let drawing = picture::svg(&log.public, hider, &likely);
        std::fs::write(path, drawing).with_context(|| format!("can't write {}", path.display()))?;
    }
    let report = if log.public.open.outcome == Outcome::Running {
        analyse(&log, &settings, args.seed)?
    } else {
        None
    };
    if args.json {
        return out::json(&document(&log, &likely, report.as_ref(), args.seed));
    }
    out::print(&for_people(&log, hider, likely, report.as_ref()))
}

fn read(path: &Path) -> anyhow::Result<String> {
    if path.as_os_str() == "-" {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).context("can't read standard input")?;
        return Ok(text);
    }
    std::fs::read_to_string(path).map_err(|e| input(format!("can't read {}: {e}", path.display())))
}

fn settings(args: &Args, hider: bool) -> anyhow::Result<Settings> {
    let agents: Catalogue = if hider { agents::hiders() } else { agents::seekers() };
    Ok(agents.resolve(&args.agent.parse()?)?)
}

/// What the agent thinks; none where it can't know enough: Mr X's move from a detective's log.
fn analyse(log: &Log, settings: &Settings, seed: u64) -> anyhow::Result<Option<Analysis<Move>>> {
    let seed = mix(&[seed]);
    let stop = interrupt::stop();
    let player = Player::from(log.public.open.turn);
    let mut watch = Watch::new(stop);
    let analysis = match (&log.full, player) {
        (None, HIDER) => return Ok(None),
        (Some((_, _, now)), HIDER) => {
            agents::hider(settings, seed)?.analyse(now, player, &mut watch)?
        }
        _ => agents::seeker(settings, seed)?.analyse(&log.public, player, &mut watch)?,
    };
    Ok(Some(analysis))
}

/// The moves that were considered, the most visited first; the only one if there was no choice.
fn ranked(analysis: &Analysis<Move>) -> Vec<(Move, u64, Option<f64>)> {
    if analysis.candidates.is_empty() {
        return vec![(analysis.best, 0, None)];
    }
    let considered = analysis.candidates.iter();
    considered.map(|candidate| (candidate.mv, candidate.visits, candidate.value)).collect()
}

fn document(
    log: &Log,
    likely: &[(Station, f64)],
    analysis: Option<&Analysis<Move>>,
    seed: u64,
) -> serde_json::Value {
    let moves = analysis.map_or_else(Vec::new, ranked);
    json!({
        "schema": {"name": "spinney-advise", "version": 2},
        "seed": seed,
        "game": log.options.spec().to_string(),
        "round": log.public.open.round,
        "turn": log.public.turn_name(),
        "possible": likely.iter().map(|(station, probability)| {
            json!({ "station": station, "probability": probability })
        }).collect::<Vec<_>>(),
        "moves": moves.iter().map(|(mv, visits, rate)| {
            json!({ "move": mv.to_string(), "visits": visits, "rate": rate })
        }).collect::<Vec<_>>(),
    })
}

fn for_people(
    log: &Log,
    hider: Option<Station>,
    mut likely: Vec<(Station, f64)>,
    analysis: Option<&Analysis<Move>>,
) -> String {
    let mut text = text::table(&log.public, hider);
    likely.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let shown: Vec<String> =
        likely.iter().take(12).map(|(s, p)| format!("{s} ({:.1} %)", 100.0 * p)).collect();
    let _ = writeln!(text, "Most likely: {}\n", shown.join(", "));
    match analysis {
        None if log.public.open.outcome != Outcome::Running => {}
        None => text.push_str(
            "It is Mr X's turn, and the log does not say where he is: there is nothing to advise.\n",
        ),
        Some(analysis) => {
            let rows: Vec<Vec<String>> = ranked(analysis)
                .into_iter()
                .take(10)
                .map(|(mv, visits, rate)| {
                    let rate = rate.map_or("–".to_string(), |rate| format!("{:.1} %", 100.0 * rate));
                    vec![mv.to_string(), visits.to_string(), rate]
                })
                .collect();
            text.push_str(&out::table(&["move", "visits", "wins"], &rows, &[1, 2]));
        }
    }
    text
}
