//! What the room says, and to whom.

use super::{Client, Inner, Room};
use crate::protocol::{
    ChairInfo, Deciding, GameResult, PlayedMove, PlayerInfo, Present, Reason, RoomInfo,
    ServerMessage, SideInfo, State, VERSION, Welcome, You,
};
use axum::extract::ws::Message;
use spinney_games::presentation::capital;
use std::time::Instant;

impl Inner {
    /// Tells one client.
    pub(super) fn tell(&mut self, id: u64, message: &ServerMessage) {
        self.tell_those(|client| client.id == id, message);
    }

    /// Tells those clients the same. Whoever does not read is sent away.
    pub(super) fn tell_those(&mut self, who: impl Fn(&Client) -> bool, message: &ServerMessage) {
        let Ok(text) = serde_json::to_string(message) else { return };
        let text = Message::text(text);
        let may_be_lost =
            matches!(message, ServerMessage::Analysis { .. } | ServerMessage::Thinking { .. });
        self.clients.retain(|client| {
            if !who(client) {
                return true;
            }
            client.outbox.try_send(text.clone()).is_ok() || may_be_lost
        });
    }
}

impl Room {
    /// Whether somebody is on a chair.
    fn connected(&self, s: &Inner, chair: usize) -> bool {
        let engine = self.setup.chairs[chair].engine.is_some();
        engine || s.clients.iter().any(|client| client.chairs.contains(&chair))
    }

    /// What everybody may know of the room.
    fn info(&self, s: &Inner) -> RoomInfo {
        let spec = self.contest.spec();
        let side = |side: usize| SideInfo {
            name: self.contest.sides()[side].to_string(),
            title: self.contest.side_title(side),
        };
        let player = |&player: &usize| PlayerInfo {
            player,
            name: self
                .players
                .iter()
                .find(|p| p.player == player)
                .map_or_else(String::new, |p| p.name.clone()),
        };
        let chairs = self.setup.chairs.iter().enumerate().map(|(number, chair)| ChairInfo {
            chair: number,
            side: chair.side,
            players: chair.players.iter().map(player).collect(),
            engine: chair.engine.clone(),
            connected: self.connected(s, number),
        });
        RoomInfo {
            id: self.setup.id.clone(),
            game: spec.to_string(),
            name: spec.name,
            title: self.contest.title(),
            seed: (!self.contest.hidden() || s.over()).then_some(self.setup.seed),
            practice: self.setup.practice,
            tick: self.setup.tick,
            sides: (0..self.contest.sides().len()).map(side).collect(),
            chairs: chairs.collect(),
        }
    }

    /// The same as a document, with the turn.
    pub(crate) fn public(&self) -> serde_json::Value {
        let s = self.lock();
        serde_json::json!({"room": self.info(&s), "turn": s.turn, "over": s.over()})
    }

    /// The side of a client.
    pub(super) fn side_of(&self, client: &Client) -> Option<usize> {
        client.chairs.first().map(|&chair| self.setup.chairs[chair].side)
    }

    /// Whether a client may know what a side thinks.
    pub(super) fn may_know(&self, client: &Client, side: usize) -> bool {
        match self.side_of(client) {
            Some(own) if own == side => true,
            Some(_) => self.setup.practice && !self.contest.hidden(),
            None => !self.contest.hides_moves(side),
        }
    }

    /// All that a client needs who comes in.
    pub(super) fn welcome(&self, s: &mut Inner, id: u64) {
        let Some(client) = s.client(id) else { return };
        let you = self.side_of(client).map(|side| You {
            side,
            chairs: client.chairs.clone(),
            players: self.players_of(s, id),
        });
        let welcome = ServerMessage::Welcome(Box::new(Welcome {
            protocol: VERSION,
            room: self.info(s),
            you,
            board: self.contest.board(),
            history: self.history(s, self.side_of(client)).collect(),
            help: self.contest.help(),
        }));
        s.tell(id, &welcome);
        if let Some(state) = self.state(s, id) {
            s.tell(id, &ServerMessage::State(Box::new(state)));
        }
        let thinking: Vec<_> = s.thinkers.iter().map(|thinker| thinker.message(s.turn)).collect();
        for message in &thinking {
            s.tell(id, message);
        }
    }

    pub(super) fn tell_presence(&self, s: &mut Inner) {
        let present = |chair| Present { chair, connected: self.connected(s, chair) };
        let chairs = (0..self.setup.chairs.len()).map(present).collect();
        let spectators = s.clients.iter().filter(|client| client.chairs.is_empty()).count();
        s.tell_those(|_| true, &ServerMessage::Presence { chairs, spectators });
    }

    /// Tells everybody the position.
    pub(super) fn tell_state(&self, s: &mut Inner) {
        s.clock.told = s.clock.deadline.is_some();
        let clients: Vec<u64> = s.clients.iter().map(|client| client.id).collect();
        self.tell_state_to(s, clients);
    }

    pub(super) fn tell_state_to(&self, s: &mut Inner, clients: impl IntoIterator<Item = u64>) {
        for id in clients {
            if let Some(state) = self.state(s, id) {
                s.tell(id, &ServerMessage::State(Box::new(state)));
            }
        }
    }

    /// The position as a client may see it.
    pub(super) fn state(&self, s: &Inner, id: u64) -> Option<State> {
        let client = s.client(id)?;
        let (side, own, over) = (self.side_of(client), self.players_of(s, id), s.over());
        let deciding: Vec<Deciding> = if over { Vec::new() } else { self.deciding(s, &own) };
        let moves = deciding.iter().find(|d| d.yours).map(|d| s.table.moves(d.side));
        Some(State {
            turn: s.turn,
            moves_played: s.table.turns(),
            deciding,
            moves: moves.unwrap_or_default(),
            last: self.last(s, side),
            observation: s.table.observe(side),
            result: self.result(s),
            can_undo: self.setup.practice && s.undo_to(&own).is_some(),
            paused: s.clock.paused,
            deadline: s.clock.deadline.filter(|_| !over).map(|deadline| {
                deadline.saturating_duration_since(Instant::now()).as_millis() as u64
            }),
        })
    }

    fn deciding(&self, s: &Inner, own: &[usize]) -> Vec<Deciding> {
        let engine = |player| {
            let chair = self.chair_of(player);
            chair.is_some_and(|chair| self.setup.chairs[chair].engine.is_some())
        };
        let deciders = s.table.deciding().into_iter();
        let deciding = deciders.map(|decider| Deciding {
            player: decider.player,
            side: decider.seat,
            name: capital(&decider.name),
            yours: own.contains(&decider.player),
            engine: engine(decider.player),
        });
        deciding.collect()
    }

    /// The moves of the turns that are over, as a side may know them. Where players move together, a
    /// choice that waits for the others is not told yet.
    fn history<'a>(
        &'a self,
        s: &'a Inner,
        side: Option<usize>,
    ) -> impl DoubleEndedIterator<Item = PlayedMove> + 'a {
        let (open, turns) = (s.over(), s.table.turns());
        s.played.iter().filter(move |played| played.at < turns).map(move |played| {
            let decider = &played.decider;
            let hidden = self.contest.hides_moves(decider.seat) && side != Some(decider.seat);
            PlayedMove {
                player: decider.player,
                side: decider.seat,
                name: capital(&decider.name),
                mv: (open || !hidden).then(|| played.mv.clone()),
            }
        })
    }

    /// The last move of each player, the most recent last.
    fn last(&self, s: &Inner, side: Option<usize>) -> Vec<PlayedMove> {
        let mut last: Vec<PlayedMove> = Vec::new();
        for played in self.history(s, side).rev() {
            if last.iter().all(|known| known.player != played.player) {
                last.push(played);
            }
            if last.len() == self.players.len() {
                break;
            }
        }
        last.reverse();
        last
    }

    pub(super) fn result(&self, s: &Inner) -> Option<GameResult> {
        let (rewards, text, reason) = match &s.ended {
            Some(ended) => (s.table.forfeit(ended.side), ended.text.clone(), ended.reason),
            None => (s.table.result()?, s.table.outcome()?, Reason::End),
        };
        let winner = winner(&rewards);
        Some(GameResult { rewards, winner, text, reason, seed: self.setup.seed })
    }
}

/// The side with the most, if there is one and it is not alone.
pub(crate) fn winner(rewards: &[f64]) -> Option<usize> {
    let most = rewards.iter().copied().fold(f64::MIN, f64::max);
    let mut best = (0..rewards.len()).filter(|&side| rewards[side] == most);
    match (best.next(), best.next()) {
        (Some(winner), None) if rewards.len() > 1 => Some(winner),
        _ => None,
    }
}
