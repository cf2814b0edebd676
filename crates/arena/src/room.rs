//! A room: a table, its chairs, and the clients around it.
//!
//! Everything happens under one lock, which is never held while an engine thinks: engines think at
//! tables of their own. What a client is told is made from the view of its side.

mod clock;
mod messages;
mod review;
#[cfg(test)]
mod tests;
mod thinking;

use crate::error::Refusal;
use crate::protocol::{ClientMessage, Code, Reason, ServerMessage};
use crate::shared::Shared;
use crate::store::{Ended, Kept, Row, Setup};
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes};
pub(crate) use messages::winner;
pub(crate) use review::steps;

use clock::Clock;
use serde_json::Value;
use spinney_games::contest::AnyContest;
use spinney_games::table::{Decider, MoveInfo, Table};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};
use thinking::{Hint, Thinker};
use tokio::sync::mpsc;

/// A room.
pub(crate) struct Room {
    pub setup: Setup,
    pub contest: Arc<dyn AnyContest>,
    players: Vec<Decider>,
    shared: Arc<Shared>,
    me: Weak<Self>,
    inner: Mutex<Inner>,
}

/// What changes.
struct Inner {
    table: Box<dyn Table>,
    played: Vec<Played>,
    turn: u64,
    ended: Option<Ended>,
    clients: Vec<Client>,
    /// Names of clients and of requests to the engines.
    next: u64,
    /// The tables at which engines think, by chair, and how many moves each has seen.
    tables: Vec<Option<(Box<dyn Table>, usize)>>,
    thinkers: Vec<Thinker>,
    hints: Vec<Hint>,
    reviews: Vec<review::Review>,
    clock: Clock,
    /// Since when nobody is here.
    quiet: Option<Instant>,
}

/// A move that was played.
#[derive(Clone, Debug)]
struct Played {
    decider: Decider,
    mv: MoveInfo,
    /// Turns of the table before it.
    at: usize,
}

/// Whoever has a socket in the room.
struct Client {
    id: u64,
    outbox: mpsc::Sender<Message>,
    chairs: Vec<usize>,
    watch: bool,
}

impl Room {
    /// A room as it was kept: the moves are played again.
    pub(crate) fn new(
        shared: &Arc<Shared>,
        contest: Arc<dyn AnyContest>,
        kept: Kept,
    ) -> Result<Arc<Self>, Refusal> {
        let Kept { setup, turn, ended, moves } = kept;
        let mut table = Arc::clone(&contest).table(setup.seed);
        let played = replay(&mut *table, &contest.players(), &moves)?;
        let players = contest.players();
        let inner = Mutex::new(Inner {
            table,
            played,
            turn,
            ended,
            clients: Vec::new(),
            next: 0,
            tables: setup.chairs.iter().map(|_| None).collect(),
            thinkers: Vec::new(),
            hints: Vec::new(),
            reviews: Vec::new(),
            clock: Clock::default(),
            quiet: Some(Instant::now()),
        });
        let shared = Arc::clone(shared);
        Ok(Arc::new_cyclic(|me| Self { setup, contest, players, shared, me: me.clone(), inner }))
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How long nobody has been here; none if somebody is.
    pub(crate) fn quiet_for(&self) -> Option<Duration> {
        self.lock().quiet.map(|since| since.elapsed())
    }

    /// Sends everybody away.
    pub(crate) fn close(&self) {
        let mut s = self.lock();
        s.stop_thinking();
        let reason = Utf8Bytes::from_static("the server stops");
        let away = Message::Close(Some(CloseFrame { code: 1001, reason }));
        for client in s.clients.drain(..) {
            let _ = client.outbox.try_send(away.clone());
        }
    }

    /// Sits a client down, or lets it watch. With the name that it had before, it changes chairs.
    pub(crate) fn join(
        &self,
        outbox: &mpsc::Sender<Message>,
        before: Option<u64>,
        tokens: &[String],
    ) -> Result<u64, Refusal> {
        let mut chairs = Vec::new();
        for token in tokens {
            let found = self.setup.chairs.iter().position(|chair| chair.opens(token));
            let bad = || Refusal::new(Code::BadToken, "the token belongs to no chair of this room");
            let chair = found.ok_or_else(bad)?;
            if !chairs.contains(&chair) {
                chairs.push(chair);
            }
        }
        let side = |chair: &usize| self.setup.chairs[*chair].side;
        if self.contest.hidden() && chairs.iter().any(|chair| side(chair) != side(&chairs[0])) {
            let what = "in a game with hidden information a client takes chairs of one side";
            return Err(Refusal::new(Code::NotAllowed, what));
        }
        let mut s = self.lock();
        let id = match before {
            Some(id) => id,
            None if s.clients.len() >= self.shared.options.limits.sockets_per_room => {
                return Err(Refusal::new(Code::Full, "too many are in this room"));
            }
            None => s.next(),
        };
        let watch = s.client(id).is_some_and(|client| client.watch);
        s.forget(id);
        s.clients.push(Client { id, outbox: outbox.clone(), chairs, watch });
        s.quiet = None;
        self.run_clock(&mut s);
        self.welcome(&mut s, id);
        self.tell_clock(&mut s, Some(id));
        self.tell_presence(&mut s);
        self.go_on(&mut s);
        Ok(id)
    }

    /// A client has gone.
    pub(crate) fn leave(&self, id: u64) {
        let mut s = self.lock();
        s.forget(id);
        self.tell_presence(&mut s);
        self.go_on(&mut s);
    }

    /// Does what a client says.
    pub(crate) fn obey(&self, id: u64, message: ClientMessage) -> Result<(), Refusal> {
        let mut s = self.lock();
        let s = &mut *s;
        match message {
            ClientMessage::Join { .. } => Ok(()),
            ClientMessage::Ping { n } => {
                s.tell(id, &ServerMessage::Pong { n });
                Ok(())
            }
            ClientMessage::Play { turn, player, mv } => {
                s.expect(turn)?;
                self.play(s, id, player, &mv)
            }
            ClientMessage::Undo { turn } => {
                s.expect(turn)?;
                self.undo(s, id)
            }
            ClientMessage::Resign { turn } => {
                s.expect(turn)?;
                self.resign(s, id)
            }
            ClientMessage::Hint { turn, agent } => {
                s.expect(turn)?;
                self.hint(s, id, agent.as_deref())
            }
            ClientMessage::Stop { turn } => {
                s.expect(turn)?;
                let wanted = s.hints.iter().filter(|hint| hint.wanted_by.contains(&id));
                wanted.for_each(|hint| hint.stop.raise());
                Ok(())
            }
            ClientMessage::Watch { on } => {
                if let Some(client) = s.clients.iter_mut().find(|client| client.id == id) {
                    client.watch = on;
                }
                if on {
                    self.hint_by_itself(s, id);
                } else {
                    s.give_up_hints(id);
                }
                Ok(())
            }
            ClientMessage::Pause { on } => self.pause(s, id, on),
            ClientMessage::Review { agent } => self.review(s, id, agent.as_deref()),
        }
    }

    fn play(
        &self,
        s: &mut Inner,
        id: u64,
        player: Option<usize>,
        text: &str,
    ) -> Result<(), Refusal> {
        let own = self.players_of(s, id);
        if own.is_empty() {
            return Err(Refusal::new(Code::NotAllowed, "spectators do not play"));
        }
        if s.over() {
            return Err(Refusal::new(Code::Over, "the game is over"));
        }
        let deciding = s.table.deciding();
        let mine = |d: &&Decider| own.contains(&d.player) && player.is_none_or(|p| p == d.player);
        let Some(decider) = deciding.iter().find(mine).cloned() else {
            let names: Vec<&str> = deciding.iter().map(|d| d.name.as_str()).collect();
            let what = format!("it is the turn of {}", names.join(" and "));
            return Err(Refusal::new(Code::NotYourTurn, what));
        };
        if self.setup.tick > 0 {
            return s.choose(&decider, text, None);
        }
        self.make(s, &decider, text, None)
    }

    /// Plays a move, keeps it, and lets the game go on.
    fn make(
        &self,
        s: &mut Inner,
        decider: &Decider,
        text: &str,
        thought: Option<&Value>,
    ) -> Result<(), Refusal> {
        let played = s.play(decider, text)?;
        let turn = s.turn + u64::from(s.table.turns() > played.at);
        let row = Row {
            number: s.played.len() - 1,
            player: decider.player,
            text: &played.mv.text,
            thought,
        };
        let kept = self.shared.store.play(&self.setup.id, &[row], turn, s.over());
        if let Err(error) = kept {
            s.played.pop();
            self.rebuild(s)?;
            return Err(error.into());
        }
        self.changed(s, turn);
        Ok(())
    }

    /// The table anew, from the moves that count.
    fn rebuild(&self, s: &mut Inner) -> Result<(), Refusal> {
        let moves = s.played.iter().map(|p| (p.decider.player, p.mv.text.clone()));
        let moves: Vec<(usize, String)> = moves.collect();
        let mut table = Arc::clone(&self.contest).table(self.setup.seed);
        s.played = replay(&mut *table, &self.players, &moves)?;
        s.table = table;
        s.tables.iter_mut().for_each(|table| *table = None);
        Ok(())
    }

    fn undo(&self, s: &mut Inner, id: u64) -> Result<(), Refusal> {
        if !self.setup.practice {
            return Err(Refusal::new(Code::NotAllowed, "undo is for practice games"));
        }
        let nothing = || Refusal::new(Code::NotAllowed, "there is nothing to take back");
        let own = self.players_of(s, id);
        let last = s.undo_to(&own).ok_or_else(nothing)?;
        let turn = s.turn + 1;
        self.shared.store.take_back(&self.setup.id, last, turn)?;
        s.played.truncate(last);
        s.ended = None;
        self.rebuild(s)?;
        s.stop_thinking();
        self.changed(s, turn);
        Ok(())
    }

    fn resign(&self, s: &mut Inner, id: u64) -> Result<(), Refusal> {
        let own = s.client(id).and_then(|client| client.chairs.first().copied());
        let chair = own.ok_or_else(|| Refusal::new(Code::NotAllowed, "spectators do not play"))?;
        if s.over() {
            return Err(Refusal::new(Code::Over, "the game is over"));
        }
        let side = self.setup.chairs[chair].side;
        let text = match s.table.seats().len() {
            1 => format!("Given up with {} points.", s.table.forfeit(side)[0]),
            _ => format!("{} resigned.", self.contest.side_title(side)),
        };
        self.end(s, Ended { reason: Reason::Resigned, side, text })
    }

    /// Ends the game against the rules.
    fn end(&self, s: &mut Inner, ended: Ended) -> Result<(), Refusal> {
        let turn = s.turn + 1;
        self.shared.store.end(&self.setup.id, &ended, turn)?;
        s.ended = Some(ended);
        self.changed(s, turn);
        Ok(())
    }

    /// The position is another one: everybody is told, and the game goes on.
    fn changed(&self, s: &mut Inner, turn: u64) {
        if s.turn != turn {
            s.turn = turn;
            s.hints.drain(..).for_each(|hint| hint.stop.raise());
            s.reviews.drain(..).for_each(|review| review.stop.raise());
        }
        if s.over() {
            tracing::info!(room = self.setup.id, turn, "game over");
            s.stop_thinking();
        }
        self.run_clock(s);
        self.tell_state(s);
        self.go_on(s);
    }

    /// Lets engines think and the clock run, or stops them, as the room is now.
    fn go_on(&self, s: &mut Inner) {
        self.run_clock(s);
        self.tell_clock(s, None);
        self.think(s);
        let watching: Vec<u64> = s.clients.iter().filter(|c| c.watch).map(|c| c.id).collect();
        for id in watching {
            self.hint_by_itself(s, id);
        }
    }

    /// Whether anybody waits for the game to go on. Engines play each other while they are watched;
    /// with a person at the table they wait for the person.
    fn wanted(&self, s: &Inner) -> bool {
        let persons = self.has_persons();
        !s.over() && s.clients.iter().any(|client| !persons || !client.chairs.is_empty())
    }

    fn has_persons(&self) -> bool {
        self.setup.chairs.iter().any(|chair| chair.engine.is_none())
    }

    fn chair_of(&self, player: usize) -> Option<usize> {
        self.setup.chairs.iter().position(|chair| chair.players.contains(&player))
    }

    /// For whom a client decides.
    fn players_of(&self, s: &Inner, id: u64) -> Vec<usize> {
        let chairs = s.client(id).map(|client| client.chairs.as_slice()).unwrap_or_default();
        chairs.iter().flat_map(|&chair| &self.setup.chairs[chair].players).copied().collect()
    }
}

impl Inner {
    fn next(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    fn over(&self) -> bool {
        self.ended.is_some() || self.table.deciding().is_empty()
    }

    fn client(&self, id: u64) -> Option<&Client> {
        self.clients.iter().find(|client| client.id == id)
    }

    /// Takes a client off its chairs and ends what only it wanted.
    fn forget(&mut self, id: u64) {
        self.clients.retain(|client| client.id != id);
        self.give_up_hints(id);
        self.reviews.retain(|review| review.keep_unless(id));
        if self.clients.is_empty() {
            self.quiet = Some(Instant::now());
        }
    }

    fn expect(&self, turn: u64) -> Result<(), Refusal> {
        let stale = || format!("the message is for turn {turn}; it is turn {}", self.turn);
        if turn == self.turn { Ok(()) } else { Err(Refusal::new(Code::Stale, stale())) }
    }

    /// Plays a move at the table.
    fn play(&mut self, decider: &Decider, text: &str) -> Result<Played, Refusal> {
        let played = play_at(&mut *self.table, decider, text)?;
        self.played.push(played.clone());
        Ok(played)
    }

    /// How many moves stay if these players take their last decision back.
    fn undo_to(&self, players: &[usize]) -> Option<usize> {
        let last = self.played.iter().rfind(|p| players.contains(&p.decider.player))?;
        self.played.iter().position(|p| p.at == last.at)
    }
}

/// Plays a move and says it as it was when it was legal.
fn play_at(table: &mut dyn Table, decider: &Decider, text: &str) -> Result<Played, Refusal> {
    let legal = table.moves(decider.seat);
    let at = table.turns();
    table.play(decider.seat, text)?;
    let text = text.trim();
    let known = legal.into_iter().find(|mv| mv.text.eq_ignore_ascii_case(text));
    let typed = || MoveInfo { text: text.into(), label: text.into(), data: Value::Null };
    Ok(Played { decider: decider.clone(), mv: known.unwrap_or_else(typed), at })
}

/// Plays kept moves.
fn replay(
    table: &mut dyn Table,
    players: &[Decider],
    moves: &[(usize, String)],
) -> Result<Vec<Played>, Refusal> {
    let play = |(player, text): &(usize, String)| {
        let of = |d: &&Decider| d.player == *player;
        let now = table.deciding().iter().find(of).cloned();
        let decider = now.or_else(|| players.iter().find(of).cloned());
        let gone = || Refusal::internal(&"a kept move belongs to nobody");
        play_at(table, &decider.ok_or_else(gone)?, text)
    };
    moves.iter().map(play).collect()
}
