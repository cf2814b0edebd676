//! `spinney agents`: the agents of a game and their parameters.

use crate::{game, out};
use serde_json::{Value, json};
use spinney_games::contest::AnyContest;
use spinney_games::presentation::schema_document;
use spinney_spec::{Catalogue, Preset, Schema, Settings, Spec};
use std::fmt::Write as _;

/// List the agents of a game, or describe one agent with its parameters.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  spinney agents tron
  spinney agents scotland-yard best")]
pub struct Args {
    #[command(flatten)]
    game: game::Args,
    /// An agent or a preset to describe in full.
    #[arg(value_name = "AGENT")]
    agent: Option<String>,
    /// Print a JSON document with every agent and every parameter.
    #[arg(long, conflicts_with = "agent")]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let contest = args.game.open()?;
    match &args.agent {
        Some(agent) => out::print(&description(&*contest, &agent.parse()?)?),
        None if args.json => out::json(&document(&*contest)),
        None => out::print(&list(&*contest)),
    }
}

/// The catalogues of the sides; sides with the same agents share one.
fn catalogues(contest: &dyn AnyContest) -> Vec<(String, &Catalogue)> {
    let mut all: Vec<(String, &Catalogue)> = Vec::new();
    for (side, name) in contest.sides().iter().enumerate() {
        let catalogue = contest.agents(side);
        match all.iter_mut().find(|(_, known)| same(known, catalogue)) {
            Some((names, _)) => names.extend([", ", *name]),
            None => all.push(((*name).to_string(), catalogue)),
        }
    }
    all
}

fn same(a: &Catalogue, b: &Catalogue) -> bool {
    a.schemas == b.schemas && a.presets == b.presets
}

fn title(contest: &dyn AnyContest, sides: &str) -> String {
    let plural = if sides.contains(',') { "sides" } else { "side" };
    out::bold(&format!("{}, {plural} {sides}", contest.spec()))
}

/// One entry per agent and preset.
fn list(contest: &dyn AnyContest) -> String {
    let mut text = String::new();
    for (sides, catalogue) in catalogues(contest) {
        let width = catalogue.names().map(str::len).max().unwrap_or(0);
        let _ = writeln!(text, "{}\n", title(contest, &sides));
        for schema in &catalogue.schemas {
            text.push_str(&out::entry(schema.name, width, &[schema.help]));
        }
        if !catalogue.presets.is_empty() {
            text.push_str("\nPresets:\n");
        }
        for Preset { name, spec, help } in &catalogue.presets {
            text.push_str(&out::entry(name, width, &[help, spec]));
        }
        text.push('\n');
    }
    let name = contest.spec().name;
    text + &format!("`spinney agents {name} AGENT` describes the parameters of an agent.")
}

/// One agent with its parameters, for every side that has it.
fn description(contest: &dyn AnyContest, asked: &Spec) -> anyhow::Result<String> {
    let (mut text, mut unknown) = (String::new(), None);
    for (sides, catalogue) in catalogues(contest) {
        let settings = match catalogue.resolve(asked) {
            Ok(settings) => settings,
            Err(error) => {
                unknown = Some(error);
                continue;
            }
        };
        let _ = writeln!(text, "{}\n", title(contest, &sides));
        if let Some(preset) = catalogue.presets.iter().find(|preset| preset.name == asked.name) {
            let _ = writeln!(text, "{}", out::wrap(preset.help, 0));
            let _ = writeln!(text, "{}\n", out::wrap(&format!("It is {}", preset.spec), 0));
        }
        text.push_str(&agent(&settings));
        text.push('\n');
    }
    match unknown {
        Some(error) if text.is_empty() => Err(error.into()),
        _ => Ok(text),
    }
}

fn agent(settings: &Settings) -> String {
    let Schema { name, help, source, params } = settings.schema;
    let source = if source.is_empty() { String::new() } else { format!(" [{source}]") };
    let mut text = out::wrap(&format!("{name}: {help}{source}"), 0);
    text.push('\n');
    let given: Vec<String> = params
        .iter()
        .map(|param| format!("{}={}", param.name, settings.value(param.name)))
        .collect();
    let width = given.iter().map(String::len).max().unwrap_or(0).min(24);
    for (param, given) in params.iter().zip(&given) {
        let tunable = if param.tunable { ", tunable" } else { "" };
        let values = format!("({}{tunable})", param.range());
        text.push_str(&out::entry(given, width, &[param.help, &values]));
    }
    text
}

fn document(contest: &dyn AnyContest) -> Value {
    let sides = contest.sides().iter().enumerate().map(|(side, name)| {
        let catalogue = contest.agents(side);
        let agents: Vec<Value> = catalogue.schemas.iter().map(|s| schema_document(s)).collect();
        let presets = catalogue.presets.iter();
        let presets: Vec<Value> =
            presets.map(|p| json!({"name": p.name, "spec": p.spec, "help": p.help})).collect();
        ((*name).to_string(), json!({"agents": agents, "presets": presets}))
    });
    json!({
        "schema": {"name": "spinney-agents", "version": 1},
        "game": contest.spec().to_string(),
        "symmetric": contest.symmetric(),
        "sides": sides.collect::<serde_json::Map<_, _>>(),
    })
}
