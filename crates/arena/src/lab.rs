//! The laboratory as documents: experiments with the paper's numbers beside ours, and verdicts.

use crate::error::Refusal;
use crate::options::Options;
use crate::protocol::Code;
use serde_json::{Value, json};
use spinney_lab::experiment::recorded::Recorded;
use spinney_lab::experiment::{
    Cell, Estimate, Experiment, Games, Grid, Results, SEED, library, printed_estimate,
};
use spinney_lab::report::{self, Counts};
use spinney_lab::store::{Store, default_path};
use std::path::PathBuf;

/// The file with the games of experiments.
pub(crate) fn store_path(options: &Options) -> PathBuf {
    options.lab_store.clone().unwrap_or_else(default_path)
}

/// The store to read from; none if there is none yet.
pub(crate) fn store(options: &Options) -> Result<Option<Store>, Refusal> {
    let path = store_path(options);
    if !path.exists() {
        return Ok(None);
    }
    Store::open_to_read(&path).map(Some).map_err(|error| Refusal::internal(&error))
}

/// What is known of experiments of one paper.
fn results(
    experiments: Vec<Experiment>,
    recorded: &Recorded,
    store: Option<&Store>,
) -> Result<Vec<(Experiment, Results)>, Refusal> {
    let mut games = Games::seeded(SEED);
    let gather = |experiment: Experiment| {
        let results = Results::gather(&experiment, store, recorded, &mut games);
        results.map(|results| (experiment, results)).map_err(|error| Refusal::internal(&error))
    };
    experiments.into_iter().map(gather).collect()
}

fn failed(error: &dyn std::fmt::Display) -> Refusal {
    Refusal::internal(error)
}

/// The verdict on all cells and claims of an experiment. It holds only if every one of them does.
fn verdict(counts: Counts) -> &'static str {
    match counts {
        Counts { fails: 1.., .. } => "fails",
        Counts { holds: 1.., open: 0, not_played: 0, .. } => "holds",
        Counts { holds: 0, open: 0, .. } => "not played",
        _ => "open",
    }
}

fn added(a: Counts, b: Counts) -> Counts {
    Counts {
        holds: a.holds + b.holds,
        fails: a.fails + b.fails,
        open: a.open + b.open,
        not_played: a.not_played + b.not_played,
    }
}

/// All papers with their experiments.
pub(crate) fn papers(options: &Options) -> Result<Value, Refusal> {
    let store = store(options)?;
    let experiments = library::experiments().map_err(|error| failed(&error))?;
    let mut papers = Vec::new();
    for paper in library::papers().map_err(|error| failed(&error))? {
        let recorded = library::recorded(&paper.id).map_err(|error| failed(&error))?;
        let own = experiments.iter().filter(|experiment| experiment.paper() == paper.id);
        let own = results(own.cloned().collect(), &recorded, store.as_ref())?;
        let mut all = Counts::default();
        let mut rows = Vec::new();
        for (experiment, results) in &own {
            let summary = report::summary(experiment, results);
            // What draws a table again has the same cells and claims: they count once.
            let counts = added(summary.agreement, summary.claims);
            if summary.drawn_from.is_none() {
                all = added(all, counts);
            }
            let kind = experiment.place.split_whitespace().next().unwrap_or("measurement");
            rows.push(json!({
                "id": experiment.id,
                "title": experiment.title,
                "kind": kind.to_lowercase(),
                "place": experiment.place,
                "cells": summary.cells,
                "played": summary.played,
                "games": summary.games,
                "asked": summary.asked,
                "drawn_from": summary.drawn_from,
                "verdict": verdict(counts),
            }));
        }
        let by = [paper.authors.as_str(), paper.published.as_str()];
        let by: Vec<&str> = by.into_iter().filter(|words| !words.is_empty()).collect();
        papers.push(json!({
            "id": paper.id,
            "title": paper.title,
            "summary": by.join(". "),
            "holds": all.holds,
            "fails": all.fails,
            "open": all.open + all.not_played,
            "experiments": rows,
        }));
    }
    Ok(json!({"papers": papers}))
}

/// The experiment of this name.
pub(crate) fn find(id: &str) -> Result<Experiment, Refusal> {
    let experiments = library::experiments().map_err(|error| failed(&error))?;
    let found = experiments.into_iter().find(|experiment| experiment.id == id);
    found.ok_or_else(|| Refusal::new(Code::NotFound, "there is no such experiment"))
}

/// One experiment: cells, claims, plots.
pub(crate) fn experiment(options: &Options, id: &str) -> Result<Value, Refusal> {
    let experiment = find(id)?;
    let recorded = library::recorded(experiment.paper()).map_err(|error| failed(&error))?;
    let mut found = results(vec![experiment], &recorded, store(options)?.as_ref())?;
    let (experiment, results) = found.remove(0);
    let cells = experiment.cells().map(|(grid, cell)| of_cell(&experiment, grid, cell, &results));
    let claims = experiment.claims.iter().map(|claim| {
        let outcome = claim.judge(&experiment, |_, cell| results.evidence(cell));
        json!({
            "text": claim.says,
            "place": claim.place,
            "verdict": outcome.verdict.name(),
            "why": outcome.detail,
        })
    });
    let svg = experiment.plots.iter().map(|plot| report::draw(&experiment, plot, &results));
    let summary = report::summary(&experiment, &results);
    Ok(json!({
        "id": experiment.id,
        "title": experiment.title,
        "place": experiment.place,
        "text": experiment.notes.join("\n\n"),
        "games": summary.games,
        "asked": summary.asked,
        "cells": cells.collect::<Vec<_>>(),
        "claims": claims.collect::<Vec<_>>(),
        "svg": svg.collect::<Vec<_>>(),
    }))
}

fn of_cell(experiment: &Experiment, grid: &Grid, cell: &Cell, results: &Results) -> Value {
    let label = |(axis, place): (&spinney_lab::experiment::Axis, &usize)| {
        axis.labels.get(*place).cloned().unwrap_or_default()
    };
    let mut labels: Vec<String> = grid.axes.iter().zip(&cell.place).map(label).collect();
    let column = if labels.len() > 1 { labels.pop().unwrap_or_default() } else { String::new() };
    let row: Vec<String> = grid.name.clone().into_iter().chain(labels).collect();
    let measured = results.cell(cell).measured();
    let mut ours = results.estimate(cell).map(number);
    if let (Some(ours), Some(measured)) = (&mut ours, measured) {
        ours["source"] = json!(if measured.origin.recorded { "recorded" } else { "store" });
    }
    let verdict = report::cell_verdict(experiment, grid, cell, results);
    json!({
        "id": cell.key,
        "row": row.join(" / "),
        "column": column,
        "measure": grid.measure.title(),
        "paper": printed_estimate(grid, cell).map(number),
        "ours": ours,
        "verdict": verdict.map(|agreement| agreement.verdict.name()),
        "problem": results.cell(cell).problem,
    })
}

fn number(estimate: Estimate) -> Value {
    // Not a number is null in JSON.
    json!({
        "value": estimate.value,
        "low": estimate.low,
        "high": estimate.high,
        "games": estimate.games,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_experiment_holds_only_if_all_of_it_does() {
        let of =
            |holds, fails, open, not_played| verdict(Counts { holds, fails, open, not_played });
        assert_eq!(of(5, 0, 0, 0), "holds");
        assert_eq!(of(5, 1, 0, 0), "fails");
        assert_eq!((of(5, 0, 1, 0), of(5, 0, 0, 1), of(0, 0, 1, 3)), ("open", "open", "open"));
        assert_eq!((of(0, 0, 0, 4), of(0, 0, 0, 0)), ("not played", "not played"));
    }
}
