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
        let for_others = ["arena", "completions", "man"].contains(name);
        assert!(for_others || text.contains("--json"), "{name} has no --json");
    }
}

#[test]
fn agents_are_listed_with_everything_declared() {
    let text = stdout(&spinney(&["agents", "cops-and-robbers"]));
    assert!(text.starts_with("cops-and-robbers, side cops\n"), "{text}");
    assert!(text.contains("\ncops-and-robbers, side robber\n"), "{text}");
    assert!(text.contains("\n  mcts "), "{text}");
    let mcts = stdout(&spinney(&["agents", "cops-and-robbers", "mcts"]));
    for side in ["side cops\n", "side robber\n"] {
        assert!(mcts.contains(side), "{mcts}");
    }
    let mut lines = mcts.lines().skip_while(|line| !line.trim_start().starts_with("cp="));
    assert!(lines.next().expect("UCT has it").contains("exploration"), "{mcts}");
    let values = lines.next().expect("its values");
    assert!(values.contains("(a number from 0 to") && values.contains("tunable)"), "{values}");
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
fn presets_are_described_with_their_values() {
    let text = stdout(&spinney(&["agents", "connect-four", "quick"]));
    assert!(text.contains("\nIt is uct(playouts=200)\n"), "{text}");
    assert!(text.contains("\n  playouts=200"), "{text}");
    let output = spinney(&["agents", "connect-four", "quik"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("did you mean `quick`?"), "{}", stderr(&output));
}

#[test]
fn lists_fit_into_a_terminal() {
    let fits = |args: &[&str]| {
        let text = stdout(&spinney(args));
        // A preset that is one long word can't be broken.
        let wide = text.lines().find(|line| line.chars().count() > 80 && line.contains(' '));
        let wide = wide.filter(|line| line.trim().contains(' '));
        assert_eq!(wide, None, "{args:?}");
    };
    fits(&["games"]);
    for game in ["connect-four", "cops-and-robbers", "samegame", "scotland-yard", "tron"] {
        fits(&["agents", game]);
        let agent = if game == "scotland-yard" { "mcts" } else { "best" };
        fits(&["agents", game, if game == "connect-four" { "uct" } else { agent }]);
    }
}

#[test]
fn a_side_goes_by_both_of_its_words() {
    let yard = ["match", "scotland-yard", "--games", "2", "--mrx", "random", "--detectives"];
    let output = spinney(&[&yard[..], &["greedy"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("seekers  greedy"), "{}", stdout(&output));
    // A number is the option of that name.
    let output = spinney(&[&yard[..], &["3", "--seekers", "random"]].concat());
    assert!(
        stdout(&output).contains("scotland-yard(detectives=3): 2 games"),
        "{}",
        stderr(&output)
    );
    let compare = ["compare", "scotland-yard", "--side", "detectives", "random", "greedy"];
    let output = spinney(&[&compare[..], &["--against", "random", "--games", "20"]].concat());
    let named = spinney(&{
        let mut args = [&compare[..], &["--against", "random", "--games", "20"]].concat();
        args[3] = "seekers";
        args
    });
    let table = |output: &Output| stdout(output).lines().take(3).map(cut).collect::<Vec<_>>();
    assert_eq!(table(&output), table(&named));
}

/// A line without its last column, the time.
fn cut(line: &str) -> String {
    line.rsplit_once("  ").map_or(line, |(start, _)| start).trim_end().to_string()
}

#[test]
fn a_preset_keeps_its_name() {
    let args = ["match", "connect-four", "--a", "quick", "--b", "uct(20)", "--games", "2"];
    let text = stdout(&spinney(&args));
    assert!(text.contains("a     quick ") && text.contains("b     uct(20) "), "{text}");
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
