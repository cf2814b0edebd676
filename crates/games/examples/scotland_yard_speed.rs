//! How fast Scotland Yard is searched from the opening, on one core.
//!
//! `cargo run --profile fast -p spinney-games --example scotland_yard_speed`

use spinney_games::scotland_yard::options::Options;
use spinney_games::scotland_yard::playout::Greedy;
use spinney_games::scotland_yard::position::Position;
use spinney_games::scotland_yard::reduction::{HiderCredit, Reduction};
use spinney_search::budget::Budget;
use spinney_search::game::{Game, Worlds};
use spinney_search::mcts::Mcts;
use spinney_search::playout::Playout;
use spinney_search::rng::{Rng, below, stream};
use spinney_search::selection::ProgressiveHistory;
use std::time::Instant;

struct Hidden {
    worlds: Vec<Position<()>>,
}

impl Worlds<Position<()>> for Hidden {
    const HIDDEN: bool = true;
    fn draw(&self, rng: &mut Rng) -> Position<()> {
        self.worlds[below(rng, self.worlds.len())]
    }
}

fn main() {
    let mut rng = stream(&[1]);
    let mut game = Options::default().start(1);
    let policy =
        || ProgressiveHistory::new(0.5, 5.0, Position::<()>::PLAYERS, Position::<()>::MOVE_KEYS);
    let n: u32 = 200_000;
    for (name, mut playout) in [("random", Greedy::RANDOM), ("mc", Greedy::MC), ("mm", Greedy::MM)]
    {
        let start = Instant::now();
        let mut length = 0u64;
        for _ in 0..n {
            let mut state = game.with_belief(game.belief.possible);
            playout.run(&mut state, &mut rng, |_, _| length += 1);
        }
        let rate = f64::from(n) / start.elapsed().as_secs_f64();
        let start = Instant::now();
        for _ in 0..n {
            let mut state = game.with_belief(());
            playout.run(&mut state, &mut rng, |_, _| length += 1);
        }
        let bare = f64::from(n) / start.elapsed().as_secs_f64();
        println!(
            "playouts {name}: {rate:.0}/s with L, {bare:.0}/s without; {:.1} plies",
            length as f64 / f64::from(2 * n)
        );
    }
    let mut search = Mcts::new(policy(), Greedy::MM);
    for playouts in [1_000, 10_000, 100_000] {
        let state = game.with_belief(game.belief.possible);
        let report = search.run(&state, &Budget::playouts(playouts), &mut rng).unwrap();
        let rate = playouts as f64 / report.elapsed.as_secs_f64();
        println!("hider mm {playouts}: {rate:.0}/s, depth {}", report.depth);
    }
    let mut moves = Vec::new();
    game.moves(0, &mut moves);
    game.play(moves[0]);
    let worlds = Hidden {
        worlds: game
            .belief
            .possible
            .iter()
            .map(|s| game.public().with_hider(s as u8, ()))
            .collect(),
    };
    let reduction = Reduction { r: 0.1, hider: HiderCredit::Rest };
    let mut search = Mcts::with_backup(policy(), Greedy::MC, reduction);
    for playouts in [1_000, 10_000, 100_000] {
        let report = search.run(&worlds, &Budget::playouts(playouts), &mut rng).unwrap();
        let rate = playouts as f64 / report.elapsed.as_secs_f64();
        println!("seekers mc {playouts}: {rate:.0}/s, depth {}", report.depth);
    }
}
