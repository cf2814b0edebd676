//! `spinney games`: every game with its sides and options.

use crate::out;
use serde_json::{Value, json};
use spinney_games::contest::AnyContest;
use spinney_games::presentation::parameter_document;
use spinney_games::registry::Registry;
use spinney_spec::{Schema, Spec};

/// List the games with their sides and options.
#[derive(clap::Args)]
#[command(after_help = "Example: spinney games --json")]
pub struct Args {
    /// Print a JSON document.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let registry = Registry::current();
    let mut games = Vec::new();
    for schema in &registry.games().schemas {
        games.push((*schema, registry.open(&Spec::word(schema.name))?));
    }
    if args.json {
        let games: Vec<Value> =
            games.iter().map(|(schema, game)| document(schema, &**game)).collect();
        return out::json(&json!({ "schema": "spinney-games/1", "games": games }));
    }
    let width = games.iter().map(|(schema, _)| schema.name.len()).max().unwrap_or(0);
    let list: String = games.iter().map(|(schema, game)| entry(schema, &**game, width)).collect();
    out::print(&format!(
        "{list}\n`spinney match GAME --help` explains the options of a game.\n`spinney agents GAME` lists \
         its agents."
    ))
}

fn entry(schema: &Schema, game: &dyn AnyContest, width: usize) -> String {
    let options: Vec<&str> = schema.params.iter().map(|param| param.name).collect();
    let options = format!("options: {}", options.join(", "));
    let options = if schema.params.is_empty() { "" } else { &options };
    let sides = format!("sides: {}", game.sides().join(", "));
    out::entry(schema.name, width, &[schema.help, &sides, options])
}

fn document(schema: &Schema, game: &dyn AnyContest) -> Value {
    let agents = (0..game.sides().len()).map(|side| {
        let names: Vec<&str> = game.agents(side).names().collect();
        json!({ "side": game.sides()[side], "agents": names })
    });
    json!({
        "name": schema.name,
        "help": schema.help,
        "symmetric": game.symmetric(),
        "sides": agents.collect::<Vec<_>>(),
        "options": schema.params.iter().map(parameter_document).collect::<Vec<_>>(),
    })
}
