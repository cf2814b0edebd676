//! Depth-budgeted search (Billings 2007): a budget that is divided at each step down, and a greedy
//! simulation where it is spent.
//!
//! The method was never written down; Schadd et al. (2.3) say no more than that "when the search
//! reaches a depth where its budget has been spent, a greedy simulation is performed". Here a
//! position shares its budget out equally over its moves; with less than one each, it is played on
//! greedily: always the move after which the points made and the groups then on the board are worth
//! most, the commonest colour spared. The game follows the best line seen, with a fresh budget at
//! each move.

use super::{Answer, Task, answer, budget};
use crate::agent::Thinking;
use crate::samegame::rules::{Block, State, points};
use spinney_search::budget::{Budget, Meter};
use spinney_search::game::Game;
use spinney_search::puzzle::{Line, Solution};
use spinney_spec::{Param, Schema, Settings};

pub(super) static SCHEMA: Schema = Schema {
    name: "dbs",
    help: "depth-budgeted search with greedy simulations; `nodes` counts simulations",
    source: "Billings 2007, after Schadd et al. 2012, 2.3",
    params: &[
        Thinking::nodes(0),
        Thinking::millis(0),
        Param::integer("share", "400", 1, 1_000_000_000, "simulations per move of the game"),
    ],
};

struct Search<const W: usize, const P: usize, const L: u32> {
    spared: u8,
    meter: Meter,
    best: Line<Block>,
    path: Vec<Block>,
}

impl<const W: usize, const P: usize, const L: u32> Search<W, P, L> {
    /// Shares the budget out over the moves; false when the meter says stop.
    fn visit(&mut self, state: &State<W, P, L>, budget: f64) -> bool {
        let mut moves = Vec::new();
        state.moves(0, &mut moves);
        if budget < moves.len() as f64 || moves.is_empty() {
            if !self.meter.take(0) {
                return false;
            }
            self.simulate(*state);
            return true;
        }
        let share = budget / moves.len() as f64;
        moves.into_iter().all(|mv| {
            let mut child = *state;
            child.play(mv);
            self.path.push(mv);
            let on = self.visit(&child, share);
            self.path.pop();
            on
        })
    }

    /// Plays on greedily and keeps the line if it is the best.
    fn simulate(&mut self, mut state: State<W, P, L>) {
        let depth = self.path.len();
        loop {
            let spared = state.board.of_colour(self.spared);
            let mut chosen = None;
            state.each_group(|group| {
                let mut child = state;
                child.remove(group);
                let mut worth = child.score;
                child.each_group(|group| worth += points(group.count()));
                let key = ((group & spared).is_empty(), worth);
                if chosen.as_ref().is_none_or(|(best, _, _)| key > *best) {
                    chosen = Some((key, State::<W, P, L>::block(group.first()), child));
                }
            });
            let Some((_, mv, child)) = chosen else { break };
            self.path.push(mv);
            state = child;
        }
        let score = f64::from(state.total());
        if score > self.best.score {
            self.best = Line { score, moves: self.path.clone() };
        }
        self.path.truncate(depth);
    }
}

pub(super) fn search<const W: usize, const P: usize, const L: u32>(
    settings: &Settings,
    start: &State<W, P, L>,
    task: &Task<'_>,
) -> Answer {
    let limits = budget(settings, task);
    let limits = Budget { playouts: limits.playouts.or(limits.nodes), nodes: None, ..limits };
    let mut search = Search::<W, P, L> {
        spared: start.commonest(),
        meter: limits.start(),
        best: Line::default(),
        path: Vec::new(),
    };
    let share = settings.integer("share") as f64;
    let mut state = *start;
    while search.visit(&state, share) {
        let Some(&mv) = search.best.moves.get(search.path.len()) else { break };
        search.path.push(mv);
        state.play(mv);
    }
    let effort = search.meter.done();
    answer(start, Solution { line: search.best, effort, proven: false })
}
