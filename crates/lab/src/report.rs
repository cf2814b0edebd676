//! Reports: what a paper printed and what was measured here, side by side, as Markdown, as a page
//! and as pictures.
//!
//! [`paper_report`] builds a document of plain blocks; [`markdown`] and [`html`] render it.

mod content;
mod document;
mod html;
mod markdown;
mod plot;
mod summary;
mod svg;

pub use content::{experiment_report, paper_report};
pub use document::{Block, Document, Field, Figure, Row};
pub use html::render as html;
pub use markdown::render as markdown;
pub use plot::draw;
pub use summary::{Counts, Summary, cell_verdict, overview, summary};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::recorded::Recorded;
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
        agents = { a = "{row}", b = "{column}" }
        published = """
        : x | y
        near: 7.5 ± 0.9 | 7.6 ± 0.9
        far: 2.0 ± 0.1 | ?
        """
        [[grid.axis]]
        name = "row"
        values = [{ label = "near", row = "random" }, { label = "far", row = "uct(playouts=3)" }]
        [[grid.axis]]
        name = "column"
        values = [{ label = "x", column = "random" }, { label = "y", column = "uct(playouts=2)" }]
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
            let asked = Asked {
                scale: games,
                games: None,
                budget: None,
                by_clock: false,
                cells: None,
                shard: None,
                seed: crate::experiment::SEED,
                options,
            };
            let experiments = std::slice::from_ref(&experiment);
            run(experiments, &mut store, "test", &asked, |_, _| ()).unwrap();
        }
        let none = Recorded::default();
        let results =
            Results::gather(&experiment, Some(&store), &none, &mut Games::default()).unwrap();
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
        assert!(far.contains("2.0 ± 0.1<br>") && far.contains(", +") && far.contains("✗"), "{far}");
        assert!(text.contains("- ✓ Games are longer than three moves."));
        assert!(text.contains("- ✗ Games are longer than twenty moves."));
        assert!(text.contains("![Lengths](author-2001/table-1-1.svg)"));
        assert!(text.contains("40 games in 4 of 4 cells, 160 in all"), "{text}");
        assert!(text.contains("**Figure 9.** It shows a cat."));
        let page = html(&document);
        assert!(
            page.contains("On &lt;noughts&gt; &amp; crosses") && page.matches("<svg").count() == 6
        );
        let summary = summary(&experiments[0].0, &experiments[0].1);
        let counts = |holds, fails, open, not_played| Counts { holds, fails, open, not_played };
        assert_eq!((summary.agreement, summary.claims), (counts(2, 1, 0, 0), counts(1, 1, 0, 0)));
        assert_eq!(summary.words(), ("2 agree, 1 differs".into(), "1 holds, 1 fails".into()));
        assert_eq!((summary.agreement.signs(), summary.recorded), ("✓2 ✗1".into(), 0));
        // The page starts with what holds and what fails, and the pictures.
        let (start, _) = text.split_once("## Notes").unwrap();
        let standing = "Claims: 1 holds, 1 fails. Printed cells: 2 agree, 1 differs.";
        assert!(start.contains(standing), "{start}");
        let holds = "**Holds** ✓\n\n- Games are longer than three moves. ([table-1](#table-1))";
        assert!(start.contains(holds) && start.contains("**Fails** ✗"), "{start}");
        let picture = "<img src=\"author-2001/table-1-1.svg\" alt=\"Lengths\"";
        assert!(start.contains(picture), "{start}");
    }

    #[test]
    fn few_games_leave_cells_open() {
        let (_, experiments) = played(0.05);
        let summary = summary(&experiments[0].0, &experiments[0].1);
        // Two games of each can't tell 7.5 and 7.6 from anything, and 2.0 perhaps.
        assert_eq!((summary.agreement.holds, summary.claims.holds), (0, 0), "{summary:?}");
        assert!(summary.agreement.open >= 2, "{summary:?}");
    }

    #[test]
    fn cells_with_the_same_games_count_once() {
        let text = TABLE.replace("uct(playouts=3)", "random").replace("uct(playouts=2)", "random");
        let experiment = Experiment::parse("author-2001/table-1", &text).unwrap();
        let none = Recorded::default();
        let results = Results::gather(&experiment, None, &none, &mut Games::default()).unwrap();
        let summary = summary(&experiment, &results);
        assert_eq!((summary.cells, summary.asked, summary.agreement.not_played), (1, 40, 1));
    }

    #[test]
    fn a_figure_that_draws_a_table_counts_nothing() {
        let (_, experiments) = played(1.0);
        let (table, results) = experiments.into_iter().next().unwrap();
        let figure = Experiment { of: Some("table-1".into()), ..table };
        let summary = summary(&figure, &results);
        assert_eq!((summary.games, summary.cells, summary.claims.holds), (0, 0, 0));
        assert_eq!(summary.words().0, "as in its table");
        let text = markdown(&experiment_report(&figure, &results), ".");
        let refers = text.contains("are those of [table-1](#table-1)");
        assert!(refers && !text.contains("| near"), "{text}");
    }

    #[test]
    fn table_and_plot_have_the_same_interval() {
        let text = TABLE.replace("\"length\"", "\"win rate of a\"").replace("7.5 ± 0.9", "50 ± 9");
        let text = text.replace("kind = \"lines\"", "y = [0, 100]\nkind = \"lines\"");
        let experiment = Experiment::parse("author-2001/table-1", &text).unwrap();
        let play = crate::experiment::recorded::meaning(&experiment, "near/x").unwrap();
        let file = format!(
            "[[batch]]\ntable = 't'\ncommit = 'c'\nmachine = 'm'\nseed = 1\n\
             cells = 'near/x | {play} | 20 of 20'"
        );
        let recorded = Recorded::parse(&file).unwrap();
        let results = Results::gather(&experiment, None, &recorded, &mut Games::default()).unwrap();
        let text = markdown(&experiment_report(&experiment, &results), ".");
        // Wilson's interval of 20 of 20 is 83.9 to 100, and not 100 ± 8.
        assert!(text.contains("100.0 (83.9 to 100.0), +24.9 ✗"), "{text}");
        assert!(text.contains("Recorded at commit c (m), of an unknown behaviour."), "{text}");
        let plot = draw(&experiment, &experiment.plots[1], &results);
        // The panel is 280 high and stands 52 below the top.
        let ends = |low: f64, high: f64| {
            let y = |percent: f64| 52.0 + 280.0 * (1.0 - percent / 100.0);
            let (low, high) = (format!("y1=\"{:.1}\"", y(low)), format!("y2=\"{:.1}\"", y(high)));
            plot.lines().any(|line| line.contains(&low) && line.contains(&high))
        };
        assert!(ends(83.887_4, 100.0) && ends(41.0, 59.0), "{plot}");
        assert!(!ends(91.9, 100.0));
    }

    #[test]
    fn who_did_not_play_as_today_is_said() {
        let (paper, experiments) = played(1.0);
        let experiment = &experiments[0].0;
        let page = |results: Results| {
            let experiments = [(experiment.clone(), results)];
            let list = overview(&[(paper.clone(), experiments.to_vec())]);
            let list = markdown(&list, ".");
            assert!(list.contains(&summary::standing(&experiments)), "{list}");
            markdown(&paper_report(&paper, &experiments), ".")
        };
        let line = |key: &str, behaviour: &str| {
            let play = crate::experiment::recorded::meaning(experiment, key).unwrap();
            format!("{key} | {play} | 50 games, mean 7, deviation 1{behaviour}\n")
        };
        let recorded = |lines: String| {
            let file = "[[batch]]\ntable = 't'\ncommit = 'c'\nmachine = 'm'\nseed = 1\ncells = ";
            let recorded = Recorded::parse(&format!("{file}'''{lines}'''")).unwrap();
            Results::gather(experiment, None, &recorded, &mut Games::default()).unwrap()
        };
        let today = page(experiments[0].1.clone());
        assert!(!today.contains("behaviour"), "{today}");
        let unknown = page(recorded(line("near/x", "") + &line("near/y", "")));
        assert!(unknown.contains("2 of 2 played cells are of an unknown behaviour."), "{unknown}");
        assert!(
            unknown.contains("Recorded at commit c (m), of an unknown behaviour."),
            "{unknown}"
        );
        let other = " | 0123456789abcdef";
        let mixed = page(recorded(line("near/x", "") + &line("near/y", other)));
        let said = "1 of 2 played cells is of an unknown behaviour. 1 of 2 played cells is of another \
                    behaviour than today's.";
        assert!(mixed.contains(said), "{mixed}");
        let said = "(m), 1 cell of an unknown behaviour, 1 cell of another behaviour than today's.";
        assert!(mixed.contains(said), "{mixed}");
        let summary = summary(experiment, &recorded(line("near/x", other)));
        assert_eq!((summary.unknown, summary.another, summary.recorded), (0, 1, 1));
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
        let none = Recorded::default();
        let results = Results::gather(&experiment, None, &none, &mut Games::default()).unwrap();
        let experiments = vec![(experiment, results)];
        let text = markdown(&paper_report(&own, &experiments), ".");
        assert!(text.starts_with("# Lengths\n") && text.contains("## All"), "{text}");
        assert!(
            text.contains("Mean length of a game, moves. Asked for: 2 games per cell."),
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
        assert!(overview.contains("0 of 160 | not played | 2 not played"), "{overview}");
    }
}
