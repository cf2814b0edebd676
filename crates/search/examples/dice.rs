//! A game with dice: Pig. Roll as often as you dare; a 1 takes the points of this turn away.
//!
//! `cargo run --release -p spinney-search --example dice`

use spinney_search::prelude::*;

const GOAL: u32 = 30;

#[derive(Clone, Default)]
struct Pig {
    scores: [u32; 2],
    /// Points of this turn.
    pending: u32,
    to_move: Player,
    /// The die is in the air.
    rolling: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Step {
    Roll,
    Hold,
    /// What the die shows: an outcome of chance.
    Die(u32),
}
use Step::{Die, Hold, Roll};

impl Game for Pig {
    type Move = Step;
    type Rewards = [f64; 2];
    const CHANCE: bool = true;

    fn turn(&self) -> Turn {
        if self.scores.iter().any(|&score| score >= GOAL) {
            Turn::Over
        } else if self.rolling {
            Turn::Chance
        } else {
            Turn::One(self.to_move)
        }
    }

    fn moves(&self, _player: Player, out: &mut Vec<Step>) {
        out.extend([Roll, Hold]);
    }

    /// What chance may bring, each outcome with its probability.
    fn outcomes(&self, out: &mut Vec<(Step, f64)>) {
        out.extend((1..=6).map(|face| (Die(face), 1.0 / 6.0)));
    }

    fn play(&mut self, step: Step) {
        self.rolling = step == Roll;
        match step {
            Roll => {}
            Die(face) if face > 1 => self.pending += face,
            _ => {
                if step == Hold {
                    self.scores[self.to_move] += self.pending;
                }
                self.pending = 0;
                self.to_move = 1 - self.to_move;
            }
        }
    }

    fn rewards(&self) -> [f64; 2] {
        if self.scores[0] >= GOAL { [1.0, 0.0] } else { [0.0, 1.0] }
    }
}

fn main() -> Result<(), SearchError> {
    let mut search = Mcts::uct(1.0).budget(Budget::playouts(3_000)).seed(1);

    // Points that win are not risked.
    let game = Pig { pending: GOAL, ..Pig::default() };
    assert_eq!(search.best_move(&game)?, Hold);

    // A whole game. The search decides, the table rolls the die.
    let (mut game, mut table, mut outcomes) = (Pig::default(), stream(&[2]), Vec::new());
    loop {
        let player = game.to_move;
        let step = match game.turn() {
            Turn::Over => break,
            Turn::Chance => game.random_outcome(&mut table, &mut outcomes),
            _ => search.best_move(&game)?,
        };
        game.play(step);
        println!("player {player}: {step:?}, scores {:?} and {}", game.scores, game.pending);
    }
    Ok(())
}

#[test]
fn runs() -> Result<(), SearchError> {
    main()
}
