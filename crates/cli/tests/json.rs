//! The JSON of every command: the envelope that all share, and the shape of each document, which
//! `docs/json.md` describes. A snapshot shows keys and kinds of values, not the values.

mod common;

use common::spinney;
use serde_json::{Map, Value, json};
use std::path::PathBuf;

/// A directory that is gone after the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Self {
        let path = std::env::temp_dir().join(format!("spinney-{}-json", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_string()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Kinds in place of values; of a list, its first element. What names a document stays.
fn shape(value: &Value) -> Value {
    match value {
        Value::Null => json!("nothing"),
        Value::Bool(_) => json!("true or false"),
        Value::Number(_) => json!("number"),
        Value::String(_) => json!("text"),
        Value::Array(all) => Value::Array(all.first().map(shape).into_iter().collect()),
        Value::Object(map) => {
            let inner = |(key, value): (&String, &Value)| {
                let kept = key == "schema" || key == "command";
                (key.clone(), if kept { value.clone() } else { shape(value) })
            };
            Value::Object(map.iter().map(inner).collect::<Map<_, _>>())
        }
    }
}

/// The document of a command, its envelope checked.
fn document(args: &[&str]) -> Value {
    let output = spinney(args, "");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {said}");
    let document: Value = serde_json::from_slice(&output.stdout).expect("a JSON document");
    let name = document["schema"]["name"].as_str().expect("a name");
    assert!(name.starts_with("spinney-"), "{name}");
    assert!(document["schema"]["version"].is_u64(), "{name}");
    assert!(args.join(" ").starts_with(document["command"].as_str().unwrap()), "{name}");
    assert!(document["commit"].is_string() && document["machine"].is_string(), "{name}");
    assert!(document["seconds"].is_f64() && document["warnings"].is_array(), "{name}");
    assert!(document["seed"].is_u64() || document["seed"].is_null(), "{name}");
    document
}

/// The shapes of all documents, one after the other.
#[test]
fn documents_keep_their_shape() {
    let scratch = Scratch::new();
    let (store, games) = (scratch.file("s.db"), scratch.file("games.txt"));
    let (tuning, board) = (scratch.file("t.toml"), scratch.file("board.txt"));
    let (log, csv) = (scratch.file("log.txt"), scratch.file("cells.csv"));
    std::fs::write(&board, "112\n122\n").unwrap();
    std::fs::write(&log, "start ? 13 26 29 34 50\n1 T T14 T15\n").unwrap();
    let text = "game = \"cops-and-robbers\"\nside = \"cops\"\nagent = \"chase\"\n\
                against = \"random\"\npopulation = 4\nelite = 2\ngames = 2\n\
                generations = 2\n[parameters]\nn = [0, 4]\n";
    std::fs::write(&tuning, text).unwrap();
    let four = ["match", "connect-four", "--a", "random", "--b", "random", "--games", "6"];
    let three = ["tic-tac-toe", "uct(playouts=10)", "random", "--games", "6"];
    let commands: Vec<Vec<&str>> = vec![
        [&four[..], &["--store", &store, "--save", &games, "--sprt", "0,20"]].concat(),
        vec!["match", "samegame", "--player", "random", "--games", "3"],
        [&four[..], &["--dry-run"]].concat(),
        [&["compare"][..], &three, &["--sprt", "0,50"]].concat(),
        [&["tournament"][..], &three, &["--gauntlet", "--sprt", "0,50"]].concat(),
        vec!["tune", &tuning, "--store", &store, "--closing", "4"],
        vec!["replay", &games],
        vec!["export", "cells", "--store", &store, "--out", &csv],
        vec!["play", "tic-tac-toe", "--seed", "1"],
        vec!["bench", "tic-tac-toe", "--seconds", "0"],
        vec!["bench", "tic-tac-toe", "--fixed"],
        vec!["solve", "samegame", &board, "--agent", "random"],
        vec!["solve", "samegame", "standard", "--agent", "random"],
        vec!["solve", "cops-and-robbers", "--graph", "petersen", "--may-stay"],
        vec!["advise", "scotland-yard", &log, "--agent", "mcts(playouts=50)"],
        vec!["learn", "opening", "--games", "1", "--hider", "random", "--seekers", "random"],
    ];
    let shapes: Vec<String> = commands
        .iter()
        .map(|args| {
            let document = document(&[args, &["--json"][..]].concat());
            serde_json::to_string_pretty(&shape(&document)).unwrap()
        })
        .collect();
    insta::assert_snapshot!(shapes.join("\n"));
    let lines = std::fs::read_to_string(&csv).unwrap();
    let head = "game,content,agents,seed,behaviour,games,distinct,draws,wins,points,mean_length,\
                mean_reward";
    assert_eq!(lines.lines().next(), Some(head));
    assert!(lines.contains("\nconnect-four(opening=4),,random; random,1,"), "{lines}");
}

#[test]
fn lists_that_grow_have_the_envelope_too() {
    let scratch = Scratch::new();
    let store = scratch.file("s.db");
    for args in [
        &["agents", "tron", "--json"][..],
        &["experiment", "list", "--json"],
        &["experiment", "show", "perick/table-2", "--json"],
        &["experiment", "run", "perick/table-2", "--budget", "0s", "--store", &store, "--json"],
    ] {
        document(args);
    }
}

#[test]
fn games_are_exported_line_by_line() {
    let scratch = Scratch::new();
    let store = scratch.file("games.db");
    let played = ["match", "tic-tac-toe", "--a", "random", "--b", "random", "--games", "7"];
    document(&[&played[..], &["--store", &store, "--json"]].concat());
    let output = spinney(&["export", "games", "--store", &store], "");
    let text = common::text(&output.stdout);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 8, "{text}");
    let head =
        "game,content,agents,seed,behaviour,number,rewards,length,playouts,seconds,fault,record";
    assert_eq!(lines[0], head);
    assert!(lines[3].starts_with("tic-tac-toe(opening=2),,random; random,1,"), "{text}");
    assert_eq!(lines[3].split(',').nth(5), Some("2"), "{text}");
    let other = spinney(&["export", "games", "--store", &store, "--game", "tron"], "");
    assert_eq!(common::text(&other.stdout).lines().count(), 1);
    let missing = spinney(&["export", "cells", "--store", &scratch.file("none.db")], "");
    assert_eq!(missing.status.code(), Some(2));
    let said = common::text(&missing.stderr);
    assert!(
        said.starts_with("error: there is no store ") && said.contains("--store FILE"),
        "{said}"
    );
}
