//! The classic search for players against each other, which Monte-Carlo tree search is measured
//! against.
//!
//! [`AlphaBeta`] looks a number of moves ahead, judges what it sees there by an [`Evaluation`], and
//! looks further as long as the budget lasts. One side plays against all others (paranoid search);
//! where chance decides, it takes the mean (expectimax).
//!
//! ```
//! use spinney_search::{doc_games::Nim, prelude::*};
//!
//! // Few matches are good for the player who took last, or so one may think.
//! struct Few;
//! impl Evaluation<Nim> for Few {
//!     fn value(&mut self, game: &Nim, player: Player) -> f64 {
//!         let good = 1.0 / f64::from(game.matches + 2);
//!         if game.to_move == player { 1.0 - good } else { good }
//!     }
//! }
//! let mut search = AlphaBeta::new(Few).depth(4);
//! let outlook = search.run(&Nim::new(5), Team::alone(0), &Budget::default());
//! assert_eq!((outlook.best, outlook.value), (Some(2), 1.0));
//! ```

mod alpha_beta;
mod deepening;
mod ordering;

pub use alpha_beta::AlphaBeta;

use crate::game::{Game, Player};

/// How good a position is.
pub trait Evaluation<G: Game> {
    /// How good an unfinished position looks for `player`; higher is better.
    fn value(&mut self, state: &G, player: Player) -> f64;

    /// How good an end is for `player`, on the same scale.
    fn end(&mut self, state: &G, player: Player) -> f64 {
        state.rewards()[player]
    }

    /// The lowest and the highest value of all, if known: a search that has found the highest stops
    /// there, and chance nodes can be cut off.
    fn range(&self, _state: &G) -> Option<(f64, f64)> {
        None
    }
}

impl<G: Game, E: Evaluation<G>> Evaluation<G> for &mut E {
    fn value(&mut self, state: &G, player: Player) -> f64 {
        (**self).value(state, player)
    }
    fn end(&mut self, state: &G, player: Player) -> f64 {
        (**self).end(state, player)
    }
    fn range(&self, state: &G) -> Option<(f64, f64)> {
        (**self).range(state)
    }
}

/// No knowledge: an end is worth its reward, everything else the middle of all rewards.
#[derive(Clone, Copy, Debug, Default)]
pub struct EndsOnly;

impl<G: Game> Evaluation<G> for EndsOnly {
    fn value(&mut self, state: &G, _: Player) -> f64 {
        let (low, high) = state.features().rewards;
        f64::midpoint(low, high)
    }
    fn range(&self, state: &G) -> Option<(f64, f64)> {
        Some(state.features().rewards)
    }
}

/// Who works together against the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Team {
    player: Player,
    members: u64,
}

impl Team {
    /// One player against all others, who are taken to work together: the paranoid reduction
    /// (Sturtevant and Korf 2000, *On pruning techniques for multi-player games*).
    pub fn alone(player: Player) -> Self {
        Self::of(player, &[])
    }
    /// A player and partners, whose moves are chosen for the good of that player.
    pub fn of(player: Player, partners: &[Player]) -> Self {
        let members = partners.iter().fold(1 << player, |members, &partner| members | 1 << partner);
        Self { player, members }
    }
    /// For whom positions are judged.
    pub fn player(self) -> Player {
        self.player
    }
    /// Whether a player belongs to it.
    #[inline]
    pub fn has(self, player: Player) -> bool {
        self.members >> player & 1 == 1
    }
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlook<M> {
    /// The best move of the player who decides now (of the team's player, where all decide
    /// together); none when the game is over.
    pub best: Option<M>,
    /// What it is worth to the team.
    pub value: f64,
    /// How many moves ahead it was seen; 0 when the budget did not last for any.
    pub depth: u32,
    /// Whether looking further would change nothing: every line was followed to its end, or the
    /// highest value was found.
    pub certain: bool,
    /// Positions visited.
    pub nodes: u64,
}
