//! αβ: minimax that does not look where nothing can change.

use super::deepening::Deepening;
use super::{Evaluation, Outlook, Team};
use crate::budget::Budget;
use crate::game::Game;

/// αβ: minimax that does not look where nothing can change.
///
/// One side maximises the value of its [`Team`], everybody else minimises it: the ordinary game of
/// two, or paranoid search with more. Knuth and Moore 1975, *An analysis of alpha-beta pruning*;
/// iterative deepening; killer moves and history heuristic as Nijssen and Winands 2012 use them
/// (section III-B). Where players move together, the team chooses first and the others are taken to
/// know its choice: a value that the team can at least count on.
///
/// Where chance decides the search is expectimax: the value of a chance node is the mean of its
/// outcomes, weighted by their probabilities (Michie 1966; formula 2 of Nijssen and Winands 2012).
/// If the evaluation knows its range, outcomes that can't matter any more are cut off: Star1 of
/// Ballard 1983, *The \*-minimax search procedure for trees containing chance nodes*.
///
/// ```
/// use spinney_search::budget::Budget;
/// use spinney_search::doc_games::{Nim, Pig};
/// use spinney_search::minimax::{AlphaBeta, EndsOnly, Team};
///
/// let outlook = AlphaBeta::new(EndsOnly).run(&Nim::new(7), Team::alone(0), &Budget::default());
/// assert_eq!(outlook.best, Some(1));
/// assert_eq!((outlook.value, outlook.certain), (1.0, true));
///
/// // A race to 2 points: the first player wins with any roll but a 1, or if both roll a 1.
/// let outlook = AlphaBeta::new(EndsOnly).run(&Pig::new(2), Team::alone(0), &Budget::default());
/// assert!((outlook.value - (5.0 / 6.0 + 1.0 / 36.0)).abs() < 1e-12);
/// ```
#[derive(Clone, Debug)]
pub struct AlphaBeta<E> {
    /// Judges positions.
    pub evaluation: E,
    /// Moves to look ahead at most; what chance does is not counted.
    pub depth: u32,
    /// Whether killer moves are looked at first.
    pub killers: bool,
    /// Whether moves are ordered by the history heuristic.
    pub history: bool,
}

impl<E> AlphaBeta<E> {
    /// As deep as the budget allows, with both orderings.
    pub fn new(evaluation: E) -> Self {
        Self { evaluation, depth: u32::MAX, killers: true, history: true }
    }

    /// The same, so many moves ahead at most.
    pub fn depth(self, depth: u32) -> Self {
        Self { depth, ..self }
    }

    /// Searches for a team, one move deeper each time until the depth is reached, all is certain
    /// or the budget ends. The budget counts positions visited, as playouts and as nodes. What an
    /// unfinished iteration found counts if it got beyond the best move of the one before.
    pub fn run<G: Game>(&mut self, state: &G, team: Team, budget: &Budget) -> Outlook<G::Move>
    where
        E: Evaluation<G>,
    {
        let Self { evaluation, depth, killers, history } = self;
        Deepening::new(evaluation, team, budget, (*killers, *history)).run(state, *depth)
    }
}

#[cfg(test)]
mod chance_tests;
#[cfg(test)]
mod tests;
