//! The types of the games crate, for the schema.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// A move.
#[derive(Serialize, JsonSchema)]
pub struct Move {
    /// As it is typed; `play` takes it.
    pub text: String,
    /// In words.
    pub label: String,
    /// As a document.
    pub data: Value,
}

/// What an agent thinks of a decision.
#[derive(Serialize, JsonSchema)]
pub struct Analysis {
    /// The move to play.
    pub best: Move,
    /// The moves that were considered, the most visited first.
    pub candidates: Vec<Candidate>,
    /// The line that the agent expects.
    pub line: Vec<Move>,
    /// The most visited lines, a few levels deep.
    pub tree: Vec<Branch>,
    /// How far the search looked ahead.
    pub depth: usize,
    /// Playouts.
    pub playouts: u64,
    /// Positions.
    pub nodes: u64,
    /// Thinking time.
    pub millis: u64,
    /// Where something hidden may be, the likeliest first.
    pub belief: Vec<Place>,
}

/// One move that was considered.
#[derive(Serialize, JsonSchema)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Iterations that began with it.
    pub visits: u64,
    /// Its value.
    pub value: Option<f64>,
    /// Its value where it is proven.
    pub exact: Option<f64>,
    /// Moves to the end under best play, where that is solved.
    pub distance: Option<u32>,
}

/// A move somewhere in the tree of a search.
#[derive(Serialize, JsonSchema)]
pub struct Branch {
    /// The move.
    pub mv: Move,
    /// Iterations that passed here.
    pub visits: u64,
    /// Their mean reward for the player who makes the move.
    pub value: f64,
    /// The most visited moves after it.
    pub children: Vec<Branch>,
}

/// A place and how likely something hidden is there.
#[derive(Serialize, JsonSchema)]
pub struct Place {
    /// A station or a vertex.
    pub place: u32,
    /// From 0 to 1.
    pub probability: f64,
}
