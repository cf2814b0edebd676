//! Spinney as a Python extension: tables, agents, the laboratory and the store.
//!
//! The Python package in `spinney/` puts types and documentation over this module; it has no rules
//! and no parameters of its own, and neither has this crate. Whatever takes time runs on a thread
//! of its own ([`work`]) with the GIL released, so that an interrupt is heard at once and a panic
//! ends as an exception. Only decisions that are known to be short are taken on the thread that asks.

// Python hands arguments over by value.
#![allow(clippy::needless_pass_by_value)]
// A `match` with a long arm reads better than `if let` with a longer `else`.
#![allow(clippy::single_match_else)]

mod error;
mod experiment;
mod keeping;
mod lab;
mod python_game;
mod solve;
mod store;
mod table;
mod thinker;
mod value;
mod watch;
mod work;

use pyo3::prelude::*;

/// The compiled part of `spinney`.
#[pymodule]
mod _spinney {
    #[pymodule_export]
    use super::error::SpinneyError;
    #[pymodule_export]
    use super::experiment::{
        cells, experiment_cells, experiments, run_experiments, show_experiment,
    };
    #[pymodule_export]
    use super::lab::{compare, matches, tournament, tune, tuning_cells};
    #[pymodule_export]
    use super::python_game::search;
    #[pymodule_export]
    use super::solve::{solve_cops_and_robbers, solve_samegame};
    #[pymodule_export]
    use super::store::{Store, default_store, play_games};
    #[pymodule_export]
    use super::table::{Table, agents, canonical, games, replay};
    #[pymodule_export]
    use super::watch::Watch;
    #[pymodule_export]
    use super::work::panics;

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::work::quiet_panics();
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("COMMIT", spinney_lab::machine::commit())
    }
}
