//! Every solver on boards small enough to try every line.

use super::*;
use crate::samegame::reference;
use crate::samegame::rules::{Position, StandardState};
use crate::samegame::tests::exhaustive;
use spinney_spec::Spec;

fn run(text: &str, position: &Position, seed: u64) -> Answer {
    run_telling(text, position, seed, &|_| ())
}

fn run_telling(
    text: &str,
    position: &Position,
    seed: u64,
    improved: &(dyn Fn(&Answer) + Sync),
) -> Answer {
    let spec: Spec = text.parse().unwrap();
    let settings = catalogue().resolve(&spec).unwrap();
    let stop = Stop::new();
    let task = Task { seed, threads: 1, time: None, stop: &stop, known: &[], improved };
    let answer = solve(&settings, StandardState::new(position), &task);
    let moves: Vec<_> = answer.moves.iter().map(|b| b.place(position.rows())).collect();
    let outcome = reference::replay(position, &moves).unwrap();
    assert!(outcome.over, "{text}");
    assert_eq!(outcome.score, i64::from(answer.score), "{text}");
    answer
}

const HEURISTIC: &[&str] = &[
    "best(playouts=500)",
    "sp-mcts(playouts=300)",
    "sp-mcts(playouts=300, time=move, t=2)",
    "manual(playouts=200, restarts=4)",
    "manual(playouts=200, below=simulation)",
    "manual(playouts=200, below=stored, playout=mc-rws)",
    "cem-move(playouts=500, playout=random)",
    "cem-move(playouts=500, restarts=5)",
    "exploration(playouts=200, playout=tabu-random, draw=groups)",
    "balanced(playouts=200, playout=mc-rws)",
    "nested(level=1)",
    "nested(level=2)",
    "nrpa(level=2, iterations=10)",
    "beam(width=5)",
    "dbs(share=50)",
    "random",
];

#[test]
fn tiny_boards_exact_solvers_equal_exhaustive_search_and_no_other_exceeds_it() {
    for seed in 0..24 {
        let (rows, columns) = (1 + seed as usize % 4, 1 + seed as usize / 4 % 4);
        let position = Position::random(rows, columns, 1 + seed as usize % 3, seed);
        let most = exhaustive(&StandardState::new(&position));
        for text in ["ida-star(nodes=10000000)", "a-star(nodes=10000000)", "ida-star(step=0)"] {
            let answer = run(text, &position, seed);
            assert!(answer.proven, "{text} on\n{position}");
            assert_eq!(answer.score, most, "{text} on\n{position}");
        }
        for text in HEURISTIC {
            let answer = run(text, &position, seed);
            assert!(answer.score <= most, "{text} on\n{position}");
            assert!(!answer.proven || answer.score == most, "{text}");
        }
    }
}

#[test]
fn a_search_cut_short_still_gives_a_whole_line() {
    let position = Position::random(15, 15, 5, 1);
    for text in
        ["ida-star(nodes=1)", "a-star(nodes=1)", "dbs(nodes=1)", "nested(level=3, playouts=1)"]
    {
        run(text, &position, 1);
    }
}

#[test]
fn a_colour_that_is_not_there_cannot_be_spared() {
    let position = Position::random(10, 10, 4, 2);
    let raced = run("best(playouts=4000)", &position, 3);
    assert_eq!(run("best(playouts=4000, tabu=5)", &position, 3).moves, raced.moves);
    assert_ne!(run("best(playouts=4000, tabu=1)", &position, 3).moves, raced.moves);
}

#[test]
fn more_searching_scores_more() {
    // Fixed seeds and a wide margin: means over six boards.
    let mean = |text: &str| {
        let boards = (0..6).map(|k| Position::random(15, 15, 5, 100 + k));
        boards.map(|position| run(text, &position, 7).score).sum::<i32>() / 6
    };
    let random = mean("random(playout=random)");
    let tabu = mean("random");
    let nested = mean("nested(level=1)");
    let tree = mean("exploitation(nodes=2000)");
    assert!(random + 100 < tabu, "{random} {tabu}");
    assert!(tabu + 500 < nested, "{tabu} {nested}");
    assert!(tabu + 500 < tree, "{tabu} {tree}");
}

#[test]
fn restarts_share_a_budget_and_never_add_to_it() {
    let position = Position::random(15, 15, 5, 1);
    for (text, most) in [
        ("sp-mcts(playouts=100, restarts=1000)", 100),
        ("sp-mcts(playouts=1000, restarts=7)", 1000),
        // Per move a sixty-fourth each.
        ("sp-mcts(playouts=1288, restarts=1000, time=move)", 20 * 112),
        ("sp-mcts(playouts=12880, restarts=10, time=move)", 10 * 20 * 112),
        ("sp-mcts(playouts=1288, searches=1000, time=move)", 20 * 112),
        ("sp-mcts(playouts=12880, restarts=5, searches=10, time=move)", 10 * 20 * 112),
        ("sp-mcts(playouts=12880, restarts=10, patience=3, time=move)", 12_880),
        ("sp-mcts(playouts=12880, restarts=10, patience=3)", 12_880),
    ] {
        let answer = run(text, &position, 3);
        assert!(answer.effort <= most, "{text}: {}", answer.effort);
        assert!(answer.effort > most / 4, "{text}: {}", answer.effort);
    }
}

#[test]
fn a_run_of_several_is_as_good_as_alone_and_the_best_counts() {
    let position = Position::random(15, 15, 5, 1);
    let first = run("cem-move(playouts=2000)", &position, 3);
    let five = run("cem-move(playouts=10000, restarts=5)", &position, 3);
    assert!(five.score > first.score, "{} {}", five.score, first.score);
    assert!(five.effort > 4 * first.effort, "{} {}", five.effort, first.effort);
}

#[test]
fn runs_behind_the_best_are_given_up_for_others() {
    let position = Position::random(15, 15, 5, 1);
    let told = std::sync::Mutex::new(Vec::new());
    let efforts = |text: &str| {
        let answer = run_telling(text, &position, 3, &|better| {
            told.lock().unwrap().push((better.effort, better.score));
        });
        (std::mem::take(&mut *told.lock().unwrap()), answer)
    };
    let (whole, all) = efforts("cem-move(playouts=20000, restarts=10)");
    let (given_up, more) = efforts("cem-move(playouts=20000, restarts=10, patience=4)");
    // The first run leads, and is played to its end.
    let first = |told: &[(u64, i32)]| told.iter().filter(|it| it.0 < 1500).count();
    assert!(first(&whole) > 0);
    assert_eq!(whole[..first(&whole)], given_up[..first(&whole)]);
    // Later ones are given up: what they leave is spent on others.
    assert_ne!(whole, given_up);
    assert!(all.effort <= 20_000 && (18_000..=20_000).contains(&more.effort));
    // Who never loses patience plays all to the end.
    assert_eq!(
        efforts("cem-move(playouts=20000, restarts=10, patience=1000)").0[..whole.len()],
        whole
    );
}

#[test]
fn where_colours_are_equally_common_searches_may_spare_different_ones() {
    // 45 blocks of each colour.
    let equal = &crate::samegame::standard_set()[10];
    let scores = |text: &str| [1, 2, 3, 4].map(|seed| run(text, equal, seed).score);
    let (first, any) = (scores("cem-move(nodes=2000)"), scores("cem-move(nodes=2000, ties=any)"));
    assert_ne!(first, any);
    assert_eq!(first, scores("cem-move(nodes=2000, ties=first)"));
    assert_eq!(any, scores("cem-move(nodes=2000, ties=any)"));
}

#[test]
fn a_narrow_search_grows_a_deeper_tree() {
    let position = Position::random(15, 15, 5, 1);
    let depth = |text: &str| run(text, &position, 3).depth;
    let (narrow, wide) = (depth("exploitation(nodes=5000)"), depth("exploration(nodes=5000)"));
    assert!(narrow.deepest > 3 * wide.deepest && wide.deepest > 0, "{narrow:?} {wide:?}");
    assert!(narrow.mean > 3.0 * wide.mean && wide.mean >= 1.0, "{narrow:?} {wide:?}");
    assert!(narrow.mean < narrow.deepest as f64);
    assert_eq!(depth("random"), Depth::default());
    // Of several searches as of one.
    let several = depth("exploration(nodes=20000, searches=4)");
    assert!((several.mean - wide.mean).abs() < 0.5, "{several:?} {wide:?}");
}

#[test]
fn below_t_each_playout_stores_its_first_new_position() {
    let position = Position::random(15, 15, 5, 4);
    let stored = |below: &str, nodes: u64| {
        let text = format!("manual(nodes={nodes}, t=10, below={below})");
        run(&text, &position, 1).effort
    };
    // As written: a position per playout. With leaves the nine next playouts from it store none.
    assert_eq!(stored("simulation", 400), 400);
    assert_eq!(stored("stored", 400), 400);
    assert!(stored("leaf", 400) > 800, "{}", stored("leaf", 400));
}
