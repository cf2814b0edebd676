//! Tic-tac-toe: three in a line on nine cells, a draw between players who know it.
//!
//! The whole game has 5,478 positions, so every search can be compared with the truth here.
//!
//! ```
//! use spinney_games::tic_tac_toe::TicTacToe;
//! use spinney_search::game::{Game, Turn};
//!
//! let mut game = TicTacToe::default();
//! for cell in [0, 3, 1, 4, 2] {
//!     game.play(cell);
//! }
//! assert_eq!((game.turn(), game.rewards()), (Turn::Over, [1.0, 0.0]));
//! ```

mod contest;
mod rules;

pub use contest::{GAME, TicTacToeContest, contest};
pub use rules::{Cell, TicTacToe};

#[cfg(test)]
mod tests;
