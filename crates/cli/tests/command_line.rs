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

#[test]
fn the_examples_of_the_help_run() {
    let help = stdout(&spinney(&[]));
    let examples: Vec<&str> =
        help.lines().filter_map(|line| line.strip_prefix("  spinney ")).collect();
    assert!(examples.len() == 3, "{help}");
    // A game in the terminal waits for a person.
    for example in examples.iter().filter(|example| !example.starts_with("play ")) {
        let unquoted = example.replace('"', "");
        let args: Vec<&str> = unquoted.split_whitespace().collect();
        let output = spinney(&args);
        assert_eq!(output.status.code(), Some(0), "{example}: {}", stderr(&output));
        assert!(!output.stdout.is_empty(), "{example}");
    }
}

#[test]
fn every_command_has_help_with_an_example() {
    let help = stdout(&spinney(&[]));
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = commands.take_while(|line| !line.is_empty());
    // Text that runs over the line stands further in.
    let names: Vec<&str> = names
        .filter_map(|line| line.strip_prefix("  ").filter(|rest| !rest.starts_with(' ')))
        .filter_map(|rest| rest.split_whitespace().next())
        .collect();
    assert!(names.contains(&"match") && names.contains(&"agents"), "{names:?}");
    // Commands with commands of their own, and protocols that speak to a referee.
    let others = ["help", "solve", "experiment", "advise", "learn", "tronbot", "codingame"];
    for name in names.iter().filter(|name| !others.contains(name)) {
        let output = spinney(&[name, "--help"]);
        let text = stdout(&output);
        assert_eq!(output.status.code(), Some(0), "{name}");
        assert!(text.contains("xample") && text.contains(&format!("spinney {name}")), "{text}");
        assert!(text.contains("--json"), "{name} has no --json");
    }
}

#[test]
fn agents_are_listed_with_everything_declared() {
    let text = stdout(&spinney(&["agents", "cops-and-robbers"]));
    assert!(text.starts_with("cops-and-robbers, side cops\n"), "{text}");
    assert!(text.contains("\ncops-and-robbers, side robber\n"), "{text}");
    let line = text.lines().find(|line| line.trim_start().starts_with("cp ")).expect("UCT has it");
    for part in ["a number from 0 to", "yes", "exploration"] {
        assert!(line.contains(part), "{line}");
    }
    let document: serde_json::Value =
        serde_json::from_slice(&spinney(&["agents", "cops-and-robbers", "--json"]).stdout).unwrap();
    let agents = document["sides"]["robber"]["agents"].as_array().unwrap();
    let mcts = agents.iter().find(|agent| agent["name"] == "mcts").expect("it plays the robber");
    let playouts = &mcts["parameters"][0];
    assert_eq!(
        (&playouts["name"], &playouts["values"]["kind"]),
        (&"playouts".into(), &"limit".into())
    );
    assert!(mcts["source"].as_str().unwrap().contains("Varkevisser"));
}

#[test]
fn sides_are_flags_of_their_game_alone() {
    let cops = stdout(&spinney(&["match", "cops-and-robbers", "--help"]));
    assert!(cops.contains("--cops <SPEC>") && cops.contains("--robber <SPEC>"), "{cops}");
    let four = stdout(&spinney(&["match", "connect-four", "--help"]));
    assert!(four.contains("--a <SPEC>") && !four.contains("--robber"), "{four}");
}

#[test]
fn a_tuning_runs_stops_at_nothing_and_gives_a_specification() {
    let name = |ending: &str| {
        std::env::temp_dir().join(format!("spinney-{}-tune.{ending}", std::process::id()))
    };
    let (file, store, picture) = (name("toml"), name("db"), name("svg"));
    let text = "game = \"cops-and-robbers\"\nside = \"cops\"\nagent = \"chase\"\n\
                against = \"random\"\npopulation = 6\nelite = 2\ngames = 2\n\
                generations = 3\n[parameters]\nn = [0, 4]\n";
    std::fs::write(&file, text).unwrap();
    let paths = [&file, &store, &picture].map(|path| path.to_str().unwrap());
    let args = ["tune", paths[0], "--store", paths[1], "--svg", paths[2], "--json"];
    let run = || {
        let output = spinney(&args);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let mut document: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
        assert!(document["seconds"].take().is_f64());
        document
    };
    let first = run();
    let document = &first;
    assert_eq!(document["closing"]["games"], 100, "{document}");
    assert!(document["spec"].as_str().unwrap().starts_with("chase"), "{document}");
    assert_eq!(document["generations"].as_array().unwrap().len(), 3);
    assert!(std::fs::read_to_string(&picture).unwrap().contains("<polyline"));
    // Again, from the store alone: the same.
    assert_eq!(first, run());
    std::fs::write(&file, text.replace("n = [0, 4]", "m = [0, 4]")).unwrap();
    let output = spinney(&args);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("no tunable parameter `m`"), "{}", stderr(&output));
    std::fs::write(&file, text.replace("elite = 2", "elite = 7")).unwrap();
    let output = spinney(&args);
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert!(said.contains("tune.toml") && said.contains("the elite must be from 1"), "{said}");
    let nowhere = ["tune", paths[0], "--store", paths[1], "--svg", "/no/such/place.svg"];
    std::fs::write(&file, text).unwrap();
    let output = spinney(&nowhere);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("can't write /no/such/place.svg"), "{}", stderr(&output));
    std::fs::write(&file, "x".repeat(2 << 20)).unwrap();
    let output = spinney(&args);
    assert!(output.status.code() == Some(2) && output.stderr.len() < 2000);
    for path in paths {
        std::fs::remove_file(path).unwrap();
    }
}
