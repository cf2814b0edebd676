//! Spinney beside a bare loop and two other libraries, in one run, turn and turn about.
//!
//! `rivals [ROUNDS]`: so many rounds (5 unless given). Each round runs every search once; the
//! median of the rounds counts, so that what else the machine does strikes all alike.

use spinney_bench::{Search, bare, board_game, mcts, spinney};

const SEARCHES: [(&str, Search); 4] = [
    ("spinney", spinney::run),
    ("bare loop", bare::run),
    ("board-game", board_game::run),
    ("mcts", mcts::run),
];

fn main() {
    let given = std::env::args().nth(1);
    let rounds = match given.as_deref().map(str::parse) {
        None => 5,
        Some(Ok(rounds)) if rounds > 0 => rounds,
        Some(_) => {
            eprintln!("rivals [ROUNDS]: a whole number above 0 was expected");
            std::process::exit(2);
        }
    };
    println!("Connect Four from the empty board, UCT with c = √2, one random playout a leaf;");
    println!("one thread, median of {rounds} rounds, time on the processor.\n");
    println!(
        "{:>11}  {:<11} {:>13}  {:>15}  column",
        "simulations", "search", "a second", "spinney is"
    );
    for simulations in [100_000, 1_000_000] {
        let mut times = vec![Vec::new(); SEARCHES.len()];
        let mut columns = [0; SEARCHES.len()];
        for round in 0..rounds {
            for (i, (_, search)) in SEARCHES.iter().enumerate() {
                let run = search(simulations, round);
                times[i].push(run.time);
                columns[i] = run.column;
            }
        }
        let rates: Vec<f64> = times
            .iter_mut()
            .map(|times| {
                times.sort();
                simulations as f64 / times[times.len() / 2].as_secs_f64()
            })
            .collect();
        for (i, (name, _)) in SEARCHES.iter().enumerate() {
            let ratio = rates[0] / rates[i];
            let column = columns[i] + 1;
            println!(
                "{simulations:>11}  {name:<11} {:>13.0}  {ratio:>9.2} times  {column:>6}",
                rates[i]
            );
        }
    }
}
