//! `spinney play`: a game in the terminal. Each game draws itself and reads moves in its own file.

mod cops_and_robbers;
mod samegame;
mod scotland_yard;
mod terminal;
mod tron;

use crate::failure::input;
use crate::game;
use spinney_spec::{did_you_mean, nearest};

/// Play a game in the terminal, against an agent.
#[derive(clap::Args)]
#[command(after_help = "Example: spinney play tron --as a --against \"ucb1-tuned(millis=100)\"")]
pub struct Args {
    #[command(flatten)]
    pub game: game::Args,
    /// The side that you play.
    #[arg(long = "as", value_name = "SIDE")]
    pub side: Option<String>,
    /// The agent that plays the other side.
    #[arg(long, value_name = "SPEC")]
    pub against: Option<String>,
    /// Seed of chance, and of the agent.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Milliseconds a step, in games played in real time.
    #[arg(long, default_value_t = 200, value_name = "MS")]
    pub tick: u64,
    /// A line of JSON for each turn, for programs.
    #[arg(long)]
    pub json: bool,
}

type Play = fn(&Args) -> anyhow::Result<()>;

/// The games that can be played in the terminal, by name: one line each.
const GAMES: &[(&str, Play)] = &[
    ("cops-and-robbers", cops_and_robbers::run),
    ("samegame", samegame::run),
    ("scotland-yard", scotland_yard::run),
    ("tron", tron::run),
];

pub fn run(args: &Args) -> anyhow::Result<()> {
    let name = args.game.spec()?.name;
    // A name that is no game at all gets the better message of the catalogue.
    args.game.open()?;
    let found = GAMES.iter().find(|(game, _)| *game == name);
    let (_, play) = found.ok_or_else(|| {
        let names: Vec<&str> = GAMES.iter().map(|(game, _)| *game).collect();
        let near = nearest(&name, names.iter().copied());
        let hint = did_you_mean(near.as_deref());
        let names = names.join(", ");
        input(format!("{name} can't be played in the terminal{hint}; these can: {names}"))
    })?;
    play(args)
}
