//! What threads bring: playouts per second of one tree searched by one thread and by several, and
//! a match between the two at equal time.
//!
//! `threads speed [THREADS [ROUNDS]]`: a million playouts of Connect Four from the empty board, and
//! 100,000 of the first search of Scotland Yard's seekers. One thread and several take turns, with the
//! memory of their last search, as the agents of a game have it; the medians count.
//!
//! `threads once [THREADS [PLAYOUTS [GAME]]]`: one search of Connect Four, or of Scotland Yard's seekers
//! if the game is 2, for a profiler.
//!
//! `threads watched [CALLS [ROUNDS]]`: a search of Connect Four by one thread, watched so many times
//! per second (4 unless given) and not watched, in turns.
//!
//! `threads growth [ROUNDS]`: what a playout of Connect Four costs in trees of 10,000 to 10,000,000
//! positions.
//!
//! `threads short [THREADS [ROUNDS]]`: the same ratio in short searches of Connect Four, of 1 to 100
//! milliseconds, after 4 and after 16 random moves.
//!
//! `threads match [THREADS [MILLIS [GAMES]]]`: Connect Four, so many milliseconds per move for both
//! sides, each opening played twice with sides swapped.
//!
//! `threads quality [THREADS [PLAYOUTS [GAMES]]]`: the same with so many playouts per move for both, so
//! that only what the threads cost in quality counts.

use spinney_bench::Clock;
use spinney_games::connect_four::{Column, ConnectFour};
use spinney_games::scotland_yard::categories::Weighing;
use spinney_games::scotland_yard::playout::Greedy;
use spinney_games::scotland_yard::rules::Options;
use spinney_games::scotland_yard::rules::Position;
use spinney_games::scotland_yard::worlds::Guesses;
use spinney_search::backup::Backup;
use spinney_search::backup::Coalition;
use spinney_search::budget::Budget;
use spinney_search::final_move::FinalMove;
use spinney_search::game::{Game, Turn, Worlds};
use spinney_search::mcts::{Mcts, RunOptions};
use spinney_search::parallel::Parallel;
use spinney_search::playout::{Playout, Uniform};
use spinney_search::report::{Observer, Report};
use spinney_search::rng::{Rng, stream};
use spinney_search::selection::{ProgressiveHistory, Selection, Ucb1};
use std::time::Duration;

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
            if let (Some(threads), Some(playouts), Some(game)) =
                (number(1, 2), number(2, 1_000_000), number(3, 1))
            {
                let kind = (threads as usize, Parallel::Tree);
                let rate = if game == 1 {
                    rate(&mut connect_four(), &ConnectFour::default(), playouts, kind, 1)
                } else {
                    let (mut search, worlds) = seekers();
                    rate(&mut search, &worlds, playouts, kind, 1)
                };
                return println!("{rate:.0}");
            }
        }
        Some("watched") => {
            if let (Some(calls), Some(rounds)) = (number(1, 4), number(2, 9)) {
                return watched(calls, rounds);
            }
        }
        Some("growth") => {
            if let Some(rounds) = number(1, 3) {
                return growth(rounds);
            }
        }
        Some("match") => {
            if let (Some(threads), Some(millis), Some(games)) =
                (number(1, 2), number(2, 10), number(3, 200))
            {
                return play_match(threads as usize, &Budget::millis(millis), games);
            }
        }
        Some("quality") => {
            if let (Some(threads), Some(playouts), Some(games)) =
                (number(1, 2), number(2, 10_000), number(3, 200))
            {
                return play_match(threads as usize, &Budget::playouts(playouts), games);
            }
        }
        Some("short") => {
            if let (Some(threads), Some(rounds)) = (number(1, 2), number(2, 5)) {
                return short(threads as usize, rounds);
            }
        }
        _ => {}
    }
    eprintln!("threads speed [THREADS [ROUNDS]]");
    eprintln!("threads once [THREADS [PLAYOUTS [GAME]]]");
    eprintln!("threads watched [CALLS [ROUNDS]]");
    eprintln!("threads growth [ROUNDS]");
    eprintln!("threads short [THREADS [ROUNDS]]");
    eprintln!("threads match [THREADS [MILLIS [GAMES]]]");
    eprintln!("threads quality [THREADS [PLAYOUTS [GAMES]]]");
    std::process::exit(2);
}

fn speed(threads: usize, rounds: u64) {
    println!("{:<24} {:>12} {:>12} {:>12}  ratio", "playouts per second", 1, threads, "root");
    rates("connect-four", &connect_four(), &ConnectFour::default(), threads, 1_000_000, rounds);
    let (search, worlds) = seekers();
    rates("scotland-yard/seekers", &search, &worlds, threads, 100_000, rounds);
}

type Uct = Mcts<ConnectFour, Ucb1, Uniform<Column>>;

fn connect_four() -> Uct {
    Mcts::new(Ucb1::new(std::f64::consts::SQRT_2), Uniform::default())
}

/// As the detectives see it.
type Seen = Position<()>;

/// The first search of Scotland Yard's seekers.
fn seekers() -> (Mcts<Seen, ProgressiveHistory, Greedy, Coalition>, Guesses<()>) {
    let mut rng = stream(&[1]);
    let mut game = Options::default().start(1);
    let mv = game.random_move(0, &mut rng, &mut Vec::new());
    game.play(mv);
    let view = game.public();
    let weighing: Weighing = "min-distance/general/1".parse().expect("a known weighing");
    let worlds = Guesses::new(view.with_hider(0, ()), &weighing.weights(&view));
    let policy = ProgressiveHistory::new(0.5, 5.0, Seen::PLAYERS, Seen::MOVE_KEYS);
    let reduction = Coalition { r: 0.1, opponents_get_rest: true };
    (Mcts::with_backup(policy, Greedy::MC, reduction), worlds)
}

/// The playouts per second of one search.
fn rate<G: Game, S: Selection, P: Playout<G>, B: Backup<G>>(
    search: &mut Mcts<G, S, P, B>,
    worlds: &impl Worlds<G>,
    playouts: u64,
    (threads, parallel): (usize, Parallel),
    seed: u64,
) -> f64 {
    let options = RunOptions { threads, parallel, ..RunOptions::default() };
    let report =
        search.run_with(worlds, &Budget::playouts(playouts), options, &mut stream(&[seed]));
    let report = report.expect("the game keeps its contract");
    report.playouts as f64 / report.elapsed.as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn watched(calls: u64, rounds: u64) {
    let every = Duration::from_secs(1) / calls as u32;
    let playouts = 2_000_000;
    let (mut with, mut without, mut seen) = (Vec::new(), Vec::new(), 0);
    for round in 0..rounds {
        for watched in [round % 2 == 0, round % 2 == 1] {
            let mut see = |report: &Report<Column>| {
                seen += 1;
                std::hint::black_box(report);
            };
            let observer = watched.then(|| Observer::new(every, &mut see));
            let options = RunOptions { observer, ..RunOptions::default() };
            let clock = Clock::start();
            let report = connect_four().run_with(
                &ConnectFour::default(),
                &Budget::playouts(playouts),
                options,
                &mut stream(&[round]),
            );
            report.expect("the game keeps its contract");
            let list = if watched { &mut with } else { &mut without };
            list.push(clock.elapsed().as_secs_f64());
        }
    }
    let (with, without) = (median(with), median(without));
    println!(
        "{seen} calls in {rounds} searches: {with:.3} s watched, {without:.3} s not, {:+.2} %",
        100.0 * (with / without - 1.0)
    );
}

fn growth(rounds: u64) {
    println!("{:>10} {:>12} {:>9}", "positions", "ns per playout", "ratio");
    let mut first = None;
    for positions in [10_000u64, 100_000, 1_000_000, 10_000_000] {
        let cost = |seed| {
            let clock = Clock::start();
            // Small searches are repeated, so that they can be timed.
            let repeated = (200_000 / positions).max(1);
            let mut playouts = 0;
            for search in 0..repeated {
                let report = connect_four().run(
                    &ConnectFour::default(),
                    &Budget::nodes(positions),
                    &mut stream(&[seed, search]),
                );
                playouts += report.expect("the game keeps its contract").playouts;
            }
            clock.elapsed().as_nanos() as f64 / playouts as f64
        };
        let cost = median((0..rounds).map(cost).collect());
        let first = *first.get_or_insert(cost);
        println!("{positions:>10} {cost:>12.0} {:>9.2}", cost / first);
    }
}

fn rates<G: Game, S: Selection, P: Playout<G>, B: Backup<G>>(
    name: &str,
    search: &Mcts<G, S, P, B>,
    worlds: &impl Worlds<G>,
    threads: usize,
    playouts: u64,
    rounds: u64,
) {
    let kinds = [(1, Parallel::Tree), (threads, Parallel::Tree), (threads, Parallel::Root)];
    let mut searches = [search; 3].map(Clone::clone);
    let mut found = [const { Vec::new() }; 3];
    for round in 0..=rounds {
        for (kind, search) in searches.iter_mut().enumerate() {
            let rate = rate(search, worlds, playouts, kinds[kind], 3 * round + kind as u64);
            // The first search gets its memory from the system; an agent has it from its last move.
            if round > 0 {
                found[kind].push(rate);
            }
        }
    }
    let [one, tree, root] = found.map(median);
    println!(
        "{name:<24} {one:>12.0} {tree:>12.0} {root:>12.0}  {:.2}, {:.2}",
        tree / one,
        root / one
    );
}

/// Connect Four after so many random moves, with the game not over yet.
fn opening(moves: usize, rng: &mut Rng) -> ConnectFour {
    loop {
        let mut game = ConnectFour::default();
        for _ in 0..moves {
            if game.turn() != Turn::Over {
                let mv = game.random_move(0, rng, &mut Vec::new());
                game.play(mv);
            }
        }
        if game.turn() != Turn::Over {
            return game;
        }
    }
}

fn short(threads: usize, rounds: u64) {
    println!("{:>6} {:>6} {:>12} {:>12}  ratio", "moves", "ms", 1, threads);
    for moves in [4, 16] {
        for millis in [1, 3, 10, 30, 100] {
            let playouts = |threads: usize| {
                let mut search = connect_four();
                let options = || RunOptions { threads, ..RunOptions::default() };
                let mut done = 0;
                for round in 0..4 * rounds {
                    let rng = &mut stream(&[round]);
                    let game = opening(moves, rng);
                    let report = search.run_with(&game, &Budget::millis(millis), options(), rng);
                    done += report.expect("the game keeps its contract").playouts;
                }
                done as f64 / (4 * rounds * millis) as f64 * 1000.0
            };
            let (one, several) = (playouts(1), playouts(threads));
            println!("{moves:>6} {millis:>6} {one:>12.0} {several:>12.0}  {:.2}", several / one);
        }
    }
}

fn decide(game: &ConnectFour, threads: usize, budget: &Budget, rng: &mut Rng) -> u8 {
    let mut search = Mcts::new(Ucb1::new(1.0), Uniform::default());
    let options = RunOptions { threads, ..RunOptions::default() };
    let report = search.run_with(game, budget, options, rng);
    let report = report.expect("the game keeps its contract");
    let Turn::One(player) = game.turn() else { unreachable!("asked only while it runs") };
    report.best(player, FinalMove::Robust, rng).expect("there is a move")
}

fn play_match(threads: usize, budget: &Budget, games: u64) {
    let (mut won, mut drawn) = (0.0, 0.0);
    for number in 0..games {
        // Two random moves each, so that pairs of games differ.
        let mut game = opening(4, &mut stream(&[number / 2]));
        let ours = number as usize % 2;
        let mut rng = stream(&[number, 1]);
        while let Turn::One(player) = game.turn() {
            let threads = if player == ours { threads } else { 1 };
            game.play(decide(&game, threads, budget, &mut rng));
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
        "{threads} threads against 1, {games} games: {won} won, {drawn} drawn, {:.1} % ({:.1} to {:.1})",
        100.0 * score,
        100.0 * (middle - half),
        100.0 * (middle + half)
    );
}
