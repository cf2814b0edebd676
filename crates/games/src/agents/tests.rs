use super::*;
use crate::agent::Watch;
use crate::connect_four::{ConnectFour, Threats};
use crate::tic_tac_toe::TicTacToe;
use spinney_search::backup::Solver;
use spinney_search::budget::{Budget, Stop};
use spinney_search::game::{Player, Turn};
use spinney_search::mcts::Mcts;
use spinney_search::minimax::{AlphaBeta, EndsOnly, Team};
use spinney_search::playout::Uniform;
use spinney_search::rng::stream;
use spinney_search::selection::Ucb1;
use spinney_search::tree::Proven;

fn made<G: Game + PartialEq + 'static>(
    text: &str,
    evaluation: impl Evaluation<G> + Send + 'static,
    seed: u64,
) -> Box<dyn Agent<G, G::Move>> {
    let settings = catalogue().resolve(&text.parse().unwrap()).unwrap();
    agent(&settings, evaluation, seed).unwrap()
}

/// Plays a game and gives the reward of the first player.
fn play<G: Game + PartialEq>(
    mut game: G,
    agents: &mut [Box<dyn Agent<G, G::Move>>; 2],
    mut seen: impl FnMut(&G, Player, G::Move),
) -> f64 {
    while let Turn::One(player) = game.turn() {
        let mv = agents[player].choose(&game, player, &Stop::new()).unwrap();
        seen(&game, player, mv);
        game.play(mv);
    }
    game.rewards()[0]
}

/// The moves that keep the value of the position, by looking at everything.
fn right_moves<G: Game>(game: &G, player: Player) -> (f64, Vec<G::Move>) {
    let value = |game: &G| {
        AlphaBeta::new(EndsOnly).run(game, Team::alone(player), &Budget::default()).value
    };
    let mut moves = Vec::new();
    game.moves(player, &mut moves);
    let values: Vec<f64> = moves
        .iter()
        .map(|&mv| {
            let mut next = game.clone();
            next.play(mv);
            value(&next)
        })
        .collect();
    let best = values.iter().copied().fold(0.0, f64::max);
    assert_eq!(best, value(game));
    (best, moves.into_iter().zip(values).filter(|(_, v)| *v == best).map(|(mv, _)| mv).collect())
}

#[test]
fn every_policy_never_loses_tic_tac_toe() {
    for schema in mcts::POLICIES {
        let spec = format!("{}(playouts=5000, solver=true)", schema.name);
        for seed in 0..4 {
            let mut agents = [made(&spec, EndsOnly, seed), made("random", EndsOnly, seed)];
            assert!(play(TicTacToe::default(), &mut agents, |_, _, _| ()) >= 0.5, "{spec} {seed}");
            agents.swap(0, 1);
            assert!(play(TicTacToe::default(), &mut agents, |_, _, _| ()) <= 0.5, "{spec} {seed}");
        }
    }
}

#[test]
fn uct_plays_tic_tac_toe_like_minimax() {
    for (seed, options) in [(1, ""), (2, ", solver=true"), (3, ", reuse=true"), (4, ", expand=3")] {
        let spec = format!("uct(playouts=20000, c=1{options})");
        let mut agents = [made(&spec, EndsOnly, seed), made(&spec, EndsOnly, seed + 10)];
        let reward = play(TicTacToe::default(), &mut agents, |game, player, cell| {
            let (value, right) = right_moves(game, player);
            assert!(right.contains(&cell), "{spec}: {cell} in {game}, worth {value}");
        });
        assert_eq!(reward, 0.5, "{spec}");
    }
}

#[test]
fn reuse_and_solver_work_together() {
    for seed in 0..6 {
        let spec = "uct(playouts=3000, solver=true, reuse=true)";
        let mut agents = [made(spec, Threats, seed), made("random", Threats, seed)];
        assert_eq!(play(ConnectFour::default(), &mut agents, |_, _, _| ()), 1.0);
    }
}

#[test]
fn alpha_beta_beats_random_and_shallower_sight() {
    let mut won = 0.0;
    for seed in 0..6 {
        let start = crate::openings::random(&ConnectFour::default(), 4, seed);
        let mut agents: [Box<dyn Agent<ConnectFour, u8>>; 2] =
            [made("alpha-beta(depth=6)", Threats, 0), made("alpha-beta(depth=2)", Threats, 0)];
        won += play(start, &mut agents, |_, _, _| ());
        agents.swap(0, 1);
        won += 1.0 - play(start, &mut agents, |_, _, _| ());
    }
    assert!(won >= 9.0, "won {won} of 12");
}

/// Positions from which the rest can be searched to the end: 28 stones or more.
fn endgames() -> impl Iterator<Item = (u64, ConnectFour)> {
    (0..).filter_map(|seed| {
        let (mut game, mut rng, mut buffer) = (ConnectFour::default(), stream(&[seed]), Vec::new());
        while let Turn::One(player) = game.turn() {
            if game.moved() == 28 {
                return Some((seed, game));
            }
            let column = game.random_move(player, &mut rng, &mut buffer);
            game.play(column);
        }
        None
    })
}

#[test]
fn uct_plays_connect_four_endgames_like_alpha_beta() {
    for (seed, game) in endgames().take(25) {
        let Turn::One(player) = game.turn() else { unreachable!() };
        let (value, right) = right_moves(&game, player);
        let mut uct = made::<ConnectFour>("uct(playouts=40000, c=1, solver=true)", Threats, seed);
        let column = uct.choose(&game, player, &Stop::new()).unwrap();
        assert!(right.contains(&column), "{column} in {game}, worth {value}: {right:?}");
    }
}

/// Searches with the solver and gives what it proved for the player to move. A proof needs every
/// move refuted, so it explores more than play would.
fn proven<G: Game>(game: &G, playouts: u64) -> (Proven, u64) {
    let mut search = Mcts::with_backup(Ucb1::new(5.0), Uniform::default(), Solver);
    let report = search.run(game, &Budget::playouts(playouts), &mut stream(&[1])).unwrap();
    (report.proven, report.playouts)
}

#[test]
fn the_solver_proves_tic_tac_toe_a_draw() {
    let (outcome, playouts) = proven(&TicTacToe::default(), 1_000_000);
    assert_eq!(outcome, Proven::Draw);
    assert!(playouts < 1_000_000);
}

#[test]
fn the_solver_finds_wins_and_losses_in_connect_four() {
    // An open three in the bottom row can be made: no defence.
    let win: ConnectFour = "//xo/xo///".parse().unwrap();
    assert_eq!(proven(&win, 100_000).0, Proven::Win);
    // It has been made: the other player is lost.
    let loss: ConnectFour = "//xo/xo/x//".parse().unwrap();
    assert_eq!(proven(&loss, 100_000).0, Proven::Loss);
    // Endgames agree with looking at everything. One that is decided is proven so; a draw needs
    // every line searched, and may stay open.
    for (seed, game) in endgames().take(20) {
        let Turn::One(player) = game.turn() else { unreachable!() };
        let value = right_moves(&game, player).0;
        let known = match proven(&game, 200_000).0 {
            Proven::Win => 1.0,
            Proven::Loss => 0.0,
            Proven::Draw => 0.5,
            Proven::Open | Proven::Exhausted => {
                assert_eq!(value, 0.5, "endgame {seed} is decided, not proven: {game}");
                continue;
            }
        };
        assert_eq!(known, value, "endgame {seed}: {game}");
    }
}

#[test]
fn means_converge_to_the_minimax_value() {
    for (seed, game) in endgames().take(12) {
        let Turn::One(player) = game.turn() else { unreachable!() };
        let value = right_moves(&game, player).0;
        let mut search = Mcts::new(Ucb1::new(1.0), Uniform::default());
        let budget = Budget::playouts(100_000);
        let report = search.run(&game, &budget, &mut stream(&[seed])).unwrap();
        let most = report.players[0].1.iter().max_by_key(|mv| mv.visits).unwrap();
        assert!((most.mean - value).abs() < 0.1, "{game}: {} for {value}", most.mean);
    }
}

#[test]
fn budgets_are_asked_for_and_kept() {
    let stop = Stop::new();
    let effort = |text: &str| {
        let mut agent = made::<ConnectFour>(text, Threats, 1);
        agent.analyse(&ConnectFour::default(), 0, &mut Watch::new(&stop)).unwrap().effort()
    };
    assert_eq!(effort("uct"), 1000);
    assert_eq!(effort("uct(123)"), 123);
    assert_eq!(effort("alpha-beta(depth=20, nodes=1000)"), 1000);
    assert!(effort("uct(millis=20)") > 1000, "a limit in time takes the place of the default");
}

#[test]
fn several_threads_spend_one_budget() {
    let stop = Stop::new();
    for parallel in ["tree", "root"] {
        let spec = format!("uct(playouts=4001, threads=3, parallel={parallel})");
        let mut agent = made::<ConnectFour>(&spec, Threats, 1);
        let game = ConnectFour::default();
        let analysis = agent.analyse(&game, 0, &mut Watch::new(&stop)).unwrap();
        assert_eq!(analysis.playouts, 4001, "{spec}");
        let visits: u64 = analysis.candidates.iter().map(|candidate| candidate.visits).sum();
        assert_eq!(visits, 4001, "{spec}");
        assert_eq!(analysis.best, 3, "{spec}");
    }
}
