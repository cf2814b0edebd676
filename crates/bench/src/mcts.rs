//! The crate `mcts` 0.3 (Jacob Jackson): its search on one thread, on the bitboard of this house.

use crate::{Clock, Run};
use mcts::tree_policy::UCTPolicy;
use mcts::{Evaluator, GameState, MCTS, MCTSManager, SearchHandle};
use spinney_games::connect_four::{ConnectFour, WIDTH};
use spinney_search::game::{Game, Player, Turn};
use spinney_search::playout::{Playout, Uniform};
use spinney_search::rng::{Rng, stream};
use std::ops::Range;

/// So many simulations from the empty board. The crate seeds its own generator, always the same.
pub fn run(simulations: u64, _seed: u64) -> Run {
    let started = Clock::start();
    // Its formula is mean + 2 c √(ln t / n); rewards here are whole numbers from 0 to 2, so that
    // everything is twice what it is elsewhere and c the same.
    let policy = UCTPolicy::new(std::f64::consts::SQRT_2);
    let mut search = MCTSManager::new(Four(ConnectFour::default()), Job, Random, policy, ());
    search.playout_n(simulations);
    let column = search.best_move().unwrap_or(0);
    let visits = search.tree().root_node().moves().map(mcts::MoveInfo::visits).sum();
    let time = started.elapsed();
    Run { time, column, visits }
}

/// The bitboard as that crate wants it.
#[derive(Clone)]
struct Four(ConnectFour);

/// The open columns.
struct Open {
    board: ConnectFour,
    columns: Range<u8>,
}

impl Iterator for Open {
    type Item = u8;
    #[inline]
    fn next(&mut self) -> Option<u8> {
        let board = self.board;
        self.columns.find(|&column| board.is_open(column))
    }
}

impl GameState for Four {
    type Move = u8;
    type Player = Player;
    type MoveList = Open;

    #[inline]
    fn current_player(&self) -> Player {
        usize::from(self.0.turn() != Turn::One(0))
    }
    #[inline]
    fn available_moves(&self) -> Open {
        let width = if self.0.turn() == Turn::Over { 0 } else { WIDTH as u8 };
        Open { board: self.0, columns: 0..width }
    }
    #[inline]
    fn make_move(&mut self, column: &u8) {
        self.0.play(*column);
    }
}

struct Random;

impl Evaluator<Job> for Random {
    /// What the first player gets: 2, 1 or 0.
    type StateEvaluation = i64;

    fn evaluate_new_state(
        &self,
        state: &Four,
        _: &Open,
        handle: Option<SearchHandle<'_, Job>>,
    ) -> (Vec<()>, i64) {
        let mut board = state.0;
        let rewards = match handle {
            Some(mut handle) => {
                let rng = &mut handle.thread_data().extra_data.0;
                Uniform::default().run(&mut board, rng, |_, _| ())
            }
            // The root, before the search has a generator.
            None => board.rewards(),
        };
        (vec![(); WIDTH], (2.0 * rewards[0]) as i64)
    }
    fn evaluate_existing_state(&self, _: &Four, known: &i64, _: SearchHandle<'_, Job>) -> i64 {
        *known
    }
    fn interpret_evaluation_for_player(&self, first: &i64, player: &Player) -> i64 {
        if *player == 0 { *first } else { 2 - *first }
    }
}

struct Generator(Rng);

impl Default for Generator {
    fn default() -> Self {
        Self(stream(&[1]))
    }
}

struct Job;

impl MCTS for Job {
    type State = Four;
    type Eval = Random;
    type TreePolicy = UCTPolicy;
    type NodeData = ();
    type TranspositionTable = ();
    type ExtraThreadData = Generator;
}
