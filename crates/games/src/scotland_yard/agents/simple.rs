//! Players without a search: the baselines.

use crate::agent::{Agent, AgentError, Analysis, Watch};
use crate::scotland_yard::playout::{Blacks, Greedy};
use crate::scotland_yard::rules::{Full, HIDER, Move};
use crate::scotland_yard::view::PublicView;
use spinney_search::game::{Game, Player};
use spinney_search::rng::{Rng, below, stream};
use spinney_spec::Schema;

pub(super) static GREEDY_SEEKERS: Schema = Schema {
    name: "greedy",
    help: "the smallest sum of distances to all possible stations (MTD), no search",
    source: "Nijssen and Winands 2012, IV-A",
    params: &[],
};

pub(super) static GREEDY_HIDER: Schema = Schema {
    name: "greedy",
    help: "the largest distance to the closest detective (MCD), no search",
    source: "Nijssen and Winands 2012, IV-A",
    params: &[],
};

/// Black tickets are saved for where nothing else pays.
const EXACT: Greedy =
    Greedy { hide_epsilon: 0.0, seek_epsilon: 0.0, blacks: Blacks::Sparing, ..Greedy::MM };

macro_rules! with_a_generator {
    ($($name:ident),*) => {$(
        pub(super) struct $name(Rng);
        impl $name {
            pub(super) fn new(seed: u64) -> Self {
                Self(stream(&[seed]))
            }
        }
    )*};
}

with_a_generator!(RandomSeeker, GreedySeeker, RandomHider, GreedyHider);

impl Agent<PublicView, Move> for RandomSeeker {
    fn analyse(
        &mut self,
        view: &PublicView,
        player: Player,
        _: &mut Watch<'_, Move>,
    ) -> Result<Analysis<Move>, AgentError> {
        let mut moves = Vec::new();
        view.open.seeker_moves_into(player, &mut moves);
        Ok(Analysis::of(moves[below(&mut self.0, moves.len())]))
    }
}

impl Agent<PublicView, Move> for GreedySeeker {
    fn analyse(
        &mut self,
        view: &PublicView,
        _: Player,
        _: &mut Watch<'_, Move>,
    ) -> Result<Analysis<Move>, AgentError> {
        let position = view.with_hider(0, view.record.possible);
        Ok(Analysis::of(EXACT.seeker_move(&position, &mut self.0)))
    }
}

impl Agent<Full, Move> for RandomHider {
    fn analyse(
        &mut self,
        position: &Full,
        _: Player,
        _: &mut Watch<'_, Move>,
    ) -> Result<Analysis<Move>, AgentError> {
        Ok(Analysis::of(position.random_move(HIDER, &mut self.0, &mut Vec::new())))
    }
}

impl Agent<Full, Move> for GreedyHider {
    fn analyse(
        &mut self,
        position: &Full,
        _: Player,
        _: &mut Watch<'_, Move>,
    ) -> Result<Analysis<Move>, AgentError> {
        Ok(Analysis::of(EXACT.hider_move(position, &mut self.0)))
    }
}
