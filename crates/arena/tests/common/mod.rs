//! What the tests share.

#![allow(dead_code)]

use serde_json::{Value, json};
use spinney_arena::client::{Client, answer};
use spinney_arena::options::{Limits, Options};
use spinney_arena::{Server, start};

/// A server on a free port, with its rooms in memory.
pub(crate) async fn server() -> Server {
    server_with(|_| ()).await
}

/// The same with other limits.
pub(crate) async fn server_with(set: impl FnOnce(&mut Limits)) -> Server {
    let mut options = Options { threads: 2, ..Options::default() };
    options.address.set_port(0);
    options.limits.rooms_per_minute = 10_000.0;
    set(&mut options.limits);
    start(options).await.unwrap()
}

/// A room in which a person plays one side and this engine the others.
pub(crate) fn against(game: &str, sides: usize, person: usize, engine: &str) -> Value {
    let chair = |side| json!({"side": side, "engine": (side != person).then_some(engine)});
    let chairs: Vec<Value> = (0..sides).map(chair).collect();
    json!({"game": game, "seed": 7, "practice": true, "chairs": chairs})
}

/// Plays until the game is over: the move of this number, whenever the client decides. Gives the
/// last state and every message as it was sent.
pub(crate) async fn play_out(
    client: &mut Client,
    mut choose: impl FnMut(usize) -> usize,
) -> (Value, Vec<String>) {
    let mut heard = Vec::new();
    let mut answered = None;
    loop {
        let text = client.next_text().await.unwrap().expect("the game goes on");
        let message: Value = serde_json::from_str(&text).unwrap();
        heard.push(text);
        assert_ne!(message["type"], "error", "{message}");
        if message["type"] != "state" {
            continue;
        }
        if !message["result"].is_null() {
            return (message, heard);
        }
        let play = answer(&message, &mut choose);
        if let Some(play) = play.filter(|play| answered.as_ref() != Some(&play["turn"])) {
            client.send(&play).await.unwrap();
            answered = Some(play["turn"].clone());
        }
    }
}

/// A small generator for choices.
pub(crate) fn choices(mut seed: usize) -> impl FnMut(usize) -> usize {
    move |n| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % n
    }
}
