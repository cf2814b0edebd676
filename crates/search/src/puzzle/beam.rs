//! Beam search: layer by layer, only the best states of a layer go on.

mod layer;

use super::{Line, Solution, Steps, over};
use crate::budget::Budget;
use crate::game::{Game, Turn};
use crate::rng::Rng;
use layer::{Candidate, Layer};
use std::collections::BTreeMap;

/// What a beam must know about the states of a game.
pub trait Ranking<G: Game> {
    /// The layer of a state. Every move leads to a higher one.
    fn layer(&self, state: &G) -> usize;

    /// How good a state looks; the highest of a layer are kept. A ranking that plays the state out
    /// puts the moves and their score into `rest` (empty when given): the best such line counts.
    fn value(&mut self, state: &G, rng: &mut Rng, rest: &mut Line<G::Move>) -> f64;

    /// A number that two states share when the same moves are open to them from now on; of such
    /// states only the one with the highest value is kept.
    fn same(&self, _state: &G) -> Option<u64> {
        None
    }

    /// A number that states share which are so much alike that [`Beam::alike`] of them are enough.
    fn alike(&self, _state: &G, value: f64) -> u64 {
        value.to_bits()
    }
}

/// Beam search: layer by layer, only the best states of a layer go on.
///
/// The game says which layer a state belongs to, so that states are compared with their equals: by
/// moves made, or better by what is left to do (blocks removed, in SameGame: moves skip layers
/// then). It also says how good a state looks, which states are the same, and which are so much
/// alike that a few of them are enough. Lowerre 1976, *The HARPY speech recognition system*, for the
/// idea; layers by progress and playouts as evaluation as in Cazenave 2012, *Monte Carlo beam
/// search*.
///
/// ```
/// # use spinney_search::game::{Game, Player, Turn};
/// # #[derive(Clone)]
/// # struct Digits(Vec<u8>);
/// # impl Game for Digits {
/// #     type Move = u8;
/// #     type Rewards = [f64; 1];
/// #     fn turn(&self) -> Turn { if self.0.len() == 8 { Turn::Over } else { Turn::One(0) } }
/// #     fn moves(&self, _: Player, out: &mut Vec<u8>) { out.extend(0..10) }
/// #     fn play(&mut self, digit: u8) { self.0.push(digit) }
/// #     fn rewards(&self) -> [f64; 1] { [self.0.iter().map(|&d| f64::from(d)).sum()] }
/// # }
/// use spinney_search::puzzle::{Beam, Line, Ranking};
/// use spinney_search::{budget::Budget, rng::{Rng, stream}};
///
/// struct BySum;
/// impl Ranking<Digits> for BySum {
///     fn layer(&self, state: &Digits) -> usize { state.0.len() }
///     fn value(&mut self, state: &Digits, _: &mut Rng, _: &mut Line<u8>) -> f64 {
///         state.rewards()[0]
///     }
/// }
/// // A puzzle: choose eight digits with the largest sum.
/// let found = Beam::new(4).run(&Digits(Vec::new()), &mut BySum, &Budget::default(), &mut stream(&[1]));
/// assert_eq!(found.line.score, 72.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Beam {
    /// States kept in a layer.
    pub width: usize,
    /// States kept in a layer that are [alike](Ranking::alike); 0 for any number.
    pub alike: usize,
    /// States kept in all layers that are still to come. When there would be more, the worst of the
    /// highest layer gives way: it has most time to fill again.
    pub states: usize,
}

impl Beam {
    /// So many states a layer, and at most a million in all.
    pub fn new(width: usize) -> Self {
        Self { width, alike: 0, states: 1_000_000 }
    }

    /// The same with room for as many states as fit into so many bytes.
    pub fn with_memory<G: Game>(mut self, bytes: usize) -> Self {
        self.states = (bytes / std::mem::size_of::<Candidate<G>>()).max(1);
        self
    }

    /// Searches from `state`. The budget counts states that were looked at, as playouts and as
    /// nodes. The answer is proven when nothing that was not the same as another was left out.
    pub fn run<G: Game>(
        &self,
        state: &G,
        ranking: &mut impl Ranking<G>,
        budget: &Budget,
        rng: &mut Rng,
    ) -> Solution<G::Move> {
        if let Some(solution) = over(state) {
            return solution;
        }
        let mut meter = budget.start_or_endless();
        let mut steps = Steps(Vec::new());
        let mut layers: BTreeMap<usize, Layer<G>> = BTreeMap::new();
        let mut best = Line::default();
        let (mut held, mut lost) = (0usize, false);
        let (mut moves, mut rest) = (Vec::new(), Line::default());
        let mut expand = vec![Candidate { value: 0.0, step: None, state: state.clone() }];
        loop {
            for Candidate { step, state: parent, .. } in expand.drain(..) {
                let parent_step = steps.add(step);
                let Turn::One(player) = parent.turn() else { continue };
                let from = ranking.layer(&parent);
                moves.clear();
                parent.moves(player, &mut moves);
                for &mv in &moves {
                    if !meter.take(meter.done()) {
                        return Solution { line: best, effort: meter.done(), proven: false };
                    }
                    let mut child = parent.clone();
                    child.play(mv);
                    rest.clear();
                    if child.turn() == Turn::Over {
                        rest.score = child.rewards()[0];
                        keep(&mut best, &steps, (parent_step, mv), &rest);
                        continue;
                    }
                    let value = ranking.value(&child, rng, &mut rest);
                    keep(&mut best, &steps, (parent_step, mv), &rest);
                    let place = ranking.layer(&child);
                    debug_assert!(place > from, "a move leads to a higher layer");
                    let layer = layers.entry(place).or_insert_with(|| Layer::new(self));
                    let names = (ranking.same(&child), ranking.alike(&child, value));
                    let step = Some((parent_step, mv));
                    let before = layer.len();
                    lost |= layer.offer(Candidate { value, step, state: child }, names);
                    held = held + layer.len() - before;
                    while held > self.states
                        && let Some(mut last) = layers.last_entry()
                    {
                        last.get_mut().drop_worst();
                        (held, lost) = (held - 1, true);
                        if last.get().len() == 0 {
                            last.remove();
                        }
                    }
                }
            }
            let Some((_, layer)) = layers.pop_first() else { break };
            held -= layer.len();
            expand = layer.into_best_first();
        }
        Solution { line: best, effort: meter.done(), proven: !lost }
    }
}

/// Takes the line through `step` and `rest` if it scores more.
fn keep<M: Copy>(best: &mut Line<M>, steps: &Steps<M>, step: (u32, M), rest: &Line<M>) {
    if rest.score > best.score {
        best.score = rest.score;
        steps.trace(step.0, &mut best.moves);
        best.moves.push(step.1);
        best.moves.extend_from_slice(&rest.moves);
    }
}

#[cfg(test)]
mod tests;
