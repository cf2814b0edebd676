//! A game under way: its start, its moves so far, and what chance brings.

use super::Contest;
use spinney_search::game::{Game, Turn};
use spinney_search::rng::{Rng, stream};

/// A game from its start to where it stands.
#[derive(Clone)]
pub(crate) struct Underway<G: Game> {
    pub(crate) start: G,
    pub(crate) game: G,
    pub(crate) moves: Vec<G::Move>,
    chance: Rng,
}

impl<G: Game> Underway<G> {
    /// A game from this start. What chance brings comes from the generator.
    pub(crate) fn new(start: G, chance: Rng) -> Self {
        let mut underway = Self { game: start.clone(), start, moves: Vec::new(), chance };
        underway.leave_to_chance();
        underway
    }

    /// Plays the moves of those who decide now, in the order of their numbers, and what chance
    /// brings then.
    pub(crate) fn play(&mut self, moves: &[G::Move]) {
        match self.game.turn() {
            Turn::Together => self.game.play_together(moves),
            _ => self.game.play(moves[0]),
        }
        self.moves.extend_from_slice(moves);
        self.leave_to_chance();
    }

    fn leave_to_chance(&mut self) {
        let mut outcomes = Vec::new();
        while self.game.turn() == Turn::Chance {
            let outcome = self.game.random_outcome(&mut self.chance, &mut outcomes);
            self.game.play(outcome);
            self.moves.push(outcome);
        }
    }
}

/// The start of game `number` of a match with this seed, and what chance will bring.
pub(crate) fn first_position<C: Contest>(contest: &C, seed: u64, number: u64) -> Underway<C::Game> {
    let start = contest.start_of(seed, number);
    Underway::new(start, stream(&[seed, number, u64::MAX]))
}

/// Plays moves, grouping them where players move together.
pub(super) fn replayed<G: Game>(mut game: G, mut moves: &[G::Move]) -> G {
    while replay_turn(&mut game, &mut moves).is_some() {}
    game
}

/// Plays the moves of one turn and gives whose turn it was.
pub(super) fn replay_turn<G: Game>(game: &mut G, moves: &mut &[G::Move]) -> Option<Turn> {
    if moves.is_empty() {
        return None;
    }
    let turn = game.turn();
    match turn {
        Turn::Over => return None,
        Turn::One(_) | Turn::Chance => {
            game.play(moves[0]);
            *moves = &moves[1..];
        }
        Turn::Together => {
            let (now, later) = moves.split_at(G::PLAYERS.min(moves.len()));
            game.play_together(now);
            *moves = later;
        }
    }
    Some(turn)
}
