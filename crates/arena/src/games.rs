//! The games as documents: sides, agents with their parameters, strengths, boards.

use crate::chairs::names_a_file;
use crate::error::Refusal;
use crate::protocol::Code;
use serde_json::{Value, json};
use spinney_games::contest::AnyContest;
use spinney_games::presentation::schema_document;
use spinney_spec::{Spec, SpecError};
use std::sync::Arc;

/// Bytes of a board that a client gives: more than the largest board of SameGame needs.
const LARGEST_BOARD: usize = 4 << 10;

/// The game that a client names.
pub(crate) fn open(spec: &str) -> Result<Arc<dyn AnyContest>, Refusal> {
    let spec: Spec = spec.parse().map_err(|error| bad(&error))?;
    refuse_files(&spec)?;
    Ok(spinney_games::open(&spec).map_err(|error| bad(&error))?.into())
}

/// The same on a board that the client gives: the rows from the top, on lines of their own or with
/// `/` between them.
pub(crate) fn open_on(spec: &str, board: &str) -> Result<Arc<dyn AnyContest>, Refusal> {
    if board.len() > LARGEST_BOARD {
        let what = format!("a board has at most {LARGEST_BOARD} bytes");
        return Err(Refusal::new(Code::TooLarge, what));
    }
    let spec: Spec = spec.parse().map_err(|error| bad(&error))?;
    let rows: Vec<&str> = board.trim().split(['\n', '/']).map(str::trim).collect();
    let spec = spec.with("board", rows.join(":"));
    refuse_files(&spec)?;
    let opened = spinney_games::open(&spec).map_err(|error| match error {
        // The client has the board, which may be long.
        SpecError::BadValue { key, expected, .. } if key == "board" => {
            Refusal::new(Code::BadGame, format!("the board can't be played: {expected}"))
        }
        error => bad(&error),
    });
    Ok(opened?.into())
}

fn bad(error: &SpecError) -> Refusal {
    Refusal::new(Code::BadGame, error.to_string())
}

fn refuse_files(spec: &Spec) -> Result<(), Refusal> {
    let what = "a game that is read from a file can't be played here";
    if names_a_file(spec) { Err(Refusal::new(Code::BadGame, what)) } else { Ok(()) }
}

/// Every game.
pub(crate) fn all() -> Result<Value, Refusal> {
    let games = spinney_games::games();
    let each = games.names().map(|name| Ok(document(&*open(name)?)));
    Ok(json!({"games": each.collect::<Result<Vec<_>, Refusal>>()?}))
}

/// One game with its options, with its board and its help.
pub(crate) fn one(spec: &str) -> Result<Value, Refusal> {
    let contest = open(spec)?;
    let mut game = document(&*contest);
    game["game"] = json!(contest.spec().to_string());
    game["board"] = contest.board();
    game["help"] = json!(contest.help());
    Ok(game)
}

/// What never changes during a game with these options.
pub(crate) fn board(spec: &str) -> Result<Value, Refusal> {
    Ok(open(spec)?.board())
}

fn document(contest: &dyn AnyContest) -> Value {
    let name = contest.spec().name;
    let games = spinney_games::games();
    let schema = games.schemas.iter().find(|schema| schema.name == name);
    let options = schema.map_or_else(Vec::new, |schema| {
        let document = schema_document(schema);
        document["parameters"].as_array().cloned().unwrap_or_default()
    });
    let sides: Vec<Value> = (0..contest.sides().len()).map(|side| of_side(contest, side)).collect();
    json!({
        "name": name,
        "title": contest.title(),
        "about": schema.map_or("", |schema| schema.help),
        "options": options,
        "symmetric": contest.symmetric(),
        "hidden": contest.hidden(),
        "real_time": contest.real_time(),
        "sides": sides,
        "boards": contest.boards(),
    })
}

fn of_side(contest: &dyn AnyContest, side: usize) -> Value {
    let players = contest.players().into_iter().filter(|player| player.seat == side);
    let players = players.map(|player| json!({"player": player.player, "name": player.name}));
    let catalogue = contest.agents(side);
    let agents: Vec<Value> = catalogue.schemas.iter().map(|s| schema_document(s)).collect();
    let presets = catalogue.presets.iter();
    let presets = presets.map(|p| json!({"name": p.name, "spec": p.spec, "help": p.help}));
    json!({
        "name": contest.sides()[side],
        "title": contest.side_title(side),
        "players": players.collect::<Vec<_>>(),
        "agents": agents,
        "presets": presets.collect::<Vec<_>>(),
        "strengths": contest.strengths(side),
    })
}
