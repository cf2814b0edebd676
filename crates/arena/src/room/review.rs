//! After the game: what was thought at each move, and what an agent thinks of it now.

use super::thinking::think_at;
use super::{Inner, Played, Room};
use crate::chairs::{self, Most};
use crate::engines::{Job, Lane};
use crate::error::Refusal;
use crate::protocol::{Code, Reason, ServerMessage, Thought};
use crate::store::Ended;
use serde_json::{Value, json};
use spinney_games::agent::Analysis;
use spinney_games::table::{MoveInfo, Table};
use spinney_lab::record::Record;
use spinney_search::budget::Stop;
use std::sync::Arc;

/// How long the usual agent thinks about each decision.
const MILLIS: u64 = 300;

/// A candidate with fewer visits has no value worth comparing.
const ENOUGH: u64 = 30;

/// A review under way.
pub(super) struct Review {
    client: u64,
    pub(super) stop: Stop,
}

impl Review {
    /// Whether it is another client's; if not, it ends.
    pub(super) fn keep_unless(&self, client: u64) -> bool {
        if self.client == client {
            self.stop.raise();
        }
        self.client != client
    }
}

/// The game as far as it was reviewed.
struct Progress {
    table: Box<dyn Table>,
    decisions: Vec<Played>,
    next: usize,
    /// By side.
    agents: Vec<String>,
    turn: u64,
    client: u64,
    stop: Stop,
}

impl Room {
    fn finished(&self) -> Result<std::sync::MutexGuard<'_, Inner>, Refusal> {
        let s = self.lock();
        let early = || Refusal::new(Code::NotAllowed, "the game is not over yet");
        if s.over() { Ok(s) } else { Err(early()) }
    }

    /// The game as a file, which the review page and `spinney replay` read.
    pub(crate) fn record(&self) -> Result<String, Refusal> {
        let s = self.finished()?;
        let player = |side: usize| {
            let chairs = self.setup.chairs.iter().filter(|chair| chair.side == side);
            let mut who: Vec<&str> =
                chairs.map(|chair| chair.engine.as_deref().unwrap_or("person")).collect();
            who.dedup();
            who.join(" and ")
        };
        let sides = self.contest.sides();
        let agents = sides.iter().enumerate().map(|(side, name)| (name.to_string(), player(side)));
        let reason = |ended: &Ended| match ended.reason {
            Reason::Fault => ended.text.clone(),
            _ => "resigned".to_string(),
        };
        let fault =
            s.ended.as_ref().map(|ended| format!("{} {}", sides[ended.side], reason(ended)));
        let record = Record {
            game: self.contest.spec().to_string(),
            seed: self.setup.seed,
            number: 0,
            agents: agents.collect(),
            rewards: self.result(&s).map(|result| result.rewards).unwrap_or_default(),
            fault,
            moves: s.table.record(),
            line: 0,
        };
        Ok(record.to_string())
    }

    /// The whole game, turn by turn.
    pub(crate) fn steps(&self) -> Result<Value, Refusal> {
        let s = self.finished()?;
        let (record, result) = (s.table.record(), self.result(&s));
        let made = |played: &Played| (played.at, played.decider.player);
        let made: Vec<(usize, usize)> = s.played.iter().map(made).collect();
        drop(s);
        let thoughts = self.shared.store.thoughts(&self.setup.id)?;
        let mut steps = steps(&*self.contest, &record)?;
        for (number, mut thought) in thoughts {
            let Some(&(at, player)) = made.get(number) else { continue };
            thought["player"] = player.into();
            if let Some(Value::Array(all)) = steps.get_mut(at + 1).map(|step| &mut step["thoughts"])
            {
                all.push(thought);
            }
        }
        let (game, board) = (self.contest.spec().to_string(), self.contest.board());
        Ok(
            json!({"game": game, "record": record, "result": result, "board": board, "steps": steps}),
        )
    }

    /// Lets an agent think about every decision, for a client.
    pub(super) fn review(
        &self,
        s: &mut Inner,
        client: u64,
        agent: Option<&str>,
    ) -> Result<(), Refusal> {
        if !s.over() {
            return Err(Refusal::new(Code::NotAllowed, "the game is not over yet"));
        }
        let most = self.shared.most();
        let quick = Most { millis: MILLIS, threads: 1 };
        let agents = (0..self.contest.sides().len()).map(|side| match agent {
            Some(agent) => chairs::agent(&*self.contest, side, agent, most),
            None => chairs::agent(&*self.contest, side, &self.usual_agent(side), quick),
        });
        let agents = agents.collect::<Result<_, _>>()?;
        s.reviews.retain(|review| review.keep_unless(client));
        let stop = Stop::new();
        s.reviews.push(Review { client, stop: stop.clone() });
        let (table, decisions) =
            (Arc::clone(&self.contest).table(self.setup.seed), s.played.clone());
        let turn = s.turn;
        let progress = Progress { table, decisions, next: 0, agents, turn, client, stop };
        self.review_on(progress)
    }

    /// Asks for a thread for the next decision.
    fn review_on(&self, progress: Progress) -> Result<(), Refusal> {
        let Some(room) = self.me.upgrade() else { return Ok(()) };
        if progress.next >= progress.decisions.len() {
            return Ok(());
        }
        let stop = progress.stop.clone();
        let job = Job {
            room: self.setup.id.clone(),
            lane: Lane::Hint,
            threads: 1,
            // A flag of its own: if it must make way for moves, the review goes on.
            stop: Stop::new(),
            longest: self.shared.options.limits.thinking,
            work: Box::new(move || {
                if !stop.raised() {
                    room.review_one(progress);
                }
            }),
        };
        if self.shared.engines.submit(job, &self.shared.options.limits) {
            return Ok(());
        }
        Err(Refusal::new(Code::Busy, "too many hints are asked for; try again soon"))
    }

    fn review_one(&self, mut progress: Progress) {
        let played = progress.decisions[progress.next].clone();
        let seat = played.decider.seat;
        let agent = progress.agents[seat].clone();
        let answer = think_at(&mut *progress.table, seat, &agent, &progress.stop, |_| ());
        if progress.stop.raised() {
            return;
        }
        let answer = answer.and_then(|analysis| {
            let loss = self.loss(&progress, &played, &analysis);
            let on = progress.table.play(seat, &played.mv.text);
            on.map(|()| (analysis, loss)).map_err(|error| error.to_string())
        });
        progress.next += 1;
        let message = match answer {
            Ok((analysis, loss)) => ServerMessage::Thought(Box::new(Thought {
                turn: progress.turn,
                moves_played: played.at,
                player: played.decider.player,
                agent,
                mv: played.mv,
                analysis,
                loss,
                of: progress.decisions.len(),
                done: progress.next == progress.decisions.len(),
            })),
            Err(reason) => {
                progress.next = progress.decisions.len();
                Refusal::new(Code::Internal, format!("the review ends: {reason}")).message()
            }
        };
        self.lock().tell(progress.client, &message);
        if let Err(refusal) = self.review_on(progress) {
            tracing::warn!(room = self.setup.id, error = %refusal, "a review ends early");
        }
    }

    /// What a move gives away against the best. Where the agent has hardly looked at it, the
    /// position after it is searched.
    fn loss(
        &self,
        progress: &Progress,
        played: &Played,
        analysis: &Analysis<MoveInfo>,
    ) -> Option<f64> {
        if analysis.best.text == played.mv.text {
            return Some(0.0);
        }
        let best = analysis.value()?;
        let candidate = analysis.candidates.iter().find(|c| c.mv.text == played.mv.text);
        let known = candidate.and_then(|c| {
            let counted = analysis.candidates.iter().any(|c| c.visits > 0);
            c.exact.or(c.value.filter(|_| !counted || c.visits >= ENOUGH))
        });
        let value = known.or_else(|| self.value_after(progress, played))?;
        Some((best - value).max(0.0))
    }

    /// The value of the position after a move, for the side that made it.
    fn value_after(&self, progress: &Progress, played: &Played) -> Option<f64> {
        let seat = played.decider.seat;
        let mut table = progress.table.copy();
        table.play(seat, &played.mv.text).ok()?;
        if let Some(rewards) = table.result() {
            return rewards.get(seat).copied();
        }
        let deciding = table.deciding();
        let [next] = deciding.as_slice() else { return None };
        // Where something is hidden, the other side judges by what only it knows.
        if next.seat != seat && (self.contest.hidden() || table.seats().len() != 2) {
            return None;
        }
        let agent = &progress.agents[next.seat];
        let found = think_at(&mut *table, next.seat, agent, &progress.stop, |_| ()).ok()?;
        let value = found.value()?;
        let range: f64 = table.forfeit(seat).iter().sum();
        Some(if next.seat == seat { value } else { range - value })
    }
}

/// A record turn by turn, as the protocol has it.
pub(crate) fn steps(
    contest: &dyn spinney_games::contest::AnyContest,
    record: &str,
) -> Result<Vec<Value>, Refusal> {
    let moments = contest.moments(record);
    let moments = moments.map_err(|error| Refusal::new(Code::BadGame, error.to_string()))?;
    let steps = moments.iter().enumerate().map(|(played, moment)| {
        let (moves, observations) = (&moment.moves, &moment.observations);
        json!({"moves_played": played, "moves": moves, "observations": observations, "thoughts": []})
    });
    Ok(steps.collect())
}
