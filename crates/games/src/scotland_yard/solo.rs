//! A hider's search for himself alone: the tree holds his own moves, and the seekers answer each of
//! them as they do in a playout, with the dice.
//!
//! A node is then what the hider has done so far, whatever the seekers did (an *open-loop* tree). It is
//! much smaller than one with the moves of five seekers in it, and the seekers in it can be deceived
//! ([`Ghosts`]).

use super::board::StationSet;
use super::credit::Credit;
use super::ghosts::Ghosts;
use super::playout::Greedy;
use super::rules::{Belief, HIDER, Move, Outcome, Position};
use super::value::Value;
use super::worlds::Guesses;
use spinney_search::backup::Backup;
use spinney_search::game::{Features, Game, Player, Turn, Worlds};
use spinney_search::playout::Playout;
use spinney_search::rng::{Rng, stream, unit};

/// A position in which the hider decides and the seekers follow their rule. The players are the hider
/// and all seekers together.
#[derive(Clone)]
pub struct Solo<B> {
    position: Position<B>,
    seekers: Greedy,
    rng: Rng,
}

impl<B: Belief> Game for Solo<B> {
    type Move = Move;
    type Rewards = [f64; 2];

    /// Where the hider can go depends on what the seekers did.
    const MOVES_HIDDEN: bool = true;
    const HIDDEN_INFORMATION: bool = true;
    const MOVE_KEYS: usize = Position::<B>::MOVE_KEYS;

    fn features(&self) -> Features {
        Features { hidden: true, ..Features::default() }
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.position.open.outcome {
            Outcome::Running => Turn::One(HIDER),
            _ => Turn::Over,
        }
    }

    #[inline]
    fn moves(&self, _: Player, out: &mut Vec<Move>) {
        self.position.moves(HIDER, out);
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        self.position.play(mv);
        while let Turn::One(player) = self.position.turn()
            && player != HIDER
        {
            let mv = self.seekers.seeker_move(&self.position, &mut self.rng);
            self.position.play(mv);
        }
    }

    #[inline]
    fn rewards(&self) -> [f64; 2] {
        both(self.position.rewards()[HIDER])
    }

    #[inline]
    fn move_key(mv: Move) -> usize {
        Position::<B>::move_key(mv)
    }
}

/// The hider's reward and what is left of it.
fn both(hider: f64) -> [f64; 2] {
    [hider, 1.0 - hider]
}

/// A playout of the whole game as the seekers of the position play it out, of which the search hears the
/// hider's moves.
#[derive(Clone)]
pub struct SoloPlayout;

impl<B: Belief> Playout<Solo<B>> for SoloPlayout {
    fn run(
        &mut self,
        state: &mut Solo<B>,
        rng: &mut Rng,
        mut played: impl FnMut(Player, Move),
    ) -> [f64; 2] {
        let rewards = state.seekers.run(&mut state.position, rng, |player, mv| {
            if player == HIDER {
                played(player, mv);
            }
        });
        both(rewards[HIDER])
    }
}

impl<B: Belief> Backup<Solo<B>> for Credit {
    #[inline]
    fn credit(&self, end: &Solo<B>, [hider, seekers]: [f64; 2], _: Player) -> [f64; 2] {
        if hider > 0.0 { [hider, seekers] } else { both(1.0 - self.part(&end.position)) }
    }
}

/// What a hider knows: where he is, and what the seekers may believe.
pub struct Suspicion {
    /// The position, with the stance of the search.
    pub root: Position<()>,
    /// L.
    pub possible: StationSet,
    /// Where the seekers may think that he is.
    pub believed: Guesses<()>,
    /// How many ghosts they chase.
    pub ghosts: u8,
    /// How seekers answer in the tree.
    pub seekers: Greedy,
    /// The probability with which the estimate against simple detectives takes the place of theirs.
    pub simple: f64,
}

/// A belief of the seekers that a hider's search can begin with.
pub trait Suspected: Belief + Copy + 'static {
    /// Whether two draws can differ.
    const DRAWN: bool;
    /// What the seekers believe in one iteration.
    fn draw(suspicion: &Suspicion, rng: &mut Rng) -> Self;
}

impl Suspected for StationSet {
    const DRAWN: bool = false;
    #[inline]
    fn draw(suspicion: &Suspicion, _: &mut Rng) -> Self {
        suspicion.possible
    }
}

impl Suspected for Ghosts {
    const DRAWN: bool = true;
    #[inline]
    fn draw(suspicion: &Suspicion, rng: &mut Rng) -> Self {
        let Suspicion { root, possible, believed, ghosts, .. } = suspicion;
        Self::draw(*ghosts, believed, root.hider, possible.only_taxis(root.open.board), rng)
    }
}

impl<B: Suspected> Worlds<Position<B>> for Suspicion {
    const HIDDEN: bool = true;
    #[inline]
    fn draw(&self, rng: &mut Rng) -> Position<B> {
        self.root.with_belief(B::draw(self, rng))
    }
}

impl<B: Suspected> Worlds<Solo<B>> for Suspicion {
    const HIDDEN: bool = true;
    #[inline]
    fn draw(&self, rng: &mut Rng) -> Solo<B> {
        let position = self.root.with_belief(B::draw(self, rng));
        let mut seekers = self.seekers.clone();
        if self.simple > 0.0 && seekers.value.is_some() && unit(rng) < self.simple {
            seekers.value = Some(Value::of_simple());
        }
        Solo { position, seekers, rng: stream(&[rng.next_u64()]) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scotland_yard::board::{Station, Ticket};
    use crate::scotland_yard::rules::Options;
    use spinney_search::backup::Coalition;

    fn suspicion(seed: u64, ghosts: u8) -> Suspicion {
        let game = Options::default().start(seed);
        let stations: Vec<(Station, f64)> =
            game.belief.possible.iter().map(|s| (s as Station, 1.0)).collect();
        let root = game.with_belief(());
        Suspicion {
            root,
            possible: game.belief.possible,
            believed: Guesses::new(root, &stations),
            ghosts,
            seekers: Greedy::MC,
            simple: 0.0,
        }
    }

    /// After every move it is the hider's turn again, until the game is over.
    #[test]
    fn only_the_hider_decides() {
        for seed in 0..20 {
            let mut rng = stream(&[seed]);
            let mut game: Solo<Ghosts> = suspicion(seed, 2).draw(&mut rng);
            let mut moves = 0;
            while let Turn::One(player) = game.turn() {
                assert_eq!((player, game.position.open.turn), (HIDER, 0));
                let mv = game.random_move(HIDER, &mut rng, &mut Vec::new());
                game.play(mv);
                moves += 1;
            }
            let [hider, seekers] = game.rewards();
            assert_eq!(hider + seekers, 1.0);
            assert_eq!(hider == 1.0, game.position.open.outcome == Outcome::Escaped);
            assert!((1..=24).contains(&moves));
        }
    }

    #[test]
    fn a_late_capture_is_better_for_the_hider() {
        let mut end: Solo<Ghosts> = suspicion(1, 2).draw(&mut stream(&[1]));
        let credit = Credit::new(Coalition { r: 0.0, opponents_get_rest: true }, 0.5);
        end.position.open.round = 2;
        assert_eq!(credit.credit(&end, [0.0, 1.0], HIDER), [0.75, 0.25]);
        assert_eq!(credit.credit(&end, [1.0, 0.0], HIDER), [1.0, 0.0]);
    }

    /// Black tickets are saved at the root as in the full tree.
    #[test]
    fn ghosts_know_where_only_taxis_stop() {
        let mut game = suspicion(1, 2);
        game.possible = std::iter::once(2).collect();
        let mut drawn: Position<Ghosts> = game.draw(&mut stream(&[1]));
        assert!(drawn.belief.only_taxis(drawn.open.board));
        drawn.belief.hider_moved(&drawn.open, Ticket::Taxi, false, None);
        assert!(!drawn.belief.only_taxis(drawn.open.board));
    }
}
