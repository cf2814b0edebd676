//! Games from a file, for the page that reviews them.

use crate::error::Refusal;
use crate::games::open;
use crate::protocol::{ChairInfo, Code, GameResult, PlayerInfo, Reason, RoomInfo, SideInfo};
use crate::room::{steps, winner};
use serde::Deserialize;
use serde_json::{Value, json};
use spinney_games::contest::AnyContest;
use spinney_lab::record::{self, Record};

/// What a client asks for: a file of `spinney match --save` or of this server, of which the first
/// game counts; or a game in its own notation, with its specification.
#[derive(Debug, Deserialize)]
pub(crate) struct Asked {
    #[serde(default)]
    game: Option<String>,
    record: String,
}

/// The game turn by turn.
pub(crate) fn replay(asked: &Asked) -> Result<Value, Refusal> {
    let bad = |error: &dyn std::fmt::Display| Refusal::new(Code::BadGame, error.to_string());
    let mut record = read(asked)?;
    let contest = open(&record.game)?;
    if contest.symmetric() && record.number % 2 == 1 {
        // The agents have changed seats.
        record.agents.reverse();
        record.rewards.reverse();
    }
    let steps = steps(&*contest, &record.moves)?;
    let rewards = contest.replay(&record.moves).map_err(|error| bad(&error))?;
    let ending = contest.ending(&record.moves).map_err(|error| bad(&error))?;
    let (rewards, reason, text) = match (&record.fault, ending) {
        (Some(fault), _) => {
            (record.rewards.clone(), Reason::Resigned, format!("The end: {fault}."))
        }
        (None, Some(text)) => (rewards, Reason::End, text),
        (None, None) => (rewards, Reason::End, "The record ends before the game does.".into()),
    };
    let winner = winner(&rewards);
    let result = GameResult { rewards, winner, text, reason, seed: record.seed };
    Ok(json!({
        "game": contest.spec().to_string(),
        "record": record.moves,
        "result": result,
        "board": contest.board(),
        "steps": steps,
        "room": room(&*contest, &record),
        "help": contest.help(),
    }))
}

fn read(asked: &Asked) -> Result<Record, Refusal> {
    let bad = |what: String| Refusal::new(Code::BadGame, what);
    if asked.record.trim_start().starts_with("spinney-game") {
        let records = record::read(&asked.record).map_err(|error| bad(error.to_string()))?;
        return records.into_iter().next().ok_or_else(|| bad("there is no game in it".to_string()));
    }
    let what = "a recorded game begins with `spinney-game 1`; without that line, name the `game`";
    let game = asked.game.clone().ok_or_else(|| bad(what.to_string()))?;
    let (agents, rewards, moves) = (Vec::new(), Vec::new(), asked.record.clone());
    Ok(Record { game, seed: 0, number: 0, agents, rewards, fault: None, moves, line: 1 })
}

/// A room that nobody can enter: who played.
fn room(contest: &dyn AnyContest, record: &Record) -> RoomInfo {
    let spec = contest.spec();
    let title = |side| contest.side_title(side);
    let chair = |(side, name): (usize, &&str)| ChairInfo {
        chair: side,
        side,
        players: contest
            .players()
            .into_iter()
            .filter(|player| player.seat == side)
            .map(|player| PlayerInfo { player: player.player, name: player.name })
            .collect(),
        engine: record.agents.iter().find(|(of, _)| of == name).map(|(_, agent)| agent.clone()),
        connected: true,
    };
    let side = |(side, name): (usize, &&str)| SideInfo { name: (*name).into(), title: title(side) };
    RoomInfo {
        id: String::new(),
        game: spec.to_string(),
        name: spec.name,
        title: contest.title(),
        seed: Some(record.seed),
        practice: false,
        tick: 0,
        sides: contest.sides().iter().enumerate().map(side).collect(),
        chairs: contest.sides().iter().enumerate().map(chair).collect(),
    }
}
