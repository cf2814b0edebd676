//! The protocol as a client sees it, over real sockets.

mod common;

use common::{against, choices, play_out, server, server_with};
use serde_json::{Value, json};
use spinney_arena::client::{Client, answer, make_room, request, request_text};
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_played_to_its_end_and_reviewed() {
    let server = server().await;
    let at = server.address();
    let (_, games) = request(at, "GET", "/api/v1/games", None).await.unwrap();
    let games = games["games"].as_array().unwrap();
    assert_eq!(games.len(), 6);
    for game in games {
        let (name, sides) = (game["name"].as_str().unwrap(), game["sides"].as_array().unwrap());
        for person in 0..sides.len() {
            let made = against(name, sides.len(), person, "random");
            let (room, tokens) = make_room(at, &made).await.unwrap();
            let token = tokens[person].as_deref().unwrap();
            let mut client = Client::join(at, &room, &[token]).await.unwrap();
            let welcome = client.next().await.unwrap();
            assert_eq!(welcome["type"], "welcome", "{name}");
            assert_eq!(welcome["you"]["side"], person);
            assert_eq!(welcome["room"]["seed"].is_null(), game["hidden"].as_bool().unwrap());
            let path = |what: &str| format!("/api/v1/rooms/{room}{what}");
            let (status, _) = request(at, "GET", &path("/record"), None).await.unwrap();
            assert_eq!(status, 403, "no record before the end");

            let (end, _) = play_out(&mut client, choices(person)).await;
            assert_eq!(end["result"]["reason"], "end", "{name}");
            assert_eq!(end["result"]["rewards"].as_array().unwrap().len(), sides.len());
            assert!(!end["result"]["text"].as_str().unwrap().is_empty());
            assert!(end["moves"].as_array().unwrap().is_empty());

            let (status, record) = request_text(at, "GET", &path("/record"), None).await.unwrap();
            assert_eq!(status, 200);
            let (status, review) = request(at, "GET", &path("/review"), None).await.unwrap();
            assert_eq!(status, 200, "{review}");
            let steps = review["steps"].as_array().unwrap();
            assert_eq!(steps.len() as u64, 1 + end["moves_played"].as_u64().unwrap(), "{name}");
            assert_eq!(steps[1]["observations"].as_array().unwrap().len(), sides.len());
            let last = &steps.last().unwrap()["observations"][person];
            assert_eq!(*last, end["observation"], "{name}");
            for body in [
                json!({"record": record}),
                json!({"game": welcome["room"]["game"], "record": review["record"]}),
            ] {
                let replayed = request(at, "POST", "/api/v1/replay", Some(&body)).await.unwrap().1;
                assert_eq!(replayed["steps"].as_array().unwrap().len(), steps.len(), "{name}");
                assert_eq!(replayed["steps"][1]["moves"], steps[1]["moves"], "{name}");
                assert_eq!(replayed["room"]["game"], welcome["room"]["game"]);
                let end = (&end["result"]["text"], &end["result"]["rewards"]);
                assert_eq!((&replayed["result"]["text"], &replayed["result"]["rewards"]), end);
            }
        }
    }
    server.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_open_their_own_chairs_and_no_others() {
    let server = server().await;
    let at = server.address();
    let made = json!({"game": "scotland-yard", "chairs": [{"side": 0}, {"side": 1}]});
    let (room, tokens) = make_room(at, &made).await.unwrap();
    let (hider, seekers) = (tokens[0].as_deref().unwrap(), tokens[1].as_deref().unwrap());

    let mut wrong = Client::join(at, &room, &["no-token"]).await.unwrap();
    let error = wrong.next().await.unwrap();
    assert_eq!((&error["code"], &error["fatal"]), (&json!("bad-token"), &json!(true)));
    assert_eq!(wrong.next_text().await.unwrap(), None);

    let mut both = Client::join(at, &room, &[hider, seekers]).await.unwrap();
    assert_eq!(both.next().await.unwrap()["code"], "not-allowed");
    // The socket is still there, and may join as one of them.
    both.send(&json!({"type": "join", "protocol": 1, "tokens": [seekers]})).await.unwrap();
    assert_eq!(both.next_of("welcome").await.unwrap()["you"]["players"], json!([1, 2, 3, 4, 5]));
    assert_eq!(both.next_of("state").await.unwrap()["observation"]["mr_x"]["station"], Value::Null);
    both.send(&json!({"type": "play", "turn": 0, "player": 1, "move": "T1"})).await.unwrap();
    assert_eq!(both.next_of("error").await.unwrap()["code"], "not-your-turn");
    // A hot seat: the same client, the other side.
    both.send(&json!({"type": "join", "protocol": 1, "tokens": [hider]})).await.unwrap();
    let state = both.next_of("state").await.unwrap();
    assert!(state["observation"]["mr_x"]["station"].is_u64());

    let mut spectator = Client::join(at, &room, &[]).await.unwrap();
    assert_eq!(spectator.next().await.unwrap()["you"], Value::Null);
    let state = spectator.next_of("state").await.unwrap();
    assert_eq!(state["observation"]["mr_x"]["station"], Value::Null);
    for (message, code) in [
        (json!({"type": "play", "turn": 0, "move": "T1"}), "not-allowed"),
        (json!({"type": "resign", "turn": 0}), "not-allowed"),
        (json!({"type": "undo", "turn": 0}), "not-allowed"),
        (json!({"type": "hint", "turn": 0}), "not-allowed"),
        (json!({"type": "review"}), "not-allowed"),
        (json!({"type": "pause", "on": true}), "not-allowed"),
    ] {
        spectator.send(&message).await.unwrap();
        assert_eq!(spectator.next_of("error").await.unwrap()["code"], code, "{message}");
    }

    let mut other = Client::join(at, "nosuchroom99", &[]).await.unwrap();
    assert_eq!(other.next().await.unwrap()["code"], "no-room");
    server.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_messages_are_answered_and_change_nothing() {
    let server = server().await;
    let at = server.address();
    let (room, tokens) = make_room(at, &against("connect-four", 2, 0, "random")).await.unwrap();
    let mut client = Client::connect(at, &room).await.unwrap();
    let mut expect = async |message: Message, code: &str| {
        client.send_raw(message).await.unwrap();
        let error = client.next_of("error").await.unwrap();
        assert_eq!(error["code"], code, "{error}");
        assert_eq!(error["fatal"], false);
    };
    let text = |message: Value| Message::text(message.to_string());
    expect(Message::text("no JSON"), "bad-message").await;
    expect(Message::text(""), "bad-message").await;
    expect(Message::binary(vec![0, 255, 7]), "bad-message").await;
    expect(text(json!({"type": "dance"})), "bad-message").await;
    expect(text(json!([1, 2])), "bad-message").await;
    expect(text(json!({"type": "play", "turn": -1, "move": "1"})), "bad-message").await;
    expect(Message::text("[".repeat(10_000)), "bad-message").await;
    expect(Message::text("x".repeat(20_000)), "too-large").await;
    expect(text(json!({"type": "play", "turn": 0, "move": "1"})), "not-joined").await;
    expect(text(json!({"type": "ping", "n": 1})), "not-joined").await;
    let token = tokens[0].as_deref().unwrap();
    client.send(&json!({"type": "join", "protocol": 1, "tokens": [token]})).await.unwrap();
    let state = client.next_of("state").await.unwrap();
    let mut expect = async |message: Value, code: &str| {
        client.send(&message).await.unwrap();
        let error = client.next_of("error").await.unwrap();
        assert_eq!(error["code"], code, "{error}");
    };
    expect(json!({"type": "play", "turn": 0, "move": "9"}), "illegal-move").await;
    expect(json!({"type": "play", "turn": 0, "player": 1, "move": "1"}), "not-your-turn").await;
    expect(json!({"type": "play", "turn": 5, "move": "1"}), "stale").await;
    expect(json!({"type": "undo", "turn": 0}), "not-allowed").await;
    expect(json!({"type": "hint", "turn": 0, "agent": "ucct"}), "bad-agent").await;
    expect(json!({"type": "review"}), "not-allowed").await;
    expect(json!({"type": "pause", "on": true}), "not-allowed").await;
    // The same move twice is played once.
    let play = answer(&state, |_| 3).unwrap();
    expect_twice(&mut client, &play).await;
    client.send(&json!({"type": "ping", "n": 5})).await.unwrap();
    assert_eq!(client.next_of("pong").await.unwrap()["n"], 5);
    // Over the limit of frames the socket ends, and the server goes on.
    let _ = client.send_raw(Message::text("x".repeat(100_000))).await;
    while matches!(client.next_text().await, Ok(Some(_))) {}

    let mut old = Client::connect(at, &room).await.unwrap();
    old.send(&json!({"type": "join", "protocol": 2})).await.unwrap();
    let error = old.next().await.unwrap();
    assert_eq!((&error["code"], &error["fatal"]), (&json!("protocol"), &json!(true)));
    assert_eq!(request(at, "GET", "/healthz", None).await.unwrap().0, 200);
    server.shutdown().await;
}

async fn expect_twice(client: &mut Client, play: &Value) {
    client.send(play).await.unwrap();
    client.send(play).await.unwrap();
    assert_eq!(client.next_of("error").await.unwrap()["code"], "stale");
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_requests_are_answered() {
    let server = server_with(|limits| limits.rooms_per_minute = 12.0).await;
    let at = server.address();
    let create = async |body: Value| {
        let (status, answer) = request(at, "POST", "/api/v1/rooms", Some(&body)).await.unwrap();
        (status, answer["error"]["code"].as_str().unwrap_or_default().to_string())
    };
    let bad = |code: &str| (400, code.to_string());
    assert_eq!(create(json!({"game": "chess", "chairs": []})).await, bad("bad-game"));
    assert_eq!(create(json!({"game": "tron", "chairs": []})).await, bad("bad-game"));
    assert_eq!(create(json!({"game": "tron"})).await, bad("bad-message"));
    assert_eq!(create(json!("tron")).await, bad("bad-message"));
    let file = json!({"game": "tron(board=\"/etc/passwd.txt\")", "chairs": []});
    assert_eq!(create(file).await, bad("bad-game"));
    let engine = json!({"game": "tron", "chairs": [{"side": 0}, {"side": 1, "engine": "bst"}]});
    assert_eq!(create(engine).await, bad("bad-agent"));
    let tick = json!({"game": "connect-four", "tick": 100, "chairs": [{"side": 0}, {"side": 1}]});
    assert_eq!(create(tick).await, bad("bad-game"));
    let large = json!({"game": "x".repeat(200_000), "chairs": []});
    assert_eq!(create(large).await, (413, "too-large".to_string()));
    let mut made = Vec::new();
    for _ in 0..12 {
        made.push(create(against("tic-tac-toe", 2, 0, "random")).await.0);
    }
    assert!(made.contains(&201) && *made.last().unwrap() == 429, "{made:?}");
    for path in ["/api/v1/nothing", "/api/v1/rooms/none", "/nothing", "/../Cargo.toml"] {
        assert_eq!(request(at, "GET", path, None).await.unwrap().0, 404, "{path}");
    }
    let check = json!({"game": "tron", "side": 0, "agent": "best(millis=9999999)"});
    let (_, answer) = request(at, "POST", "/api/v1/check", Some(&check)).await.unwrap();
    assert_eq!(answer["agent"], "best(millis=60000)");
    server.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_hosts_get_nothing() {
    let server = server().await;
    let at = server.address();
    let (room, _) = make_room(at, &against("tic-tac-toe", 2, 0, "random")).await.unwrap();
    let connect = async |origin: String| {
        let address = format!("ws://{at}/api/v1/rooms/{room}/socket");
        let mut request = address.into_client_request().unwrap();
        request.headers_mut().insert("origin", origin.parse().unwrap());
        tokio_tungstenite::connect_async(request).await.map(|_| ()).map_err(|e| e.to_string())
    };
    assert_eq!(connect(format!("http://{at}")).await, Ok(()));
    assert!(connect("http://evil.example".to_string()).await.unwrap_err().contains("403"));
    assert!(connect("null".to_string()).await.unwrap_err().contains("403"));
    server.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_ends_its_own_socket() {
    let server = server().await;
    let at = server.address();
    let (room, _) = make_room(at, &against("tic-tac-toe", 2, 0, "random")).await.unwrap();
    let mut flood = Client::join(at, &room, &[]).await.unwrap();
    let mut other = Client::join(at, &room, &[]).await.unwrap();
    for n in 0..500 {
        if flood.send(&json!({"type": "ping", "n": n})).await.is_err() {
            break;
        }
    }
    let mut last = Value::Null;
    while let Ok(message) = flood.next().await {
        last = message;
    }
    assert_eq!(last["code"], "too-fast");
    other.send(&json!({"type": "ping", "n": 1})).await.unwrap();
    assert_eq!(other.next_of("pong").await.unwrap()["n"], 1);
    server.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_sockets_in_a_room_are_refused() {
    let server = server_with(|limits| limits.sockets_per_room = 2).await;
    let at = server.address();
    let (room, _) = make_room(at, &against("tic-tac-toe", 2, 0, "random")).await.unwrap();
    let mut clients = Vec::new();
    for _ in 0..2 {
        let mut client = Client::join(at, &room, &[]).await.unwrap();
        client.next_of("welcome").await.unwrap();
        clients.push(client);
    }
    let mut third = Client::join(at, &room, &[]).await.unwrap();
    assert_eq!(third.next().await.unwrap()["code"], "full");
    server.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn practice_has_undo_hints_and_resignation() {
    let server = server().await;
    let at = server.address();
    let made = against("connect-four", 2, 1, "uct(playouts=50)");
    let (room, tokens) = make_room(at, &made).await.unwrap();
    let mut client = Client::join(at, &room, &[tokens[1].as_deref().unwrap()]).await.unwrap();
    let mut state = client.next_of("state").await.unwrap();
    while answer(&state, |_| 0).is_none() {
        state = client.next_of("state").await.unwrap();
    }
    assert_eq!((&state["moves_played"], &state["can_undo"]), (&json!(1), &json!(false)));
    client.send(&json!({"type": "hint", "turn": 1, "agent": "uct(playouts=300)"})).await.unwrap();
    let hint = client.next_of("analysis").await.unwrap();
    assert_eq!((&hint["purpose"], &hint["done"]), (&json!("hint"), &json!(true)));
    assert_eq!(hint["analysis"]["playouts"], 300);
    // A long hint is ended with what it has found.
    client.send(&json!({"type": "hint", "turn": 1, "agent": "uct(millis=30000)"})).await.unwrap();
    client.next_of("analysis").await.unwrap();
    let asked = Instant::now();
    client.send(&json!({"type": "stop", "turn": 1})).await.unwrap();
    while client.next_of("analysis").await.unwrap()["done"] == false {}
    assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());

    client.send(&answer(&state, |_| 0).unwrap()).await.unwrap();
    let mut state = client.next_of("state").await.unwrap();
    while state["moves_played"] != 3 {
        state = client.next_of("state").await.unwrap();
    }
    assert_eq!(state["can_undo"], true);
    client.send(&json!({"type": "undo", "turn": state["turn"]})).await.unwrap();
    let back = client.next_of("state").await.unwrap();
    assert_eq!((&back["moves_played"], &back["turn"]), (&json!(1), &json!(4)));
    assert_eq!(back["moves"].as_array().unwrap().len(), 7);

    client.send(&json!({"type": "resign", "turn": 4})).await.unwrap();
    let end = client.next_of("state").await.unwrap();
    assert_eq!(end["result"]["reason"], "resigned");
    assert_eq!(
        (&end["result"]["winner"], &end["result"]["text"]),
        (&json!(0), &json!("O resigned."))
    );
    client.send(&json!({"type": "play", "turn": 5, "move": "1"})).await.unwrap();
    assert_eq!(client.next_of("error").await.unwrap()["code"], "over");
    client.send(&json!({"type": "review", "agent": "uct(playouts=500)"})).await.unwrap();
    let thought = client.next_of("thought").await.unwrap();
    assert_eq!((&thought["of"], &thought["done"]), (&json!(1), &json!(true)));
    assert!(thought["loss"].as_f64().unwrap() >= 0.0);
    server.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_is_watched_by_those_who_may() {
    let server = server().await;
    let at = server.address();
    let made = json!({"game": "connect-four", "seed": 1, "practice": false, "chairs": [
        {"side": 0, "engine": "uct(millis=800)"}, {"side": 1, "engine": "uct(millis=800)"}]});
    let (room, _) = make_room(at, &made).await.unwrap();
    let mut spectator = Client::join(at, &room, &[]).await.unwrap();
    spectator.send(&json!({"type": "watch", "on": true})).await.unwrap();
    let analysis = spectator.next_of("analysis").await.unwrap();
    assert_eq!((&analysis["purpose"], &analysis["turn"]), (&json!("engine"), &json!(0)));
    let candidates = analysis["analysis"]["candidates"].as_array().unwrap();
    assert!(candidates.iter().all(|candidate| candidate["mv"]["label"].is_string()));
    while spectator.next_of("analysis").await.unwrap()["done"] == false {}
    assert_eq!(spectator.next_of("state").await.unwrap()["turn"], 1);
    server.shutdown().await;
}

/// By a goodbye, or without one. The search would go on for a minute; how soon it ends does not
/// depend on the socket, and is tested in `stopping.rs`.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_leaves_stops_the_search() {
    let server = server().await;
    let at = server.address();
    let running = async || {
        let (_, health) = request(at, "GET", "/healthz", None).await.unwrap();
        health["engines"]["running"].as_u64().unwrap()
    };
    for says_goodbye in [true, false] {
        let made = against("connect-four", 2, 1, "uct(millis=60000)");
        let (room, tokens) = make_room(at, &made).await.unwrap();
        let client = Client::join(at, &room, &[tokens[1].as_deref().unwrap()]).await.unwrap();
        while running().await == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        if says_goodbye {
            client.close().await;
        } else {
            drop(client);
        }
        let left = Instant::now();
        while running().await > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
            assert!(left.elapsed() < Duration::from_secs(30), "it thinks on");
        }
    }
    server.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn real_time_goes_on_without_waiting() {
    let server = server().await;
    let at = server.address();
    let mut made = against("tron", 2, 0, "best(millis=1000)");
    made["tick"] = json!(100);
    let (room, tokens) = make_room(at, &made).await.unwrap();
    let mut client = Client::join(at, &room, &[tokens[0].as_deref().unwrap()]).await.unwrap();
    let first = client.next_of("state").await.unwrap();
    assert!(first["deadline"].as_u64().unwrap() > 100, "time to get ready");
    let thinking = client.next_of("thinking").await.unwrap();
    assert_eq!(thinking["millis"], 60);
    client.send(&answer(&first, |_| 1).unwrap()).await.unwrap();
    let second = client.next_of("state").await.unwrap();
    assert_eq!(second["turn"], 1);
    assert_eq!(second["last"][0]["move"]["text"], first["moves"][1]["text"]);
    // Whoever comes later learns how the cycles came here.
    let mut late = Client::join(at, &room, &[]).await.unwrap();
    let welcome = late.next().await.unwrap();
    let history = welcome["history"].as_array().unwrap();
    assert!(history.len() >= 2 && history.len() % 2 == 0, "{welcome}");
    assert_eq!(history[0]["move"], second["last"][0]["move"]);
    let now = late.next_of("state").await.unwrap();
    assert_eq!(history.len() as u64, 2 * now["moves_played"].as_u64().unwrap());
    assert!(now["deadline"].as_u64().unwrap() <= 100, "the clock runs: {now}");
    drop(late);
    // Nothing said: straight on.
    let third = client.next_of("state").await.unwrap();
    assert_eq!(third["last"][0]["move"]["text"], first["moves"][1]["text"]);
    client.send(&json!({"type": "pause", "on": true})).await.unwrap();
    let mut paused = client.next_of("state").await.unwrap();
    while paused["paused"] == false {
        paused = client.next_of("state").await.unwrap();
    }
    assert_eq!(paused["deadline"], Value::Null);
    tokio::time::sleep(Duration::from_millis(400)).await;
    client.send(&json!({"type": "pause", "on": false})).await.unwrap();
    let on = client.next_of("state").await.unwrap();
    assert_eq!((&on["turn"], &on["paused"]), (&paused["turn"], &json!(false)));
    let (end, _) = play_out(&mut client, |_| 0).await;
    assert_eq!(end["result"]["reason"], "end");
    let path = format!("/api/v1/rooms/{room}/review");
    let (_, review) = request(at, "GET", &path, None).await.unwrap();
    let steps = review["steps"].as_array().unwrap().iter().skip(1);
    // A turn in which the engine was too late has none.
    let thoughts = steps.filter(|step| step["thoughts"] != json!([])).collect::<Vec<_>>();
    assert!(!thoughts.is_empty(), "{review}");
    for step in thoughts {
        let thought = &step["thoughts"][0];
        assert_eq!(thought["player"], 1);
        assert_eq!(thought["analysis"]["best"]["text"], step["moves"][1]["move"]["text"]);
    }
    server.shutdown().await;
}
