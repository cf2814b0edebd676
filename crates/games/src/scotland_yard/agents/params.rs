//! Parameters that several agents share.

use crate::scotland_yard::playout::{Blacks, Greedy};
use crate::scotland_yard::rules::BlackFilter;
use spinney_search::budget::{Budget, Stop};
use spinney_spec::{Param, Settings};
use std::time::Duration;

pub(super) const PLAYOUTS: Param = Param::integer(
    "playouts",
    "0",
    0,
    1_000_000_000_000,
    "iterations a move; 0: no limit, or 10000 if there is no other limit",
);
pub(super) const MILLIS: Param =
    Param::integer("millis", "0", 0, 86_400_000, "thinking time a move; 0: no limit");
pub(super) const W: Param =
    Param::real("w", "5", 0.0, 1000.0, "weight of Progressive History").tunable();
pub(super) const HIDE_EPSILON: Param =
    Param::real("hide-epsilon", "0.1", 0.0, 1.0, "chance of a random hider's move in playouts")
        .tunable();
pub(super) const SEEK_EPSILON: Param =
    Param::real("seek-epsilon", "0.2", 0.0, 1.0, "chance of a random seeker's move in playouts")
        .tunable();
pub(super) const TICKETS: Param =
    Param::flag("tickets", "true", "whether tickets run out in playouts");
pub(super) const BLACKS: Param = Param::choice(
    "blacks",
    "even",
    &["even", "sparing"],
    "black tickets in playouts: as often as others, or where nothing else pays",
);
/// The choices of `playout`.
pub(super) const PLAYOUT_NAMES: &[&str] = &["mc", "mm", "random"];
/// The choices of `filter`.
pub(super) const FILTER_NAMES: &[&str] = &["nijssen", "borak", "none"];

/// How long an agent may think about a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thinking {
    /// Playouts at most.
    pub playouts: Option<u64>,
    /// Nodes at most.
    pub nodes: Option<u64>,
    /// Time at most.
    pub time: Option<Duration>,
}

impl Thinking {
    pub(super) fn playouts(settings: &Settings) -> Self {
        let mut thinking = Self {
            playouts: some(settings.integer("playouts")),
            nodes: None,
            time: some(settings.integer("millis")).map(Duration::from_millis),
        };
        if thinking.playouts.is_none() && thinking.time.is_none() {
            thinking.playouts = Some(10_000);
        }
        thinking
    }

    pub(super) fn nodes(settings: &Settings) -> Self {
        let mut thinking = Self {
            playouts: None,
            nodes: some(settings.integer("nodes")),
            time: some(settings.integer("millis")).map(Duration::from_millis),
        };
        if thinking.nodes.is_none() && thinking.time.is_none() {
            thinking.nodes = Some(100_000);
        }
        thinking
    }

    /// A part of it, with the flag that ends it.
    pub fn budget(&self, share: f64, stop: &Stop) -> Budget {
        let part = |n: u64| ((n as f64 * share).round() as u64).max(1);
        Budget {
            playouts: self.playouts.map(part),
            nodes: self.nodes.map(part),
            time: self.time.map(|time| time.mul_f64(share)),
            stop: Some(stop.clone()),
        }
    }
}

fn some(limit: u64) -> Option<u64> {
    (limit > 0).then_some(limit)
}

pub(super) fn playout(settings: &Settings) -> Greedy {
    let base = match settings.word("playout") {
        "mc" => Greedy::MC,
        "mm" => Greedy::MM,
        _ => Greedy::RANDOM,
    };
    Greedy {
        hide_epsilon: settings.real("hide-epsilon"),
        seek_epsilon: settings.real("seek-epsilon"),
        tickets: settings.flag("tickets"),
        blacks: if settings.word("blacks") == "even" { Blacks::Even } else { Blacks::Sparing },
        ..base
    }
}

pub(super) fn filter(settings: &Settings) -> BlackFilter {
    match settings.word("filter") {
        "nijssen" => BlackFilter::Nijssen,
        "borak" => BlackFilter::Borak,
        _ => BlackFilter::Off,
    }
}
