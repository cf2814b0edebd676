//! Long runs: what they say on the way, and how they end when they are asked to.
#![cfg(unix)]

use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Longer than any machine takes; only a failure waits for so long.
const PATIENCE: Duration = Duration::from_secs(120);

/// More games than any machine plays.
const ENDLESS: [&str; 8] =
    ["match", "connect-four", "--a", "random", "--b", "random", "--games", "1000000000"];

/// A program that runs, without a terminal.
struct Running {
    child: Child,
    said: Receiver<String>,
    began: Instant,
}

/// What a program left.
struct Ended {
    status: ExitStatus,
    printed: String,
    /// What it said after the lines that were waited for.
    said: Vec<String>,
}

impl Running {
    fn start(args: &[&str], seconds_between_lines: &str) -> Self {
        // Before the program can begin: what it waits for is no shorter by this clock.
        let began = Instant::now();
        let mut child = Command::new(env!("CARGO_BIN_EXE_spinney"))
            .args(args)
            .env("NO_COLOR", "1")
            .env("SPINNEY_PROGRESS", seconds_between_lines)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let (lines, said) = channel();
        let errors = BufReader::new(child.stderr.take().expect("it is piped"));
        std::thread::spawn(move || {
            errors.lines().map_while(Result::ok).try_for_each(|line| lines.send(line))
        });
        Self { child, said, began }
    }

    /// The next line on standard error.
    fn line(&self) -> String {
        self.said.recv_timeout(PATIENCE).expect("a line")
    }

    fn stop(mut self, signal: &str) -> Ended {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args([signal, &id]).status().expect("kill runs");
        assert!(sent.success());
        let deadline = Instant::now() + PATIENCE;
        while self.child.try_wait().expect("its state").is_none() {
            if Instant::now() > deadline {
                self.child.kill().expect("it can be ended");
                panic!("{signal} does not end it");
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        let mut printed = String::new();
        let mut output = self.child.stdout.take().expect("it is piped");
        output.read_to_string(&mut printed).expect("text");
        let status = self.child.wait().expect("it has ended");
        Ended { status, printed, said: self.said.iter().collect() }
    }
}

/// The games that a line of progress counts, and the rest of it.
fn progress(line: &str) -> (u64, &str) {
    let (games, rest) = line.split_once(" of 1000000000 games, ").expect(line);
    (games.parse().expect(line), rest)
}

#[test]
fn a_line_is_printed_now_and_then_without_a_terminal() {
    let run = Running::start(&ENDLESS, "1");
    let first = run.line();
    assert!(run.began.elapsed() >= Duration::from_secs(1), "the first line comes after a second");
    let second = run.line();
    assert!(run.began.elapsed() >= Duration::from_secs(2), "not a line per game");
    let ((games, rest), (later, _)) = (progress(&first), progress(&second));
    assert!(0 < games && games < later, "{first}\n{second}");
    assert!(rest.contains(" per second, about ") && rest.contains(" left  a "), "{first}");
    assert!(rest.ends_with(')') && rest.contains(" % ("), "the result so far: {first}");
    let ended = run.stop("-INT");
    assert_eq!(ended.said.last().map(String::as_str), Some("interrupted"));
}

#[test]
fn who_wants_no_lines_gets_none() {
    let quiet = [&ENDLESS[..], &["--quiet"]].concat();
    for (args, seconds) in [(&quiet[..], "1"), (&ENDLESS[..], "0")] {
        let run = Running::start(args, seconds);
        std::thread::sleep(Duration::from_millis(2500));
        let ended = run.stop("-INT");
        assert_eq!(ended.said, ["interrupted"], "{args:?}");
    }
}

#[test]
fn an_interrupted_match_prints_what_is_finished() {
    for signal in ["-INT", "-TERM"] {
        let run = Running::start(&[&ENDLESS[..], &["--json"]].concat(), "1");
        let (games, _) = progress(&run.line());
        let ended = run.stop(signal);
        assert_eq!(ended.status.code(), Some(130), "{signal}");
        let found: Value = serde_json::from_str(&ended.printed).expect("what is finished");
        assert_eq!(found["interrupted"], true);
        assert!(found["games"].as_u64().is_some_and(|finished| finished >= games), "{found}");
    }
}

/// Starts a command that says its version first, interrupts it then, and gives what it printed.
fn interrupted(args: &[&str]) -> String {
    let run = Running::start(&[args, &["--verbose"]].concat(), "0");
    assert!(run.line().starts_with("spinney "));
    let ended = run.stop("-INT");
    assert_eq!(ended.status.code(), Some(130), "{args:?}: {:?}", ended.said);
    assert_eq!(ended.said.last().map(String::as_str), Some("interrupted"));
    ended.printed
}

#[test]
fn without_a_finished_game_there_is_no_rate() {
    let slow = ["match", "connect-four", "--a", "uct(playouts=1000000000)", "--b", "random"];
    let text = interrupted(&slow);
    let row = text.lines().nth(1).expect("a row");
    assert!(row.contains('–') && !row.contains('%'), "{text}");
}

#[test]
fn without_a_finished_game_there_is_no_comparison() {
    let text = interrupted(&["compare", "connect-four", "uct(playouts=1000000000)", "random"]);
    assert!(text.contains("Can't tell: no start has been played to its end."), "{text}");
}

#[test]
fn an_interrupted_solver_says_so() {
    let board = ["solve", "samegame", "standard", "--seconds", "1000"];
    let text = interrupted(&[&board[..], &["--position", "1"]].concat());
    assert!(text.starts_with("position 1: "), "what is found is printed: {text}");
    let text = interrupted(&board);
    assert!(!text.contains("position 2: "), "the others are not begun: {text}");
    let text = interrupted(&[&board[..], &["--json"]].concat());
    let found: Value = serde_json::from_str(&text).expect("what is found");
    assert_eq!(found["position"], 1, "{found}");
}
