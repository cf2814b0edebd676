//! A client for tests and for measuring: the requests and the socket of the protocol.

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use std::io;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// How long a client waits for a message that must come.
const PATIENCE: Duration = Duration::from_secs(60);

fn failed(what: impl std::fmt::Display) -> io::Error {
    io::Error::other(what.to_string())
}

/// Asks over HTTP; gives the status and the body, which is null if it is not JSON.
///
/// # Errors
/// When the server does not answer, or not in HTTP.
pub async fn request(
    server: SocketAddr,
    method: &str,
    path: &str,
    body: Option<&Value>,
) -> io::Result<(u16, Value)> {
    let (status, text) = request_text(server, method, path, body).await?;
    Ok((status, serde_json::from_str(&text).unwrap_or_default()))
}

/// The same with the body as text.
///
/// # Errors
/// As for [`request`].
pub async fn request_text(
    server: SocketAddr,
    method: &str,
    path: &str,
    body: Option<&Value>,
) -> io::Result<(u16, String)> {
    let body = body.map(ToString::to_string).unwrap_or_default();
    let length = body.len();
    let mut stream = TcpStream::connect(server).await?;
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {server}\r\nconnection: close\r\n\
         content-length: {length}\r\n\r\n"
    );
    stream.write_all((head + &body).as_bytes()).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    let answer = String::from_utf8_lossy(&answer);
    let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(|| failed("no HTTP"))?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    Ok((status.ok_or_else(|| failed("no status"))?, body.to_string()))
}

/// Makes a room; gives its name and the tokens of its chairs.
///
/// # Errors
/// When the server refuses.
pub async fn make_room(
    server: SocketAddr,
    room: &Value,
) -> io::Result<(String, Vec<Option<String>>)> {
    let (status, made) = request(server, "POST", "/api/v1/rooms", Some(room)).await?;
    if status != 201 {
        return Err(failed(format_args!("{status}: {made}")));
    }
    let tokens = made["chairs"].as_array().into_iter().flatten();
    let tokens = tokens.map(|chair| chair["token"].as_str().map(str::to_string));
    Ok((made["room"].as_str().unwrap_or_default().to_string(), tokens.collect()))
}

/// A socket in a room.
pub struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Client {
    /// Connects to a room without joining it.
    ///
    /// # Errors
    /// When the server refuses.
    pub async fn connect(server: SocketAddr, room: &str) -> io::Result<Self> {
        let address = format!("ws://{server}/api/v1/rooms/{room}/socket");
        let (socket, _) = connect_async(address).await.map_err(failed)?;
        Ok(Self { socket })
    }

    /// Connects to a room and joins it with these tokens.
    ///
    /// # Errors
    /// When the server refuses.
    pub async fn join(server: SocketAddr, room: &str, tokens: &[&str]) -> io::Result<Self> {
        let mut client = Self::connect(server, room).await?;
        client.send(&json!({"type": "join", "protocol": 1, "tokens": tokens})).await?;
        Ok(client)
    }

    /// Sends a message.
    ///
    /// # Errors
    /// When the socket is closed.
    pub async fn send(&mut self, message: &Value) -> io::Result<()> {
        self.send_raw(Message::text(message.to_string())).await
    }

    /// Sends anything.
    ///
    /// # Errors
    /// When the socket is closed.
    pub async fn send_raw(&mut self, message: Message) -> io::Result<()> {
        self.socket.send(message).await.map_err(failed)
    }

    /// The next message as text; none when the server has closed the socket.
    ///
    /// # Errors
    /// When nothing comes for a minute, or the socket breaks.
    pub async fn next_text(&mut self) -> io::Result<Option<String>> {
        loop {
            let next = tokio::time::timeout(PATIENCE, self.socket.next()).await;
            match next.map_err(failed)? {
                Some(Ok(Message::Text(text))) => return Ok(Some(text.to_string())),
                Some(Ok(Message::Close(_))) | None => return Ok(None),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(failed(error)),
            }
        }
    }

    /// The next message.
    ///
    /// # Errors
    /// As for [`Client::next_text`], and when the socket is closed.
    pub async fn next(&mut self) -> io::Result<Value> {
        let text = self.next_text().await?.ok_or_else(|| failed("the socket is closed"))?;
        serde_json::from_str(&text).map_err(failed)
    }

    /// The next message of a type; others are passed over.
    ///
    /// # Errors
    /// As for [`Client::next`].
    pub async fn next_of(&mut self, kind: &str) -> io::Result<Value> {
        loop {
            let message = self.next().await?;
            if message["type"] == kind {
                return Ok(message);
            }
        }
    }

    /// Says goodbye.
    pub async fn close(mut self) {
        let _ = self.socket.close(None).await;
    }
}

/// The message that plays a move in this state: the one that `choose` picks of so many; none if the
/// client does not decide.
pub fn answer(state: &Value, choose: impl FnOnce(usize) -> usize) -> Option<Value> {
    let decider = state["deciding"].as_array()?.iter().find(|decider| decider["yours"] == true)?;
    let moves = state["moves"].as_array().filter(|moves| !moves.is_empty())?;
    let mv = &moves[choose(moves.len()) % moves.len()]["text"];
    Some(json!({"type": "play", "turn": state["turn"], "player": decider["player"], "move": mv}))
}
