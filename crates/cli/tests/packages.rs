//! The packages hold everything that their sources include, and nothing that is for the repository
//! alone. `cargo package` builds them too, which takes minutes; the hosted checks do that.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

/// A package's folder in `crates/`, and its files.
type Packages = BTreeMap<PathBuf, Vec<PathBuf>>;

const NOT_PUBLISHED: [&str; 3] = ["nim", "spinney-bench", "spinney-python"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

fn cargo(args: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO"));
    let output = command.args(args).current_dir(root()).output().expect("Cargo runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo {}\n{said}", args.join(" "));
    String::from_utf8(output.stdout).expect("text")
}

/// Makes the packages without building them, and reads what is in them.
fn packages() -> Packages {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("packages");
    let target = target.to_str().expect("text");
    let mut args = vec!["package", "--workspace", "--no-verify", "--allow-dirty", "--offline"];
    args.extend(["--quiet", "--target-dir", target]);
    args.extend(NOT_PUBLISHED.iter().flat_map(|name| ["--exclude", name]));
    cargo(&args);
    let mut found = Packages::new();
    for folder in ["spec", "search", "games", "lab", "arena", "cli"] {
        let manifest = root().join("crates").join(folder).join("Cargo.toml");
        let list = ["package", "--list", "--allow-dirty", "--offline", "--quiet"];
        let list = cargo(&[&list[..], &["--manifest-path", manifest.to_str().unwrap()]].concat());
        let files = list.lines().map(PathBuf::from).collect();
        found.insert(manifest.parent().expect("a folder").to_path_buf(), files);
    }
    found
}

/// The files that a source includes, relative to it: in a macro, up to the first part that varies.
fn included(source: &str) -> Vec<String> {
    let outside_of_guides = source.split("#[cfg(doctest)]").next().unwrap_or_default();
    let calls = outside_of_guides.split("include_str!(").skip(1);
    let calls = calls.map(|call| call.trim_start().trim_start_matches("concat!("));
    let paths = calls.filter_map(|call| call.strip_prefix('"')?.split('"').next());
    paths.map(str::to_string).collect()
}

/// A path without `..`.
fn tidy(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut tidy, part| {
        if part == Component::ParentDir {
            assert!(tidy.pop(), "{} leads out of its package", path.display());
        } else {
            tidy.push(part);
        }
        tidy
    })
}

/// All files below a folder; none if there is no such folder.
fn below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("an entry").path();
        if path.is_dir() { below(&path, found) } else { found.push(path) }
    }
}

#[test]
fn packages_hold_what_they_include() {
    let (mut checked, mut missing) = (0, Vec::new());
    for (folder, files) in packages() {
        let mut needed: Vec<PathBuf> =
            ["README.md", "LICENSE-MIT", "LICENSE-APACHE"].map(PathBuf::from).to_vec();
        let mut beside = Vec::new();
        for data in ["data", "experiments", "web"] {
            below(&folder.join(data), &mut beside);
        }
        let inside = |path: &PathBuf| path.strip_prefix(&folder).expect("inside").to_path_buf();
        needed.extend(beside.iter().map(inside));
        for file in files.iter().filter(|file| file.extension().is_some_and(|end| end == "rs")) {
            let source = std::fs::read_to_string(folder.join(file)).expect("a source");
            let from = file.parent().expect("a folder");
            needed.extend(included(&source).iter().map(|path| tidy(&from.join(path))));
        }
        checked += needed.len();
        // What a macro includes is known up to its folder.
        needed.retain(|path| !files.iter().any(|file| file.starts_with(path)));
        missing.extend(needed.iter().map(|path| folder.join(path)));
    }
    assert!(missing.is_empty(), "not in the packages: {missing:#?}");
    assert!(checked > 200, "only {checked} files were found");
}
