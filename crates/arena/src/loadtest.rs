//! How much the server bears: many games at once, each with a client that answers at once and an
//! engine that thinks, all on one machine.

pub(crate) mod leaving;

use crate::client::{Client, answer, make_room};
use crate::options::{Limits, Options};
use crate::{ArenaError, start};
use serde::Serialize;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What to measure.
#[derive(Clone, Debug)]
pub struct Load {
    /// Games at the same time.
    pub games: usize,
    /// For so long.
    pub time: Duration,
    /// Threads for engines; 0 for one per core.
    pub threads: usize,
    /// Where the server keeps its rooms; none keeps them in memory.
    pub store: Option<PathBuf>,
}

/// Times in milliseconds.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Times {
    /// How many were measured.
    pub count: usize,
    /// Half of them took less.
    pub p50: f64,
    /// 99 of 100 took less.
    pub p99: f64,
    /// The longest.
    pub max: f64,
}

impl Times {
    fn of(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        let at = |share: f64| {
            let place = (times.len() as f64 * share) as usize;
            times.get(place.min(times.len().saturating_sub(1)))
        };
        let millis = |time: Option<&Duration>| time.map_or(0.0, |time| time.as_secs_f64() * 1e3);
        Self {
            count: times.len(),
            p50: millis(at(0.5)),
            p99: millis(at(0.99)),
            max: millis(times.last()),
        }
    }
}

/// What was measured.
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    /// Games at the same time.
    pub games: usize,
    /// Games that came to their end.
    pub finished: usize,
    /// Clients that lost their connection, or whose game ended with a fault.
    pub dropped: usize,
    /// Why the first of them were.
    pub reasons: Vec<String>,
    /// From a ping to its pong.
    pub ping: Times,
    /// From a move to the position after it.
    pub play: Times,
    /// From an engine's turn to its move: it waits for a thread and thinks.
    pub engine: Times,
    /// From the moment when a client leaves to the end of the search that it alone waited for.
    pub leave: Times,
    /// The memory of the process in MB: before the first game, at equal intervals while they run,
    /// and after the last client has left.
    pub memory: Vec<f64>,
    /// The rooms that the server kept at the end.
    pub rooms: usize,
}

/// The games that are played, with their engines: 100 ms per move.
const GAMES: [(&str, usize, usize, &str); 5] = [
    ("scotland-yard", 2, 1, "nijssen(millis=100)"),
    ("connect-four", 2, 0, "uct(millis=100)"),
    ("tron", 2, 0, "ucb1-tuned(millis=100)"),
    ("cops-and-robbers(graph=dodecahedron)", 2, 0, "mcts(millis=100)"),
    ("scotland-yard", 2, 0, "nijssen(millis=100)"),
];

/// How often the memory is looked at while games are played.
const SAMPLES: u32 = 20;

/// What one client has seen.
#[derive(Default)]
struct Seen {
    ping: Vec<Duration>,
    play: Vec<Duration>,
    engine: Vec<Duration>,
    leave: Vec<Duration>,
    finished: usize,
    dropped: Vec<String>,
}

/// Runs a load test.
///
/// # Errors
/// When the server can't be started.
pub async fn run(load: &Load) -> Result<Measured, ArenaError> {
    let mut options = Options { threads: load.threads, ..Options::default() };
    options.address.set_port(0);
    options.store.clone_from(&load.store);
    options.limits = Limits {
        rooms: 1_000_000,
        rooms_per_minute: 1e6,
        sockets: 2 * load.games + 16,
        ..Limits::default()
    };
    let own = start(options).await?;
    let server = own.address();
    let mut memory = vec![resident()];
    let end = Instant::now() + load.time;
    let clients: Vec<_> =
        (0..load.games).map(|number| tokio::spawn(client(server, number, end))).collect();
    let leaving = tokio::spawn(leaving::run(server, Arc::clone(&own.arena), end));
    for _ in 0..SAMPLES {
        tokio::time::sleep(load.time / (SAMPLES + 1)).await;
        memory.push(resident());
    }
    let mut all = Seen::default();
    for client in clients.into_iter().chain([leaving]) {
        match client.await {
            Ok(seen) => {
                all.ping.extend(seen.ping);
                all.play.extend(seen.play);
                all.engine.extend(seen.engine);
                all.leave.extend(seen.leave);
                all.finished += seen.finished;
                all.dropped.extend(seen.dropped);
            }
            Err(error) => all.dropped.push(error.to_string()),
        }
    }
    memory.push(resident());
    let rooms = own.arena.shared.store.rooms().unwrap_or_default();
    own.shutdown().await;
    Ok(Measured {
        games: load.games,
        finished: all.finished,
        dropped: all.dropped.len(),
        reasons: all.dropped.into_iter().take(3).collect(),
        ping: Times::of(all.ping),
        play: Times::of(all.play),
        engine: Times::of(all.engine),
        leave: Times::of(all.leave),
        memory: memory.into_iter().flatten().collect(),
        rooms,
    })
}

/// Plays games one after the other until the time is up.
async fn client(server: SocketAddr, number: usize, end: Instant) -> Seen {
    let mut seen = Seen::default();
    let mut game = number;
    while Instant::now() < end {
        match play(server, game, end, &mut seen).await {
            Ok(true) => seen.finished += 1,
            Ok(false) => {}
            Err(error) => {
                seen.dropped.push(error.to_string());
                break;
            }
        }
        game += 7919;
    }
    seen
}

/// Plays one game; whether it came to its end in time.
async fn play(
    server: SocketAddr,
    number: usize,
    end: Instant,
    seen: &mut Seen,
) -> std::io::Result<bool> {
    let (game, sides, person, engine) = GAMES[number % GAMES.len()];
    let chair = |side| {
        let engine = (side != person).then_some(engine);
        json!({"side": side, "engine": engine})
    };
    let chairs: Vec<Value> = (0..sides).map(chair).collect();
    let room = json!({"game": game, "seed": number, "practice": true, "chairs": chairs});
    let (room, tokens) = make_room(server, &room).await?;
    let token = tokens[person].clone().unwrap_or_default();
    let mut client = Client::join(server, &room, &[&token]).await?;
    let (mut pinged, mut played, mut waits) = (None, None, None);
    let mut random = number.wrapping_mul(0x9E37_79B9);
    let mut answered = None;
    loop {
        let message = client.next().await?;
        let now = Instant::now();
        match message["type"].as_str() {
            Some("pong") => seen.ping.extend(pinged.take().map(|then| now - then)),
            Some("error") => return Err(std::io::Error::other(message.to_string())),
            Some("state") => {
                seen.play.extend(played.take().map(|then| now - then));
                let thinks = message["deciding"][0]["engine"] == true;
                if let Some(then) = waits.take_if(|_| !thinks) {
                    seen.engine.push(now - then);
                }
                if thinks && waits.is_none() {
                    waits = Some(now);
                }
                let result = &message["result"];
                if result["reason"] == "fault" {
                    return Err(std::io::Error::other(result.to_string()));
                }
                if !result.is_null() || now > end {
                    client.close().await;
                    return Ok(!result.is_null());
                }
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let play = answer(&message, |n| (random >> 33) % n);
                if let Some(play) = play.filter(|play| answered.as_ref() != Some(&play["turn"])) {
                    if pinged.is_none() {
                        pinged = Some(Instant::now());
                        client.send(&json!({"type": "ping", "n": 1})).await?;
                    }
                    played = Some(Instant::now());
                    client.send(&play).await?;
                    answered = Some(play["turn"].clone());
                }
            }
            _ => {}
        }
        if now > end {
            client.close().await;
            return Ok(false);
        }
    }
}

/// The memory of this process in MB, where the system tells.
fn resident() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1024.0)
}
