//! Whoever leaves raises the flags of the searches that nobody else waits for, before anything else
//! happens. How soon a search sees its flag is tested in `tests/stopping.rs`.

use super::*;
use crate::chairs::{Most, Wanted, set_out};
use crate::games::open;
use crate::options::Options;
use tokio::runtime::Handle;
use tokio::sync::mpsc::Receiver;

/// A room for Connect Four and the tokens of its chairs.
fn room(engine: Option<&str>) -> (Arc<Room>, Vec<String>) {
    let shared = Shared::new(Options { threads: 1, ..Options::default() }, Handle::current());
    let contest = open("connect-four").unwrap();
    let first = Wanted { side: 0, players: None, engine: engine.map(str::to_string) };
    let wanted = [first, Wanted { side: 1, players: None, engine: None }];
    let most = Most { millis: 60_000, threads: 1 };
    let (chairs, tokens) = set_out(&*contest, &wanted, most).unwrap();
    let (id, game) = ("room".to_string(), "connect-four".to_string());
    let setup = Setup { id, game, seed: 7, practice: true, tick: 0, chairs };
    let shared = shared.unwrap();
    assert!(shared.store.create(&setup, 9).unwrap());
    let kept = Kept { setup, turn: 0, ended: None, moves: Vec::new() };
    let room = Room::new(&shared, contest, kept).unwrap();
    (room, tokens.into_iter().flatten().collect())
}

/// A client in the room; its messages pile up.
fn client(room: &Room, tokens: &[String]) -> (u64, Receiver<Message>) {
    let (outbox, inbox) = mpsc::channel(64);
    (room.join(&outbox, None, tokens).unwrap(), inbox)
}

const LONG: &str = "uct(millis=60000)";

#[tokio::test]
async fn the_engine_stops_when_the_last_player_leaves() {
    let (room, tokens) = room(Some(LONG));
    let (player, _inbox) = client(&room, &tokens);
    let (same_player, _second_inbox) = client(&room, &tokens);
    let (spectator, _third_inbox) = client(&room, &[]);
    let stop = room.lock().thinkers[0].stop().clone();
    room.leave(player);
    assert!(!stop.raised(), "the other page of the player still waits");
    room.leave(same_player);
    assert!(stop.raised() && room.lock().thinkers.is_empty());
    room.leave(spectator);
    assert!(room.quiet_for().is_some());
    room.shared.engines.close();
}

#[tokio::test]
async fn a_hint_stops_when_nobody_wants_it_any_more() {
    let (room, tokens) = room(None);
    let (one, _inbox) = client(&room, &tokens);
    let (two, _second_inbox) = client(&room, &tokens);
    let hint = || ClientMessage::Hint { turn: 0, agent: Some(LONG.to_string()) };
    room.obey(one, hint()).unwrap();
    room.obey(two, hint()).unwrap();
    let stop = room.lock().hints[0].stop.clone();
    room.leave(one);
    assert!(!stop.raised(), "somebody else wants the same hint");
    room.leave(two);
    assert!(stop.raised() && room.lock().hints.is_empty());
    room.shared.engines.close();
}

#[tokio::test]
async fn a_review_stops_with_its_client() {
    let (room, tokens) = room(None);
    let (one, _inbox) = client(&room, &tokens);
    let mv = "4".to_string();
    room.obey(one, ClientMessage::Play { turn: 0, player: None, mv }).unwrap();
    room.obey(one, ClientMessage::Resign { turn: 1 }).unwrap();
    room.obey(one, ClientMessage::Review { agent: Some(LONG.to_string()) }).unwrap();
    let stop = room.lock().reviews[0].stop.clone();
    assert!(!stop.raised());
    room.leave(one);
    assert!(stop.raised() && room.lock().reviews.is_empty());
    room.shared.engines.close();
}
