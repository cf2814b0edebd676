//! A set of vertices as bits, for graphs of any size.

use super::graph::{Graph, Vertex};
use spinney_search::rng::{Rng, below};

/// A set of vertices of one graph.
///
/// ```
/// use spinney_games::cops_and_robbers::{graph::Graph, vertex_set::VertexSet};
/// let path = Graph::from_spec(&"path(5)".parse().unwrap()).unwrap();
/// let mut set = VertexSet::of(&path, [2]);
/// set.spread(&path);
/// assert_eq!(set.iter().collect::<Vec<_>>(), [1, 3]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VertexSet {
    words: Box<[u64]>,
}

impl VertexSet {
    /// No vertex of `graph`.
    pub fn empty(graph: &Graph) -> Self {
        Self { words: vec![0; graph.len().div_ceil(64)].into_boxed_slice() }
    }
    /// All vertices of `graph`.
    pub fn full(graph: &Graph) -> Self {
        Self::of(graph, graph.vertices())
    }
    /// These vertices of `graph`.
    pub fn of(graph: &Graph, vertices: impl IntoIterator<Item = Vertex>) -> Self {
        let mut set = Self::empty(graph);
        for vertex in vertices {
            set.insert(vertex);
        }
        set
    }

    /// Puts a vertex in.
    #[inline]
    pub fn insert(&mut self, vertex: Vertex) {
        self.words[usize::from(vertex / 64)] |= 1 << (vertex % 64);
    }
    /// Takes a vertex out.
    #[inline]
    pub fn remove(&mut self, vertex: Vertex) {
        self.words[usize::from(vertex / 64)] &= !(1 << (vertex % 64));
    }
    /// Whether a vertex is in.
    #[inline]
    pub fn contains(&self, vertex: Vertex) -> bool {
        self.words[usize::from(vertex / 64)] >> (vertex % 64) & 1 == 1
    }
    /// How many vertices are in.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }
    /// Whether none is in.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }
    /// The vertices, in order.
    pub fn iter(&self) -> impl Iterator<Item = Vertex> + '_ {
        self.words.iter().enumerate().flat_map(|(i, &word)| {
            std::iter::successors(Some(word), |&rest| Some(rest & rest.wrapping_sub(1)))
                .take_while(|&rest| rest != 0)
                .map(move |rest| (i * 64) as Vertex + rest.trailing_zeros() as Vertex)
        })
    }
    /// The vertex at place `n` in order, from 0.
    fn nth(&self, mut n: usize) -> Option<Vertex> {
        for (i, &word) in self.words.iter().enumerate() {
            let here = word.count_ones() as usize;
            if n < here {
                let rest = (0..n).fold(word, |rest, _| rest & (rest - 1));
                return Some((i * 64) as Vertex + rest.trailing_zeros() as Vertex);
            }
            n -= here;
        }
        None
    }
    /// A vertex drawn uniformly; none from an empty set.
    pub fn draw(&self, rng: &mut Rng) -> Option<Vertex> {
        let len = self.len();
        if len == 0 { None } else { self.nth(below(rng, len)) }
    }

    /// Becomes the set of all neighbours of its vertices: one hidden step.
    pub fn spread(&mut self, graph: &Graph) {
        let before = std::mem::replace(self, Self::empty(graph));
        for vertex in before.iter() {
            for &to in graph.neighbours(vertex) {
                self.insert(to);
            }
        }
    }
    /// Adds the vertices of `other`.
    pub fn add(&mut self, other: &Self) {
        for (word, &more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use spinney_search::rng::stream;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn agrees_with_a_sorted_set(steps in prop::collection::vec((0u16..70, any::<bool>()), 0..200)) {
            let graph = Graph::from_spec(&"cycle(70)".parse().unwrap()).unwrap();
            let (mut bits, mut tree) = (VertexSet::empty(&graph), BTreeSet::new());
            for (vertex, add) in steps {
                if add {
                    bits.insert(vertex);
                    tree.insert(vertex);
                } else {
                    bits.remove(vertex);
                    tree.remove(&vertex);
                }
            }
            prop_assert_eq!(bits.iter().collect::<Vec<_>>(), tree.iter().copied().collect::<Vec<_>>());
            prop_assert_eq!(bits.len(), tree.len());
            prop_assert_eq!(bits.is_empty(), tree.is_empty());
            prop_assert!((0..70).all(|v| bits.contains(v) == tree.contains(&v)));
            prop_assert!(tree.iter().enumerate().all(|(i, &v)| bits.nth(i) == Some(v)));
            let spread: BTreeSet<u16> =
                tree.iter().flat_map(|&v| [(v + 1) % 70, (v + 69) % 70]).collect();
            bits.spread(&graph);
            prop_assert_eq!(bits.iter().collect::<BTreeSet<_>>(), spread);
        }
    }

    #[test]
    fn draws_come_from_everywhere_in_the_set() {
        let graph = Graph::from_spec(&"cycle(70)".parse().unwrap()).unwrap();
        let set = VertexSet::of(&graph, [1, 63, 64, 69]);
        let mut rng = stream(&[1]);
        let drawn: BTreeSet<_> = (0..100).filter_map(|_| set.draw(&mut rng)).collect();
        assert_eq!(drawn.into_iter().collect::<Vec<_>>(), [1, 63, 64, 69]);
        assert_eq!(VertexSet::empty(&graph).draw(&mut rng), None);
    }
}
