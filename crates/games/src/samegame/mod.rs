//! SameGame: a puzzle with unbounded scores.
