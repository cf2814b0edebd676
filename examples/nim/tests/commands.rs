//! The commands of Spinney with a game that Spinney does not have.

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn nim(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_nim"))
        .args(args)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that has ended does not read the rest.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn document(args: &[&str]) -> Value {
    let output = nim(args, "");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {said}");
    serde_json::from_slice(&output.stdout).unwrap()
}

const STRONG: &str = "uct(playouts=2000, solver=true)";

#[test]
fn matches() {
    let found =
        document(&["match", "nim", "--a", STRONG, "--b", "random", "--games", "40", "--json"]);
    assert_eq!((&found["game"], &found["games"]), (&"nim".into(), &40.into()));
    // Half of the games begin in a position that is lost against perfect play, not against chance.
    assert!(found["sides"]["a"]["wins"].as_u64().unwrap() >= 36, "{found}");
}

#[test]
fn comparisons_and_options_as_flags() {
    let args = ["compare", "nim", "--largest", "5", STRONG, "random", "--games", "40", "--json"];
    let found = document(&args);
    assert_eq!(found["game"], "nim(largest=5)");
    assert_eq!(found["better"], "first", "{found}");
}

#[test]
fn tournaments() {
    let args = ["tournament", "nim", STRONG, "uct(playouts=20)", "random", "--games", "10"];
    let found = document(&[&args[..], &["--json"]].concat());
    assert_eq!(found["agents"].as_array().unwrap().len(), 3, "{found}");
}

#[test]
fn tuning() {
    let file = std::env::temp_dir().join(format!("nim-{}.toml", std::process::id()));
    let text = "game = \"nim\"\nside = \"a\"\nagent = \"uct(playouts=20)\"\nagainst = \"random\"\n\
                population = 4\nelite = 2\ngames = 2\ngenerations = 2\n[parameters]\nc = [0.1, 2]\n";
    std::fs::write(&file, text).unwrap();
    let found = document(&["tune", file.to_str().unwrap(), "--json"]);
    assert!(found["spec"].as_str().unwrap().starts_with("uct("), "{found}");
    std::fs::remove_file(file).unwrap();
}

#[test]
fn benchmarks() {
    let found = document(&["bench", "nim", "--fixed", "--json"]);
    assert_eq!(found["results"][0]["name"], "nim/uct/10000");
    assert_eq!(found["results"][0]["done"], 10_000);
}

#[test]
fn agents_and_the_games_of_spinney() {
    assert_eq!(document(&["agents", "nim", "--json"])["game"], "nim");
    assert_eq!(document(&["agents", "tron", "--json"])["game"], "tron");
    let error = nim(&["agents", "nin"], "");
    assert_eq!(error.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&error.stderr).contains("did you mean `nim`?"));
}

#[test]
fn play() {
    // Heaps of one: three moves, the person takes the first and the last.
    let args = ["play", "nim(largest=1)", "--against", "random"];
    let output = nim(&args, "help\nc2\na1\nb1\nc1\nb1\n");
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("Take any number from one heap."), "{said}");
    assert!(said.contains("`c2` is not a legal move"), "{said}");
    assert!(said.contains("B plays 1 from heap "), "{said}");
    assert!(said.contains("The game is over: you win."), "{said}");
}
