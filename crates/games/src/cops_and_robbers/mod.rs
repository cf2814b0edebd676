//! Cops & Robbers: pursuit on any graph.
