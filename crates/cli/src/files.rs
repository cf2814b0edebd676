//! Files that people name: `-` is standard input.

use crate::failure::input;
use anyhow::Context;
use std::path::Path;

/// The text of a file.
pub fn read(path: &Path) -> anyhow::Result<String> {
    if path.as_os_str() == "-" {
        return std::io::read_to_string(std::io::stdin()).context("can't read standard input");
    }
    std::fs::read_to_string(path)
        .map_err(|error| input(format!("can't read {}: {error}", path.display())))
}

/// The name of a file in messages.
pub fn name(path: &Path) -> String {
    if path.as_os_str() == "-" { "standard input".to_string() } else { path.display().to_string() }
}
