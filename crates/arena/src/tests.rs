//! A full disk, which SQLite reports: everybody is told, nothing is played that is not kept, and the
//! server goes on. And a client that leaves, from its socket to the engine's thread.

use crate::client::{Client, answer, make_room, request};
use crate::loadtest::leaving::{BUDGET, leave};
use crate::options::Options;
use crate::{Server, start};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const FULL: &str = "the game can't be kept: database or disk is full";

async fn server() -> Server {
    let mut options = Options { threads: 1, ..Options::default() };
    options.address.set_port(0);
    start(options).await.unwrap()
}

fn room(engine: Option<&str>) -> Value {
    let chairs = json!([{"side": 0, "engine": engine}, {"side": 1}]);
    json!({"game": "connect-four", "seed": 7, "practice": true, "chairs": chairs})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_not_played_on_a_full_disk() {
    let server = server().await;
    let (at, store) = (server.address(), &server.arena.shared.store);
    let (id, tokens) = make_room(at, &room(None)).await.unwrap();
    let tokens: Vec<&str> = tokens.iter().flatten().map(String::as_str).collect();
    let mut client = Client::join(at, &id, &tokens).await.unwrap();
    let state = client.next_of("state").await.unwrap();
    let play = answer(&state, |_| 3).unwrap();

    store.fill(&id);
    client.send(&play).await.unwrap();
    let error = client.next_of("error").await.unwrap();
    let told = (&error["code"], &error["fatal"], &error["message"]);
    assert_eq!(told, (&json!("internal"), &json!(false), &json!(FULL)));

    let (status, public) = request(at, "GET", &format!("/api/v1/rooms/{id}"), None).await.unwrap();
    assert_eq!((status, &public["turn"]), (200, &json!(0)), "the move is not played");
    let (status, refused) = request(at, "POST", "/api/v1/rooms", Some(&room(None))).await.unwrap();
    assert_eq!((status, &refused["error"]["message"]), (500, &json!(FULL)));
    let (status, _) = request(at, "GET", "/healthz", None).await.unwrap();
    assert_eq!(status, 200);

    store.make_space();
    client.send(&play).await.unwrap();
    let state = client.next_of("state").await.unwrap();
    assert_eq!((&state["turn"], &state["last"][0]["move"]["text"]), (&json!(1), &play["move"]));
    server.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_tries_again_when_the_disk_has_space() {
    let server = server().await;
    let (at, store) = (server.address(), &server.arena.shared.store);
    let (id, tokens) = make_room(at, &room(Some("uct(playouts=50)"))).await.unwrap();
    store.fill(&id);
    let mut client = Client::join(at, &id, &[tokens[1].as_deref().unwrap()]).await.unwrap();
    assert_eq!(client.next_of("state").await.unwrap()["turn"], 0);
    assert_eq!(client.next_of("error").await.unwrap()["message"], FULL);
    store.make_space();
    assert_eq!(client.next_of("state").await.unwrap()["turn"], 1);
    server.shutdown().await;
}

/// How soon is measured by `spinney arena loadtest`; here the machine may be busy.
#[tokio::test(flavor = "multi_thread")]
async fn a_search_ends_when_its_client_leaves() {
    let server = server().await;
    let end = Instant::now() + Duration::from_secs(3600);
    for number in 0..6 {
        let time = leave(server.address(), &server.arena, number, end).await.unwrap().unwrap();
        assert!(time < BUDGET / 2, "{number}: {time:?}");
    }
    server.shutdown().await;
}
