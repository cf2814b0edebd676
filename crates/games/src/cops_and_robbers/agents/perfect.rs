//! `perfect`: plays the solved game of full information.
//!
//! The cops take the move that leads to capture soonest, the robber the one that puts it off the
//! longest, or for ever. For the cops this needs a robber who is always seen. The game is solved at
//! the first decision; who is stopped before moves by a rule of thumb.

use super::{HuntAgent, Library, chooser};
use crate::agent::{Agent, AgentError, Analysis, Candidate, Watch};
use crate::cops_and_robbers::graph::Vertex;
use crate::cops_and_robbers::playout::{Best, Ties, chase, evade};
use crate::cops_and_robbers::rules::COPS;
use crate::cops_and_robbers::solver::{LazySolution, SolveError};
use crate::cops_and_robbers::view::View;
use spinney_search::game::Player;
use spinney_search::rng::{Rng, stream};
use spinney_spec::{Schema, SpecError};
use std::sync::Arc;

pub(super) static SCHEMA: Schema = Schema {
    name: "perfect",
    help: "exact play by retrograde analysis; the cops need seen-every=1",
    source: "",
    params: &[],
};

struct Perfect {
    solution: Arc<LazySolution>,
    rng: Rng,
}

pub(super) fn make(
    player: Player,
    library: &impl Library,
    seed: u64,
) -> Result<HuntAgent, SpecError> {
    let refuse = |expected: String| SpecError::BadValue {
        of: "cops-and-robbers".to_string(),
        key: if player == COPS { "cops" } else { "robber" }.to_string(),
        value: "perfect".to_string(),
        expected,
    };
    if player == COPS && !library.full_information() {
        let why = "perfect cops must always see the robber: expected seen-every=1";
        return Err(refuse(why.to_string()));
    }
    let solution = library.solution().map_err(|error| refuse(error.to_string()))?;
    Ok(with(solution, seed))
}

/// The agent that plays by this solution; as the cops, only in a game of full information.
pub(super) fn with(solution: Arc<LazySolution>, seed: u64) -> HuntAgent {
    Box::new(Perfect { solution, rng: stream(&[seed]) })
}

impl Agent<View, Vertex> for Perfect {
    fn analyse(
        &mut self,
        view: &View,
        player: Player,
        watch: &mut Watch<'_, Vertex>,
    ) -> Result<Analysis<Vertex>, AgentError> {
        let (public, robber) = (&view.public, view.robber.expect("it is seen"));
        let solution = match self.solution.get(watch.stop) {
            Ok(solution) => solution,
            Err(SolveError::Interrupted) => {
                let rng = &mut self.rng;
                return Ok(Analysis::of(if player == COPS {
                    chase(public, chooser(public), robber, 0, rng)
                } else {
                    evade(public.rules(), public.cops(), robber, Ties::Neighbours, rng)
                }));
            }
            Err(_) => return Err(AgentError::NoMove),
        };
        let mut best = Best::new();
        let mut candidates = Vec::new();
        let mut consider = |to, moves: Option<u16>, rng: &mut Rng| {
            let late = i32::from(moves.unwrap_or(u16::MAX));
            best.offer(if player == COPS { -late } else { late }, to, rng);
            // Who is never caught has won. A capture is a win if it comes in time: rounds decide.
            let exact = moves.is_none().then_some(if player == COPS { 0.0 } else { 1.0 });
            let distance = moves.map(u32::from);
            candidates.push(Candidate { mv: to, visits: 0, value: None, exact, distance });
        };
        if player == COPS {
            let cop = chooser(public);
            let waiting: Vec<Vertex> = (0..public.cops().len())
                .filter(|&other| other != usize::from(cop) && public.target(other).is_none())
                .map(|other| public.cops()[other])
                .collect();
            for to in public.choices(cop) {
                let chosen = [public.reserved(), &[to]].concat();
                let moves = solution.cops_to_move(&waiting, &chosen, robber);
                consider(to, moves, &mut self.rng);
            }
        } else {
            for &to in public.rules().steps(robber) {
                let moves = if public.cops().contains(&to) {
                    Some(0)
                } else {
                    solution.cops_to_move(public.cops(), &[], to)
                };
                consider(to, moves, &mut self.rng);
            }
        }
        let best = best.take().ok_or(AgentError::NoMove)?;
        Ok(Analysis { candidates, ..Analysis::of(best) })
    }
}
