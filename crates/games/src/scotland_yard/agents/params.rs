//! Parameters that several agents share.

use crate::scotland_yard::playout::{Blacks, Estimates, Greedy, Ties};
use crate::scotland_yard::rules::BlackFilter;
use crate::scotland_yard::value::Value;
use spinney_search::final_move::FinalMove;
use spinney_spec::{Choice, Param, Settings, choice};

choice! {
    /// How games are played out.
    pub(super) enum Playouts {
        /// The seekers chase the true station.
        Mc = "mc",
        /// They chase all possible stations.
        Mm = "mm",
        /// They chase a station drawn from the possible ones.
        Estimate = "estimate",
        /// Everybody moves at random.
        Random = "random",
    }
}

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
    Blacks::NAMES,
    "black tickets in playouts: as often as others, where nothing else pays, or as the filter allows",
);
pub(super) const TIES: Param = Param::choice(
    "ties",
    "any",
    Ties::NAMES,
    "of equally good moves a playout plays any, or the first",
);
pub(super) const ESTIMATES: Param = Param::choice(
    "estimates",
    "weighted",
    Estimates::NAMES,
    "playout=estimate: stations are drawn by their distance from the detectives, or evenly",
);
pub(super) const FINAL: Param = Param::choice(
    "final",
    "robust",
    &["robust", "max"],
    "play the move visited most, or the one of the highest mean",
);
pub(super) const DISCOUNT: Param = Param::real(
    "discount",
    "1",
    0.0,
    1.0,
    "what a capture one round later is worth, as a part of one now",
)
.tunable();
/// What an iteration ends with.
pub(super) const LEAF: Param = Param::choice(
    "leaf",
    "playout",
    Leaf::NAMES,
    "how a new position is valued: by playing the game out, or by a learned estimate of Mr X's \
     chance at his next turn",
);
/// What the parameter `others` makes of the other seekers.
pub(super) const OTHERS: Param =
    Param::choice("others", "move", Others::NAMES, "the other seekers in the search");

choice! {
    /// The other seekers in a search.
    pub(super) enum Others {
        /// They move.
        Move = "move",
        /// They stand still.
        Stand = "stand",
    }
}

choice! {
    /// What an iteration ends with.
    pub(super) enum Leaf {
        /// The end of a game.
        Playout = "playout",
        /// An estimate.
        Value = "value",
    }
}

pub(super) fn playout(settings: &Settings) -> Greedy {
    let base = match settings.choice("playout") {
        Playouts::Mc => Greedy::MC,
        Playouts::Mm => Greedy::MM,
        Playouts::Estimate => Greedy::ESTIMATE,
        Playouts::Random => Greedy::RANDOM,
    };
    Greedy {
        hide_epsilon: settings.real("hide-epsilon"),
        seek_epsilon: settings.real("seek-epsilon"),
        tickets: settings.flag("tickets"),
        blacks: settings.choice("blacks"),
        ties: settings.choice("ties"),
        estimates: settings.choice("estimates"),
        value: match settings.choice("leaf") {
            Leaf::Playout => None,
            Leaf::Value => Some(Value::learned()),
        },
        ..base
    }
}

/// The rule by which a search's move is played.
pub(super) fn final_move(settings: &Settings) -> FinalMove {
    if settings.word("final") == "max" { FinalMove::Max } else { FinalMove::Robust }
}

pub(super) fn filter(settings: &Settings) -> BlackFilter {
    settings.choice("filter")
}

/// Whether a search leaves the other seekers where they are.
pub(super) fn lone(settings: &Settings) -> bool {
    settings.choice::<Others>("others") == Others::Stand
}
