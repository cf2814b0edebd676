//! One client's socket: reads messages, obeys them in its room, and sends what the room says.

use crate::error::Refusal;
use crate::limits::Bucket;
use crate::protocol::{ClientMessage, Code, VERSION, parse};
use crate::room::Room;
use crate::rooms::Arena;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{self, Receiver, Sender, WeakSender};

/// A client that does not take a message for so long is gone.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long a socket that is closed waits for the client to agree.
const LINGER: Duration = Duration::from_secs(1);

/// What a socket is doing.
struct Connection {
    socket: WebSocket,
    room: Option<Arc<Room>>,
    /// The name in the room, after `join`.
    me: Option<u64>,
    outbox: WeakSender<Message>,
    /// Held until the room has it.
    first: Option<Sender<Message>>,
    bucket: Bucket,
    heard: Instant,
}

/// Serves a socket until either side ends it.
pub(crate) async fn serve(arena: Arc<Arena>, id: String, socket: WebSocket) {
    arena.sockets.fetch_add(1, Ordering::Relaxed);
    let limits = &arena.shared.options.limits;
    let (outbox, inbox) = mpsc::channel(limits.outbox);
    let mut connection = Connection {
        socket,
        room: None,
        me: None,
        outbox: outbox.downgrade(),
        first: Some(outbox),
        bucket: Bucket::new(limits.message_burst, limits.messages_per_second),
        heard: Instant::now(),
    };
    connection.run(&arena, &id, inbox).await;
    if let (Some(room), Some(me)) = (&connection.room, connection.me) {
        room.leave(me);
    }
    arena.sockets.fetch_sub(1, Ordering::Relaxed);
}

impl Connection {
    async fn run(&mut self, arena: &Arc<Arena>, id: &str, mut inbox: Receiver<Message>) {
        let silence = arena.shared.options.limits.silence;
        let mut alarm = tokio::time::interval(silence / 3);
        alarm.tick().await;
        let (owner, name) = (Arc::clone(arena), id.to_string());
        match tokio::task::spawn_blocking(move || owner.room(&name)).await {
            Ok(Ok(room)) => self.room = Some(room),
            Ok(Err(refusal)) => return self.refuse(refusal).await,
            Err(_) => return,
        }
        loop {
            tokio::select! {
                said = inbox.recv() => match said {
                    Some(message) => {
                        let last = matches!(message, Message::Close(_));
                        if !self.send(message).await || last {
                            return;
                        }
                    }
                    // The room has sent a client away that did not read.
                    None => return,
                },
                heard = self.socket.recv() => {
                    let Some(Ok(message)) = heard else { return };
                    self.heard = Instant::now();
                    if !self.hear(arena, message).await {
                        return;
                    }
                }
                _ = alarm.tick() => {
                    let gone = self.heard.elapsed() > silence;
                    if gone || !self.send(Message::Ping("".into())).await {
                        return;
                    }
                }
            }
        }
    }

    /// Sends a message; false if the client is gone.
    async fn send(&mut self, message: Message) -> bool {
        matches!(tokio::time::timeout(PATIENCE, self.socket.send(message)).await, Ok(Ok(())))
    }

    /// Says what is wrong; after a fatal error the socket is closed.
    async fn refuse(&mut self, refusal: Refusal) {
        let (fatal, code) = (refusal.fatal(), refusal.code);
        let text = serde_json::to_string(&refusal.message()).unwrap_or_default();
        if self.send(Message::text(text)).await && fatal {
            let reason = serde_json::to_value(code).ok();
            let reason = reason.and_then(|code| code.as_str().map(Utf8Bytes::from));
            let frame = CloseFrame { code: 1008, reason: reason.unwrap_or_default() };
            self.send(Message::Close(Some(frame))).await;
            // What is still on its way must be read: else the system would reset the connection,
            // and the client would lose the message that says why.
            let rest = async { while let Some(Ok(_)) = self.socket.recv().await {} };
            let _ = tokio::time::timeout(LINGER, rest).await;
        }
    }

    /// Obeys a message; false if the socket ends.
    async fn hear(&mut self, arena: &Arc<Arena>, message: Message) -> bool {
        let text = match message {
            Message::Text(text) => text,
            // The answer goes out with the next read, which then ends the loop.
            Message::Close(_) => return true,
            Message::Ping(_) | Message::Pong(_) => {
                // Answers to pings cost nothing, but a flood of them does.
                return self.bucket.take();
            }
            Message::Binary(_) => Utf8Bytes::default(),
        };
        let result = self.obey(arena, &text);
        let Err(refusal) = result else { return true };
        let fatal = refusal.fatal();
        tracing::debug!(code = ?refusal.code, message = refusal.message, "refused");
        self.refuse(refusal).await;
        !fatal
    }

    fn obey(&mut self, arena: &Arc<Arena>, text: &str) -> Result<(), Refusal> {
        if !self.bucket.take() {
            return Err(Refusal::new(Code::TooFast, "too many messages"));
        }
        if text.len() > arena.shared.options.limits.message {
            let most = arena.shared.options.limits.message;
            let what = format!("a message has at most {most} bytes");
            return Err(Refusal::new(Code::TooLarge, what));
        }
        let message = parse(text).map_err(|error| Refusal::new(Code::BadMessage, error))?;
        let Some(room) = &self.room else {
            return Err(Refusal::new(Code::NoRoom, "there is no such room"));
        };
        match (message, self.me) {
            (ClientMessage::Join { protocol, .. }, _) if protocol != VERSION => {
                let what = format!("this server speaks version {VERSION} of the protocol");
                Err(Refusal::new(Code::Protocol, what))
            }
            (ClientMessage::Join { tokens, .. }, before) => {
                let outbox = self.first.take().or_else(|| self.outbox.upgrade());
                let gone = || Refusal::new(Code::Internal, "the socket is closing");
                let outbox = outbox.ok_or_else(gone)?;
                let joined = room.join(&outbox, before, &tokens);
                if joined.is_err() && before.is_none() {
                    // Not yet in the room: the next attempt needs it.
                    self.first = Some(outbox);
                }
                self.me = Some(joined?);
                Ok(())
            }
            (message, Some(me)) => room.obey(me, message),
            (_, None) => Err(Refusal::new(Code::NotJoined, "the first message is `join`")),
        }
    }
}
