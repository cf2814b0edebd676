//! Nested Monte-Carlo search: to choose a move, search each of them at the level below.

use super::{Line, Solution, best_of_runs, over};
use crate::budget::{Budget, Meter};
use crate::game::{Game, Turn};
use crate::playout::Playout;
use crate::rng::Rng;

/// Nested Monte-Carlo search: to choose a move, search each of them at the level below. The playout
/// must play to the end of the game.
///
/// Level 0 is a playout. A search of level n plays a game; before each of its moves it runs a
/// search of level n − 1 after every legal move, and it follows the best line that was ever seen,
/// even if this step's searches did not find it again. Cazenave 2009, *Nested Monte-Carlo search*,
/// IJCAI, with the memorised best sequence of its figure 3.
///
/// ```
/// # use spinney_search::game::{Game, Player, Turn};
/// # #[derive(Clone)]
/// # struct Digits(Vec<u8>);
/// # impl Game for Digits {
/// #     type Move = u8;
/// #     type Rewards = [f64; 1];
/// #     fn turn(&self) -> Turn { if self.0.len() == 4 { Turn::Over } else { Turn::One(0) } }
/// #     fn moves(&self, _: Player, out: &mut Vec<u8>) { out.extend(0..10) }
/// #     fn play(&mut self, digit: u8) { self.0.push(digit) }
/// #     fn rewards(&self) -> [f64; 1] { [self.0.iter().map(|&d| f64::from(d)).sum()] }
/// # }
/// use spinney_search::{budget::Budget, puzzle::Nested, playout::Uniform, rng::stream};
/// // A puzzle: choose four digits with the largest sum.
/// let puzzle = Digits(Vec::new());
/// let found = Nested::new(3, Uniform::default()).run(&puzzle, &Budget::default(), &mut stream(&[1]));
/// assert_eq!(found.line.score, 36.0);
/// ```
#[derive(Clone, Debug)]
pub struct Nested<P> {
    /// The level; 0 is one playout.
    pub level: usize,
    /// What level 0 does.
    pub playout: P,
    /// How often to search from the start again; with `None` until the budget ends.
    pub runs: Option<u64>,
}

impl<P> Nested<P> {
    /// One run of this level.
    pub fn new(level: usize, playout: P) -> Self {
        Self { level, playout, runs: Some(1) }
    }

    /// The same, again and again until the budget ends. Without a budget it runs once.
    pub fn repeated(self) -> Self {
        Self { runs: None, ..self }
    }

    /// Searches from `state`. The budget counts playouts.
    pub fn run<G>(&mut self, state: &G, budget: &Budget, rng: &mut Rng) -> Solution<G::Move>
    where
        G: Game,
        P: Playout<G>,
    {
        if let Some(solution) = over(state) {
            return solution;
        }
        let mut work = Work {
            levels: (0..=self.level).map(|_| Level::default()).collect(),
            playout: &mut self.playout,
            meter: budget.start_or_endless(),
            rng,
        };
        let line = best_of_runs(self.runs, budget, |line| {
            let whole = work.search(state, self.level);
            std::mem::swap(line, &mut work.levels[self.level].line);
            whole
        });
        Solution { line, effort: work.meter.done(), proven: false }
    }
}

/// The best line of a level from where its search began, and room for the moves of one state.
struct Level<M> {
    line: Line<M>,
    moves: Vec<M>,
}

impl<M> Default for Level<M> {
    fn default() -> Self {
        Self { line: Line::default(), moves: Vec::new() }
    }
}

struct Work<'a, G: Game, P> {
    levels: Vec<Level<G::Move>>,
    playout: &'a mut P,
    meter: Meter,
    rng: &'a mut Rng,
}

impl<G: Game, P: Playout<G>> Work<'_, G, P> {
    /// Leaves the best line from `start` in the level's place; false when the budget ended it.
    fn search(&mut self, start: &G, level: usize) -> bool {
        self.levels[level].line.clear();
        if level == 0 {
            return self.play_out(start);
        }
        let mut state = start.clone();
        let mut played = 0;
        while let Turn::One(player) = state.turn() {
            self.levels[level].moves.clear();
            state.moves(player, &mut self.levels[level].moves);
            for i in 0..self.levels[level].moves.len() {
                let mv = self.levels[level].moves[i];
                let mut child = state.clone();
                child.play(mv);
                let whole = self.search(&child, level - 1);
                let (below, here) = self.levels.split_at_mut(level);
                here[0].line.improve(played, mv, &below[level - 1].line);
                if !whole {
                    return false;
                }
            }
            let Some(&mv) = self.levels[level].line.moves.get(played) else {
                // Every score below was not a number: there is no line to follow.
                return false;
            };
            state.play(mv);
            played += 1;
        }
        if played == 0 {
            self.levels[level].line.score = state.rewards()[0];
        }
        true
    }

    fn play_out(&mut self, start: &G) -> bool {
        if !self.meter.take(self.meter.done()) {
            return false;
        }
        let line = &mut self.levels[0].line;
        let mut state = start.clone();
        let moves = &mut line.moves;
        line.score = self.playout.run(&mut state, self.rng, |_, mv| moves.push(mv))[0];
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Stop;
    use crate::playout::Uniform;
    use crate::puzzle::toys::{Triangle, exhaustive, verify};
    use crate::rng::stream;

    /// With as many levels as steps every line is tried.
    #[test]
    fn as_many_levels_as_steps_find_the_best_line() {
        for seed in 0..30 {
            let puzzle = Triangle::new(7, seed);
            let mut search = Nested::new(6, Uniform::default());
            let found = search.run(&puzzle, &Budget::default(), &mut stream(&[seed]));
            verify(&puzzle, &found.line);
            assert_eq!(found.line.score, exhaustive(&puzzle), "triangle {seed}");
        }
    }

    #[test]
    fn a_level_counts_the_playouts_that_it_must() {
        // Eight steps of two moves: level 1 makes 16 playouts, level 2 the sum of levels 1 below.
        let puzzle = Triangle::new(9, 1);
        let effort = |level| {
            let mut search = Nested::new(level, Uniform::default());
            search.run(&puzzle, &Budget::default(), &mut stream(&[1])).effort
        };
        assert_eq!(effort(0), 1);
        assert_eq!(effort(1), 16);
        assert_eq!(effort(2), (1..=7).map(|left| 2 * 2 * left).sum::<u64>());
    }

    #[test]
    fn higher_levels_find_more() {
        let mean = |level| {
            let score = |seed| {
                let mut search = Nested::new(level, Uniform::default());
                let puzzle = Triangle::new(20, seed);
                search.run(&puzzle, &Budget::default(), &mut stream(&[seed])).line.score
            };
            (0..30).map(score).sum::<f64>() / 30.0
        };
        let means = [0, 1, 2].map(mean);
        assert!(means[0] + 50.0 < means[1] && means[1] + 20.0 < means[2], "{means:?}");
    }

    #[test]
    fn budgets_stops_and_seeds_are_kept() {
        let puzzle = Triangle::new(15, 4);
        let run = |budget: &Budget, seed| {
            Nested::new(2, Uniform::default()).repeated().run(&puzzle, budget, &mut stream(&[seed]))
        };
        let found = run(&Budget::playouts(100), 1);
        assert_eq!(found.effort, 100);
        verify(&puzzle, &found.line);
        assert_eq!(found, run(&Budget::playouts(100), 1));
        assert!(!run(&Budget::playouts(0), 1).line.found());
        let stop = Stop::new();
        stop.raise();
        assert!(!run(&Budget::default().and_stop(stop), 1).line.found());
        assert!(run(&Budget::playouts(5000), 1).line.score >= found.line.score);
    }

    #[test]
    fn a_game_that_is_over_has_an_empty_line() {
        let mut puzzle = Triangle::new(2, 4);
        puzzle.play(true);
        let mut search = Nested::new(2, Uniform::default());
        let found = search.run(&puzzle, &Budget::playouts(10), &mut stream(&[1]));
        assert_eq!((found.line.score, found.line.moves.len()), (puzzle.sum, 0));
        assert!(found.proven);
    }
}
