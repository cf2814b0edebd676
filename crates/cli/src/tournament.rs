//! `spinney tournament`: everybody against everybody.

use crate::failure::Interrupted;
use crate::{game, out, progress, running};
use serde_json::{Value, json};
use spinney_lab::tournament::{Standings, Tournament};
use spinney_spec::Spec;
use std::fmt::Write as _;

/// Everybody against everybody: a cross table and Elo ratings.
#[derive(clap::Args)]
#[command(
    after_help = "Example: spinney tournament connect-four random \"mcts(playouts=50)\" \"mcts(playouts=500)\" --games 100"
)]
pub struct Args {
    #[command(flatten)]
    game: game::Args,
    /// The agents, two or more.
    #[arg(value_name = "SPEC", required = true, num_args = 1..)]
    agents: Vec<String>,
    /// Games of each pair, shared evenly over seats or sides.
    #[arg(long, default_value_t = 100)]
    games: u64,
    #[command(flatten)]
    running: running::Args,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let contest = args.game.open()?;
    let specs: Vec<Spec> = args.agents.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
    let tournament = Tournament::new(&*contest, &specs, args.running.seed)?;
    let bar = progress::bar(tournament.total(args.games));
    let standings = tournament.play(args.games, &args.running.options(), |played| {
        bar.set_position(played);
    });
    bar.finish_and_clear();
    let standings = standings?;
    if args.running.json {
        let mut document = document(tournament.names(), &standings);
        document["game"] = json!(contest.spec().to_string());
        document["seed"] = json!(args.running.seed);
        out::json(&document)?;
    } else {
        out::print(&text(tournament.names(), &standings))?;
    }
    if standings.interrupted { Err(Interrupted.into()) } else { Ok(()) }
}

/// The agents, the strongest first.
fn ranking(standings: &Standings) -> Vec<usize> {
    let mut order: Vec<usize> = (0..standings.results.len()).collect();
    order.sort_by(|&a, &b| standings.ratings.elo[b].total_cmp(&standings.ratings.elo[a]));
    order
}

fn text(names: &[String], standings: &Standings) -> String {
    let order = ranking(standings);
    let ranks: Vec<String> = (1..=order.len()).map(|rank| rank.to_string()).collect();
    let mut head = vec!["", "agent", "Elo", "95 %", "won / drawn / lost"];
    head.extend(ranks.iter().map(String::as_str));
    let row = |(rank, &agent): (usize, &usize)| {
        let (wins, draws, losses) = standings.results[agent];
        let mut cells = vec![
            (rank + 1).to_string(),
            names[agent].clone(),
            format!("{:+.0}", standings.ratings.elo[agent]),
            format!("± {:.0}", standings.ratings.error[agent]),
            format!("{wins} / {draws} / {losses}"),
        ];
        cells.extend(order.iter().map(|&other| {
            let games = standings.table.games(agent, other);
            if games == 0.0 {
                return "-".to_string();
            }
            format!("{:.1} %", 100.0 * standings.table.points(agent, other) / games)
        }));
        cells
    };
    let rows: Vec<Vec<String>> = order.iter().enumerate().map(row).collect();
    let right: Vec<usize> = (2..head.len()).collect();
    let mut text = out::table(&head, &rows, &right);
    let _ = write!(
        text,
        "\n{} games; the columns on the right are the score of the row against the column",
        standings.games
    );
    if standings.ratings.draw_added {
        text.push_str(
            "\nsomebody won or lost every game: one drawn game was added to each pair for the \
             ratings",
        );
    }
    for (name, &faults) in names.iter().zip(&standings.faults).filter(|(_, faults)| **faults > 0) {
        let _ = write!(text, "\n{name} lost {faults} games by a fault");
    }
    text
}

fn document(names: &[String], standings: &Standings) -> Value {
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
    json!({
        "schema": {"name": "spinney-tournament", "version": 1},
        "games": standings.games,
        "agents": agents,
        "draw_added": standings.ratings.draw_added,
        "interrupted": standings.interrupted,
    })
}
