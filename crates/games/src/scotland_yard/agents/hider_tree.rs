//! The trees that a hider can grow: everybody's moves, or his own.

use super::params;
use crate::agent::{AgentError, Thinking, Watch};
use crate::scotland_yard::board::StationSet;
use crate::scotland_yard::credit::Credit;
use crate::scotland_yard::ghosts::Ghosts;
use crate::scotland_yard::playout::Greedy;
use crate::scotland_yard::rules::{HIDER, Move, Position, SEEKERS};
use crate::scotland_yard::solo::{Solo, SoloPlayout, Suspected, Suspicion};
use spinney_search::backup::Coalition;
use spinney_search::game::{Game, Known};
use spinney_search::mcts::Mcts;
use spinney_search::report::Report;
use spinney_search::rng::Rng;
use spinney_search::selection::ProgressiveHistory;
use spinney_spec::{Choice, Param, Settings, choice};

choice! {
    /// Whose moves are in the tree.
    enum Trees {
        /// Everybody's.
        Full = "full",
        /// The hider's own; the seekers answer as in playouts.
        Solo = "solo",
    }
}

/// Whose moves are in the tree.
pub(super) const TREE: Param = Param::choice(
    "tree",
    "full",
    Trees::NAMES,
    "moves in the tree: everybody's, or the hider's own, which seekers answer as in playouts",
);
/// How many wrong guesses the seekers chase.
pub(super) const GHOSTS: Param = Param::integer(
    "ghosts",
    "0",
    0,
    SEEKERS as u64,
    "stations that the seekers chase in place of Mr X's own; 0 for none (playout=mc)",
);

/// A search for the hider.
pub(super) trait HiderTree: Send {
    /// Searches with a share of what a decision may cost.
    fn search(
        &mut self,
        suspicion: &Suspicion,
        thinking: &Thinking,
        share: f64,
        watch: &mut Watch<'_, Move>,
        rng: &mut Rng,
    ) -> Result<Report<Move>, AgentError>;

    /// Gives the memory back.
    fn release(&mut self);
}

/// The tree that the settings name.
pub(super) fn tree(settings: &Settings) -> Box<dyn HiderTree> {
    let solo = settings.choice::<Trees>("tree") == Trees::Solo;
    match (solo, settings.integer("ghosts")) {
        (false, 0) => Box::new(full::<StationSet>(settings)),
        (false, _) => Box::new(full::<Ghosts>(settings)),
        (true, 0) => Box::new(own::<StationSet>(settings)),
        (true, _) => Box::new(own::<Ghosts>(settings)),
    }
}

fn policy<G: Game>(settings: &Settings) -> ProgressiveHistory {
    ProgressiveHistory::new(settings.real("c"), settings.real("w"), G::PLAYERS, G::MOVE_KEYS)
}

fn credit(settings: &Settings) -> Credit {
    // He has no partner.
    Credit::new(Coalition { r: 0.0, opponents_get_rest: true }, settings.real("discount"))
}

type FullTree<B> = Mcts<Position<B>, ProgressiveHistory, Greedy, Credit>;
type SoloTree<B> = Mcts<Solo<B>, ProgressiveHistory, SoloPlayout, Credit>;

fn full<B: Suspected>(settings: &Settings) -> FullTree<B> {
    let policy = policy::<Position<B>>(settings);
    Mcts::with_backup(policy, params::playout(settings), credit(settings))
}

fn own<B: Suspected>(settings: &Settings) -> SoloTree<B> {
    Mcts::with_backup(policy::<Solo<B>>(settings), SoloPlayout, credit(settings))
}

impl<B: Suspected> HiderTree for FullTree<B> {
    fn search(
        &mut self,
        suspicion: &Suspicion,
        thinking: &Thinking,
        share: f64,
        watch: &mut Watch<'_, Move>,
        rng: &mut Rng,
    ) -> Result<Report<Move>, AgentError> {
        if B::DRAWN {
            return thinking.search(self, suspicion, share, HIDER, watch, rng);
        }
        // He knows where he is, and so what there is to know.
        let root = suspicion.root.with_belief(B::draw(suspicion, rng));
        thinking.search(self, &Known(&root), share, HIDER, watch, rng)
    }

    fn release(&mut self) {
        Mcts::release(self);
    }
}

impl<B: Suspected> HiderTree for SoloTree<B> {
    fn search(
        &mut self,
        suspicion: &Suspicion,
        thinking: &Thinking,
        share: f64,
        watch: &mut Watch<'_, Move>,
        rng: &mut Rng,
    ) -> Result<Report<Move>, AgentError> {
        thinking.search(self, suspicion, share, HIDER, watch, rng)
    }

    fn release(&mut self) {
        Mcts::release(self);
    }
}
