//! Reports: what a paper printed and what was measured here, side by side, as Markdown, as a page
//! and as pictures.
//!
//! [`paper_report`] builds a document of plain blocks; [`markdown`] and [`html`] render it. A cell
//! *agrees* when the 95 % intervals of paper and measurement overlap, and otherwise misses by the
//! gap between them.

mod content;
mod document;
mod html;
mod markdown;
mod plot;
mod summary;
mod svg;

pub use content::paper_report;
pub use document::{Block, Document, Figure, Mark, Row};
pub use html::render as html;
pub use markdown::render as markdown;
pub use plot::draw;
pub use summary::{Summary, overview, summary};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::run::{Asked, run};
    use crate::experiment::{Experiment, Games, Paper, Results};
    use crate::runner::RunOptions;
    use crate::store::Store;

    const PAPER: &str = r#"
        title = "On <noughts> & crosses"
        authors = "A. Author"
        published = "Nowhere, 2001"
        notes = ["A note."]
        missing = [{ what = "Figure 9", why = "It shows a cat." }]
    "#;

    const TABLE: &str = r#"
        title = "Random play"
        place = "2, Table 1"
        games = 40
        measure = "length"
        [[grid]]
        game = "tic-tac-toe"
        agents = { a = "random", b = "random" }
        published = """
        : x | y
        near: 7.5 ± 0.9 | 7.6 ± 0.9
        far: 2.0 ± 0.1 | ?
        """
        [[grid.axis]]
        name = "row"
        values = ["near", "far"]
        [[grid.axis]]
        name = "column"
        values = ["x", "y"]
        [[claim]]
        says = "Games are longer than three moves."
        higher = "near/*"
        than = 3.0
        [[claim]]
        says = "Games are longer than twenty moves."
        higher = "near/*"
        than = 20.0
        [[plot]]
        title = "Lengths"
        kind = "bars"
        x = "column"
        [[plot]]
        title = "Lengths again"
        kind = "lines"
        x = "column"
        [[plot]]
        title = "Lengths once more"
        kind = "heat"
        x = "column"
        [[printed]]
        title = "Table 2"
        why = "it is arithmetic"
        table = """
        : one | two
        row: 1 | 2
        """
    "#;

    fn played(games: f64) -> (Paper, Vec<(Experiment, Results)>) {
        let paper = Paper::parse("author-2001", PAPER).unwrap();
        let experiment = Experiment::parse("author-2001/table-1", TABLE).unwrap();
        let mut store = Store::in_memory().unwrap();
        if games > 0.0 {
            let options = RunOptions { threads: 1, ..RunOptions::default() };
            let asked = Asked { scale: games, budget: None, by_clock: false, cells: None, options };
            let experiments = std::slice::from_ref(&experiment);
            run(experiments, &mut store, "test", &asked, |_, _| ()).unwrap();
        }
        let results = Results::gather(&experiment, Some(&store), &mut Games::default()).unwrap();
        (paper, vec![(experiment, results)])
    }

    #[test]
    fn paper_and_measurement_stand_side_by_side() {
        let (paper, experiments) = played(1.0);
        let document = paper_report(&paper, &experiments);
        let text = markdown(&document, "author-2001");
        let line = |start: &str| text.lines().find(|l| l.starts_with(start)).unwrap_or_default();
        assert!(
            line("| near").contains("7.5 ± 0.9<br>") && line("| near").ends_with("✓ |"),
            "{text}"
        );
        let far = line("| far");
        // 2.0 ± 0.1 against some 7.6: above by five points and more; the other cell has no number.
        assert!(far.contains("2.0 ± 0.1<br>") && far.contains("(+5") && far.contains("✗"), "{far}");
        assert!(text.contains("- ✓ Games are longer than three moves."));
        assert!(text.contains("- ✗ Games are longer than twenty moves."));
        assert!(text.contains("![Lengths](author-2001/table-1-1.svg)"));
        assert!(text.contains("40 games in 4 of 4 cells, 160 in all"), "{text}");
        assert!(text.contains("**Figure 9.** It shows a cat."));
        let page = html(&document);
        assert!(
            page.contains("On &lt;noughts&gt; &amp; crosses") && page.matches("<svg").count() == 3
        );
        let summary = summary(&experiments[0].0, &experiments[0].1);
        assert_eq!((summary.compared, summary.agree, summary.hold, summary.fail), (3, 2, 1, 1));
        assert_eq!(summary.words(), ("2 of 3 cells agree".into(), "1 of 2 hold, 1 fail".into()));
    }

    #[test]
    fn own_measurements_speak_of_no_paper() {
        let own = Paper::parse("our-own", "title = 'Lengths'").unwrap();
        assert!(own.is_own());
        assert!(Paper::parse("half", "title = 'Half'\nauthors = 'A. Author'").is_err());
        let text = "title = 'All'\ngames = 2\nmeasure = 'length'\n[[grid]]\ngame = 'tic-tac-toe'\n\
                    agents = { x = 'random', o = 'random' }\n[[grid.axis]]\nname = 'g'\n\
                    values = ['1']\n";
        let experiment = Experiment::parse("our-own/all", text).unwrap();
        let results = Results::gather(&experiment, None, &mut Games::default()).unwrap();
        let experiments = vec![(experiment, results)];
        let text = markdown(&paper_report(&own, &experiments), ".");
        assert!(text.starts_with("# Lengths\n") && text.contains("## All"), "{text}");
        assert!(
            text.contains("Mean length of a game, moves. Asked for: 2 games a cell."),
            "{text}"
        );
        assert!(!text.to_lowercase().contains("paper"), "{text}");
        let overview = markdown(&overview(&[(own, experiments)]), ".");
        assert!(overview.contains("[all](our-own.md#all)"), "{overview}");
    }

    #[test]
    fn what_was_not_played_is_said() {
        let (paper, experiments) = played(0.0);
        let text = markdown(&paper_report(&paper, &experiments), ".");
        assert!(
            text.contains("Here: not played yet.") && text.contains("| 7.5 ± 0.9<br>· |"),
            "{text}"
        );
        assert!(text.contains("- · Games are longer than three moves. *not played*"));
        let overview = markdown(&overview(&[(paper, experiments)]), ".");
        assert!(overview.contains("[Table 1](author-2001.md#table-1)"), "{overview}");
        assert!(overview.contains("0 of 160 | not played | 0 of 2 hold"), "{overview}");
    }
}
