//! Every legal move is as likely as every other.

use super::{MOST_MOVES, Playout};
use crate::game::{Game, Player, Rewards, Turn};
use crate::rng::Rng;

/// Uniformly random moves until the game is over.
///
/// ```
/// # use spinney_search::doc_games::Nim;
/// use spinney_search::{playout::{Playout, Uniform}, rng::stream};
/// let mut game = Nim::new(7);
/// let rewards = Uniform::default().run(&mut game, &mut stream(&[1]), |_, _| ());
/// assert_eq!(rewards[0] + rewards[1], 1.0);
/// ```
#[derive(Clone, Debug)]
pub struct Uniform<M> {
    buffer: Vec<M>,
    together: Vec<M>,
    outcomes: Vec<(M, f64)>,
}

impl<M> Default for Uniform<M> {
    fn default() -> Self {
        Self { buffer: Vec::new(), together: Vec::new(), outcomes: Vec::new() }
    }
}

impl<G: Game> Playout<G> for Uniform<G::Move> {
    #[inline]
    fn run(
        &mut self,
        state: &mut G,
        rng: &mut Rng,
        mut played: impl FnMut(Player, G::Move),
    ) -> G::Rewards {
        for _ in 0..MOST_MOVES {
            match state.turn() {
                Turn::Over => return state.rewards(),
                Turn::One(player) => {
                    let mv = state.random_move(player, rng, &mut self.buffer);
                    played(player, mv);
                    state.play(mv);
                }
                Turn::Together => {
                    self.together.clear();
                    for player in 0..G::PLAYERS {
                        let mv = state.random_move(player, rng, &mut self.buffer);
                        played(player, mv);
                        self.together.push(mv);
                    }
                    state.play_together(&self.together);
                }
                Turn::Chance => {
                    let outcome = state.random_outcome(rng, &mut self.outcomes);
                    state.play(outcome);
                }
            }
        }
        G::Rewards::all(f64::NAN)
    }
}
