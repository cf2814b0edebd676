//! Output for people and for programs.

use crate::failure::input;
use anyhow::Context;
use serde_json::{Value, json};
use spinney_lab::machine;
use std::fs::OpenOptions;
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::sync::{Mutex, OnceLock};
use std::time::Instant;

/// Prints a text and a newline. A reader that has gone away (`spinney … | head`) is no failure.
pub fn print(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{}", text.trim_end()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error).context("can't print"),
        _ => Ok(()),
    }
}

/// What every document says beside its own: which command, since when, which warnings.
struct Envelope {
    command: String,
    started: Instant,
    warnings: Mutex<Vec<String>>,
}

static ENVELOPE: OnceLock<Envelope> = OnceLock::new();

fn envelope() -> &'static Envelope {
    let (command, started) = (String::new(), Instant::now());
    ENVELOPE.get_or_init(|| Envelope { command, started, warnings: Mutex::default() })
}

/// Notes which command runs, before it does anything.
pub fn begin(command: String) {
    // Called once; a second command in one process would keep the first one's name.
    let _ = ENVELOPE.set(Envelope { command, started: Instant::now(), warnings: Mutex::default() });
}

/// Warns on standard error, and in the document if there is one.
pub fn warn(message: impl Into<String>) {
    let message = message.into();
    eprintln!("warning: {message}");
    if let Ok(mut warnings) = envelope().warnings.lock() {
        warnings.push(message);
    }
}

/// Prints a document for programs, in the envelope that all have: `docs/json.md` describes it. The
/// document has its own `schema`; keys of the envelope that it has already stay.
pub fn json(document: &Value) -> anyhow::Result<()> {
    let document = in_envelope(document)?;
    print(&serde_json::to_string_pretty(&document).context("can't write JSON")?)
}

/// The same on one line, for commands that print a document per turn.
pub fn json_line(document: &Value) -> anyhow::Result<()> {
    print(&in_envelope(document)?.to_string())
}

fn in_envelope(document: &Value) -> anyhow::Result<Value> {
    let mut document = document.clone();
    if let Some((name, version)) = document["schema"].as_str().and_then(|s| s.split_once('/')) {
        let version: u64 = version.parse().context("a schema's version is a number")?;
        document["schema"] = json!({ "name": name, "version": version });
    }
    let envelope = envelope();
    let warnings = envelope.warnings.lock().map(|all| all.clone()).unwrap_or_default();
    let common = [
        ("command", json!(envelope.command)),
        ("commit", json!(machine::commit())),
        ("machine", json!(machine::description())),
        ("seed", Value::Null),
        ("seconds", json!(envelope.started.elapsed().as_secs_f64())),
        ("warnings", json!(warnings)),
    ];
    if let Value::Object(map) = &mut document {
        for (key, value) in common {
            map.entry(key).or_insert(value);
        }
    }
    Ok(document)
}

/// Finds out before the first game whether a file can be written; what is there stays.
pub fn check_writable(path: &Path) -> anyhow::Result<()> {
    let cannot = |error| input(format!("can't write {}: {error}", path.display()));
    let existed = path.exists();
    OpenOptions::new().append(true).create(true).open(path).map_err(cannot)?;
    if !existed {
        std::fs::remove_file(path).map_err(cannot)?;
    }
    Ok(())
}

/// Whether to use colour on standard output: a terminal, and `NO_COLOR` unset or empty.
pub fn colour() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    !refused && std::io::stdout().is_terminal()
}

/// The text in bold, where colour is on.
pub fn bold(text: &str) -> String {
    if colour() { format!("\x1b[1m{text}\x1b[0m") } else { text.to_string() }
}

/// A table with a head, columns aligned; those named in `right` to the right.
pub fn table(head: &[&str], rows: &[Vec<String>], right: &[usize]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([head[column].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let line = |cells: Vec<&str>| {
        let padded = cells.iter().enumerate().map(|(column, cell)| {
            let space = " ".repeat(widths[column] - cell.chars().count());
            if right.contains(&column) {
                format!("{space}{cell}")
            } else {
                format!("{cell}{space}")
            }
        });
        padded.collect::<Vec<_>>().join("  ").trim_end().to_string()
    };
    let mut text = bold(&line(head.to_vec()));
    for row in rows {
        text.push('\n');
        text.push_str(&line(row.iter().map(String::as_str).collect()));
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn columns_line_up() {
        let rows = [vec!["é".into(), "7".into()], vec!["longer".into(), "1234".into()]];
        let text = super::table(&["name", "n"], &rows, &[1]);
        assert_eq!(text, "name       n\né          7\nlonger  1234");
    }
}
