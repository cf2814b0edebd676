//! The command line as a person meets it: what is printed, and the exit code.

use std::process::{Command, Output};

fn spinney(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spinney"));
    command.args(args).env("NO_COLOR", "1").output().expect("the binary runs")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

#[test]
fn without_arguments_it_says_what_it_can_do() {
    let output = spinney(&[]);
    assert_eq!(output.status.code(), Some(0));
    let text = stdout(&output);
    assert!(text.contains("agents"), "{text}");
    assert_eq!(text.lines().filter(|line| line.starts_with("  spinney ")).count(), 3, "{text}");
}

#[test]
fn an_unknown_command_is_wrong_input() {
    let output = spinney(&["agent", "tron"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("agents"), "{}", stderr(&output));
}

#[test]
fn an_unknown_game_is_wrong_input() {
    let output = spinney(&["agents", "no-such-game"]);
    assert_eq!(output.status.code(), Some(2));
    let text = stderr(&output);
    assert!(text.starts_with("error: unknown game `no-such-game`"), "{text}");
}
