//! `spinney advise`: advice in a game of Scotland Yard that is played elsewhere.

use crate::failure::input;
use crate::{files, game, interrupt, out};
use anyhow::Context;
use serde_json::json;
use spinney_games::agent::{Analysis, Watch};
use spinney_games::scotland_yard::advice::{Advice, Weights};
use spinney_games::scotland_yard::board::Station;
use spinney_games::scotland_yard::rules::{GAME, Move, Options, Outcome};
use spinney_games::scotland_yard::{picture, text};
use spinney_spec::Choice;
use std::fmt::Write as _;
use std::path::PathBuf;

/// Get advice for a game of Scotland Yard that is played on a table.
///
/// The log has one line per round: Mr X's ticket, with his station if he surfaces, and then the moves
/// of the detectives. If Mr X's start is `?`, it is the log of a detective. If it has all of his
/// stations, it is the log of Mr X, and the advice is for him.
#[derive(clap::Args)]
#[command(after_help = "\
Example of a log, with detectives 3 to 5 still to move:
  start ? 13 26 29 34 50
  1 T T14 T15 T41 T47 T37
  2 B T25 T28

Examples:
  spinney advise scotland-yard game.log
  spinney advise scotland-yard game.log --agent \"best(millis=5000)\" --svg map.svg")]
pub struct Args {
    #[command(flatten)]
    game: game::Args,
    /// The file with the log; `-` for standard input.
    log: PathBuf,
    /// The agent that gives the advice.
    #[arg(long, value_name = "SPEC", default_value = "best(millis=2000)")]
    agent: String,
    /// How to weigh the possible stations of Mr X: `filter` (learned models of how he chooses),
    /// `none` (all alike), or a value of the agents' parameter `categories`.
    #[arg(long, value_name = "HOW", alias = "categories", default_value = "filter")]
    belief: String,
    /// Draw the map to this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// The seed of the agent.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print a JSON document.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let spec = args.game.spec()?;
    let rules = spinney_games::games().resolve(&spec)?;
    if rules.name() != GAME.name {
        return Err(input(format!(
            "there is advice for {} only, not for {}",
            GAME.name, spec.name
        )));
    }
    // Without options the log itself may say which game it is.
    let rules = (!spec.args.is_empty()).then(|| Options::from_settings(&rules));
    let weights: Weights = args.belief.parse().map_err(input)?;
    if let Some(path) = &args.svg {
        out::check_writable(path)?;
    }
    let advice = Advice::read_as(&files::read(&args.log)?, rules.as_ref(), weights)?;
    let settings = advice.agents().resolve(&args.agent.parse()?)?;
    let report = advice.analyse(&settings, args.seed, &mut Watch::new(interrupt::stop()))?;
    if let Some(path) = &args.svg {
        let drawing = picture(&advice, report.as_ref());
        std::fs::write(path, drawing).with_context(|| format!("can't write {}", path.display()))?;
    }
    if args.json {
        return out::json(&document(&advice, report.as_ref(), args.seed));
    }
    out::print(&for_people(&advice, report.as_ref()))
}

/// The map, with an arrow for each of the three moves that were visited most.
fn picture(advice: &Advice, analysis: Option<&Analysis<Move>>) -> String {
    let open = &advice.log.public.open;
    let from = match open.turn {
        0 => advice.hider(),
        seeker => Some(open.seekers[usize::from(seeker) - 1]),
    };
    let considered = analysis.map(ranked).unwrap_or_default();
    let arrows: Vec<(Station, Station)> = from
        .into_iter()
        .flat_map(|from| considered.iter().map(move |(mv, ..)| (from, mv.to)))
        .filter(|(from, to)| from != to && *to != 0)
        .take(3)
        .collect();
    picture::svg(&advice.log.public, advice.hider(), &advice.likely, &arrows)
}

/// The moves that were considered, the most visited first; the only one if there was no choice.
fn ranked(analysis: &Analysis<Move>) -> Vec<(Move, u64, Option<f64>)> {
    if analysis.candidates.is_empty() {
        return vec![(analysis.best, 0, None)];
    }
    let considered = analysis.candidates.iter();
    considered.map(|candidate| (candidate.mv, candidate.visits, candidate.value)).collect()
}

fn document(advice: &Advice, analysis: Option<&Analysis<Move>>, seed: u64) -> serde_json::Value {
    let log = &advice.log;
    let mut likely = advice.likely.clone();
    likely.sort_by_key(|&(station, _)| station);
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

/// The advice in a sentence first, then what it rests on.
fn for_people(advice: &Advice, analysis: Option<&Analysis<Move>>) -> String {
    let (log, likely) = (&advice.log, &advice.likely);
    let best = analysis.map(|analysis| analysis.best);
    let mut text = String::new();
    if let (Some(best), Some((_, name))) = (best, advice.deciding()) {
        let _ = write!(text, "{name}: play {best} ({}). ", Advice::say(best).label);
    }
    let _ = writeln!(text, "{}", advice.sentence(best));
    if analysis.is_none() && log.public.open.outcome == Outcome::Running {
        text.push_str("The log does not say where Mr X is, so there is no advice for his move.\n");
    }
    let _ = writeln!(text, "{}\n", assumed(log.options));
    text.push_str(&text::table(&log.public, advice.hider()));
    let _ = writeln!(text, "{}", text::most_likely(likely));
    if let Some(analysis) = analysis {
        let rows: Vec<Vec<String>> = ranked(analysis)
            .into_iter()
            .take(10)
            .map(|(mv, visits, rate)| {
                let rate = rate.map_or("–".to_string(), |rate| format!("{:.1} %", 100.0 * rate));
                vec![mv.to_string(), visits.to_string(), rate]
            })
            .collect();
        text.push_str(&out::table(&["move", "visits", "value"], &rows, &[1, 2]));
    }
    text
}

/// The rules that the advice assumes.
fn assumed(options: Options) -> String {
    let Options { edition, starts, rounds, taxis, detectives, .. } = options;
    format!(
        "Assumed: {} board, {} start cards, {rounds} rounds, {detectives} detectives with {taxis} taxi \
         tickets each.",
        edition.name(),
        starts.name(),
    )
}
