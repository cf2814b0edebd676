//! Engines and hints: what is asked of the pool, and what comes of the answers.

use super::{Inner, Room};
use crate::chairs;
use crate::engines::{Job, Lane};
use crate::error::Refusal;
use crate::protocol::{Code, Purpose, Reason, ServerMessage};
use crate::store::Ended;
use serde_json::json;
use spinney_games::agent::Analysis;
use spinney_games::presentation::capital;
use spinney_games::table::{Decider, MoveInfo, Table, TableError, ThinkOptions};
use spinney_search::budget::Stop;
use spinney_spec::Spec;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How often an analysis is shown.
const EVERY: Duration = Duration::from_millis(250);

/// Engines that play each other take at least so long over a move, for those who watch.
const PACE: Duration = Duration::from_millis(300);

/// After the store has failed, an engine tries again.
const RETRY: Duration = Duration::from_secs(2);

/// An engine that thinks about its move, or waits for a thread.
pub(super) struct Thinker {
    id: u64,
    chair: usize,
    decider: Decider,
    agent: String,
    stop: Stop,
    since: Instant,
}

impl Thinker {
    pub(super) fn stop(&self) -> &Stop {
        &self.stop
    }

    /// That it thinks.
    pub(super) fn message(&self, turn: u64) -> ServerMessage {
        ServerMessage::Thinking {
            turn,
            player: self.decider.player,
            side: self.decider.seat,
            name: capital(&self.decider.name),
            agent: self.agent.clone(),
            millis: declared_millis(&self.agent),
        }
    }
}

/// A hint under way, or given.
pub(super) struct Hint {
    id: u64,
    decider: Decider,
    agent: String,
    pub(super) stop: Stop,
    pub(super) wanted_by: Vec<u64>,
    found: Option<Analysis<MoveInfo>>,
}

/// The thinking time that a specification names.
fn declared_millis(agent: &str) -> Option<u64> {
    let spec: Spec = agent.parse().ok()?;
    spec.get("millis")?.name.parse().ok().filter(|&millis| millis > 0)
}

/// The threads that a specification names.
fn declared_threads(agent: &str) -> usize {
    let spec: Option<Spec> = agent.parse().ok();
    let threads = spec.and_then(|spec| spec.get("threads")?.name.parse().ok());
    threads.unwrap_or(1)
}

/// What came of a search: an analysis, or the reason why there is none.
pub(super) type Answer = Result<Analysis<MoveInfo>, String>;

/// Thinks on a thread of the pool. A panic is an answer, too.
pub(super) fn think_at(
    table: &mut dyn Table,
    seat: usize,
    agent: &str,
    stop: &Stop,
    mut show: impl FnMut(&Analysis<MoveInfo>) + Send,
) -> Answer {
    let mut shown = Instant::now();
    // Some solvers show every improvement, however soon it comes.
    let mut seldom = |analysis: &Analysis<MoveInfo>| {
        if shown.elapsed() >= EVERY {
            shown = Instant::now();
            show(analysis);
        }
    };
    let thought = catch_unwind(AssertUnwindSafe(|| {
        let spec: Spec = agent.parse().map_err(TableError::Spec)?;
        let options = ThinkOptions { stop: stop.clone(), progress: Some((EVERY, &mut seldom)) };
        table.think(seat, &spec, options)
    }));
    match thought {
        Ok(found) => found.map_err(|error| error.to_string()),
        Err(panic) => {
            let text = panic.downcast_ref::<&str>().map(ToString::to_string);
            let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
            Err(format!("a panic: {}", text.unwrap_or_else(|| "no message".to_string())))
        }
    }
}

impl Room {
    /// Asks the engines whose turn it is, or stops them if nobody waits for them.
    pub(super) fn think(&self, s: &mut Inner) {
        if !self.wanted(s) || self.waits_for_clock(s) {
            s.stop_thinking();
            return;
        }
        for decider in s.table.deciding() {
            let Some(chair) = self.chair_of(decider.player) else { continue };
            let Some(agent) = self.setup.chairs[chair].engine.clone() else { continue };
            let busy = s.thinkers.iter().any(|thinker| thinker.chair == chair);
            if !busy && !s.clock.has_chosen(decider.player) {
                self.ask(s, chair, &decider, self.in_time(&decider, agent));
            }
        }
    }

    fn ask(&self, s: &mut Inner, chair: usize, decider: &Decider, agent: String) {
        let Some(room) = self.me.upgrade() else { return };
        let mut table = match s.tables[chair].take() {
            None => s.table.copy(),
            Some((mut table, seen)) => {
                let missed = &s.played[seen.min(s.played.len())..];
                let caught_up =
                    missed.iter().try_for_each(|p| table.play(p.decider.seat, &p.mv.text));
                if caught_up.is_ok() { table } else { s.table.copy() }
            }
        };
        let (id, stop, seen) = (s.next(), Stop::new(), s.played.len());
        let thinker = Thinker {
            id,
            chair,
            decider: decider.clone(),
            agent: agent.clone(),
            stop: stop.clone(),
            since: Instant::now(),
        };
        let message = thinker.message(s.turn);
        s.thinkers.push(thinker);
        s.tell_those(|_| true, &message);
        let (seat, flag, threads) = (decider.seat, stop.clone(), declared_threads(&agent));
        let work = move || {
            if flag.raised() {
                return;
            }
            let show = |analysis: &Analysis<MoveInfo>| room.show_engine(id, analysis, false);
            let answer = think_at(&mut *table, seat, &agent, &flag, show);
            // Trees are large, and there are many rooms.
            table.rest();
            room.answered(id, answer, (table, seen));
        };
        let job = Job {
            room: self.setup.id.clone(),
            lane: Lane::Move,
            threads,
            stop,
            longest: self.longest(&self.shared.options.limits),
            work: Box::new(work),
        };
        self.shared.engines.submit(job, &self.shared.options.limits);
    }

    /// Shows what an engine has found so far to those who may know and want to.
    fn show_engine(&self, id: u64, analysis: &Analysis<MoveInfo>, done: bool) {
        let mut s = self.lock();
        let Some(thinker) = s.thinkers.iter().find(|thinker| thinker.id == id) else { return };
        let side = thinker.decider.seat;
        if !s.clients.iter().any(|client| client.watch && self.may_know(client, side)) {
            return;
        }
        let message = ServerMessage::Analysis {
            turn: s.turn,
            player: thinker.decider.player,
            purpose: Purpose::Engine,
            done,
            agent: thinker.agent.clone(),
            analysis: Box::new(analysis.clone()),
        };
        s.tell_those(|client| client.watch && self.may_know(client, side), &message);
    }

    /// An engine has thought.
    fn answered(self: &Arc<Self>, id: u64, answer: Answer, table: (Box<dyn Table>, usize)) {
        if let Ok(analysis) = &answer {
            self.show_engine(id, analysis, true);
        }
        let mut s = self.lock();
        let Some(place) = s.thinkers.iter().position(|thinker| thinker.id == id) else { return };
        let (chair, since) = (s.thinkers[place].chair, s.thinkers[place].since);
        s.tables[chair] = Some(table);
        let early = PACE.saturating_sub(since.elapsed());
        if self.has_persons() || self.setup.tick > 0 || early.is_zero() {
            self.apply(&mut s, place, answer);
            return;
        }
        drop(s);
        let room = Arc::clone(self);
        self.shared.runtime.spawn(async move {
            tokio::time::sleep(early).await;
            let mut s = room.lock();
            if let Some(place) = s.thinkers.iter().position(|thinker| thinker.id == id) {
                room.apply(&mut s, place, answer);
            }
        });
    }

    /// Plays an engine's move. One that fails loses.
    fn apply(&self, s: &mut Inner, place: usize, answer: Answer) {
        let thinker = s.thinkers.remove(place);
        let (decider, agent) = (&thinker.decider, &thinker.agent);
        let result = match answer {
            Ok(analysis) => {
                let thought = json!({"agent": agent, "analysis": analysis});
                match self.setup.tick {
                    0 => self.make(s, decider, &analysis.best.text, Some(&thought)),
                    _ => s.choose(decider, &analysis.best.text, Some(thought)),
                }
            }
            Err(reason) => Err(Refusal::new(Code::IllegalMove, reason)),
        };
        let Err(refusal) = result else { return };
        if refusal.code != Code::Internal {
            tracing::warn!(room = self.setup.id, agent, error = %refusal, "an engine failed");
            let name = capital(&decider.name);
            let text = format!("The engine of {name} failed: {refusal}.");
            let ended = Ended { reason: Reason::Fault, side: decider.seat, text };
            if self.end(s, ended).is_ok() {
                return;
            }
        }
        // The store fails: perhaps the disk is full. Everybody is told, and the engine tries again.
        s.tell_those(|_| true, &refusal.message());
        let Some(room) = self.me.upgrade() else { return };
        self.shared.runtime.spawn(async move {
            tokio::time::sleep(RETRY).await;
            room.go_on(&mut room.lock());
        });
    }

    /// A client asks what an agent would do.
    pub(super) fn hint(&self, s: &mut Inner, id: u64, agent: Option<&str>) -> Result<(), Refusal> {
        let own = self.players_of(s, id);
        if own.is_empty() || !self.setup.practice {
            let what = "hints are for those who play a practice game";
            return Err(Refusal::new(Code::NotAllowed, what));
        }
        if s.over() {
            return Err(Refusal::new(Code::Over, "the game is over"));
        }
        let mine = |decider: &Decider| own.contains(&decider.player);
        let Some(decider) = s.table.deciding().into_iter().find(mine) else {
            return Err(Refusal::new(Code::NotYourTurn, "hints are for your own decisions"));
        };
        let agent = match agent {
            Some(agent) => agent.to_string(),
            None => self.usual_agent(decider.seat),
        };
        let agent = chairs::agent(&*self.contest, decider.seat, &agent, self.shared.most())?;
        let same = |hint: &Hint| hint.decider.player == decider.player && hint.agent == agent;
        if let Some(place) = s.hints.iter().position(same) {
            let hint = &mut s.hints[place];
            if !hint.wanted_by.contains(&id) {
                hint.wanted_by.push(id);
            }
            if let Some(found) = hint.found.clone() {
                let message = s.hint_message(place, &found, true);
                s.tell(id, &message);
            }
            return Ok(());
        }
        s.give_up_hints(id);
        self.start_hint(s, id, decider, agent)
    }

    fn start_hint(
        &self,
        s: &mut Inner,
        by: u64,
        decider: Decider,
        agent: String,
    ) -> Result<(), Refusal> {
        let Some(room) = self.me.upgrade() else { return Ok(()) };
        let (id, stop, mut table) = (s.next(), Stop::new(), s.table.copy());
        let (seat, flag, name) = (decider.seat, stop.clone(), agent.clone());
        let work = move || {
            if room.lock().hints.iter().any(|hint| hint.id == id) {
                let show = |analysis: &Analysis<MoveInfo>| room.show_hint(id, analysis, false);
                match think_at(&mut *table, seat, &name, &flag, show) {
                    Ok(analysis) => room.show_hint(id, &analysis, true),
                    Err(reason) => room.no_hint(id, reason),
                }
            }
        };
        let job = Job {
            room: self.setup.id.clone(),
            lane: Lane::Hint,
            threads: declared_threads(&agent),
            stop: stop.clone(),
            longest: self.shared.options.limits.thinking,
            work: Box::new(work),
        };
        if !self.shared.engines.submit(job, &self.shared.options.limits) {
            return Err(Refusal::new(Code::Busy, "too many hints are asked for; try again soon"));
        }
        s.hints.push(Hint { id, decider, agent, stop, wanted_by: vec![by], found: None });
        Ok(())
    }

    /// Who advises if nobody is named.
    pub(super) fn usual_agent(&self, side: usize) -> String {
        let strengths = self.contest.strengths(side);
        let medium = strengths.iter().find(|s| s.name == "medium").or(strengths.first());
        medium.map_or_else(|| "random".to_string(), |strength| strength.spec.clone())
    }

    /// Begins a hint for one who watches and decides now.
    pub(super) fn hint_by_itself(&self, s: &mut Inner, id: u64) {
        let own = self.players_of(s, id);
        let decides = s.table.deciding().iter().any(|decider| own.contains(&decider.player));
        let has_one = s.hints.iter().any(|hint| hint.wanted_by.contains(&id));
        if self.setup.practice && self.setup.tick == 0 && decides && !has_one && !s.over() {
            // Nobody asked: if it can't be had, there is none.
            let _ = self.hint(s, id, None);
        }
    }

    fn show_hint(&self, id: u64, analysis: &Analysis<MoveInfo>, done: bool) {
        let mut s = self.lock();
        let Some(place) = s.hints.iter().position(|hint| hint.id == id) else { return };
        let message = s.hint_message(place, analysis, done);
        let wanted = s.hints[place].wanted_by.clone();
        if done {
            s.hints[place].found = Some(analysis.clone());
        }
        s.tell_those(|client| wanted.contains(&client.id), &message);
    }

    fn no_hint(&self, id: u64, reason: String) {
        let mut s = self.lock();
        let Some(place) = s.hints.iter().position(|hint| hint.id == id) else { return };
        let wanted = s.hints.remove(place).wanted_by;
        let message = Refusal::new(Code::Internal, reason).message();
        s.tell_those(|client| wanted.contains(&client.id), &message);
    }
}

impl Inner {
    /// Nobody waits for an engine's move any more.
    pub(super) fn stop_thinking(&mut self) {
        self.thinkers.drain(..).for_each(|thinker| thinker.stop.raise());
        if self.over() || self.clients.is_empty() {
            // Trees are large.
            self.tables.iter_mut().for_each(|table| *table = None);
        }
    }

    /// A client wants no more hints; those that nobody wants end.
    pub(super) fn give_up_hints(&mut self, id: u64) {
        self.hints.retain_mut(|hint| {
            hint.wanted_by.retain(|&client| client != id);
            if hint.wanted_by.is_empty() {
                hint.stop.raise();
            }
            !hint.wanted_by.is_empty()
        });
    }

    fn hint_message(
        &self,
        place: usize,
        analysis: &Analysis<MoveInfo>,
        done: bool,
    ) -> ServerMessage {
        let hint = &self.hints[place];
        ServerMessage::Analysis {
            turn: self.turn,
            player: hint.decider.player,
            purpose: Purpose::Hint,
            done,
            agent: hint.agent.clone(),
            analysis: Box::new(analysis.clone()),
        }
    }
}
