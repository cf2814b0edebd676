//! Tells the program which commit it was built from.

use std::process::Command;

fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_string())
}

fn main() {
    // The log of HEAD grows with every commit and checkout.
    for path in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", path]) {
            println!("cargo:rerun-if-changed={path}");
        }
    }
    println!("cargo:rerun-if-changed=build.rs");
    let commit = git(&["rev-parse", "--short=10", "HEAD"]).map(|commit| {
        let changed = git(&["status", "--porcelain", "--untracked-files=no"]);
        let changed = changed.is_some_and(|list| !list.is_empty());
        if changed { commit + "+" } else { commit }
    });
    println!("cargo:rustc-env=SPINNEY_COMMIT={}", commit.as_deref().unwrap_or("unknown"));
}
