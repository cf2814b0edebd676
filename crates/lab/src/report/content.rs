//! The report of a paper, section by section.

use super::document::{Block, Document, Figure, Mark, Row};
use super::plot;
use super::summary::{agreement, cite, judge, place, short};
use crate::experiment::{
    Agreement, Cell, Estimate, Experiment, Grid, Measured, Paper, Results, Verdict,
    printed_estimate,
};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::time::Duration;

/// The report of a paper.
pub fn paper_report(paper: &Paper, experiments: &[(Experiment, Results)]) -> Document {
    let (title, legend) = if paper.is_own() {
        (short(paper), "Numbers have 95 % intervals (Wilson's for rates); · not played.")
    } else {
        let legend = "In each table the paper's number stands above the one measured here, both \
                      with 95 % intervals (Wilson's for rates measured here). ✓ the intervals \
                      overlap, ✗ they miss by the number given, · not played.";
        (format!("{}, reproduced", short(paper)), legend)
    };
    let mut blocks: Vec<Block> = cite(paper).map(Block::Text).into_iter().collect();
    blocks.push(Block::List(paper.notes.clone()));
    blocks.push(Block::Text(legend.to_string()));
    for (experiment, results) in experiments {
        section(experiment, results, &mut blocks);
    }
    if !paper.missing.is_empty() {
        blocks.push(Block::Heading(2, "Not reproduced".to_string(), "not-reproduced".to_string()));
        let list = paper.missing.iter().map(|(what, why)| format!("**{what}.** {why}"));
        blocks.push(Block::List(list.collect()));
    }
    Document { title, blocks }
}

fn section(experiment: &Experiment, results: &Results, blocks: &mut Vec<Block>) {
    let name = experiment.id.split_once('/').map_or("", |(_, name)| name);
    let heading = match place(experiment) {
        place if place.is_empty() => experiment.title.clone(),
        place => format!("{place}: {}", experiment.title),
    };
    blocks.push(Block::Heading(2, heading, name.to_string()));
    if !experiment.grids.is_empty() {
        blocks.push(Block::Text(played_words(experiment, results)));
    }
    if !experiment.notes.is_empty() {
        blocks.push(Block::List(experiment.notes.clone()));
    }
    for grid in &experiment.grids {
        // A paper's figure without printed numbers is its plot.
        let own = experiment.place.is_empty();
        if own || grid.cells.len() <= 40 || grid.cells.iter().any(|cell| cell.published.is_some()) {
            if experiment.grids.len() > 1 {
                let name = grid.name.clone().unwrap_or_default();
                blocks.push(Block::Text(format!("**{name}**: {}", grid.measure.title())));
            }
            blocks.push(table(grid, results));
        }
    }
    for (i, plot) in experiment.plots.iter().enumerate() {
        let number = if experiment.plots.len() > 1 { format!("-{}", i + 1) } else { String::new() };
        blocks.push(Block::Figure(Figure {
            file: format!("{name}{number}.svg"),
            title: plot.title.clone(),
            svg: plot::draw(experiment, plot, results),
        }));
    }
    if !experiment.claims.is_empty() {
        let verdicts = experiment.claims.iter().map(|claim| {
            let outcome = judge(claim, experiment, results);
            let own = claim.judge(experiment, printed_estimate);
            let mut reason = outcome.detail;
            if matches!(own.verdict, Verdict::Open | Verdict::Fails) {
                reason = format!("{reason}. In the paper's own numbers: {}", own.detail);
            }
            if let Some(note) = &claim.note {
                reason = format!("{reason}. {note}");
            }
            (outcome.verdict.into(), claim.says.clone(), reason)
        });
        blocks.push(Block::Verdicts(verdicts.collect()));
    }
    for printed in &experiment.printed {
        blocks.push(Block::Text(format!("**{}** (not played: {})", printed.title, printed.why)));
        let mut head = vec![String::new()];
        head.extend(printed.columns.clone());
        let rows = printed.rows.iter().map(|(label, cells)| {
            let cells = cells.iter().map(|cell| (cell.clone(), None));
            std::iter::once((label.clone(), None)).chain(cells).collect()
        });
        blocks.push(Block::Table(head, rows.collect()));
    }
}

/// How many games, how long, on what.
fn played_words(experiment: &Experiment, results: &Results) -> String {
    let measured: Vec<&Measured> =
        experiment.cells().filter_map(|(_, cell)| results.cell(cell).measured()).collect();
    let asked: BTreeSet<u64> = experiment.grids.iter().map(|grid| grid.games).collect();
    let asked: Vec<String> = asked.into_iter().map(grouped).collect();
    let measures: BTreeSet<String> = experiment.grids.iter().map(|g| g.measure.title()).collect();
    let measures = measures.into_iter().collect::<Vec<_>>().join("; ");
    let asked = asked.join(" and ");
    let games = if asked == "1" { "game" } else { "games" };
    let start = if experiment.place.is_empty() {
        format!("{} Asked for: {asked} {games} a cell.", sentence(&measures))
    } else {
        format!("{} ({measures}). The paper: {asked} {games} a cell.", experiment.place)
    };
    if measured.is_empty() {
        let problem = experiment.cells().find_map(|(_, cell)| results.cell(cell).problem.as_ref());
        return match problem {
            Some(problem) => format!("{start} Here: it can't be played yet ({problem})."),
            None => format!("{start} Here: not played yet."),
        };
    }
    let (least, most) = measured
        .iter()
        .fold((u64::MAX, 0), |(least, most), m| (least.min(m.games), most.max(m.games)));
    let span = if least == most {
        grouped(least)
    } else {
        format!("{} to {}", grouped(least), grouped(most))
    };
    let time: Duration = measured.iter().map(|m| m.time).sum();
    let total: u64 = measured.iter().map(|m| m.games).sum();
    let draws: u64 = measured.iter().map(|m| m.draws).sum();
    let faults: u64 = measured.iter().map(|m| m.faults).sum();
    let mut text = format!(
        "{start} Here: {span} games in {} of {} cells, {} in all, {} of thinking",
        measured.len(),
        experiment.cells().count(),
        grouped(total),
        minutes(time)
    );
    if draws > 0 {
        let _ = write!(text, ", {} drawn", grouped(draws));
    }
    if faults > 0 {
        let _ = write!(text, ", {} lost by a fault", grouped(faults));
    }
    text.push_str(&origin(results));
    text
}

/// With a capital in front and a full stop behind.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let capital: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{capital}{}.", letters.as_str())
}

/// Commit and machine.
fn origin(results: &Results) -> String {
    let commits: BTreeSet<&str> = results.runs.iter().map(|run| run.commit.as_str()).collect();
    let machines: BTreeSet<&str> = results.runs.iter().map(|run| run.machine.as_str()).collect();
    if commits.is_empty() {
        return ".".to_string();
    }
    let commits = commits.into_iter().collect::<Vec<_>>().join(", ");
    format!(" (commit {commits}; {}).", machines.into_iter().collect::<Vec<_>>().join("; "))
}

/// The table of a grid: rows by the first axes, columns by the last.
fn table(grid: &Grid, results: &Results) -> Block {
    let split = if grid.axes.len() > 1 { grid.axes.len() - 1 } else { 1 };
    let (rows, columns) = grid.axes.split_at(split);
    let mut head: Vec<String> = rows.iter().map(|axis| axis.title.clone()).collect();
    match columns.first() {
        Some(axis) => head.extend(axis.labels.clone()),
        None => head.push(grid.measure.title()),
    }
    let width = columns.first().map_or(1, |axis| axis.labels.len());
    let mut lines: Vec<(Vec<usize>, Row)> = Vec::new();
    for cell in &grid.cells {
        let (row_place, column_place) = cell.place.split_at(split);
        let at = lines.iter().position(|(place, _)| place == row_place).unwrap_or_else(|| {
            let labels =
                rows.iter().zip(row_place).map(|(axis, &i)| (axis.labels[i].clone(), None));
            let row = labels.chain(std::iter::repeat_n((String::new(), None), width)).collect();
            lines.push((row_place.to_vec(), row));
            lines.len() - 1
        });
        let column = column_place.first().copied().unwrap_or(0);
        lines[at].1[split + column] = cell_text(grid, cell, results);
    }
    Block::Table(head, lines.into_iter().map(|(_, row)| row).collect())
}

/// The paper's number above the measured one, with the verdict.
fn cell_text(grid: &Grid, cell: &Cell, results: &Results) -> (String, Option<Mark>) {
    let printed = cell.published.as_ref().map(ToString::to_string);
    let decimals = grid.measure.decimals();
    let here = results.estimate(cell).map(|estimate| number(&estimate, decimals));
    match (printed, here) {
        (None, None) => ("·".to_string(), None),
        (Some(printed), None) => (format!("{printed}\n·"), Some(Mark::Unplayed)),
        (None, Some(here)) => (here, None),
        (Some(printed), Some(here)) => match agreement(grid, cell, results) {
            Some(Agreement::Miss(gap)) => {
                (format!("{printed}\n{here} ({})", signed(gap, decimals)), Some(Mark::Bad))
            }
            _ => (format!("{printed}\n{here}"), Some(Mark::Good)),
        },
    }
}

fn number(estimate: &Estimate, decimals: usize) -> String {
    let half = (estimate.high - estimate.low) / 2.0;
    let value = if decimals == 0 {
        grouped(estimate.value.round().max(0.0) as u64)
    } else {
        format!("{:.decimals$}", estimate.value)
    };
    if half > 0.0 { format!("{value} ± {half:.decimals$}") } else { value }
}

fn signed(x: f64, decimals: usize) -> String {
    let sign = if x < 0.0 { "−" } else { "+" };
    format!("{sign}{:.decimals$}", x.abs())
}

/// A number with its thousands apart.
pub(super) fn grouped(n: u64) -> String {
    super::svg::tick_label(n as f64)
}

fn minutes(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        s if s < 1.5 => "a second".to_string(),
        s if s < 100.0 => format!("{s:.0} seconds"),
        s if s < 6000.0 => format!("{:.0} minutes", s / 60.0),
        s => format!("{:.1} hours", s / 3600.0),
    }
}
