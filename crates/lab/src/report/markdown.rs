//! A report as Markdown.

use super::{Block, Document};
use std::fmt::Write;

/// Renders a document. Pictures stand in files of their own, in `folder`.
pub fn render(document: &Document, folder: &str) -> String {
    let mut text = format!("# {}\n", document.title);
    for block in &document.blocks {
        text.push('\n');
        match block {
            Block::Heading(level, heading, name) => {
                let marks = "#".repeat(usize::from(*level));
                let _ = writeln!(text, "<a id=\"{name}\"></a>\n{marks} {heading}");
            }
            Block::Text(paragraph) => {
                text.push_str(paragraph);
                text.push('\n');
            }
            Block::List(items) => {
                for item in items {
                    let _ = writeln!(text, "- {item}");
                }
            }
            Block::Verdicts(verdicts) => {
                for (mark, says, reason) in verdicts {
                    let _ = writeln!(text, "- {} {says} *{reason}*", mark.sign());
                }
            }
            Block::Table(head, rows) => {
                let _ = writeln!(
                    text,
                    "| {} |",
                    head.iter().map(|cell| plain(cell)).collect::<Vec<_>>().join(" | ")
                );
                let _ = writeln!(text, "|{}", " --- |".repeat(head.len()));
                for row in rows {
                    let cells = row.iter().map(|(cell, mark)| {
                        let sign = mark.map_or(String::new(), |mark| format!(" {}", mark.sign()));
                        // An unplayed cell has its sign already.
                        let sign = if cell.ends_with('·') { String::new() } else { sign };
                        plain(cell) + &sign
                    });
                    let _ = writeln!(text, "| {} |", cells.collect::<Vec<_>>().join(" | "));
                }
            }
            Block::Figure(figure) => {
                let _ = writeln!(text, "![{}]({folder}/{})", figure.title, figure.file);
            }
        }
    }
    text
}

/// A text that can stand in a cell of a table.
fn plain(cell: &str) -> String {
    cell.replace('|', "\\|").replace('\n', "<br>")
}
