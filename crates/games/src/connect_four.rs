//! Connect Four: seven columns, six rows, gravity, four in a line wins.
//!
//! The small game of the house: fast enough to measure a search by, small enough to solve its
//! endings by brute force. The player who begins wins with perfect play, in the middle column
//! (Allis 1988, *A Knowledge-based Approach of Connect-Four*).
//!
//! ```
//! use spinney_games::connect_four::ConnectFour;
//! use spinney_search::game::{Game, Turn};
//!
//! let mut game = ConnectFour::default();
//! for column in [3, 2, 3, 2, 3, 2] {
//!     game.play(column);
//! }
//! assert_eq!(game.turn(), Turn::One(0));
//! game.play(3);
//! assert_eq!(game.turn(), Turn::Over);
//! assert_eq!(game.rewards(), [1.0, 0.0]);
//! ```

mod contest;
mod evaluation;
mod notation;
#[cfg(test)]
mod reference;
mod rules;

pub use contest::{ConnectFourContest, GAME, contest};
pub use evaluation::Threats;
pub use notation::PositionError;
pub use rules::{Column, ConnectFour, HEIGHT, WIDTH, four_in_line};

#[cfg(test)]
mod tests;
