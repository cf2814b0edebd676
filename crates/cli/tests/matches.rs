//! Matches, comparisons, tournaments and replays from the command line.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output};

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
    assert_eq!((&found["game"], &found["seed"]), (&"connect-four(opening=4)".into(), &4.into()));
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
    assert!(lines[3].starts_with("connect-four(opening=4): 10 games, "), "{text}");
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
    assert!(text.starts_with("error: missing agent for --b: give one, such as --b "), "{text}");
    let text = refused(&with(&["--seekers", "random"]));
    assert!(
        text.starts_with("error: connect-four has no flag --seekers; its sides are --a, --b"),
        "{text}"
    );
    let text = refused(&["match", "conect-four", "--a", "random"]);
    assert!(text.starts_with("error: unknown game `conect-four` (did you mean `connect-four`?)"));
    let text = refused(&with(&["--sprt", "20,0"]));
    assert!(text.contains("the lower one first"), "{text}");
    let text = refused(&with(&["--sprt", "0,20", "--alpha", "0.7"]));
    assert!(text.contains("a probability of error must be above 0 and below 0.5"), "{text}");
    for games in ["0", "-1", "many"] {
        let text = refused(&with(&["--games", games]));
        assert!(text.contains("expected a whole number above 0"), "{text}");
    }
    let text = refused(&["match", "connect-four", "--a", "uct(c=1, c=2)", "--b", "random"]);
    assert!(text.contains("c is given twice"), "{text}");
    let text = refused(&with(&["--opening", "2", "--set", "opening=4"]));
    assert!(text.contains("opening is given twice"), "{text}");
    let text = refused(&with(&["--set", "opening"]));
    assert!(text.contains("expected KEY=VALUE"), "{text}");
    let text = refused(&with(&["--set", "opening=99"]));
    assert!(text.contains("expected a whole number from 0 to 8"), "{text}");
    let text = refused(&with(&["--save", "/no/such/directory/games.txt"]));
    assert!(text.contains("can't write games to /no/such/directory/games.txt"), "{text}");
    let text = refused(&["compare", "connect-four", "random", "random", "--side", "c"]);
    assert!(text.contains("--side c: unknown side"), "{text}");
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
    assert_eq!(found["sprt"]["accepted"], "low");
    assert_eq!(found["sprt"]["outcomes"].as_array().unwrap().len(), 5, "pairs of games");
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
    let last: Vec<&str> = text.lines().rev().take(2).collect();
    assert!(last[1].starts_with("Can't tell yet") || last[1].contains("is better than"), "{text}");
    let said = "connect-four(opening=4): 40 games of each from 20 starts, seed 1, ";
    assert!(last[0].starts_with(said), "{text}");
    let found = json(&[&args[..], &["--against", "random", "--json"]].concat());
    // The same agent on the same games: no difference at all.
    assert_eq!((&found["difference"], &found["better"]), (&0.0.into(), &Value::Null));
    assert_eq!((&found["games"], &found["played"]), (&40.into(), &80.into()));
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
    assert!(
        text.starts_with("connect-four(opening=4), seed 1, game 1\na: random\nb: random\n"),
        "{text}"
    );
    // The agents have changed seats: b begins.
    assert!(text.contains("\n0. start") && text.contains("\n1. b "), "{text}");
    assert!(text.trim_end().lines().last().unwrap().starts_with("end: a "), "{text}");
    let piped = std::fs::File::open(file.path()).unwrap();
    let piped = command(&["replay", "-", "--game", "2"]).stdin(piped).output().unwrap();
    assert_eq!(String::from_utf8(piped.stdout).unwrap(), text);
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

#[test]
fn agents_without_chance_get_openings_and_repeats_are_told() {
    let agents = ["compare", "connect-four", "alpha-beta(nodes=20)", "alpha-beta(nodes=200)"];
    let found = json(&[&agents[..], &["--games", "40", "--json"]].concat());
    assert!(found["distinct"].as_u64().unwrap() >= 18, "{found}");
    assert_eq!(found["warnings"].as_array().unwrap().len(), 0, "{found}");
    // From the empty board there are two games, and two games say nothing.
    let found = json(&[&agents[..], &["--games", "200", "--opening", "0", "--json"]].concat());
    assert_eq!((&found["starts"], &found["distinct"]), (&100.into(), &1.into()));
    assert_eq!((&found["better"], &found["games_needed"]), (&Value::Null, &Value::Null));
    assert!(found["warnings"][0].as_str().unwrap().starts_with("only 1 of 100 starts"), "{found}");
    let sprt = ["--games", "200", "--opening", "0", "--sprt", "0,20", "--json"];
    let found = json(&[&agents[..], &sprt].concat());
    assert_eq!((&found["sprt"]["accepted"], &found["games"]), (&"undecided".into(), &200.into()));
}

#[test]
fn a_comparison_is_kept_goes_on_and_counts_its_looks() {
    let (store, games) = (Scratch::new("compare.db"), Scratch::new("compare.txt"));
    let args = ["compare", "tic-tac-toe", "uct(playouts=20)", "random", "--store", store.path()];
    let run = |games: &str, more: &[&str]| {
        json(&[&args[..], &["--games", games, "--json"], more].concat())
    };
    let first = run("20", &["--save", games.path()]);
    assert_eq!(
        std::fs::read_to_string(games.path()).unwrap().matches("spinney-game 1").count(),
        20
    );
    assert_eq!(run("20", &[])["difference"], first["difference"]);
    let second = run("60", &[]);
    let warning = second["warnings"][0].as_str().unwrap();
    assert!(
        warning.starts_with("you have already looked at this result, after 20 games"),
        "{warning}"
    );
    // A sequential test may be looked at.
    let third = run("100", &["--sprt", "0,400"]);
    assert_eq!(third["warnings"].as_array().unwrap().len(), 0, "{third}");
    let plain = json(&["compare", "tic-tac-toe", args[2], args[3], "--games", "60", "--json"]);
    assert_eq!(second["difference"], plain["difference"]);
}

#[test]
fn a_changed_file_is_another_game() {
    let (store, map) = (Scratch::new("files.db"), Scratch::new("map.txt"));
    let board = format!("tron(board={:?})", map.path());
    let args = ["match", &board, "--a", "random", "--b", "random", "--games", "20", "--store"];
    let args = [&args[..], &[store.path(), "--json"]].concat();
    std::fs::write(map.path(), "5 4\n#####\n#1  #\n#  2#\n#####\n").unwrap();
    let first = json(&args);
    std::fs::write(map.path(), "8 4\n########\n#1     #\n#     2#\n########\n").unwrap();
    let second = json(&args);
    assert_ne!(first["mean_length"], second["mean_length"]);
    let warning = second["warnings"][0].as_str().unwrap();
    assert!(warning.contains("has 20 games played with other files"), "{warning}");
    let text = refused(&[&args[..], &["--old-games", "refuse"]].concat());
    assert!(text.contains("has 20 games played with other files"), "{text}");
}

#[test]
fn a_tournament_is_kept_and_a_gauntlet_has_fewer_pairs() {
    let store = Scratch::new("tournament.db");
    let args = ["tournament", "tic-tac-toe", "uct(playouts=30)", "random", "uct(playouts=5)"];
    let args = [&args[..], &["--games", "30", "--store", store.path(), "--json"]].concat();
    let gauntlet = json(&[&args[..], &["--gauntlet"]].concat());
    assert_eq!(gauntlet["games"], 60);
    let all = json(&args);
    assert_eq!(all["games"], 90);
    let tested = json(&[&args[..], &["--gauntlet", "--sprt", "0,300"]].concat());
    let pairs = tested["sprt"]["pairs"].as_array().unwrap();
    assert_eq!((pairs.len(), &pairs[0]["accepted"]), (2, &"high".into()));
    assert!(tested["games"].as_u64().unwrap() < 60, "{tested}");
}

#[test]
fn a_dry_run_plays_nothing_for_keeps() {
    let store = Scratch::new("dry.db");
    let found = json(&with(&["--games", "500", "--dry-run", "--store", store.path(), "--json"]));
    assert_eq!(
        (&found["games"], &found["schema"]["name"]),
        (&500.into(), &"spinney-dry-run".into())
    );
    assert!(found["sampled"].as_u64().unwrap() > 0 && found["estimate"].as_f64().unwrap() > 0.0);
    assert!(!store.0.exists());
    let output = spinney(&["compare", "tic-tac-toe", "random", "random", "--dry-run"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("200 games to play. This takes about "), "{text}");
}

#[test]
fn a_dry_run_of_a_tournament_counts_what_is_missing() {
    let store = Scratch::new("dry-tournament.db");
    let run = |agents: &[&str], more: &[&str]| {
        let games = ["--games", "15", "--store", store.path(), "--json"];
        json(&[&["tournament", "tic-tac-toe"], agents, &games, more].concat())
    };
    let (two, three) = (["random", "uct(playouts=2)"], ["random", "uct(playouts=2)", "uct(3)"]);
    // Each of three pairs has 15 games, which an even number of seats makes 16.
    let all = run(&three, &["--dry-run"]);
    assert_eq!((&all["schema"]["name"], &all["games"]), (&"spinney-dry-run".into(), &48.into()));
    assert!(all["sampled"].as_u64().unwrap() > 0 && all["estimate"].as_f64().unwrap() > 0.0);
    assert!(!store.0.exists(), "a dry run keeps nothing");
    assert_eq!(run(&three, &["--dry-run", "--gauntlet"])["games"], 32);
    assert_eq!(run(&two, &[])["games"], 16);
    assert_eq!(run(&three, &["--dry-run"])["games"], 32, "one pair has its games");
    assert_eq!(run(&two, &["--dry-run"])["games"], 0);
    // In a game of two different sides a pair is two pairings, of eight games each.
    let sides = ["tournament", "cops-and-robbers", "random", "mcts(playouts=2)", "--games", "15"];
    let output = spinney(&[&sides[..], &["--dry-run"]].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("16 games to play. This takes about "), "{text}");
}
