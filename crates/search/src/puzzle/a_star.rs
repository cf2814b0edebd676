//! A*: always expand the state with the highest bound.

use super::bound::{Optimist, greedy};
use super::{Line, Solution, Steps, over};
use crate::budget::Budget;
use crate::game::{Game, Turn};
use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};

/// A*: always expand the state with the highest bound.
///
/// Hart, Nilsson and Raphael 1968, *A formal basis for the heuristic determination of minimum cost
/// paths*; turned round to maximise, as in Schadd et al. 2012, section 3. The first end that no
/// open state's bound exceeds is the best. All open states are kept, so memory is the limit: the
/// budget's `nodes`.
///
/// ```
/// # use spinney_search::game::{Game, Player, Turn};
/// /// Climb to 20 by steps of 1, 3 or 4; every step costs its number.
/// #[derive(Clone)]
/// struct Stairs { at: u32, cost: f64 }
/// # impl Game for Stairs {
/// #     type Move = u32;
/// #     type Rewards = [f64; 1];
/// #     fn turn(&self) -> Turn { if self.at >= 20 { Turn::Over } else { Turn::One(0) } }
/// #     fn moves(&self, _: Player, out: &mut Vec<u32>) { out.extend([1, 3, 4]) }
/// #     fn play(&mut self, step: u32) { self.at += step; self.cost += f64::from(step) }
/// #     fn rewards(&self) -> [f64; 1] { [-self.cost] }
/// # }
/// use spinney_search::{budget::Budget, puzzle::{AStar, Cheapest, Distance}};
///
/// struct Steps;
/// impl Distance<Stairs> for Steps {
///     fn so_far(&self, state: &Stairs) -> f64 { state.cost }
///     fn to_go(&mut self, state: &Stairs) -> f64 { f64::from(20 - state.at.min(20)) }
///     fn same(&self, state: &Stairs) -> Option<u64> { Some(state.at.into()) }
/// }
/// let start = Stairs { at: 0, cost: 0.0 };
/// let found = AStar.run(&start, &mut Cheapest(Steps), &Budget::default());
/// assert!(found.proven);
/// assert_eq!(found.line.score, -20.0);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct AStar;

/// A state that waits to be expanded: the highest bound first, then the newest.
struct Open<G: Game> {
    bound: f64,
    number: u64,
    /// Its parent among the steps, and the move from there; none for the start.
    step: Option<(u32, G::Move)>,
    state: G,
}

impl<G: Game> Ord for Open<G> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.bound.total_cmp(&other.bound).then(self.number.cmp(&other.number))
    }
}
impl<G: Game> PartialOrd for Open<G> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl<G: Game> PartialEq for Open<G> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}
impl<G: Game> Eq for Open<G> {}

impl AStar {
    /// Searches from `state`. The budget's playouts are expansions, its nodes are states in memory;
    /// when it ends, the most promising state is finished greedily.
    pub fn run<G: Game>(
        &self,
        state: &G,
        optimist: &mut impl Optimist<G>,
        budget: &Budget,
    ) -> Solution<G::Move> {
        if let Some(solution) = over(state) {
            return solution;
        }
        let mut meter = budget.start_or_endless();
        let mut steps = Steps(Vec::new());
        let mut seen: HashMap<u64, f64> = HashMap::new();
        let bound = optimist.bound(state);
        let mut open =
            BinaryHeap::from([Open { bound, number: 0, step: None, state: state.clone() }]);
        let (mut best, mut numbered, mut moves) = (Line::default(), 0, Vec::new());
        while let Some(next) = open.pop() {
            if next.bound <= best.score {
                break;
            }
            let outdone = |seen: &HashMap<u64, f64>, name: Option<u64>, bound| {
                name.and_then(|name| seen.get(&name)).is_some_and(|&other| other > bound)
            };
            if outdone(&seen, optimist.same(&next.state), next.bound) {
                continue;
            }
            let parent = steps.add(next.step);
            if !meter.take((open.len() + steps.0.len()) as u64) {
                let mut line = Line::default();
                steps.trace(parent, &mut line.moves);
                greedy(next.state, optimist, &mut line);
                if line.score > best.score {
                    best = line;
                }
                return Solution { line: best, effort: meter.done(), proven: false };
            }
            moves.clear();
            next.state.moves(0, &mut moves);
            for &mv in &moves {
                let mut child = next.state.clone();
                child.play(mv);
                if child.turn() == Turn::Over {
                    if child.rewards()[0] > best.score {
                        steps.trace(parent, &mut best.moves);
                        best.moves.push(mv);
                        best.score = child.rewards()[0];
                    }
                    continue;
                }
                // A child can't promise more than its parent.
                let bound = optimist.bound(&child).min(next.bound);
                let name = optimist.same(&child);
                let known = name.and_then(|name| seen.get(&name)).is_some_and(|&b| b >= bound);
                if bound <= best.score || known {
                    continue;
                }
                if let Some(name) = name {
                    seen.insert(name, bound);
                }
                numbered += 1;
                open.push(Open { bound, number: numbered, step: Some((parent, mv)), state: child });
            }
        }
        Solution { line: best, effort: meter.done(), proven: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::bound::tests::{Largest, Slide, Squares};
    use crate::puzzle::toys::{Triangle, exhaustive, verify};
    use crate::puzzle::{Cheapest, IdaStar};

    #[test]
    fn finds_the_best_line() {
        for (seed, same) in (0..30).flat_map(|seed| [(seed, false), (seed, true)]) {
            let puzzle = Triangle::new(12, seed);
            let found = AStar.run(&puzzle, &mut Largest { same }, &Budget::default());
            verify(&puzzle, &found.line);
            assert!(found.proven);
            assert_eq!(found.line.score, exhaustive(&puzzle));
        }
    }

    #[test]
    fn solves_eight_puzzles_as_short_as_ida_star() {
        for seed in 0..10 {
            let puzzle = Slide::shuffled(seed);
            let found = AStar.run(&puzzle, &mut Cheapest(Squares), &Budget::default());
            verify(&puzzle, &found.line);
            let other = IdaStar::default().run(&puzzle, &mut Cheapest(Squares), &Budget::default());
            assert!(found.proven && other.proven);
            assert_eq!(found.line.score, other.line.score);
        }
    }

    #[test]
    fn the_hardest_eight_puzzle_takes_31_moves() {
        // One of the two positions at depth 31 (Reinefeld 1993).
        let puzzle = Slide::new([8, 6, 7, 2, 5, 4, 3, 0, 1]);
        let found = AStar.run(&puzzle, &mut Cheapest(Squares), &Budget::default());
        assert_eq!((found.line.score, found.proven), (-31.0, true));
    }

    #[test]
    fn a_budget_ends_it_with_a_line() {
        let puzzle = Triangle::new(30, 1);
        let found = AStar.run(&puzzle, &mut Largest { same: false }, &Budget::playouts(50));
        verify(&puzzle, &found.line);
        assert_eq!((found.effort, found.proven), (50, false));
        let found = AStar.run(&puzzle, &mut Largest { same: false }, &Budget::nodes(100));
        verify(&puzzle, &found.line);
        assert!(found.effort < 100 && !found.proven);
    }
}
