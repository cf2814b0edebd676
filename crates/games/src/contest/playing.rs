//! One game of a match: agents are asked, their answers checked, and what happened is recorded.

use super::underway::{Underway, first_position, replayed};
use super::{AgentOf, Contest, MoveOf};
use crate::agent::{Fault, FaultKind, Watch};
use spinney_search::budget::Stop;
use spinney_search::game::{Game, Player, Turn};
use spinney_search::rng::mix;
use spinney_spec::{Settings, SpecError};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// How one game is to be played.
#[derive(Clone, Debug, Default)]
pub struct PlayOptions {
    /// The seed of the whole run.
    pub seed: u64,
    /// The number of the game in it. The same seed and number are the same game, always.
    pub number: u64,
    /// A side that takes longer than this over one move loses.
    pub clock: Option<Duration>,
    /// Ends the game early, unfinished.
    pub stop: Stop,
}

/// What one side did in a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Effort {
    /// Decisions taken.
    pub moves: u64,
    /// Playouts or nodes, as the agent counts them.
    pub playouts: u64,
    /// Time spent in deciding.
    pub time: Duration,
    /// The longest single decision.
    pub longest: Duration,
}

/// One finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The reward of each side (of each agent, where the game is symmetric).
    pub rewards: Vec<f64>,
    /// Moves in all, outcomes of chance included.
    pub length: u64,
    /// What each side spent.
    pub effort: Vec<Effort>,
    /// The game as text, which replays to the same end.
    pub record: String,
    /// The side that failed, and how: it lost for that reason.
    pub fault: Option<(usize, Fault)>,
}

/// Why a game gave no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// An agent could not be made.
    #[error("{side}: {error}")]
    Spec {
        /// The side's name.
        side: &'static str,
        /// What is wrong with its specification.
        error: SpecError,
    },
    /// The stop flag was raised.
    #[error("interrupted")]
    Interrupted,
    /// The record does not replay to the same end: a bug in the game's notation.
    #[error("the record of this game does not replay: {0}")]
    Record(String),
}

/// One game of a match: who sits where, and what was played.
pub(super) struct MatchGame<'a, C: Contest> {
    contest: &'a C,
    /// The agent of each seat.
    seats: Vec<AgentOf<C>>,
    /// Which side's agent sits in each seat.
    side_at: Vec<usize>,
    underway: Underway<C::Game>,
    effort: Vec<Effort>,
}

impl<'a, C: Contest> MatchGame<'a, C> {
    pub(super) fn new(
        contest: &'a C,
        agents: &[Settings],
        options: &PlayOptions,
    ) -> Result<Self, PlayError> {
        let sides = contest.sides();
        assert_eq!(sides.len(), agents.len(), "one agent per side");
        let symmetric = contest.symmetric();
        // Symmetric games come in pairs: the same start, the agents in each other's seat.
        let (pair, swap) = if symmetric {
            (options.number / 2, options.number % 2 == 1)
        } else {
            (options.number, false)
        };
        let side_at: Vec<usize> =
            (0..sides.len()).map(|seat| if swap { sides.len() - 1 - seat } else { seat }).collect();
        let mut seats = Vec::with_capacity(sides.len());
        for (seat, &side) in side_at.iter().enumerate() {
            let seed = mix(&[options.seed, options.number, 1 + side as u64]);
            let agent = contest.agent(seat, &agents[side], seed);
            seats.push(agent.map_err(|error| PlayError::Spec { side: sides[side], error })?);
        }
        let effort = vec![Effort::default(); sides.len()];
        // The two games of a pair share what chance brings, as they share the start.
        let underway = first_position(contest, options.seed, pair);
        Ok(Self { contest, seats, side_at, underway, effort })
    }

    pub(super) fn play(mut self, options: &PlayOptions) -> Result<Played, PlayError> {
        let fault = loop {
            if options.stop.raised() {
                return Err(PlayError::Interrupted);
            }
            let deciding = match self.underway.game.turn() {
                Turn::Over => break None,
                turn => turn.deciders::<C::Game>(),
            };
            let asked: Result<Vec<_>, _> = deciding.map(|p| self.ask(p, options)).collect();
            match asked {
                Ok(moves) => self.underway.play(&moves),
                // A search that was told to stop may have answered anything.
                Err(_) if options.stop.raised() => return Err(PlayError::Interrupted),
                Err(fault) => break Some(fault),
            }
        };
        self.finish(fault)
    }

    /// Asks the agent of `player` for a move; the error is its side and what it did wrong.
    fn ask(&mut self, player: Player, options: &PlayOptions) -> Result<MoveOf<C>, (usize, Fault)> {
        let seat = self.contest.side_of(player);
        let side = self.side_at[seat];
        let game = &self.underway.game;
        let view = self.contest.view(game, player);
        let agent = &mut self.seats[seat];
        let before = Instant::now();
        let answer = catch_unwind(AssertUnwindSafe(|| {
            agent.analyse(&view, player, &mut Watch::new(&options.stop))
        }));
        let took = before.elapsed();
        let effort = &mut self.effort[side];
        effort.moves += 1;
        effort.time += took;
        effort.longest = effort.longest.max(took);
        let fault = |kind, detail: &dyn fmt::Display| (side, Fault::new(kind, detail));
        let answer = answer.map_err(|panic| fault(FaultKind::Panic, &panic_text(&*panic)))?;
        let analysis = answer.map_err(|error| fault(FaultKind::SearchError, &error))?;
        effort.playouts += analysis.effort();
        if let Some(clock) = options.clock.filter(|&clock| took > clock) {
            let detail = format!("{took:.1?} over a move, {clock:.1?} allowed");
            return Err(fault(FaultKind::Timeout, &detail));
        }
        let mv = analysis.best;
        let mut legal = Vec::new();
        game.moves(player, &mut legal);
        if !legal.contains(&mv) {
            return Err(fault(FaultKind::IllegalMove, &format!("{mv:?}")));
        }
        Ok(mv)
    }

    fn finish(self, fault: Option<(usize, Fault)>) -> Result<Played, PlayError> {
        let Underway { start, game: end, moves: played, .. } = &self.underway;
        let mut rewards = vec![0.0; self.seats.len()];
        let (low, high) = end.features().rewards;
        for (seat, &side) in self.side_at.iter().enumerate() {
            rewards[side] = match &fault {
                Some((failed, _)) if *failed == side => low,
                Some(_) => high,
                None => self.contest.reward(end, seat),
            };
        }
        let record = self.contest.write(start, played);
        let (start, moves) =
            self.contest.read(&record).map_err(|error| PlayError::Record(error.to_string()))?;
        if moves != *played || fault.is_none() {
            let again = replayed(start, &moves);
            let same = (0..self.seats.len())
                .all(|seat| self.contest.reward(&again, seat) == self.contest.reward(end, seat));
            if moves != *played || !same {
                return Err(PlayError::Record(record));
            }
        }
        let length = played.len() as u64;
        Ok(Played { rewards, length, effort: self.effort, record, fault })
    }
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}
