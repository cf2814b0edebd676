//! What the program says in errors and tables, word for word. The help is in `help.rs`, the shape of
//! JSON in `json.rs`, and matches and comparisons are in the book.

mod common;

use common::{spinney, text};
use std::path::Path;

/// A time at the end of a line is another one in every run.
fn timeless(line: &str) -> String {
    let Some(start) = line.strip_suffix(" s") else { return line.to_string() };
    match start.rsplit_once(' ') {
        Some((before, time)) if time.parse::<f64>().is_ok() => format!("{before} … s"),
        _ => line.to_string(),
    }
}

/// A command as it is typed, and what it printed.
fn session(args: &[&str], code: i32) -> String {
    let output = spinney(args, "");
    let (printed, said) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{args:?}\n{said}");
    let shown = if code == 0 { &printed } else { &said };
    let lines: Vec<String> = shown.lines().map(timeless).collect();
    format!("$ spinney {}\n{}\n", args.join(" "), lines.join("\n"))
}

#[test]
fn errors_say_what_would_be_right() {
    let random = ["match", "connect-four", "--a", "random", "--b", "random"];
    let with = |more: &[&'static str]| [&random[..], more].concat();
    let wrong: Vec<Vec<&str>> = vec![
        vec!["agent", "tron"],
        vec!["match"],
        vec!["match", "conect-four"],
        vec!["match", "tron", "--a", "best"],
        vec!["match", "connect-four", "--a", "uct(playout=1)", "--b", "random"],
        vec!["match", "connect-four", "--a", "uct(c=-1)", "--b", "random"],
        vec!["match", "connect-four", "--a", "uct(", "--b", "random"],
        with(&["--games", "0"]),
        with(&["--gmes", "3"]),
        with(&["--robber", "random"]),
        with(&["--sprt", "20,0"]),
        vec!["compare", "connect-four", "random"],
        vec!["tournament", "connect-four", "random"],
        vec!["tune", "/no/such.toml"],
        vec!["replay", "/no/such"],
        vec!["experiment", "show", "perick/table-9"],
        vec!["experiment", "show", "nijsen/table-9"],
        vec!["experiment", "run", "perick", "--scale", "7"],
        vec!["experiment", "record", "perick", "--store", "/no/such.db"],
        vec!["export", "cells", "--store", "/no/such.db"],
        vec!["solve", "samegame", "standart"],
        vec!["solve", "cops-and-robbers", "--graph", "pete"],
        vec!["completions", "csh"],
    ];
    let sessions: Vec<String> = wrong.iter().map(|args| session(args, 2)).collect();
    insta::assert_snapshot!(sessions.join("\n"));
}

#[test]
fn tables_are_laid_out_as_written_down() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("output");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = |name: &str| folder.join(name).to_str().expect("text").to_string();
    let (store, games) = (file("games.db"), file("games.txt"));
    let four = ["match", "tic-tac-toe", "--a", "random", "--b", "random", "--games", "2"];
    let played = spinney(&[&four[..], &["--store", &store, "--save", &games]].concat(), "");
    assert_eq!(played.status.code(), Some(0));
    let commands: [&[&str]; 4] = [
        &[
            "tournament",
            "tic-tac-toe",
            "random",
            "uct(playouts=20)",
            "uct(playouts=5)",
            "--games",
            "6",
        ],
        &["replay", &games],
        &["solve", "cops-and-robbers", "--graph", "petersen"],
        &[
            "experiment",
            "run",
            "varkevisser/table-5-1",
            "--cells",
            "Random/*",
            "--scale",
            "0.005",
            "--store",
            &store,
        ],
    ];
    let sessions: Vec<String> = commands.iter().map(|args| session(args, 0)).collect();
    let folder = folder.to_str().expect("text");
    insta::assert_snapshot!(sessions.join("\n").replace(folder, "FOLDER"));
}
