//! The players of both sides, as specifications name them.
//!
//! A [`Seeker`] is given a [`PublicView`] and nothing else; a [`Hider`] sees the whole position.

mod belief;
mod filtering;
mod hider;
mod hider_tree;
mod minimax;
mod opponents;
mod params;
mod replies;
mod seekers;
mod simple;

pub use filtering::{Doubles, Filtering};
pub use hider::HiderMcts;
pub use seekers::{Determinization, SeekerMcts};

use super::rules::{Full, Move};
use super::view::{PublicView, View};
use crate::agent::{Agent, AgentError, Analysis, Watch};
use spinney_search::game::Player;
use spinney_spec::{Catalogue, Schema, Settings, SpecError};

/// Decides for the detectives, from what is public.
pub type Seeker = dyn Agent<PublicView, Move>;

/// Decides for Mr X.
pub type Hider = dyn Agent<Full, Move>;

/// A seeker as the laboratory knows agents. Even given a hider's view, it hands on what is public.
pub struct SeekerAgent(pub Box<Seeker>);

impl Agent<View, Move> for SeekerAgent {
    fn analyse(
        &mut self,
        view: &View,
        player: Player,
        watch: &mut Watch<'_, Move>,
    ) -> Result<Analysis<Move>, AgentError> {
        match view {
            View::Seekers(public) => self.0.analyse(public, player, watch),
            View::Hider(position) => self.0.analyse(&position.public(), player, watch),
        }
    }
    fn rest(&mut self) {
        self.0.rest();
    }
}

/// A hider as the laboratory knows agents.
pub struct HiderAgent(pub Box<Hider>);

impl Agent<View, Move> for HiderAgent {
    fn analyse(
        &mut self,
        view: &View,
        player: Player,
        watch: &mut Watch<'_, Move>,
    ) -> Result<Analysis<Move>, AgentError> {
        match view {
            View::Hider(position) => self.0.analyse(position, player, watch),
            View::Seekers(_) => unreachable!("the hider is asked with the hider's view"),
        }
    }
    fn rest(&mut self) {
        self.0.rest();
    }
}

static RANDOM: Schema = Schema { name: "random", help: "any legal move", source: "", params: &[] };

/// The agents that can play the seekers.
pub fn seekers() -> Catalogue {
    Catalogue::new(
        "agent",
        &[&RANDOM, &simple::GREEDY_SEEKERS, &minimax::EXPECTIMAX, &seekers::MCTS],
    )
    .preset(
        "nijssen",
        "mcts(categories=min-distance/general/1, reduction=0.1)",
        "the best seekers of Nijssen and Winands 2012, VI-G",
    )
    .preset(
        "borak",
        "mcts(c=2, w=0, hide-epsilon=0.2, seek-epsilon=0.2, determinization=one, \
             categories=min-distance/general/1/paper, reduction=0.25, localisation=0.1, \
             filter=borak)",
        "the best detectives of Borák 2021, experiment 2",
    )
    .preset(
        "best",
        "mcts(belief=filter, discount=0.9, reduction=0.3, doubles=rules, keep-tree=true)",
        "a learned belief, captures that count more the sooner they come, and one tree per round",
    )
    .preset(
        "borak-source",
        "mcts(c=2.8284271247461903, w=0, playout=estimate, estimates=even, hide-epsilon=0.2, \
             seek-epsilon=0.2, ties=first, final=max, determinization=one, categories=none, \
             reduction=0.25, filter=borak, doubles=near)",
        "detectives as a public program of 2015 plays them, with Borák's constants",
    )
}

/// The agents that can play the hider.
pub fn hiders() -> Catalogue {
    Catalogue::new("agent", &[&RANDOM, &simple::GREEDY_HIDER, &minimax::PARANOID, &hider::MCTS])
        .preset("nijssen", "mcts", "the best hider of Nijssen and Winands 2012, VI-G")
        .preset(
            "borak",
            "mcts(c=0.2, w=0, playout=mc, hide-epsilon=0.2, seek-epsilon=0.2, filter=borak)",
            "Borák's 2021 Mr X; the best one adds double=search",
        )
        .preset(
            "best-playouts",
            "mcts(playout=mc, tree=solo, ghosts=2, belief=filter, discount=0.9, black-gain=2)",
            "a search of his own moves against detectives who only guess, with playouts and a discount",
        )
        .preset(
            "best",
            "mcts(c=0.3, playout=mc, leaf=value, tree=solo, ghosts=5, replies=0.8, \
             reply-models=all, belief=filter, double=rules, black-gain=1.4)",
            "a search of his own moves against detectives who only guess, with a learned estimate of his \
             chance, and trials against detectives who search",
        )
        .preset(
            "borak-source",
            "mcts(c=0.282842712474619, w=0, playout=estimate, estimates=even, hide-epsilon=0.2, \
             seek-epsilon=0.2, ties=first, final=max, filter=borak, double=automatic)",
            "Mr X as a public program of 2015 plays him, with Borák's constants",
        )
}

/// Makes seekers.
pub fn seeker(settings: &Settings, seed: u64) -> Result<Box<Seeker>, SpecError> {
    match settings.name() {
        "random" => Ok(Box::new(simple::RandomSeeker::new(seed))),
        "greedy" => Ok(Box::new(simple::GreedySeeker::new(seed))),
        "expectimax" => minimax::expectimax(settings, seed),
        "mcts" => seekers::make(settings, seed),
        other => unreachable!("the catalogue has no `{other}`"),
    }
}

/// Makes a hider.
pub fn hider(settings: &Settings, seed: u64) -> Result<Box<Hider>, SpecError> {
    match settings.name() {
        "random" => Ok(Box::new(simple::RandomHider::new(seed))),
        "greedy" => Ok(Box::new(simple::GreedyHider::new(seed))),
        "paranoid" => Ok(minimax::paranoid(settings, seed)),
        "mcts" => Ok(Box::new(HiderMcts::new(settings, seed)?)),
        other => unreachable!("the catalogue has no `{other}`"),
    }
}

#[cfg(test)]
mod tests;
