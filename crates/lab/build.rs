//! Tells the program which commit it was built from.

use std::process::Command;

fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_string())
}

/// The commit of a package, which Cargo notes when it is made: `"sha1": "…"`.
fn packaged() -> Option<String> {
    let note = std::fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let commit = note.split("\"sha1\": \"").nth(1)?.split('"').next()?.get(..10)?.to_string();
    Some(if note.contains("\"dirty\": true") { commit + "+" } else { commit })
}

/// The commit of the checkout, with a `+` if something is changed.
fn checked_out() -> Option<String> {
    // The log of HEAD grows with every commit and checkout.
    for path in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", path]) {
            println!("cargo:rerun-if-changed={path}");
        }
    }
    let commit = git(&["rev-parse", "--short=10", "HEAD"])?;
    let changed = git(&["status", "--porcelain", "--untracked-files=no"]);
    Some(if changed.is_some_and(|list| !list.is_empty()) { commit + "+" } else { commit })
}

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let commit = packaged().or_else(checked_out);
    println!("cargo:rustc-env=SPINNEY_COMMIT={}", commit.as_deref().unwrap_or("unknown"));
}
