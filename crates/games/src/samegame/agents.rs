//! The solvers by name: `best`, single-player MCTS, and their rivals.
//!
//! Each takes a state and gives a line to the end. A line that was seen in any playout counts: the
//! answer is the best of all.

mod a_star;
mod beam;
pub mod best;
mod depth_budgeted;
mod nested;
mod sp_mcts;

pub(super) use sp_mcts::{SpMcts, TimeControl};

use super::rules::{Block, State};
use crate::agent::Thinking;
use spinney_search::budget::{Budget, Stop};
use spinney_search::game::Game;
use spinney_search::playout::Playout;
use spinney_search::puzzle::Solution;
use spinney_search::rng::stream;
use spinney_spec::{Catalogue, Choice, Param, Schema, Settings, choice};
use std::time::Duration;

/// What a solver is asked, beside the state.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// Everything random comes from it.
    pub seed: u64,
    /// Threads, for solvers that use several.
    pub threads: usize,
    /// Takes the place of the limits in the solver's settings.
    pub time: Option<Duration>,
    /// Ends the search, which then answers with what it has.
    pub stop: &'a Stop,
    /// A line that is known already, for solvers that can go on from one.
    pub known: &'a [Block],
    /// Hears of better lines as they are found, from solvers that find several.
    pub improved: &'a (dyn Fn(&Answer) + Sync),
}

/// A line from a state to the end of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Its score.
    pub score: i32,
    /// Its moves.
    pub moves: Vec<Block>,
    /// Playouts spent, or nodes by solvers without playouts.
    pub effort: u64,
    /// Whether no line scores more.
    pub proven: bool,
    /// How far the trees reached below the positions that they were grown from.
    pub depth: Depth,
}

/// How deep trees are; all 0 without a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Depth {
    /// Of the deepest position.
    pub deepest: usize,
    /// Of all positions, on average.
    pub mean: f64,
}

impl Answer {
    /// Worse than any line.
    pub(super) const NOTHING: Self = Self {
        score: i32::MIN,
        moves: Vec::new(),
        effort: 0,
        proven: false,
        depth: Depth { deepest: 0, mean: 0.0 },
    };
}

choice! {
    /// Where the lines of `best` begin if a line is known.
    enum From {
        /// Anew, and from the known line.
        Any = "any",
        /// From the known line alone.
        Known = "known",
    }
}

static BEST: Schema = Schema {
    name: "best",
    help: "parallel tempering over whole games, with one colour spared to the end",
    source: "",
    params: &[
        Thinking::playouts(0),
        Thinking::millis(10_000),
        Param::integer(
            "tabu",
            "0",
            0,
            9,
            "the colour to spare, from 1; 0, or a colour that is not on the board: chosen by trial runs",
        ),
        Param::real("hot", "70", 0.1, 10_000.0, "the highest temperature, in points").tunable(),
        Param::real("cold", "15", 0.01, 1000.0, "the lowest temperature, in points").tunable(),
        Param::integer("rungs", "8", 2, 100, "the number of temperatures").tunable(),
        Param::real("daring", "0.02", 0.0, 1.0, "the probability that an inserted move is of the spared colour")
            .tunable(),
        Param::real(
            "bonus",
            "300",
            0.0,
            10_000.0,
            "points for an empty board while a line is being changed",
        )
        .tunable(),
        Param::choice(
            "from",
            "any",
            From::NAMES,
            "if a line is known: start from scratch and from it, or from it alone",
        ),
        Param::real(
            "polish",
            "0.5",
            0.0,
            1.0,
            "the fraction of the time after the trial runs in which only the best line is changed, at lower temperatures",
        )
        .tunable(),
    ],
};

static RANDOM: Schema = Schema {
    name: "random",
    help: "one playout",
    source: "Schadd et al. 2012, 4.1",
    params: &[sp_mcts::PLAYOUT, sp_mcts::EPSILON, sp_mcts::DRAW],
};

/// All solvers, with the paper's parameter sets as presets.
pub fn catalogue() -> Catalogue {
    let schemas = [
        &BEST,
        &sp_mcts::SCHEMA,
        &nested::NESTED,
        &nested::NRPA,
        &beam::SCHEMA,
        &depth_budgeted::SCHEMA,
        &a_star::IDA_STAR,
        &a_star::A_STAR,
        &RANDOM,
    ];
    Catalogue::new("agent", &schemas)
        .preset(
            "manual",
            "sp-mcts(c=0.1, d=32, t=10, w=0.02, epsilon=0.003, scale=100)",
            "Table 5, manual",
        )
        .preset(
            "cem-game",
            "sp-mcts(c=5.96, d=67.98, t=13, w=0.49, epsilon=0.00007, scale=100)",
            "Table 5, tuned for time=game",
        )
        .preset(
            "cem-move",
            "sp-mcts(time=move, c=4.31, d=96.67, t=11, w=0.28, epsilon=0.00007, scale=100)",
            "Table 5, tuned for time=move",
        )
        .preset("exploitation", "sp-mcts(c=0.1, d=32, scale=100)", "Table 2")
        .preset("balanced", "sp-mcts(c=0.5, d=10000, scale=100)", "Table 2")
        .preset("exploration", "sp-mcts(c=1, d=20000, scale=100)", "Table 2")
}

/// Solves a state with the solver that the settings name.
pub fn solve<const W: usize, const P: usize, const L: u32>(
    settings: &Settings,
    start: State<W, P, L>,
    task: &Task<'_>,
) -> Answer {
    match settings.name() {
        "best" => run_best(settings, start, task),
        "sp-mcts" => SpMcts::new(settings, task.seed).solve(start, task),
        "nested" => nested::nested(settings, &start, task),
        "nrpa" => nested::nrpa(settings, &start, task),
        "beam" => beam::beam(settings, &start, task),
        "dbs" => depth_budgeted::search(settings, &start, task),
        "ida-star" => a_star::ida_star(settings, &start, task),
        "a-star" => a_star::a_star(settings, &start, task),
        "random" => one_playout(settings, start, task),
        other => unreachable!("the catalogue has no `{other}`"),
    }
}

/// The limits of the settings, or the task's time in their place.
fn budget(settings: &Settings, task: &Task<'_>) -> Budget {
    match task.time {
        Some(_) => Budget { time: task.time, stop: Some(task.stop.clone()), ..Budget::default() },
        None => Thinking::new(settings).budget(task.stop),
    }
}

fn run_best<const W: usize, const P: usize, const L: u32>(
    settings: &Settings,
    start: State<W, P, L>,
    task: &Task<'_>,
) -> Answer {
    let tabu = settings.integer("tabu") as u8;
    let options = best::Options {
        threads: task.threads,
        tabu: Some(tabu).filter(|&tabu| tabu > 0),
        tabu_rate: settings.real("daring"),
        bonus: settings.real("bonus"),
        anew: settings.choice::<From>("from") == From::Any,
        polish: settings.real("polish"),
        temperatures: best::Temperatures {
            hot: settings.real("hot"),
            cold: settings.real("cold"),
            rungs: settings.integer("rungs") as usize,
        },
        ..best::Options::new(budget(settings, task), task.seed)
    };
    let answer = |found: &best::Found| Answer {
        score: found.score,
        moves: found.moves.clone(),
        effort: found.tried,
        proven: false,
        depth: Depth::default(),
    };
    answer(&best::solve(start, task.known, &options, &|found| (task.improved)(&answer(found))))
}

fn one_playout<const W: usize, const P: usize, const L: u32>(
    settings: &Settings,
    start: State<W, P, L>,
    task: &Task<'_>,
) -> Answer {
    let (mut end, mut moves) = (start, Vec::new());
    let mut playout = sp_mcts::playout(settings);
    playout.run(&mut end, &mut stream(&[task.seed]), |_, mv| moves.push(mv));
    Answer { score: end.total(), moves, effort: 1, proven: false, depth: Depth::default() }
}

/// The answer of a generic search for one player; its start if there was time for nothing.
fn answer<const W: usize, const P: usize, const L: u32>(
    start: &State<W, P, L>,
    solution: Solution<Block>,
) -> Answer {
    let (mut end, mut moves) = (*start, Vec::new());
    if solution.line.found() {
        moves = solution.line.moves;
    }
    for &mv in &moves {
        end.play(mv);
    }
    // A search that was stopped before it saw an end leaves the rest to the first move there is.
    let mut open = Vec::new();
    loop {
        open.clear();
        end.moves(0, &mut open);
        let Some(&mv) = open.first() else { break };
        moves.push(mv);
        end.play(mv);
    }
    let (effort, proven) = (solution.effort, solution.proven);
    Answer { score: end.total(), moves, effort, proven, depth: Depth::default() }
}

#[cfg(test)]
mod tests;
