//! `spinney play`: every game from its start to its end, and what a person can say meanwhile.

mod common;

use common::{spinney, text};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// A program that plays, by the lines that it prints.
struct Player {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Player {
    fn new(args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_spinney"))
            .args(args)
            .env("NO_COLOR", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let input = child.stdin.take().expect("it is piped");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        Self { child, input, lines }
    }

    fn line(&self) -> String {
        self.lines.recv_timeout(Duration::from_secs(60)).expect("it answers in time")
    }

    fn document(&self) -> Value {
        serde_json::from_str(&self.line()).expect("a JSON document per line")
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("it listens");
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Plays the first legal move until the game is over, and gives the last document.
fn first_moves(game: &str, side: &str, check: impl Fn(&Value)) -> Value {
    let args = ["play", game, "--as", side, "--against", "random", "--seed", "3", "--json"];
    let mut player = Player::new(&args);
    for _ in 0..1000 {
        let document = player.document();
        assert_eq!(document["schema"]["name"], "spinney-play");
        assert_eq!((&document["command"], &document["seed"]), (&"play".into(), &3.into()));
        check(&document);
        if document["over"] == true {
            assert!(player.child.wait().expect("it ends").success());
            assert!(document["reward"].is_number() && document["moves"] == Value::Array(vec![]));
            assert!(!document["record"].as_str().expect("a record").is_empty());
            return document;
        }
        assert!(document["reward"].is_null() && document["record"].is_null(), "{document}");
        player.say(document["moves"][0]["text"].as_str().expect("a move"));
    }
    panic!("{game} does not end");
}

#[test]
fn every_game_is_played_to_its_end() {
    for (game, side) in [
        ("tic-tac-toe", "a"),
        ("tic-tac-toe", "o"),
        ("connect-four", "b"),
        ("samegame(rows=4, columns=4)", "player"),
        ("cops-and-robbers", "cops"),
        ("cops-and-robbers", "robber"),
        ("tron(board=9x9)", "a"),
        ("tron(board=9x9)", "b"),
        ("scotland-yard", "mrx"),
    ] {
        first_moves(game, side, |_| ());
    }
}

#[test]
fn detectives_do_not_see_mr_x() {
    let end = first_moves("scotland-yard", "detectives", |document| {
        assert_eq!(document["you"], "seekers");
        let over = document["over"] == true;
        assert!(over || document["decider"].as_str().unwrap().starts_with("detective "));
        let mr_x = &document["observation"]["mr_x"];
        assert!(mr_x.is_object() && mr_x["station"].is_null(), "{document}");
    });
    assert!(end["rewards"]["hider"].is_number());
    let args = ["play", "scotland-yard", "--as", "seekers", "--against", "greedy"];
    let output = spinney(&args, "record\nhint\nquit\n");
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(said.contains("Mr X has moved."), "{said}");
    assert!(said.contains("The record would show what you can't know yet."), "{said}");
    assert!(said.contains("greedy would play "), "{said}");
}

#[test]
fn a_person_is_told_the_result_in_words() {
    // Whatever the other one plays, some of these are legal until the board is full.
    let all = "5\n1\n2\n3\n4\n6\n7\n8\n9\n".repeat(9);
    let output = spinney(&["play", "tic-tac-toe", "--against", "random", "--seed", "4"], &all);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(said.starts_with("tic-tac-toe, seed 4 "), "{said}");
    assert!(said.contains("1 2 3\n4 5 6\n7 8 9\n"), "{said}");
    assert!(said.contains("Your move (x): 1 2 3"), "{said}");
    assert!(said.contains("O plays cell "), "{said}");
    assert!(said.contains("The game is over: "), "{said}");
    // A group by any of its blocks, and a puzzle has points.
    let args = ["play", "samegame", "--rows", "2", "--columns", "2", "--colours", "1"];
    let output = spinney(&args, "7,7\nwhat\nhint\n0,1\n");
    let said = text(&output.stdout);
    assert!(said.contains("`7,7` is not a legal move"), "{said}");
    assert!(said.contains("`what` is not a legal move"), "{said}");
    assert!(said.contains("would play 1,0: 4 blocks, 4 points, worth 1004 points"), "{said}");
    assert!(said.contains("The game is over: 1004 points."), "{said}");
}

#[test]
fn commands_of_a_person() {
    let game = ["play", "connect-four", "--against", "uct(playouts=200)", "--seed", "1"];
    let output = spinney(&game, "help\nmoves\nhint\n9\nundo\n4\nundo\nrecord\nboard\nQ\n4\n");
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(said.contains("Four of your stones in a line win"), "{said}");
    assert!(said.contains("  quit    leave the game"), "{said}");
    assert!(said.contains("  4  column 4"), "{said}");
    let hint = said.lines().find(|line| line.contains(") would play ")).expect("a hint");
    assert!(
        hint.starts_with("uct(playouts=200) would play ") && hint.contains("worth 0."),
        "{hint}"
    );
    assert!(said.contains("legal moves: 1 2 3 4 5 6 7; `help` lists the commands"), "{said}");
    assert!(said.contains("There is no move to take back."), "{said}");
    // The one answer was taken back with the move: the board is as at the start.
    assert_eq!(said.matches("O plays column ").count(), 1, "{said}");
    assert!(!said.contains("The game is over"), "{said}");
}

#[test]
fn undo_goes_back_to_the_last_own_decision() {
    for (game, side) in [("connect-four", "a"), ("connect-four", "b"), ("tron(board=9x9)", "b")] {
        let mut player =
            Player::new(&["play", game, "--as", side, "--against", "random", "--json"]);
        let first = player.document();
        let mv = first["moves"][0]["text"].as_str().unwrap().to_string();
        player.say(&mv);
        let second = player.document();
        assert_ne!(first["observation"], second["observation"]);
        player.say("undo");
        let again = player.document();
        for key in ["observation", "moves", "turn"] {
            assert_eq!(again[key], first[key], "{game} {key}");
        }
        player.say("hint");
        assert_eq!(player.document()["schema"]["name"], "spinney-play-hint");
        player.say("quit");
        assert!(player.child.wait().unwrap().success());
    }
}

#[test]
fn wrong_input_is_named() {
    let refused = |args: &[&str], input: &str| {
        let output = spinney(args, input);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", text(&output.stdout));
        text(&output.stderr)
    };
    let error = refused(&["play", "tron", "--against", "random", "--json"], "X\n");
    assert!(error.contains("`X` is not a legal move"), "{error}");
    let error = refused(&["play", "scotland-yard", "--as", "bobby"], "");
    assert!(
        error.contains("the sides are hider (or mrx, mr-x), seekers (or detectives"),
        "{error}"
    );
    let error = refused(&["play", "connect-four", "--against", "utc"], "");
    assert!(error.contains("did you mean `uct`?"), "{error}");
    let error = refused(&["play", "conect-four"], "");
    assert!(error.contains("did you mean `connect-four`?"), "{error}");
}

#[test]
fn seeds_differ_unless_given() {
    let start = |args: &[&str]| {
        let args = [&["play", "samegame", "--json"], args].concat();
        let output = spinney(&args, "");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let document: Value = serde_json::from_slice(&output.stdout).unwrap();
        document["observation"].clone()
    };
    assert_eq!(start(&["--seed", "5"]), start(&["--seed", "5"]));
    assert_ne!(start(&[]), start(&[]));
}

#[cfg(unix)]
#[test]
fn the_first_interrupt_ends_it() {
    let mut player = Player::new(&["play", "connect-four", "--json"]);
    player.document();
    let pid = player.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    // Standard input is still open: nothing but the signal ends the program.
    assert_eq!(player.child.wait().unwrap().code(), Some(130));
}

#[test]
fn all_games_are_listed() {
    let help = text(&spinney(&["play", "--help"], "").stdout);
    for game in
        ["connect-four", "cops-and-robbers", "samegame", "scotland-yard", "tic-tac-toe", "tron"]
    {
        assert!(help.contains(game), "{help}");
    }
}
