//! `spinney experiment` as a person meets it.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn spinney(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spinney"));
    command.arg("experiment").args(args).env("NO_COLOR", "1").output().expect("the binary runs")
}

fn json(args: &[&str]) -> Value {
    let output = spinney(args);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{errors}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// An empty folder that is gone with the test's end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("spinney-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }
    fn join(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_run_adds_to_the_store_and_the_report_shows_it() {
    let folder = Folder::new("experiment");
    let (store, out) = (folder.join("games.sqlite"), folder.join("report"));
    let run = |scale: &str| {
        let common = ["--store", &store, "--json", "--threads", "2", "--cells", "random/*"];
        let mut args = vec!["run", "varkevisser/figure-5-10", "--scale", scale];
        args.extend(common);
        json(&args)["experiments"][0].clone()
    };
    let first = run("0.002");
    assert_eq!((&first["games"], &first["played"]), (&18.into(), &9.into()), "{first}");
    assert_eq!(run("0.001")["games"], 18, "all of that had been played");
    assert_eq!(run("0.003")["games"], 27);

    let shown = json(&["show", "varkevisser/figure-5-10", "--local", "--store", &store, "--json"]);
    let cells = shown["experiments"][0]["cells"].as_array().expect("cells").clone();
    let played: Vec<u64> = cells.iter().filter_map(|cell| cell["games"].as_u64()).collect();
    assert_eq!((played.len(), played.iter().sum::<u64>()), (27, 27));
    assert_eq!(cells[0]["agents"]["cops"], "chase(0)");
    // 18 of 27 cells have no games: nothing that speaks of them is judged.
    let claims = shown["experiments"][0]["claims"].as_array().expect("claims");
    assert_eq!(claims.len(), 3);
    assert!(claims.iter().all(|claim| claim["verdict"] == "not played"), "{claims:?}");
    assert_eq!(claims[0]["detail"], "18 of 27 cells not played");

    let report = ["report", "varkevisser", "--local", "--store", &store, "--out", &out];
    assert_eq!(spinney(&report).status.code(), Some(0));
    assert!(!Path::new(&out).join("varkevisser-2019.html").exists());
    assert_eq!(spinney(&[&report[..], &["--html"]].concat()).status.code(), Some(0));
    let read = |name: &str| std::fs::read_to_string(Path::new(&out).join(name)).expect(name);
    assert!(read("varkevisser-2019.md").contains("3 games in 9 of 27 cells, 27 in all"));
    assert!(read("varkevisser-2019.html").contains("<svg"));
    assert!(read("varkevisser-2019/figure-5-10.svg").starts_with("<svg"));
}

#[test]
fn parts_in_stores_of_their_own_are_the_whole() {
    let folder = Folder::new("experiment-shard");
    let (whole, merged) = (folder.join("whole.sqlite"), folder.join("merged.sqlite"));
    let play = |store: &str, more: &[&str]| {
        let mut args = vec!["run", "varkevisser/figure-5-10", "--scale", "0.003", "--store", store];
        args.extend(["--cells", "random/*", "--threads", "2", "--json"]);
        args.extend(more);
        json(&args)["experiments"][0]["games"].as_u64().expect("games")
    };
    assert_eq!(play(&whole, &[]), 27);
    let parts: Vec<String> = (1..=2).map(|part| folder.join(&format!("{part}.sqlite"))).collect();
    let games: Vec<u64> =
        (1..=2).map(|part| play(&parts[part - 1], &["--shard", &format!("{part}/2")])).collect();
    assert_eq!(games.iter().sum::<u64>(), 27);
    assert!(games.iter().all(|&games| games > 5), "{games:?}");
    json(&["merge", &parts[0], &parts[1], "--store", &merged, "--json"]);
    // Each store has every game of the other.
    let both = json(&["merge", &merged, "--store", &whole, "--json"]);
    assert_eq!((&both["files"][0]["added"], &both["files"][0]["known"]), (&0.into(), &27.into()));
    let wrong = spinney(&["run", "varkevisser/figure-5-10", "--shard", "3/2"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("expected a part such as 1/8"));
}

#[test]
fn stores_are_put_together() {
    let folder = Folder::new("experiment-merge");
    let (one, two) = (folder.join("one.sqlite"), folder.join("two.sqlite"));
    let play = |cells: &str, store: &str| {
        let run = ["run", "varkevisser/table-5-1", "--scale", "0.002", "--cells", cells];
        let run = [&run[..], &["--store", store, "--threads", "1"]].concat();
        assert_eq!(spinney(&run).status.code(), Some(0));
    };
    play("Random/*", &one);
    play("*/Evade", &two);
    // Two games of each: Random/Evade is in both.
    let merged = json(&["merge", &two, "--store", &one, "--json"]);
    assert_eq!(
        (&merged["files"][0]["added"], &merged["files"][0]["known"]),
        (&4.into(), &2.into())
    );
    let all = json(&["list", "--local", "--store", &one, "--json"]);
    let games: u64 = all["experiments"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|experiment| experiment["id"] == "varkevisser-2019/table-5-1")
        .filter_map(|experiment| experiment["games"].as_u64())
        .sum();
    assert_eq!(games, 10);
    let itself = spinney(&["merge", &one, "--store", &one]);
    assert_eq!(itself.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&itself.stderr).contains("name another one"));
    let nothing = spinney(&["merge", "nowhere.sqlite", "--store", &one]);
    assert_eq!(nothing.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&nothing.stderr).contains("nowhere.sqlite: no such file"));
}

#[test]
fn all_experiments_are_listed() {
    let folder = Folder::new("experiment-list");
    let empty = folder.join("empty.sqlite");
    // A run without time makes a store and plays nothing.
    let none = ["run", "varkevisser/table-5-1", "--budget", "0s", "--store", &empty];
    assert_eq!(spinney(&none).status.code(), Some(0));
    let all = json(&["list", "--local", "--store", &empty, "--json"]);
    let experiments = all["experiments"].as_array().expect("a list");
    let known = spinney_lab::experiment::library::experiments().expect("the files are read");
    assert_eq!(experiments.len(), known.len());
    assert!(experiments.iter().all(|experiment| experiment["games"] == 0));
}

#[test]
fn a_game_or_two_agree_with_nothing() {
    let folder = Folder::new("experiment-few");
    let store = folder.join("games.sqlite");
    let run = ["run", "varkevisser/table-5-1", "--scale", "0.001", "--threads", "2"];
    let run = [&run[..], &["--store", &store, "--json"]].concat();
    let status = json(&run)["experiments"][0].clone();
    // One game of each cell of Table 5.1: 0 or 100 %, which misses some printed numbers.
    assert_eq!(
        (&status["games"], &status["agreement"]["holds"]),
        (&9.into(), &0.into()),
        "{status}"
    );
    assert_eq!(status["claims"]["holds"], 0, "{status}");
}

#[test]
fn a_list_fits_a_narrow_terminal() {
    let output = spinney(&["list"]);
    let text = String::from_utf8(output.stdout).expect("text");
    let longest = text.lines().map(|line| line.chars().count()).max();
    assert!(longest.is_some_and(|longest| longest <= 100), "{longest:?}\n{text}");
    assert!(text.contains("* recorded results"), "{text}");
}

#[test]
fn without_games_the_recorded_results_are_reported() {
    let folder = Folder::new("experiment-recorded");
    let (out, nowhere) = (folder.join("report"), folder.join("none.sqlite"));
    let here = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_spinney"));
        command.arg("experiment").args(args).env("SPINNEY_STORE", &nowhere).env("NO_COLOR", "1");
        command.output().expect("the binary runs")
    };
    assert_eq!(here(&["report", "--out", &out]).status.code(), Some(0));
    // What is committed is what anybody gets.
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reproduction");
    let mut compared = 0;
    for file in std::fs::read_dir(&committed).expect("the folder").flatten() {
        let path = file.path();
        if path.extension().is_some_and(|end| end == "md") {
            let read = |path: &Path| std::fs::read_to_string(path).expect("a page");
            let written = Path::new(&out).join(path.file_name().expect("a name"));
            assert!(read(&written) == read(&path), "{} is not up to date", path.display());
            compared += 1;
        }
    }
    assert_eq!(compared, 9);
    let shown = here(&["show", "perick/section-5a"]);
    let text = String::from_utf8_lossy(&shown.stdout).into_owned();
    assert!(text.contains("✗ recorded"), "{text}");
    // What a recorded cell says of itself is said of it.
    let shown = here(&["show", "perick/section-5a", "--json"]);
    let shown: Value = serde_json::from_slice(&shown.stdout).expect("JSON");
    let cell = &shown["experiments"][0]["cells"][0];
    let words = match cell["behaviour"].as_str().expect("a word") {
        "unknown" => Some("of an unknown behaviour"),
        "another" => Some("of another behaviour than today's"),
        _ => None,
    };
    assert!(text.contains(words.unwrap_or_default()), "{text}");
    let local = here(&["report", "--local"]);
    assert_eq!(local.status.code(), Some(2), "a default must not overwrite what is committed");
}

#[test]
fn results_are_kept_where_they_have_more_games() {
    let folder = Folder::new("experiment-record");
    let (store, out) = (folder.join("games.sqlite"), folder.join("experiments"));
    let file = Path::new(&out).join("varkevisser-2019/recorded.toml");
    std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
    std::fs::write(&file, "").expect("a file");
    let play = |scale: &str, seed: &str| {
        let run = ["run", "varkevisser/table-5-1", "--cells", "Random/*", "--scale", scale];
        let rest = ["--store", &store, "--seed", seed];
        assert_eq!(spinney(&[&run[..], &rest].concat()).status.code(), Some(0));
    };
    let record_seed = |seed: &str| {
        let rest = ["--out", &out, "--store", &store, "--json", "--seed", seed];
        json(&[&["record", "varkevisser"][..], &rest].concat())
    };
    let record = || record_seed("2012");
    play("0.012", "2012");
    // Three cells of the table; Figure 5.10 and the other reading share none of them but one.
    let first = record()["files"][0]["cells"].as_u64().expect("a number");
    assert!(first >= 3, "{first}");
    let text = std::fs::read_to_string(&file).expect("the file");
    let line = text.lines().find(|line| line.starts_with("Random/Random | ")).expect(&text);
    let parts: Vec<&str> = line.split(" | ").collect();
    assert!(parts[2].ends_with(" of 12") && parts[3].len() == 16, "{text}");
    assert_eq!(record()["files"][0]["cells"], 0, "nothing has more games");
    play("0.02", "2012");
    assert_eq!(record()["files"][0]["cells"], first);
    assert!(std::fs::read_to_string(&file).expect("the file").contains(" of 20 | "));
    // Games of another seed stand beside them.
    assert_eq!(record_seed("2013")["files"][0]["cells"], 0);
    play("0.012", "2013");
    assert_eq!(record_seed("2013")["files"][0]["cells"], first);
    let text = std::fs::read_to_string(&file).expect("the file");
    assert!(text.contains("seed = 2013") && text.contains(" of 12 | "), "{text}");
    assert!(text.contains("seed = 2012") && text.contains(" of 20 | "), "{text}");
    let nowhere = spinney(&["record", "varkevisser", "--store", &store, "--out", "/no/such"]);
    assert_eq!(nowhere.status.code(), Some(2));
}

#[test]
fn wrong_input_says_what_would_be_right() {
    let says = |args: &[&str]| {
        let output = spinney(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let unknown = says(&["show", "perick-2012/table-9"]);
    assert!(unknown.contains("did you mean `perick-2012/table-"), "{unknown}");
    assert!(says(&["show", "shadd"]).contains("did you mean `schadd`?"));
    assert!(says(&["show", "nijsen/table-9"]).contains("did you mean `nijssen/table-9`?"));
    assert!(says(&["show", "perik-2012"]).contains("did you mean `perick-2012`?"));
    assert!(says(&["run", "perick", "--budget", "soon"]).contains("90s, 10m or 2h"));
    assert!(says(&["run", "perick", "--scale", "7"]).contains("above 0 and up to 1"));
    assert!(says(&["list", "--store", "/no/such/store"]).contains("/no/such/store"));
    let folder = Folder::new("experiment-wrong");
    let store = folder.join("games.sqlite");
    let cells = ["run", "varkevisser/table-5-1", "--cells", "Chase", "--store", &store];
    assert!(says(&cells).contains("names look like `Random/Random`"));
}

#[test]
fn a_run_has_a_dry_run_a_seed_and_a_number_of_threads() {
    let folder = Folder::new("replication");
    let store = folder.join("games.sqlite");
    let figure = "varkevisser/figure-5-10";
    let run = |more: &[&str]| {
        let args = ["run", figure, "--scale", "0.002", "--cells", "random/*", "--store", &store];
        json(&[&args[..], &["--json"], more].concat())
    };
    let dry = run(&["--dry-run"]);
    assert_eq!((&dry["schema"]["name"], &dry["games"]), (&"spinney-dry-run".into(), &18.into()));
    assert!(!Path::new(&store).exists(), "a dry run keeps nothing");
    run(&[]);
    assert_eq!(run(&["--dry-run"])["games"], 0);
    // An independent replication begins from nothing.
    assert_eq!(run(&["--dry-run", "--seed", "7"])["games"], 18);
    assert_eq!(run(&["--seed", "7"])["experiments"][0]["games"], 18);
    let shown = json(&["show", figure, "--seed", "7", "--store", &store, "--json"]);
    assert_eq!(shown["experiments"][0]["games"], 18);
    let shown = json(&["show", figure, "--behaviour", "unknown", "--store", &store, "--json"]);
    assert_eq!(shown["experiments"][0]["games"], 0);
    assert!(shown["warnings"][0].as_str().unwrap().contains("18 games of another behaviour"));
    for threads in ["0", "100000"] {
        assert_eq!(spinney(&["run", figure, "--threads", threads]).status.code(), Some(2));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn without_a_home_the_place_of_the_store_is_said() {
    let folder = Folder::new("experiment-homeless");
    let temporary = folder.join("");
    let run = |args: &[&str], set: Option<(&str, &str)>| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_spinney"));
        command.arg("experiment").args(args).env("NO_COLOR", "1").env("TMPDIR", &temporary);
        for name in ["HOME", "XDG_DATA_HOME", "SPINNEY_STORE"] {
            command.env_remove(name);
        }
        let output = command.envs(set).output().expect("the binary runs");
        assert_eq!(output.status.code(), Some(0));
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        (text(output.stdout), text(output.stderr))
    };
    let store = folder.join("spinney/spinney.db");
    let warning = format!("HOME is not set: the store is {store}");
    let (_, said) = run(&["run", "varkevisser/table-5-1", "--budget", "0s"], None);
    assert!(said.contains(&format!("warning: {warning}\n")), "{said}");
    assert!(Path::new(&store).exists(), "and there it is");
    let (printed, _) = run(&["show", "perick/section-5a", "--json"], None);
    let document: Value = serde_json::from_str(&printed).expect("JSON");
    assert_eq!(document["warnings"][0].as_str(), Some(warning.as_str()));
    for set in [("HOME", &temporary), ("XDG_DATA_HOME", &temporary), ("SPINNEY_STORE", &store)] {
        let (_, said) = run(&["show", "perick/section-5a"], Some((set.0, set.1)));
        assert_eq!(said, "", "{} says where", set.0);
    }
    // An empty name says nothing.
    assert!(run(&["show", "perick/section-5a"], Some(("HOME", ""))).1.contains(&warning));
}
