//! What the server's messages are made of.

use super::said;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use spinney_games::agent::Analysis;
use spinney_games::table::MoveInfo;

/// The first answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Welcome {
    /// The version that the server speaks.
    pub protocol: u32,
    /// The room.
    pub room: RoomInfo,
    /// Where the client sits; none for a spectator.
    pub you: Option<You>,
    /// What never changes during the game.
    pub board: Value,
    /// The moves so far, as the receiver may know them, the first first.
    pub history: Vec<PlayedMove>,
    /// How to play.
    pub help: String,
}

/// What everybody may know of a room.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RoomInfo {
    /// Its name.
    pub id: String,
    /// The game with its options.
    pub game: String,
    /// The name of the game.
    pub name: String,
    /// The same for people.
    pub title: String,
    /// The seed; none as long as it would give something away.
    pub seed: Option<u64>,
    /// Whether hints and undo are allowed.
    pub practice: bool,
    /// Milliseconds per turn; 0 waits for every player.
    pub tick: u64,
    /// The sides.
    pub sides: Vec<SideInfo>,
    /// The chairs.
    pub chairs: Vec<ChairInfo>,
}

/// A side.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SideInfo {
    /// As in the rules.
    pub name: String,
    /// For people.
    pub title: String,
}

/// A chair.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ChairInfo {
    /// Its number.
    pub chair: usize,
    /// Its side.
    pub side: usize,
    /// For whom it decides.
    pub players: Vec<PlayerInfo>,
    /// The agent; none for a person.
    pub engine: Option<String>,
    /// Whether somebody is there; an engine always is.
    pub connected: bool,
}

/// A player.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PlayerInfo {
    /// Its number.
    pub player: usize,
    /// Its name.
    pub name: String,
}

/// Where a client sits.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct You {
    /// The side; with chairs of several sides, that of the first.
    pub side: usize,
    /// The chairs.
    pub chairs: Vec<usize>,
    /// For whom the client decides.
    pub players: Vec<usize>,
}

/// The whole position, as its receiver may see it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct State {
    /// Grows with each change.
    pub turn: u64,
    /// Turns of the game so far.
    pub moves_played: usize,
    /// Who decides now.
    pub deciding: Vec<Deciding>,
    /// The legal moves of the first decider who is the receiver's.
    #[schemars(with = "Vec<said::Move>")]
    pub moves: Vec<MoveInfo>,
    /// The last move of each player, the most recent last.
    pub last: Vec<PlayedMove>,
    /// What the receiver's side may know.
    pub observation: Value,
    /// How it ended.
    pub result: Option<GameResult>,
    /// Whether `undo` would do something.
    pub can_undo: bool,
    /// Whether the clock is stopped.
    pub paused: bool,
    /// Milliseconds until the turn ends, in real time.
    pub deadline: Option<u64>,
}

/// One who decides now.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Deciding {
    /// Its number.
    pub player: usize,
    /// Its side.
    pub side: usize,
    /// Its name.
    pub name: String,
    /// Whether the receiver decides for it.
    pub yours: bool,
    /// Whether an engine does.
    pub engine: bool,
}

/// A move that was played.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PlayedMove {
    /// By whom.
    pub player: usize,
    /// The side.
    pub side: usize,
    /// The player's name.
    pub name: String,
    /// The move; none if it is hidden from the receiver.
    #[serde(rename = "move")]
    #[schemars(with = "Option<said::Move>")]
    pub mv: Option<MoveInfo>,
}

/// How a game ended.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GameResult {
    /// Of each side.
    pub rewards: Vec<f64>,
    /// A side; none for a draw or a puzzle.
    pub winner: Option<usize>,
    /// In a sentence.
    pub text: String,
    /// Why it ended.
    pub reason: Reason,
    /// The seed of the game.
    pub seed: u64,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// By the rules.
    End,
    /// Somebody gave up.
    Resigned,
    /// An engine failed.
    Fault,
}

/// Why an agent thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// A person asked.
    Hint,
    /// It is its move.
    Engine,
}

/// What an agent thinks of one decision of a game that is over.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Thought {
    /// The turn of the room.
    pub turn: u64,
    /// Turns of the game before the decision.
    pub moves_played: usize,
    /// Who decided.
    pub player: usize,
    /// Who thinks.
    pub agent: String,
    /// What was played.
    #[serde(rename = "move")]
    #[schemars(with = "said::Move")]
    pub mv: MoveInfo,
    /// What the agent thinks.
    #[schemars(with = "said::Analysis")]
    pub analysis: Analysis<MoveInfo>,
    /// What the move gives away against the best; none if the agent can't say.
    pub loss: Option<f64>,
    /// Decisions in all.
    pub of: usize,
    /// Whether this is the last one.
    pub done: bool,
}

/// Whether somebody is on a chair.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Present {
    /// The chair.
    pub chair: usize,
    /// Whether somebody is there; an engine always is.
    pub connected: bool,
}
