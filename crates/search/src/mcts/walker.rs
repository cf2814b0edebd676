//! One iteration's own things: its path, its moves, its scratch space.

use crate::game::{Game, Player, Rewards};
use crate::playout::Playout;
use crate::rng::Rng;
use crate::selection::Selection;
use crate::tree::{Arm, Proven};

/// One choice on the way down: which arm of an ordinary node, or which cell of a joint one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) node: u32,
    pub(crate) player: u16,
    pub(crate) pick: u16,
}

/// Where a path left the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaf {
    /// At a position to play out.
    Open,
    /// At the end of the game.
    Over,
    /// At a position whose outcome is known, here for player 0.
    Proven(Proven),
}

/// What one iteration needs to itself; threads have one each.
#[derive(Clone, Debug)]
pub(crate) struct Walker<G: Game, S: Selection> {
    pub(super) path: Vec<Step>,
    pub(super) moves: Vec<G::Move>,
    pub(super) counts: Vec<usize>,
    pub(super) together: Vec<G::Move>,
    pub(super) outcomes: Vec<(G::Move, f64)>,
    /// Arms that are possible here, and their places in the run.
    pub(super) subset: Vec<Arm<G::Move, S::Stats>>,
    pub(super) places: Vec<u16>,
    pub(super) counterfactual: Vec<f64>,
    /// The moves of the iteration, for history tables and best lines.
    pub(super) trace: Vec<(Player, G::Move)>,
    pub(super) best_line: Option<(f64, Vec<G::Move>)>,
    pub(super) deepest: usize,
    /// A state to ask for the keys of moves: the root's.
    pub(super) keys: Option<G>,
}

impl<G: Game, S: Selection> Walker<G, S> {
    /// Whether the moves of an iteration are written down.
    const TRACES: bool = S::HISTORY || G::PLAYERS == 1;

    pub(crate) fn new(keys: Option<G>) -> Self {
        Self {
            path: Vec::new(),
            moves: Vec::new(),
            counts: Vec::new(),
            together: Vec::new(),
            outcomes: Vec::new(),
            subset: Vec::new(),
            places: Vec::new(),
            counterfactual: Vec::new(),
            trace: Vec::new(),
            best_line: None,
            deepest: 0,
            keys,
        }
    }

    /// The third phase.
    #[inline]
    pub(crate) fn play_out<P: Playout<G>>(
        &mut self,
        state: &mut G,
        leaf: Leaf,
        playout: &mut P,
        (low, high): (f64, f64),
        rng: &mut Rng,
    ) -> G::Rewards {
        match leaf {
            Leaf::Open if Self::TRACES => {
                playout.run(state, rng, |player, mv| self.trace.push((player, mv)))
            }
            Leaf::Open => playout.run(state, rng, |_, _| ()),
            Leaf::Over => state.rewards(),
            Leaf::Proven(outcome) => {
                let first = match outcome {
                    Proven::Win => high,
                    Proven::Loss => low,
                    Proven::Draw | Proven::Open | Proven::Exhausted => f64::midpoint(low, high),
                };
                let mut rewards = G::Rewards::all(low + high - first);
                rewards[0] = first;
                rewards
            }
        }
    }

    /// Takes over what another walker of the same search remembers.
    pub(crate) fn absorb(&mut self, other: Self) {
        self.deepest = self.deepest.max(other.deepest);
        let best = |line: &Option<(f64, _)>| line.as_ref().map_or(f64::NEG_INFINITY, |(r, _)| *r);
        if best(&other.best_line) > best(&self.best_line) {
            self.best_line = other.best_line;
        }
    }

    #[inline]
    pub(crate) fn note(&mut self, player: Player, mv: G::Move) {
        if Self::TRACES {
            self.trace.push((player, mv));
        }
    }
}
