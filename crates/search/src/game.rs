//! What a game must say about itself so that every search here can play it.
//!
//! One trait serves turn-based games, puzzles, games of simultaneous moves and games with dice. How
//! many players there are is the length of the reward array, and whether several decide at once or
//! chance decides are constants, so the compiler removes what a game does not need: the ordinary two-player case is a plain loop.
//!
//! A game state is a small value that is cloned at the start of each iteration and then played
//! forward; it never plays back.
//!
//! ```
//! use spinney_search::prelude::*;
//!
//! /// Take one or two matches; who takes the last one wins.
//! #[derive(Clone)]
//! struct Nim { matches: u8, to_move: Player }
//!
//! impl Game for Nim {
//!     type Move = u8;
//!     type Rewards = [f64; 2];
//!     fn turn(&self) -> Turn {
//!         if self.matches == 0 { Turn::Over } else { Turn::One(self.to_move) }
//!     }
//!     fn moves(&self, _: Player, out: &mut Vec<u8>) { out.extend(1..=self.matches.min(2)) }
//!     fn play(&mut self, taken: u8) { self.matches -= taken; self.to_move = 1 - self.to_move; }
//!     fn rewards(&self) -> [f64; 2] {
//!         if self.to_move == 1 { [1.0, 0.0] } else { [0.0, 1.0] }
//!     }
//! }
//! assert_eq!(Nim::PLAYERS, 2);
//! ```

use crate::rng::{Rng, below, unit};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{Index, IndexMut, Range};

/// A player's number, from 0.
pub type Player = usize;

/// Who decides now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Nobody: the game is over and [`Game::rewards`] is final.
    Over,
    /// One player, by [`Game::play`].
    One(Player),
    /// All players at the same moment, by [`Game::play_together`].
    /// Only games with [`Game::SIMULTANEOUS`] set may answer this.
    Together,
    /// Chance: [`Game::outcomes`] says what may happen, and [`Game::play`] plays one of them.
    /// Only games with [`Game::CHANCE`] set may answer this.
    Chance,
}

impl Turn {
    /// The players who decide, in the order of their numbers.
    pub fn deciders<G: Game>(self) -> Range<Player> {
        match self {
            Self::Over | Self::Chance => 0..0,
            Self::One(player) => player..player + 1,
            Self::Together => 0..G::PLAYERS,
        }
    }
}

/// One reward per player: `[f64; N]` for a game of N players.
pub trait Rewards:
    Copy + Debug + Send + Sync + Index<usize, Output = f64> + IndexMut<usize> + 'static
{
    /// How many players there are.
    const PLAYERS: usize;
    /// The same reward for everybody.
    fn all(value: f64) -> Self;
}

impl<const N: usize> Rewards for [f64; N] {
    const PLAYERS: usize = N;
    fn all(value: f64) -> Self {
        [value; N]
    }
}

/// What a search may assume about a game, and what a page or a table says about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Features {
    /// Every reward lies between these two.
    pub rewards: (f64, f64),
    /// The rewards of all players add up to the same number at every end.
    pub constant_sum: bool,
    /// Some player does not see the whole state.
    pub hidden: bool,
    /// Upper bound on the number of moves in one decision, where known.
    pub max_moves: Option<usize>,
    /// Upper bound on the length of a game in decisions, where known.
    pub max_length: Option<usize>,
}

impl Default for Features {
    /// A game of perfect information in which a win is 1, a draw 0.5 and a loss 0.
    fn default() -> Self {
        Self {
            rewards: (0.0, 1.0),
            constant_sum: true,
            hidden: false,
            max_moves: None,
            max_length: None,
        }
    }
}

/// The rules of a game, as a state that can be played forward.
pub trait Game: Clone + Send + Sync {
    /// A decision of one player: small and copied freely.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// `[f64; N]` for N players.
    type Rewards: Rewards;

    /// Whether [`Turn::Together`] can occur.
    const SIMULTANEOUS: bool = false;
    /// Whether [`Turn::Chance`] can occur: dice, a card that is drawn face up.
    const CHANCE: bool = false;
    /// Whether the moves listed at a node of the tree can differ between two states that its
    /// deciding player, or the searching one, can't tell apart. A search over determinizations
    /// then matches moves by value at each visit.
    const MOVES_HIDDEN: bool = false;
    /// Whether some player does not see the whole state. Such a state can't be searched as it is,
    /// which would be to look at what is hidden: a search takes [`Worlds`] that fit what the player
    /// knows, or [`Known`], which says that the player knows it all.
    const HIDDEN_INFORMATION: bool = false;
    /// How many different values [`Game::move_key`] has; 0 when the game names no keys.
    const MOVE_KEYS: usize = 0;
    /// How many players there are.
    const PLAYERS: usize = <Self::Rewards as Rewards>::PLAYERS;

    /// The capability record.
    fn features(&self) -> Features {
        Features::default()
    }

    /// Who decides now.
    fn turn(&self) -> Turn;

    /// Appends the legal moves of `player`, who decides now. There is at least one: a game in
    /// which a player may be unable to move has a pass, or is over.
    fn moves(&self, player: Player, out: &mut Vec<Self::Move>);

    /// Whether the moves of `player`, who decides now, are among those that differ between worlds.
    fn hides_moves(&self, _player: Player) -> bool {
        Self::MOVES_HIDDEN
    }

    /// Appends what chance may bring now, each outcome once, with its probability. Probabilities
    /// are above 0 and add up to 1. What players do not see when it happens is not an outcome but
    /// a part of the hidden state ([`Hidden`]).
    fn outcomes(&self, _out: &mut Vec<(Self::Move, f64)>) {
        debug_assert!(!Self::CHANCE, "a game with chance lists its outcomes");
    }

    /// Plays a legal move of the one player who decides now, or an outcome of chance.
    fn play(&mut self, mv: Self::Move);

    /// Plays one legal move for each player, in the order of their numbers.
    fn play_together(&mut self, moves: &[Self::Move]) {
        debug_assert!(!Self::SIMULTANEOUS, "a simultaneous game plays its moves together");
        self.play(moves[0]);
    }

    /// What each player gets. Final once the game is over; before that, a game may give its best
    /// guess or zeros.
    fn rewards(&self) -> Self::Rewards;

    /// Draws a legal move uniformly; games override it where they can do so without listing.
    ///
    /// # Panics
    /// When the player has no legal move.
    fn random_move(
        &self,
        player: Player,
        rng: &mut Rng,
        buffer: &mut Vec<Self::Move>,
    ) -> Self::Move {
        buffer.clear();
        self.moves(player, buffer);
        assert!(!buffer.is_empty(), "player {player} decides and has no legal move");
        buffer[below(rng, buffer.len())]
    }

    /// Draws what chance brings now by the probabilities of [`Game::outcomes`]; games override it
    /// where they can do so without listing.
    fn random_outcome(&self, rng: &mut Rng, buffer: &mut Vec<(Self::Move, f64)>) -> Self::Move {
        buffer.clear();
        self.outcomes(buffer);
        let mut left = unit(rng);
        for &(outcome, probability) in buffer.iter() {
            left -= probability;
            if left < 0.0 {
                return outcome;
            }
        }
        // The probabilities add up to a little less than 1 by rounding.
        buffer.last().expect("chance has an outcome").0
    }

    /// A small number for what the move *is*, whatever the position, which is why it is not told
    /// the state: the same key, the same entry
    /// in a history table (history heuristic, Progressive History, NRPA).
    fn move_key(_mv: Self::Move) -> usize {
        0
    }
}

/// Where the states come from that a search plays from: always the same one, or drawn from all
/// those that could be.
pub trait Worlds<G: Game>: Sync {
    /// Whether two draws can differ.
    const HIDDEN: bool;
    /// A state to start an iteration from.
    fn draw(&self, rng: &mut Rng) -> G;
}

/// In a game without hidden information the state is the only world.
///
/// A game with hidden information does not compile here:
///
/// ```compile_fail
/// use spinney_search::{budget::Budget, doc_games::Nim, game::*, mcts::Mcts, rng::stream};
///
/// #[derive(Clone)]
/// struct Secret(Nim);
///
/// impl Game for Secret {
///     type Move = u8;
///     type Rewards = [f64; 2];
///     const HIDDEN_INFORMATION: bool = true;
///     fn turn(&self) -> Turn { self.0.turn() }
///     fn moves(&self, player: Player, out: &mut Vec<u8>) { self.0.moves(player, out) }
///     fn play(&mut self, mv: u8) { self.0.play(mv) }
///     fn rewards(&self) -> [f64; 2] { self.0.rewards() }
/// }
/// let state = Secret(Nim::new(7));
/// // With `&Known(&state)` it compiles.
/// Mcts::uct(1.0).run(&state, &Budget::playouts(10), &mut stream(&[1])).unwrap();
/// ```
impl<G: Game> Worlds<G> for G {
    const HIDDEN: bool = {
        assert!(
            !G::HIDDEN_INFORMATION,
            "a game with hidden information is searched from `Worlds`, or from `Known`"
        );
        false
    };
    #[inline]
    fn draw(&self, _: &mut Rng) -> G {
        self.clone()
    }
}

/// A state of a game with hidden information, for a search that may know all of it: that of a
/// player who does, of one guess, or of one who cheats.
///
/// ```
/// use spinney_search::{budget::Budget, doc_games::Nim, game::Known, mcts::Mcts, rng::stream};
/// let report = Mcts::uct(1.0).run(&Known(&Nim::new(7)), &Budget::playouts(10), &mut stream(&[1]))?;
/// assert_eq!(report.playouts, 10);
/// # Ok::<(), spinney_search::mcts::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Known<'a, G>(pub &'a G);

impl<G: Game> Worlds<G> for Known<'_, G> {
    const HIDDEN: bool = false;
    #[inline]
    fn draw(&self, _: &mut Rng) -> G {
        self.0.clone()
    }
}

/// All the states that fit a view, equally likely.
#[derive(Clone, Copy, Debug)]
pub struct Uniformly<'a, V>(pub &'a V);

impl<G: Hidden> Worlds<G> for Uniformly<'_, G::View> {
    const HIDDEN: bool = true;
    fn draw(&self, rng: &mut Rng) -> G {
        G::sample(self.0, rng)
    }
}

/// A game in which players don't see everything.
pub trait Hidden: Game {
    /// All that one player may know. It is built from public facts and that player's own, so that
    /// what takes a view can't leak the rest.
    type View: Clone + Send + Sync;

    /// What `player` knows now.
    fn view(&self, player: Player) -> Self::View;

    /// A full state that fits the view, drawn uniformly from all that do.
    fn sample(view: &Self::View, rng: &mut Rng) -> Self;
}
