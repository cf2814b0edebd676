//! No byte sent to the side that hunts, or to a spectator, tells where the hunted one is.
//!
//! Two games are played in step that differ in nothing but the hidden place. Whatever their hunters
//! and spectators are sent must be the same, byte for byte.

mod common;

use common::{choices, play_out, server};
use serde_json::{Value, json};
use spinney_arena::client::{Client, answer, make_room};
use std::net::SocketAddr;

/// One of the two games: the hidden player, the hunters and a spectator.
struct Game {
    room: String,
    /// In this order.
    clients: Vec<Client>,
    /// The last state that each was sent.
    states: Vec<Value>,
    /// What was sent to the hunters and to the spectator since it was last compared.
    sent: Vec<String>,
}

const HIDDEN: usize = 0;
const HUNTERS: usize = 1;

/// Which side is hidden and how its moves look to the others.
struct Case {
    game: &'static str,
    hidden: usize,
    agent: &'static str,
    /// Turns after which the hidden player is shown, at the latest.
    steps: usize,
    shown: fn(&Value) -> Value,
    place: fn(&Value) -> Value,
}

const SCOTLAND_YARD: Case = Case {
    game: "scotland-yard",
    hidden: 0,
    agent: "nijssen(playouts=60)",
    steps: 12,
    shown: |mv| json!([mv["data"]["ticket"], mv["data"]["double"]]),
    place: |state| state["observation"]["mr_x"]["station"].clone(),
};

const COPS_AND_ROBBERS: Case = Case {
    game: "cops-and-robbers(graph=grid(6, 6), cops=2)",
    hidden: 1,
    agent: "mcts(playouts=60)",
    steps: 9,
    shown: |_| Value::Null,
    place: |state| state["observation"]["robber"].clone(),
};

impl Game {
    async fn new(at: SocketAddr, case: &Case, seed: u64) -> Self {
        let made = json!({"game": case.game, "seed": seed, "practice": true,
                          "chairs": [{"side": 0}, {"side": 1}]});
        let (room, tokens) = make_room(at, &made).await.unwrap();
        let token = |side: usize| tokens[side].clone().unwrap();
        // One after the other: who is there already shows in what a newcomer is told.
        let (mut clients, mut states, mut sent) = (Vec::new(), Vec::new(), Vec::new());
        for tokens in [vec![token(case.hidden)], vec![token(1 - case.hidden)], vec![]] {
            let tokens: Vec<&str> = tokens.iter().map(String::as_str).collect();
            let mut client = Client::join(at, &room, &tokens).await.unwrap();
            loop {
                let text = client.next_text().await.unwrap().unwrap();
                let message: Value = serde_json::from_str(&text).unwrap();
                if !clients.is_empty() {
                    sent.push(plain(&text, &room));
                }
                if message["type"] == "state" {
                    states.push(message);
                    break;
                }
            }
            clients.push(client);
        }
        let mut game = Self { room, clients, states, sent };
        game.listen().await;
        game.sent.retain(|message| !message.contains("\"presence\""));
        game
    }

    /// Reads what a client is sent, until a message that ends it.
    async fn hear(&mut self, client: usize, last: impl Fn(&Value) -> bool) {
        loop {
            let text = self.clients[client].next_text().await.unwrap().unwrap();
            let message: Value = serde_json::from_str(&text).unwrap();
            assert_ne!(message["type"], "error", "{message}");
            let end = last(&message);
            if client != HIDDEN && message["type"] != "pong" {
                self.sent.push(plain(&text, &self.room));
            }
            if message["type"] == "state" {
                self.states[client] = message;
            }
            if end {
                return;
            }
        }
    }

    /// Reads everything that anybody has been sent.
    async fn listen(&mut self) {
        for client in 0..3 {
            self.clients[client].send(&json!({"type": "ping", "n": 1})).await.unwrap();
            self.hear(client, |message| message["type"] == "pong").await;
        }
    }

    async fn play(&mut self, client: usize, play: &Value) {
        self.clients[client].send(play).await.unwrap();
        self.hear(client, |message| message["type"] == "state").await;
        self.listen().await;
    }

    /// The hunters are advised.
    async fn advise(&mut self, agent: &str) {
        let turn = &self.states[HUNTERS]["turn"];
        let hint = json!({"type": "hint", "turn": turn, "agent": agent});
        self.clients[HUNTERS].send(&hint).await.unwrap();
        let done = |message: &Value| message["type"] == "analysis" && message["done"] == true;
        self.hear(HUNTERS, done).await;
    }
}

/// A message without what differs between any two rooms.
fn plain(text: &str, room: &str) -> String {
    let mut text = text.replace(room, "ROOM");
    // Thinking time is the one thing that differs from run to run.
    while let Some(start) = text.find("\"millis\":") {
        let digits = text[start + 9..].find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
        text.replace_range(start..start + 9 + digits, "\"time\":0");
    }
    text
}

/// Moves of the hidden players that look the same to others and lead to different places; any that
/// look the same if there are no such.
fn alike(case: &Case, one: &Value, two: &Value) -> Option<(Value, Value)> {
    let moves = |state: &Value| state["moves"].as_array().cloned().unwrap_or_default();
    let mut same = None;
    for a in moves(one) {
        for b in moves(two) {
            if (case.shown)(&a) == (case.shown)(&b) && a["data"]["double"] != true {
                if a["text"] != b["text"] {
                    return Some((a["text"].clone(), b["text"].clone()));
                }
                same = Some((a["text"].clone(), b["text"].clone()));
            }
        }
    }
    same
}

/// Plays two games in step; gives how many messages were compared while the places differed.
async fn in_step(at: SocketAddr, case: &Case, seed: u64) -> usize {
    let [mut one, mut two] = [Game::new(at, case, seed).await, Game::new(at, case, seed).await];
    let mut choose = choices(seed as usize);
    let mut compared = 0;
    for _ in 0..case.steps {
        assert_eq!(one.sent, two.sent, "{} seed {seed}", case.game);
        let places = [&one, &two].map(|game| (case.place)(&game.states[HIDDEN]));
        if places[0] != places[1] {
            compared += one.sent.len();
        }
        one.sent.clear();
        two.sent.clear();
        let hidden = one.states[HIDDEN]["deciding"][0]["yours"] == true;
        let turn = one.states[HIDDEN]["turn"].clone();
        if hidden {
            let Some((a, b)) = alike(case, &one.states[HIDDEN], &two.states[HIDDEN]) else { break };
            one.play(HIDDEN, &json!({"type": "play", "turn": turn, "move": a})).await;
            two.play(HIDDEN, &json!({"type": "play", "turn": turn, "move": b})).await;
        } else {
            // Advice must not tell either.
            one.advise(case.agent).await;
            two.advise(case.agent).await;
            let chosen = choose(1000);
            let play = answer(&one.states[HUNTERS], |_| chosen).unwrap();
            one.play(HUNTERS, &play).await;
            two.play(HUNTERS, &play).await;
        }
        // Caught in one of them: from here on they differ for everybody.
        if [&one, &two].iter().any(|game| !game.states[HIDDEN]["result"].is_null()) {
            break;
        }
    }
    compared
}

#[tokio::test(flavor = "multi_thread")]
async fn streams_do_not_depend_on_the_hidden_place() {
    let server = server().await;
    for case in [SCOTLAND_YARD, COPS_AND_ROBBERS] {
        let mut compared = 0;
        for seed in 0..24 {
            compared += in_step(server.address(), &case, seed).await;
        }
        assert!(compared > 300, "{}: only {compared} messages compared", case.game);
    }
    server.shutdown().await;
}

/// Whole games against an engine that hides: what hunters and spectators are sent before the end
/// has no place of the hidden one that was not shown.
#[tokio::test(flavor = "multi_thread")]
async fn whole_games_keep_the_secret() {
    let server = server().await;
    let at = server.address();
    for (game, hidden, engine) in [
        ("scotland-yard", 0, "nijssen(playouts=60)"),
        ("cops-and-robbers(graph=dodecahedron, cops=2)", 1, "mcts(playouts=60)"),
    ] {
        let mut states = 0;
        for seed in 0..3 {
            // An engine beside the person: what it thinks is shown to the whole side.
            let chairs = if hidden == 0 {
                json!([{"side": 0, "engine": engine}, {"side": 1, "players": [1]},
                       {"side": 1, "players": [2, 3, 4, 5], "engine": engine}])
            } else {
                json!([{"side": 0}, {"side": 1, "engine": engine}])
            };
            let made = json!({"game": game, "seed": seed, "practice": true, "chairs": chairs});
            let (room, tokens) = make_room(at, &made).await.unwrap();
            let token = tokens[1 - hidden].as_deref().unwrap();
            let mut hunters = Client::join(at, &room, &[token]).await.unwrap();
            let mut spectator = Client::join(at, &room, &[]).await.unwrap();
            for client in [&mut hunters, &mut spectator] {
                client.send(&json!({"type": "watch", "on": true})).await.unwrap();
            }
            let ((_, heard), (_, seen)) = tokio::join!(
                play_out(&mut hunters, choices(seed)),
                play_out(&mut spectator, |_| 0)
            );
            let mut analyses = 0;
            for stream in [&heard, &seen] {
                let messages: Vec<Value> =
                    stream.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
                let of = |kind: &'static str| messages.iter().filter(move |m| m["type"] == kind);
                // Whoever comes after the end may know everything: a robber may be lost with his
                // first move.
                let over = !of("state").next().unwrap()["result"].is_null();
                let seed = &of("welcome").next().unwrap()["room"]["seed"];
                assert_eq!(seed.is_null(), !over, "{game} seed {seed}");
                for state in of("state").filter(|state| state["result"].is_null()) {
                    check_state(state, hidden);
                    states += 1;
                }
                for analysis in of("analysis") {
                    analyses += 1;
                    assert_ne!(analysis["player"] == 0, hidden == 0, "{analysis}");
                }
            }
            assert!(hidden != 0 || analyses > 100, "{game}: {analyses} analyses were shown");
        }
        assert!(states > 20, "{game}: only {states} states were looked at");
    }
    server.shutdown().await;
}

/// A state of hunters or spectators while the game goes on.
fn check_state(state: &Value, hidden: usize) {
    let observation = &state["observation"];
    if hidden == 0 {
        assert_eq!(observation["mr_x"]["station"], Value::Null, "{state}");
    } else if !observation["robber"].is_null() {
        // Every fourth round the cops see him, and so does everybody.
        assert_eq!(observation["round"].as_u64().unwrap() % 4, 0, "{state}");
        assert_eq!(observation["robber"], observation["seen"], "{state}");
    }
    for played in state["last"].as_array().unwrap() {
        assert_eq!(played["move"].is_null(), played["side"] == hidden, "{state}");
    }
    let decider = &state["deciding"][0];
    if decider["side"] == hidden {
        assert_eq!(state["moves"], json!([]), "{state}");
    }
}
