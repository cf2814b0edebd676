//! Distances between all vertices, in memory that suits the size of the graph.
//!
//! A graph of up to [`EAGER`] vertices gets one flat table at once (at most 2 MB), which is what
//! playouts want. A larger one computes the row of a source when it is first asked for: 20 KB a
//! row at 10,000 vertices, instead of 200 MB for all.

use super::Vertex;
use std::sync::OnceLock;

/// Stands for "no path".
pub(super) const UNREACHED: u16 = u16::MAX;

/// Up to this many vertices the whole table is made at once.
const EAGER: usize = 1_000;

#[derive(Debug)]
pub(super) enum Distances {
    Table { vertices: usize, flat: Box<[u16]> },
    Rows(Box<[OnceLock<Box<[u16]>>]>),
}

impl Distances {
    pub(super) fn new(offsets: &[u32], neighbours: &[Vertex]) -> Self {
        let vertices = offsets.len() - 1;
        if vertices > EAGER {
            return Self::Rows((0..vertices).map(|_| OnceLock::new()).collect());
        }
        let rows = (0..vertices)
            .flat_map(|v| search(offsets, neighbours, v as Vertex, |_| false))
            .collect();
        Self::Table { vertices, flat: rows }
    }

    #[inline]
    pub(super) fn row(&self, offsets: &[u32], neighbours: &[Vertex], source: Vertex) -> &[u16] {
        let source_index = usize::from(source);
        match self {
            Self::Table { vertices, flat } => &flat[source_index * vertices..][..*vertices],
            Self::Rows(rows) => rows[source_index]
                .get_or_init(|| search(offsets, neighbours, source, |_| false).into_boxed_slice()),
        }
    }
}

/// Breadth-first search from `source` that enters no `closed` vertex.
pub(super) fn search(
    offsets: &[u32],
    neighbours: &[Vertex],
    source: Vertex,
    closed: impl Fn(Vertex) -> bool,
) -> Vec<u16> {
    let mut row = vec![UNREACHED; offsets.len() - 1];
    row[usize::from(source)] = 0;
    let mut queue = vec![source];
    let mut next = 0;
    while let Some(&from) = queue.get(next) {
        next += 1;
        let at = usize::from(from);
        for &to in &neighbours[offsets[at] as usize..offsets[at + 1] as usize] {
            if row[usize::from(to)] == UNREACHED && !closed(to) {
                row[usize::from(to)] = row[at] + 1;
                queue.push(to);
            }
        }
    }
    row
}
