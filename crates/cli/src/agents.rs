//! `spinney agents`: every agent of a game, with its parameters.

use crate::{game, out};
use serde_json::{Value, json};
use spinney_games::contest::AnyContest;
use spinney_spec::{Catalogue, Kind, Param, Schema};
use std::fmt::Write as _;

/// Every agent of a game: parameters, defaults, ranges, presets, sources.
#[derive(clap::Args)]
#[command(after_help = "Example: spinney agents tron")]
pub struct Args {
    #[command(flatten)]
    game: game::Args,
    /// A document for programs.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let contest = args.game.open()?;
    if args.json { out::json(&document(&*contest)) } else { out::print(&text(&*contest)) }
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

fn text(contest: &dyn AnyContest) -> String {
    let mut text = String::new();
    let plural = |names: &str| if names.contains(',') { "sides" } else { "side" };
    for (sides, catalogue) in catalogues(contest) {
        let title = format!("{}, {} {sides}", contest.spec(), plural(&sides));
        let _ = writeln!(text, "{}", out::bold(&title));
        for schema in &catalogue.schemas {
            let _ = writeln!(text, "\n{}", agent(schema));
        }
        if !catalogue.presets.is_empty() {
            let rows: Vec<Vec<String>> = catalogue
                .presets
                .iter()
                .map(|p| vec![p.name.to_string(), p.spec.to_string(), p.help.to_string()])
                .collect();
            let _ = writeln!(text, "\n{}", out::table(&["preset", "stands for", ""], &rows, &[]));
        }
        text.push('\n');
    }
    text
}

fn agent(schema: &Schema) -> String {
    let mut text = format!("{}: {}", out::bold(schema.name), schema.help);
    if !schema.source.is_empty() {
        let _ = write!(text, " [{}]", schema.source);
    }
    if schema.params.is_empty() {
        return text;
    }
    let row = |param: &Param| {
        let tunable = if param.tunable { "yes" } else { "" };
        let cells = [param.name, param.default, &param.range(), tunable, param.help];
        cells.iter().map(|cell| (*cell).to_string()).collect()
    };
    let rows: Vec<Vec<String>> = schema.params.iter().map(row).collect();
    let table = out::table(&["parameter", "default", "values", "tunable", ""], &rows, &[]);
    for line in table.lines() {
        let _ = write!(text, "\n  {line}");
    }
    text
}

fn document(contest: &dyn AnyContest) -> Value {
    let sides = contest.sides().iter().enumerate().map(|(side, name)| {
        let catalogue = contest.agents(side);
        let agents: Vec<Value> = catalogue.schemas.iter().map(|s| schema_json(s)).collect();
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

fn schema_json(schema: &Schema) -> Value {
    let params: Vec<Value> = schema.params.iter().map(param_json).collect();
    json!({
        "name": schema.name,
        "help": schema.help,
        "source": schema.source,
        "parameters": params,
    })
}

fn param_json(param: &Param) -> Value {
    let kind = match param.kind {
        Kind::Integer { min, max } => json!({"kind": "integer", "min": min, "max": max}),
        Kind::Limit { max, otherwise } => {
            json!({"kind": "limit", "max": max, "otherwise": otherwise})
        }
        Kind::Real { min, max } => json!({"kind": "real", "min": min, "max": max}),
        Kind::Choice(words) => json!({"kind": "choice", "choices": words}),
        Kind::Flag => json!({"kind": "flag"}),
        Kind::Any => json!({"kind": "any"}),
    };
    json!({
        "name": param.name,
        "default": param.default,
        "values": kind,
        "tunable": param.tunable,
        "help": param.help,
    })
}
