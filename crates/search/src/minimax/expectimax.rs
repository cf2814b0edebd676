//! Expectimax: minimax in which chance moves too.
//!
//! The value of a chance node is the mean of its outcomes, weighted by how likely they are (Michie
//! 1966; formula 2 of Nijssen and Winands 2012). What chance decides is no part of [`Game`]: a
//! [`Chance`] says it, so that one can search a game of hidden information as if its secret were
//! drawn after the first move, as the seekers of Scotland Yard do. If the evaluation knows its
//! range, outcomes that can't matter any more are cut off: Star1 of Ballard 1983, *The \*-minimax
//! search procedure for trees containing chance nodes*.
//!
//! ```
//! use spinney_search::budget::Budget;
//! use spinney_search::game::{Game, Player, Turn};
//! use spinney_search::minimax::{Chance, EndsOnly, Expectimax, Team};
//!
//! /// Take a sure 0.4, or toss a coin for 1.
//! #[derive(Clone)]
//! enum Gamble { Offered, Sure, InTheAir, Tossed(bool) }
//!
//! impl Game for Gamble {
//!     type Move = bool;
//!     type Rewards = [f64; 1];
//!     fn turn(&self) -> Turn {
//!         // A coin in the air is nobody's turn, but chance is asked first.
//!         if matches!(self, Self::Offered | Self::InTheAir) { Turn::One(0) } else { Turn::Over }
//!     }
//!     fn moves(&self, _: Player, out: &mut Vec<bool>) { out.extend([false, true]) }
//!     fn play(&mut self, toss: bool) { *self = if toss { Self::InTheAir } else { Self::Sure } }
//!     fn rewards(&self) -> [f64; 1] {
//!         [match self { Self::Sure => 0.4, Self::Tossed(heads) => f64::from(u8::from(*heads)), _ => 0.0 }]
//!     }
//! }
//! struct Coin;
//! impl Chance<Gamble> for Coin {
//!     fn outcomes(&mut self, state: &Gamble, out: &mut Vec<(f64, Gamble)>) {
//!         if matches!(state, Gamble::InTheAir) {
//!             out.extend([true, false].map(|heads| (1.0, Gamble::Tossed(heads))));
//!         }
//!     }
//! }
//! let outlook =
//!     Expectimax::new(EndsOnly, Coin).run(&Gamble::Offered, Team::alone(0), &Budget::default());
//! assert_eq!((outlook.best, outlook.value), (Some(true), 0.5));
//! ```

use super::deepening::Deepening;
use super::{Evaluation, Outlook, Team};
use crate::budget::Budget;
use crate::game::Game;

/// What is left to chance.
pub trait Chance<G: Game> {
    /// Whether anything is; without it the search is plain αβ.
    const HAPPENS: bool = true;

    /// Where chance decides in `state`, appends the states that it can lead to, each with a
    /// positive weight; appends nothing where a player decides.
    fn outcomes(&mut self, state: &G, out: &mut Vec<(f64, G)>);
}

/// The search and its options.
#[derive(Clone, Debug)]
pub struct Expectimax<E, C> {
    /// Judges positions.
    pub evaluation: E,
    /// Says where chance decides, and what.
    pub chance: C,
    /// Moves to look ahead at most; what chance does is not counted.
    pub depth: u32,
    /// Whether killer moves are looked at first.
    pub killers: bool,
    /// Whether moves are ordered by the history heuristic.
    pub history: bool,
}

impl<E, C> Expectimax<E, C> {
    /// As deep as the budget allows, with both orderings.
    pub fn new(evaluation: E, chance: C) -> Self {
        Self { evaluation, chance, depth: u32::MAX, killers: true, history: true }
    }

    /// The same, so many moves ahead at most.
    pub fn depth(self, depth: u32) -> Self {
        Self { depth, ..self }
    }

    /// Searches for a team, as [`AlphaBeta::run`](super::AlphaBeta::run) does.
    pub fn run<G: Game>(&mut self, state: &G, team: Team, budget: &Budget) -> Outlook<G::Move>
    where
        E: Evaluation<G>,
        C: Chance<G>,
    {
        let Self { evaluation, chance, depth, killers, history } = self;
        Deepening::new(evaluation, chance, team, budget, (*killers, *history)).run(state, *depth)
    }
}

#[cfg(test)]
mod tests;
