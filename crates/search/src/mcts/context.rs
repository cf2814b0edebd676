//! The context of an iteration: its path, its moves, its scratch space.

use crate::game::{Game, Player};
use crate::stats::Stats;
use crate::tree::{Arm, Link, Proven};

/// One choice on the way down: which arm of an ordinary node, or which cell of a joint one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) node: u32,
    pub(crate) pick: u16,
    /// Who chose; in a joint node it says nothing.
    pub(crate) player: u8,
    /// How the arm learns of it.
    pub(crate) update: Update,
}

/// How an arm learns of a visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Update {
    /// When the reward is known.
    Plain,
    /// It was given a virtual loss, and the reward takes its place.
    VirtualLoss,
    /// Together with other visits.
    Deferred,
}

/// Where a path left the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaf {
    /// At a position to play out.
    Open,
    /// At a position that is to become a node, which will then have had so many visits.
    Frontier { link: Link, visits: u32 },
    /// At the end of the game.
    Over,
    /// At a position whose outcome is known, here for player 0.
    Proven(Proven),
}

/// A much visited node at which a thread among several begins a few iterations in a row, instead of
/// at the root.
///
/// Threads that meet in a node wait for the cache lines that the other has written. Below a base, a
/// thread finds what it wrote itself an iteration ago, and the others are mostly elsewhere.
#[derive(Clone, Debug)]
pub(crate) struct Base<G> {
    pub(super) state: G,
    pub(super) node: u32,
    /// How often the node had been visited.
    visits: u32,
    /// The steps of the path that lead there.
    depth: usize,
    /// Iterations that began here.
    begun: u32,
}

impl<G> Base<G> {
    /// Iterations, at most, that begin at one base.
    const MOST: u32 = 8;

    /// Iterations that may begin here: few, beside the visits that it has.
    fn allowed(&self) -> u32 {
        (self.visits / 32).min(Self::MOST)
    }
}

/// What one iteration needs to itself; threads have one each.
#[derive(Clone, Debug)]
pub(crate) struct Context<G: Game, S> {
    pub(super) path: Vec<Step>,
    pub(super) moves: Vec<G::Move>,
    pub(super) counts: Vec<usize>,
    pub(super) together: Vec<G::Move>,
    pub(super) outcomes: Vec<(G::Move, f64)>,
    /// Where the moves seem to be in the run.
    pub(super) found: Vec<Option<usize>>,
    /// Arms that are possible here, and their places in the run.
    pub(super) subset: Vec<Arm<G::Move, S>>,
    pub(super) places: Vec<u16>,
    pub(super) counterfactual: Vec<f64>,
    /// The moves of the iteration, for history tables and best lines.
    pub(super) trace: Vec<(Player, G::Move)>,
    pub(super) best_line: Option<(f64, Vec<G::Move>)>,
    pub(super) deepest: usize,
    base: Option<Base<G>>,
    /// The number of the thread among those that share the tree.
    pub(crate) thread: u32,
}

impl<G: Game, S: Stats> Context<G, S> {
    pub(crate) fn new() -> Self {
        Self {
            path: Vec::new(),
            moves: Vec::new(),
            counts: Vec::new(),
            together: Vec::new(),
            outcomes: Vec::new(),
            found: Vec::new(),
            subset: Vec::new(),
            places: Vec::new(),
            counterfactual: Vec::new(),
            trace: Vec::new(),
            best_line: None,
            deepest: 0,
            base: None,
            thread: 0,
        }
    }

    /// Makes it ready for an iteration from the root.
    #[inline]
    pub(crate) fn begin(&mut self) {
        self.path.clear();
        self.trace.clear();
    }

    /// Makes it ready for an iteration from the base, if there is one to stay at, and gives the base
    /// and the visits of its node.
    #[inline]
    pub(super) fn stay(&mut self) -> Option<(&Base<G>, u32)> {
        self.base.take_if(|base| base.begun == base.allowed());
        let base = self.base.as_mut()?;
        base.begun += 1;
        self.path.truncate(base.depth);
        self.trace.truncate(base.depth);
        // A virtual loss was given for the first iteration alone, long ago if the thread had to wait.
        self.path.iter_mut().for_each(|step| step.update = Update::Deferred);
        Some((base, base.visits + base.begun))
    }

    /// A path from the root has reached a node with so many visits: it is the base, unless there is
    /// another one further down.
    #[inline]
    pub(super) fn pass(&mut self, state: &G, node: u32, visits: u32) {
        if self.base.as_ref().is_none_or(|base| base.begun == 0) {
            let (state, depth) = (state.clone(), self.path.len());
            self.base = Some(Base { state, node, visits, depth, begun: 0 });
        }
    }

    /// The next iteration begins at the root.
    #[inline]
    pub(crate) fn leave(&mut self) {
        self.base = None;
    }

    /// Takes over what another thread of the same search remembers.
    pub(crate) fn absorb(&mut self, other: Self) {
        self.deepest = self.deepest.max(other.deepest);
        let best = |line: &Option<(f64, _)>| line.as_ref().map_or(f64::NEG_INFINITY, |(r, _)| *r);
        if best(&other.best_line) > best(&self.best_line) {
            self.best_line = other.best_line;
        }
    }

    /// Keeps the line of this iteration, which brought so much, if it is the best so far.
    pub(crate) fn keep_line(&mut self, reward: f64) {
        let best = self.best_line.get_or_insert((f64::NEG_INFINITY, Vec::new()));
        if reward > best.0 {
            best.0 = reward;
            best.1.clear();
            best.1.extend(self.trace.iter().map(|&(_, mv)| mv));
        }
    }

    /// Keeps the arms that may be chosen, with their places.
    pub(super) fn keep_subset(
        &mut self,
        arms: &[Arm<G::Move, S>],
        keep: impl Fn(&Arm<G::Move, S>) -> bool,
    ) {
        self.subset.clear();
        self.places.clear();
        for (place, arm) in arms.iter().enumerate() {
            if keep(arm) {
                self.subset.push(arm.clone());
                self.places.push(place as u16);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doc_games::Nim;
    use crate::stats::Plain;

    fn step(node: u32) -> Step {
        Step { node, pick: 0, player: 0, update: Update::VirtualLoss }
    }

    #[test]
    fn a_thread_stays_at_the_last_node_with_many_visits_and_goes_back() {
        let mut context: Context<Nim, Plain> = Context::new();
        for visits in [64, 100, 5_000] {
            context.begin();
            assert!(context.stay().is_none(), "an iteration begins at the root");
            for node in 0..3 {
                context.path.push(step(node));
                context.pass(&Nim::new(20 - node as u8), node + 1, visits - node);
            }
            let expected = ((visits - 2) / 32).min(8);
            for begun in 1..=expected {
                // Where the last iteration went on from there.
                context.path.extend([step(7), step(8)]);
                let (base, seen) = context.stay().unwrap();
                assert_eq!((base.node, seen), (3, visits - 2 + begun));
                assert!(context.path.iter().all(|step| step.update == Update::Deferred));
                assert_eq!(
                    context.path.iter().map(|step| step.node).collect::<Vec<_>>(),
                    [0, 1, 2]
                );
                // A node that is passed from the base is no base.
                context.pass(&Nim::new(1), 9, 1_000);
            }
            assert!(context.stay().is_none(), "after {expected} iterations");
        }
    }

    #[test]
    fn a_thread_leaves_when_it_is_told_to() {
        let mut context: Context<Nim, Plain> = Context::new();
        context.path.push(step(0));
        context.pass(&Nim::new(20), 1, 640);
        assert!(context.stay().is_some());
        context.leave();
        assert!(context.stay().is_none());
    }
}
