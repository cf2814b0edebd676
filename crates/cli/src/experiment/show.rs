//! `spinney experiment list` and `show`: how experiments stand, as tables and as JSON.

use super::{Common, Known, find, with_results};
use crate::out;
use serde_json::{Value, json};
use spinney_lab::documents::{of_experiment, of_experiment_in_full};
use spinney_lab::experiment::{Experiment, Games, Results, library};
use spinney_lab::report::{self, Block, Document, Field};
use spinney_lab::store::{Store, UNKNOWN};

pub(super) fn list(known: &Known, common: &Common) -> anyhow::Result<()> {
    let store = known.read(common)?;
    let all =
        with_results(library::experiments()?, store.as_ref(), known.is_local(), known.games())?;
    print_status(&all, common.json)
}

/// The longest words about an experiment that leave a line of the list below 100 columns.
const ABOUT: usize = 32;

pub(super) fn print_status(all: &[(Experiment, Results)], as_json: bool) -> anyhow::Result<()> {
    if as_json {
        let rows: Vec<Value> = all.iter().map(|(e, results)| of_experiment(e, results)).collect();
        return out::json(&json!({ "schema": "spinney-experiments/2", "experiments": rows }));
    }
    let mut rows: Vec<Vec<String>> = Vec::new();
    let (mut paper, mut doubts) = ("", false);
    for (experiment, results) in all {
        if paper != experiment.paper() {
            paper = experiment.paper();
            rows.push([paper, "", "", "", ""].map(String::from).to_vec());
        }
        let summary = report::summary(experiment, results);
        let about = shortened(&experiment.title, ABOUT);
        let name = format!("  {}", experiment.name());
        let in_doubt = summary.unknown + summary.another > 0;
        doubts |= in_doubt;
        let recorded = match summary.recorded {
            _ if in_doubt => "?",
            0 => " ",
            _ => "*",
        };
        let (games, cells, claims) = match &summary.drawn_from {
            Some(table) => (format!("see {table} "), String::new(), String::new()),
            None if summary.cells == 0 => {
                ("nothing to play ".to_string(), String::new(), String::new())
            }
            None => (
                format!("{}/{}{recorded}", summary.games, summary.asked),
                summary.agreement.signs(),
                summary.claims.signs(),
            ),
        };
        rows.push(vec![name, about, games, cells, claims]);
    }
    let head = ["experiment", "about", "games ", "cells", "claims"];
    let legend = "✓ agrees, holds  ✗ differs, fails  ○ open  · not played  * recorded results";
    let doubts = if doubts {
        "\n? results of an unknown behaviour, or of another than today's; `show` says which"
    } else {
        ""
    };
    out::print(&format!("{}\n{legend}{doubts}", out::table(&head, &rows, &[2])))
}

/// At most so many letters, the last one … if some are left out.
fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_string();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

pub(super) fn show(id: &str, known: &Known, common: &Common) -> anyhow::Result<()> {
    let store = known.read(common)?;
    let found = find(id)?;
    if let Some(store) = &store {
        say_others(&found, store, known.games())?;
    }
    let all = with_results(found, store.as_ref(), known.is_local(), known.games())?;
    if common.json {
        let documents: Vec<Value> =
            all.iter().map(|(e, results)| of_experiment_in_full(e, results)).collect();
        return out::json(&json!({ "schema": "spinney-experiment/2", "experiments": documents }));
    }
    let shown = all
        .iter()
        .map(|(experiment, results)| terminal(&report::experiment_report(experiment, results)));
    out::print(&shown.collect::<String>())
}

/// A report on a terminal: without pictures.
fn terminal(document: &Document) -> String {
    let mut text = String::new();
    for block in &document.blocks {
        let part = match block {
            Block::Heading(_, heading, _) => format!("\n{}\n", out::bold(heading)),
            Block::Text(paragraph) => format!("{paragraph}\n"),
            Block::List(items) => {
                items.iter().fold(String::new(), |all, item| all + "- " + item + "\n")
            }
            Block::Verdicts(verdicts) => {
                verdicts.iter().fold(String::new(), |all, (verdict, says, reason)| {
                    all + verdict.sign() + " " + says + " [" + reason + "]\n"
                })
            }
            Block::Table(head, rows) => {
                let head: Vec<&str> = head.iter().map(String::as_str).collect();
                let field = |field: &Field| {
                    let source = if field.recorded { " recorded" } else { "" };
                    field.signed().replace('\n', " → ") + source
                };
                let rows: Vec<Vec<String>> =
                    rows.iter().map(|row| row.iter().map(field).collect()).collect();
                out::table(&head, &rows, &[]) + "\n"
            }
            Block::Figure(_) | Block::Gallery(_) => continue,
        };
        text += &part;
    }
    text
}

/// Says how many games of these experiments another behaviour gave: they don't count.
pub(super) fn say_others(
    experiments: &[Experiment],
    store: &Store,
    mut games: Games,
) -> anyhow::Result<()> {
    let (mut unknown, mut others, mut files) = (0, 0, 0);
    for experiment in experiments {
        for other in games.others(experiment, store)? {
            match other.behaviour.as_deref() {
                Some(UNKNOWN) => unknown += other.games,
                Some(_) => others += other.games,
                None => files += other.games,
            }
        }
    }
    for (count, what) in [
        (unknown, "of unknown behaviour, from before it was noted"),
        (others, "of another behaviour"),
        (files, "with other files"),
    ] {
        if count > 0 {
            out::warn(format!("the store has {count} games {what}: they don't count"));
        }
    }
    Ok(())
}
