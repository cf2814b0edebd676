//! Checks of the transcription: what the papers' numbers imply about each other.

use super::contrast::Known;
use super::published::number;
use super::recorded::{Recorded, meaning};
use super::verdict::Verdict;
use super::{
    Cell, Estimate, Experiment, Games, Grid, Measure, Paper, Printed, Results, library,
    printed_estimate,
};

fn experiment(id: &str) -> Experiment {
    let all = library::experiments().expect("the files are read");
    all.into_iter().find(|experiment| experiment.id == id).unwrap_or_else(|| panic!("no {id}"))
}

/// The printed value of a cell.
fn value(experiment: &Experiment, key: &str) -> f64 {
    let cell = experiment.cell(key).unwrap_or_else(|| panic!("no cell {key}"));
    cell.published.as_ref().unwrap_or_else(|| panic!("{key} has no number")).value
}

/// The numbers of a printed table's row.
fn row(printed: &Printed, label: &str) -> Vec<f64> {
    let (_, cells) = printed.rows.iter().find(|(l, _)| l == label).expect("the row is there");
    cells.iter().map(|cell| number(cell).unwrap_or(0.0)).collect()
}

/// The half interval that follows from a rate and a number of games.
fn half(value: f64, games: u64, z: f64) -> f64 {
    let p = value / 100.0;
    100.0 * z * (p * (1.0 - p) / games as f64).sqrt()
}

/// Cells whose printed interval differs from the one that follows, by more than rounding.
fn odd_intervals(paper: &str, z: f64, slack: f64) -> Vec<String> {
    let all = library::experiments().expect("the files are read");
    let mut odd = Vec::new();
    for experiment in all.iter().filter(|e| e.paper() == paper) {
        for (grid, cell) in experiment.cells() {
            let Some(published) = &cell.published else { continue };
            let (Some(printed), Measure::WinRate(_)) = (published.half, &grid.measure) else {
                continue;
            };
            if (half(published.value, grid.games, z) - printed).abs() > slack {
                odd.push(format!("{} {}", experiment.id, cell.key));
            }
        }
    }
    odd
}

#[test]
fn every_file_of_the_folder_is_built_in() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments");
    let mut on_disk = Vec::new();
    for paper in std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()) {
        for file in std::fs::read_dir(&paper).unwrap().map(|entry| entry.unwrap().path()) {
            let name = file.file_stem().unwrap().to_string_lossy().into_owned();
            if !["paper", "about", "recorded"].contains(&name.as_str()) {
                on_disk.push(format!("{}/{name}", paper.file_name().unwrap().to_string_lossy()));
            }
        }
    }
    let mut built_in: Vec<String> =
        library::experiments().unwrap().into_iter().map(|e| e.id).collect();
    on_disk.sort();
    built_in.sort();
    assert_eq!(on_disk, built_in);
    let (own, papers): (Vec<_>, Vec<_>) =
        library::papers().unwrap().into_iter().partition(Paper::is_own);
    assert!(papers.len() == 5 && !own.is_empty());
    for experiment in library::experiments().unwrap() {
        let published = papers.iter().any(|paper| paper.id == experiment.paper());
        assert_eq!(experiment.place.is_empty(), !published, "{}", experiment.id);
    }
}

#[test]
fn intervals_follow_from_rates_and_games() {
    let nijssen =
        ["table-10 0/1000", "table-10 0.8/100 000", "figure-8 0/1000", "figure-8 0.8/100 000"];
    let nijssen = nijssen.map(|cell| format!("nijssen-winands-2012/{cell}"));
    let mut odd = odd_intervals("nijssen-winands-2012", 1.96, 0.0511);
    // Other readings of Table X have its first cell in every row.
    let readings = odd.extract_if(.., |cell| cell.contains("table-10-readings ")).count();
    assert_eq!((odd, readings), (nijssen.to_vec(), 7));
    // Rounded the wrong way; noted in the files.
    let borak = [
        "experiment-1 disabled",
        "experiment-2 75-25",
        "experiment-3 5000/Detective",
        "experiment-3 2500/Both",
        "experiment-4 50 %/10 %",
        "readings iterations:station/2500",
        "readings iterations:as written/2500",
        "readings iterations:public program/2500",
        "readings doubles:station/disabled",
        "readings doubles:as written/disabled",
        "readings doubles:public program/disabled",
    ];
    let borak = borak.map(|cell| format!("borak-2021/{cell}"));
    assert_eq!(odd_intervals("borak-2021", 1.96, 0.0511), borak);
    // Two standard errors; the exceptions are noted in the file.
    let perick = [
        "table-2 UCB1/UCB-V",
        "table-2 OMC-Deterministic/EXP3",
        "table-2 OMC-Deterministic/ε_n-greedy",
        "table-2-tenfold UCB1/UCB-V",
        "table-2-tenfold OMC-Deterministic/EXP3",
        "table-2-tenfold OMC-Deterministic/ε_n-greedy",
        "table-2-readings OMC-Deterministic/EXP3",
        "table-2-readings OMC-Deterministic/ε_n-greedy",
        "table-2-low UCB1/UCB-V",
        "table-2-low OMC-Deterministic/EXP3",
        "table-2-low OMC-Deterministic/ε_n-greedy",
        "table-2-printed UCB1/UCB-V",
        "table-2-printed OMC-Deterministic/EXP3",
        "table-2-printed OMC-Deterministic/ε_n-greedy",
    ];
    let perick = perick.map(|cell| format!("perick-2012/{cell}"));
    assert_eq!(odd_intervals("perick-2012", 2.0, 0.0151), perick);
}

#[test]
fn nijssen_and_winands_agree_with_themselves() {
    let table = |n: usize| experiment(&format!("nijssen-winands-2012/table-{n}"));
    let (reduction, times) = (table(9), table(10));
    for r in &reduction.grids[0].axes[0].labels {
        let here = value(&reduction, &format!("{r}/MCTS + LC, MCTS hider"));
        assert_eq!(here, value(&times, &format!("{r}/10 000")), "r = {r}");
    }
    // One pair of players, several tables.
    let plain = [
        value(&table(4), "10 000 playouts/single tree/ε-greedy"),
        value(&table(5), "default:without"),
        value(&reduction, "0/MCTS, MCTS hider"),
        value(&experiment("nijssen-winands-2012/section-5b"), "mcts:move"),
    ];
    assert_eq!(plain, [63.6; 4]);
    let categories = value(&table(5), "categories:Minimum-distance/General/1");
    assert_eq!(categories, value(&reduction, "0/MCTS + LC, MCTS hider"));
    let second = value(&table(4), "1 s/single tree/ε-greedy");
    assert_eq!(second, value(&table(3), "1 s/MC/MM"));
    let expectimax = value(&table(7), "default:without");
    assert_eq!(
        expectimax,
        value(&experiment("nijssen-winands-2012/section-5b"), "expectimax:stand still")
    );
    // VI-G gives the hider's share of the same games.
    let best = table(11);
    for (cell, hider) in [
        ("MCTS/MCTS", 18.8),
        ("MCTS/Paranoid", 5.1),
        ("Expectimax/MCTS", 55.0),
        ("Expectimax/Paranoid", 23.8),
    ] {
        assert!((value(&best, cell) + hider - 100.0).abs() < 1e-9, "{cell}");
    }
}

#[test]
fn the_detailed_table_fits_into_the_general_one() {
    let general = &experiment("nijssen-winands-2012/table-1").printed[0];
    let detailed = &experiment("nijssen-winands-2012/table-2").printed[0];
    let (actual, possible) = (row(general, "a"), row(general, "n"));
    for category in 0..5 {
        let named = |label: &str| label.split(',').any(|c| c == (category + 1).to_string());
        let (mut stood, mut was_possible) = (0.0, 0.0);
        for (label, _) in &detailed.rows {
            let counts = row(detailed, label);
            assert_eq!(counts[category] > 0.0, named(label), "{label}");
            stood += counts[category];
            if named(label) {
                was_possible += counts.iter().sum::<f64>();
            }
        }
        // Only combinations under 100 occurrences are left out.
        assert!(stood <= actual[category] && was_possible <= possible[category], "{category}");
        assert!(actual[category] < possible[category]);
    }
    assert_eq!(row(detailed, "2,3,4").iter().sum::<f64>(), 152.0, "the text's example");
}

#[test]
fn the_match_by_hand_adds_up() {
    let games = &experiment("nijssen-winands-2012/section-6h").printed[0];
    let (ours, theirs) = (row(games, "MCTS"), row(games, "Nintendo DS"));
    assert_eq!((ours[0] + ours[1], theirs[0] + theirs[1]), (ours[2], theirs[2]));
    assert_eq!((ours[0] + theirs[1], ours[1] + theirs[0]), (25.0, 25.0));
}

#[test]
fn borak_repeats_his_numbers() {
    let (one, two) = (experiment("borak-2021/experiment-1"), experiment("borak-2021/experiment-2"));
    assert_eq!(value(&one, "enabled"), value(&two, "none"));
    let three = experiment("borak-2021/experiment-3");
    for side in ["Detective", "Hider", "Both"] {
        assert_eq!(value(&three, &format!("10000/{side}")), value(&two, "25-75"));
    }
    let five = experiment("borak-2021/experiment-5");
    for split in ["10-90", "25-75"] {
        let sum = value(&five, &format!("distance:{split}")) + value(&two, split);
        assert!((sum - 100.0).abs() < 1e-9, "{split}");
    }
}

#[test]
fn mirrored_cells_of_perick_sum_to_100_but_four() {
    let table = experiment("perick-2012/table-2");
    let names = &table.grids[0].axes[0].labels;
    let mut odd = Vec::new();
    for (i, a) in names.iter().enumerate() {
        assert!(table.cell(&format!("{a}/{a}")).is_none(), "nobody plays itself");
        for b in &names[i + 1..] {
            let sum = value(&table, &format!("{a}/{b}")) + value(&table, &format!("{b}/{a}"));
            if (sum - 100.0).abs() > 1e-9 {
                odd.push((format!("{a}/{b}"), (sum * 100.0).round() / 100.0));
            }
        }
    }
    let expected = [
        ("UCB1/UCB-V", 100.01),
        ("UCB-Minimal/Thompson Sampling", 110.0),
        ("EXP3/OMC-Deterministic", 80.0),
        ("UCB-V/OMC-Stochastic", 80.0),
    ];
    assert_eq!(odd, expected.map(|(pair, sum)| (pair.to_string(), sum)));
    // The same table, played in other ways.
    for other in ["table-2-tenfold", "table-2-readings", "table-2-low", "table-2-printed"] {
        let other = &format!("perick-2012/{other}");
        for (_, cell) in experiment(other).cells() {
            let there = table.cell(&cell.key).and_then(|cell| cell.published.clone());
            assert_eq!(cell.published, there, "{other} {}", cell.key);
        }
    }
}

#[test]
fn the_averages_of_perick_do_not_follow() {
    let table = experiment("perick-2012/table-2");
    let mean = |name: &str| {
        let row = table.cells().filter(|(_, cell)| cell.key.starts_with(&format!("{name}/")));
        let values: Vec<f64> =
            row.map(|(_, cell)| cell.published.as_ref().unwrap().value).collect();
        assert_eq!(values.len(), 11);
        values.iter().sum::<f64>() / 11.0
    };
    let printed = |name: &str| {
        let (_, cells) = table.printed[0].rows.iter().find(|(label, _)| label == name).unwrap();
        number(cells[0].split('±').next().unwrap()).unwrap()
    };
    assert_eq!((printed("UCB1-Tuned"), (mean("UCB1-Tuned") * 100.0).round()), (85.11, 7922.0));
    assert_eq!((printed("EXP3"), (mean("EXP3") * 100.0).round()), (33.24, 5139.0));
    // Those two apart, they are a few points off at most.
    for name in table.grids[0].axes[0].labels.iter().filter(|n| *n != "UCB1-Tuned" && *n != "EXP3")
    {
        assert!((printed(name) - mean(name)).abs() < 2.5, "{name}");
    }
}

#[test]
fn the_columns_of_samegame_add_up() {
    let table = experiment("schadd-2012/table-7");
    let sums = row(&table.printed[1], "Sum");
    for (method, printed) in table.grids[0].axes[1].labels.iter().zip(&sums) {
        let sum: f64 = (1..=20).map(|p| value(&table, &format!("{p}/{method}"))).sum();
        // Position 17 of IDA* is printed with two digits exchanged.
        let off = if method == "IDA" { 1_284.0 - 1_248.0 } else { 0.0 };
        assert_eq!(sum + off, *printed, "{method}");
    }
    let others = &table.printed[0];
    let total = row(others, "Sum");
    for (column, sum) in total.iter().enumerate() {
        let added: f64 = (1..=20).map(|p| row(others, &p.to_string())[column]).sum();
        assert_eq!(added, *sum, "{}", others.columns[column]);
    }
    assert_eq!(sums, [22_354.0, 73_998.0, 76_352.0, 77_934.0, 78_012.0]);
    assert_eq!(total, [72_816.0, 76_764.0, 84_414.0, 84_718.0]);
}

#[test]
fn samegame_repeats_its_numbers() {
    let (time, tuned) = (experiment("schadd-2012/table-3"), experiment("schadd-2012/table-6"));
    for seconds in &time.grids[0].axes[1].labels {
        for (here, there) in
            [("SP-MCTS per game", "Per game, manual"), ("SP-MCTS per move", "Per move, manual")]
        {
            assert_eq!(
                value(&time, &format!("{here}/{seconds}")),
                value(&tuned, &format!("{there}/{seconds}"))
            );
        }
    }
    let reading = experiment("schadd-2012/table-6-readings");
    for (_, cell) in reading.cells() {
        assert_eq!(value(&reading, &cell.key), value(&tuned, &cell.key), "{}", cell.key);
    }
    let last = experiment("schadd-2012/table-4");
    assert_eq!(value(&last, "TopScore"), value(&time, "SP-MCTS per move/~10 s"));
}

#[test]
fn the_complexities_of_samegame_are_right() {
    let section = experiment("schadd-2012/section-2-2");
    let (length, branching) =
        (value(&section, "length:SP-MCTS"), value(&section, "branching:SP-MCTS"));
    assert_eq!(
        (length * branching.log10()).round(),
        row(&section.printed[0], "game-tree complexity 21.1^62.2")[0]
    );
    let column: f64 = (0..=15).map(|n| 5f64.powi(n)).sum();
    assert_eq!((15.0 * column.log10()).round(), row(&section.printed[0], "states")[0]);
}

#[test]
fn figures_that_draw_a_table_have_its_cells() {
    for (figure, table) in [("figure-7", "table-9"), ("figure-8", "table-10")] {
        let figure = experiment(&format!("nijssen-winands-2012/{figure}"));
        let table = experiment(&format!("nijssen-winands-2012/{table}"));
        assert_eq!((figure.grids, figure.claims), (table.grids, table.claims));
    }
}

#[test]
fn time_limited_cells_have_twins_that_repeat() {
    for experiment in library::experiments().unwrap() {
        for (_, cell) in experiment.cells() {
            let by_clock =
                |agents: &[(String, String)]| agents.iter().any(|(_, a)| a.contains("millis"));
            assert_eq!(
                by_clock(&cell.play.agents),
                cell.twin.is_some(),
                "{} {}",
                experiment.id,
                cell.key
            );
            if let Some(twin) = &cell.twin {
                assert!(!by_clock(&twin.agents), "{} {}", experiment.id, cell.key);
            }
        }
    }
}

#[test]
fn the_papers_own_numbers_bear_their_claims() {
    let mut against = Vec::new();
    let mut judged = 0;
    for experiment in library::experiments().unwrap() {
        for claim in &experiment.claims {
            let outcome =
                claim.judge(&experiment, |grid: &Grid, cell: &Cell| printed_estimate(grid, cell));
            judged += usize::from(outcome.verdict != Verdict::NotPlayed);
            if outcome.verdict == Verdict::Fails {
                against.push(format!("{}: {} [{}]", experiment.id, claim.says, outcome.detail));
            }
        }
    }
    assert!(judged > 60, "{judged}");
    assert_eq!(against, [""; 0]);
}

#[test]
fn every_specification_can_be_played() {
    let mut games = Games::default();
    let mut problems = Vec::new();
    for experiment in library::experiments().unwrap() {
        for grid in &experiment.grids {
            for (i, cell) in grid.cells.iter().enumerate() {
                let plays = [Some(&cell.play), cell.twin.as_ref()].into_iter().flatten();
                for play in plays {
                    // Making an agent takes longer than reading its settings: some of each grid.
                    let make = i % 97 == 0;
                    if let Err(problem) = games.seat(play, make) {
                        problems.push(format!("{} {}: {problem}", experiment.id, cell.key));
                    }
                }
            }
        }
    }
    problems.truncate(5);
    assert_eq!(problems, [""; 0]);
}

#[test]
fn no_claim_counts_the_same_games_twice() {
    // The error of a contrast takes its cells for independent: none may have a cell and its mirror
    // image, or the same games under two names.
    let mut games = Games::default();
    for experiment in library::experiments().unwrap() {
        let none = Recorded::default();
        let results = Results::gather(&experiment, None, &none, &mut games).unwrap();
        let known = Known::new(&experiment, |_, _| Estimate::rate(5, 10));
        for claim in &experiment.claims {
            for contrast in claim.contrasts(&experiment, &known) {
                let cells = contrast.cells().map(|(g, c)| &experiment.grids[g].cells[c]);
                let ids: Vec<_> = cells.map(|cell| results.cell(cell).games).collect();
                let distinct: std::collections::BTreeSet<_> = ids.iter().collect();
                assert_eq!(distinct.len(), ids.len(), "{}: {}", experiment.id, claim.says);
            }
        }
    }
}

#[test]
fn every_recorded_cell_belongs_to_its_table() {
    let experiments = library::experiments().unwrap();
    for paper in library::papers().unwrap() {
        for batch in library::recorded(&paper.id).unwrap().batches() {
            let id = format!("{}/{}", paper.id, batch.table);
            let table = experiments.iter().find(|experiment| experiment.id == id);
            let table = table.unwrap_or_else(|| panic!("no {id}"));
            for cell in &batch.cells {
                assert_eq!(meaning(table, &cell.key), Some(cell.play), "{id} {}", cell.key);
            }
            for (key, difference) in &batch.differences {
                for key in [key, &difference.less] {
                    assert!(batch.cells.iter().any(|cell| cell.key == *key), "{id} {key}");
                }
            }
        }
    }
}
