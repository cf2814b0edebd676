//! The third phase: from a leaf to the end of the game.
//!
//! A playout is a strategy for all players at once. Games bring their own, tuned to their data;
//! the ones here work for every game.
//!
//! ```
//! use spinney_search::{doc_games::Nim, prelude::*};
//!
//! /// Takes two matches whenever it can.
//! #[derive(Clone)]
//! struct Greedy;
//!
//! impl Playout<Nim> for Greedy {
//!     fn run(
//!         &mut self,
//!         game: &mut Nim,
//!         _: &mut Rng,
//!         mut played: impl FnMut(Player, u8),
//!     ) -> [f64; 2] {
//!         while let Turn::One(player) = game.turn() {
//!             let taken = game.matches.min(2);
//!             played(player, taken);
//!             game.play(taken);
//!         }
//!         game.rewards()
//!     }
//! }
//! assert_eq!(Mcts::new(Ucb1::new(1.0), Greedy).best_move(&Nim::new(10))?, 1);
//! # Ok::<(), SearchError>(())
//! ```

mod uniform;

pub use uniform::Uniform;

/// After so many moves a playout here gives up: the game does not seem to end.
pub const MOST_MOVES: usize = 1 << 20;

use crate::game::{Game, Player};
use crate::rng::Rng;

/// Plays a game to its end, or to where its worth can be judged.
pub trait Playout<G: Game>: Clone + Send {
    /// Whether [`Playout::choose`] has an answer.
    const CHOOSES: bool = false;

    /// Plays `state` on, calls `played` for each move of a player (not for what chance brings), and
    /// gives the rewards. `state` is left where the playout ended. A playout that gives up because
    /// the game does not end leaves the state before its end and gives rewards that are not a
    /// number.
    ///
    /// The callback is how history tables see the moves; most searches pass one that does nothing,
    /// and it costs nothing then.
    fn run(
        &mut self,
        state: &mut G,
        rng: &mut Rng,
        played: impl FnMut(Player, G::Move),
    ) -> G::Rewards;

    /// The move that the strategy plays next, where one player decides. A search asks for it in
    /// positions of its tree that were visited less often than
    /// [`Config::simulate_below`](crate::mcts::Config::simulate_below).
    fn choose(&mut self, _state: &G, _rng: &mut Rng) -> Option<G::Move> {
        None
    }
}
