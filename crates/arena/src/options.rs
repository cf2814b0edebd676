//! What can be set, and every limit, in one place.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

/// How the arena is started.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where it listens; port 0 takes a free one.
    pub address: SocketAddr,
    /// The file with the rooms; none keeps them in memory.
    pub store: Option<PathBuf>,
    /// The file with the games of experiments; none for the laboratory's usual one.
    pub lab_store: Option<PathBuf>,
    /// Threads for engines; 0 for one per core.
    pub threads: usize,
    /// Pages from this folder instead of the ones in the program.
    pub web: Option<PathBuf>,
    /// Whether clients may start jobs of the laboratory; always so on loopback.
    pub laboratory: bool,
    /// The limits.
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            address: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 7878),
            store: None,
            lab_store: None,
            threads: 0,
            web: None,
            laboratory: false,
            limits: Limits::default(),
        }
    }
}

/// What one client, one room and all together may ask for.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of a message on a socket.
    pub message: usize,
    /// Bytes of a request's body.
    pub body: usize,
    /// Messages per second on a socket, over a while.
    pub messages_per_second: f64,
    /// Messages at once on a socket.
    pub message_burst: f64,
    /// Rooms that are kept; the oldest finished ones make place for new ones.
    pub rooms: usize,
    /// Rooms per minute from one address.
    pub rooms_per_minute: f64,
    /// Sockets in one room.
    pub sockets_per_room: usize,
    /// Sockets in all.
    pub sockets: usize,
    /// Messages that wait for a slow client before it is sent away.
    pub outbox: usize,
    /// Hints and reviews that wait for a thread before others are refused.
    pub waiting: usize,
    /// The longest time that an engine may think about one decision.
    pub thinking: Duration,
    /// How long a hint or a review may go on while an engine's move waits for its thread.
    pub hint_before_moves: Duration,
    /// How long a socket may be silent. The server pings, and browsers answer.
    pub silence: Duration,
    /// How long a room without clients stays in memory.
    pub idle_room: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            message: 16 << 10,
            body: 128 << 10,
            messages_per_second: 40.0,
            message_burst: 120.0,
            rooms: 5000,
            rooms_per_minute: 60.0,
            sockets_per_room: 64,
            sockets: 2000,
            outbox: 256,
            waiting: 200,
            thinking: Duration::from_secs(60),
            hint_before_moves: Duration::from_secs(2),
            silence: Duration::from_secs(60),
            idle_room: Duration::from_secs(60),
        }
    }
}

impl Limits {
    /// The number of threads that `threads` asks for.
    pub(crate) fn threads(threads: usize) -> usize {
        match threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        }
    }
}
