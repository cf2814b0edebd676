//! Random openings: how two agents that always answer alike still play different games.

use spinney_search::game::{Game, Turn};
use spinney_search::rng::stream;

/// The position after so many random turns, none of which ends the game. A line that ends too early
/// is drawn again; where no line lasts, the start itself is given.
pub fn random<G: Game>(start: &G, turns: u64, seed: u64) -> G {
    const DRAWS: usize = 1000;
    let mut rng = stream(&[seed]);
    let (mut buffer, mut outcomes) = (Vec::new(), Vec::new());
    'draw: for _ in 0..DRAWS {
        let mut game = start.clone();
        for _ in 0..turns {
            match game.turn() {
                Turn::One(player) => {
                    let mv = game.random_move(player, &mut rng, &mut buffer);
                    game.play(mv);
                }
                Turn::Together => {
                    let mut draw = |player| game.random_move(player, &mut rng, &mut buffer);
                    let moves: Vec<G::Move> = (0..G::PLAYERS).map(&mut draw).collect();
                    game.play_together(&moves);
                }
                Turn::Chance => {
                    let outcome = game.random_outcome(&mut rng, &mut outcomes);
                    game.play(outcome);
                }
                Turn::Over => continue 'draw,
            }
        }
        if game.turn() != Turn::Over {
            return game;
        }
    }
    start.clone()
}
