//! Errors as exceptions: wrong arguments are a `ValueError`, what fails is a `SpinneyError`. The
//! message is that of the Rust error with its causes.

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use spinney_games::contest::{NotationError, PlayError};
use spinney_games::table::TableError;
use spinney_lab::experiment::ExperimentError;
use spinney_lab::experiment::run::RunFailure;
use spinney_lab::runner::RunError;
use spinney_lab::stats::sprt::SprtError;
use spinney_lab::store::StoreError;
use spinney_lab::tournament::TournamentError;
use spinney_lab::tune::{FileError, TuningError};
use spinney_spec::SpecError;
use std::error::Error;

create_exception!(
    spinney,
    SpinneyError,
    PyRuntimeError,
    "A search, a game or a store failed; a panic in the compiled part ends as this, too."
);

/// Why something could not be done, on its way to Python.
#[derive(Clone, Debug)]
pub(crate) enum Failure {
    /// An argument is wrong.
    Wrong(String),
    /// The arguments are right, and it failed.
    Failed(String),
}

impl Failure {
    pub(crate) fn wrong(error: &(dyn Error + 'static)) -> Self {
        Self::Wrong(with_causes(error))
    }
    pub(crate) fn failed(error: &(dyn Error + 'static)) -> Self {
        Self::Failed(with_causes(error))
    }
}

/// The message of an error and of what caused it.
fn with_causes(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        // Errors that only pass another one on say the same.
        let said = error.to_string();
        if !text.ends_with(&said) {
            text = format!("{text}: {said}");
        }
        cause = error.source();
    }
    text
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Wrong(message) => PyValueError::new_err(message),
            Failure::Failed(message) => SpinneyError::new_err(message),
        }
    }
}

macro_rules! wrong {
    ($($error:ty),*) => {$(
        impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Self::wrong(&error)
            }
        }
    )*};
}

wrong!(SpecError, NotationError, SprtError, TournamentError, FileError, ExperimentError);

impl From<TableError> for Failure {
    fn from(error: TableError) -> Self {
        match error {
            TableError::Agent(_) => Self::failed(&error),
            _ => Self::wrong(&error),
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::failed(&error)
    }
}

impl From<PlayError> for Failure {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::Spec { .. } => Self::wrong(&error),
            PlayError::Interrupted | PlayError::Record(_) => Self::failed(&error),
        }
    }
}

impl<E: Error + 'static> From<RunError<E>> for Failure {
    fn from(error: RunError<E>) -> Self {
        Self::failed(&error)
    }
}

impl From<RunFailure> for Failure {
    fn from(error: RunFailure) -> Self {
        match error {
            RunFailure::Experiment(error) => error.into(),
            error => Self::failed(&error),
        }
    }
}

impl From<TuningError> for Failure {
    fn from(error: TuningError) -> Self {
        match error {
            TuningError::Spec(_) | TuningError::Method(_) => Self::wrong(&error),
            error => Self::failed(&error),
        }
    }
}
