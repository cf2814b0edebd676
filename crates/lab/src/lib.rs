//! The laboratory: matches to trust, and what follows from them.
//!
//! [`runner`] plays games on all cores; [`tally`] adds them up; [`stats`] says how sure that is;
//! [`store`] keeps games, so that a run that was stopped goes on where it was.

pub mod blocks;
pub mod campaign;
pub mod compare;
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
