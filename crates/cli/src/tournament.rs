//! `spinney tournament`: every agent against every other.

use crate::failure::Interrupted;
use crate::{dry_run, game, keeping, out, progress, running, sequential};
use anyhow::Context;
use serde_json::json;
use spinney_lab::documents::of_tournament;
use spinney_lab::stats::sprt::{Scale, Sprt, Verdict};
use spinney_lab::tournament::{Format, PairTest, Standings, Tournament};
use spinney_spec::Spec;
use std::fmt::Write as _;
use std::time::Instant;

/// Let every agent play every other agent, and rate them (cross table and Elo).
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  spinney tournament connect-four random uct \"uct(playouts=50)\" --games 100\n  \
                  spinney tournament tron best ucb1 moss --gauntlet --games 20 --store tron.db"
)]
pub struct Args {
    #[command(flatten)]
    game: game::Args,
    /// Two or more agents.
    #[arg(value_name = "SPEC", required = true, num_args = 1..)]
    agents: Vec<String>,
    /// Games per pair of agents, divided evenly between seats or sides.
    #[arg(long, default_value_t = 100, allow_negative_numbers = true, value_parser = running::games)]
    games: u64,
    /// Let the first agent play all others. The others do not play each other.
    #[arg(long)]
    gauntlet: bool,
    /// Estimate the time from a short sample, and play nothing.
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    sequential: sequential::Args,
    #[command(flatten)]
    keeping: keeping::Args,
    #[command(flatten)]
    running: running::Args,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let contest = args.game.open_for_match()?;
    let specs: Vec<Spec> = args.agents.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
    let format = if args.gauntlet { Format::Gauntlet } else { Format::RoundRobin };
    let test = args.sequential.test(Scale::Elo)?;
    let tournament = Tournament::new(&*contest, &specs, args.running.seed, format)?.with_test(test);
    if args.dry_run {
        let pairings = tournament.pairings();
        let missing = args.keeping.missing(pairings, tournament.games_each(args.games))?;
        return dry_run::show(pairings, &missing, &args.running);
    }
    let started = Instant::now();
    let mut keeping = args.keeping.open("tournament", tournament.pairings())?;
    let bar = progress::bar(tournament.total(args.games));
    let (kept, mut saving) = keeping.split();
    let mut count = 0;
    let standings = tournament.play(args.games, kept, &args.running.options(), |game| {
        saving.write(game)?;
        count += 1;
        bar.set_position(count);
        Ok(())
    });
    bar.finish_and_clear();
    let standings = standings.context("the tournament could not go on")?;
    if standings.distinct * 2 < standings.games {
        let Standings { distinct, games, .. } = standings;
        out::warn(format!(
            "only {distinct} of {games} games are distinct: the errors are those of {distinct} games"
        ));
    }
    keeping.finish(standings.games, test.is_some())?;
    let names = tournament.names();
    if args.running.json {
        let mut document = of_tournament(names, &standings, test);
        document["game"] = json!(contest.spec().to_string());
        document["seed"] = json!(args.running.seed);
        out::json(&document)?;
    } else {
        let mut text = text(names, &standings, test);
        let (seed, seconds) = (args.running.seed, started.elapsed().as_secs_f64());
        let _ = write!(text, "\n{}: seed {seed}, {seconds:.1} s", contest.spec());
        out::print(&text)?;
    }
    if standings.interrupted { Err(Interrupted.into()) } else { Ok(()) }
}

fn text(names: &[String], standings: &Standings, test: Option<Sprt>) -> String {
    let order = standings.ranking();
    let ranks: Vec<String> = (1..=order.len()).map(|rank| rank.to_string()).collect();
    let mut head = vec!["", "agent", "Elo", "95 %", "won / drawn / lost"];
    head.extend(ranks.iter().map(String::as_str));
    let row = |(rank, &agent): (usize, &usize)| {
        let (wins, draws, losses) = standings.results[agent];
        let mut cells = vec![
            (rank + 1).to_string(),
            names[agent].clone(),
            // What rounds to zero is +0, on whichever side of it rounding errors are.
            known(
                standings.ratings.error[agent],
                format!("{:+.0}", standings.ratings.elo[agent].round() + 0.0),
            ),
            known(
                standings.ratings.error[agent],
                format!("± {:.0}", standings.ratings.error[agent]),
            ),
            format!("{wins} / {draws} / {losses}"),
        ];
        cells.extend(order.iter().map(|&other| {
            let games = standings.table.games(agent, other);
            if games == 0.0 {
                return "–".to_string();
            }
            format!("{:.1} %", 100.0 * standings.table.points(agent, other) / games)
        }));
        cells
    };
    let rows: Vec<Vec<String>> = order.iter().enumerate().map(row).collect();
    let right: Vec<usize> = (2..head.len()).collect();
    let mut text = out::table(&head, &rows, &right);
    let distinct = match standings.distinct {
        distinct if distinct == standings.games => String::new(),
        distinct => format!(", {distinct} distinct"),
    };
    let _ = write!(
        text,
        "\n{} games{distinct}; the columns on the right are the row's score against the column",
        standings.games
    );
    if standings.ratings.draw_added {
        text.push_str(
            "\nan agent won or lost all its games: for the ratings, each pair was given one more \
             game, a draw",
        );
    }
    for PairTest { first, second, ratio, verdict } in &standings.tests {
        let said = match verdict {
            Verdict::Better => "better",
            Verdict::NotBetter => "not better",
            Verdict::Undecided { .. } => "can't tell",
        };
        let (first, second) = (&names[*first], &names[*second]);
        let _ = write!(text, "\nSPRT {first} against {second}: {said} (LLR {ratio:.2})");
    }
    if let Some(test) = test {
        let (low, high) = test.bounds();
        let _ = write!(
            text,
            "\nSPRT: {} against {} Elo, bounds {low:.2} and {high:.2}, alpha {}, beta {}; a pair stops \
             when its test ends",
            test.low, test.high, test.alpha, test.beta
        );
    }
    for (name, &faults) in names.iter().zip(&standings.faults).filter(|(_, faults)| **faults > 0) {
        let _ = write!(text, "\n{name} lost {faults} games by a fault");
    }
    text
}

/// What is known, or a dash.
fn known(error: f64, text: String) -> String {
    if error.is_finite() { text } else { "–".to_string() }
}
