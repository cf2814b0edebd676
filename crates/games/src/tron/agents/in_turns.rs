//! Tron as if the players took turns: one moves, the other sees it and answers.
//!
//! This is how Samothrakis, Robles and Lucas (2010) and Den Teuling (2011) searched Tron, and what
//! the joint tree is measured against. The one who searches moves first, so the answer is always
//! the stronger side: the search is careful by one step. Only the search pretends; a pair of moves
//! is played by the rules of [`Tron`].

use crate::tron::playout::Playouts;
use crate::tron::rules::{Direction, Tron};
use spinney_search::game::{Features, Game, Player, Turn};
use spinney_search::playout::Playout;
use spinney_search::rng::Rng;

/// A position of Tron in which `first` moves before the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InTurns {
    game: Tron,
    first: Player,
    /// The move of `first`, until the other has answered.
    chosen: Option<Direction>,
}

impl InTurns {
    /// The position with this player to move first.
    pub fn new(game: &Tron, first: Player) -> Self {
        Self { game: *game, first, chosen: None }
    }
}

impl Game for InTurns {
    type Move = Direction;
    type Rewards = [f64; 2];
    const MOVE_KEYS: usize = Tron::MOVE_KEYS;

    fn features(&self) -> Features {
        let features = self.game.features();
        Features { max_length: features.max_length.map(|n| 2 * n), ..features }
    }
    #[inline]
    fn turn(&self) -> Turn {
        match self.chosen {
            None if self.game.is_over() => Turn::Over,
            None => Turn::One(self.first),
            Some(_) => Turn::One(1 - self.first),
        }
    }
    #[inline]
    fn moves(&self, player: Player, out: &mut Vec<Direction>) {
        self.game.moves(player, out);
    }
    #[inline]
    fn play(&mut self, mv: Direction) {
        match self.chosen.take() {
            None => self.chosen = Some(mv),
            Some(first) => {
                self.game.advance(if self.first == 0 { [first, mv] } else { [mv, first] });
            }
        }
    }
    #[inline]
    fn rewards(&self) -> [f64; 2] {
        self.game.rewards()
    }
    #[inline]
    fn random_move(&self, player: Player, rng: &mut Rng, out: &mut Vec<Direction>) -> Direction {
        self.game.random_move(player, rng, out)
    }
    fn move_key(mv: Direction) -> usize {
        Tron::move_key(mv)
    }
}

impl Playout<InTurns> for Playouts {
    fn run(
        &mut self,
        state: &mut InTurns,
        rng: &mut Rng,
        mut played: impl FnMut(Player, Direction),
    ) -> [f64; 2] {
        if state.chosen.is_some() {
            let player = 1 - state.first;
            let mv = self.one_move(&state.game, player, rng);
            played(player, mv);
            state.play(mv);
        }
        self.run(&mut state.game, rng, played)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance;
    use crate::tron::Board;
    use spinney_search::rng::stream;

    #[test]
    fn keeps_the_rules_of_a_game() {
        let board = Board::from_name("7x6").unwrap();
        conformance::rules(|seed| InTurns::new(&board.start(seed), seed as usize & 1), 60);
    }

    #[test]
    fn a_pair_of_moves_is_one_step() {
        let start = Board::from_name("9x9").unwrap().start(5);
        for first in 0..2 {
            let mut turns = InTurns::new(&start, first);
            let moves = [start.exits(0).nth(0), start.exits(1).nth(1)];
            assert_eq!(turns.turn(), Turn::One(first));
            turns.play(moves[first]);
            assert_eq!((turns.turn(), turns.game), (Turn::One(1 - first), start));
            let mut half = turns;
            turns.play(moves[1 - first]);
            let mut together = start;
            together.advance(moves);
            assert_eq!(turns.game, together);
            // A playout from between two moves answers for the other first.
            let mut order = Vec::new();
            Playouts::Heuristic.run(&mut half, &mut stream(&[1]), |player, _| order.push(player));
            assert_eq!(order[..3], [1 - first, 0, 1]);
            assert_eq!(half.turn(), Turn::Over);
        }
    }
}
