//! How long an agent thinks over a move.

use spinney_search::budget::{Budget, Stop};
use spinney_spec::{Settings, SpecError};
use std::time::Duration;

/// The limits on every move; what is first ends it.
#[derive(Clone, Debug)]
pub(super) struct Thinking {
    budget: Budget,
}

impl Thinking {
    /// From the parameters `millis` and `count` (`playouts` or `nodes`), of which 0 means no limit;
    /// one must be set unless `unlimited`.
    pub(super) fn new(
        settings: &Settings,
        count: &str,
        unlimited: bool,
    ) -> Result<Self, SpecError> {
        let positive = |key| Some(settings.integer(key)).filter(|&n| n > 0);
        let (count_limit, millis) = (positive(count), positive("millis"));
        if count_limit.is_none() && millis.is_none() && !unlimited {
            return Err(settings.bad(count, "a limit in this or in millis was expected"));
        }
        let time = millis.map(Duration::from_millis);
        Ok(Self { budget: Budget { playouts: count_limit, time, ..Budget::default() } })
    }

    /// The budget of one move.
    pub(super) fn budget(&self, stop: &Stop) -> Budget {
        self.budget.clone().and_stop(stop.clone())
    }
}
