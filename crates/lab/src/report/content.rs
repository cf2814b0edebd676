//! The report of a paper, section by section.

use super::document::{Block, Document, Field, Figure, Row};
use super::plot;
use super::summary::{cell_verdict, cite, judge, place, short, standing};
use crate::experiment::{
    Behaviour, Cell, Experiment, Grid, Measured, Origin, Paper, Results, Verdict, decimal, grouped,
    printed_estimate,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::time::Duration;

const OWN: &str = "Numbers have 95 % intervals. ✓ holds, ✗ fails, ○ open, · not played.";

const LEGEND: &str = "In each table the paper's number stands above the one measured here, both with \
    95 % intervals. ✓ the two agree, ✗ they miss each other by the number given, ○ the games here \
    are too few to tell, · not played. [The rules](../experiments.md#verdicts).";

/// The report of a paper.
pub fn paper_report(paper: &Paper, experiments: &[(Experiment, Results)]) -> Document {
    let own = paper.is_own();
    let title = if own { short(paper) } else { format!("{}, reproduced", short(paper)) };
    let mut blocks: Vec<Block> = cite(paper).map(Block::Text).into_iter().collect();
    summarize(experiments, &mut blocks);
    blocks.push(Block::Heading(2, "Notes".to_string(), "notes".to_string()));
    blocks.push(Block::List(paper.notes.clone()));
    blocks.push(Block::Text(if own { OWN } else { LEGEND }.to_string()));
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

/// The report of one table or figure.
pub fn experiment_report(experiment: &Experiment, results: &Results) -> Document {
    let mut blocks = Vec::new();
    section(experiment, results, &mut blocks);
    Document { title: experiment.id.clone(), blocks }
}

/// What holds, what fails, what is open, and the pictures.
fn summarize(experiments: &[(Experiment, Results)], blocks: &mut Vec<Block>) {
    blocks.push(Block::Heading(2, "Summary".to_string(), "summary".to_string()));
    blocks.push(Block::Text(standing(experiments)));
    let mut said: BTreeMap<Verdict, Vec<String>> = BTreeMap::new();
    for (experiment, results) in experiments.iter().filter(|(e, _)| e.of.is_none()) {
        let name = experiment.name();
        for claim in &experiment.claims {
            let verdict = judge(claim, experiment, results).verdict;
            said.entry(verdict).or_default().push(format!("{} ([{name}](#{name}))", claim.says));
        }
    }
    for (verdict, title) in [
        (Verdict::Holds, "Holds"),
        (Verdict::Fails, "Fails"),
        (Verdict::Open, "Open"),
        (Verdict::NotPlayed, "Not played"),
    ] {
        if let Some(claims) = said.remove(&verdict) {
            blocks.push(Block::Text(format!("**{title}** {}", verdict.sign())));
            blocks.push(Block::List(claims));
        }
    }
    let shown = experiments.iter().filter(|(experiment, results)| {
        experiment.of.is_none() && experiment.cells().any(|(_, c)| results.estimate(c).is_some())
    });
    let gallery: Vec<(Figure, String)> = shown
        .flat_map(|(experiment, results)| {
            let name = experiment.name().to_string();
            figures(experiment, results).into_iter().map(move |figure| (figure, name.clone()))
        })
        .collect();
    if !gallery.is_empty() {
        blocks.push(Block::Gallery(gallery));
    }
}

fn figures(experiment: &Experiment, results: &Results) -> Vec<Figure> {
    let name = experiment.name();
    let several = experiment.plots.len() > 1;
    let plots = experiment.plots.iter().enumerate();
    plots
        .map(|(i, plot)| {
            let number = if several { format!("-{}", i + 1) } else { String::new() };
            Figure {
                file: format!("{name}{number}.svg"),
                title: plot.title.clone(),
                svg: plot::draw(experiment, plot, results),
            }
        })
        .collect()
}

fn section(experiment: &Experiment, results: &Results, blocks: &mut Vec<Block>) {
    let heading = match place(experiment) {
        place if place.is_empty() => experiment.title.clone(),
        place => format!("{place}: {}", experiment.title),
    };
    blocks.push(Block::Heading(2, heading, experiment.name().to_string()));
    if let Some(of) = &experiment.of {
        blocks.push(Block::Text(format!("The cells and the claims are those of [{of}](#{of}).")));
        blocks.extend(figures(experiment, results).into_iter().map(Block::Figure));
        return;
    }
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
            blocks.push(table(experiment, grid, results));
        }
    }
    blocks.extend(figures(experiment, results).into_iter().map(Block::Figure));
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
            (outcome.verdict, claim.says.clone(), reason)
        });
        blocks.push(Block::Verdicts(verdicts.collect()));
    }
    for printed in &experiment.printed {
        blocks.push(Block::Text(format!("**{}** (not played: {})", printed.title, printed.why)));
        let mut head = vec![String::new()];
        head.extend(printed.columns.clone());
        let rows = printed.rows.iter().map(|(label, cells)| {
            std::iter::once(label).chain(cells).cloned().map(Field::from).collect()
        });
        blocks.push(Block::Table(head, rows.collect()));
    }
}

/// How many games, how long, on what.
fn played_words(experiment: &Experiment, results: &Results) -> String {
    // Cells with the same games count once.
    let mut distinct = BTreeMap::new();
    for (_, cell) in experiment.cells() {
        let result = results.cell(cell);
        distinct.insert(result.games, result);
    }
    let measured: Vec<&Measured> =
        distinct.values().filter_map(|result| result.measured()).collect();
    let asked: BTreeSet<u64> = experiment.grids.iter().map(|grid| grid.games).collect();
    let asked: Vec<String> = asked.into_iter().map(grouped).collect();
    let measures: BTreeSet<String> = experiment.grids.iter().map(|g| g.measure.title()).collect();
    let measures = measures.into_iter().collect::<Vec<_>>().join("; ");
    let asked = asked.join(" and ");
    let games = if asked == "1" { "game" } else { "games" };
    let start = if experiment.place.is_empty() {
        format!("{} Asked for: {asked} {games} per cell.", sentence(&measures))
    } else {
        format!("{} ({measures}). The paper: {asked} {games} per cell.", experiment.place)
    };
    if measured.is_empty() {
        let problem = distinct.values().find_map(|result| result.problem.as_ref());
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
    let repeats: u64 = measured.iter().map(|m| m.games - m.distinct.min(m.games)).sum();
    let draws: u64 = measured.iter().map(|m| m.draws).sum();
    let faults: u64 = measured.iter().map(|m| m.faults).sum();
    let mut text = format!(
        "{start} Here: {span} {} in {} of {} cells, {} in all",
        if span == "1" { "game" } else { "games" },
        measured.len(),
        distinct.len(),
        grouped(total),
    );
    if time > Duration::ZERO {
        let _ = write!(text, ", {} of thinking", minutes(time));
    }
    if repeats > 0 {
        let _ = write!(text, ", {} of them repeat others", grouped(repeats));
    }
    if draws > 0 {
        let _ = write!(text, ", {} drawn", grouped(draws));
    }
    if faults > 0 {
        let _ = write!(text, ", {} lost by a fault", grouped(faults));
    }
    text.push('.');
    for recorded in [false, true] {
        text.push_str(&origin(&measured, recorded));
    }
    text
}

/// Who played the cells that are here, or those that are recorded.
fn origin(measured: &[&Measured], recorded: bool) -> String {
    let of: Vec<&&Measured> = measured.iter().filter(|m| m.origin.recorded == recorded).collect();
    if of.is_empty() {
        return String::new();
    }
    let Origin { commit: commits, machine: machines, .. } =
        Origin::of_all(of.iter().map(|measured| &measured.origin));
    let what = match (recorded, of.len() == measured.len()) {
        (false, _) => "Played".to_string(),
        (true, true) => "Recorded".to_string(),
        (true, false) => format!("{} cells recorded", of.len()),
    };
    let doubts = [Behaviour::Unknown, Behaviour::Another].map(|behaviour| {
        let words = behaviour.words();
        match of.iter().filter(|m| m.behaviour == behaviour).count() {
            0 => String::new(),
            all if all == of.len() => format!(", of {words}"),
            1 => format!(", 1 cell of {words}"),
            some => format!(", {some} cells of {words}"),
        }
    });
    format!(" {what} at commit {commits} ({machines}){}.", doubts.concat())
}

/// With a capital in front and a full stop behind.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let capital: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{capital}{}.", letters.as_str())
}

/// The table of a grid: rows by the first axes, columns by the last.
fn table(experiment: &Experiment, grid: &Grid, results: &Results) -> Block {
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
            let labels = rows.iter().zip(row_place);
            let labels = labels.map(|(axis, &i)| Field::from(axis.labels[i].clone()));
            let row = labels.chain(std::iter::repeat_n(Field::default(), width)).collect();
            lines.push((row_place.to_vec(), row));
            lines.len() - 1
        });
        let column = column_place.first().copied().unwrap_or(0);
        lines[at].1[split + column] = field(experiment, grid, cell, results);
    }
    Block::Table(head, lines.into_iter().map(|(_, row)| row).collect())
}

/// The paper's number above the measured one, with the verdict.
fn field(experiment: &Experiment, grid: &Grid, cell: &Cell, results: &Results) -> Field {
    let decimals = grid.measure.decimals();
    let measured = results.cell(cell).measured();
    let here = results.estimate(cell).map(|estimate| estimate.text(decimals));
    let mut text = here.unwrap_or_else(|| "·".to_string());
    let found = cell_verdict(experiment, grid, cell, results);
    if let Some(found) = found.filter(|found| found.verdict == Verdict::Fails) {
        let sign = if found.gap > 0.0 { "+" } else { "" };
        let _ = write!(text, ", {sign}{}", decimal(found.gap, decimals));
    }
    if let Some(printed) = &cell.published {
        text = format!("{printed}\n{text}");
    }
    Field {
        text,
        verdict: found.map(|found| found.verdict),
        recorded: measured.is_some_and(|measured| measured.origin.recorded),
    }
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
