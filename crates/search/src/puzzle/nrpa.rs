//! Nested rollout policy adaptation: playouts that learn from the best line.

use super::{Line, Solution, best_of_runs, over};
use crate::budget::{Budget, Meter};
use crate::game::{Game, Turn};
use crate::math::exp;
use crate::rng::{Rng, below, unit};

/// Which moves share a weight, and how likely a move is before anything was learnt.
pub trait Codes<G: Game>: Sync {
    /// How many codes there are.
    fn count(&self) -> usize;
    /// The code of a move, below [`Codes::count`]. Codes that depend on the state may be hashed.
    fn code(&self, state: &G, mv: G::Move) -> usize;
    /// Multiplies the probability of the move; 0 never plays it, unless all are 0.
    fn prior(&self, _state: &G, _mv: G::Move) -> f64 {
        1.0
    }
}

/// [`Game::move_key`] as the code.
#[derive(Clone, Copy, Debug, Default)]
pub struct MoveKeys;

impl<G: Game> Codes<G> for MoveKeys {
    fn count(&self) -> usize {
        G::MOVE_KEYS.max(1)
    }
    #[inline]
    fn code(&self, _: &G, mv: G::Move) -> usize {
        G::move_key(mv)
    }
}

/// Nested rollout policy adaptation: playouts that learn from the best line.
///
/// A playout draws each move with a probability proportional to the exponential of the move's
/// weight. A search of level n makes N searches of level n − 1, and after each moves the weights
/// towards the moves of the best line so far; a level starts from the weights of the level above
/// and forgets its own when it ends. Rosin 2011, *Nested rollout policy adaptation for Monte Carlo
/// tree search*, IJCAI. The prior of a move, by which its probability is multiplied, is the bias of
/// Cazenave 2020, *Generalized nested rollout policy adaptation*.
///
/// Which moves share a weight is said by their code: [`Game::move_key`] unless a [`Codes`] of the
/// caller's own looks at the state as well.
///
/// ```
/// # use spinney_search::game::{Game, Player, Turn};
/// # #[derive(Clone)]
/// # struct Digits(Vec<u8>);
/// # impl Game for Digits {
/// #     type Move = u8;
/// #     type Rewards = [f64; 1];
/// #     const MOVE_KEYS: usize = 10;
/// #     fn turn(&self) -> Turn { if self.0.len() == 8 { Turn::Over } else { Turn::One(0) } }
/// #     fn moves(&self, _: Player, out: &mut Vec<u8>) { out.extend(0..10) }
/// #     fn play(&mut self, digit: u8) { self.0.push(digit) }
/// #     fn rewards(&self) -> [f64; 1] { [self.0.iter().map(|&d| f64::from(d)).sum()] }
/// #     fn move_key(digit: u8) -> usize { digit as usize }
/// # }
/// use spinney_search::{budget::Budget, puzzle::Nrpa, rng::stream};
/// // A puzzle: choose eight digits with the largest sum.
/// let puzzle = Digits(Vec::new());
/// let found = Nrpa::new(2).run(&puzzle, &Budget::default(), &mut stream(&[1]));
/// assert_eq!(found.line.score, 72.0);
/// ```
#[derive(Clone, Debug)]
pub struct Nrpa<C = MoveKeys> {
    /// The level; 0 is one playout.
    pub level: usize,
    /// N: searches of the level below in one of this.
    pub iterations: u64,
    /// α: how far one adaptation moves a weight.
    pub alpha: f64,
    /// How often to search from the start again; with `None` until the budget ends.
    pub runs: Option<u64>,
    /// Which moves share a weight.
    pub codes: C,
}

impl Nrpa {
    /// One run of this level with Rosin's N = 100 and α = 1.
    pub fn new(level: usize) -> Self {
        Self { level, iterations: 100, alpha: 1.0, runs: Some(1), codes: MoveKeys }
    }
}

impl<C> Nrpa<C> {
    /// The same with codes of one's own.
    pub fn with_codes<D>(self, codes: D) -> Nrpa<D> {
        let Self { level, iterations, alpha, runs, codes: _ } = self;
        Nrpa { level, iterations, alpha, runs, codes }
    }

    /// The same, again and again until the budget ends. Without a budget it runs once.
    pub fn repeated(self) -> Self {
        Self { runs: None, ..self }
    }

    /// Searches from `state`. The budget counts playouts.
    pub fn run<G>(&self, state: &G, budget: &Budget, rng: &mut Rng) -> Solution<G::Move>
    where
        G: Game,
        C: Codes<G>,
    {
        if let Some(solution) = over(state) {
            return solution;
        }
        let flat = vec![0.0; self.codes.count()];
        let mut work = Work {
            options: self,
            start: state,
            levels: (0..=self.level)
                .map(|_| Level { line: Line::default(), weights: flat.clone() })
                .collect(),
            moves: Vec::new(),
            chances: Vec::new(),
            steps: Vec::new(),
            meter: budget.start_or_endless(),
            rng,
        };
        let line = best_of_runs(self.runs, budget, |line| {
            work.levels[self.level].weights.copy_from_slice(&flat);
            let whole = work.search(self.level);
            std::mem::swap(line, &mut work.levels[self.level].line);
            whole
        });
        Solution { line, effort: work.meter.done(), proven: false }
    }
}

struct Level<M> {
    line: Line<M>,
    weights: Vec<f64>,
}

struct Work<'a, G: Game, C> {
    options: &'a Nrpa<C>,
    start: &'a G,
    levels: Vec<Level<G::Move>>,
    /// Legal moves of one state, and their running sum of probabilities times a constant.
    moves: Vec<G::Move>,
    chances: Vec<f64>,
    /// What one adaptation adds to the weights, by code.
    steps: Vec<(usize, f64)>,
    meter: Meter,
    rng: &'a mut Rng,
}

impl<G: Game, C: Codes<G>> Work<'_, G, C> {
    /// Leaves the level's best line in its place; false when the budget ended it.
    fn search(&mut self, level: usize) -> bool {
        self.levels[level].line.clear();
        if level == 0 {
            return self.play_out();
        }
        for _ in 0..self.options.iterations {
            let (below, here) = self.levels.split_at_mut(level);
            below[level - 1].weights.copy_from_slice(&here[0].weights);
            let whole = self.search(level - 1);
            let (below, here) = self.levels.split_at_mut(level);
            let (new, best) = (&below[level - 1].line, &mut here[0].line);
            // Equal lines replace the best too (as printed by Rosin): it keeps the search moving.
            if new.found() && new.score >= best.score {
                best.clone_from(new);
            }
            if !whole {
                return false;
            }
            self.adapt(level);
        }
        true
    }

    /// Lists the moves of `state` and their running sums of exp(weight) · prior.
    fn weigh(&mut self, state: &G, level: usize) -> f64 {
        self.moves.clear();
        self.chances.clear();
        state.moves(0, &mut self.moves);
        let weights = &self.levels[level].weights;
        let codes = &self.options.codes;
        let mut sum = 0.0;
        for &mv in &self.moves {
            sum += exp(weights[codes.code(state, mv)]) * codes.prior(state, mv);
            self.chances.push(sum);
        }
        sum
    }

    fn play_out(&mut self) -> bool {
        if !self.meter.take(self.meter.done()) {
            return false;
        }
        let mut state = self.start.clone();
        while state.turn() != Turn::Over {
            let sum = self.weigh(&state, 0);
            let index = if sum > 0.0 && sum.is_finite() {
                let point = unit(self.rng) * sum;
                self.chances.partition_point(|&upto| upto <= point).min(self.moves.len() - 1)
            } else {
                below(self.rng, self.moves.len())
            };
            let mv = self.moves[index];
            self.levels[0].line.moves.push(mv);
            state.play(mv);
        }
        self.levels[0].line.score = state.rewards()[0];
        true
    }

    /// Moves the level's weights towards its best line: for each step, + α for the move played and
    /// − α · probability for every legal move, all probabilities by the weights before.
    fn adapt(&mut self, level: usize) {
        let alpha = self.options.alpha;
        let codes = &self.options.codes;
        self.steps.clear();
        let mut state = self.start.clone();
        for i in 0..self.levels[level].line.moves.len() {
            let played = self.levels[level].line.moves[i];
            let sum = self.weigh(&state, level);
            if sum > 0.0 && sum.is_finite() {
                let mut before = 0.0;
                for (&mv, &upto) in self.moves.iter().zip(&self.chances) {
                    let step = -alpha * (upto - before) / sum;
                    self.steps.push((codes.code(&state, mv), step));
                    before = upto;
                }
                self.steps.push((codes.code(&state, played), alpha));
            }
            state.play(played);
        }
        let weights = &mut self.levels[level].weights;
        for &(code, step) in &self.steps {
            weights[code] += step;
        }
    }
}

#[cfg(test)]
mod tests;
