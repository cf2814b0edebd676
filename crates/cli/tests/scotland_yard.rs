//! Scotland Yard on the command line: advice, learning.

mod common;

use common::{spinney, text};

const LOG: &str = "start ? 13 26 29 34 50\n1 T T14 T15 T41 T47 T37\n2 T T25 T28\n";

#[test]
fn advice_for_a_detective() {
    let picture = std::env::temp_dir().join(format!("spinney-advise-{}.svg", std::process::id()));
    let output = spinney(
        &[
            "advise",
            "scotland-yard",
            "-",
            "--json",
            "--agent",
            "nijssen(playouts=300)",
            "--svg",
            picture.to_str().expect("a path"),
        ],
        LOG,
    );
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let sum: f64 = document["possible"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|s| s["probability"].as_f64().expect("a number"))
        .sum();
    assert!((sum - 1.0).abs() < 1e-9);
    let visits: u64 = document["moves"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|m| m["visits"].as_u64().expect("a number"))
        .sum();
    assert_eq!(visits, 300);
    assert_eq!(document["turn"], "detective 3's turn");
    let drawn = std::fs::read_to_string(&picture).expect("a picture");
    std::fs::remove_file(&picture).expect("it is there");
    assert!(drawn.starts_with("<svg") && drawn.trim_end().ends_with("</svg>"));
    assert!(drawn.contains("<title>the advised move: 41 to ") && drawn.contains(">advised move<"));
}

#[test]
fn advice_takes_the_options_of_the_game() {
    let three = "start ? 13 26 29\n1 T T14 T15\n";
    let agent = ["--agent", "best(playouts=50)"];
    for game in [
        &["scotland-yard(detectives=3)", "-"][..],
        &["scotland-yard", "-", "--detectives", "3"],
        &["scotland-yard", "-", "--set", "detectives=3"],
    ] {
        let output = spinney(&[&["advise"], game, &agent].concat(), three);
        assert_eq!(output.status.code(), Some(0), "{game:?}: {}", text(&output.stderr));
        let said = text(&output.stdout);
        // The advice comes first, then what it assumes.
        assert!(said.starts_with("Detective 3: play "), "{said}");
        let second = said.lines().nth(1).unwrap_or_default();
        assert!(second.starts_with("Assumed: classic board, classic start cards"), "{second}");
        assert!(second.contains("3 detectives with 10 taxi tickets each"), "{second}");
    }
    // The log may say it, too; what the two say must agree.
    let named = format!("scotland-yard(detectives=3)\n{three}");
    assert_eq!(spinney(&["advise", "scotland-yard", "-"], &named).status.code(), Some(0));
    let other = spinney(&["advise", "scotland-yard", "-", "--detectives", "4"], &named);
    assert_eq!(other.status.code(), Some(2));
    let game = spinney(&["advise", "tron", "-"], "");
    assert_eq!(game.status.code(), Some(2));
    assert!(text(&game.stderr).contains("there is advice for scotland-yard only"));
}

#[test]
fn a_wrong_log_is_explained() {
    let advise = |log: &str| spinney(&["advise", "scotland-yard", "-"], log);
    let output = advise("start ? 13 26 29 34 50\n1 T T99\n");
    assert_eq!(output.status.code(), Some(2));
    let problem = text(&output.stderr);
    assert!(
        problem.starts_with("error: line 2: detective 1 can't play T99; his legal moves: T4 T14"),
        "{problem}"
    );
    let output = advise("start ? 13 26 29 34 50\n1 U\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("no underground ticket leads out of any station"));
    let output = spinney(&["advise", "scotland-yard", "/no/such/log"], "");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn tables_are_learned_the_same_on_any_number_of_threads() {
    let learn = |what: &str, threads: &str| {
        let output = spinney(
            &[
                "learn",
                what,
                "--games",
                "6",
                "--hider",
                "mcts(playouts=20)",
                "--seekers",
                "mcts(playouts=20)",
                "--threads",
                threads,
            ],
            "",
        );
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    for (what, row) in [
        ("categories", "min-distance possible "),
        ("opening", "\n1 13 "),
        ("hider", "\nnear-1 "),
        ("value", "\nnearest-1 "),
    ] {
        let one = learn(what, "1");
        assert!(one.contains(row), "{one}");
        assert_eq!(one, learn(what, "2"));
    }
}

#[test]
fn a_model_is_the_same_when_its_games_were_kept() {
    let kept = std::env::temp_dir().join(format!("spinney-games-{}.txt", std::process::id()));
    let kept_text = kept.to_str().expect("a path");
    let learn = |games: &str, more: &[&str]| {
        let args = ["learn", "hider", "--games", games, "--hider", "greedy", "--seekers", "greedy"];
        spinney(&[&args[..], more].concat(), "")
    };
    let keep = ["--keep", kept_text];
    let without = text(&learn("8", &[]).stdout);
    assert!(without.starts_with("# spinney learn hider --games 8 --seed 1"), "{without}");
    learn("3", &keep);
    let after_three = std::fs::read_to_string(&kept).expect("games");
    assert_eq!(text(&learn("8", &keep).stdout), without);
    let after_eight = std::fs::read_to_string(&kept).expect("games");
    // Two threads finish their games in any order.
    let games = |kept: &str| kept.split_inclusive("end\n").map(str::to_string).collect::<Vec<_>>();
    let body = |kept: &str| kept.split_once('\n').expect("a title").1.to_string();
    let [three, eight] = [&after_three, &after_eight].map(|kept| games(&body(kept)));
    assert_eq!((three.len(), eight.len()), (3, 8));
    assert!(three.iter().all(|game| eight.contains(game)), "{after_three}\n{after_eight}");
    let other = learn("8", &["--keep", kept_text, "--seed", "2"]);
    assert_eq!(other.status.code(), Some(2));
    assert!(text(&other.stderr).contains("name another file"), "{}", text(&other.stderr));
    std::fs::remove_file(&kept).expect("it is there");
    let wrong = spinney(&["learn", "opening", "--games", "1", "--keep", kept_text], "");
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn an_estimate_is_fitted_to_kept_games_too() {
    let kept = std::env::temp_dir().join(format!("spinney-more-{}.txt", std::process::id()));
    let kept_text = kept.to_str().expect("a path");
    let learn = |seed: &str, more: &[&str]| {
        let args = ["learn", "value", "--games", "6", "--hider", "greedy", "--seekers", "greedy"];
        spinney(&[&args[..], &["--seed", seed], more].concat(), "")
    };
    let positions = |text: &str| -> u32 {
        let line =
            text.lines().find_map(|line| line.strip_prefix("# Fitted to ")).expect("a remark");
        line.split(' ').next().expect("a word").parse().expect("a number")
    };
    let one = text(&learn("1", &["--keep", kept_text]).stdout);
    let other = text(&learn("2", &[]).stdout);
    let both = text(&learn("2", &["--with", kept_text]).stdout);
    assert!(both.contains("\n# With 6 games, hider greedy against greedy, seed 1.\n"), "{both}");
    assert_eq!(positions(&both), positions(&one) + positions(&other));
    std::fs::write(&kept, "").expect("writable");
    let empty = learn("2", &["--with", kept_text]);
    assert_eq!(empty.status.code(), Some(2));
    assert!(text(&empty.stderr).contains("has no games"), "{}", text(&empty.stderr));
    std::fs::remove_file(&kept).expect("it is there");
    let missing = learn("2", &["--with", kept_text]);
    assert!(text(&missing.stderr).contains("can't read"), "{}", text(&missing.stderr));
    let wrong = spinney(&["learn", "opening", "--games", "1", "--with", kept_text], "");
    assert!(text(&wrong.stderr).contains("--with is for `learn hider`"), "{}", text(&wrong.stderr));
}

/// The sentence names the likeliest stations of the filter, and what the move covers.
#[test]
fn advice_names_its_reason() {
    let log = "start ? 13 26 29 34 50\n1 T T14 T15 T41 T47 T37\n2 T T25 T28 T54 T46 T50\n\
               3 T104 T38 T41 T55 B78 T37\n4 T\n";
    let advise = |belief: &str| {
        let args =
            ["advise", "scotland-yard", "-", "--agent", "best(playouts=300)", "--belief", belief];
        let output = spinney(&args, log);
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let (code, said, problem) = advise("filter");
    assert_eq!(code, Some(0), "{problem}");
    let likely = |said: &str| {
        let line = said.lines().find_map(|line| line.strip_prefix("Most likely: "));
        line.expect("a line").to_string()
    };
    // By taxi from 104 he can only have gone to 86 or 116.
    let first = likely(&said)[..3].trim().to_string();
    assert!(["86", "116"].contains(&first.as_str()), "{said}");
    let sentence = said.lines().next().expect("a sentence");
    assert!(sentence.starts_with("Detective 1: play "), "{said}");
    assert!(sentence.contains(&format!("). He is at {first} or ")), "{said}");
    assert!(sentence.contains("; the ") && sentence.contains(" to "), "{said}");
    assert_eq!(likely(&advise("none").1), "86 (50.0 %), 116 (50.0 %)");
    assert_ne!(likely(&said), likely(&advise("none").1));
    let (code, _, problem) = advise("crystal-ball");
    assert_eq!(code, Some(2));
    assert!(problem.contains("filter, or a categorization"), "{problem}");
}
