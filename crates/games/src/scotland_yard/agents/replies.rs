//! A hider's second look at his best moves: each is followed by a round of detectives who search.
//!
//! In his tree the detectives answer by a simple rule, because millions of answers are needed. Real
//! detectives search too, and cut off his ways instead of running after him. So a part of the budget
//! goes to few answers of the real kind: the detectives of Nijssen and Winands, or those of the kind that
//! he seems to face ([`super::opponents`]), are told what is public and move once each, and the learned
//! estimate says how likely he is to escape from there. Which move is tried next is a bandit's choice
//! (UCB1).

use super::opponents::Opponents;
use crate::agent::{AgentError, Thinking, Watch};
use crate::scotland_yard::rules::{Full, HIDER, Move, SEEKERS};
use crate::scotland_yard::value::Inputs;
use spinney_search::budget::Stop;
use spinney_search::game::{Game, Turn};
use spinney_search::report::RootMove;
use spinney_spec::{Param, Settings, SpecError};
use std::time::Instant;

/// The share of the budget that trials may have.
pub(super) const REPLIES: Param = Param::real(
    "replies",
    "0",
    0.0,
    0.95,
    "share of the budget in which his best moves are tried against detectives who search; a budget in \
     playouts that allows fewer than 16 trials goes to the tree alone",
)
.tunable();
/// What an answer costs.
pub(super) const REPLY_PLAYOUTS: Param = Param::integer(
    "reply-playouts",
    "200",
    1,
    1_000_000,
    "replies: playouts of each detective's answer",
);

/// Moves that are tried, at most.
const MOST: usize = 4;
/// How much worse than the best a move may look in the tree and still be tried.
const MARGIN: f64 = 0.15;
/// What the tree found counts as much as so many trials.
const PRIOR: f64 = 3.0;
/// The exploration of the bandit.
const C: f64 = 0.3;
/// With fewer trials the tree knows better.
const FEWEST: u64 = 16;

/// A move and what came of it.
struct Trial {
    mv: Move,
    /// After the move, with the ticket that is paid for it.
    after: Full,
    sum: f64,
    count: f64,
}

impl Trial {
    fn mean(&self) -> f64 {
        self.sum / self.count
    }
}

/// What a second look has found.
pub(super) struct Found {
    /// The moves that were tried and his chance after each, the best first.
    pub(super) values: Vec<(Move, f64)>,
    /// Playouts that the answers took.
    pub(super) playouts: u64,
}

/// The second look.
pub(super) struct Replies {
    share: f64,
    /// What an answer costs, whoever gives it.
    playouts: u64,
    opponents: Opponents,
    /// How often a model was asked since the last look.
    asked: u64,
}

impl Replies {
    /// As the settings say; none if they want none, or the budget is too small.
    pub(super) fn new(
        settings: &Settings,
        thinking: &Thinking,
        seed: u64,
    ) -> Result<Option<Self>, SpecError> {
        let (share, playouts) = (settings.real("replies"), settings.integer("reply-playouts"));
        let least = FEWEST * SEEKERS as u64 * playouts;
        let scarce = thinking.playouts.is_some_and(|most| (most as f64 * share) < least as f64);
        if share == 0.0 || scarce {
            return Ok(None);
        }
        let opponents = Opponents::new(settings, playouts, seed)?;
        Ok(Some(Self { share, playouts, opponents, asked: 0 }))
    }

    /// The share of the budget that is left for the tree.
    pub(super) fn left(&self) -> f64 {
        1.0 - self.share
    }

    /// Hears what the detectives have done.
    pub(super) fn hear(&mut self, position: &Full, stop: &Stop) -> Result<(), AgentError> {
        self.asked = self.opponents.hear(&position.public(), stop)?;
        Ok(())
    }

    /// How likely the detectives are simple ones.
    pub(super) fn simple(&self) -> f64 {
        self.opponents.simple()
    }

    /// Tries the moves that look best in the tree; `paid` says which ticket is paid for one. Nothing
    /// is found if no other move comes near the best.
    pub(super) fn look(
        &mut self,
        position: &Full,
        moves: &[RootMove<Move>],
        paid: impl Fn(Move) -> Move,
        thinking: &Thinking,
        watch: &Watch<'_, Move>,
    ) -> Result<Option<Found>, AgentError> {
        let begin = Instant::now();
        let mut spent = self.playouts * self.asked;
        let mut playouts = 0;
        let budget = thinking.share(self.share, watch.stop);
        let mut trials = candidates(position, moves, paid);
        if trials.len() < 2 {
            return Ok(None);
        }
        let round = u64::from(position.open.detectives) * self.playouts;
        for tried in 0.. {
            let late = budget.time.is_some_and(|time| begin.elapsed() >= time);
            let dear = budget.playouts.is_some_and(|most| spent + round > most);
            if late || dear || watch.stop.raised() {
                break;
            }
            let next = choose(&trials, tried);
            let value = self.play(trials[next].after, &mut playouts, watch)?;
            spent += round;
            trials[next].sum += value;
            trials[next].count += 1.0;
        }
        trials.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
        let values = trials.iter().map(|trial| (trial.mv, trial.mean())).collect();
        Ok(Some(Found { values, playouts }))
    }

    /// A round of the detectives; gives the hider's chance after it, and adds up their playouts.
    fn play(
        &mut self,
        mut position: Full,
        playouts: &mut u64,
        watch: &Watch<'_, Move>,
    ) -> Result<f64, AgentError> {
        let (seekers, value) = self.opponents.draw();
        while let Turn::One(player) = position.turn()
            && player != HIDER
        {
            let mut unseen = Watch::new(watch.stop);
            let answer = seekers.analyse(&position.public(), player, &mut unseen)?;
            *playouts += answer.playouts;
            position.play(answer.best);
        }
        Ok(match position.turn() {
            Turn::Over => position.rewards()[HIDER],
            _ => value.escape(&Inputs::of(&position)),
        })
    }

    /// Gives the memory back.
    pub(super) fn rest(&mut self) {
        self.opponents.rest();
    }
}

/// The moves that are worth a trial. A double move is left to the tree, which knows its second half.
fn candidates(
    position: &Full,
    moves: &[RootMove<Move>],
    paid: impl Fn(Move) -> Move,
) -> Vec<Trial> {
    let mut visited: Vec<_> = moves.iter().filter(|m| m.visits > 0).collect();
    visited.sort_by_key(|m| std::cmp::Reverse(m.visits));
    let best = visited.first().map_or(0.0, |m| m.mean);
    let mut trials: Vec<Trial> = Vec::new();
    for m in visited.into_iter().filter(|m| !m.mv.double && m.mean >= best - MARGIN) {
        let mut after = *position;
        after.play(paid(m.mv));
        let known = trials.iter().any(|trial| trial.after == after);
        if !known && trials.len() < MOST {
            trials.push(Trial { mv: m.mv, after, sum: PRIOR * m.mean, count: PRIOR });
        }
    }
    trials
}

/// Which move is tried next.
fn choose(trials: &[Trial], tried: u64) -> usize {
    let ln = (tried as f64 + PRIOR * trials.len() as f64).ln();
    let index = |trial: &Trial| trial.mean() + C * (ln / trial.count).sqrt();
    let order = |&a: &usize, &b: &usize| index(&trials[a]).total_cmp(&index(&trials[b]));
    (0..trials.len()).max_by(order).unwrap_or(0)
}
