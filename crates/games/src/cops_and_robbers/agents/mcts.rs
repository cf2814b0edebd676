//! `mcts`: the thesis's search (section 4.7).
//!
//! UCT with Q + C_p √(2 ln n / nᵢ) and C_p = 1/√2, random playouts, and the child with the highest
//! reward is played. The robber searches from the truth. The cops assume that he still stands where
//! they saw him last, even when a cop has been there since; before the first sighting, anywhere that
//! he can be.
//!
//! The text leaves several things open, and each is a parameter. Q is "the current score" of a child:
//! the mean of its results, or their sum, a win counting 1 and a loss −1 (`score=sum`), or just the
//! number of wins (`score=wins`). A move of the cops can be one cop's (`moves=each`: each in her turn
//! has a search of her own, the targets of those before her being reserved as in section 4.3), or
//! all cops' together, with "a child node for every valid move" of that kind (`moves=joint`). And
//! the result that "is backed up in the tree" can count for whoever chose the node (`backup=own`), or
//! always for the side that searches (`backup=searcher`), whose tree then hopes that the opponent
//! helps. The defaults are what MCTS usually means.
//!
//! Nor does it say what the cops do once one of them stands where the robber was last seen. With
//! `occupied=searched` he is assumed there all the same and runs from there; with `random` or `first`
//! the assumed position counts as a capture, after which every move is as good, and any or the first
//! one is played.
//!
//! "The child with the highest reward" is the one with the highest Q (`final=score`), or the one that
//! the formula of the selection would take next (`final=uct`), as if Browne et al.'s BestChild were
//! called with C_p in place of 0. And a playout lasts for the rounds that are left
//! (`horizon=left`), or for those of a whole game (`horizon=whole`).

use super::{HuntAgent, chooser};
use crate::agent::{Agent, AgentError, Analysis, Thinking, Watch};
use crate::cops_and_robbers::graph::Vertex;
use crate::cops_and_robbers::playout::anywhere;
use crate::cops_and_robbers::rules::MOST_COPS;
use crate::cops_and_robbers::rules::joint;
use crate::cops_and_robbers::rules::state::{self, State};
use crate::cops_and_robbers::view::View;
use spinney_search::backup::Backup;
use spinney_search::budget::Budget;
use spinney_search::game::{Features, Game, Player, Turn, Worlds};
use spinney_search::mcts::Mcts;
use spinney_search::playout::{Playout, Uniform};
use spinney_search::report::RootMove;
use spinney_search::rng::{Rng, stream};
use spinney_search::selection::Index;
use spinney_search::stats::{Plain, Stats};
use spinney_spec::{Choice, Param, Schema, Settings, choice};
use std::time::Instant;

const SOURCE: &str = "Varkevisser 2019, section 4.7";
const C_P: Param =
    Param::real("cp", "0.7071067811865476", 0.0, 100.0, "exploration: C_p").tunable();
const SCORE: Param =
    Param::choice("score", "mean", Score::NAMES, "Q: the mean result, wins minus losses, or wins");
const BACKUP: Param = Param::choice(
    "backup",
    "own",
    CreditTo::NAMES,
    "a result is credited to the side that moved, or to the side that searches",
);

const FINAL: Param = Param::choice(
    "final",
    "score",
    FinalMove::NAMES,
    "the child with the highest Q, or the one that selection would take next",
);
const HORIZON: Param =
    Param::choice("horizon", "left", Horizon::NAMES, "rounds of a playout: those left, or all");

pub(super) static COPS: Schema = Schema {
    name: "mcts",
    help: "UCT with random playouts; it assumes the robber where he was last seen",
    source: SOURCE,
    params: &[
        Thinking::playouts(150),
        Thinking::millis(0),
        C_P,
        SCORE,
        BACKUP,
        FINAL,
        HORIZON,
        Param::choice(
            "moves",
            "each",
            CopMoves::NAMES,
            "one search per cop, or one for all cops together",
        ),
        Param::choice(
            "occupied",
            "searched",
            Occupied::NAMES,
            "if a cop stands where the robber was last seen: search anyway, or play a random move, or the first move",
        ),
        Thinking::THREADS,
        Thinking::PARALLEL,
    ],
};

pub(super) static ROBBER: Schema = Schema {
    name: "mcts",
    help: "UCT with random playouts",
    source: SOURCE,
    params: &[
        Thinking::playouts(100),
        Thinking::millis(0),
        C_P,
        SCORE,
        BACKUP,
        FINAL,
        HORIZON,
        Thinking::THREADS,
        Thinking::PARALLEL,
    ],
};

/// More joint moves than this are not listed: the cops then search one after the other.
const MOST_JOINT_MOVES: usize = 10_000;

/// Q + C_p √(2 ln n / nᵢ).
#[derive(Clone, Copy, Debug)]
struct Uct {
    cp: f64,
    score: Score,
    choice: FinalMove,
}

choice! {
    /// Q.
    enum Score {
        /// The mean result.
        Mean = "mean",
        /// Wins minus losses.
        Sum = "sum",
        /// Wins.
        Wins = "wins",
    }
}

choice! {
    /// Which child is played.
    enum FinalMove {
        /// That with the highest Q.
        Score = "score",
        /// That which selection would take next.
        Uct = "uct",
    }
}

choice! {
    /// How long a playout lasts.
    enum Horizon {
        /// For the rounds that are left.
        Left = "left",
        /// For as many rounds as a game has.
        Whole = "whole",
    }
}

choice! {
    /// For whom a result counts.
    enum CreditTo {
        /// For the side that moved.
        Own = "own",
        /// For the side that searches.
        Searcher = "searcher",
    }
}

choice! {
    /// What the cops search for.
    enum CopMoves {
        /// A move for each cop, one after the other.
        Each = "each",
        /// A move for all of them.
        Joint = "joint",
    }
}

choice! {
    /// What the cops do while one of them stands where the robber was last seen.
    enum Occupied {
        /// Search as if he still were there.
        Searched = "searched",
        /// He counts as caught: any move.
        Random = "random",
        /// He counts as caught: the first move.
        First = "first",
    }
}

/// Who is credited with a result.
#[derive(Clone, Copy, Debug)]
struct Credit {
    searcher_only: bool,
}

impl<G: Game<Rewards = [f64; 2]>> Backup<G> for Credit {
    fn credit(&self, _: &G, rewards: [f64; 2], root: Player) -> [f64; 2] {
        if self.searcher_only { [rewards[root]; 2] } else { rewards }
    }
}

impl Uct {
    /// Q, from the mean reward (a win is 1, a loss 0) and the visits.
    fn score(self, mean: f64, visits: f64) -> f64 {
        match self.score {
            Score::Mean => mean,
            Score::Sum => visits * (2.0 * mean - 1.0),
            Score::Wins => visits * mean,
        }
    }

    /// C_p √(2 ln n / nᵢ).
    fn bonus(self, twice_ln: f64, visits: f64) -> f64 {
        self.cp * (twice_ln / visits).sqrt()
    }

    fn best<M: Copy>(self, moves: &[RootMove<M>]) -> Option<M> {
        let total: f64 = moves.iter().map(|m| f64::from(m.visits)).sum();
        let score = |m: &RootMove<M>| {
            let visits = f64::from(m.visits);
            let bonus = match self.choice {
                FinalMove::Score => 0.0,
                FinalMove::Uct => self.bonus(2.0 * total.ln(), visits),
            };
            self.score(m.mean, visits) + bonus
        };
        let visited = moves.iter().filter(|m| m.visits > 0);
        let best = visited.reduce(|a, b| if score(b) > score(a) { b } else { a });
        best.or(moves.first()).map(|m| m.mv)
    }
}

impl Index for Uct {
    type Stats = Plain;
    type Shared = f64;
    fn shared(&self, _: usize, total: u32) -> f64 {
        2.0 * f64::from(total).ln()
    }
    fn index(&self, arm: &Plain, twice_ln: f64) -> f64 {
        let visits = f64::from(arm.visits());
        self.score(arm.mean(), visits) + self.bonus(twice_ln, visits)
    }
}

/// The game with all cops' targets as one move; the robber's step stands in the first place.
#[derive(Clone, Debug)]
struct Joint(State);

impl Game for Joint {
    type Move = [Vertex; MOST_COPS];
    type Rewards = [f64; 2];
    const MOVES_HIDDEN: bool = State::MOVES_HIDDEN;
    const HIDDEN_INFORMATION: bool = true;

    fn features(&self) -> Features {
        Features { max_moves: None, ..self.0.features() }
    }
    fn hides_moves(&self, player: Player) -> bool {
        self.0.hides_moves(player)
    }
    fn turn(&self) -> Turn {
        self.0.turn()
    }
    fn moves(&self, player: Player, out: &mut Vec<Self::Move>) {
        let widened = |targets: &[Vertex]| {
            let mut all = [0; MOST_COPS];
            all[..targets.len()].copy_from_slice(targets);
            all
        };
        let public = self.0.public();
        if player == state::COPS {
            joint::for_each(public.rules(), public.cops(), &mut Vec::new(), &mut |targets| {
                out.push(widened(targets));
            });
        } else {
            out.extend(public.rules().steps(self.0.robber()).iter().map(|&to| widened(&[to])));
        }
    }
    fn play(&mut self, targets: Self::Move) {
        match self.0.turn() {
            Turn::One(state::COPS) => self.0.move_cops(targets),
            _ => self.0.play(targets[0]),
        }
    }
    fn rewards(&self) -> [f64; 2] {
        self.0.rewards()
    }
}

/// Random playouts, one cop after the other.
#[derive(Clone, Debug, Default)]
struct OneByOne(Uniform<Vertex>);

impl Playout<Joint> for OneByOne {
    fn run(
        &mut self,
        game: &mut Joint,
        rng: &mut Rng,
        _played: impl FnMut(Player, [Vertex; MOST_COPS]),
    ) -> [f64; 2] {
        self.0.run(&mut game.0, rng, |_, _| ())
    }
}

/// The robber where he is known to be, else where he was last seen, else anywhere possible; in the
/// round being played, or in the first.
struct LastSeen<'a>(&'a View, Horizon);

impl Worlds<State> for LastSeen<'_> {
    const HIDDEN: bool = true;
    fn draw(&self, rng: &mut Rng) -> State {
        let state = match self.0.robber.or(self.0.public.seen()) {
            Some(robber) => State::assume(self.0.public.clone(), robber),
            None => self.0.draw(rng),
        };
        match self.1 {
            Horizon::Left => state,
            Horizon::Whole => state.in_first_round(),
        }
    }
}

impl Worlds<Joint> for LastSeen<'_> {
    const HIDDEN: bool = true;
    fn draw(&self, rng: &mut Rng) -> Joint {
        Joint(Worlds::<State>::draw(self, rng))
    }
}

struct ThesisMcts {
    uct: Uct,
    each: Mcts<State, Uct, Uniform<Vertex>, Credit>,
    /// For a search over joint moves, and the targets that it found for this round.
    joint: Option<Mcts<Joint, Uct, OneByOne, Credit>>,
    plan: [Vertex; MOST_COPS],
    occupied: Occupied,
    horizon: Horizon,
    thinking: Thinking,
    rng: Rng,
}

pub(super) fn make(player: Player, settings: &Settings, seed: u64) -> HuntAgent {
    let (cp, score) = (settings.real("cp"), settings.choice("score"));
    let uct = Uct { cp, score, choice: settings.choice("final") };
    let to = settings.choice::<CreditTo>("backup");
    let credit = Credit { searcher_only: to == CreditTo::Searcher };
    let cops = player == state::COPS;
    let joint = cops && settings.choice::<CopMoves>("moves") == CopMoves::Joint;
    let occupied = if cops { settings.choice("occupied") } else { Occupied::Searched };
    Box::new(ThesisMcts {
        uct,
        each: Mcts::with_backup(uct, Uniform::default(), credit),
        joint: joint.then(|| Mcts::with_backup(uct, OneByOne::default(), credit)),
        plan: [Vertex::MAX; MOST_COPS],
        occupied,
        horizon: settings.choice("horizon"),
        thinking: Thinking::new(settings),
        rng: stream(&[seed]),
    })
}

impl ThesisMcts {
    /// The target of the cop who chooses now in a joint move that was searched for when the first
    /// of them chose.
    fn joint_choice(
        &mut self,
        view: &View,
        budget: &Budget,
    ) -> Result<Option<Analysis<Vertex>>, AgentError> {
        let Some(search) = self.joint.as_mut() else { return Ok(None) };
        let public = &view.public;
        let choices = public.cops().iter().map(|&cop| public.rules().steps(cop).len());
        if choices.fold(1, usize::saturating_mul) > MOST_JOINT_MOVES {
            return Ok(None);
        }
        let mut playouts = 0;
        if public.reserved().is_empty() {
            let report = search.run(&LastSeen(view, self.horizon), budget, &mut self.rng)?;
            playouts = report.playouts;
            self.plan = self.uct.best(report.moves(state::COPS)).ok_or(AgentError::NoMove)?;
        }
        let cop = chooser(public);
        let planned = self.plan[usize::from(cop)];
        let possible = public.choices(cop).any(|to| to == planned);
        let target = if possible { planned } else { anywhere(public, cop, &mut self.rng) };
        Ok(Some(Analysis { playouts, ..Analysis::of(target) }))
    }
}

impl ThesisMcts {
    /// The move of a cop for whom the robber counts as caught already, by the assumption that he is
    /// where he was last seen.
    fn after_capture(&mut self, view: &View) -> Option<Vertex> {
        let public = &view.public;
        let assumed = view.robber.or(public.seen())?;
        if self.occupied == Occupied::Searched || !public.cops().contains(&assumed) {
            return None;
        }
        let cop = chooser(public);
        match self.occupied {
            Occupied::First => public.choices(cop).next(),
            _ => Some(anywhere(public, cop, &mut self.rng)),
        }
    }
}

impl Agent<View, Vertex> for ThesisMcts {
    fn analyse(
        &mut self,
        view: &View,
        player: Player,
        watch: &mut Watch<'_, Vertex>,
    ) -> Result<Analysis<Vertex>, AgentError> {
        if let Some(target) = self.after_capture(view) {
            return Ok(Analysis::of(target));
        }
        let begin = Instant::now();
        let budget = self.thinking.budget(watch.stop);
        let analysis = if let Some(analysis) = self.joint_choice(view, &budget)? {
            analysis
        } else {
            let worlds = LastSeen(view, self.horizon);
            let Self { each, thinking, rng, .. } = self;
            let report = thinking.search(each, &worlds, 1.0, player, watch, rng)?;
            let best = self.uct.best(report.moves(player)).ok_or(AgentError::NoMove)?;
            Analysis::of_report(&report, player, best)
        };
        self.thinking.decided(begin);
        Ok(analysis)
    }

    fn rest(&mut self) {
        self.each.release();
        self.joint.iter_mut().for_each(Mcts::release);
    }
}

#[cfg(test)]
mod tests;
