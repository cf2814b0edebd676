//! Real time: a turn ends when its time is up, with what was chosen until then.

use super::{Inner, Room, play_at};
use crate::error::Refusal;
use crate::options::Limits;
use crate::protocol::Code;
use crate::store::Row;
use serde_json::Value;
use spinney_games::presentation::within;
use spinney_games::table::{Decider, MoveInfo, TableError};
use spinney_spec::Spec;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The time before the first turn, and after a pause: to find the keys.
const READY: Duration = Duration::from_secs(2);

/// The clock of a room in real time.
#[derive(Default)]
pub(super) struct Clock {
    /// What each player has chosen in this turn, and what an engine thought of it.
    choices: BTreeMap<usize, (String, Option<Value>)>,
    /// When the turn ends; none if the clock stands.
    pub(super) deadline: Option<Instant>,
    pub(super) paused: bool,
    /// Whether everybody was told that it runs.
    pub(super) told: bool,
    /// Counts the times that the clock was set, so that an old alarm is known.
    setting: u64,
    /// The turn that the clock was set for last.
    turn: Option<u64>,
}

impl Clock {
    pub(super) fn has_chosen(&self, player: usize) -> bool {
        self.choices.contains_key(&player)
    }
}

impl Room {
    /// Whether the game stands because its clock does.
    pub(super) fn waits_for_clock(&self, s: &Inner) -> bool {
        self.setup.tick > 0 && s.clock.deadline.is_none()
    }

    /// Sets the clock, or stops it, as the room is now. It runs while everybody is there.
    pub(super) fn run_clock(&self, s: &mut Inner) {
        if self.setup.tick == 0 {
            return;
        }
        let there = |(number, chair): (usize, &crate::chairs::Chair)| {
            chair.engine.is_some() || s.clients.iter().any(|c| c.chairs.contains(&number))
        };
        let all_there = self.setup.chairs.iter().enumerate().all(there);
        if !self.wanted(s) || s.clock.paused || !all_there {
            s.clock.deadline = None;
            s.clock.turn = None;
            return;
        }
        if s.clock.turn == Some(s.turn) {
            return;
        }
        let Some(room) = self.me.upgrade() else { return };
        let tick = Duration::from_millis(self.setup.tick);
        let time = if s.clock.turn.is_none() { tick.max(READY) } else { tick };
        let deadline = Instant::now() + time;
        s.clock.deadline = Some(deadline);
        s.clock.turn = Some(s.turn);
        s.clock.setting += 1;
        s.clock.choices.clear();
        let setting = s.clock.setting;
        self.shared.runtime.spawn(async move {
            tokio::time::sleep_until(deadline.into()).await;
            room.turn_ends(setting);
        });
    }

    /// Tells those who do not know it yet that the clock runs now, or stands.
    pub(super) fn tell_clock(&self, s: &mut Inner, knows: Option<u64>) {
        let runs = s.clock.deadline.is_some();
        if s.clock.told != runs {
            s.clock.told = runs;
            let clients: Vec<u64> = s.clients.iter().map(|client| client.id).collect();
            self.tell_state_to(s, clients.into_iter().filter(|id| Some(*id) != knows));
        }
    }

    /// Everybody goes where they chose, or on as before.
    fn turn_ends(&self, setting: u64) {
        let mut s = self.lock();
        let s = &mut *s;
        if s.clock.setting != setting || s.clock.deadline.is_none() || s.over() {
            return;
        }
        s.thinkers.drain(..).for_each(|thinker| thinker.stop().raise());
        if let Err(refusal) = self.play_turn(s) {
            s.tell_those(|_| true, &refusal.message());
        }
    }

    fn play_turn(&self, s: &mut Inner) -> Result<(), Refusal> {
        let first = s.played.len();
        let mut thoughts = Vec::new();
        for decider in s.table.deciding() {
            let legal = s.table.moves(decider.seat);
            let chosen = s.clock.choices.remove(&decider.player);
            let on = || straight_on(s, &decider, &legal).map(|text| (text, None));
            let nothing = || Refusal::internal(&"a player without a move");
            let (text, thought) = chosen.or_else(on).ok_or_else(nothing)?;
            let played = play_at(&mut *s.table, &decider, &text)?;
            s.played.push(played);
            thoughts.push(thought);
        }
        let new = s.played.iter().enumerate().skip(first).zip(&thoughts);
        let rows = new.map(|((number, played), thought)| Row {
            number,
            player: played.decider.player,
            text: &played.mv.text,
            thought: thought.as_ref(),
        });
        let rows: Vec<Row<'_>> = rows.collect();
        let turn = s.turn + 1;
        if let Err(error) = self.shared.store.play(&self.setup.id, &rows, turn, s.over()) {
            s.played.truncate(first);
            self.rebuild(s)?;
            s.clock.turn = None;
            self.run_clock(s);
            return Err(error.into());
        }
        self.changed(s, turn);
        Ok(())
    }

    /// Stops the clock of a practice game, or lets it go on.
    pub(super) fn pause(&self, s: &mut Inner, id: u64, on: bool) -> Result<(), Refusal> {
        let plays = !self.players_of(s, id).is_empty() || !self.has_persons();
        if !self.setup.practice || self.setup.tick == 0 || !plays {
            let what = "a pause is for those who play a practice game in real time";
            return Err(Refusal::new(Code::NotAllowed, what));
        }
        s.clock.paused = on;
        self.run_clock(s);
        self.tell_state(s);
        self.go_on(s);
        Ok(())
    }

    /// An engine with as much time as the turn leaves it.
    pub(super) fn in_time(&self, decider: &Decider, agent: String) -> String {
        if self.setup.tick == 0 {
            return agent;
        }
        let most = self.engine_time().as_millis() as u64;
        let spec: Option<Spec> = agent.parse().ok();
        let settings = spec.and_then(|spec| self.contest.agents(decider.seat).resolve(&spec).ok());
        let Some(settings) = settings else { return agent };
        if !settings.declares("millis") {
            return agent;
        }
        let limited = if settings.integer("millis") == 0 {
            settings.with("millis", most).unwrap_or(settings)
        } else {
            within(&settings, most, u64::MAX)
        };
        limited.to_string()
    }

    /// Part of the turn is for the way of the messages.
    fn engine_time(&self) -> Duration {
        let tick = self.setup.tick;
        Duration::from_millis((tick * 3 / 5).max(20))
    }

    /// The longest that an engine may think here.
    pub(super) fn longest(&self, limits: &Limits) -> Duration {
        if self.setup.tick > 0 { self.engine_time() } else { limits.thinking }
    }
}

impl Inner {
    /// Notes what a player does when the turn ends. The last word counts.
    pub(super) fn choose(
        &mut self,
        decider: &Decider,
        text: &str,
        thought: Option<Value>,
    ) -> Result<(), Refusal> {
        let legal = self.table.moves(decider.seat);
        let text = text.trim();
        if !legal.iter().any(|mv| mv.text.eq_ignore_ascii_case(text)) {
            let legal: Vec<&str> = legal.iter().map(|mv| mv.text.as_str()).collect();
            let (text, nearest, legal) = (text.to_string(), None, legal.join(" "));
            return Err(TableError::IllegalMove { text, nearest, legal }.into());
        }
        self.clock.choices.insert(decider.player, (text.to_string(), thought));
        Ok(())
    }
}

/// What a player does who has not chosen: the last move again, if it is legal.
fn straight_on(s: &Inner, decider: &Decider, legal: &[MoveInfo]) -> Option<String> {
    let last = s.played.iter().rfind(|p| p.decider.player == decider.player);
    let again = last.and_then(|last| legal.iter().find(|mv| mv.text == last.mv.text));
    again.or(legal.first()).map(|mv| mv.text.clone())
}
