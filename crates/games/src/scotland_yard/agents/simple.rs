//! Players without a search: the baselines.

use super::{Hider, Seeker};
use crate::scotland_yard::playout::{Blacks, Greedy};
use crate::scotland_yard::rules::{Full, HIDER, Move};
use crate::scotland_yard::view::PublicView;
use spinney_search::budget::Stop;
use spinney_search::game::Game;
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

impl Seeker for RandomSeeker {
    fn choose(&mut self, view: &PublicView, _: &Stop) -> Move {
        let mut moves = Vec::new();
        view.open.seeker_moves_into(view.open.turn as usize, &mut moves);
        moves[below(&mut self.0, moves.len())]
    }
}

impl Seeker for GreedySeeker {
    fn choose(&mut self, view: &PublicView, _: &Stop) -> Move {
        EXACT.seeker_move(&view.with_hider(0, view.record.possible), &mut self.0)
    }
}

impl Hider for RandomHider {
    fn choose(&mut self, position: &Full, _: &Stop) -> Move {
        position.random_move(HIDER, &mut self.0, &mut Vec::new())
    }
}

impl Hider for GreedyHider {
    fn choose(&mut self, position: &Full, _: &Stop) -> Move {
        EXACT.hider_move(position, &mut self.0)
    }
}
