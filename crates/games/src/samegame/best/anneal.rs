//! Annealing a line: change one move, play the rest as before, keep the change if it pays or by
//! chance if it costs little (Kirkpatrick, Gelatt and Vecchi 1983).
//!
//! A change puts a move in, takes one out, or puts one off; the rest of the line follows as far as
//! it can ([`Line::finish`]). Since a move is known by its block, most of the rest still can, and a
//! change costs one playout but knows all that the line has learnt. One colour, the tabu one, is
//! kept for the end, when all of it goes at once.

#![allow(clippy::inline_always)]

use super::line::Line;
use super::traced::{Origin, Traced};
use crate::samegame::boost::{Work, boosted};
use crate::samegame::cells::Cells;
use crate::samegame::state::{Block, State};
use spinney_search::math::{exp, pow};
use spinney_search::rng::{Rng, below, stream, unit};

/// The temperatures of a run, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schedule {
    /// Where it starts.
    pub hot: f64,
    /// Where it ends.
    pub cold: f64,
}

impl Schedule {
    /// The temperature when this share of the run is done: falls by the same factor in equal times.
    pub fn at(&self, share: f64) -> f64 {
        self.hot * pow(self.cold / self.hot, share.clamp(0.0, 1.0))
    }
}

/// An annealing run for one tabu colour.
#[derive(Clone, Debug)]
pub struct Annealer<const W: usize, const P: usize, const L: u32> {
    tabu: u8,
    /// The tabu blocks at the start.
    spared: Cells<W>,
    line: Line<W, P, L>,
    value: f64,
    tail: Line<W, P, L>,
    plan: Vec<Origin>,
    rng: Rng,
    /// The highest score seen and its line.
    best: (i32, Vec<Block>),
    /// Lines tried.
    pub tried: u64,
}

impl<const W: usize, const P: usize, const L: u32> Annealer<W, P, L> {
    /// Starts with a random line.
    pub fn new(start: State<W, P, L>, tabu: u8, seed: u64) -> Self {
        Self::from_line(start, tabu, seed, &[])
    }

    /// Starts with a line that is known, and at random where it ends.
    pub fn from_line(start: State<W, P, L>, tabu: u8, seed: u64, moves: &[Block]) -> Self {
        let start = Traced::new(start);
        let mut rng = stream(&[seed, u64::from(tabu)]);
        let mut line = Line::new(start);
        for &block in moves {
            let origin = line.end.origin(State::<W, P, L>::index(block));
            line.play(origin);
        }
        while line.play_random(tabu, true, &mut rng) {}
        let spared = start.state.board.of_colour(tabu);
        let tail = Line::new(start);
        let best = (line.end.state.total(), line.blocks());
        let value = value(&line.end);
        Self { tabu, spared, line, value, tail, plan: Vec::new(), rng, best, tried: 1 }
    }

    /// The highest score seen and the line to it.
    pub fn best(&self) -> (i32, &[Block]) {
        (self.best.0, &self.best.1)
    }

    /// Tries so many changes at one temperature; true if a new best line was among them.
    pub fn run(&mut self, changes: u32, temperature: f64) -> bool {
        let before = self.best.0;
        boosted(Changes { annealer: self, count: changes, temperature });
        self.best.0 > before
    }

    #[inline(always)]
    fn change(&mut self, temperature: f64) {
        if self.line.moves.is_empty() {
            return;
        }
        self.tried += 1;
        let at = below(&mut self.rng, self.line.moves.len());
        if !self.propose(at) {
            return;
        }
        self.tail.finish(&self.plan, &self.spared, self.tabu, &mut self.rng);
        let value = value(&self.tail.end);
        let loss = self.value - value;
        if loss <= 0.0 || unit(&mut self.rng) < exp(-loss / temperature) {
            self.line.splice(at, &self.tail);
            self.value = value;
            let score = self.line.end.state.total();
            if score > self.best.0 {
                self.best = (score, self.line.blocks());
            }
        }
    }

    /// Draws a change of move number `at`: the tail starts there, the plan is what is to follow.
    /// False if the change would change nothing.
    #[inline(always)]
    fn propose(&mut self, at: usize) -> bool {
        let Self { tail, plan, line, rng, .. } = self;
        let (moves, here) = (&line.moves, line.before[at]);
        tail.restart(here);
        plan.clear();
        match below(rng, 3) {
            // A move that is possible now comes first.
            0 => {
                tail.play_random(self.tabu, true, rng);
                if tail.end.find(moves[at]).is_none() {
                    return false;
                }
                plan.extend_from_slice(&moves[at..]);
            }
            // The move is left out: its blocks go with another group, or at the end.
            1 => plan.extend_from_slice(&moves[at + 1..]),
            // The move is put off.
            _ => {
                let later = moves.len() - at - 1;
                if later == 0 {
                    return false;
                }
                let by = 1 + below(rng, later.min(20));
                plan.extend_from_slice(&moves[at + 1..=at + by]);
                plan.push(moves[at]);
                plan.extend_from_slice(&moves[at + by + 1..]);
            }
        }
        true
    }
}

/// A number of changes at one temperature.
struct Changes<'a, const W: usize, const P: usize, const L: u32> {
    annealer: &'a mut Annealer<W, P, L>,
    count: u32,
    temperature: f64,
}

impl<const W: usize, const P: usize, const L: u32> Work for Changes<'_, W, P, L> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for _ in 0..self.count {
            self.annealer.change(self.temperature);
        }
    }
}

/// What a finished line is worth to the annealer: its points, and of the bonus for clearing the
/// more the fewer blocks are left, so that a line feels its way to an empty board.
#[inline(always)]
fn value<const W: usize, const P: usize, const L: u32>(end: &Traced<W, P, L>) -> f64 {
    let left = f64::from(end.state.board.blocks().count());
    f64::from(end.state.score) + 1000.0 * exp(-left / 5.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samegame::position::Position;
    use crate::samegame::state::StandardState;

    #[test]
    fn the_boosted_code_does_the_same() {
        let start = StandardState::new(&Position::random(15, 15, 5, 11));
        let (mut plain, mut boosted) = (Annealer::new(start, 2, 3), Annealer::new(start, 2, 3));
        for temperature in [80.0, 20.0, 5.0] {
            Changes { annealer: &mut plain, count: 700, temperature }.run();
            boosted.run(700, temperature);
            assert_eq!(plain.line.moves, boosted.line.moves);
            assert_eq!(plain.best, boosted.best);
        }
    }

    #[test]
    fn temperatures_fall_evenly() {
        let schedule = Schedule { hot: 100.0, cold: 1.0 };
        assert!((schedule.at(0.0) - 100.0).abs() < 1e-9);
        assert!((schedule.at(0.5) - 10.0).abs() < 1e-9);
        assert!((schedule.at(2.0) - 1.0).abs() < 1e-9);
    }
}
