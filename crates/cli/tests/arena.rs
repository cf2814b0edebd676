//! `spinney arena` as a program: it survives a kill, ends cleanly, and says what is wrong.

use serde_json::{Value, json};
use spinney_arena::client::{Client, answer, make_room};
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

struct Program {
    child: Child,
    address: SocketAddr,
}

fn spinney(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spinney"));
    command.arg("arena").args(args).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

impl Program {
    /// Starts the arena on a free port and waits until it says where.
    fn start(store: &Path) -> Self {
        let store = store.display().to_string();
        let mut child = spinney(&["--port", "0", "--store", &store]).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().rsplit("http://").next().unwrap().parse().unwrap();
        Self { child, address }
    }

    fn kill(&mut self, signal: &str) -> std::process::ExitStatus {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        self.child.wait().unwrap()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("spinney-arena-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Plays until so many turns are over; gives the last state.
async fn play_to(client: &mut Client, turns: u64) -> Value {
    let mut answered = None;
    loop {
        let state = client.next_of("state").await.unwrap();
        if state["moves_played"].as_u64().unwrap() >= turns || !state["result"].is_null() {
            return state;
        }
        let play = answer(&state, |_| 0);
        if let Some(play) = play.filter(|play| answered.as_ref() != Some(&play["turn"])) {
            client.send(&play).await.unwrap();
            answered = Some(play["turn"].clone());
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn games_go_on_after_a_kill() {
    let folder = folder("kill");
    let store = folder.join("arena.db");
    let mut program = Program::start(&store);
    let mut rooms = Vec::new();
    for (game, sides, person) in
        [("scotland-yard", 2, 1), ("connect-four", 2, 0), ("samegame", 1, 0)]
    {
        let chair = |side| json!({"side": side, "engine": (side != person).then_some("random")});
        let chairs: Vec<Value> = (0..sides).map(chair).collect();
        let made = json!({"game": game, "seed": 3, "practice": true, "chairs": chairs});
        let (room, tokens) = make_room(program.address, &made).await.unwrap();
        let token = tokens[person].clone().unwrap();
        let mut client = Client::join(program.address, &room, &[&token]).await.unwrap();
        let state = play_to(&mut client, 7).await;
        rooms.push((room, token, state));
    }
    program.kill("-9");

    let mut program = Program::start(&store);
    for (room, token, before) in &rooms {
        let mut client = Client::join(program.address, room, &[token]).await.unwrap();
        let after = client.next_of("state").await.unwrap();
        // An engine may have moved after the last state that was heard.
        assert!(after["turn"].as_u64() >= before["turn"].as_u64());
        if after["turn"] == before["turn"] {
            assert_eq!(after["observation"], before["observation"]);
            assert_eq!(after["last"], before["last"]);
        }
        if let Some(play) = answer(&after, |_| 0) {
            client.send(&play).await.unwrap();
        }
        let further = play_to(&mut client, before["moves_played"].as_u64().unwrap() + 3).await;
        assert!(further["turn"].as_u64() > before["turn"].as_u64());
    }
    // It ends cleanly when it is asked to.
    assert_eq!(program.kill("-TERM").code(), Some(0));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_is_wrong_is_said() {
    let folder = folder("wrong");
    let program = Program::start(&folder.join("arena.db"));
    let port = program.address.port().to_string();
    let fails = |args: &[&str]| {
        let out = spinney(args).output().unwrap();
        (out.status.code(), String::from_utf8_lossy(&out.stderr).to_string())
    };
    let other = folder.join("other.db").display().to_string();
    let (code, said) = fails(&["--port", &port, "--store", &other]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("can't listen on 127.0.0.1"), "{said}");
    let text = folder.join("text.db");
    std::fs::write(&text, "this is no database and much longer than a header of sixteen bytes")
        .unwrap();
    let (code, said) = fails(&["--port", "0", "--store", &text.display().to_string()]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("can't open the store"), "{said}");
    let (code, said) = fails(&["--port", "0", "--store", &other, "--web", "/no/such/folder"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("there is no such folder"), "{said}");
    drop(program);
    std::fs::remove_dir_all(folder).unwrap();
}
