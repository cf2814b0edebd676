//! Help that keeps its word: every example that it prints runs, and no argument makes it panic.

mod common;

use common::text;
use proptest::prelude::*;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The help of every command, with those inside others, by name: `experiment run`.
fn all_help() -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut names = vec![String::new()];
    while let Some(name) = names.pop() {
        let mut words: Vec<&str> = name.split_whitespace().collect();
        words.push("--help");
        let help = text(&common::spinney(&words, "").stdout);
        let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
        for line in listed.take_while(|line| !line.is_empty()) {
            let word = line.strip_prefix("  ").filter(|rest| !rest.starts_with(' '));
            let word = word.and_then(|rest| rest.split_whitespace().next());
            if let Some(word) = word.filter(|word| *word != "help") {
                names.push(format!("{name} {word}").trim().to_string());
            }
        }
        found.push((name, help));
    }
    found
}

/// The examples in a help text, as they are typed.
fn examples(help: &str) -> Vec<String> {
    // An example goes on after a backslash.
    let help = help.replace("\\\n", " ");
    let lines = help.lines().map(str::trim_start);
    let lines = lines.map(|line| line.strip_prefix("Example: ").unwrap_or(line));
    lines.filter(|line| line.starts_with("spinney ")).map(str::to_string).collect()
}

/// The words of a line as a shell reads them.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), String::new(), None);
    for c in line.chars() {
        match (c, quote) {
            ('"' | '\'', None) => quote = Some(c),
            (c, Some(q)) if c == q => quote = None,
            (' ', None) => words.extend((!word.is_empty()).then(|| std::mem::take(&mut word))),
            (c, _) => word.push(c),
        }
    }
    words.extend((!word.is_empty()).then_some(word));
    words
}

/// The same command with less work: fewer games, seconds and playouts, shorter thinking.
fn shortened(mut words: Vec<String>) -> Vec<String> {
    let limits = [("--games", 4), ("--seconds", 1)];
    for (flag, most) in limits {
        if let Some(place) = words.iter().position(|word| word == flag) {
            let given: u64 = words[place + 1].parse().expect("a number");
            words[place + 1] = given.min(most).to_string();
        }
    }
    let learns = words[0] == "learn";
    let limit = |word: &mut String, limit: &str| {
        if let Some((agent, given)) = word.split_once(limit) {
            let others = given.trim_start_matches(|c: char| c.is_ascii_digit());
            *word = format!("{agent}{limit}20{others}");
        }
    };
    for word in &mut words {
        limit(word, "(millis=");
        if learns {
            limit(word, "(playouts=");
        }
    }
    let command: Vec<&str> = words.iter().map(String::as_str).collect();
    let more: &[&str] = match command.as_slice() {
        // A table of a paper takes hours.
        ["experiment", "run", ..] => &["--dry-run", "--store", "c.db"],
        ["learn", ..] if !command.contains(&"--hider") => {
            &["--hider", "nijssen(playouts=20)", "--seekers", "nijssen(playouts=20)"]
        }
        ["bench", _] if command[1] != "--fixed" => &["--seconds", "0", "--threads", "1"],
        // The agents of Tron think for 100 milliseconds unless told otherwise.
        ["tournament", "tron", ..] => {
            let known = ["best", "ucb1", "moss"].map(String::from);
            let thinkers = words.iter_mut().filter(|word| known.contains(word));
            thinkers.for_each(|word| word.push_str("(millis=2)"));
            &[]
        }
        _ => &[],
    };
    words.extend(more.iter().map(ToString::to_string));
    words
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The files that the examples speak of.
fn prepare(folder: &Path) {
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write("game.log", "start ? 13 26 29 34 50\n1 T T14 T15 T41 T47 T37\n2 B T25 T28\n");
    write("board.txt", "1122\n2211\n1212\n");
    let tune = text(&common::spinney(&["tune", "--help"], "").stdout);
    let file = tune.split("A file to begin with:\n").nth(1).expect("tune has a file to begin with");
    let file = file.split("\n\n").next().unwrap_or_default();
    let small =
        file.replace("= 20\n", "= 4\n").replace("= 5\n", "= 2\n").replace("= 10\n", "= 1\n");
    assert_ne!(small, file);
    write("c.toml", &small.replace("playouts=200", "playouts=20"));
}

#[test]
fn every_example_of_the_help_runs() {
    let folder = folder("help-examples");
    prepare(&folder);
    let run = |words: &[String]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_spinney"));
        command.args(words).current_dir(&folder).env("NO_COLOR", "1").env("HOME", &folder);
        command.stdin(Stdio::null()).output().expect("the binary runs")
    };
    let games = "match connect-four --a random --b random --games 2 --store c.db";
    assert_eq!(run(&words(games)).status.code(), Some(0));
    std::fs::copy(folder.join("c.db"), folder.join("other.db")).unwrap();
    std::fs::create_dir_all(folder.join("experiments/perick-2012")).unwrap();
    std::fs::write(folder.join("experiments/perick-2012/recorded.toml"), "").unwrap();
    let mut ran = 0;
    for (name, help) in all_help() {
        let examples = examples(&help);
        // These have commands of their own, with examples there.
        let parent = help.contains("\nCommands:\n") && !name.is_empty();
        assert!(parent || !examples.is_empty(), "`spinney {name} --help` has no example");
        for example in examples {
            // Pipes and redirections are the shell's; servers and referees wait for somebody.
            let line = example.split(['|', '>']).next().unwrap_or_default();
            let line = line.replace("~/", "home/");
            let words = shortened(words(&line)[1..].to_vec());
            if ["tronbot", "codingame", "arena"].contains(&words[0].as_str()) {
                continue;
            }
            let output = run(&words);
            // The end of the input ends a game in the terminal.
            let errors = text(&output.stderr);
            assert_eq!(output.status.code(), Some(0), "{example}\n{words:?}\n{errors}");
            assert!(!errors.contains("panicked"), "{example}\n{errors}");
            ran += 1;
        }
    }
    assert!(ran >= 25, "only {ran} examples were found");
}

#[test]
fn the_help_is_as_written_down() {
    let mut all = all_help();
    all.sort();
    let page = |(name, help): &(String, String)| format!("$ spinney {name} --help\n{help}");
    insta::assert_snapshot!(all.iter().map(page).collect::<Vec<_>>().join("\n"));
}

/// Runs the program; what still runs after a while is ended.
fn patiently(args: &[OsString], folder: &Path) -> Option<Output> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_spinney"))
        .args(args)
        .current_dir(folder)
        .env("HOME", folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(5) {
        if child.try_wait().expect("the child can be asked").is_some() {
            return child.wait_with_output().ok();
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().expect("it is ours");
    child.wait_with_output().ok()
}

/// An argument: bytes of any kind, or a word that leads further in.
#[cfg(unix)]
fn argument() -> impl Strategy<Value = OsString> {
    use std::os::unix::ffi::OsStringExt;
    let known = prop::sample::select(vec![
        "connect-four",
        "tron(board=",
        "scotland-yard",
        "--a",
        "--seed",
        "--games",
        "--store",
        "--json",
        "--sprt",
        "uct(c=",
        "random",
        "-",
        "--",
        "list",
        "samegame",
        "--set",
        "=",
        "show",
    ]);
    let begun = prop::sample::select(vec![
        "uct(c=",
        "uct(playouts=1, ",
        "scotland-yard(detectives=",
        "cops-and-robbers(graph=file(",
        "--games=",
        "--set=",
        "--store=",
        "--color=",
        "perick/",
    ]);
    // An argument has no zero byte. Most of these are not UTF-8.
    let bytes = || prop::collection::vec(1u8..=255, 0..12);
    prop_oneof![
        bytes().prop_map(OsString::from_vec),
        known.prop_map(OsString::from),
        (begun, bytes())
            .prop_map(|(begun, bytes)| { OsString::from_vec([begun.as_bytes(), &bytes].concat()) }),
    ]
}

#[cfg(unix)]
proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn no_argument_makes_it_panic(
        command in prop::sample::select(vec![
            "match", "compare", "tournament", "tune", "games", "agents", "experiment", "export", "replay",
            "play", "advise", "solve", "learn", "tronbot", "codingame", "completions", "man", "",
        ]),
        args in prop::collection::vec(argument(), 1..5),
    ) {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("help-garbage");
        std::fs::create_dir_all(&folder).unwrap();
        let mut all = vec![OsString::from(command)];
        // Without a command, the garbage comes first; a folder of manual pages would be anywhere.
        if command.is_empty() || command == "man" {
            all.clear();
        }
        all.extend(args);
        let output = patiently(&all, &folder).expect("the program ends");
        let errors = String::from_utf8_lossy(&output.stderr);
        prop_assert!(output.status.code() != Some(101) && !errors.contains("panicked"), "{errors}");
    }
}
