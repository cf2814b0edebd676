//! The file of recorded results.

use super::{Batch, Kept, Origin, PlayId, RecordedCell};
use crate::experiment::Difference;
use serde::Deserialize;
use std::fmt::Write;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    batch: Vec<BatchFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BatchFile {
    table: String,
    commit: String,
    machine: String,
    seed: u64,
    seconds: Option<f64>,
    source: Option<String>,
    cells: String,
    #[serde(default)]
    differences: String,
}

pub(super) fn parse(text: &str) -> Result<Vec<Batch>, String> {
    let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
    file.batch.into_iter().map(batch).collect()
}

fn batch(file: BatchFile) -> Result<Batch, String> {
    let wrong = |line: &str| format!("{}: can't read `{line}`", file.table);
    let lines = |text: &'_ str| -> Vec<String> {
        text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_string).collect()
    };
    let mut cells = Vec::new();
    for line in lines(&file.cells) {
        cells.push(cell(&line).ok_or_else(|| wrong(&line))?);
    }
    let mut differences = Vec::new();
    for line in lines(&file.differences) {
        differences.push(difference(&line).ok_or_else(|| wrong(&line))?);
    }
    Ok(Batch {
        table: file.table,
        origin: Origin { commit: file.commit, machine: file.machine, recorded: true },
        seed: file.seed,
        seconds: file.seconds,
        source: file.source,
        cells,
        differences,
    })
}

/// `name | checksum | results`, and perhaps `| behaviour`.
fn cell(line: &str) -> Option<RecordedCell> {
    let parts: Vec<&str> = line.split(" | ").map(str::trim).collect();
    let (key, play, results, behaviour) = match parts[..] {
        [key, play, results] => (key, play, results, None),
        [key, play, results, behaviour] => (key, play, results, Some(behaviour)),
        _ => return None,
    };
    // As a store writes it: 64 bits.
    if behaviour.is_some_and(|name| name.len() != 16 || u64::from_str_radix(name, 16).is_err()) {
        return None;
    }
    let play = PlayId(u64::from_str_radix(play, 16).ok()?);
    let mut cell = RecordedCell {
        key: key.to_string(),
        play,
        kept: Kept::Scores(Vec::new()),
        draws: 0,
        faults: 0,
        distinct: None,
        behaviour: behaviour.map(str::to_string),
    };
    if let Some(scores) = results.strip_prefix("scores ") {
        let score = |word: &str| match word {
            "-" => Some(None),
            _ => number(word).map(Some),
        };
        cell.kept = Kept::Scores(scores.split_whitespace().map(score).collect::<Option<_>>()?);
        return Some(cell);
    }
    let (mut games, mut mean, mut deviation, mut rate) = (None, None, None, None);
    for part in results.split(", ") {
        let words: Vec<&str> = part.split_whitespace().collect();
        match words[..] {
            [n, "drawn"] => cell.draws = n.parse().ok()?,
            [n, "faults"] => cell.faults = n.parse().ok()?,
            [n, "distinct"] => cell.distinct = Some(n.parse().ok()?),
            [n, "games"] => games = Some(n.parse().ok()?),
            ["mean", x] => mean = Some(number(x)?),
            ["deviation", x] => deviation = Some(number(x)?),
            [wins, "of", decided] => rate = Some((wins.parse().ok()?, decided.parse().ok()?)),
            _ => return None,
        }
    }
    cell.kept = match (rate, games, mean, deviation) {
        (Some((wins, decided)), None, None, None) if wins <= decided => {
            Kept::Rate { wins, decided }
        }
        (None, Some(games), Some(mean), Some(deviation)) => Kept::Mean { games, mean, deviation },
        _ => return None,
    };
    Some(cell)
}

/// `name less name | mean 107.1, error 32.7, 36 games`.
fn difference(line: &str) -> Option<(String, Difference)> {
    let (names, numbers) = line.split_once(" | ")?;
    let (key, less) = names.split_once(" less ")?;
    let parts: Vec<&str> = numbers.split(", ").collect();
    let [mean, error, games] = parts[..] else { return None };
    let difference = Difference {
        less: less.trim().to_string(),
        mean: number(mean.strip_prefix("mean ")?)?,
        error: number(error.strip_prefix("error ")?)?,
        games: games.strip_suffix(" games")?.trim().parse().ok()?,
    };
    Some((key.trim().to_string(), difference))
}

fn number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|x: &f64| x.is_finite())
}

pub(super) fn text(batches: &[Batch], paper: &str) -> String {
    let mut text = format!(
        "# Results of {paper}, written by `spinney experiment record`; docs/experiments.md says how\n\
         # to read them.\n"
    );
    for batch in batches {
        let quoted = |text: &str| toml::Value::String(text.to_string()).to_string();
        let mut line = |name: &str, value: String| {
            // Writing to a string can't fail.
            let _ = writeln!(text, "{name} = {value}");
        };
        line("\n[[batch]]\ntable", quoted(&batch.table));
        line("commit", quoted(&batch.origin.commit));
        line("machine", quoted(&batch.origin.machine));
        line("seed", batch.seed.to_string());
        if let Some(seconds) = batch.seconds {
            line("seconds", format!("{seconds:.0}"));
        }
        if let Some(source) = &batch.source {
            line("source", quoted(source));
        }
        let cells: Vec<String> = batch.cells.iter().map(cell_text).collect();
        line("cells", block(&cells));
        if !batch.differences.is_empty() {
            let lines: Vec<String> = batch.differences.iter().map(difference_text).collect();
            line("differences", block(&lines));
        }
    }
    text
}

fn block(lines: &[String]) -> String {
    // A literal string: labels may have backslashes and quotes, and never three of these.
    format!("'''\n{}\n'''", lines.join("\n"))
}

fn cell_text(cell: &RecordedCell) -> String {
    let mut results = match &cell.kept {
        Kept::Rate { wins, decided } => format!("{wins} of {decided}"),
        Kept::Mean { games, mean, deviation } => {
            format!("{games} games, mean {mean}, deviation {deviation}")
        }
        Kept::Scores(scores) => {
            let word = |score: &Option<f64>| score.map_or("-".to_string(), |x| x.to_string());
            format!("scores {}", scores.iter().map(word).collect::<Vec<_>>().join(" "))
        }
    };
    let distinct = cell.distinct.unwrap_or_default();
    for (n, word) in [(cell.draws, "drawn"), (cell.faults, "faults"), (distinct, "distinct")] {
        if n > 0 && !matches!(cell.kept, Kept::Scores(_)) {
            let _ = write!(results, ", {n} {word}");
        }
    }
    let behaviour = cell.behaviour.as_ref().map_or(String::new(), |name| format!(" | {name}"));
    format!("{} | {} | {results}{behaviour}", cell.key, cell.play)
}

fn difference_text((key, d): &(String, Difference)) -> String {
    format!("{key} less {} | mean {}, error {}, {} games", d.less, d.mean, d.error, d.games)
}
