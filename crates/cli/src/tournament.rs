//! `spinney tournament`: everybody against everybody.

use crate::failure::Interrupted;
use crate::{game, keeping, out, progress, running, sequential};
use anyhow::Context;
use serde_json::{Value, json};
use spinney_lab::stats::sprt::{Scale, Sprt, Verdict};
use spinney_lab::tournament::{Format, PairTest, Standings, Tournament};
use spinney_spec::Spec;
use std::fmt::Write as _;
use std::time::Instant;

/// Everybody against everybody: a cross table and Elo ratings.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  spinney tournament connect-four random \"uct(playouts=50)\" \"uct(playouts=500)\" --games 100\n  \
                  spinney tournament tron best ucb1 moss --gauntlet --games 20 --store tron.db"
)]
pub struct Args {
    #[command(flatten)]
    game: game::Args,
    /// The agents, two or more.
    #[arg(value_name = "SPEC", required = true, num_args = 1..)]
    agents: Vec<String>,
    /// Games of each pair, shared evenly over seats or sides.
    #[arg(long, default_value_t = 100, allow_negative_numbers = true, value_parser = running::games)]
    games: u64,
    /// The first agent plays all others, who do not play each other.
    #[arg(long)]
    gauntlet: bool,
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
        out::warn(format!("only {distinct} of {games} games are distinct: the errors count those"));
    }
    keeping.finish(standings.games, test.is_some())?;
    let names = tournament.names();
    if args.running.json {
        let mut document = document(names, &standings, test);
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

/// The agents, the strongest first.
fn ranking(standings: &Standings) -> Vec<usize> {
    let mut order: Vec<usize> = (0..standings.results.len()).collect();
    order.sort_by(|&a, &b| standings.ratings.elo[b].total_cmp(&standings.ratings.elo[a]));
    order
}

fn text(names: &[String], standings: &Standings, test: Option<Sprt>) -> String {
    let order = ranking(standings);
    let ranks: Vec<String> = (1..=order.len()).map(|rank| rank.to_string()).collect();
    let mut head = vec!["", "agent", "Elo", "95 %", "won / drawn / lost"];
    head.extend(ranks.iter().map(String::as_str));
    let row = |(rank, &agent): (usize, &usize)| {
        let (wins, draws, losses) = standings.results[agent];
        let mut cells = vec![
            (rank + 1).to_string(),
            names[agent].clone(),
            known(standings.ratings.error[agent], format!("{:+.0}", standings.ratings.elo[agent])),
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
        "\n{} games{distinct}; the columns on the right are the score of the row against the column",
        standings.games
    );
    if standings.ratings.draw_added {
        text.push_str(
            "\nsomebody won or lost every game: one drawn game was added to each pair for the \
             ratings",
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
            "\nSPRT: {} Elo against {}, bounds {low:.2} and {high:.2}, alpha {}, beta {}; a pair ends \
             with its test",
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

fn document(names: &[String], standings: &Standings, test: Option<Sprt>) -> Value {
    let finite = |x: f64| x.is_finite().then_some(x);
    let agents: Vec<Value> = ranking(standings)
        .into_iter()
        .map(|agent| {
            let (wins, draws, losses) = standings.results[agent];
            let against: Vec<Value> = (0..names.len())
                .filter(|&other| standings.table.games(agent, other) > 0.0)
                .map(|other| {
                    json!({
                        "spec": names[other],
                        "points": standings.table.points(agent, other),
                        "games": standings.table.games(agent, other),
                    })
                })
                .collect();
            json!({
                "spec": names[agent],
                "elo": standings.ratings.elo[agent],
                "error": finite(standings.ratings.error[agent]),
                "wins": wins,
                "draws": draws,
                "losses": losses,
                "faults": standings.faults[agent],
                "against": against,
            })
        })
        .collect();
    let tests: Vec<Value> = standings
        .tests
        .iter()
        .map(|of| {
            let accepted = match of.verdict {
                Verdict::Better => "high",
                Verdict::NotBetter => "low",
                Verdict::Undecided { .. } => "undecided",
            };
            json!({
                "first": names[of.first], "second": names[of.second],
                "ratio": of.ratio, "accepted": accepted,
            })
        })
        .collect();
    let sprt = test.map(|test| {
        json!({
            "low": test.low, "high": test.high, "unit": "Elo",
            "alpha": test.alpha, "beta": test.beta,
            "bounds": [test.bounds().0, test.bounds().1], "pairs": tests,
        })
    });
    json!({
        "schema": {"name": "spinney-tournament", "version": 2},
        "games": standings.games,
        "distinct": standings.distinct,
        "sprt": sprt,
        "agents": agents,
        "draw_added": standings.ratings.draw_added,
        "interrupted": standings.interrupted,
    })
}
