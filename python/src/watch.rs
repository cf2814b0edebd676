//! A search that is watched while it thinks.

use crate::value::Document;
use crate::work::{Next, Running};
use pyo3::prelude::*;
use serde_json::json;
use spinney_games::agent::Analysis;
use spinney_games::table::MoveInfo;
use std::sync::{Mutex, PoisonError};

/// What an agent has found.
pub(crate) type Said = Analysis<MoveInfo>;

/// An iterator over what an agent finds, until it has decided. It stops thinking when the iterator
/// is dropped or closed.
#[pyclass(frozen, module = "spinney._spinney")]
pub(crate) struct Watch {
    running: Mutex<Option<Running<Said, Said>>>,
}

impl Watch {
    pub(crate) fn new(running: Running<Said, Said>) -> Self {
        Self { running: Mutex::new(Some(running)) }
    }

    fn take(&self) -> Option<Running<Said, Said>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

#[pymethods]
impl Watch {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Document>> {
        // Taken out while it waits: another thread that asks meanwhile is told that it is over.
        let Some(running) = self.take() else { return Ok(None) };
        Ok(Some(match running.next(py)? {
            Next::Done(analysis) => Document(json!(analysis)),
            Next::Said(analysis) => {
                *self.running.lock().unwrap_or_else(PoisonError::into_inner) = Some(running);
                Document(json!(analysis))
            }
        }))
    }

    /// Stops the search.
    fn close(&self, py: Python<'_>) {
        if let Some(running) = self.take() {
            running.give_up(py);
        }
    }
}
