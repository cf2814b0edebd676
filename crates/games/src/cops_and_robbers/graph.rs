//! The board: an undirected connected graph.
//!
//! A graph comes from a family by its specification, or from a file; either way it is checked once,
//! here, and is sound ever after: connected, without loops, at least two vertices, at most
//! [`MOST_VERTICES`].
//!
//! ```
//! use spinney_games::cops_and_robbers::graph::Graph;
//!
//! // The ladder of the thesis's worked example: rails 1..5 and 6..10, rungs 1-6, 3-8 and 5-10.
//! let ladder = Graph::from_spec(&"ladder(5, 1)".parse().unwrap()).unwrap();
//! let seven = ladder.vertex_named(7).unwrap();
//! assert_eq!(ladder.neighbours(seven).iter().map(|&v| ladder.name(v)).collect::<Vec<_>>(), [6, 8]);
//! assert_eq!(ladder.distance(seven, ladder.vertex_named(5).unwrap()), 4);
//! ```

mod catalogue;
mod distances;
mod families;
mod layout;
mod text;

pub use catalogue::catalogue;

use distances::Distances;
use spinney_spec::{Spec, SpecError};

/// A vertex by its index, from 0.
pub type Vertex = u16;

/// The largest graph.
pub const MOST_VERTICES: usize = 10_000;

/// What is wrong with a graph.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GraphError {
    /// No vertex at all.
    #[error("the graph is empty: a game needs at least 2 vertices")]
    Empty,
    /// Only one vertex.
    #[error("the graph has only one vertex: a game needs at least 2")]
    OneVertex,
    /// More vertices than a game can have.
    #[error("the graph has {vertices} vertices: at most {MOST_VERTICES} are possible")]
    TooLarge {
        /// How many.
        vertices: usize,
    },
    /// Some vertex can't be reached from the first one.
    #[error(
        "the graph is not connected: from vertex {from} only {reached} of {vertices} vertices can \
         be reached, vertex {lost} not"
    )]
    Disconnected {
        /// The name of the vertex the walk began at.
        from: usize,
        /// How many it reached, itself included.
        reached: usize,
        /// How many there are.
        vertices: usize,
        /// The name of the first vertex it did not reach.
        lost: usize,
    },
    /// A row of an adjacency matrix is too short or too long.
    #[error("line {line}: a matrix of {rows} rows needs {rows} entries in each, not {entries}")]
    NotSquare {
        /// The line in the file, from 1.
        line: usize,
        /// Rows of the matrix.
        rows: usize,
        /// Entries in this row.
        entries: usize,
    },
    /// The matrix says an edge in one direction only.
    #[error(
        "the matrix is not symmetric: row {row}, column {column} is {here}, but row {column}, \
         column {row} is {there}"
    )]
    NotSymmetric {
        /// The row, from 1.
        row: usize,
        /// The column, from 1.
        column: usize,
        /// The entry.
        here: u8,
        /// The entry across the diagonal.
        there: u8,
    },
    /// An entry that is neither 0 nor 1.
    #[error("line {line}, entry {entry}: `{text}` is not 0 or 1")]
    BadEntry {
        /// The line in the file, from 1.
        line: usize,
        /// The entry in the line, from 1.
        entry: usize,
        /// What stands there.
        text: String,
    },
    /// A line of an edge list that is not two vertex numbers.
    #[error("line {line}: `{text}` is not an edge: expected two vertex numbers")]
    BadEdge {
        /// The line in the file, from 1.
        line: usize,
        /// What stands there.
        text: String,
    },
    /// A vertex joined to itself.
    #[error("line {line}: vertex {vertex} is joined to itself")]
    Loop {
        /// The line in the file, from 1.
        line: usize,
        /// The vertex as the file names it.
        vertex: usize,
    },
    /// The file can't be read.
    #[error("{path}: {problem}")]
    File {
        /// Its path.
        path: String,
        /// What the system says.
        problem: String,
    },
}

/// An undirected connected graph.
#[derive(Debug)]
pub struct Graph {
    spec: Spec,
    /// Where each vertex's neighbours begin in `neighbours`; one more entry than vertices.
    offsets: Box<[u32]>,
    neighbours: Box<[Vertex]>,
    distances: Distances,
    /// The name of vertex 0: people count from 1, some files from 0.
    first_name: usize,
    /// Where the family draws its vertices, if it has a way of its own.
    drawn: Option<Vec<(f64, f64)>>,
}

impl Graph {
    /// The graph that a specification names: `ladder(20, 1)`, `file("london.txt")`.
    pub fn from_spec(spec: &Spec) -> Result<Self, SpecError> {
        catalogue::build(spec)
    }

    /// Reads a space-separated adjacency matrix, or an edge list: one edge a line, vertices
    /// numbered from 0 or from 1. Empty lines and what follows a `#` don't count.
    pub fn from_text(text: &str) -> Result<Self, GraphError> {
        text::read(text, Spec::word("text"))
    }

    /// A graph of `vertices` vertices with these edges, each in any direction and any number of
    /// times. `first_name` is what people call vertex 0.
    pub fn from_edges(
        spec: Spec,
        vertices: usize,
        edges: &[(Vertex, Vertex)],
        first_name: usize,
    ) -> Result<Self, GraphError> {
        match vertices {
            0 => return Err(GraphError::Empty),
            1 => return Err(GraphError::OneVertex),
            _ if vertices > MOST_VERTICES => return Err(GraphError::TooLarge { vertices }),
            _ => {}
        }
        let mut arcs: Vec<(Vertex, Vertex)> =
            edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).collect();
        arcs.sort_unstable();
        arcs.dedup();
        let mut offsets = vec![0u32; vertices + 1];
        for &(from, _) in &arcs {
            offsets[usize::from(from) + 1] += 1;
        }
        for i in 0..vertices {
            offsets[i + 1] += offsets[i];
        }
        let neighbours: Box<[Vertex]> = arcs.iter().map(|&(_, to)| to).collect();
        let offsets = offsets.into_boxed_slice();
        let from_first = distances::search(&offsets, &neighbours, 0, |_| false);
        let unreached = |&d: &u16| d == distances::UNREACHED;
        if let Some(lost) = from_first.iter().position(&unreached) {
            return Err(GraphError::Disconnected {
                from: first_name,
                reached: from_first.iter().filter(|d| !unreached(d)).count(),
                vertices,
                lost: lost + first_name,
            });
        }
        let distances = Distances::new(&offsets, &neighbours);
        Ok(Self { spec, offsets, neighbours, distances, first_name, drawn: None })
    }

    /// The same, drawn with its vertices at these places.
    fn drawn_at(mut self, places: Vec<(f64, f64)>) -> Self {
        debug_assert_eq!(places.len(), self.len());
        self.drawn = Some(places);
        self
    }

    /// The specification that gives this graph, in canonical form.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }
    /// How many vertices there are.
    #[inline]
    #[expect(clippy::len_without_is_empty, reason = "a graph is never empty")]
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }
    /// How many edges there are.
    pub fn edge_count(&self) -> usize {
        self.neighbours.len() / 2
    }
    /// All vertices.
    pub fn vertices(&self) -> impl ExactSizeIterator<Item = Vertex> + use<> {
        0..self.len() as Vertex
    }
    /// Each edge once, from the lower vertex to the higher.
    pub fn edges(&self) -> impl Iterator<Item = (Vertex, Vertex)> + '_ {
        self.vertices().flat_map(move |a| {
            self.neighbours(a).iter().filter(move |&&b| a < b).map(move |&b| (a, b))
        })
    }
    /// The vertices one step from `vertex`, in order.
    #[inline]
    pub fn neighbours(&self, vertex: Vertex) -> &[Vertex] {
        let at = usize::from(vertex);
        &self.neighbours[self.offsets[at] as usize..self.offsets[at + 1] as usize]
    }
    /// How many neighbours `vertex` has.
    #[inline]
    pub fn degree(&self, vertex: Vertex) -> usize {
        self.neighbours(vertex).len()
    }
    /// Whether an edge joins the two.
    #[inline]
    pub fn joined(&self, a: Vertex, b: Vertex) -> bool {
        self.neighbours(a).binary_search(&b).is_ok()
    }
    /// Steps on a shortest path between the two.
    #[inline]
    pub fn distance(&self, a: Vertex, b: Vertex) -> u16 {
        self.row(a)[usize::from(b)]
    }
    /// The distance from `source` to every vertex.
    #[inline]
    pub fn row(&self, source: Vertex) -> &[u16] {
        self.distances.row(&self.offsets, &self.neighbours, source)
    }
    /// The distance from `source` to every vertex on paths that enter no `closed` vertex;
    /// `u16::MAX` where there is none. The source itself may be closed.
    pub fn row_avoiding(&self, source: Vertex, closed: impl Fn(Vertex) -> bool) -> Vec<u16> {
        distances::search(&self.offsets, &self.neighbours, source, closed)
    }
    /// What people call a vertex: its number in the file, from 1 in the families.
    pub fn name(&self, vertex: Vertex) -> usize {
        usize::from(vertex) + self.first_name
    }
    /// The vertex that people call so.
    pub fn vertex_named(&self, name: usize) -> Option<Vertex> {
        name.checked_sub(self.first_name).filter(|&v| v < self.len()).map(|v| v as Vertex)
    }
    /// A place in the unit square for each vertex, for drawing; y grows downwards.
    pub fn layout(&self) -> Vec<(f64, f64)> {
        layout::places(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges(list: &[(Vertex, Vertex)], n: usize) -> Result<Graph, GraphError> {
        Graph::from_edges(Spec::word("test"), n, list, 1)
    }

    #[test]
    fn unsound_graphs_are_refused() {
        assert_eq!(edges(&[], 0).unwrap_err(), GraphError::Empty);
        assert_eq!(edges(&[], 1).unwrap_err(), GraphError::OneVertex);
        assert_eq!(edges(&[], 10_001).unwrap_err(), GraphError::TooLarge { vertices: 10_001 });
        assert_eq!(
            edges(&[(0, 1), (2, 3)], 4).unwrap_err().to_string(),
            "the graph is not connected: from vertex 1 only 2 of 4 vertices can be reached, \
             vertex 3 not"
        );
    }

    #[test]
    fn edges_given_twice_count_once() {
        let graph = edges(&[(0, 1), (1, 0), (1, 2), (1, 2)], 3).unwrap();
        assert_eq!(graph.edge_count(), 2);
        assert_eq!(graph.edges().collect::<Vec<_>>(), [(0, 1), (1, 2)]);
        assert_eq!(graph.neighbours(1), [0, 2]);
    }

    #[test]
    fn a_closed_vertex_is_walked_round() {
        // A ring of five: from 0 to 2 by 1, or by 4 and 3 when 1 is closed.
        let ring = edges(&[(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)], 5).unwrap();
        assert_eq!(ring.distance(0, 2), 2);
        assert_eq!(ring.row_avoiding(0, |v| v == 1)[2], 3);
        assert_eq!(ring.row_avoiding(0, |v| v == 1)[1], u16::MAX);
    }

    #[test]
    fn ten_thousand_vertices_work() {
        let list: Vec<_> = (0..9_999).map(|v| (v, v + 1)).collect();
        let path = edges(&list, 10_000).unwrap();
        assert_eq!(path.distance(0, 9_999), 9_999);
        assert_eq!(path.distance(5_000, 4_000), 1_000);
    }
}
