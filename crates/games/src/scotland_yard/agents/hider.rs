//! The hider by Monte-Carlo tree search (Nijssen and Winands 2012, IV; Borák 2021, 5).

use super::belief::{self, Weights};
use super::filtering::{Doubles, Filtering};
use super::hider_tree::{self, HiderTree};
use super::opponents;
use super::params::{self, Playouts};
use super::replies::{self, Found, Replies};
use crate::agent::{Agent, AgentError, Analysis, Candidate, Thinking, Watch};
use crate::scotland_yard::playout::Greedy;
use crate::scotland_yard::rules::{BlackFilter, Doubling, Full, HIDER, Move, Stance};
use crate::scotland_yard::solo::Suspicion;
use crate::scotland_yard::worlds::Guesses;
use spinney_search::final_move::FinalMove;
use spinney_search::game::{Game, Player};
use spinney_search::report::Report;
use spinney_search::rng::{Rng, below, stream, unit};
use spinney_spec::{Choice, Param, Schema, Settings, SpecError, choice};
use std::cmp::Reverse;
use std::time::Instant;

choice! {
    /// When the hider plays a double move.
    enum DoubleMoves {
        /// As the filter has it.
        Filter = "filter",
        /// Only to escape a capture.
        Escape = "escape",
        /// When the detectives are near, if the search prefers it.
        Distance = "distance",
        /// Always when the detectives are near.
        Near = "near",
        /// The same, with the detectives at a mean distance of 3 or less, and also in the tree and in
        /// playouts.
        Automatic = "automatic",
        /// When a second search says so.
        Search = "search",
        /// Like any move.
        Rules = "rules",
        /// Never.
        Never = "never",
    }
}

/// `mcts` for the hider; the defaults are the best of Nijssen and Winands.
pub(super) static MCTS: Schema = Schema {
    name: "mcts",
    help: "Monte-Carlo tree search",
    source: "Nijssen and Winands 2012, IV; Borák 2021, 5",
    params: &[
        Thinking::playouts(10_000),
        Thinking::millis(0),
        Param::real("c", "0.5", 0.0, 100.0, "exploration").tunable(),
        params::W,
        Param::choice("playout", "mm", Playouts::NAMES, "how games are played out"),
        params::HIDE_EPSILON,
        params::SEEK_EPSILON,
        params::TICKETS,
        params::BLACKS,
        params::DISCOUNT,
        hider_tree::TREE,
        hider_tree::GHOSTS,
        params::LEAF,
        replies::REPLIES,
        replies::REPLY_PLAYOUTS,
        opponents::MODELS,
        belief::SUSPICION,
        belief::MODELS,
        params::TIES,
        params::ESTIMATES,
        params::FINAL,
        Param::choice("filter", "nijssen", BlackFilter::NAMES, "whose move filtering is used"),
        Param::choice(
            "double",
            "filter",
            DoubleMoves::NAMES,
            "double moves: as goes with the filter; only to escape a capture; on offer when the \
             detectives are near on average (distance); always then (near), also within the search \
             (automatic); by a second search; like any move (rules); never",
        ),
        Param::real(
            "near",
            "3",
            0.0,
            20.0,
            "double=distance and near: the mean distance of the detectives is under this",
        )
        .tunable(),
        Param::real(
            "multiplier",
            "0.3",
            0.0,
            100.0,
            "double=search: by how much the second move must be better, as a part of the first",
        )
        .tunable(),
        Param::real("second", "0.5", 0.05, 0.95, "double=search: share of the second search")
            .tunable(),
        Param::real(
            "black-gain",
            "0",
            0.0,
            100.0,
            "a black ticket is paid where it leaves so many times as many stations possible, and only \
             there; 0 leaves it to the search",
        )
        .tunable(),
        Param::real(
            "suboptimal",
            "0",
            0.0,
            1.0,
            "moves this much worse, as a part of the best, may be played",
        )
        .tunable(),
        Param::real("suboptimal-chance", "0", 0.0, 1.0, "how often one of them is played")
            .tunable(),
        Thinking::THREADS,
        Thinking::PARALLEL,
    ],
};

/// A hider that searches.
pub struct HiderMcts {
    tree: Box<dyn HiderTree>,
    weights: Weights,
    ghosts: u8,
    seekers: Greedy,
    thinking: Thinking,
    replies: Option<Replies>,
    filtering: Filtering,
    multiplier: f64,
    second: f64,
    suboptimal: f64,
    suboptimal_chance: f64,
    final_move: FinalMove,
    rng: Rng,
}

impl HiderMcts {
    /// As the settings of `mcts` say.
    ///
    /// # Errors
    /// When there is no such model as they name.
    pub fn new(settings: &Settings, seed: u64) -> Result<Self, SpecError> {
        let black = params::filter(settings);
        let doubles = match settings.choice("double") {
            DoubleMoves::Filter => Doubles::of(black),
            DoubleMoves::Escape => Doubles::Escape,
            DoubleMoves::Distance => Doubles::Distance,
            DoubleMoves::Near => Doubles::Near,
            DoubleMoves::Automatic => Doubles::Automatic,
            DoubleMoves::Search => Doubles::Search,
            DoubleMoves::Rules => Doubles::Rules,
            DoubleMoves::Never => Doubles::Never,
        };
        let thinking = Thinking::new(settings);
        Ok(Self {
            tree: hider_tree::tree(settings),
            weights: Weights::of_hider(settings)?,
            ghosts: settings.integer("ghosts") as u8,
            seekers: params::playout(settings),
            replies: Replies::new(settings, &thinking, seed)?,
            thinking,
            filtering: Filtering {
                black,
                doubles,
                near: settings.real("near"),
                black_gain: settings.real("black-gain"),
            },
            multiplier: settings.real("multiplier"),
            second: settings.real("second"),
            suboptimal: settings.real("suboptimal"),
            suboptimal_chance: settings.real("suboptimal-chance"),
            final_move: params::final_move(settings),
            rng: stream(&[seed]),
        })
    }

    /// Searches for a move, with all of the budget.
    ///
    /// # Errors
    /// When the search fails.
    pub fn search(
        &mut self,
        position: &Full,
        watch: &mut Watch<'_, Move>,
    ) -> Result<Report<Move>, AgentError> {
        self.run(position, self.filtering.stance(position), 1.0, watch)
    }

    fn run(
        &mut self,
        position: &Full,
        stance: Stance,
        share: f64,
        watch: &mut Watch<'_, Move>,
    ) -> Result<Report<Move>, AgentError> {
        let mut root = position.with_belief(());
        root.open.stance = stance;
        let believed = Guesses::new(root, &self.weights.weigh(&position.public()));
        let suspicion = Suspicion {
            root,
            possible: position.belief.possible,
            believed,
            ghosts: self.ghosts,
            seekers: self.seekers.clone(),
            simple: self.replies.as_ref().map_or(0.0, Replies::simple),
        };
        self.tree.search(&suspicion, &self.thinking, share, watch, &mut self.rng)
    }

    /// The share of the budget that is for trees.
    fn for_trees(&self) -> f64 {
        self.replies.as_ref().map_or(1.0, Replies::left)
    }

    /// What detectives who search say of the best moves, if they are asked.
    fn reconsider(
        &mut self,
        position: &Full,
        report: &Report<Move>,
        legal: &[Move],
        watch: &Watch<'_, Move>,
    ) -> Result<Option<Found>, AgentError> {
        let Self { replies, filtering, thinking, .. } = self;
        let Some(replies) = replies else { return Ok(None) };
        let paid = |mv| filtering.finish(position, mv, legal);
        replies.look(position, report.moves(HIDER), paid, thinking, watch)
    }

    /// The most visited move; now and then, if asked for, one that is nearly as good.
    fn pick(&mut self, report: &Report<Move>) -> Option<Move> {
        let best = report.best(HIDER, self.final_move, &mut self.rng)?;
        if self.suboptimal_chance > 0.0 && unit(&mut self.rng) < self.suboptimal_chance {
            let least = mean(report, best) * (1.0 - self.suboptimal);
            let others: Vec<Move> = report
                .moves(HIDER)
                .iter()
                .filter(|m| m.mv != best && m.visits > 0 && m.mean > least)
                .map(|m| m.mv)
                .collect();
            if !others.is_empty() {
                return Some(others[below(&mut self.rng, others.len())]);
            }
        }
        Some(best)
    }

    /// Borák 5.1.3: the same move with a double-move ticket, if moving on from there is worth it.
    /// Gives the move to play, and what the search for the second step found.
    fn double_if_better(
        &mut self,
        position: &Full,
        first: Move,
        normal: f64,
        watch: &Watch<'_, Move>,
    ) -> Result<(Move, Candidate<Move>), AgentError> {
        let mut after = *position;
        after.play(first.doubled());
        let stance = Stance::new(self.filtering.black, Doubling::Never, after.open.round);
        let share = self.second * self.for_trees();
        let report = self.run(&after, stance, share, &mut Watch::new(watch.stop))?;
        let best = report.best(HIDER, self.final_move, &mut self.rng);
        let double = best.map_or(0.0, |mv| mean(&report, mv));
        let better = double >= normal * (1.0 + self.multiplier);
        let doubled = Candidate {
            mv: first.doubled(),
            visits: report.playouts,
            value: Some(double),
            exact: None,
            distance: None,
        };
        Ok((if better { first.doubled() } else { first }, doubled))
    }
}

impl Agent<Full, Move> for HiderMcts {
    fn analyse(
        &mut self,
        position: &Full,
        _: Player,
        watch: &mut Watch<'_, Move>,
    ) -> Result<Analysis<Move>, AgentError> {
        let mut legal = Vec::new();
        position.moves(HIDER, &mut legal);
        if let [only] = legal[..] {
            return Ok(Analysis::of(only));
        }
        let begin = Instant::now();
        if let Some(replies) = &mut self.replies {
            replies.hear(position, watch.stop)?;
        }
        let twice = self.filtering.doubles == Doubles::Search && position.open.may_double();
        let share = if twice { 1.0 - self.second } else { 1.0 } * self.for_trees();
        let mut report = self.run(position, self.filtering.stance(position), share, watch)?;
        let mut mv = self.pick(&report).ok_or(AgentError::NoMove)?;
        // A double move stands, and so does a move that may be a slip.
        let stands = mv.double || self.suboptimal_chance > 0.0;
        let found = if stands { None } else { self.reconsider(position, &report, &legal, watch)? };
        if let Some(Found { values, playouts }) = &found {
            mv = values[0].0;
            report.playouts += playouts;
        }
        let may = !mv.double && legal.contains(&mv.doubled());
        let mut doubled = None;
        let best = if may && twice && position.open.round >= 2 {
            let normal = mean(&report, mv);
            let (best, second) = self.double_if_better(position, mv, normal, watch)?;
            report.playouts += second.visits;
            doubled = Some(second);
            best
        } else {
            self.filtering.finish(position, mv, &legal)
        };
        self.thinking.decided(begin);
        let mut analysis = Analysis::of_report(&report, HIDER, best);
        for (mv, value) in found.iter().flat_map(|found| &found.values) {
            let candidate = analysis.candidates.iter_mut().find(|candidate| candidate.mv == *mv);
            if let Some(candidate) = candidate {
                candidate.value = Some(*value);
            }
        }
        analysis.candidates.extend(doubled);
        if !analysis.candidates.iter().any(|candidate| candidate.mv == best) {
            // A rule has changed the ticket, or doubled: the step is the one that was searched.
            let searched = analysis.candidates.iter_mut().find(|candidate| candidate.mv == mv);
            if let Some(candidate) = searched {
                candidate.mv = best;
            }
        }
        analysis.candidates.sort_by_key(|candidate| Reverse(candidate.visits));
        Ok(analysis)
    }

    fn rest(&mut self) {
        self.tree.release();
        if let Some(replies) = &mut self.replies {
            replies.rest();
        }
    }
}

fn mean(report: &Report<Move>, mv: Move) -> f64 {
    report.moves(HIDER).iter().find(|m| m.mv == mv).map_or(0.0, |m| m.mean)
}
