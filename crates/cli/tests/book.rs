//! The book in `docs/`: its links lead somewhere, its summary lists every page, and the commands that
//! it shows with their output run and print that. `SPINNEY_BIN` names another program to run them with.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

/// What was printed.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Every Markdown file below a folder.
fn markdown(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            markdown(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
}

fn pages() -> Vec<PathBuf> {
    let mut found = Vec::new();
    markdown(&root().join("docs"), &mut found);
    found
}

/// The lines of a page that are not code, with code spans blanked.
fn prose(page: &str) -> Vec<String> {
    let mut code = false;
    let mut lines = Vec::new();
    for line in page.lines() {
        if line.trim_start().starts_with("```") {
            code = !code;
        } else if !code {
            let outside = |(place, part): (usize, &str)| {
                if place % 2 == 0 { part.to_string() } else { "_".repeat(part.chars().count()) }
            };
            lines.push(line.split('`').enumerate().map(outside).collect::<Vec<_>>().join("`"));
        }
    }
    lines
}

/// The targets of the links and pictures in a page: `[text](target)` and `src="target"`.
fn links(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in prose(page) {
        for (opening, closing) in [("](", ')'), ("src=\"", '"'), ("href=\"", '"')] {
            for after in line.split(opening).skip(1) {
                let target = after.split(closing).next().unwrap_or_default();
                found.push(target.split_whitespace().next().unwrap_or_default().to_string());
            }
        }
    }
    found
}

/// The anchors of a page: its headings as GitHub and mdBook name them, and explicit ones.
fn anchors(page: &str) -> BTreeSet<String> {
    let mut code = false;
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut found = BTreeSet::new();
    for line in page.lines() {
        if line.trim_start().starts_with("```") {
            code = !code;
        }
        if code {
            continue;
        }
        for after in line.split("id=\"").skip(1) {
            found.extend(after.split('"').next().map(str::to_string));
        }
        let heading = line.trim_start_matches('#');
        if heading.len() < line.len() && heading.starts_with(' ') {
            let kept = heading.trim().to_lowercase();
            let kept = kept.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
            let name: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
            let times = seen.entry(name.clone()).or_default();
            found.insert(if *times == 0 { name } else { format!("{name}-{times}") });
            *times += 1;
        }
    }
    found
}

/// A path without `..`.
fn tidy(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut tidy, part| {
        if part == Component::ParentDir {
            tidy.pop();
        } else {
            tidy.push(part);
        }
        tidy
    })
}

#[test]
fn links_lead_somewhere() {
    let root = root();
    let mut files = pages();
    for name in ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"] {
        files.push(root.join(name));
    }
    let (mut checked, mut broken) = (0, Vec::new());
    for file in files {
        let page = fs::read_to_string(&file).expect("a page");
        for link in links(&page) {
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = match path {
                "" => file.clone(),
                path => tidy(&file.parent().expect("a folder").join(path)),
            };
            let anchored = || {
                let page = fs::read_to_string(&target).unwrap_or_default();
                anchor.is_empty() || anchors(&page).contains(anchor)
            };
            checked += 1;
            if !target.exists() || !anchored() {
                broken.push(format!("{}: {link}", file.strip_prefix(&root).unwrap().display()));
            }
        }
    }
    assert!(broken.is_empty(), "links that lead nowhere:\n{}", broken.join("\n"));
    assert!(checked > 100, "only {checked} links were found");
}

#[test]
fn the_summary_lists_every_page_once() {
    let docs = root().join("docs");
    let summary = fs::read_to_string(docs.join("SUMMARY.md")).expect("the summary");
    let mut listed: Vec<PathBuf> = links(&summary).iter().map(|link| docs.join(link)).collect();
    let mut pages = pages();
    pages.retain(|page| *page != docs.join("SUMMARY.md"));
    listed.sort();
    pages.sort();
    let missing: Vec<_> = pages.iter().filter(|page| !listed.contains(page)).collect();
    assert!(missing.is_empty(), "not in docs/SUMMARY.md: {missing:?}");
    assert_eq!(listed, pages, "docs/SUMMARY.md lists a page twice, or one that is not there");
}

/// Whether the next line still belongs to a command: it goes on after `\\`, or has a text up to `END`.
fn goes_on(command: &str) -> bool {
    command.ends_with('\\') || (command.contains("<<END") && !command.ends_with("\nEND"))
}

/// The commands of a page's `console` blocks, each with the output that is shown below it.
fn sessions(page: &str) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    let mut console = false;
    for line in page.lines() {
        if line.starts_with("```") {
            console = line == "```console";
        } else if console {
            match (line.strip_prefix("$ "), found.last_mut()) {
                (_, Some((command, _))) if goes_on(command) => {
                    command.push('\n');
                    command.push_str(line);
                }
                (Some(command), _) => found.push((command.to_string(), Vec::new())),
                (None, Some((_, output))) => output.push(line.to_string()),
                (None, None) => panic!("output without a command: {line}"),
            }
        }
    }
    found
}

/// Whether a line is as it is shown. `…` stands for any text, and runs of spaces are alike.
fn fits(shown: &str, line: &str) -> bool {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (shown, line) = (plain(shown), plain(line));
    let mut parts = shown.split('…').map(str::trim);
    let Some(mut rest) = line.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let mut open = false;
    for part in parts {
        open = true;
        let Some(place) = rest.find(part) else { return false };
        rest = &rest[place + part.len()..];
    }
    rest.is_empty() || (open && shown.ends_with('…'))
}

/// Whether lines are as they are shown. A line `…` stands for any number of lines.
fn all_fit(shown: &[String], lines: &[String]) -> bool {
    match shown.split_first() {
        None => lines.is_empty(),
        Some((first, rest)) if first == "…" => {
            (0..=lines.len()).any(|skipped| all_fit(rest, &lines[skipped..]))
        }
        Some((first, rest)) => {
            lines.split_first().is_some_and(|(line, more)| fits(first, line) && all_fit(rest, more))
        }
    }
}

/// A folder in which the commands of a page run.
struct Shell {
    folder: PathBuf,
    path: String,
}

impl Shell {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("book-{name}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        let program = std::env::var_os("SPINNEY_BIN");
        let program = program.unwrap_or_else(|| env!("CARGO_BIN_EXE_spinney").into());
        let program = Path::new(&program).parent().expect("a folder");
        let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
        Self { folder, path }
    }

    fn run(&self, command: &str) -> Output {
        Command::new("sh")
            .args(["-c", command])
            .current_dir(&self.folder)
            .env("PATH", &self.path)
            .env("NO_COLOR", "1")
            .env("COLUMNS", "120")
            .env("SPINNEY_STORE", self.folder.join("store.db"))
            .env("SPINNEY_PROGRESS", "0")
            .stdin(Stdio::null())
            .output()
            .expect("a shell")
    }
}

/// Runs every command of a page, one after the other, in a folder of the page's own.
fn check_sessions(name: &str) {
    let shell = Shell::new(name);
    let page = fs::read_to_string(root().join("docs").join(name)).expect("a page");
    let sessions = sessions(&page);
    assert!(!sessions.is_empty(), "{name} shows no command");
    for (command, shown) in sessions {
        let output = shell.run(&command);
        let said = text(&output.stderr);
        let wrong = shown.first().is_some_and(|line| line.starts_with("error: "));
        let expected = if wrong { 2 } else { 0 };
        assert_eq!(output.status.code(), Some(expected), "{name}: $ {command}\n{said}");
        let printed = if wrong { said.clone() } else { text(&output.stdout) };
        let tidy = |line: &str| line.trim_end().to_string();
        let printed: Vec<String> = printed.trim().lines().map(tidy).collect();
        let expected: Vec<String> = shown.join("\n").trim().lines().map(tidy).collect();
        assert!(
            all_fit(&expected, &printed),
            "{name}: $ {command}\nshown:\n{}\n\nprinted:\n{}\n{said}",
            expected.join("\n"),
            printed.join("\n")
        );
    }
}

#[test]
fn the_commands_of_the_readme_run() {
    let shell = Shell::new("readme");
    let page = fs::read_to_string(root().join("README.md")).expect("a page");
    let commands = page.lines().filter(|line| line.starts_with("spinney "));
    let mut ran = 0;
    for command in commands {
        let output = shell.run(command);
        let said = text(&output.stderr);
        assert!(output.status.success() && !output.stdout.is_empty(), "$ {command}\n{said}");
        ran += 1;
    }
    assert!(ran >= 3, "only {ran} commands were found");
}

#[test]
fn the_first_page_shows_what_happens() {
    check_sessions("start.md");
}

#[test]
fn the_page_about_play_shows_what_happens() {
    check_sessions("play.md");
}

#[test]
fn the_page_about_measuring_shows_what_happens() {
    check_sessions("measure.md");
}

#[test]
fn what_is_shown_must_fit() {
    assert!(fits("a  b … d", "a b c d"));
    assert!(fits("seed 1, … s", "seed 1, 0.3 s"));
    assert!(!fits("seed 1, … s", "seed 2, 0.3 s"));
    assert!(!fits("exactly", "exactly this"));
    let lines = |text: &str| text.split('|').map(str::to_string).collect::<Vec<_>>();
    assert!(all_fit(&lines("a|…|d"), &lines("a|b|c|d")));
    assert!(!all_fit(&lines("a|…|d"), &lines("a|b|c")));
}

#[test]
fn anchors_are_those_of_the_headings() {
    let page = "# The store\n```\n# no heading\n```\n## `best`, a search\n## A & B\n## The store\n";
    let expected = ["the-store", "best-a-search", "a--b", "the-store-1"].map(String::from);
    assert_eq!(anchors(page), BTreeSet::from(expected));
    assert_eq!(links("see [a](b.md#c), `[x](y)` and ![p](q.svg)"), ["b.md#c", "q.svg"]);
}
