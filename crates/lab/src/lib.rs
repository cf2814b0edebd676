//! The laboratory: matches to trust, and what follows from them.

pub mod stats;
