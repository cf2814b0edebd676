//! How experiments stand, in numbers and in a table.

use super::content::grouped;
use super::document::{Block, Document};
use crate::experiment::{
    Agreement, Cell, Claim, Experiment, Grid, Outcome, Paper, Results, Verdict, printed_estimate,
};

/// How an experiment stands, in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Games played.
    pub games: u64,
    /// Games that the paper played.
    pub asked: u64,
    /// Cells in all.
    pub cells: usize,
    /// Cells with games.
    pub played: usize,
    /// Cells with a printed number and games.
    pub compared: usize,
    /// Of those, the ones whose intervals overlap.
    pub agree: usize,
    /// Claims that hold.
    pub hold: usize,
    /// Claims that fail.
    pub fail: usize,
    /// Claims that can't be told.
    pub open: usize,
    /// Claims in all.
    pub claims: usize,
    /// Cells that can't be played here.
    pub unplayable: usize,
}

/// Counts how an experiment stands.
pub fn summary(experiment: &Experiment, results: &Results) -> Summary {
    let (games, asked) = results.games(experiment);
    let mut summary =
        Summary { games, asked, claims: experiment.claims.len(), ..Summary::default() };
    for (grid, cell) in experiment.cells() {
        summary.cells += 1;
        let result = results.cell(cell);
        summary.unplayable += usize::from(result.problem.is_some());
        summary.played += usize::from(result.measured().is_some());
        if let Some(agreement) = agreement(grid, cell, results) {
            summary.compared += 1;
            summary.agree += usize::from(agreement == Agreement::Overlap);
        }
    }
    for claim in &experiment.claims {
        match judge(claim, experiment, results).verdict {
            Verdict::Holds => summary.hold += 1,
            Verdict::Fails => summary.fail += 1,
            Verdict::Open => summary.open += 1,
            Verdict::NotPlayed => {}
        }
    }
    summary
}

pub(super) fn judge(claim: &Claim, experiment: &Experiment, results: &Results) -> Outcome {
    claim.judge(experiment, |_, cell| results.evidence(cell))
}

pub(super) fn agreement(grid: &Grid, cell: &Cell, results: &Results) -> Option<Agreement> {
    let printed = printed_estimate(grid, cell)?;
    Some(results.estimate(cell)?.agreement(&printed))
}

impl Summary {
    /// The verdicts in a few words.
    pub fn words(&self) -> (String, String) {
        let cells = match (self.played, self.compared) {
            (0, _) if self.cells == 0 => "nothing to play".to_string(),
            (0, _) if self.unplayable > 0 => "can't be played yet".to_string(),
            (0, _) => "not played".to_string(),
            (_, 0) => format!("{} of {} cells played", self.played, self.cells),
            _ => format!("{} of {} cells agree", self.agree, self.compared),
        };
        let claims = if self.claims == 0 {
            "–".to_string()
        } else {
            let mut words = vec![format!("{} of {} hold", self.hold, self.claims)];
            if self.fail > 0 {
                words.push(format!("{} fail", self.fail));
            }
            if self.open > 0 {
                words.push(format!("{} open", self.open));
            }
            words.join(", ")
        };
        (cells, claims)
    }
}

/// The page that leads to all papers.
pub fn overview(papers: &[(Paper, Vec<(Experiment, Results)>)]) -> Document {
    let mut blocks = vec![
        Block::Text(
            "Every table and figure of the five papers, played again, and the project's own \
             measurements. A cell agrees when the 95 % \
             intervals of paper and measurement overlap; a claim is a sentence of the paper as a \
             test. Cells that the papers limit by thinking time are compared by their twins, which \
             are limited by playouts or nodes and repeat exactly."
                .to_string(),
        ),
        Block::Text(
            "Run them again with `spinney experiment run ID --scale 0.1` or `--budget 20m`; games \
             add up from run to run."
                .to_string(),
        ),
    ];
    for (paper, experiments) in papers {
        blocks.push(Block::Heading(2, short(paper), paper.id.clone()));
        blocks.extend(cite(paper).map(Block::Text));
        let head = ["Experiment", "About", "Games", "Cells", "Claims"].map(String::from).to_vec();
        let rows = experiments.iter().map(|(experiment, results)| {
            let summary = summary(experiment, results);
            let (cells, claims) = summary.words();
            let name = experiment.id.split_once('/').map_or("", |(_, name)| name);
            let called = if paper.is_own() { name.to_string() } else { place(experiment) };
            let link = format!("[{called}]({}.md#{name})", paper.id);
            let games = if summary.asked == 0 {
                "–".to_string()
            } else {
                format!("{} of {}", grouped(summary.games), grouped(summary.asked))
            };
            [link, experiment.title.clone(), games, cells, claims].map(|text| (text, None)).to_vec()
        });
        blocks.push(Block::Table(head, rows.collect()));
    }
    Document { title: "Reproduction".to_string(), blocks }
}

/// Who wrote what, where; nothing for the project's own measurements.
pub(super) fn cite(paper: &Paper) -> Option<String> {
    let Paper { authors, title, published, .. } = paper;
    (!paper.is_own()).then(|| format!("{authors}. *{title}*. {published}."))
}

/// A paper by its first author and year: `Perick 2012`; the project's own by their title.
pub(super) fn short(paper: &Paper) -> String {
    if paper.is_own() {
        return paper.title.clone();
    }
    let mut words: Vec<String> = paper.id.split('-').map(String::from).collect();
    let year = words.pop().unwrap_or_default();
    for word in &mut words {
        let capital: String = word.chars().take(1).flat_map(char::to_uppercase).collect();
        *word = capital + &word.chars().skip(1).collect::<String>();
    }
    format!("{} {year}", words.join(" & "))
}

/// The last part of where it stands: `Table IX`.
pub(super) fn place(experiment: &Experiment) -> String {
    let last = experiment.place.rsplit(", ").next().unwrap_or(&experiment.place);
    if last.starts_with(|c: char| c.is_ascii_digit() || "IVX".contains(c)) {
        format!("Section {last}")
    } else {
        last.to_string()
    }
}
