//! The messages of the protocol, version 1: `docs/protocol.md` explains them, and
//! [`schema`] is their JSON schema.
//!
//! ```
//! use spinney_arena::protocol::{ClientMessage, parse};
//! let message = parse(r#"{"type": "ping", "n": 5}"#).unwrap();
//! assert!(matches!(message, ClientMessage::Ping { n: 5 }));
//! assert!(parse(r#"{"type": "dance"}"#).is_err());
//! ```

mod parts;
pub mod said;

pub use parts::{
    ChairInfo, Deciding, GameResult, PlayedMove, PlayerInfo, Present, Purpose, Reason, RoomInfo,
    SideInfo, State, Thought, Welcome, You,
};

use schemars::{JsonSchema, Schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use spinney_games::agent::Analysis;
use spinney_games::table::MoveInfo;

/// The version that this server speaks.
pub const VERSION: u32 = 1;

/// What a client says.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ClientMessage {
    /// Sits down on chairs, or watches. Said again, it changes the chairs.
    Join {
        /// The version that the client speaks.
        protocol: u32,
        /// The tokens of the chairs.
        #[serde(default)]
        tokens: Vec<String>,
    },
    /// Plays a move.
    Play {
        /// The turn that it is meant for.
        turn: u64,
        /// Who plays it; if left out, whoever of the client's decides.
        #[serde(default)]
        player: Option<usize>,
        /// The move.
        #[serde(rename = "move")]
        mv: String,
    },
    /// Takes back to the last decision of a person on the client's chairs.
    Undo {
        /// The turn that it is meant for.
        turn: u64,
    },
    /// Asks what an agent thinks of the client's decision.
    Hint {
        /// The turn that it is meant for.
        turn: u64,
        /// The agent.
        #[serde(default)]
        agent: Option<String>,
    },
    /// Asks for analyses while engines think.
    Watch {
        /// From now on, or no longer.
        on: bool,
    },
    /// Ends a hint with what it has found.
    Stop {
        /// The turn that it is meant for.
        turn: u64,
    },
    /// Gives up.
    Resign {
        /// The turn that it is meant for.
        turn: u64,
    },
    /// Stops the clock, or lets it go on.
    Pause {
        /// Stopped or not.
        on: bool,
    },
    /// Lets an agent think about every decision of a game that is over.
    Review {
        /// The agent; it must be able to take every side.
        #[serde(default)]
        agent: Option<String>,
    },
    /// Asks for a `pong`.
    Ping {
        /// Comes back.
        n: u64,
    },
}

/// Reads a message.
///
/// # Errors
/// What is wrong with it, for the client.
pub fn parse(text: &str) -> Result<ClientMessage, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

/// What the server says.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ServerMessage {
    /// The first answer.
    Welcome(Box<Welcome>),
    /// The whole position.
    State(Box<State>),
    /// An engine thinks, or waits for a free thread.
    Thinking {
        /// The turn.
        turn: u64,
        /// For whom.
        player: usize,
        /// For which side.
        side: usize,
        /// The player's name.
        name: String,
        /// The agent.
        agent: String,
        /// Its declared time.
        millis: Option<u64>,
    },
    /// What a search has found so far.
    Analysis {
        /// The turn.
        turn: u64,
        /// For whom.
        player: usize,
        /// Why it thinks.
        purpose: Purpose,
        /// Whether this is the last one.
        done: bool,
        /// The agent.
        agent: String,
        /// What it has found.
        #[schemars(with = "said::Analysis")]
        analysis: Box<Analysis<MoveInfo>>,
    },
    /// What an agent thinks of one decision of a game that is over.
    Thought(Box<Thought>),
    /// Who is there.
    Presence {
        /// Every chair.
        chairs: Vec<Present>,
        /// Clients without a chair.
        spectators: usize,
    },
    /// A message could not be obeyed.
    Error {
        /// Which kind of error.
        code: Code,
        /// What is wrong, and what would be right.
        message: String,
        /// Whether the server closes the socket now.
        fatal: bool,
    },
    /// The answer to `ping`.
    Pong {
        /// As it was sent.
        n: u64,
    },
}

/// The kinds of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// Not JSON, an unknown type, a field that is missing or of the wrong kind.
    BadMessage,
    /// A message or a body over its limit.
    TooLarge,
    /// Too many messages or rooms.
    TooFast,
    /// Another version.
    Protocol,
    /// A message before `join`.
    NotJoined,
    /// There is no such room.
    NoRoom,
    /// The token belongs to no chair of the room.
    BadToken,
    /// Somebody else decides.
    NotYourTurn,
    /// The rules forbid the move.
    IllegalMove,
    /// The message is for another turn.
    Stale,
    /// The game is over.
    Over,
    /// The client may not do this.
    NotAllowed,
    /// A game's specification, or the chairs, are wrong.
    BadGame,
    /// An agent's specification is wrong.
    BadAgent,
    /// Too much is asked of the engines.
    Busy,
    /// Too many rooms or sockets.
    Full,
    /// There is no such page or document.
    NotFound,
    /// A fault of the server.
    Internal,
}

/// The JSON schema of every message.
pub fn schema() -> Value {
    let of = |schema: Schema| schema.to_value();
    serde_json::json!({
        "protocol": VERSION,
        "client": of(schemars::schema_for!(ClientMessage)),
        "server": of(schemars::schema_for!(ServerMessage)),
    })
}
