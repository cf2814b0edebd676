//! The rules, with the hidden station: a state that can be played forward.
//!
//! ```
//! use spinney_games::scotland_yard::rules::{Full, Options};
//! use spinney_search::game::{Game, Turn};
//!
//! let mut game: Full = Options::default().start(7);
//! assert_eq!(game.turn(), Turn::One(0));
//! let mut moves = Vec::new();
//! game.moves(0, &mut moves);
//! game.play(moves[0]);
//! assert_eq!(game.turn(), Turn::One(1));
//! assert!(game.belief.possible.contains(game.hider as usize));
//! ```

use super::belief::{Belief, PublicRecord};
use super::public_state::{Move, Outcome, PublicState, ROUNDS, SEEKERS, push_ordinary, surfaces};
use super::stance::{BlackFilter, Doubling};
use crate::scotland_yard::board::{ROW, Station, Ticket};
use spinney_search::backup::Partnership;
use spinney_search::game::{Features, Game, Player, Turn};

/// The player who hides: Mr X.
pub const HIDER: Player = 0;

/// A position: what all see, where the hider is, and what the seekers can know of that.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Position<B> {
    /// What all see.
    pub open: PublicState,
    /// Mr X's station.
    pub hider: Station,
    /// What the detectives can know of it.
    pub belief: B,
}

/// A position of a real game, with its public record.
pub type Full = Position<PublicRecord>;

impl<B: Belief> Position<B> {
    /// Whether the stance of a search leaves black tickets out now.
    #[inline]
    pub(in crate::scotland_yard) fn saves_black(&self) -> bool {
        let next = self.open.round + 1;
        match self.open.stance.black {
            BlackFilter::Off => false,
            BlackFilter::Nijssen => {
                let ferry = self.open.board.stops[self.hider as usize] & 8 != 0;
                !ferry && (next <= 2 || surfaces(next) || self.belief.only_taxis(self.open.board))
            }
            BlackFilter::Borak => next < 3 || self.belief.only_taxis(self.open.board),
        }
    }

    fn single_moves(&self, black: bool, out: &mut Vec<Move>) {
        let purse = self.open.purses[HIDER];
        let black = black && purse.has(Ticket::Black);
        for link in self.open.ways(self.hider, purse) {
            push_ordinary(link, purse, out);
            if black {
                out.push(Move::new(link.to, Ticket::Black));
            }
        }
    }

    /// Whether a second move is possible after this one: what makes a double move legal.
    pub(in crate::scotland_yard) fn can_go_on(&self, first: Move) -> bool {
        let mut purse = self.open.purses[HIDER];
        purse.pay(first.ticket);
        self.open.hider_can_leave(first.to, purse)
    }

    /// Whether the mean distance of the detectives is 3 or less, after the first two rounds.
    pub(in crate::scotland_yard) fn is_near(&self) -> bool {
        let open = &self.open;
        open.round >= 2 && open.distances_to(self.hider) <= 3 * u32::from(open.detectives)
    }

    fn hider_moves(&self, out: &mut Vec<Move>) {
        let first = out.len();
        self.single_moves(!self.saves_black(), out);
        if out.len() == first {
            self.single_moves(true, out);
        }
        let doubling = self.open.stance.doubling;
        if doubling == Doubling::Never || !self.open.may_double() {
            return;
        }
        if doubling == Doubling::Near && !self.is_near() {
            return;
        }
        let singles = out.len();
        for i in first..singles {
            if self.can_go_on(out[i]) {
                out.push(out[i].doubled());
            }
        }
        if matches!(doubling, Doubling::Now | Doubling::Near) && out.len() > singles {
            out.drain(first..singles);
        }
    }

    #[inline]
    fn play_hider(&mut self, mv: Move) {
        self.open.hider_pays(mv.ticket, mv.double);
        self.hider = mv.to;
        self.belief.hider_at(mv.to);
        let shown = surfaces(self.open.round).then_some(mv.to);
        self.belief.hider_moved(&self.open, mv.ticket, mv.double, shown);
        if mv.double {
            self.belief.hider_can_move(&self.open);
        }
    }

    #[inline]
    fn play_seeker(&mut self, seeker: usize, mv: Move) {
        self.open.seeker_moves(seeker, mv);
        if mv.to == self.hider {
            self.open.outcome = Outcome::Caught(seeker as u8);
            return;
        }
        self.belief.seeker_moved(&self.open, seeker, mv);
        if self.open.next_turn() {
            if self.open.hider_can_leave(self.hider, self.open.purses[HIDER]) {
                self.belief.hider_can_move(&self.open);
            } else {
                self.open.outcome = Outcome::Cornered;
            }
        }
    }

    /// The same position with another belief.
    pub fn with_belief<C>(&self, belief: C) -> Position<C> {
        Position { open: self.open, hider: self.hider, belief }
    }
}

impl<B: Belief> Game for Position<B> {
    type Move = Move;
    type Rewards = [f64; SEEKERS + 1];

    /// The hider's moves depend on where he is.
    const MOVES_HIDDEN: bool = true;
    const HIDDEN_INFORMATION: bool = true;
    const MOVE_KEYS: usize = 8 * ROW;

    fn features(&self) -> Features {
        Features {
            rewards: (0.0, 1.0),
            // One hider's win is not worth as much as five seekers' in this sum.
            constant_sum: false,
            hidden: true,
            max_moves: None,
            max_length: Some(ROUNDS as usize * (SEEKERS + 1)),
        }
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.open.outcome {
            Outcome::Running => Turn::One(self.open.turn as Player),
            _ => Turn::Over,
        }
    }

    #[inline]
    fn moves(&self, player: Player, out: &mut Vec<Move>) {
        if player == HIDER {
            self.hider_moves(out);
        } else {
            self.open.seeker_moves_into(player, out);
        }
    }

    fn hides_moves(&self, player: Player) -> bool {
        player == HIDER
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        match self.open.turn {
            0 => self.play_hider(mv),
            seeker => self.play_seeker(seeker as usize, mv),
        }
    }

    fn rewards(&self) -> [f64; SEEKERS + 1] {
        let seekers = match self.open.outcome {
            Outcome::Running | Outcome::Escaped => 0.0,
            Outcome::Caught(_) | Outcome::Cornered => 1.0,
        };
        let mut rewards = [seekers; SEEKERS + 1];
        rewards[HIDER] = if self.open.outcome == Outcome::Running { 0.0 } else { 1.0 - seekers };
        rewards
    }

    #[inline]
    fn move_key(mv: Move) -> usize {
        (usize::from(mv.double) * 4 + mv.ticket as usize) * ROW + mv.to as usize
    }
}

impl<B: Belief> Partnership for Position<B> {
    #[inline]
    fn partners(&self, one: Player, other: Player) -> bool {
        (one == HIDER) == (other == HIDER)
    }
    #[inline]
    fn winner(&self) -> Option<Player> {
        match self.open.outcome {
            Outcome::Caught(by) => Some(by as Player),
            _ => None,
        }
    }
}
