//! What threads bring: playouts per second of one tree searched by one thread and by several, and
//! a match between the two at equal time.
//!
//! `threads speed [THREADS [ROUNDS]]`: a million playouts of Connect Four from the empty board, and
//! 100,000 of the first search of Scotland Yard's seekers. One thread and several take turns; the
//! medians count.
//!
//! `threads once [THREADS [PLAYOUTS]]`: one search of Connect Four, for a profiler.
//!
//! `threads match [THREADS [MILLIS [GAMES]]]`: Connect Four, so many milliseconds per move for both
//! sides, each opening played twice with sides swapped.

use spinney_games::connect_four::ConnectFour;
use spinney_games::scotland_yard::categories::Weighing;
use spinney_games::scotland_yard::playout::Greedy;
use spinney_games::scotland_yard::rules::Options;
use spinney_games::scotland_yard::rules::Position;
use spinney_games::scotland_yard::worlds::Guesses;
use spinney_search::backup::Backup;
use spinney_search::backup::Coalition;
use spinney_search::budget::Budget;
use spinney_search::game::{Game, Turn, Worlds};
use spinney_search::mcts::{Mcts, RunOptions};
use spinney_search::parallel::Parallel;
use spinney_search::playout::{Playout, Uniform};
use spinney_search::report::FinalMove;
use spinney_search::rng::{Rng, below, stream};
use spinney_search::selection::{ProgressiveHistory, Selection, Ucb1};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, default: u64| {
        words.get(place).map_or(Some(default), |word| word.parse().ok().filter(|&n| n > 0))
    };
    match words.first().map(String::as_str) {
        Some("speed") => {
            if let (Some(threads), Some(rounds)) = (number(1, 2), number(2, 5)) {
                return speed(threads as usize, rounds);
            }
        }
        Some("once") => {
            if let (Some(threads), Some(playouts)) = (number(1, 2), number(2, 1_000_000)) {
                let mut search = Mcts::new(Ucb1::new(std::f64::consts::SQRT_2), Uniform::default());
                let options = RunOptions { threads: threads as usize, ..RunOptions::default() };
                let budget = Budget::playouts(playouts);
                let game = ConnectFour::default();
                let report = search.run_with(&game, &budget, options, &mut stream(&[1]));
                let elapsed = report.expect("the game keeps its contract").elapsed;
                return println!("{:.0}", playouts as f64 / elapsed.as_secs_f64());
            }
        }
        Some("match") => {
            if let (Some(threads), Some(millis), Some(games)) =
                (number(1, 2), number(2, 10), number(3, 200))
            {
                return play_match(threads as usize, millis, games);
            }
        }
        _ => {}
    }
    eprintln!("threads speed [THREADS [ROUNDS]]");
    eprintln!("threads once [THREADS [PLAYOUTS]]");
    eprintln!("threads match [THREADS [MILLIS [GAMES]]]");
    std::process::exit(2);
}

fn speed(threads: usize, rounds: u64) {
    println!("{:<24} {:>12} {:>12} {:>12}  ratio", "playouts per second", 1, threads, "root");
    let search = Mcts::new(Ucb1::new(std::f64::consts::SQRT_2), Uniform::default());
    rates("connect-four", &search, &ConnectFour::default(), threads, 1_000_000, rounds);

    let mut rng = stream(&[1]);
    let mut game = Options::default().start(1);
    let mv = game.random_move(0, &mut rng, &mut Vec::new());
    game.play(mv);
    let view = game.public();
    let weighing: Weighing = "min-distance/general/1".parse().expect("a known weighing");
    let worlds = Guesses::new(view.with_hider(0, ()), &weighing.weights(&view));
    type Seen = Position<()>;
    let policy = ProgressiveHistory::new(0.5, 5.0, Seen::PLAYERS, Seen::MOVE_KEYS);
    let reduction = Coalition { r: 0.1, opponents_get_rest: true };
    let search = Mcts::with_backup(policy, Greedy::MC, reduction);
    rates("scotland-yard/seekers", &search, &worlds, threads, 100_000, rounds);
}

fn rates<G: Game, S: Selection, P: Playout<G>, B: Backup<G>>(
    name: &str,
    search: &Mcts<G, S, P, B>,
    worlds: &impl Worlds<G>,
    threads: usize,
    playouts: u64,
    rounds: u64,
) {
    let budget = Budget::playouts(playouts);
    let kinds = [(1, Parallel::Tree), (threads, Parallel::Tree), (threads, Parallel::Root)];
    let mut found = [const { Vec::new() }; 3];
    for round in 0..rounds {
        for (kind, &(threads, parallel)) in kinds.iter().enumerate() {
            let mut search = search.clone();
            let options = RunOptions { threads, parallel, ..RunOptions::default() };
            let mut rng = stream(&[round, kind as u64]);
            let report = search.run_with(worlds, &budget, options, &mut rng);
            let report = report.expect("the game keeps its contract");
            found[kind].push(report.playouts as f64 / report.elapsed.as_secs_f64());
        }
    }
    let [one, tree, root] = found.map(|mut rates| {
        rates.sort_by(f64::total_cmp);
        rates[rates.len() / 2]
    });
    println!(
        "{name:<24} {one:>12.0} {tree:>12.0} {root:>12.0}  {:.2}, {:.2}",
        tree / one,
        root / one
    );
}

/// The move of a search with so many threads.
fn decide(game: &ConnectFour, threads: usize, millis: u64, rng: &mut Rng) -> u8 {
    let mut search = Mcts::new(Ucb1::new(1.0), Uniform::default());
    let options = RunOptions { threads, ..RunOptions::default() };
    let report = search.run_with(game, &Budget::millis(millis), options, rng);
    let report = report.expect("the game keeps its contract");
    let Turn::One(player) = game.turn() else { unreachable!("asked only while it runs") };
    report.best(player, FinalMove::Robust, rng).expect("there is a move")
}

fn play_match(threads: usize, millis: u64, games: u64) {
    let (mut won, mut drawn) = (0.0, 0.0);
    for number in 0..games {
        let mut rng = stream(&[number / 2]);
        let mut game = ConnectFour::default();
        // Two random moves each, so that pairs of games differ.
        for _ in 0..4 {
            let mv = game.random_move(0, &mut rng, &mut Vec::new());
            game.play(mv);
        }
        let ours = number as usize % 2;
        let mut rng = stream(&[number, 1]);
        let _ = below(&mut rng, 2);
        while let Turn::One(player) = game.turn() {
            let threads = if player == ours { threads } else { 1 };
            game.play(decide(&game, threads, millis, &mut rng));
        }
        match game.rewards()[ours] {
            1.0 => won += 1.0,
            0.5 => drawn += 1.0,
            _ => {}
        }
    }
    let n = games as f64;
    let score = (won + 0.5 * drawn) / n;
    // Wilson's interval at 95 %, a draw as half a win.
    let z = 1.96f64;
    let middle = (score + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (score * (1.0 - score) / n + z * z / (4.0 * n * n)).sqrt();
    println!(
        "{threads} threads against 1, {millis} ms per move, {games} games: {won} won, {drawn} drawn, {:.1} % ({:.1} to {:.1})",
        100.0 * score,
        100.0 * (middle - half),
        100.0 * (middle + half)
    );
}
