//! Reports: what a paper printed and what was measured here, side by side, as Markdown, as a page
//! and as pictures.
//!
//! [`paper_report`] builds a document of plain blocks; [`markdown`] and [`html`] render it. A cell
//! *agrees* when the 95 % intervals of paper and measurement overlap, and otherwise misses by the
//! gap between them.

mod content;
mod html;
mod markdown;
mod plot;
mod svg;

pub use content::{Block, Document, Figure, Mark, Row, Summary, overview, paper_report, summary};
pub use html::render as html;
pub use markdown::render as markdown;
pub use plot::draw;
