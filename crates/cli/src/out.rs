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
    if !quiet() {
        eprintln!("warning: {message}");
    }
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

/// How much a command says, and how.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub struct Voice {
    /// When to use colour: always, never, or auto (on a terminal, unless `NO_COLOR` is set).
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t)]
    #[arg(hide_possible_values = true, help_heading = "Output")]
    color: Color,
    /// Print only results and errors, no progress and no warnings.
    #[arg(short, long, global = true, conflicts_with = "verbose", help_heading = "Output")]
    quiet: bool,
    /// Also print the version, the full settings of the game and the agents, and the store.
    #[arg(short, long, global = true, help_heading = "Output")]
    verbose: bool,
}

/// When to use colour.
#[derive(clap::ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Color {
    /// On a terminal.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

static VOICE: OnceLock<Voice> = OnceLock::new();

/// Takes over what the flags say, before the command runs.
pub fn speak(voice: Voice) {
    // Called once; the first call counts.
    let _ = VOICE.set(voice);
    note(&format!("spinney {}", crate::version()));
}

fn voice() -> Voice {
    VOICE.get().copied().unwrap_or_default()
}

/// Whether only results and errors are wanted.
pub fn quiet() -> bool {
    voice().quiet
}

/// Says something on standard error to people who want to know more.
pub fn note(message: &str) {
    if voice().verbose {
        eprintln!("{message}");
    }
}

/// Whether to use colour on standard output.
pub fn colour() -> bool {
    colour_on(&std::io::stdout())
}

/// Whether to use colour on this output: as `--color` says, or on a terminal with `NO_COLOR` unset
/// or empty.
pub fn colour_on(output: &impl IsTerminal) -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    match voice().color {
        Color::Auto => !refused && output.is_terminal(),
        Color::Always => true,
        Color::Never => false,
    }
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

/// The width of wrapped text: it fits into a usual terminal.
const WIDTH: usize = 80;

/// The text in lines of at most [`WIDTH`] characters, all but the first indented. A longer word gets a
/// line of its own.
pub fn wrap(text: &str, indent: usize) -> String {
    let (mut lines, mut length) = (String::new(), indent);
    for word in text.split_whitespace() {
        let more = word.chars().count();
        if !lines.is_empty() && length + 1 + more > WIDTH {
            lines.push('\n');
            lines.push_str(&" ".repeat(indent));
            length = indent;
        } else if !lines.is_empty() {
            lines.push(' ');
            length += 1;
        }
        lines.push_str(word);
        length += more;
    }
    lines
}

/// A name in a column of this width, and paragraphs about it in a column beside it. A name that does
/// not fit has a line of its own.
pub fn entry(name: &str, width: usize, about: &[&str]) -> String {
    let indent = width + 4;
    let space = width.checked_sub(name.chars().count());
    let mut text = format!("  {}", bold(name));
    for (i, paragraph) in about.iter().filter(|paragraph| !paragraph.is_empty()).enumerate() {
        match space {
            Some(space) if i == 0 => text.push_str(&" ".repeat(space + 2)),
            _ => text = format!("{text}\n{}", " ".repeat(indent)),
        }
        text.push_str(&wrap(paragraph, indent));
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    #[test]
    fn long_text_is_wrapped_under_its_beginning() {
        let words = "word ".repeat(20);
        let text = super::wrap(&words, 4);
        assert!(text.lines().all(|line| line.len() <= super::WIDTH), "{text}");
        assert_eq!(text.lines().count(), 2);
        assert!(text.lines().nth(1).is_some_and(|line| line.starts_with("    word")), "{text}");
        assert_eq!(super::wrap("", 4), "");
        let text = super::entry("c", 3, &["exploration", "", "from 0"]);
        assert_eq!(text, "  c    exploration\n       from 0\n");
        assert_eq!(super::entry("longer", 3, &["help"]), "  longer\n       help\n");
    }

    #[test]
    fn columns_line_up() {
        let rows = [vec!["é".into(), "7".into()], vec!["longer".into(), "1234".into()]];
        let text = super::table(&["name", "n"], &rows, &[1]);
        assert_eq!(text, "name       n\né          7\nlonger  1234");
    }
}
