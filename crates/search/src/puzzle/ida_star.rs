//! IDA*: depth-first below a threshold that gives way little by little.

use super::bound::{Optimist, greedy};
use super::{Line, Solution, over};
use crate::budget::{Budget, Meter};
use crate::game::{Game, Turn};

/// IDA*: depth-first below a threshold that gives way little by little.
///
/// Korf 1985, *Depth-first iterative-deepening: an optimal admissible tree search*; turned round to
/// maximise, as in Schadd et al. 2012, section 3. An iteration visits the states whose bound is at
/// least the threshold, which starts at the bound of the start and falls to the highest bound that
/// was cut off. No memory is needed beyond the line. Once an end is known, states that promise no
/// more than it are cut off too.
///
/// ```
/// # use spinney_search::game::{Game, Player, Turn};
/// # #[derive(Clone)]
/// # struct Digits { chosen: u32, sum: f64 }
/// # impl Game for Digits {
/// #     type Move = u8;
/// #     type Rewards = [f64; 1];
/// #     fn turn(&self) -> Turn { if self.chosen == 8 { Turn::Over } else { Turn::One(0) } }
/// #     fn moves(&self, _: Player, out: &mut Vec<u8>) { out.extend(0..10) }
/// #     fn play(&mut self, digit: u8) { self.chosen += 1; self.sum += f64::from(digit % 7) }
/// #     fn rewards(&self) -> [f64; 1] { [self.sum] }
/// # }
/// use spinney_search::{budget::Budget, puzzle::{IdaStar, Optimist}};
///
/// // A puzzle: eight digits, the sum of their remainders after division by seven.
/// struct NineEach;
/// impl Optimist<Digits> for NineEach {
///     fn bound(&mut self, state: &Digits) -> f64 { state.sum + 6.0 * f64::from(8 - state.chosen) }
/// }
/// let start = Digits { chosen: 0, sum: 0.0 };
/// let found = IdaStar::default().run(&start, &mut NineEach, &Budget::default());
/// assert!(found.proven);
/// assert_eq!(found.line.score, 48.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct IdaStar {
    /// The threshold falls by at least this much. 0 is Korf's rule; where bounds are many different
    /// numbers, a larger step saves iterations that add hardly a state.
    pub step: f64,
}

impl IdaStar {
    /// Searches from `state`. The budget counts states visited, as playouts and as nodes. A search
    /// that ends before it saw any end answers with the greedy line.
    pub fn run<G: Game, O: Optimist<G>>(
        &self,
        state: &G,
        optimist: &mut O,
        budget: &Budget,
    ) -> Solution<G::Move> {
        if let Some(solution) = over(state) {
            return solution;
        }
        let bound = optimist.bound(state);
        let mut work = Work {
            optimist,
            meter: budget.start_or_endless(),
            threshold: bound,
            ceiling: bound,
            cut: f64::NEG_INFINITY,
            best: Line::default(),
            path: Vec::new(),
            moves: Vec::new(),
            listed: Vec::new(),
        };
        let proven = loop {
            if !work.visit(state, bound) {
                break work.best.score >= work.ceiling;
            }
            // All that was cut off promises less than the threshold.
            if work.best.score >= work.threshold || work.cut == f64::NEG_INFINITY {
                break true;
            }
            work.ceiling = work.cut;
            work.threshold = work.cut.min(work.threshold - self.step);
            work.cut = f64::NEG_INFINITY;
        };
        let (mut line, effort) = (work.best, work.meter.done());
        if !line.found() {
            line.moves.clear();
            greedy(state.clone(), optimist, &mut line);
        }
        Solution { line, effort, proven }
    }
}

struct Work<'a, G: Game, O> {
    optimist: &'a mut O,
    meter: Meter,
    threshold: f64,
    /// No end scores more than this.
    ceiling: f64,
    /// The highest bound that was cut off in this iteration.
    cut: f64,
    best: Line<G::Move>,
    path: Vec<G::Move>,
    /// The moves of all states on the path, with the bounds of what they lead to.
    moves: Vec<(f64, G::Move)>,
    /// Room to list the moves of one state.
    listed: Vec<G::Move>,
}

impl<G: Game, O: Optimist<G>> Work<'_, G, O> {
    /// Visits a state and what follows; false when the search is at its end.
    fn visit(&mut self, state: &G, bound: f64) -> bool {
        if !self.meter.take(self.meter.done()) {
            return false;
        }
        let first = self.moves.len();
        let mut listed = std::mem::take(&mut self.listed);
        listed.clear();
        state.moves(0, &mut listed);
        for &mv in &listed {
            let mut child = state.clone();
            child.play(mv);
            if child.turn() == Turn::Over {
                let score = child.rewards()[0];
                if score > self.best.score {
                    self.best.score = score;
                    self.best.moves.clone_from(&self.path);
                    self.best.moves.push(mv);
                }
                continue;
            }
            // A child can't promise more than its parent.
            self.moves.push((self.optimist.bound(&child).min(bound), mv));
        }
        self.listed = listed;
        self.moves[first..].sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
        for i in first..self.moves.len() {
            if self.best.score >= self.ceiling {
                return false;
            }
            let (bound, mv) = self.moves[i];
            if bound <= self.best.score {
                continue;
            }
            if bound < self.threshold {
                self.cut = self.cut.max(bound);
                continue;
            }
            let mut child = state.clone();
            child.play(mv);
            self.path.push(mv);
            let go_on = self.visit(&child, bound);
            self.path.pop();
            if !go_on {
                return false;
            }
        }
        self.moves.truncate(first);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Cheapest;
    use crate::puzzle::bound::tests::{Largest, Slide, Squares};
    use crate::puzzle::toys::{Triangle, exhaustive, verify};

    #[test]
    fn finds_the_best_line_with_any_step() {
        for (seed, step) in (0..20).flat_map(|seed| [(seed, 0.0), (seed, 10.0), (seed, 1e6)]) {
            let puzzle = Triangle::new(10, seed);
            let search = IdaStar { step };
            let found = search.run(&puzzle, &mut Largest { same: false }, &Budget::default());
            verify(&puzzle, &found.line);
            assert!(found.proven);
            assert_eq!(found.line.score, exhaustive(&puzzle), "triangle {seed}, step {step}");
        }
    }

    #[test]
    fn solves_a_short_eight_puzzle_by_hand() {
        // The 3 goes up, then the 6.
        let puzzle = Slide::new([1, 2, 0, 4, 5, 3, 7, 8, 6]);
        let found = IdaStar::default().run(&puzzle, &mut Cheapest(Squares), &Budget::default());
        assert_eq!((found.line.score, found.proven), (-2.0, true));
        verify(&puzzle, &found.line);
    }

    #[test]
    fn a_budget_ends_it_with_a_line() {
        let puzzle = Triangle::new(40, 1);
        let search = IdaStar::default();
        let found = search.run(&puzzle, &mut Largest { same: false }, &Budget::playouts(20));
        verify(&puzzle, &found.line);
        assert_eq!((found.effort, found.proven), (20, false));
    }
}
