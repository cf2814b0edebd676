//! What holds during one game: the graph, how many cops, how many rounds, when the robber is seen.

use super::joint;
use crate::cops_and_robbers::graph::{Graph, GraphError, Vertex};
use spinney_search::rng::{Rng, below, stream};
use std::sync::Arc;

/// The largest number of cops.
pub const MOST_COPS: usize = 8;

/// The options of a game; [`Options::default`] is the thesis's game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Cops.
    pub cops: usize,
    /// Rounds; the robber wins when he is free after the last.
    pub rounds: u16,
    /// The robber is seen after his every so manieth move.
    pub seen_every: u16,
    /// Whether the cops know where the robber starts.
    pub start_seen: bool,
    /// Whether everybody may also stay where they are, as in the textbooks.
    pub may_stay: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { cops: 3, rounds: 24, seen_every: 4, start_seen: false, may_stay: false }
    }
}

/// Why there is no game with these options.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// The graph is unsound.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// No cop, or too many.
    #[error("{cops} cops: expected 1 to {MOST_COPS}")]
    Cops {
        /// How many.
        cops: usize,
    },
    /// Cops and robber need a vertex each.
    #[error("{cops} cops and a robber don't fit on {vertices} vertices")]
    TooSmall {
        /// Cops.
        cops: usize,
        /// Vertices of the graph.
        vertices: usize,
    },
    /// A number of rounds, or of moves between sightings, is nought.
    #[error("{what} must be at least 1")]
    Nought {
        /// Which.
        what: &'static str,
    },
    /// Wherever the cops stand, they block each other.
    #[error("no start was found from which all {cops} cops can move: they block each other")]
    NoStart {
        /// Cops.
        cops: usize,
    },
}

/// The rules of one game, shared by all its positions.
#[derive(Clone, Debug)]
pub struct Rules {
    graph: Arc<Graph>,
    options: Options,
    /// As in the graph, but with the vertex itself where staying is allowed.
    offsets: Box<[u32]>,
    steps: Box<[Vertex]>,
    /// Whether every vertex has so many steps that no cop can ever block another.
    roomy: bool,
}

impl Rules {
    /// Checks the options against the graph.
    pub fn new(graph: Arc<Graph>, options: Options) -> Result<Self, RulesError> {
        let Options { cops, rounds, seen_every, may_stay, .. } = options;
        if !(1..=MOST_COPS).contains(&cops) {
            return Err(RulesError::Cops { cops });
        }
        if cops >= graph.len() {
            return Err(RulesError::TooSmall { cops, vertices: graph.len() });
        }
        for (what, number) in [("rounds", rounds), ("seen-every", seen_every)] {
            if number == 0 {
                return Err(RulesError::Nought { what });
            }
        }
        let (mut offsets, mut steps) = (vec![0u32], Vec::new());
        for vertex in graph.vertices() {
            steps.extend(may_stay.then_some(vertex));
            steps.extend(graph.neighbours(vertex));
            offsets.push(steps.len() as u32);
        }
        let roomy = offsets.windows(2).all(|pair| (pair[1] - pair[0]) as usize >= cops);
        let (offsets, steps) = (offsets.into(), steps.into());
        let rules = Self { graph, options, offsets, steps, roomy };
        rules.draw_start(&mut stream(&[0]), 100_000).ok_or(RulesError::NoStart { cops })?;
        Ok(rules)
    }

    /// The board.
    #[inline]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }
    /// The board, to share.
    pub fn shared_graph(&self) -> Arc<Graph> {
        Arc::clone(&self.graph)
    }
    /// Whether these are the same options on the same board.
    pub fn same_as(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.graph, &other.graph) && self.options == other.options
    }
    /// The options.
    #[inline]
    pub fn options(&self) -> &Options {
        &self.options
    }
    /// How many cops there are.
    #[inline]
    pub fn cops(&self) -> usize {
        self.options.cops
    }
    /// Where one can go from `vertex` in one move.
    #[inline]
    pub fn steps(&self, vertex: Vertex) -> &[Vertex] {
        let at = usize::from(vertex);
        &self.steps[self.offsets[at] as usize..self.offsets[at + 1] as usize]
    }
    /// Whether no cop can ever block another.
    #[inline]
    pub fn is_roomy(&self) -> bool {
        self.roomy
    }
    /// Whether the robber is seen after his move in this round.
    #[inline]
    pub fn is_sighting(&self, round: u16) -> bool {
        round.is_multiple_of(self.options.seen_every)
    }

    /// A random start: the cops, then the robber, all on different vertices and so that the cops
    /// can move (section 2.2.1: another start is unplayable). Gives up after so many draws.
    pub fn draw_start(&self, rng: &mut Rng, draws: usize) -> Option<(Vec<Vertex>, Vertex)> {
        for _ in 0..draws {
            let mut drawn: Vec<Vertex> = Vec::with_capacity(self.cops() + 1);
            while drawn.len() <= self.cops() {
                let vertex = below(rng, self.graph.len()) as Vertex;
                if !drawn.contains(&vertex) {
                    drawn.push(vertex);
                }
            }
            let robber = drawn.pop()?;
            if joint::completable(self, &drawn, &[]) {
                return Some((drawn, robber));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(graph: &str, cops: usize) -> Result<Rules, RulesError> {
        let graph = Arc::new(Graph::from_spec(&graph.parse().unwrap()).unwrap());
        Rules::new(graph, Options { cops, ..Options::default() })
    }

    #[test]
    fn impossible_games_are_refused() {
        assert_eq!(rules("path(3)", 0).unwrap_err(), RulesError::Cops { cops: 0 });
        assert_eq!(rules("path(3)", 9).unwrap_err(), RulesError::Cops { cops: 9 });
        assert_eq!(rules("path(3)", 3).unwrap_err(), RulesError::TooSmall { cops: 3, vertices: 3 });
        assert!(rules("path(3)", 2).is_ok());
        let star = Arc::new(Graph::from_text("0 1\n0 2\n0 3\n0 4").unwrap());
        let three = Options { cops: 3, ..Options::default() };
        assert_eq!(
            Rules::new(Arc::clone(&star), three).unwrap_err(),
            RulesError::NoStart { cops: 3 }
        );
        assert!(Rules::new(Arc::clone(&star), Options { may_stay: true, ..three }).is_ok());
        let none = Options { rounds: 0, ..Options::default() };
        assert_eq!(Rules::new(star, none).unwrap_err(), RulesError::Nought { what: "rounds" });
    }

    #[test]
    fn starts_are_distinct_and_playable() {
        let rules = rules("path(5)", 2).unwrap();
        let mut rng = stream(&[3]);
        for _ in 0..200 {
            let (cops, robber) = rules.draw_start(&mut rng, 1000).unwrap();
            assert!(cops[0] != cops[1] && !cops.contains(&robber));
            // The two ends of a path of three would block each other: figure 2.4.
            assert!(!(cops == [0, 2] || cops == [2, 0]) || rules.steps(2).len() > 1);
        }
    }
}
