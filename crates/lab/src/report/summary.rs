//! How experiments stand, in numbers and in a table.

use super::document::{Block, Document, Field};
use crate::experiment::recorded::PlayId;
use crate::experiment::{
    Agreement, Behaviour, Cell, Claim, Experiment, Grid, Outcome, Paper, Results, Verdict,
    agreement, grouped, printed_estimate,
};
use std::collections::BTreeMap;

/// How many there are of each verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Those that hold, or agree.
    pub holds: usize,
    /// Those that fail, or disagree.
    pub fails: usize,
    /// Those that can't be told.
    pub open: usize,
    /// Those without games.
    pub not_played: usize,
}

/// How an experiment stands, in numbers. Mirrored cells and cells that have the same games for
/// another reason count once; what a figure draws again counts with its table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Games played.
    pub games: u64,
    /// Games that the paper played.
    pub asked: u64,
    /// Cells in all.
    pub cells: usize,
    /// Cells with games.
    pub played: usize,
    /// Cells whose results are recorded, without games here.
    pub recorded: usize,
    /// Played cells of which nobody noted the behaviour of the program.
    pub unknown: usize,
    /// Played cells of another behaviour than today's.
    pub another: usize,
    /// Cells with a printed number. Where two printed numbers have the same games, both must agree.
    pub agreement: Counts,
    /// The claims.
    pub claims: Counts,
    /// Cells that can't be played here.
    pub unplayable: usize,
    /// The table that has the same cells and claims, and counts them.
    pub drawn_from: Option<String>,
}

/// What cells with the same games come to.
#[derive(Clone, Copy, Default)]
struct Shared {
    games: u64,
    asked: u64,
    recorded: bool,
    behaviour: Option<Behaviour>,
    unplayable: bool,
    verdict: Option<Verdict>,
}

/// Counts how an experiment stands.
pub fn summary(experiment: &Experiment, results: &Results) -> Summary {
    summary_of([(experiment, results)])
}

/// Counts how several stand together.
pub(super) fn summary_of<'a>(
    experiments: impl IntoIterator<Item = (&'a Experiment, &'a Results)>,
) -> Summary {
    let mut summary = Summary::default();
    let mut all: BTreeMap<PlayId, Shared> = BTreeMap::new();
    for (experiment, results) in experiments {
        if let Some(of) = &experiment.of {
            summary.drawn_from = Some(of.clone());
            continue;
        }
        for (grid, cell) in experiment.cells() {
            let result = results.cell(cell);
            let Some(id) = result.games else { continue };
            let measured = result.measured();
            let shared = all.entry(id).or_default();
            shared.games = shared.games.max(measured.map_or(0, |measured| measured.games));
            shared.asked = shared.asked.max(grid.games);
            shared.recorded |= measured.is_some_and(|measured| measured.origin.recorded);
            shared.behaviour = shared.behaviour.or(measured.map(|m| m.behaviour));
            shared.unplayable |= result.problem.is_some();
            let verdict = cell_verdict(experiment, grid, cell, results).map(|found| found.verdict);
            shared.verdict = match (shared.verdict, verdict) {
                (Some(one), Some(other)) => Some(one.min(other)),
                (one, other) => one.or(other),
            };
        }
        for claim in &experiment.claims {
            summary.claims.add(judge(claim, experiment, results).verdict);
        }
    }
    for shared in all.values() {
        summary.cells += 1;
        summary.games += shared.games;
        summary.asked += shared.asked;
        summary.played += usize::from(shared.games > 0);
        summary.recorded += usize::from(shared.recorded);
        summary.unknown += usize::from(shared.behaviour == Some(Behaviour::Unknown));
        summary.another += usize::from(shared.behaviour == Some(Behaviour::Another));
        summary.unplayable += usize::from(shared.unplayable);
        shared.verdict.into_iter().for_each(|verdict| summary.agreement.add(verdict));
    }
    if summary.cells > 0 {
        summary.drawn_from = None;
    }
    summary
}

pub(super) fn judge(claim: &Claim, experiment: &Experiment, results: &Results) -> Outcome {
    claim.judge(experiment, |_, cell| results.evidence(cell))
}

/// How a cell stands to the paper's number; nothing where there is none.
pub fn cell_verdict(
    experiment: &Experiment,
    grid: &Grid,
    cell: &Cell,
    results: &Results,
) -> Option<Agreement> {
    let printed = printed_estimate(grid, cell)?;
    let Some(here) = results.estimate(cell) else {
        return Some(Agreement { verdict: Verdict::NotPlayed, gap: 0.0 });
    };
    // Of the project's own measurements nobody else's number of games is known.
    let paper_games = (!experiment.place.is_empty()).then_some(grid.games);
    Some(agreement(&here, &printed, &grid.measure, paper_games))
}

impl Counts {
    /// One more.
    pub(super) fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Holds => self.holds += 1,
            Verdict::Fails => self.fails += 1,
            Verdict::Open => self.open += 1,
            Verdict::NotPlayed => self.not_played += 1,
        }
    }

    fn parts(&self) -> [(usize, Verdict); 4] {
        [
            (self.holds, Verdict::Holds),
            (self.fails, Verdict::Fails),
            (self.open, Verdict::Open),
            (self.not_played, Verdict::NotPlayed),
        ]
    }

    /// In a few signs: `✓2 ✗1`.
    pub fn signs(&self) -> String {
        let some = self.parts().into_iter().filter(|(n, _)| *n > 0);
        some.map(|(n, verdict)| format!("{}{n}", verdict.sign())).collect::<Vec<_>>().join(" ")
    }

    /// In words: `2 hold, 1 fails`.
    pub(super) fn words(&self, holds: [&str; 2], fails: [&str; 2]) -> String {
        let word = |(n, verdict): (usize, Verdict)| match verdict {
            Verdict::Holds => holds[usize::from(n != 1)],
            Verdict::Fails => fails[usize::from(n != 1)],
            other => other.name(),
        };
        let some = self.parts().into_iter().filter(|(n, _)| *n > 0);
        some.map(|part| format!("{} {}", part.0, word(part))).collect::<Vec<_>>().join(", ")
    }
}

impl Summary {
    /// The verdicts in a few words: on the cells, and on the claims.
    pub fn words(&self) -> (String, String) {
        let cells = match self.agreement.words(["agrees", "agree"], ["differs", "differ"]) {
            _ if self.drawn_from.is_some() => "as in its table".to_string(),
            _ if self.cells == 0 => "nothing to play".to_string(),
            _ if self.played == 0 && self.unplayable > 0 => "can't be played yet".to_string(),
            _ if self.played == 0 => "not played".to_string(),
            words if words.is_empty() => format!("{} of {} played", self.played, self.cells),
            words => words,
        };
        let claims = self.claims.words(["holds", "hold"], ["fails", "fail"]);
        (cells, if claims.is_empty() { "–".to_string() } else { claims })
    }
}

/// The page that leads to all papers.
pub fn overview(papers: &[(Paper, Vec<(Experiment, Results)>)]) -> Document {
    let mut blocks = vec![
        Block::Text(
            "Every table and figure of the five papers, played again, and the project's own \
             measurements. A cell agrees when its 95 % interval overlaps the paper's and is narrow \
             enough to have missed it; a claim is a sentence of the paper as a test that could have \
             failed. [Experiments](../experiments.md#verdicts) has the rules. Cells that the \
             papers limit by thinking time are compared by their twins, which are limited by \
             playouts or nodes and repeat exactly."
                .to_string(),
        ),
        Block::Text(
            "The numbers are from `crates/lab/experiments/*/recorded.toml`. Play more with `spinney experiment \
             run ID --scale 0.1` or `--budget 20m`; games add up from run to run."
                .to_string(),
        ),
    ];
    for (paper, experiments) in papers {
        blocks.push(Block::Heading(2, short(paper), paper.id.clone()));
        blocks.extend(cite(paper).map(Block::Text));
        blocks.push(Block::Text(standing(experiments)));
        let head = ["Experiment", "About", "Games", "Cells", "Claims"].map(String::from).to_vec();
        let rows = experiments.iter().map(|(experiment, results)| {
            let summary = summary(experiment, results);
            let (cells, claims) = summary.words();
            let name = experiment.name();
            let called = if paper.is_own() { name.to_string() } else { place(experiment) };
            let link = format!("[{called}]({}.md#{name})", paper.id);
            let games = if summary.asked == 0 {
                "–".to_string()
            } else {
                format!("{} of {}", grouped(summary.games), grouped(summary.asked))
            };
            [link, experiment.title.clone(), games, cells, claims].map(Field::from).to_vec()
        });
        blocks.push(Block::Table(head, rows.collect()));
    }
    Document { title: "Reproduction".to_string(), blocks }
}

/// How a paper stands, in a sentence or two.
pub(super) fn standing(experiments: &[(Experiment, Results)]) -> String {
    let summary = summary_of(experiments.iter().map(|(e, results)| (e, results)));
    let (cells, claims) = summary.words();
    let printed = match summary.agreement {
        none if none == Counts::default() => String::new(),
        _ => format!(" Printed cells: {cells}."),
    };
    let doubts = [(Behaviour::Unknown, summary.unknown), (Behaviour::Another, summary.another)];
    let doubts = doubts.map(|(behaviour, cells)| {
        let (played, words) = (summary.played, behaviour.words());
        match cells {
            0 => String::new(),
            1 => format!(" 1 of {played} played cells is of {words}."),
            _ => format!(" {cells} of {played} played cells are of {words}."),
        }
    });
    format!(
        "Claims: {claims}.{printed} {} of {} games.{}",
        grouped(summary.games),
        grouped(summary.asked),
        doubts.concat()
    )
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
