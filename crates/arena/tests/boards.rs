//! Boards that a client gives, and games from a file.

mod common;

use common::server;
use serde_json::{Value, json};
use spinney_arena::client::{Client, make_room, request};

fn on(board: &str) -> Value {
    json!({"game": "samegame", "board": board, "practice": true, "chairs": [{"side": 0}]})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pasted_board_is_played() {
    let server = server().await;
    let at = server.address();
    for board in ["  aab\n  bba\r\n", "aab/bba", "A A B\nB B A", "# mine\naab\nbba"] {
        let (room, tokens) = make_room(at, &on(board)).await.unwrap();
        let mut client = Client::join(at, &room, &[tokens[0].as_deref().unwrap()]).await.unwrap();
        let welcome = client.next().await.unwrap();
        assert_eq!(welcome["room"]["game"], "samegame(board=aab:bba)", "{board:?}");
        let state = client.next_of("state").await.unwrap();
        assert_eq!(state["observation"]["rows"], json!([[1, 1, 2], [2, 2, 1]]));
    }
    server.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_board_is_refused() {
    let server = server().await;
    let at = server.address();
    let refused = async |room: Value| {
        let (status, answer) = request(at, "POST", "/api/v1/rooms", Some(&room)).await.unwrap();
        assert!((400..500).contains(&status), "{status}: {answer}");
        answer["error"]["message"].as_str().unwrap().to_string()
    };
    let what = refused(on("aab\nbb")).await;
    assert_eq!(what, "the board can't be played: line 2: 2 cells where the row above has 3");
    assert!(refused(on("aab\nb.a")).await.contains("floats"));
    assert!(refused(on("")).await.contains("no position found"));
    assert!(refused(on("x")).await.contains("`x` is no block"));
    assert!(refused(on(&"a\n".repeat(40))).await.contains("30x30"));
    assert_eq!(refused(on(&"a".repeat(5000))).await, "a board has at most 4096 bytes");
    // Files of the server are none of a client's business.
    let tron = json!({"game": "tron", "board": "Cargo.txt", "chairs": [{"side": 0}, {"side": 1}]});
    assert!(refused(tron).await.contains("from a file"));
    let four = json!({"game": "connect-four", "board": "a", "chairs": [{"side": 0}, {"side": 1}]});
    assert!(refused(four).await.contains("board"));
    server.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_board_of_a_game_is_a_document() {
    let server = server().await;
    let path = "/api/v1/games/tron/board?spec=tron(board=u-closed)";
    let (status, board) = request(server.address(), "GET", path, None).await.unwrap();
    assert_eq!(status, 200);
    assert!(board["rows"][0].as_str().unwrap().starts_with("###"), "{board}");
    assert_eq!(board["heads"].as_array().unwrap().len(), 2);
    server.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_was_given_up_is_kept_as_a_file() {
    let server = server().await;
    let at = server.address();
    let chairs = json!([{"side": 0}, {"side": 1, "engine": "random"}]);
    let made = json!({"game": "connect-four", "seed": 3, "practice": true, "chairs": chairs});
    let (room, tokens) = make_room(at, &made).await.unwrap();
    let mut client = Client::join(at, &room, &[tokens[0].as_deref().unwrap()]).await.unwrap();
    client.send(&json!({"type": "resign", "turn": 0})).await.unwrap();
    while client.next_of("state").await.unwrap()["result"].is_null() {}
    let path = format!("/api/v1/rooms/{room}/record");
    let file = spinney_arena::client::request_text(at, "GET", &path, None).await.unwrap().1;
    assert!(file.starts_with("spinney-game 1\ngame: connect-four\nseed: 3\n"), "{file}");
    assert!(file.contains("fault: a resigned"), "{file}");
    let body = json!({"record": file});
    let (status, replayed) = request(at, "POST", "/api/v1/replay", Some(&body)).await.unwrap();
    assert_eq!((status, &replayed["result"]["reason"]), (200, &json!("resigned")));
    assert_eq!(
        (&replayed["result"]["winner"], &replayed["room"]["name"]),
        (&json!(1), &json!("connect-four"))
    );
    assert_eq!(replayed["room"]["chairs"][1]["engine"], "random");
    server.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_no_game_is_refused() {
    let server = server().await;
    for (record, expected) in [
        ("hello", "begins with `spinney-game 1`"),
        ("spinney-game 1\ngame: connect-four\n", "no line `moves:`"),
        ("spinney-game 1\ngame: go\nseed: 1\nnumber: 0\nrewards: 0 1\nmoves:\n  1\n", "`go`"),
        (
            "spinney-game 1\ngame: connect-four\nseed: 1\nnumber: 0\nrewards: 0 1\nmoves:\n  9\n",
            "9",
        ),
    ] {
        let body = json!({"record": record});
        let (status, answer) =
            request(server.address(), "POST", "/api/v1/replay", Some(&body)).await.unwrap();
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(status == 400 && message.contains(expected), "{record:?}: {answer}");
    }
    server.shutdown().await;
}
