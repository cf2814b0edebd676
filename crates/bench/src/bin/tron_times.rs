//! How long players of Tron think over their moves: median, 99 %, and the longest.
//!
//! Games are played until each player has made so many moves with a choice; forced ones are not
//! counted.
//!
//! ```text
//! cargo run --release -p spinney-bench --bin tron_times -- 20x20 1000 "ucb1-tuned(millis=100)" "best(millis=100)"
//! ```

use spinney_games::contest::{AnyContest, Contest};
use spinney_games::tron::{GAME, TronContest};
use spinney_search::budget::Stop;
use spinney_spec::{Settings, Spec};
use std::error::Error;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [board, wanted, specs @ ..] = &arguments[..] else {
        return Err("expected BOARD MOVES AGENT AGENT".into());
    };
    let wanted: usize = wanted.parse()?;
    let game: Spec = format!("tron(board={board})").parse()?;
    let contest = TronContest::new(&Settings::new(&GAME, &game.args)?)?;
    let mut settings = Vec::new();
    for spec in specs {
        settings.push(AnyContest::check(&contest, 0, &spec.parse()?)?);
    }
    let [first, second] = &settings[..] else {
        return Err("expected two agents".into());
    };
    let mut times: [Vec<Duration>; 2] = [Vec::new(), Vec::new()];
    for seed in 0.. {
        let mut agents =
            [contest.agent(0, first, 2 * seed)?, contest.agent(1, second, 2 * seed + 1)?];
        let mut game = contest.start(seed);
        while !game.is_over() {
            let moves = [0, 1].map(|player| {
                let begin = Instant::now();
                let mv =
                    agents[player].choose(&game, player, &Stop::new()).expect("the search runs");
                if game.exits(player).len() > 1 {
                    times[player].push(begin.elapsed());
                }
                mv
            });
            game.advance(moves);
        }
        if times.iter().all(|times| times.len() >= wanted) {
            break;
        }
    }
    for (spec, times) in specs.iter().zip(&mut times) {
        times.sort_unstable();
        let millis = |share: usize| {
            let place = (times.len() * share / 100).min(times.len() - 1);
            times[place].as_secs_f64() * 1000.0
        };
        println!(
            "{board}, {spec}, {} moves: median {:.2} ms, 99 % {:.2} ms, longest {:.2} ms",
            times.len(),
            millis(50),
            millis(99),
            millis(100)
        );
    }
    Ok(())
}
