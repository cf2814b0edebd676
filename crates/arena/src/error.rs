//! What a client is told when something can't be done, and what ends the server.

use crate::protocol::{Code, ServerMessage};
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use spinney_games::table::TableError;
use std::net::SocketAddr;
use std::path::PathBuf;

/// A request that can't be obeyed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{message}")]
pub(crate) struct Refusal {
    /// Which kind of error.
    pub code: Code,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl Refusal {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    /// A fault of the server; what it is stands in the log.
    pub(crate) fn internal(error: &dyn std::fmt::Display) -> Self {
        tracing::error!(%error, "internal error");
        Self::new(Code::Internal, format!("the server failed: {error}"))
    }

    pub(crate) fn fatal(&self) -> bool {
        matches!(self.code, Code::Protocol | Code::BadToken | Code::NoRoom | Code::TooFast)
    }

    pub(crate) fn message(self) -> ServerMessage {
        let fatal = self.fatal();
        ServerMessage::Error { code: self.code, message: self.message, fatal }
    }
}

impl From<TableError> for Refusal {
    fn from(error: TableError) -> Self {
        let code = match error {
            TableError::Over => Code::Over,
            TableError::NotYourTurn { .. } | TableError::NoSeat { .. } => Code::NotYourTurn,
            TableError::IllegalMove { .. } => Code::IllegalMove,
            TableError::NothingToUndo => Code::NotAllowed,
            TableError::Spec(_) => Code::BadAgent,
            TableError::Agent(_) => Code::Internal,
        };
        Self::new(code, error.to_string())
    }
}

impl From<rusqlite::Error> for Refusal {
    fn from(error: rusqlite::Error) -> Self {
        tracing::error!(%error, "the store failed");
        Self::new(Code::Internal, format!("the game can't be kept: {error}"))
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = match self.code {
            Code::NoRoom | Code::NotFound => StatusCode::NOT_FOUND,
            Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Code::TooFast => StatusCode::TOO_MANY_REQUESTS,
            Code::BadToken | Code::NotAllowed => StatusCode::FORBIDDEN,
            Code::Busy | Code::Full => StatusCode::SERVICE_UNAVAILABLE,
            Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Code::Stale | Code::Over | Code::NotYourTurn => StatusCode::CONFLICT,
            _ => StatusCode::BAD_REQUEST,
        };
        let body = json!({"error": {"code": self.code, "message": self.message}});
        (status, Json(body)).into_response()
    }
}

/// Why the arena can't start, or ended.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// The address can't be listened on.
    #[error("can't listen on {address}: {reason}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        reason: String,
    },
    /// The store can't be opened.
    #[error("can't open the store {}: {reason}", path.display())]
    Store {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The folder of the pages is not there.
    #[error("{}: there is no such folder", .0.display())]
    NoPages(PathBuf),
    /// Anything else that the system refuses.
    #[error("{0}")]
    System(#[from] std::io::Error),
}
