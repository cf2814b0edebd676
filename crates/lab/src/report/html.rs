//! A report as one page, with its pictures inside.

use super::svg::escape;
use super::{Block, Document, Field};
use crate::experiment::Verdict;
use std::fmt::Write;

const STYLE: &str = "\
:root { color-scheme: light dark; --line: #8884; --good: #1a7f37; --bad: #c4320a; --dim: #777; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; font-size: 0.85rem; display: block; overflow-x: auto; }
th, td { border: 1px solid var(--line); padding: 0.25rem 0.5rem; text-align: left; white-space: pre-line; font-variant-numeric: tabular-nums; }
th { font-weight: 600; }
h2 { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: 1rem; }
figure { margin: 1.5rem 0; } figure svg { max-width: 100%; height: auto; border-radius: 4px; }
ul.verdicts { list-style: none; padding-left: 0; } .reason { color: var(--dim); }
.good { color: var(--good); } .bad { color: var(--bad); } .open, .unplayed { color: var(--dim); }
.gallery { display: flex; flex-wrap: wrap; gap: 0.5rem; } .gallery svg { width: 19rem; height: auto; }
nav a { margin-right: 1rem; white-space: nowrap; display: inline-block; }
";

/// Renders a document.
pub fn render(document: &Document) -> String {
    let title = escape(&document.title);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n<h1>{title}</h1>\n<nav>"
    );
    for block in &document.blocks {
        if let Block::Heading(2, heading, name) = block {
            let short = heading.split(':').next().unwrap_or(heading);
            let _ = write!(page, "<a href=\"#{}\">{}</a>", escape(name), escape(short));
        }
    }
    page.push_str("</nav>\n");
    for block in &document.blocks {
        render_block(&mut page, block);
    }
    page.push_str("</html>\n");
    page
}

fn render_block(page: &mut String, block: &Block) {
    let text = match block {
        Block::Heading(level, heading, name) => {
            format!("<h{level} id=\"{}\">{}</h{level}>", escape(name), inline(heading))
        }
        Block::Text(text) => format!("<p>{}</p>", inline(text)),
        Block::List(items) => {
            let items = items.iter().map(|item| format!("<li>{}</li>\n", inline(item)));
            format!("<ul>\n{}</ul>", joined(items))
        }
        Block::Verdicts(verdicts) => {
            let items = verdicts.iter().map(|(verdict, says, reason)| {
                let (class, sign) = (class(*verdict), verdict.sign());
                let (says, reason) = (inline(says), inline(reason));
                format!("<li><b class=\"{class}\">{sign}</b> {says} <span class=\"reason\">{reason}</span></li>\n")
            });
            format!("<ul class=\"verdicts\">\n{}</ul>", joined(items))
        }
        Block::Table(head, rows) => {
            let head = joined(head.iter().map(|cell| format!("<th>{}</th>", inline(cell))));
            let body =
                rows.iter().map(|row| format!("<tr>{}</tr>\n", joined(row.iter().map(table_cell))));
            let body = joined(body);
            format!("<table><thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody></table>")
        }
        Block::Figure(figure) => format!("<figure>{}</figure>", figure.svg),
        Block::Gallery(figures) => {
            let figures = figures.iter().map(|(figure, section)| {
                format!("<a href=\"#{}\">{}</a>\n", escape(section), figure.svg)
            });
            format!("<div class=\"gallery\">\n{}</div>", joined(figures))
        }
    };
    page.push_str(&text);
    page.push('\n');
}

fn table_cell(field: &Field) -> String {
    match (field.text.split_once('\n'), field.verdict) {
        (Some((paper, here)), Some(verdict)) => {
            let class = class(verdict);
            format!("<td>{}\n<b class=\"{class}\">{}</b></td>", inline(paper), inline(here))
        }
        _ => format!("<td>{}</td>", inline(&field.text)),
    }
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().concat()
}

fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "good",
        Verdict::Fails => "bad",
        Verdict::Open => "open",
        Verdict::NotPlayed => "unplayed",
    }
}

/// Text with the little markup that reports use: `code`, **bold**, *italic* and links.
fn inline(text: &str) -> String {
    let text = escape(text);
    let text = between(&text, "**", "b");
    let text = between(&text, "`", "code");
    let text = links(&text);
    between(&text, "*", "i")
}

/// Puts what stands between two marks into an element. A mark that has no partner, or stands
/// beside a space on its inner side, stays.
fn between(text: &str, mark: &str, element: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(mark) {
        let inner = &rest[start + mark.len()..];
        let end = inner
            .find(mark)
            .filter(|&end| end > 0 && !inner.starts_with(' ') && !inner[..end].ends_with(' '));
        let Some(end) = end else {
            out.push_str(&rest[..start + mark.len()]);
            rest = inner;
            continue;
        };
        let _ = write!(out, "{}<{element}>{}</{element}>", &rest[..start], &inner[..end]);
        rest = &inner[end + mark.len()..];
    }
    out + rest
}

/// `[text](address)` as a link; a page of Markdown as its page.
fn links(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(middle) = rest.find("](") {
        let (Some(start), Some(end)) = (rest[..middle].rfind('['), rest[middle..].find(')')) else {
            break;
        };
        let (name, address) = (&rest[start + 1..middle], &rest[middle + 2..middle + end]);
        let _ = write!(
            out,
            "{}<a href=\"{}\">{name}</a>",
            &rest[..start],
            address.replace(".md", ".html")
        );
        rest = &rest[middle + end + 1..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_markup() {
        assert_eq!(inline("a **b** `c<d` *e*"), "a <b>b</b> <code>c&lt;d</code> <i>e</i>");
        assert_eq!(inline("IDA* and A* stay; 2 * 3 * 4"), "IDA* and A* stay; 2 * 3 * 4");
        assert_eq!(inline("[T](p.md#t)"), "<a href=\"p.html#t\">T</a>");
    }
}
