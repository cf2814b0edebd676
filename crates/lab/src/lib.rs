//! The laboratory of Spinney: matches, comparisons, tournaments, tuning and experiments.
//!
//! [`runner`] plays games on all cores, [`tally`] counts the results, and [`stats`] computes intervals
//! and tests. [`store`] keeps games, so that an interrupted run continues where it stopped.
//! [`experiment`] reproduces the tables and figures of papers.

pub mod blocks;
pub mod campaign;
pub mod compare;
pub mod documents;
pub mod experiment;
pub mod forecast;
pub mod machine;
pub mod matches;
pub mod record;
pub mod report;
pub mod runner;
pub mod series;
pub mod stats;
pub mod store;
pub mod tally;
pub mod tournament;
pub mod tune;
