//! The short way from a position to a move.

use super::{Mcts, SearchError};
use crate::backup::Backup;
use crate::budget::Budget;
use crate::game::{Game, Worlds};
use crate::playout::{Playout, Uniform};
use crate::rng::stream;
use crate::selection::{Selection, Ucb1};

impl<G: Game> Mcts<G, Ucb1, Uniform<G::Move>> {
    /// UCT (Kocsis and Szepesvári 2006): UCB1 with exploration constant `c`, and playouts of
    /// uniformly random moves. For rewards between 0 and 1, √2 ≈ 1.4 is a good start; most games
    /// are played better with less.
    pub fn uct(c: f64) -> Self {
        Self::new(Ucb1::new(c), Uniform::default())
    }
}

impl<G: Game, S: Selection, P: Playout<G>, B: Backup<G>> Mcts<G, S, P, B> {
    /// The same with another budget for [`Mcts::best_move`], which has 10,000 playouts otherwise.
    pub fn budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// The same with another seed for [`Mcts::best_move`], which has 0 otherwise. The same seed
    /// and the same calls give the same moves, wherever the budget is not a time.
    pub fn seed(mut self, seed: u64) -> Self {
        self.rng = stream(&[seed]);
        self
    }

    /// Searches and gives the move to play, for the player who decides (the first of them, where
    /// several decide at once). [`Config::final_move`](super::Config::final_move) says by what
    /// rule.
    ///
    /// ```
    /// use spinney_search::{doc_games::Nim, prelude::*};
    /// // Seven matches: one is taken, six are lost for the other.
    /// assert_eq!(Mcts::uct(1.0).best_move(&Nim::new(7))?, 1);
    /// # Ok::<(), SearchError>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Mcts::run`].
    pub fn best_move<W: Worlds<G>>(&mut self, worlds: &W) -> Result<G::Move, SearchError> {
        Ok(self.best_moves(worlds)?[0])
    }

    /// Searches and gives the moves to play, one for each player who decides, in the order of
    /// their numbers.
    ///
    /// # Errors
    /// As for [`Mcts::run`].
    pub fn best_moves<W: Worlds<G>>(&mut self, worlds: &W) -> Result<Vec<G::Move>, SearchError> {
        // Both are given back: the search itself borrows the rest.
        let (budget, mut rng) = (self.budget.clone(), self.rng.clone());
        let rule = self.task.config.final_move;
        let report = self.run(worlds, &budget, &mut rng);
        let moves = report.map(|report| {
            let players = report.players.iter().map(|&(player, _)| player);
            players.filter_map(|player| report.best(player, rule, &mut rng)).collect()
        });
        self.rng = rng;
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doc_games::{Matrix, Nim};
    use crate::final_move::FinalMove;
    use crate::mcts::Config;
    use crate::selection::RegretMatching;

    #[test]
    fn the_player_who_decides_gets_the_best_move() {
        for matches in [4, 5, 7, 8, 10] {
            for to_move in 0..2 {
                let game = Nim { to_move, ..Nim::new(matches) };
                assert_eq!(Mcts::uct(1.0).best_move(&game), Ok(matches % 3), "{game:?}");
            }
        }
        assert_eq!(Mcts::uct(1.0).best_move(&Nim::new(0)), Err(SearchError::GameOver));
    }

    #[test]
    fn seeds_and_budgets_are_kept() {
        let moves = |seed| {
            let mut search = Mcts::uct(1.0).budget(Budget::playouts(3)).seed(seed);
            [0; 20].map(|_| search.best_move(&Nim::new(60)).unwrap())
        };
        assert_eq!(moves(1), moves(1));
        assert_ne!(moves(1), moves(2));
        assert!(moves(1).contains(&1) && moves(1).contains(&2), "each call draws on");
    }

    #[test]
    fn every_player_who_decides_gets_one() {
        let config = Config { final_move: FinalMove::Mixed, ..Config::default() };
        let mut search = Mcts::new(RegretMatching { gamma: 0.05 }, Uniform::default())
            .config(config)
            .budget(Budget::playouts(2_000));
        let mut counts = [[0; 3]; 2];
        for _ in 0..60 {
            let moves = search.best_moves(&Matrix::rock_paper_scissors()).unwrap();
            assert_eq!(moves.len(), 2);
            counts[0][usize::from(moves[0])] += 1;
            counts[1][usize::from(moves[1])] += 1;
        }
        // Twenty of each, give or take four deviations.
        assert!(counts.iter().flatten().all(|n| (5..=35).contains(n)), "{counts:?}");
    }
}
