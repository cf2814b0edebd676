//! Spinney beside a bare loop and two other libraries, in one run, turn and turn about.
//!
//! `rivals [ROUNDS [SEARCH…]]`: so many rounds (5 unless given) of these searches (all unless
//! given). Each round gives every search a million simulations, in one tree or in ten; the median of
//! the rounds counts, so that what else the machine does strikes all alike. (The system's clock ticks
//! every few milliseconds: one small tree is not enough to read it.)

use spinney_bench::{Search, bare, board_game, mcts, spinney};
use std::time::Duration;

const SEARCHES: [(&str, Search); 4] = [
    ("spinney", spinney::run),
    ("bare", bare::run),
    ("board-game", board_game::run),
    ("mcts", mcts::run),
];

/// Makes the allocator sort out what a search has freed, or the next search would pay for it: one
/// large block is enough for that.
fn tidy() {
    std::hint::black_box(Vec::<u8>::with_capacity(1 << 20));
}

fn main() {
    let mut given = std::env::args().skip(1);
    let rounds = given.next().map_or(Ok(5), |text| text.parse()).unwrap_or(0);
    let names: Vec<String> = given.collect();
    let known = |name: &String| SEARCHES.iter().any(|(known, _)| known == name);
    if rounds == 0 || !names.iter().all(known) {
        let known = SEARCHES.map(|(name, _)| name).join(", ");
        eprintln!("rivals [ROUNDS [SEARCH…]]: a number of rounds above 0, and any of {known}");
        std::process::exit(2);
    }
    let searches: Vec<_> = SEARCHES
        .into_iter()
        .filter(|(name, _)| names.is_empty() || names.iter().any(|given| given == name))
        .collect();
    println!("Connect Four from the empty board, UCT with c = √2, one random playout per leaf;");
    println!("one thread, median of {rounds} rounds, time on the processor.\n");
    println!(
        "{:>11}  {:<11} {:>13}  {:>15}  column",
        "simulations", "search", "per second", "the first is"
    );
    for simulations in [100_000, 1_000_000] {
        let trees = 1_000_000 / simulations;
        let mut times = vec![Vec::new(); searches.len()];
        let mut columns = vec![0; searches.len()];
        for round in 0..rounds {
            for turn in 0..searches.len() {
                let i = (turn + round as usize) % searches.len();
                let mut time = Duration::ZERO;
                for tree in 0..trees {
                    let run = searches[i].1(simulations, round * trees + tree);
                    tidy();
                    time += run.time;
                    columns[i] = run.column;
                }
                times[i].push(time);
            }
        }
        let rates: Vec<f64> = times
            .iter_mut()
            .map(|times| {
                times.sort();
                (trees * simulations) as f64 / times[times.len() / 2].as_secs_f64()
            })
            .collect();
        for (i, (name, _)) in searches.iter().enumerate() {
            let ratio = rates[0] / rates[i];
            let column = columns[i] + 1;
            println!(
                "{simulations:>11}  {name:<11} {:>13.0}  {ratio:>9.2} times  {column:>6}",
                rates[i]
            );
        }
    }
}
