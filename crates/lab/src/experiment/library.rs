//! The experiments that are built in: every table and figure of the five papers, and the project's
//! own measurements.

use super::recorded::Recorded;
use super::{Experiment, ExperimentError, Paper, file};
use spinney_spec::{did_you_mean, nearest};

/// Puts a folder's files in, by their names: `about` is the file about the whole folder.
macro_rules! folder {
    ($folder:literal, $about:literal: $($name:literal),+ $(,)?) => {
        Folder {
            paper: $folder,
            about: include_str!(concat!("../../experiments/", $folder, "/", $about)),
            recorded: include_str!(concat!("../../experiments/", $folder, "/recorded.toml")),
            files: &[$((
                concat!($folder, "/", $name),
                include_str!(concat!("../../experiments/", $folder, "/", $name, ".toml")),
            )),+],
        }
    };
}

/// A paper's tables and figures.
macro_rules! paper {
    ($folder:literal: $($name:literal),+ $(,)?) => {
        folder!($folder, "paper.toml": $($name),+)
    };
}

/// Measurements of the project's own.
macro_rules! own {
    ($folder:literal: $($name:literal),+ $(,)?) => {
        folder!($folder, "about.toml": $($name),+)
    };
}

struct Folder {
    paper: &'static str,
    about: &'static str,
    recorded: &'static str,
    files: &'static [(&'static str, &'static str)],
}

static FOLDERS: &[Folder] = &[
    paper!("nijssen-winands-2012":
        "table-1",
        "table-2",
        "section-4f",
        "section-5b",
        "table-3",
        "section-6a",
        "table-4",
        "table-4-readings",
        "table-5",
        "table-6",
        "table-7",
        "expectimax-readings",
        "table-8",
        "table-9",
        "figure-7",
        "table-10",
        "figure-8",
        "table-10-readings",
        "table-11",
        "section-6h",
    ),
    paper!("borak-2021":
        "experiment-1",
        "experiment-2",
        "experiment-3",
        "experiment-4",
        "experiment-5",
        "readings",
    ),
    paper!("schadd-2012":
        "section-2-2",
        "section-4-1",
        "table-1",
        "table-2",
        "table-2-readings",
        "figure-2",
        "table-3",
        "table-3-readings",
        "table-4",
        "table-4-readings",
        "table-5",
        "table-6",
        "table-6-readings",
        "section-6-7",
        "table-7",
    ),
    paper!("perick-2012":
        "section-5a",
        "section-5a-starts",
        "table-1",
        "figure-2",
        "figure-2-low",
        "table-2",
        "table-2-tenfold",
        "table-2-readings",
        "table-2-low",
        "table-2-printed",
    ),
    paper!("varkevisser-2019":
        "figure-5-1",
        "figure-5-2",
        "figure-5-3",
        "figure-5-4",
        "figure-5-5",
        "figure-5-6",
        "figure-5-7",
        "figure-5-8",
        "figure-5-9",
        "figure-5-9-score",
        "figure-5-10",
        "table-5-1",
        "table-5-1-readings",
        "table-5-1-occupied",
        "table-5-1-score",
    ),
    own!("scotland-yard-shapes":
        "playouts",
        "determinization",
        "categories",
        "reduction",
        "readings",
        "calibration",
        "filtering",
        "minimax",
        "expectimax",
        "constants",
        "borak",
        "opening",
    ),
    own!("scotland-yard-best":
        "pairings",
        "value",
        "parts",
        "replies",
        "time",
        "longer",
    ),
    own!("cops-and-robbers-best":
        "pairings",
    ),
];

/// The papers, and what is about the project's own measurements.
pub fn papers() -> Result<Vec<Paper>, ExperimentError> {
    FOLDERS.iter().map(|folder| Paper::parse(folder.paper, folder.about)).collect()
}

/// The recorded results of a paper.
pub fn recorded(paper: &str) -> Result<Recorded, ExperimentError> {
    let folder = FOLDERS.iter().find(|folder| folder.paper == paper);
    let text = folder.map_or("", |folder| folder.recorded);
    Recorded::parse(text)
        .map_err(|problem| ExperimentError { file: format!("{paper}/recorded.toml"), problem })
}

/// All experiments, in the order of the papers and of their pages.
pub fn experiments() -> Result<Vec<Experiment>, ExperimentError> {
    let mut all: Vec<Experiment> = Vec::new();
    for folder in FOLDERS {
        for &(id, text) in folder.files {
            let experiment = match file::view_of(text) {
                Some(of) => {
                    let of = format!("{}/{of}", folder.paper);
                    let wrong = |problem| ExperimentError { file: id.to_string(), problem };
                    let base = all.iter().find(|experiment| experiment.id == of);
                    let base =
                        base.ok_or_else(|| wrong(format!("`{of}` does not stand before it")))?;
                    file::parse_view(id, text, base).map_err(wrong)?
                }
                None => Experiment::parse(id, text)?,
            };
            all.push(experiment);
        }
    }
    Ok(all)
}

/// The experiments that a name means: `all`, a paper (`perick-2012`, or just `perick`), or one of
/// its tables (`perick-2012/table-2`, `perick/table-2`).
pub fn find(name: &str) -> Result<Vec<Experiment>, ExperimentError> {
    let all = experiments()?;
    let (paper, table) = name.split_once('/').map_or((name, None), |(p, t)| (p, Some(t)));
    let author = |paper: &str| paper.split('-').next().unwrap_or_default().to_string();
    // What may have been meant: a paper by its whole name or its author's, and a table of it.
    let known: Vec<String> = match table {
        Some(_) => all
            .iter()
            .flat_map(|one| [one.id.clone(), format!("{}/{}", author(one.paper()), one.name())])
            .collect(),
        None => FOLDERS
            .iter()
            .flat_map(|folder| [folder.paper.to_string(), author(folder.paper)])
            .collect(),
    };
    let fits = |experiment: &Experiment| {
        let (of, called) = experiment.id.split_once('/').unwrap_or((&experiment.id, ""));
        let same_paper = of == paper || author(of) == paper;
        name == "all" || same_paper && table.is_none_or(|table| table == called)
    };
    let found: Vec<Experiment> = all.into_iter().filter(fits).collect();
    if found.is_empty() {
        let near = nearest(name, known.iter().map(String::as_str));
        let hint = did_you_mean(near.as_deref());
        let problem = format!(
            "no such experiment{hint}; `spinney experiment list` shows all, a paper's name means all of its tables"
        );
        return Err(ExperimentError { file: name.to_string(), problem });
    }
    Ok(found)
}
