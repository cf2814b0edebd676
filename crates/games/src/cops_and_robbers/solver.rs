//! The game with full information, solved exactly.
//!
//! With the robber always in sight the game is won or lost from every position, and retrograde
//! analysis finds which, and in how many moves. The order is the game's: the cops are placed, the
//! robber is placed, he moves first. Where everybody may stay, that is the textbooks' game too: a
//! robber who moves first can as well have been placed there.
//!
//! ```
//! use spinney_games::cops_and_robbers::{Graph, solver};
//! use std::sync::Arc;
//! let petersen = Arc::new(Graph::from_spec(&"petersen".parse().unwrap()).unwrap());
//! let textbook = true;
//! assert_eq!(solver::cop_number(&petersen, textbook, &Default::default()).unwrap().cops, 3);
//! ```

mod distances;
mod lazy;
mod placements;
mod retrograde;

use super::graph::{Graph, Vertex};
use super::rules::joint;
use super::rules::{MOST_COPS, Options, Rules, RulesError};
use distances::Distances;
pub use lazy::LazySolution;
use placements::Placements;
use spinney_search::budget::Stop;
use std::sync::Arc;

/// The most memory that an analysis may take, in bytes.
const MOST_MEMORY: u64 = 4 << 30;

/// Why a game was not solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// There is no such game.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The tables would not fit.
    #[error(
        "{cops} cops on {vertices} vertices would take {} MB of memory, at most {} MB are allowed: \
         try fewer cops or a smaller graph",
        bytes >> 20, MOST_MEMORY >> 20
    )]
    TooLarge {
        /// Cops.
        cops: usize,
        /// Vertices of the graph.
        vertices: usize,
        /// What it would take.
        bytes: u64,
    },
    /// Even [`MOST_COPS`] cops don't win, or no more cops fit on the graph.
    #[error("{cops} cops don't win, and more are not possible")]
    NoCopNumber {
        /// The largest number of cops that was tried.
        cops: usize,
    },
    /// The stop flag was raised.
    #[error("interrupted")]
    Interrupted,
}

/// What the cops can do when they choose where to start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// How many cops there were.
    pub cops: usize,
    /// None if the robber is never caught; else the number of moves that the cops need from their
    /// best placement, however the robber is placed and moves, and that placement.
    pub capture: Option<(u16, Vec<Vertex>)>,
}

/// What to compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keep {
    /// Only the best placement, and no further than that takes.
    Best,
    /// The distance to capture of every position.
    Distances,
}

fn full_information(
    graph: &Arc<Graph>,
    cops: usize,
    may_stay: bool,
) -> Result<Arc<Rules>, RulesError> {
    let options = Options { cops, may_stay, seen_every: 1, start_seen: true, ..Options::default() };
    Rules::new(Arc::clone(graph), options).map(Arc::new)
}

/// Bytes that the tables take.
fn memory(vertices: usize, cops: usize, keep: Keep) -> u64 {
    let words = width(vertices) as u64;
    let distances = if keep == Keep::Distances { vertices as u64 } else { 0 };
    let each = 4 * 8 * words + distances;
    Placements::new(vertices, cops).count().saturating_mul(each)
}

/// Words of 64 bits in a set, of the sizes that are compiled.
fn width(vertices: usize) -> usize {
    let words = vertices.div_ceil(64);
    [1, 2, 4, 8, 32, 157].into_iter().find(|&w| w >= words).unwrap_or(157)
}

fn check_size(vertices: usize, cops: usize, keep: Keep) -> Result<(), SolveError> {
    let bytes = memory(vertices, cops, keep);
    if bytes > MOST_MEMORY {
        return Err(SolveError::TooLarge { cops, vertices, bytes });
    }
    Ok(())
}

fn analyse(rules: &Rules, keep: Keep, stop: &Stop) -> Result<retrograde::Found, SolveError> {
    let (vertices, cops) = (rules.graph().len(), rules.cops());
    check_size(vertices, cops, keep)?;
    let placements = Placements::new(vertices, cops);
    let found = match width(vertices) {
        1 => retrograde::analyse::<1>(rules, &placements, keep, stop),
        2 => retrograde::analyse::<2>(rules, &placements, keep, stop),
        4 => retrograde::analyse::<4>(rules, &placements, keep, stop),
        8 => retrograde::analyse::<8>(rules, &placements, keep, stop),
        32 => retrograde::analyse::<32>(rules, &placements, keep, stop),
        _ => retrograde::analyse::<157>(rules, &placements, keep, stop),
    };
    found.ok_or(SolveError::Interrupted)
}

/// Whether so many cops win, how fast, and from where.
pub fn solve(
    graph: &Arc<Graph>,
    cops: usize,
    may_stay: bool,
    stop: &Stop,
) -> Result<Verdict, SolveError> {
    let rules = full_information(graph, cops, may_stay)?;
    Ok(Verdict { cops, capture: analyse(&rules, Keep::Best, stop)?.best })
}

/// The smallest number of cops that wins, with how fast and from where.
pub fn cop_number(graph: &Arc<Graph>, may_stay: bool, stop: &Stop) -> Result<Verdict, SolveError> {
    let most = MOST_COPS.min(graph.len() - 1);
    for cops in 1..=most {
        let verdict = match solve(graph, cops, may_stay, stop) {
            // So many cops block each other; more of them do so too.
            Err(SolveError::Rules(RulesError::NoStart { .. })) if cops > 1 => {
                return Err(SolveError::NoCopNumber { cops: cops - 1 });
            }
            other => other?,
        };
        if verdict.capture.is_some() {
            return Ok(verdict);
        }
    }
    Err(SolveError::NoCopNumber { cops: most })
}

/// A game solved in every position.
#[derive(Debug)]
pub struct Solution {
    rules: Arc<Rules>,
    placements: Placements,
    distances: Distances,
}

impl Solution {
    /// Solves the game with these rules, as if the robber were always seen.
    pub fn of(rules: Arc<Rules>, stop: &Stop) -> Result<Self, SolveError> {
        let found = analyse(&rules, Keep::Distances, stop)?;
        let placements = Placements::new(rules.graph().len(), rules.cops());
        let distances = found.distances.expect("they were asked for");
        Ok(Self { rules, placements, distances })
    }

    /// Bytes that a solution takes while it is being worked out.
    pub fn memory(graph: &Graph, cops: usize) -> u64 {
        memory(graph.len(), cops, Keep::Distances)
    }

    /// The rules of the solved game.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// How many moves the cops need when the robber is to move; none if he is never caught.
    #[inline]
    pub fn robber_to_move(&self, cops: &[Vertex], robber: Vertex) -> Option<u16> {
        self.distances.get(self.placements.rank(cops), usize::from(robber))
    }

    /// How many moves the cops need when all of them are to move, or some: those in `chosen` go
    /// where they have chosen to. None if the robber is never caught.
    pub fn cops_to_move(
        &self,
        waiting: &[Vertex],
        chosen: &[Vertex],
        robber: Vertex,
    ) -> Option<u16> {
        let mut best: Option<u16> = None;
        let mut targets = chosen.to_vec();
        joint::for_each(&self.rules, waiting, &mut targets, &mut |after| {
            let moves = self.robber_to_move(after, robber).map(|more| more + 1);
            best = match (best, moves) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (one, other) => one.or(other),
            };
        });
        best
    }
}

#[cfg(test)]
mod tests;
