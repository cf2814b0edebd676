//! `spinney solve cops-and-robbers`: the game with full information, exactly.

use crate::failure::{Interrupted, input};
use crate::{interrupt, out};
use serde_json::{Value, json};
use spinney_games::cops_and_robbers::Graph;
use spinney_games::cops_and_robbers::solver::{self, SolveError, Verdict};
use std::sync::Arc;
use std::time::Instant;

/// Solve Cops & Robbers on a graph with the robber always in sight.
///
/// The answer is who wins, how fast, and from which placement of the cops. Without --cops, it is also
/// the smallest number of cops that wins.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  spinney solve cops-and-robbers --graph petersen --may-stay\n  \
                  spinney solve cops-and-robbers --graph 'ladder(20, 1)' --cops 3"
)]
pub struct Args {
    /// The graph: ladder(20, 1), circle(30, 2), scotland-yard, grid(8, 8), petersen,
    /// dodecahedron, hypercube(4), random-regular(50, 3, 1), path(10), cycle(10), complete(5),
    /// file(PATH).
    #[arg(long, value_name = "GRAPH")]
    graph: String,
    /// The number of cops. Without it, the smallest number that wins is searched for.
    #[arg(long, value_name = "N")]
    cops: Option<usize>,
    /// Let everybody stay where they are, as in the textbooks.
    #[arg(long)]
    may_stay: bool,
    /// Print a JSON document.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let graph = Arc::new(Graph::from_spec(&args.graph.parse()?)?);
    let began = Instant::now();
    let stop = interrupt::stop();
    let verdict = match args.cops {
        Some(cops) => solver::solve(&graph, cops, args.may_stay, stop),
        None => solver::cop_number(&graph, args.may_stay, stop),
    };
    let verdict = verdict.map_err(|error| match error {
        SolveError::Interrupted => anyhow::Error::new(Interrupted),
        error => input(error.to_string()),
    })?;
    let seconds = began.elapsed().as_secs_f64();
    if args.json {
        out::json(&document(args, &graph, &verdict, seconds))
    } else {
        out::print(&text(args, &graph, &verdict, seconds))
    }
}

fn names(graph: &Graph, verdict: &Verdict) -> Option<Vec<usize>> {
    let (_, placement) = verdict.capture.as_ref()?;
    Some(placement.iter().map(|&cop| graph.name(cop)).collect())
}

fn document(args: &Args, graph: &Graph, verdict: &Verdict, seconds: f64) -> Value {
    let mut document = json!({
        "schema": {"name": "spinney-solve-cops-and-robbers", "version": 1},
        "graph": graph.spec().to_string(),
        "vertices": graph.len(),
        "edges": graph.edge_count(),
        "cops": verdict.cops,
        "may_stay": args.may_stay,
        "winner": if verdict.capture.is_some() { "cops" } else { "robber" },
        "capture_time": verdict.capture.as_ref().map(|(moves, _)| moves),
        "placement": names(graph, verdict),
        "seconds": seconds,
    });
    if args.cops.is_none() {
        document["cop_number"] = json!(verdict.cops);
    }
    document
}

fn text(args: &Args, graph: &Graph, verdict: &Verdict, seconds: f64) -> String {
    let plural = |n: usize| if n == 1 { "1 cop".to_string() } else { format!("{n} cops") };
    let stay = if args.may_stay { "everybody may stay" } else { "nobody may stay" };
    let mut lines = vec![format!(
        "{}: {} vertices, {} edges; {stay}",
        graph.spec(),
        graph.len(),
        graph.edge_count()
    )];
    if args.cops.is_none() {
        lines.push(format!("cop number: {}", verdict.cops));
    }
    lines.push(match (&verdict.capture, names(graph, verdict)) {
        (Some((moves, _)), Some(placement)) => format!(
            "{} win within {moves} {} from {}",
            plural(verdict.cops),
            if *moves == 1 { "move" } else { "moves" },
            placement.iter().map(usize::to_string).collect::<Vec<_>>().join(", "),
        ),
        _ => format!("the robber is never caught by {}", plural(verdict.cops)),
    });
    lines.push(format!("solved in {seconds:.2} s"));
    lines.join("\n")
}
