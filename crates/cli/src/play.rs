//! `spinney play`: a game in the terminal, any game, against an agent.
//!
//! Everything goes through a table, so that a game needs nothing here to be played. Tron alone is
//! played in real time, where there is a terminal.

mod lines;
mod session;
mod terminal;
mod tron;

use crate::failure::input;
use crate::{game, sides};
use session::Session;
use spinney_games::contest::AnyContest;
use spinney_games::registry::Registry;
use spinney_spec::Spec;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::IsTerminal;

/// Play a game against an agent in the terminal.
///
/// Type a move as it is listed, or one of these commands: help, moves, hint, undo, board, record, quit.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  spinney play connect-four
  spinney play scotland-yard --as detectives --against \"nijssen(millis=3000)\"
  spinney play tron --as a --against \"ucb1-tuned(millis=100)\"")]
pub struct Args {
    #[command(flatten)]
    pub game: game::Args,
    /// The side that you play.
    #[arg(long = "as", value_name = "SIDE")]
    pub side: Option<String>,
    /// The agent that plays against you and gives hints. `spinney agents GAME` lists them.
    #[arg(long, value_name = "SPEC")]
    pub against: Option<String>,
    /// The seed of the start position, of chance and of the agent [default: a new one each time].
    #[arg(long)]
    pub seed: Option<u64>,
    /// Milliseconds per step in real-time Tron; 0 waits for your move.
    #[arg(long, default_value_t = 200, value_name = "MS")]
    pub tick: u64,
    /// Print one JSON document per line and turn.
    #[arg(long)]
    pub json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let spec = args.game.spec()?;
    let seed = args.seed.unwrap_or_else(fresh_seed);
    let table = Registry::current().table(&spec, seed)?;
    let contest = table.contest();
    let seats = contest.sides();
    let me = match &args.side {
        Some(word) => sides::find("--as", word, seats)?,
        None => seats.iter().position(|side| *side == "robber").unwrap_or(0),
    };
    if !(args.tick == 0 || (20..=10_000).contains(&args.tick)) {
        return Err(input("--tick must be 0 or a number of milliseconds from 20 to 10000"));
    }
    let real_time = spec.name == "tron" && args.tick > 0 && !args.json;
    if real_time && std::io::stdin().is_terminal() {
        return tron::run(args, me, seed);
    }
    let agents = (0..seats.len()).map(|seat| agent(contest, seat, me, args.against.as_deref()));
    let agents = agents.collect::<anyhow::Result<Vec<Spec>>>()?;
    Session::new(table, me, agents, args.json).play()
}

/// A seed that is short enough to be typed again.
fn fresh_seed() -> u64 {
    RandomState::new().build_hasher().finish() % 1_000_000
}

/// The agent that thinks for a seat: the one that was given, or the best that the game has. The
/// person's own seat gets it for hints, if it can be played there.
fn agent(
    contest: &dyn AnyContest,
    seat: usize,
    me: usize,
    given: Option<&str>,
) -> anyhow::Result<Spec> {
    /// The first that a game has is its opponent by default.
    const DEFAULTS: [&str; 5] =
        ["best(millis=1000)", "best", "nijssen(millis=1000)", "uct(millis=1000)", "random"];
    if let Some(text) = given {
        match game::check(contest, seat, text) {
            Ok(_) => return Ok(text.parse()?),
            Err(error) if seat != me || contest.sides().len() == 1 => return Err(error),
            Err(_) => {}
        }
    }
    let mut defaults = DEFAULTS.iter().filter_map(|text| text.parse::<Spec>().ok());
    let found = defaults.find(|spec| contest.check(seat, spec).is_ok());
    // A game of somebody's own may have none of these.
    let first = || contest.agents(seat).names().next().map(Spec::word);
    found.or_else(first).ok_or_else(|| {
        input(format!("{} has no agent for {}", contest.spec(), contest.sides()[seat]))
    })
}
