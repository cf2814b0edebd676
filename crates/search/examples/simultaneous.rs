//! Moves at the same time: rock, paper, scissors, where a win with the rock counts double.
//!
//! Whoever always plays the same is beaten, so the answer is a mix of moves. The best one is known:
//! paper every second time, the others every fourth.
//!
//! `cargo run --release -p spinney-search --example simultaneous`

use spinney_search::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Hand {
    Rock,
    Paper,
    Scissors,
}
use Hand::{Paper, Rock, Scissors};

#[derive(Clone, Default)]
struct Duel {
    shown: Option<[Hand; 2]>,
}

/// What the first hand wins against the second.
fn wins(hand: Hand, other: Hand) -> f64 {
    match (hand, other) {
        (Rock, Scissors) => 2.0,
        (Paper, Rock) | (Scissors, Paper) => 1.0,
        _ => 0.0,
    }
}

impl Game for Duel {
    type Move = Hand;
    type Rewards = [f64; 2];
    const SIMULTANEOUS: bool = true;

    fn turn(&self) -> Turn {
        if self.shown.is_some() { Turn::Over } else { Turn::Together }
    }

    fn moves(&self, _player: Player, out: &mut Vec<Hand>) {
        out.extend([Rock, Paper, Scissors]);
    }

    fn play(&mut self, _: Hand) {
        unreachable!("both players move together");
    }

    fn play_together(&mut self, hands: &[Hand]) {
        self.shown = Some([hands[0], hands[1]]);
    }

    fn rewards(&self) -> [f64; 2] {
        let Some([first, second]) = self.shown else { return [0.5; 2] };
        // From 0, two points lost, to 1, two points won.
        let reward = 0.5 + (wins(first, second) - wins(second, first)) / 4.0;
        [reward, 1.0 - reward]
    }
}

fn main() -> Result<(), SearchError> {
    // Regret matching learns a mix; the final move is drawn from it.
    let config = Config { final_move: FinalMove::Mixed, ..Config::default() };
    let mut search =
        Mcts::new(RegretMatching { gamma: 0.05 }, Uniform::default()).config(config).seed(1);

    let report = search.run(&Duel::default(), &Budget::playouts(100_000), &mut stream(&[1]))?;
    for player in 0..2 {
        let moves = report.moves(player);
        let total: f64 = moves.iter().map(|m| m.weight).sum();
        for m in moves {
            let share = m.weight / total;
            let best = if m.mv == Paper { 0.5 } else { 0.25 };
            println!("player {player}: {:?} {share:.2}", m.mv);
            assert!((share - best).abs() < 0.05);
        }
    }

    // One move per player, for a game that is played.
    let hands = search.best_moves(&Duel::default())?;
    println!("{hands:?}");
    Ok(())
}

#[test]
fn runs() -> Result<(), SearchError> {
    main()
}
