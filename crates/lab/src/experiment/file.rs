//! The files of experiments, as TOML has them, and the step from there to [`Experiment`].

use super::claim::{Claim, ClaimFile};
use super::grid::{AxisFile, Scalar, Variables, fill, key, places, read_table, texts};
use super::{Axis, Cell, Entry, Experiment, Grid, Measure, Paper, Play, Plot, PlotKind, Printed};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PaperFile {
    title: String,
    #[serde(default)]
    authors: String,
    #[serde(default)]
    published: String,
    #[serde(default)]
    notes: Vec<String>,
    #[serde(default)]
    missing: Vec<MissingFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MissingFile {
    what: String,
    why: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExperimentFile {
    title: String,
    #[serde(default)]
    place: String,
    #[serde(default)]
    notes: Vec<String>,
    games: Option<u64>,
    measure: Option<String>,
    #[serde(default, rename = "let")]
    variables: BTreeMap<String, Scalar>,
    #[serde(default)]
    twin: BTreeMap<String, Scalar>,
    #[serde(default)]
    grid: Vec<GridFile>,
    #[serde(default)]
    printed: Vec<PrintedFile>,
    #[serde(default)]
    claim: Vec<ClaimFile>,
    #[serde(default)]
    plot: Vec<PlotFile>,
}

/// Another drawing of an experiment that has a file of its own.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ViewFile {
    title: String,
    place: String,
    of: String,
    #[serde(default)]
    notes: Vec<String>,
    plot: Vec<PlotFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GridFile {
    name: Option<String>,
    game: String,
    agents: BTreeMap<String, String>,
    games: Option<u64>,
    measure: Option<String>,
    #[serde(default, rename = "let")]
    variables: BTreeMap<String, Scalar>,
    #[serde(default)]
    twin: BTreeMap<String, Scalar>,
    published: Option<String>,
    axis: Vec<AxisFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PrintedFile {
    title: String,
    why: String,
    table: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlotFile {
    title: String,
    grid: Option<String>,
    kind: String,
    x: String,
    y: Option<(f64, f64)>,
}

pub(super) fn parse_paper(id: &str, text: &str) -> Result<Paper, String> {
    let file: PaperFile = toml::from_str(text).map_err(|e| e.to_string())?;
    if file.authors.is_empty() != file.published.is_empty() {
        return Err("`authors` and `published` belong together: give both for a paper, none for \
                    the project's own measurements"
            .to_string());
    }
    Ok(Paper {
        id: id.to_string(),
        title: file.title,
        authors: file.authors,
        published: file.published,
        notes: file.notes,
        missing: file.missing.into_iter().map(|m| (m.what, m.why)).collect(),
    })
}

pub(super) fn parse_experiment(id: &str, text: &str) -> Result<Experiment, String> {
    let file: ExperimentFile = toml::from_str(text).map_err(|e| e.to_string())?;
    let common = Common {
        games: file.games,
        measure: file.measure.as_deref(),
        variables: texts(&file.variables),
        twin: texts(&file.twin),
    };
    let several = file.grid.len() > 1;
    let mut grids = Vec::new();
    for (i, grid) in file.grid.into_iter().enumerate() {
        if several && grid.name.is_none() {
            return Err(format!("grid {} of several has no `name`", i + 1));
        }
        let called = grid.name.clone().unwrap_or_else(|| "grid".to_string());
        grids.push(common.grid(grid).map_err(|problem| format!("{called}: {problem}"))?);
    }
    let printed: Result<Vec<_>, _> = file.printed.into_iter().map(printed_table).collect();
    let plots: Result<Vec<_>, _> =
        file.plot.into_iter().map(|plot| find_plot(plot, &grids)).collect();
    let mut experiment = Experiment {
        id: id.to_string(),
        of: None,
        title: file.title,
        place: file.place,
        notes: file.notes,
        grids,
        printed: printed?,
        claims: Vec::new(),
        plots: plots?,
    };
    if experiment.grids.is_empty() && experiment.printed.is_empty() {
        return Err("nothing in it: give a [[grid]] or a [[printed]] table".to_string());
    }
    for claim in file.claim {
        let says = claim.says.clone();
        let claim = Claim::new(claim, &experiment)
            .map_err(|problem| format!("claim \"{says}\": {problem}"))?;
        experiment.claims.push(claim);
    }
    Ok(experiment)
}

/// The experiment that a file says it is a drawing `of`, if it is one: its file's name.
pub(super) fn view_of(text: &str) -> Option<String> {
    toml::from_str::<ViewFile>(text).ok().map(|file| file.of)
}

/// Reads a drawing of an experiment.
pub(super) fn parse_view(id: &str, text: &str, of: &Experiment) -> Result<Experiment, String> {
    let file: ViewFile = toml::from_str(text).map_err(|e| e.to_string())?;
    let plots: Result<Vec<_>, _> =
        file.plot.into_iter().map(|plot| find_plot(plot, &of.grids)).collect();
    Ok(Experiment {
        id: id.to_string(),
        of: Some(file.of),
        title: file.title,
        place: file.place,
        notes: file.notes,
        plots: plots?,
        printed: Vec::new(),
        ..of.clone()
    })
}

/// What all grids of a file share.
struct Common<'a> {
    games: Option<u64>,
    measure: Option<&'a str>,
    variables: Variables,
    twin: Variables,
}

impl Common<'_> {
    fn grid(&self, file: GridFile) -> Result<Grid, String> {
        let games = file.games.or(self.games).ok_or("`games` is missing")?;
        let measure = file.measure.as_deref().or(self.measure).ok_or("`measure` is missing")?;
        let axes: Result<Vec<_>, _> = file.axis.into_iter().map(Axis::new).collect();
        let axes = axes?;
        let entries = match &file.published {
            Some(text) => read_table(text, &axes).map_err(|e| format!("published: {e}"))?,
            None => vec![Entry::Unprinted; axes.iter().map(|a| a.labels.len()).product()],
        };
        let mut cells = Vec::new();
        for (place, entry) in places(&axes).into_iter().zip(entries) {
            let published = match entry {
                Entry::Value(published) => Some(published),
                Entry::Unprinted => None,
                Entry::Nothing => continue,
            };
            let mut variables = self.variables.clone();
            variables.extend(texts(&file.variables));
            let mut twin = self.twin.clone();
            twin.extend(texts(&file.twin));
            for (axis, &i) in axes.iter().zip(&place) {
                variables.extend(axis.variables[i].clone());
                twin.extend(axis.twins[i].clone());
            }
            let play = filled(&file.game, &file.agents, &variables)?;
            variables.extend(twin);
            let repeatable = filled(&file.game, &file.agents, &variables)?;
            let mut key = key(&axes, &place);
            if let Some(name) = &file.name {
                key = format!("{name}:{key}");
            }
            let twin = (repeatable != play).then_some(repeatable);
            cells.push(Cell { key, place, published, play, twin });
        }
        Ok(Grid { name: file.name, measure: parse_measure(measure)?, games, axes, cells })
    }
}

fn filled(
    game: &str,
    agents: &BTreeMap<String, String>,
    variables: &Variables,
) -> Result<Play, String> {
    let mut filled = Vec::with_capacity(agents.len());
    for (side, agent) in agents {
        filled.push((side.clone(), fill(agent, variables)?));
    }
    Ok(Play { game: fill(game, variables)?, agents: filled })
}

fn parse_measure(text: &str) -> Result<Measure, String> {
    match (text, text.strip_prefix("win rate of ")) {
        (_, Some(side)) => Ok(Measure::WinRate(side.to_string())),
        ("score", _) => Ok(Measure::Score),
        ("length", _) => Ok(Measure::Length),
        ("branching", _) => Ok(Measure::Branching),
        (_, None) if text.starts_with("ending ") => {
            Ok(Measure::Ending(text["ending ".len()..].to_string()))
        }
        _ => Err(format!(
            "measure `{text}`: expected `win rate of SIDE`, `score`, `length`, `branching` or `ending WORDS`"
        )),
    }
}

fn printed_table(file: PrintedFile) -> Result<Printed, String> {
    let wrong = |line: &str| format!("printed \"{}\": expected `label: a | b`: {line}", file.title);
    let mut rows = Vec::new();
    for line in file.table.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (label, cells) = line.split_once(':').ok_or_else(|| wrong(line))?;
        let cells: Vec<String> = cells.split('|').map(|cell| cell.trim().to_string()).collect();
        rows.push((label.trim().to_string(), cells));
    }
    if rows.len() < 2 {
        return Err(wrong("(too few lines)"));
    }
    let (_, columns) = rows.remove(0);
    match rows.iter().find(|(_, cells)| cells.len() != columns.len()) {
        Some((label, _)) => Err(wrong(label)),
        None => Ok(Printed { title: file.title, why: file.why, columns, rows }),
    }
}

fn find_plot(file: PlotFile, grids: &[Grid]) -> Result<Plot, String> {
    let grid = match &file.grid {
        Some(name) => grids.iter().position(|grid| grid.name.as_ref() == Some(name)),
        None => (!grids.is_empty()).then_some(0),
    };
    let grid = grid.ok_or_else(|| format!("plot \"{}\": no such grid", file.title))?;
    let axis = |name: &str| {
        let axes = &grids[grid].axes;
        let names = || axes.iter().map(|axis| axis.name.as_str()).collect::<Vec<_>>().join(", ");
        let missing = || format!("plot: no axis `{name}`; the axes are {}", names());
        axes.iter().position(|axis| axis.name == name).ok_or_else(missing)
    };
    let kind = match file.kind.as_str() {
        "lines" => PlotKind::Lines,
        "bars" => PlotKind::Bars,
        "heat" => PlotKind::Heat,
        other => return Err(format!("plot: kind `{other}`: expected lines, bars or heat")),
    };
    Ok(Plot { title: file.title, grid, kind, x: axis(&file.x)?, y: file.y })
}
