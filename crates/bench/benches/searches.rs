//! Playouts and whole searches of the small games.

use divan::{Bencher, black_box};
use spinney_games::connect_four::{ConnectFour, Threats};
use spinney_games::tic_tac_toe::TicTacToe;
use spinney_search::backup::Solver;
use spinney_search::budget::Budget;
use spinney_search::game::Game;
use spinney_search::mcts::Mcts;
use spinney_search::minimax::{AlphaBeta, Team};
use spinney_search::playout::{Playout, Uniform};
use spinney_search::rng::stream;
use spinney_search::selection::{Form, ProgressiveHistory, Selection, Thompson, Ucb1, Ucb1Tuned};

fn main() {
    divan::main();
}

#[divan::bench(types = [ConnectFour, TicTacToe])]
fn playout<G: Game + Default>(bencher: Bencher<'_, '_>) {
    let mut rng = stream(&[1]);
    let mut playout = Uniform::<G::Move>::default();
    bencher.bench_local(|| playout.run(&mut black_box(G::default()), &mut rng, |_, _| ()));
}

const PLAYOUTS: u64 = 10_000;

fn search<S: Selection>(bencher: Bencher<'_, '_>, policy: S) {
    let mut rng = stream(&[1]);
    let mut search = Mcts::new(policy, Uniform::default());
    bencher
        .bench_local(|| search.run(&ConnectFour::default(), &Budget::playouts(PLAYOUTS), &mut rng));
}

#[divan::bench]
fn uct(bencher: Bencher<'_, '_>) {
    search(bencher, Ucb1::new(1.4));
}
#[divan::bench]
fn ucb1_tuned(bencher: Bencher<'_, '_>) {
    search(bencher, Ucb1Tuned);
}
#[divan::bench]
fn thompson(bencher: Bencher<'_, '_>) {
    search(bencher, Thompson { c1: 1.0, c2: 1.0, form: Form::Source });
}
#[divan::bench]
fn progressive_history(bencher: Bencher<'_, '_>) {
    search(bencher, ProgressiveHistory::new(1.4, 5.0, 2, ConnectFour::MOVE_KEYS));
}
#[divan::bench]
fn uct_with_solver(bencher: Bencher<'_, '_>) {
    let mut rng = stream(&[1]);
    let mut search = Mcts::with_backup(Ucb1::new(1.4), Uniform::default(), Solver);
    bencher
        .bench_local(|| search.run(&ConnectFour::default(), &Budget::playouts(PLAYOUTS), &mut rng));
}

#[divan::bench(args = [4, 6, 8])]
fn alpha_beta(depth: u32) -> u64 {
    let mut search = AlphaBeta::new(Threats).depth(depth);
    search.run(&ConnectFour::default(), Team::alone(0), &Budget::default()).nodes
}
