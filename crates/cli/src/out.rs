//! Output for people and for programs.

use anyhow::Context;
use std::io::{ErrorKind, IsTerminal, Write};

/// Prints a text and a newline. A reader that has gone away (`spinney … | head`) is no failure.
pub fn print(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{}", text.trim_end()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error).context("can't print"),
        _ => Ok(()),
    }
}

/// Prints a document for programs.
pub fn json(document: &serde_json::Value) -> anyhow::Result<()> {
    print(&serde_json::to_string_pretty(document).context("can't write JSON")?)
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
