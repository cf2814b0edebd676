//! A store that can't be written to, as on a full disk: an error, nothing is lost, and the game
//! goes on when it can.

mod common;

use common::against;
use serde_json::json;
use spinney_arena::client::{Client, answer, make_room};
use spinney_arena::options::Options;

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_cannot_be_kept_is_not_played() {
    let folder = std::env::temp_dir().join(format!("spinney-arena-full-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let store = folder.join("arena.db");
    let mut options = Options { store: Some(store.clone()), ..Options::default() };
    options.address.set_port(0);
    let server = spinney_arena::start(options).await.unwrap();
    let at = server.address();
    let (room, tokens) = make_room(at, &against("connect-four", 2, 0, "random")).await.unwrap();
    let mut client = Client::join(at, &room, &[tokens[0].as_deref().unwrap()]).await.unwrap();
    let state = client.next_of("state").await.unwrap();
    let play = answer(&state, |_| 3).unwrap();

    let other = rusqlite::Connection::open(&store).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    client.send(&play).await.unwrap();
    let error = client.next_of("error").await.unwrap();
    assert_eq!((&error["code"], &error["fatal"]), (&json!("internal"), &json!(false)));
    assert!(error["message"].as_str().unwrap().starts_with("the game can't be kept"), "{error}");
    other.execute_batch("ROLLBACK").unwrap();

    // The same message is still good: nothing was played.
    client.send(&play).await.unwrap();
    let state = client.next_of("state").await.unwrap();
    assert_eq!((&state["turn"], &state["last"][0]["move"]["text"]), (&json!(1), &play["move"]));
    server.shutdown().await;
    std::fs::remove_dir_all(folder).unwrap();
}
