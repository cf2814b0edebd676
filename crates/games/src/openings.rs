//! Random openings: how two agents that always answer alike still play different games.

use spinney_search::game::{Game, Turn};
use spinney_search::rng::stream;

/// The position after so many random moves, none of which ends the game. A line that ends too
/// early is drawn again, so the opening must be one that the game can last.
pub fn random<G: Game>(start: &G, moves: u64, seed: u64) -> G {
    let mut rng = stream(&[seed]);
    let mut buffer = Vec::new();
    'draw: loop {
        let mut game = start.clone();
        for _ in 0..moves {
            let Turn::One(player) = game.turn() else { continue 'draw };
            let mv = game.random_move(player, &mut rng, &mut buffer);
            game.play(mv);
        }
        if game.turn() != Turn::Over {
            return game;
        }
    }
}
