//! `spinney replay`: steps through recorded games.

use crate::failure::input;
use crate::{files, out};
use anyhow::Context;
use serde_json::{Value, json};
use spinney_games::contest::{Step, StepMove};
use spinney_lab::record::{self, Record};
use std::fmt::Write as _;
use std::path::PathBuf;

/// Step through a recorded game and check its result.
#[derive(clap::Args)]
#[command(after_help = "Example:
  spinney match connect-four --a random --b random --games 4 --save games.txt
  spinney replay games.txt --game 2")]
pub struct Args {
    /// A file that `spinney match --save` wrote; `-` for standard input.
    file: PathBuf,
    /// The number of the game in the file, counted from 1.
    #[arg(long, default_value_t = 1)]
    game: usize,
    /// Show only the position after this many moves.
    #[arg(long, value_name = "N")]
    step: Option<usize>,
    /// Print a JSON document.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let path = files::name(&args.file);
    let text = files::read(&args.file)?;
    let records = record::read(&text).with_context(|| format!("in {path}"))?;
    let record =
        args.game.checked_sub(1).and_then(|index| records.get(index)).ok_or_else(|| {
            input(format!("--game {}: {path} has the games 1 to {}", args.game, records.len()))
        })?;
    let contest = record.game.parse().and_then(|spec| spinney_games::open(&spec))?;
    record.verify(&*contest).with_context(|| format!("in {path}"))?;
    let mut steps = contest.steps(&record.moves)?;
    if contest.symmetric() && record.number % 2 == 1 {
        // The agents have changed seats: a move is told of who made it, not of the seat.
        let sides = contest.sides();
        for mv in steps.iter_mut().flat_map(|step| &mut step.moves) {
            if let Some(seat) = sides.iter().position(|&name| name == mv.side) {
                mv.side = sides[sides.len() - 1 - seat];
            }
        }
    }
    let chosen = match args.step {
        None => 0..steps.len(),
        Some(step) if step < steps.len() => step..step + 1,
        Some(step) => {
            let last = steps.len() - 1;
            return Err(input(format!("--step {step}: this game has the steps 0 to {last}")));
        }
    };
    if args.json {
        out::json(&document(record, &steps))
    } else {
        let shown = chosen.map(|number| step_text(number, &steps[number]));
        let shown: Vec<String> = shown.collect();
        out::print(&format!("{}\n{}\n{}", head(record), shown.join("\n"), tail(record)))
    }
}

fn head(record: &Record) -> String {
    let agents: Vec<String> =
        record.agents.iter().map(|(side, agent)| format!("{side}: {agent}")).collect();
    let title = format!("{}, seed {}, game {}", record.game, record.seed, record.number);
    format!("{}\n{}\n", out::bold(&title), agents.join("\n"))
}

fn step_text(number: usize, step: &Step) -> String {
    let said = |mv: &StepMove| {
        let piece = if mv.by == mv.side { String::new() } else { format!(" ({})", mv.by) };
        format!("{}{piece}: {}", mv.side, mv.said)
    };
    let moves: Vec<String> = step.moves.iter().map(said).collect();
    let mut text = if moves.is_empty() {
        format!("{number}. start")
    } else {
        format!("{number}. {}", moves.join(", "))
    };
    if !step.drawing.is_empty() {
        let _ = writeln!(text, "\n{}", step.drawing.trim_end());
    }
    text
}

fn tail(record: &Record) -> String {
    let rewards = record.agents.iter().zip(&record.rewards);
    let rewards: Vec<String> =
        rewards.map(|((side, _), reward)| format!("{side} {reward}")).collect();
    let fault =
        record.fault.as_ref().map_or(String::new(), |fault| format!(" by a fault: {fault}"));
    format!("end: {}{fault}", rewards.join(", "))
}

fn document(record: &Record, steps: &[Step]) -> Value {
    let steps: Vec<Value> = steps
        .iter()
        .map(|step| {
            let moves: Vec<Value> = step
                .moves
                .iter()
                .map(|mv| json!({"side": mv.side, "by": mv.by, "move": mv.said}))
                .collect();
            json!({"moves": moves, "drawing": step.drawing})
        })
        .collect();
    let agents: serde_json::Map<String, Value> =
        record.agents.iter().map(|(side, agent)| (side.clone(), json!(agent))).collect();
    json!({
        "schema": {"name": "spinney-replay", "version": 1},
        "game": record.game,
        "seed": record.seed,
        "number": record.number,
        "agents": agents,
        "rewards": record.rewards,
        "fault": record.fault,
        "steps": steps,
    })
}
