//! `spinney solve samegame` as a person or a script meets it.

mod common;

use common::{spinney, text};
use std::process::Output;

fn solve(args: &[&str], input: &str) -> Output {
    let mut all = vec!["solve", "samegame", "-"];
    all.extend(args);
    spinney(&all, input)
}

#[test]
fn a_small_board_is_solved_with_a_line_that_scripts_can_read() {
    let output = solve(&["--agent", "a-star", "--json"], "bab\nbab\n");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["score"], 1004);
    assert_eq!(document["cleared"], true);
    assert_eq!(document["proven"], true);
    assert_eq!(document["position"], 1);
    assert_eq!(document["moves"].as_array().unwrap().len(), 2);
    for key in ["seconds", "playouts", "schema", "agent"] {
        assert!(!document[key].is_null(), "{key}");
    }
}

#[test]
fn best_solves_what_it_is_given_and_repeats_itself() {
    let args = ["solve", "samegame", "standard", "--position", "9", "--threads", "1", "--json"];
    let run = || {
        let args = [&args[..], &["--agent", "best(playouts=2000)"]].concat();
        let output = spinney(&args, "");
        let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        (document["score"].clone(), document["moves"].clone())
    };
    let (score, moves) = run();
    assert!(score.as_i64().unwrap() > 1500, "{score}");
    assert_eq!(run(), (score, moves));
}

#[test]
fn wrong_input_is_told_apart() {
    let error = |args: &[&str], input: &str| {
        let output = solve(args, input);
        assert_eq!(output.status.code(), Some(2), "{args:?} {input}");
        text(&output.stderr)
    };
    assert!(error(&[], "").contains("no position found"));
    assert!(error(&[], "012\n01").contains("line 2: 2 cells where the row above has 3"));
    assert!(error(&[], "01z").contains("`z` is no block"));
    assert!(error(&["--position", "2"], "00").contains("there is no position 2"));
    assert!(error(&["--agent", "bst"], "00").contains("did you mean `best`?"));
    assert!(error(&["--agent", "best(hot=-1)"], "00").contains("a number from 0.1"));
    assert!(error(&["--seconds", "-1"], "00").contains("--seconds"));
    assert!(error(&["--seconds", "nan"], "00").contains("--seconds"));
    let missing = spinney(&["solve", "samegame", "no-such-file"], "");
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing.stderr).contains("can't read no-such-file"));
    let nearly = spinney(&["solve", "samegame", "standrd"], "");
    assert_eq!(nearly.status.code(), Some(2));
    assert!(text(&nearly.stderr).contains("there is no file standrd; did you mean `standard`"));
}

#[test]
fn boards_without_a_move_and_the_smallest_and_the_largest_are_answered() {
    let score = |input: &str, agent: &str| {
        let output = solve(&["--agent", agent, "--json"], input);
        assert_eq!(output.status.code(), Some(0), "{agent}: {}", text(&output.stderr));
        let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        document["score"].as_i64().unwrap()
    };
    let large = format!("{}\n", "012345678012345678012345678012").repeat(30);
    for agent in ["best(playouts=20)", "sp-mcts(nodes=20)", "random", "beam(width=1, playouts=20)"]
    {
        assert_eq!(score("ab\nba", agent), 0, "{agent}");
        assert_eq!(score("a", agent), -1, "{agent}");
        assert!(score(&large, agent) > -1_000_000, "{agent}");
    }
}

#[test]
fn a_kept_line_is_replaced_only_by_a_higher_one() {
    let folder = std::env::temp_dir().join(format!("spinney-keep-{}", std::process::id()));
    let keep = folder.to_str().unwrap();
    let board = "abbbab\naabbaa\nbabaab\nabbaba";
    let run = |agent: &str| {
        let output = solve(&["--agent", agent, "--threads", "1", "--keep", keep], board);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&std::fs::read(folder.join("01.txt")).unwrap())
    };
    let score = |record: &str| -> i64 {
        record.lines().next().unwrap().strip_prefix("score ").unwrap().parse().unwrap()
    };
    let random = run("random(playout=random)");
    let best = run("best(playouts=3000)");
    assert!(score(&best) > score(&random), "{random} {best}");
    let commands = best.lines().nth(1).unwrap();
    assert!(commands.contains("'random(playout=random)'"), "{commands}");
    assert!(commands.contains(", then ") && commands.ends_with(" --keep"), "{commands}");
    assert_eq!(run("random(playout=random)"), best);
    // A damaged record is named, not overwritten.
    std::fs::write(folder.join("01.txt"), "score 99999\nmoves 0,0").unwrap();
    let output = solve(&["--agent", "random", "--keep", keep], board);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("01.txt"), "{}", text(&output.stderr));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_line_is_drawn() {
    let path = std::env::temp_dir().join(format!("spinney-line-{}.svg", std::process::id()));
    let output = solve(&["--agent", "a-star", "--svg", path.to_str().unwrap()], "bab\nbab\n");
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).contains("1004 points, cleared, proven to be the maximum"));
    assert!(text(&std::fs::read(&path).unwrap()).starts_with("<svg"));
    std::fs::remove_file(path).unwrap();
}
