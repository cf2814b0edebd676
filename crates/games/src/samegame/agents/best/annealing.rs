//! Annealing of a line: one move is changed, the rest is played as before, and the change is kept if
//! it pays or, by chance, if it costs little (Metropolis et al. 1953).
//!
//! A change puts a move in, takes one out, or puts one off; the rest of the line follows as far as it
//! can. Since a move is known by its block, most of the rest still can, and a change costs one
//! playout at most but knows all that the line has learnt. Where the changed line comes back to a
//! state of the old one, the rest is known without being played.

#![allow(clippy::inline_always)]

use super::bitboard::{Bitboard, Start};
use super::sequence::{Among, Sequence, SequenceMove};
use crate::samegame::rules::{Bits, Block, Kernel, Portable, State, dispatch, points};
use spinney_search::math::exp;
use spinney_search::rng::{Rng, below, stream, unit};

/// How many moves later a move is put off at most.
const PUT_OFF: usize = 20;

/// With this many blocks left a line feels 1/e of the bonus for clearing.
const FADE: f64 = 8.0;

/// What an annealer looks for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Objective {
    /// The colour that is spared.
    pub(super) tabu: u8,
    /// How often a move that is put in is of the tabu colour.
    pub(super) tabu_rate: f64,
    /// What an empty board is worth to a line while it is changed. The game gives 1000, but a line
    /// that feels all of it seldom gives a clearing up for a better one.
    pub(super) bonus: f64,
}

impl Objective {
    /// What a finished line is worth: its points, and of the bonus for clearing the more the fewer
    /// blocks are left, so that a line feels its way to an empty board.
    #[inline(always)]
    fn value(&self, points: i32, left: u32) -> f64 {
        f64::from(points) + self.bonus * exp(-f64::from(left) / FADE)
    }
}

/// A line under change, for one tabu colour.
#[derive(Clone, Debug)]
pub(super) struct Annealer<'a, const W: usize, const P: usize, const L: u32> {
    start: &'a Start<W, P, L>,
    objective: Objective,
    line: Sequence<W, L>,
    /// The points of the line, without what the end adds.
    points: i32,
    value: f64,
    tail: Sequence<W, L>,
    plan: Vec<Planned>,
    rng: Rng,
    best: (i32, Vec<SequenceMove>),
    /// Lines tried.
    pub(super) tried: u64,
}

/// A move that is to follow.
#[derive(Clone, Copy, Debug)]
struct Planned {
    /// Its number in the old line.
    number: u32,
    /// Whether all that follows it there follows here.
    rejoins: bool,
}

impl<'a, const W: usize, const P: usize, const L: u32> Annealer<'a, W, P, L> {
    /// Starts with a line that is known, and at random where it ends.
    pub(super) fn new(
        start: &'a Start<W, P, L>,
        objective: Objective,
        seed: u64,
        known: &[Block],
    ) -> Self {
        let tabu = objective.tabu;
        let mut rng = stream(&[seed, u64::from(tabu)]);
        let mut line = Sequence::new(Bitboard::new(start));
        for &block in known {
            let origin = line.end.origin::<Portable>(State::<W, P, L>::index(block));
            line.play::<Portable, P>(start, SequenceMove::new(origin, false));
        }
        // The tabu moves after which others follow go in their turn.
        let others = |step: SequenceMove| start.colour(step.origin()) != tabu;
        let last = line.moves.iter().rposition(|played| others(played.step)).unwrap_or(0);
        for played in &mut line.moves[..last] {
            played.step = SequenceMove::new(played.step.origin(), !others(played.step));
        }
        line.finish::<Portable, P>(start, tabu, std::iter::empty(), &mut rng);
        let points = line.points(0);
        let value = objective.value(points, line.end.count());
        let tail = Sequence::new(line.end);
        let best = (i32::MIN, Vec::new());
        let plan = Vec::new();
        let mut annealer =
            Self { start, objective, line, points, value, tail, plan, rng, best, tried: 1 };
        annealer.remember();
        annealer
    }

    /// What the line is worth to the annealer.
    pub(super) fn value(&self) -> f64 {
        self.value
    }

    /// The highest score seen.
    pub(super) fn best(&self) -> i32 {
        self.best.0
    }

    /// The line to the highest score, as the game knows moves: by the first block of each group.
    pub(super) fn best_moves(&self) -> Vec<Block> {
        let mut state = Bitboard::new(self.start);
        let block = |step: &SequenceMove| {
            let group = state.group::<Portable, P>(self.start, step.origin());
            state.play::<Portable, P>(self.start, step.origin());
            State::<W, P, L>::block(group.first())
        };
        self.best.1.iter().map(block).collect()
    }

    /// Tries so many changes at one temperature.
    pub(super) fn run(&mut self, changes: u32, temperature: f64) {
        dispatch(Changes { annealer: self, count: changes, temperature });
    }

    #[inline(always)]
    fn change<B: Bits>(&mut self, temperature: f64) {
        self.tried += 1;
        if self.line.moves.is_empty() {
            return;
        }
        let at = below(&mut self.rng, self.line.moves.len());
        if !self.propose::<B>(at) {
            return;
        }
        let rejoined = self.follow::<B>();
        let upto = rejoined.unwrap_or(self.line.moves.len());
        let old: i32 = self.line.moves[at..upto].iter().map(|played| played.points).sum();
        let points = self.points - old + self.tail.points(0);
        let end = if rejoined.is_some() { &self.line.end } else { &self.tail.end };
        let value = self.objective.value(points, end.count());
        let loss = self.value - value;
        if loss <= 0.0 || unit(&mut self.rng) < exp(-loss / temperature) {
            self.line.end = *end;
            self.line.moves.splice(at..upto, self.tail.moves.iter().copied());
            self.points = points;
            self.value = value;
            self.remember();
        }
    }

    /// Draws a change of move number `at`: the tail starts there, the plan is what is to follow.
    /// False if the change would change nothing.
    #[inline(always)]
    fn propose<B: Bits>(&mut self, at: usize) -> bool {
        let Self { tail, plan, line, rng, .. } = self;
        let moves = &line.moves;
        let planned = |n: usize, rejoins: bool| Planned { number: n as u32, rejoins };
        tail.restart(moves[at].before);
        plan.clear();
        match below(rng, 3) {
            // A move that is possible now comes first.
            0 => {
                let Objective { tabu, tabu_rate, .. } = self.objective;
                let tabu_move = tabu_rate > 0.0 && unit(rng) < tabu_rate;
                let among = if tabu_move { Among::Only(tabu) } else { Among::Others(tabu) };
                if !tail.play_random::<B, P>(self.start, among, rng) {
                    return false;
                }
                let next = moves[at].step;
                if !tail.end.has(next.origin()) && tabu_move == next.early() {
                    return false;
                }
                plan.extend((at..moves.len()).map(|n| planned(n, true)));
            }
            // The move is left out: its blocks go with another group, or at the end.
            1 => plan.extend((at + 1..moves.len()).map(|n| planned(n, true))),
            // The move is put off.
            _ => {
                let later = moves.len() - at - 1;
                if later == 0 {
                    return false;
                }
                let by = 1 + below(rng, later.min(PUT_OFF));
                plan.extend((at + 1..=at + by).map(|n| planned(n, false)));
                plan.push(planned(at, false));
                plan.extend((at + by + 1..moves.len()).map(|n| planned(n, true)));
            }
        }
        true
    }

    /// Plays the tail along the plan: its moves in their order as far as they are possible, but those
    /// of the tabu colour only when nothing else is left to do; what the plan does not say is done at
    /// random. If it comes back to a state of the old line, it stops there and says before which move.
    #[inline(always)]
    fn follow<B: Bits>(&mut self) -> Option<usize> {
        let Self { start, objective, tail, plan, line, rng, .. } = self;
        let is_late =
            |step: SequenceMove| !step.early() && start.colour(step.origin()) == objective.tabu;
        let mut first_late = None;
        for (place, planned) in plan.iter().enumerate() {
            let n = planned.number as usize;
            let there = &line.moves[n];
            let differing = tail.end.differing::<B>(&there.before);
            if differing == 0 && planned.rejoins && first_late.is_none() {
                return Some(n);
            }
            if is_late(there.step) {
                first_late = first_late.or(Some(place));
            } else {
                tail.play_from::<B, P>(start, line, n, differing);
            }
        }
        let late = &plan[first_late.unwrap_or(plan.len())..];
        let late = late.iter().map(|planned| line.moves[planned.number as usize].step);
        let late = late.filter(|&step| is_late(step));
        tail.finish::<B, P>(start, objective.tabu, late, rng);
        None
    }

    /// Keeps the line if it is the best so far.
    #[inline(always)]
    fn remember(&mut self) {
        let left = self.line.end.count();
        let at_most = self.points + if left == 0 { 1000 } else { 0 };
        if at_most <= self.best.0 {
            return;
        }
        let counts = self.line.end.counts(self.start);
        let deducted: i32 = counts.into_iter().filter(|&n| n > 0).map(points).sum();
        let score = at_most - deducted;
        if score > self.best.0 {
            self.best.0 = score;
            self.best.1.clear();
            self.best.1.extend(self.line.moves.iter().map(|played| played.step));
        }
    }
}

/// A number of changes at one temperature.
struct Changes<'a, 'b, const W: usize, const P: usize, const L: u32> {
    annealer: &'b mut Annealer<'a, W, P, L>,
    count: u32,
    temperature: f64,
}

impl<const W: usize, const P: usize, const L: u32> Kernel for Changes<'_, '_, W, P, L> {
    type Output = ();

    #[inline(always)]
    fn run<B: Bits>(self) {
        for _ in 0..self.count {
            self.annealer.change::<B>(self.temperature);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samegame::reference;
    use crate::samegame::rules::{Position, StandardState};

    #[test]
    fn the_dispatched_code_does_the_same() {
        let start = Start::new(StandardState::new(&Position::random(15, 15, 5, 11)));
        let mut plain =
            Annealer::new(&start, Objective { tabu: 2, tabu_rate: 0.1, bonus: 300.0 }, 3, &[]);
        let mut dispatched = plain.clone();
        for temperature in [80.0, 20.0, 5.0] {
            Changes { annealer: &mut plain, count: 700, temperature }.run::<Portable>();
            dispatched.run(700, temperature);
            let steps = |annealer: &Annealer<'_, 4, 3, 16>| {
                annealer.line.moves.iter().map(|played| played.step).collect::<Vec<_>>()
            };
            assert_eq!(steps(&plain), steps(&dispatched));
            assert_eq!(plain.best, dispatched.best);
        }
    }

    /// The line as the annealer believes it to be is the line as it replays, also after lines that were
    /// rejoined.
    #[test]
    fn the_line_is_what_it_says() {
        let position = Position::random(15, 15, 5, 4);
        let start = Start::new(StandardState::new(&position));
        let objective = Objective { tabu: 1, tabu_rate: 0.2, bonus: 1000.0 };
        let mut annealer = Annealer::new(&start, objective, 8, &[]);
        for _ in 0..300 {
            annealer.run(20, 60.0);
            let mut line = Sequence::new(Bitboard::new(&start));
            for played in &annealer.line.moves {
                assert_eq!(line.end, played.before);
                line.play::<Portable, 3>(&start, played.step);
                assert_eq!(line.moves.last().map(|last| last.points), Some(played.points));
            }
            assert_eq!(line.moves.len(), annealer.line.moves.len());
            assert_eq!(line.end, annealer.line.end);
            assert_eq!(line.points(0), annealer.points);
        }
        let moves: Vec<_> = annealer.best_moves().iter().map(|block| block.place(15)).collect();
        let outcome = reference::replay(&position, &moves).unwrap();
        assert!(outcome.over);
        assert_eq!(outcome.score, i64::from(annealer.best()));
        // An annealer that starts from it starts with it.
        let again = Annealer::new(&start, objective, 9, &annealer.best_moves());
        assert_eq!(again.best(), annealer.best());
    }
}
