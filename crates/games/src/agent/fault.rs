//! How an agent can fail in a match: it loses the game for it, and the reason is recorded.

use serde::Serialize;
use spinney_spec::{Choice, choice};
use std::fmt;

choice! {
    /// What went wrong.
    #[derive(Hash, PartialOrd, Ord, Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum FaultKind {
        /// The agent panicked.
        Panic = "panic",
        /// It chose a move that the rules forbid.
        IllegalMove = "illegal-move",
        /// It took longer over a move than its clock allows.
        Timeout = "timeout",
        /// Its search failed.
        SearchError = "search-error",
    }
}

/// Why a side lost a game without being beaten. Its text is `kind: detail`, which reads back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// What went wrong.
    pub kind: FaultKind,
    /// The message, the move or the times.
    pub detail: String,
}

impl Fault {
    /// A fault with its detail.
    pub fn new(kind: FaultKind, detail: impl fmt::Display) -> Self {
        Self { kind, detail: detail.to_string() }
    }

    /// Reads what [`fmt::Display`] writes; none if it begins with no kind.
    ///
    /// ```
    /// use spinney_games::agent::{Fault, FaultKind};
    /// let fault = Fault::new(FaultKind::Timeout, "120 ms over a move, 100 ms allowed");
    /// assert_eq!(Fault::parse(&fault.to_string()), Some(fault));
    /// assert_eq!(Fault::parse("bad luck"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        let (kind, detail) = text.split_once(": ")?;
        Some(Self::new(FaultKind::named(kind)?, detail))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.name(), self.detail)
    }
}
