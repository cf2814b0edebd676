//! Graphs from files: the thesis's adjacency matrix, and edge lists.

use super::{Graph, GraphError, MOST_VERTICES, Vertex};
use spinney_spec::Spec;

/// A line with something on it: its number in the file, and its words.
struct TextLine<'a> {
    number: usize,
    text: &'a str,
    words: Vec<&'a str>,
}

/// Reads either format. Two words on the first line make an edge list, unless all of the file is
/// a two-by-two matrix (which says the same as the edge list `0 1`, `1 0`).
pub(super) fn read(text: &str, spec: Spec) -> Result<Graph, GraphError> {
    let lines: Vec<TextLine<'_>> = text
        .lines()
        .enumerate()
        .map(|(i, line)| (i + 1, line.split('#').next().unwrap_or_default().trim()))
        .filter(|(_, text)| !text.is_empty())
        .map(|(number, text)| TextLine { number, text, words: text.split_whitespace().collect() })
        .collect();
    let Some(first) = lines.first() else {
        return Err(GraphError::Empty);
    };
    let binary = |line: &TextLine<'_>| line.words.iter().all(|&w| w == "0" || w == "1");
    let small_matrix = lines.len() == 2 && lines.iter().all(|l| l.words.len() == 2 && binary(l));
    if first.words.len() == 2 && !small_matrix {
        edge_list(&lines, spec)
    } else {
        matrix(&lines, spec)
    }
}

fn matrix(lines: &[TextLine<'_>], spec: Spec) -> Result<Graph, GraphError> {
    let rows = lines.len();
    if rows > MOST_VERTICES {
        return Err(GraphError::TooLarge { vertices: rows });
    }
    let mut entries = Vec::with_capacity(rows * rows);
    for line in lines {
        if line.words.len() != rows {
            let (line, entries) = (line.number, line.words.len());
            return Err(GraphError::NotSquare { line, rows, entries });
        }
        for (i, &word) in line.words.iter().enumerate() {
            entries.push(match word {
                "0" => 0u8,
                "1" => 1,
                _ => {
                    let (line, entry, text) = (line.number, i + 1, word.to_string());
                    return Err(GraphError::BadEntry { line, entry, text });
                }
            });
        }
    }
    let mut edges = Vec::new();
    for (row, line) in lines.iter().enumerate() {
        for column in 0..=row {
            let (here, there) = (entries[row * rows + column], entries[column * rows + row]);
            if here != there {
                let (row, column) = (row + 1, column + 1);
                return Err(GraphError::NotSymmetric { row, column, here, there });
            }
            if here == 1 && row == column {
                return Err(GraphError::Loop { line: line.number, vertex: row + 1 });
            }
            if here == 1 {
                edges.push((column as Vertex, row as Vertex));
            }
        }
    }
    Graph::from_edges(spec, rows, &edges, 1)
}

fn edge_list(lines: &[TextLine<'_>], spec: Spec) -> Result<Graph, GraphError> {
    let mut named: Vec<(usize, usize)> = Vec::with_capacity(lines.len());
    for line in lines {
        let bad = || GraphError::BadEdge { line: line.number, text: line.text.to_string() };
        let &[a, b] = line.words.as_slice() else {
            return Err(bad());
        };
        let number = |word: &str| word.parse::<usize>().map_err(|_| bad());
        let (a, b) = (number(a)?, number(b)?);
        if a == b {
            return Err(GraphError::Loop { line: line.number, vertex: a });
        }
        if a.max(b) > MOST_VERTICES {
            return Err(GraphError::TooLarge { vertices: a.max(b) });
        }
        named.push((a, b));
    }
    let first = usize::from(!named.iter().any(|&(a, b)| a == 0 || b == 0));
    let last = named.iter().map(|&(a, b)| a.max(b)).max().unwrap_or_default();
    let edges: Vec<_> =
        named.iter().map(|&(a, b)| ((a - first) as Vertex, (b - first) as Vertex)).collect();
    Graph::from_edges(spec, last + 1 - first, &edges, first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Graph::from_text(text).unwrap_err().to_string()
    }

    #[test]
    fn the_thesis_s_matrix_is_read() {
        // Figure 4.1, the graph G_e.
        let graph = Graph::from_text("0 1 0 1\n1 0 1 1\n0 1 0 0\n1 1 0 0\n").unwrap();
        assert_eq!(graph.edges().collect::<Vec<_>>(), [(0, 1), (0, 3), (1, 2), (1, 3)]);
        assert_eq!(graph.name(0), 1);
    }

    #[test]
    fn edge_lists_count_from_nought_or_one() {
        let one = Graph::from_text("# a path\n1 2\n\n2 3 # its end\n").unwrap();
        let nought = Graph::from_text("0 1\n1 2\n2 0").unwrap();
        assert_eq!((one.len(), one.name(0)), (3, 1));
        assert_eq!((nought.len(), nought.name(0), nought.edge_count()), (3, 0, 3));
        let two = Graph::from_text("0 1\n1 0").unwrap();
        assert_eq!((two.len(), two.edge_count()), (2, 1));
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        assert_eq!(error(""), "the graph is empty: a game needs at least 2 vertices");
        assert_eq!(error("# nothing\n\n"), error(""));
        assert_eq!(error("0"), "the graph has only one vertex: a game needs at least 2");
        assert_eq!(
            error("0 1 0\n1 0\n0 1 0"),
            "line 2: a matrix of 3 rows needs 3 entries in each, not 2"
        );
        assert_eq!(
            error("0 1 0\n1 0 1"),
            "line 1: a matrix of 2 rows needs 2 entries in each, not 3"
        );
        assert_eq!(
            error("0 1 1\n1 0 1\n0 1 0"),
            "the matrix is not symmetric: row 3, column 1 is 0, but row 1, column 3 is 1"
        );
        assert_eq!(error("0 1 0\n1 0 x\n0 1 0"), "line 2, entry 3: `x` is not 0 or 1");
        assert_eq!(error("0 1 0\n1 1 1\n0 1 0"), "line 2: vertex 2 is joined to itself");
        assert_eq!(error("1 2\n3 3"), "line 2: vertex 3 is joined to itself");
        assert_eq!(
            error("1 2\n2 3 4"),
            "line 2: `2 3 4` is not an edge: expected two vertex numbers"
        );
        assert_eq!(
            error("1 2\n2 -3"),
            "line 2: `2 -3` is not an edge: expected two vertex numbers"
        );
        assert_eq!(
            error("1 2\n2 99999"),
            "the graph has 99999 vertices: at most 10000 are possible"
        );
        assert!(error("1 2\n3 4").contains("not connected"));
        assert!(error("1 2\n2 4").contains("vertex 3 not"));
        assert!(error("0 1 0\n1 0 0\n0 0 0").contains("vertex 3 not"));
    }
}
