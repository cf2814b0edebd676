//! Cops & Robbers: pursuit on any graph.

pub mod graph;
pub mod vertex_set;
