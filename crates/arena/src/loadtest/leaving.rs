//! How soon a search ends when the client that alone waited for it leaves: from the socket's end to
//! the moment when the engine's thread is free.

use super::{GAMES, Seen};
use crate::client::{Client, make_room};
use crate::rooms::Arena;
use serde_json::json;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long the searches would go on.
pub(crate) const BUDGET: Duration = Duration::from_secs(60);

/// How long a tree grows before the client leaves.
const GROW: Duration = Duration::from_millis(50);

/// How often the engines are looked at.
const LOOK: Duration = Duration::from_millis(1);

/// Comes and leaves again and again until the time is up.
pub(super) async fn run(server: SocketAddr, arena: Arc<Arena>, end: Instant) -> Seen {
    let mut seen = Seen::default();
    for number in 0.. {
        match leave(server, &arena, number, end).await {
            Ok(Some(time)) => seen.leave.push(time),
            Ok(None) => break,
            Err(error) => {
                seen.dropped.push(error.to_string());
                break;
            }
        }
    }
    seen
}

/// Watches two engines, leaves while one of them thinks, and gives the time until it no longer
/// does; none if it had not begun before the end. Every other client leaves without a word.
pub(crate) async fn leave(
    server: SocketAddr,
    arena: &Arena,
    number: usize,
    end: Instant,
) -> io::Result<Option<Duration>> {
    let (game, sides, _, engine) = GAMES[number % GAMES.len()];
    let engine = engine.replace("millis=100", &format!("millis={}", BUDGET.as_millis()));
    let chairs: Vec<_> = (0..sides).map(|side| json!({"side": side, "engine": engine})).collect();
    let (room, _) =
        make_room(server, &json!({"game": game, "seed": number, "chairs": chairs})).await?;
    let client = Client::join(server, &room, &[]).await?;
    let engines = &arena.shared.engines;
    while !engines.thinks_for(&room) {
        if Instant::now() > end {
            return Ok(None);
        }
        tokio::time::sleep(LOOK).await;
    }
    tokio::time::sleep(GROW).await;
    let gone = Instant::now();
    if number.is_multiple_of(2) {
        client.close().await;
    } else {
        drop(client);
    }
    while engines.thinks_for(&room) {
        if gone.elapsed() > BUDGET {
            return Err(io::Error::other(format!("{game}: the search went on without its client")));
        }
        tokio::time::sleep(LOOK).await;
    }
    Ok(Some(gone.elapsed()))
}
