//! Single-player Monte-Carlo tree search (Schadd, Winands, Tak and Uiterwijk 2012, section 4).
//!
//! Selection by formula 1 with C, D and the weighted top score W; T, the visits of a position before
//! the formula chooses in it, in three readings; the budget is spent at the first move or shared out over the moves (4.2, 6.4); three
//! final-move rules (4.2). Restarts share the budget out over runs with fresh seeds (4.3), each a
//! search from the start or, where the budget of a run is shared out over the moves, a whole game;
//! what a move has may be shared out over several searches, too.

use super::{Answer, Depth, Task, budget};
use crate::agent::Thinking;
use crate::samegame::playout::{Draw, RouletteWheel, Tabu, TabuPlayout};
use crate::samegame::rules::{Block, State};
use spinney_search::budget::Budget;
use spinney_search::final_move::FinalMove;
use spinney_search::game::{Game, Player, Turn};
use spinney_search::mcts::{Config, Mcts};
use spinney_search::playout::Playout;
use spinney_search::report::Report;
use spinney_search::rng::{Rng, stream};
use spinney_search::selection::SinglePlayer;
use spinney_spec::{Choice, Param, Schema, Settings, choice};
use std::time::Instant;

/// The mean length of a game, by which the paper divides the time (6.4).
const MEAN_LENGTH: f64 = 64.4;

/// How games are played out.
pub(super) const PLAYOUT: Param =
    Param::choice("playout", "tabu-color-random", Playouts::NAMES, "how games are played out");
/// How often a playout forgets its tabu.
pub(super) const EPSILON: Param =
    Param::real("epsilon", "0.003", 0.0, 1.0, "ε, the probability that a move ignores the tabu")
        .tunable();
/// Which of equally common colours is spared.
const TIES: Param = Param::choice(
    "ties",
    "first",
    ColourTies::NAMES,
    "if several colours are the most common, playouts spare the first one, or one drawn for each search",
);
/// What a playout draws.
pub(super) const DRAW: Param = Param::choice(
    "draw",
    "blocks",
    Draw::NAMES,
    "what playouts draw uniformly; blocks favour large groups and are faster",
);

pub(super) static SCHEMA: Schema = Schema {
    name: "sp-mcts",
    help: "single-player Monte-Carlo tree search",
    source: "Schadd, Winands, Tak and Uiterwijk 2012",
    params: &[
        Thinking::playouts(0),
        Thinking::nodes(100_000),
        Thinking::millis(0),
        Param::real("c", "0.1", 0.0, 1000.0, "C of formula 1, the exploration constant").tunable(),
        Param::real(
            "d",
            "32",
            0.0,
            10_000_000.0,
            "D of formula 1, which favours rarely visited moves",
        )
        .tunable(),
        Param::integer(
            "t",
            "10",
            1,
            1_000_000,
            "T, the visits of a position before formula 1 is used",
        )
        .tunable(),
        Param::choice(
            "below",
            "leaf",
            BelowT::NAMES,
            "a position with fewer than T visits is a leaf; or the simulation strategy chooses there and a playout stores its first new position, and from T on formula 1 considers all moves, or only stored ones",
        ),
        Param::real("w", "0.02", 0.0, 10.0, "W, the weight of the top score").tunable(),
        EPSILON,
        Param::real(
            "scale",
            "1",
            1.0,
            10_000.0,
            "the number of points that count as 1 in formula 1",
        )
        .tunable(),
        PLAYOUT,
        DRAW,
        TIES,
        Param::integer(
            "restarts",
            "1",
            1,
            1_000_000,
            "the number of runs that share the budget; the best one counts",
        ),
        Param::integer(
            "patience",
            "0",
            0,
            1_000_000,
            "a run that is behind the best one ends after this many moves without a better line, and leaves its budget to other runs; 0 for never",
        ),
        Param::integer(
            "searches",
            "1",
            1,
            1_000_000,
            "the number of searches that share the budget of a decision",
        ),
        Param::choice(
            "time",
            "game",
            TimeControl::NAMES,
            "spend all time on the first move, or divide it between the moves",
        ),
        Param::choice("final", "top", Final::NAMES, "how the move is chosen at the end"),
    ],
};

/// Any of the paper's playouts.
#[derive(Clone, Copy, Debug)]
pub(super) enum AnyPlayout {
    Tabu(TabuPlayout),
    Roulette(RouletteWheel),
}

/// The playout that settings name.
pub(super) fn playout(settings: &Settings) -> AnyPlayout {
    let (draw, epsilon) = (settings.choice("draw"), settings.real("epsilon"));
    let tabu = match settings.choice("playout") {
        Playouts::Random => Tabu::None,
        Playouts::TabuRandom => Tabu::Random,
        Playouts::TabuColorRandom => Tabu::Commonest,
        Playouts::McRws => return AnyPlayout::Roulette(RouletteWheel),
    };
    AnyPlayout::Tabu(TabuPlayout { tabu, draw, epsilon })
}

impl<const W: usize, const P: usize, const L: u32> Playout<State<W, P, L>> for AnyPlayout {
    const CHOOSES: bool = true;

    fn choose(&mut self, state: &State<W, P, L>, rng: &mut Rng) -> Option<Block> {
        match self {
            Self::Tabu(playout) => playout.choose(state, rng),
            Self::Roulette(playout) => playout.choose(state, rng),
        }
    }

    #[inline]
    fn run(
        &mut self,
        state: &mut State<W, P, L>,
        rng: &mut Rng,
        played: impl FnMut(Player, Block),
    ) -> [f64; 1] {
        match self {
            Self::Tabu(playout) => playout.run(state, rng, played),
            Self::Roulette(playout) => playout.run(state, rng, played),
        }
    }
}

choice! {
    /// What happens in a position that was visited less often than T, and what follows.
    enum BelowT {
        /// It is a leaf, and every playout starts from it. From T on all its moves are tried first.
        Leaf = "leaf",
        /// The simulation strategy chooses, and each playout stores its first new position ("as
        /// long as the threshold is not exceeded, the simulation strategy is used"). From T on
        /// formula 1 chooses, which is infinite for a move not yet tried.
        Simulation = "simulation",
        /// The same, but formula 1 knows only stored positions.
        Stored = "stored",
    }
}

choice! {
    /// When the budget is spent.
    pub(in crate::samegame) enum TimeControl {
        /// All of it at the first move.
        Game = "game",
        /// A share of it at each move.
        Move = "move",
    }
}

choice! {
    /// Which move is played.
    enum Final {
        /// The one with the highest average.
        Average = "average",
        /// The one visited most.
        Visits = "visits",
        /// The first of the best line.
        Top = "top",
    }
}

choice! {
    /// How games are played out.
    enum Playouts {
        /// Any move.
        Random = "random",
        /// A colour drawn at the start is spared.
        TabuRandom = "tabu-random",
        /// The commonest colour is spared.
        TabuColorRandom = "tabu-color-random",
        /// Roulette-wheel selection.
        McRws = "mc-rws",
    }
}

choice! {
    /// Which of equally common colours is spared.
    enum ColourTies {
        /// The first.
        First = "first",
        /// One drawn for each search.
        Any = "any",
    }
}

/// The search with its settings.
pub(in crate::samegame) struct SpMcts {
    settings: Settings,
    playout: AnyPlayout,
    rng: Rng,
    /// Playouts so far.
    pub(in crate::samegame) effort: u64,
    /// How deep the trees so far were, and how many positions they had.
    depth: Depth,
    positions: u64,
}

impl SpMcts {
    pub(in crate::samegame) fn new(settings: &Settings, seed: u64) -> Self {
        Self {
            settings: settings.clone(),
            playout: playout(settings),
            rng: stream(&[seed]),
            effort: 0,
            depth: Depth::default(),
            positions: 0,
        }
    }

    pub(in crate::samegame) fn control(&self) -> TimeControl {
        self.settings.choice("time")
    }

    /// One search from a state; none if it is over or the budget allows nothing.
    fn search<const W: usize, const P: usize, const L: u32>(
        &mut self,
        state: &State<W, P, L>,
        budget: &Budget,
    ) -> Option<Report<Block>> {
        let formula = SinglePlayer {
            c: self.settings.real("c"),
            d: self.settings.real("d"),
            w: self.settings.real("w"),
            scale: self.settings.real("scale"),
        };
        let t = self.settings.integer("t") as u32;
        let below = self.settings.choice::<BelowT>("below");
        let config = match below {
            BelowT::Leaf => Config { expand_after: t, ..Config::default() },
            BelowT::Simulation | BelowT::Stored => Config {
                simulate_below: t,
                try_all: below == BelowT::Simulation,
                ..Config::default()
            },
        };
        let mut playout = self.playout;
        if let AnyPlayout::Tabu(TabuPlayout { tabu: tabu @ Tabu::Commonest, .. }) = &mut playout
            && self.settings.choice::<ColourTies>("ties") == ColourTies::Any
        {
            let any = TabuPlayout::new(Tabu::Random).spared(state, &mut self.rng);
            *tabu = Tabu::CommonestFrom(any);
        }
        let mut search = Mcts::new(formula, playout).config(config);
        let report = search.run(state, budget, &mut self.rng);
        let report = report.ok().filter(|report| report.playouts > 0)?;
        self.effort += report.playouts;
        self.positions += report.nodes;
        self.depth.deepest = self.depth.deepest.max(report.depth);
        let share = report.nodes as f64 / self.positions as f64;
        self.depth.mean += share * (search.mean_depth() - self.depth.mean);
        Some(report)
    }

    /// How the budget is shared out.
    fn shares(&self, task: &Task<'_>) -> Shares {
        let whole = budget(&self.settings, task);
        let decisions = if self.control() == TimeControl::Move { MEAN_LENGTH } else { 1.0 };
        // A search has a playout at least: no more of them than the budget has.
        let most = least(&whole).map_or(f64::INFINITY, |n| (n as f64 / decisions).floor());
        let runs = (self.restarts() as f64).min(most).max(1.0);
        let decision = shared_out(&whole, runs * decisions);
        Shares { runs: runs as u64, decision, whole }
    }

    /// The searches that share the budget of one decision, merged.
    fn decide<const W: usize, const P: usize, const L: u32>(
        &mut self,
        state: &State<W, P, L>,
        whole: &Budget,
    ) -> Option<Report<Block>> {
        let n = self.settings.integer("searches").min(least(whole).unwrap_or(u64::MAX)).max(1);
        let share = shared_out(whole, n as f64);
        let mut merged: Option<Report<Block>> = None;
        for _ in 0..n {
            let Some(report) = self.search(state, &share) else { break };
            match &mut merged {
                Some(merged) => merged.merge(&report),
                None => merged = Some(report),
            }
        }
        merged
    }

    pub(in crate::samegame) fn restarts(&self) -> u64 {
        self.settings.integer("restarts")
    }

    /// After how many moves without a better line a run behind the best is given up; 0 for never.
    fn patience(&self) -> usize {
        self.settings.integer("patience") as usize
    }

    /// The move to play, and the best line from here if the search finds a better one.
    pub(in crate::samegame) fn choose<const W: usize, const P: usize, const L: u32>(
        &mut self,
        state: &State<W, P, L>,
        task: &Task<'_>,
        best: &mut Answer,
    ) -> Option<Block> {
        let report = self.decide(state, &self.shares(task).decision)?;
        if let Some((score, moves)) = &report.best_line
            && *score > f64::from(best.score)
        {
            *best = Answer { score: *score as i32, moves: moves.clone(), ..best.clone() };
        }
        let rule = match self.settings.choice("final") {
            Final::Average => FinalMove::Max,
            Final::Visits => FinalMove::Robust,
            Final::Top => return best.moves.first().copied(),
        };
        report.best(0, rule, &mut self.rng)
    }

    /// One run from the start, and whether the budget allows another.
    fn run<const W: usize, const P: usize, const L: u32>(
        &mut self,
        start: State<W, P, L>,
        task: &Task<'_>,
        best: &mut Answer,
    ) -> bool {
        let (mut state, mut played) = (start, Vec::new());
        // The best line from where the game stands, of which the first move is the top one.
        let mut ahead = Answer::NOTHING;
        let mut improved = 0;
        while state.turn() != Turn::Over {
            let before = ahead.score;
            let Some(mv) = self.choose(&state, task, &mut ahead) else { return false };
            if ahead.score > before {
                improved = played.len();
            }
            if ahead.score > best.score {
                best.score = ahead.score;
                best.moves = played.iter().chain(&ahead.moves).copied().collect();
                best.effort = self.effort;
                best.depth = self.depth;
                (task.improved)(best);
            }
            if self.control() == TimeControl::Game {
                break;
            }
            if ahead.moves.first() == Some(&mv) {
                ahead.moves.remove(0);
            } else {
                ahead.score = i32::MIN;
            }
            played.push(mv);
            state.play(mv);
            let patience = self.patience();
            if patience > 0 && ahead.score < best.score && played.len() - improved > patience {
                return true;
            }
        }
        true
    }

    /// The best line ever seen, over all searches.
    pub(super) fn solve<const W: usize, const P: usize, const L: u32>(
        mut self,
        start: State<W, P, L>,
        task: &Task<'_>,
    ) -> Answer {
        let Shares { runs, whole, .. } = self.shares(task);
        let (began, one) = (Instant::now(), shared_out(&whole, runs as f64));
        // What runs that were given up have left may be enough for another.
        let has_room = |effort: u64, positions: u64| {
            let playouts = whole.playouts.zip(one.playouts);
            let nodes = whole.nodes.zip(one.nodes);
            let time = whole.time.zip(one.time);
            playouts.is_none_or(|(all, one)| effort + one <= all)
                && nodes.is_none_or(|(all, one)| positions + one <= all)
                && time.is_none_or(|(all, one)| began.elapsed() + one <= all)
        };
        let mut best = Answer::NOTHING;
        let mut run = 0;
        while run < runs || self.patience() > 0 && has_room(self.effort, self.positions) {
            if !self.run(start, task, &mut best) {
                break;
            }
            run += 1;
        }
        if best.score == i32::MIN {
            let solution = spinney_search::puzzle::Solution {
                line: spinney_search::puzzle::Line::default(),
                effort: self.effort,
                proven: false,
            };
            return super::answer(&start, solution);
        }
        Answer { effort: self.effort, depth: self.depth, ..best }
    }
}

/// A budget, and how it is shared out.
struct Shares {
    /// How many runs share it.
    runs: u64,
    /// What each decision of a run has.
    decision: Budget,
    /// All of it.
    whole: Budget,
}

/// The smaller one of the limits that are counted.
fn least(budget: &Budget) -> Option<u64> {
    budget.playouts.into_iter().chain(budget.nodes).min()
}

/// A budget divided by a number.
fn shared_out(budget: &Budget, by: f64) -> Budget {
    let part = |n: u64| ((n as f64 / by) as u64).max(1);
    Budget {
        playouts: budget.playouts.map(part),
        nodes: budget.nodes.map(part),
        time: budget.time.map(|time| time.div_f64(by)),
        stop: budget.stop.clone(),
    }
}
