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
    for (what, row) in [("categories", "min-distance possible "), ("opening", "\n1 13 ")] {
        let one = learn(what, "1");
        assert!(one.contains(row), "{one}");
        assert_eq!(one, learn(what, "2"));
    }
}
