//! Matches, comparisons, tournaments and replays from the command line.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spinney"));
    command.args(args).env("NO_COLOR", "1");
    command
}

fn spinney(args: &[&str]) -> Output {
    command(args).output().expect("the binary runs")
}

fn json(args: &[&str]) -> Value {
    let output = spinney(args);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("a JSON document")
}

/// Runs a command that must be refused as wrong input; gives what it says.
fn refused(args: &[&str]) -> String {
    let output = spinney(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
    String::from_utf8(output.stderr).expect("text")
}

/// A file that is gone after the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("spinney-{}-{name}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        Self(path)
    }
    fn path(&self) -> &str {
        self.0.to_str().expect("a path in text")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

const RANDOM: [&str; 6] = ["match", "connect-four", "--a", "random", "--b", "random"];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&RANDOM[..], more].concat()
}

#[test]
fn the_document_of_a_match() {
    let found = json(&with(&["--games", "50", "--seed", "4", "--json"]));
    assert_eq!(found["schema"]["name"], "spinney-match");
    assert_eq!((&found["game"], &found["seed"]), (&"connect-four".into(), &4.into()));
    assert_eq!(found["games"], 50);
    let (a, b) = (&found["sides"]["a"], &found["sides"]["b"]);
    let (wins, losses) = (a["wins"].as_u64().unwrap(), b["wins"].as_u64().unwrap());
    assert_eq!(wins + losses + found["draws"].as_u64().unwrap(), 50);
    let rate = a["rate"].as_f64().unwrap();
    assert!((rate - wins as f64 / (wins + losses) as f64).abs() < 1e-12);
    assert!(a["low"].as_f64().unwrap() < rate && rate < a["high"].as_f64().unwrap());
    assert_eq!(a["spec"], "random");
    for key in ["millis_per_move", "playouts_per_second"] {
        assert!(a[key].is_f64() && b[key].is_f64(), "{key}");
    }
}

#[test]
fn the_same_seed_gives_the_same_match_on_any_number_of_threads() {
    let run = |threads: &str| {
        let file = Scratch::new(&format!("threads-{threads}"));
        let args = ["--games", "40", "--seed", "9", "--threads", threads, "--save", file.path()];
        assert!(spinney(&with(&args)).status.success());
        std::fs::read_to_string(file.path()).unwrap()
    };
    let one = run("1");
    assert_eq!(one.matches("spinney-game 1").count(), 40);
    assert_eq!(one, run("3"));
}

#[test]
fn a_match_in_a_table() {
    let output = spinney(&with(&["--games", "10"]));
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("side  agent   wins    rate          95 %"), "{text}");
    assert!(lines[1].starts_with("a     random"), "{text}");
    assert!(lines[3].starts_with("connect-four: 10 games, "), "{text}");
}

#[test]
fn wrong_input_is_answered_with_what_would_be_right() {
    assert_eq!(
        refused(&["match", "connect-four", "--a", "rnadom", "--b", "random"]).lines().next(),
        Some("error: rnadom, as a")
    );
    let text = refused(&["match", "connect-four", "--a", "rnadom", "--b", "random"]);
    assert!(text.contains("did you mean `random`?"), "{text}");
    let text = refused(&["match", "connect-four", "--a", "random"]);
    assert!(text.starts_with("error: no agent for --b: give one, such as --b "), "{text}");
    let text = refused(&with(&["--seekers", "random"]));
    assert!(
        text.starts_with("error: --seekers is no flag of connect-four; it has the sides --a, --b"),
        "{text}"
    );
    let text = refused(&["match", "conect-four", "--a", "random"]);
    assert!(text.starts_with("error: unknown game `conect-four` (did you mean `connect-four`?)"));
    let text = refused(&with(&["--sprt", "20,0"]));
    assert!(text.contains("ELO0 below ELO1"), "{text}");
    let text = refused(&with(&["--set", "opening"]));
    assert!(text.contains("KEY=VALUE was expected"), "{text}");
    let text = refused(&with(&["--set", "opening=99"]));
    assert!(text.contains("a whole number from 0 to 8 was expected"), "{text}");
    let text = refused(&with(&["--save", "/no/such/directory/games.txt"]));
    assert!(text.contains("can't write games to /no/such/directory/games.txt"), "{text}");
    let text = refused(&["compare", "connect-four", "random", "random", "--side", "c"]);
    assert!(text.contains("--side c: one of a, b was expected"), "{text}");
    let text = refused(&["tournament", "connect-four", "random"]);
    assert!(text.contains("at least two agents"), "{text}");
}

#[test]
fn options_of_the_game_by_brackets_flag_and_set() {
    for args in [
        &["match", "connect-four(opening=2)", "--a", "random", "--b", "random"][..],
        &with(&["--opening", "2"]),
        &with(&["--set", "opening=2"]),
    ] {
        let found = json(&[args, &["--games", "4", "--json"]].concat());
        assert_eq!(found["game"], "connect-four(opening=2)");
    }
}

#[test]
fn a_sequential_test_ends_early_with_a_verdict() {
    let found = json(&with(&["--games", "5000", "--sprt", "100,200", "--json"]));
    assert_eq!(found["sprt"]["accepted"], "elo0");
    assert!(found["games"].as_u64().unwrap() < 1000, "{found}");
    // Too few games to know: it ends all the same, and says so.
    let output = spinney(&with(&["--games", "4", "--sprt", "-5,5"]));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("can't tell -5 from 5 Elo"), "{text}");
}

#[test]
fn a_comparison_ends_with_a_sentence() {
    let args = ["compare", "connect-four", "random", "random", "--games", "40"];
    let output = spinney(&args);
    let text = String::from_utf8(output.stdout).unwrap();
    let last = text.lines().last().unwrap();
    assert!(last.starts_with("Can't tell yet: ") || last.contains("is better than"), "{text}");
    let found = json(&[&args[..], &["--against", "random", "--json"]].concat());
    // The same agent on the same games: no difference at all.
    assert_eq!((&found["difference"], &found["better"]), (&0.0.into(), &Value::Null));
    assert_eq!(found["games"], 80);
}

#[test]
fn a_tournament_has_a_cross_table_and_ratings() {
    let args = ["tournament", "connect-four", "random", "random", "random", "--games", "20"];
    let found = json(&[&args[..], &["--json"]].concat());
    let agents = found["agents"].as_array().unwrap();
    assert_eq!((agents.len(), &found["games"]), (3, &60.into()));
    let sum: f64 = agents.iter().map(|agent| agent["elo"].as_f64().unwrap()).sum();
    assert!(sum.abs() < 1e-6, "{found}");
    assert!(agents.iter().all(|agent| agent["against"].as_array().unwrap().len() == 2));
}

#[test]
fn a_saved_game_replays() {
    let file = Scratch::new("replay");
    assert!(spinney(&with(&["--games", "3", "--save", file.path()])).status.success());
    let text = String::from_utf8(spinney(&["replay", file.path(), "--game", "2"]).stdout).unwrap();
    assert!(text.starts_with("connect-four, seed 1, game 1\na: random\nb: random\n"), "{text}");
    // The agents have changed seats: b begins.
    assert!(text.contains("\n0. start") && text.contains("\n1. b "), "{text}");
    assert!(text.trim_end().lines().last().unwrap().starts_with("end: a "), "{text}");
    let text = refused(&["replay", file.path(), "--game", "4"]);
    assert!(text.contains("has the games 1 to 3"), "{text}");
    // A second match does not overwrite the first one's games.
    let text = refused(&with(&["--games", "3", "--save", file.path()]));
    assert!(text.contains("can't write games to"), "{text}");
}

#[test]
fn a_forged_record_is_refused_with_its_line() {
    let file = Scratch::new("forged");
    assert!(spinney(&with(&["--games", "1", "--save", file.path()])).status.success());
    let text = std::fs::read_to_string(file.path()).unwrap();
    std::fs::write(file.path(), text.replace("rewards: ", "rewards: 7 ")).unwrap();
    let text = refused(&["replay", file.path()]);
    assert!(text.contains("the moves give the rewards"), "{text}");
    std::fs::write(file.path(), "something else\n").unwrap();
    assert!(refused(&["replay", file.path()]).contains("line 1: "));
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_prints_what_is_finished() {
    let mut child = command(&with(&["--games", "1000000000", "--json"]))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(300));
    let id = child.id().to_string();
    let killed = Command::new("kill").args(["-INT", &id]).status().expect("kill runs");
    assert!(killed.success());
    let deadline = Instant::now() + Duration::from_secs(10);
    while child.try_wait().unwrap().is_none() {
        assert!(Instant::now() < deadline, "Ctrl-C does not end it");
        std::thread::sleep(Duration::from_millis(10));
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let found: Value = serde_json::from_slice(&output.stdout).expect("what is finished");
    assert_eq!(found["interrupted"], true);
    assert!(found["games"].as_u64().unwrap() > 0);
}
