//! Where an agent thinks that Mr X is: parameters, and the weights that follow from them.

use crate::scotland_yard::board::Station;
use crate::scotland_yard::categories::{Weighing, uniform};
use crate::scotland_yard::filter::Filter;
use crate::scotland_yard::view::PublicView;
use spinney_spec::{Choice, Param, Settings, SpecError, choice};

/// How guesses are weighed by category.
pub(super) const CATEGORIES: Param = Param::any(
    "categories",
    "min-distance/general/1",
    "weights of guesses: none, or min-distance, average-distance or station, then /general or \
     /detailed, then /1 or /2 steps, then /paper for published numbers",
);

/// Where the weights of the seekers' guesses come from.
pub(super) const BELIEF: Param = Param::choice(
    "belief",
    "categories",
    SeekersBelief::NAMES,
    "weights of guesses: by the categories, or by a filter with models of how hiders choose",
);

/// What a hider thinks that the seekers believe.
pub(super) const SUSPICION: Param = Param::choice(
    "belief",
    "uniform",
    HidersBelief::NAMES,
    "ghosts: what the seekers believe; every possible station alike, or as a filter with models of \
     how hiders choose",
);

/// The models of a filter.
pub(super) const MODELS: Param = Param::any(
    "models",
    "all",
    "belief=filter: the hiders whose models are used, with / between their names; or all",
);

choice! {
    /// Where the weights of the seekers' guesses come from.
    enum SeekersBelief {
        /// From location categories.
        Categories = "categories",
        /// From a filter.
        Filter = "filter",
    }
}

choice! {
    /// What a hider thinks that the seekers believe.
    enum HidersBelief {
        /// Every possible station alike.
        Uniform = "uniform",
        /// As a filter says.
        Filter = "filter",
    }
}

/// How the possible stations are weighed.
pub(super) enum Weights {
    /// All alike.
    Uniform,
    /// By category.
    Categories(Weighing),
    /// By a filter, which remembers the game.
    Filter(Box<Filter>),
}

impl Weights {
    /// As the settings of seekers say.
    pub(super) fn of_seekers(settings: &Settings) -> Result<Self, SpecError> {
        let weighing = weighing(settings)?;
        Ok(match (settings.choice("belief"), weighing) {
            (SeekersBelief::Filter, _) => Self::Filter(Box::new(filter(settings)?)),
            (SeekersBelief::Categories, Some(weighing)) => Self::Categories(weighing),
            (SeekersBelief::Categories, None) => Self::Uniform,
        })
    }

    /// As the settings of a hider say.
    pub(super) fn of_hider(settings: &Settings) -> Result<Self, SpecError> {
        Ok(match settings.choice("belief") {
            HidersBelief::Uniform => Self::Uniform,
            HidersBelief::Filter => Self::Filter(Box::new(filter(settings)?)),
        })
    }

    /// The probability of each possible station.
    pub(super) fn weigh(&mut self, view: &PublicView) -> Vec<(Station, f64)> {
        match self {
            Self::Uniform => uniform(view),
            Self::Categories(weighing) => weighing.weights(view),
            Self::Filter(filter) => filter.weights(view),
        }
    }
}

pub(super) fn weighing(settings: &Settings) -> Result<Option<Weighing>, SpecError> {
    match settings.value("categories").to_string().as_str() {
        "none" => Ok(None),
        name => name.parse().map(Some).map_err(|e: String| settings.bad("categories", e)),
    }
}

fn filter(settings: &Settings) -> Result<Filter, SpecError> {
    let wanted = settings.value("models").to_string();
    Filter::of(&wanted).map_err(|error| settings.bad("models", error.to_string()))
}
