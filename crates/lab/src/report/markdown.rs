//! A report as Markdown.

use super::svg::escape;
use super::{Block, Document, Figure};
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
                for (verdict, says, reason) in verdicts {
                    let _ = writeln!(text, "- {} {says} *{reason}*", verdict.sign());
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
                    let cells = row.iter().map(|field| plain(&field.signed()));
                    let _ = writeln!(text, "| {} |", cells.collect::<Vec<_>>().join(" | "));
                }
            }
            Block::Figure(figure) => {
                let _ = writeln!(text, "![{}]({folder}/{})", figure.title, figure.file);
            }
            Block::Gallery(figures) => {
                // Markdown knows no sizes.
                for (Figure { file, title, .. }, section) in figures {
                    let title = escape(title);
                    let _ = writeln!(
                        text,
                        "<a href=\"#{section}\"><img src=\"{folder}/{file}\" alt=\"{title}\" width=\"32%\"></a>"
                    );
                }
            }
        }
    }
    text
}

/// A text that can stand in a cell of a table.
fn plain(cell: &str) -> String {
    cell.replace('|', "\\|").replace('\n', "<br>")
}
