//! Which colour to spare: one search per colour, of which the better ones go on (successive halving).

use super::annealing::Objective;
use super::bitboard::Start;
use super::tempering::{Temperatures, Tempering};
use crate::samegame::rules::{Block, State, points};
use spinney_search::budget::{Budget, Stop};
use spinney_search::rng::mix;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How to look for the best line.
#[derive(Clone, Debug)]
pub struct Options {
    /// When to stop: playouts (lines tried) are counted over all threads, time is by the clock.
    /// Without either the search goes on, in ever longer rounds, until it is told to stop.
    pub budget: Budget,
    /// Ladders side by side.
    pub threads: usize,
    /// Everything random comes from it.
    pub seed: u64,
    /// The colour to spare; raced for if none is given or none of it is there.
    pub tabu: Option<u8>,
    /// How often a move that is put into a line is of the spared colour nevertheless.
    pub tabu_rate: f64,
    /// What an empty board is worth to a line while it is changed, where the game gives 1000.
    pub bonus: f64,
    /// Temperatures of each search.
    pub temperatures: Temperatures,
    /// Whether searches start anew also where a line is known; if not, all go on from it.
    pub anew: bool,
    /// The share of what follows the selection in which only the best line is changed, at lower
    /// temperatures.
    pub polish: f64,
}

impl Options {
    /// One thread, all else as it does best.
    pub fn new(budget: Budget, seed: u64) -> Self {
        let temperatures = Temperatures { hot: 70.0, cold: 15.0, rungs: 8 };
        let (tabu, tabu_rate, bonus, anew, polish) = (None, 0.02, 300.0, true, 0.5);
        Self { budget, threads: 1, seed, tabu, tabu_rate, bonus, temperatures, anew, polish }
    }
}

/// What a search has found so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The score of the line.
    pub score: i32,
    /// The line.
    pub moves: Vec<Block>,
    /// Lines tried.
    pub tried: u64,
}

/// Looks for the best line; `improved` hears of every better one. A line that is known already is
/// the first to be beaten, and at the end a search goes on from it, beside the fresh ones or alone.
pub fn solve<const W: usize, const P: usize, const L: u32>(
    start: State<W, P, L>,
    known: &[Block],
    options: &Options,
    improved: &(dyn Fn(&Found) + Sync),
) -> Found {
    let start = Start::new(start);
    let selection = ColourSelection {
        start: &start,
        options,
        deadline: options.budget.time.map(|time| Instant::now() + time),
        stop: options.budget.stop.clone().unwrap_or_default(),
        tried: AtomicU64::new(0),
        shown: Mutex::new(i32::MIN),
        improved,
    };
    let temperatures = &options.temperatures;
    let first = selection.candidate(start.state.commonest(), temperatures, options.seed, known);
    let mut best = first.found();
    selection.tried.store(first.tempering.tried(), Ordering::Relaxed);
    if known.is_empty() {
        selection.show(&first);
    } else {
        *selection.shown.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = best.score;
    }
    if !best.moves.is_empty() {
        selection.run(&mut best, known);
    }
    Found { tried: selection.tried.into_inner(), ..best }
}

struct ColourSelection<'a, const W: usize, const P: usize, const L: u32> {
    start: &'a Start<W, P, L>,
    options: &'a Options,
    deadline: Option<Instant>,
    stop: Stop,
    tried: AtomicU64,
    /// The score that `improved` heard of last.
    shown: Mutex<i32>,
    improved: &'a (dyn Fn(&Found) + Sync),
}

/// The search that spares one colour.
struct Candidate<'a, const W: usize, const P: usize, const L: u32> {
    tabu: u8,
    tempering: Tempering<'a, W, P, L>,
}

impl<const W: usize, const P: usize, const L: u32> Candidate<'_, W, P, L> {
    fn found(&self) -> Found {
        let moves = self.tempering.best_moves();
        Found { score: self.tempering.best(), moves, tried: self.tempering.tried() }
    }
}

/// How much something may spend: whichever ends first.
#[derive(Clone, Copy)]
struct Allowance {
    lines: Option<u64>,
    time: Option<Duration>,
}

impl Allowance {
    fn share(self, part: f64) -> Self {
        Self {
            lines: self.lines.map(|n| (n as f64 * part) as u64),
            time: self.time.map(|time| time.mul_f64(part)),
        }
    }
}

/// Lines of the first round of an endless search.
const FIRST_ROUND: u64 = 2_000_000;
/// The stages of a selection before its last: how many colours go on, and what share of all each takes.
const STAGES: [(usize, f64); 2] = [(2, 0.2), (1, 0.2)];
/// By what the highest and the lowest temperature are multiplied to polish a line.
const POLISH: (f64, f64) = (0.65, 0.4);

impl<'a, const W: usize, const P: usize, const L: u32> ColourSelection<'a, W, P, L> {
    fn run(&self, best: &mut Found, known: &[Block]) {
        let budget = &self.options.budget;
        if budget.playouts.is_some() || budget.time.is_some() {
            let all = Allowance { lines: budget.playouts, time: budget.time };
            self.select(all, 0, best, known);
        } else if budget.stop.is_some() {
            for number in 0..u64::MAX {
                if self.stop.raised() {
                    break;
                }
                let lines = FIRST_ROUND << number.min(12);
                self.select(Allowance { lines: Some(lines), time: None }, number, best, known);
            }
        }
    }

    fn candidate(
        &self,
        tabu: u8,
        temperatures: &Temperatures,
        seed: u64,
        known: &[Block],
    ) -> Candidate<'a, W, P, L> {
        let Options { tabu_rate, bonus, .. } = *self.options;
        let objective = Objective { tabu, tabu_rate, bonus };
        let tempering = Tempering::new(self.start, temperatures, objective, seed, known);
        Candidate { tabu, tempering }
    }

    /// A whole selection: every colour worth sparing, the best two on, the best one almost to the end, and
    /// then the best line alone.
    fn select(&self, all: Allowance, number: u64, best: &mut Found, known: &[Block]) {
        let threads = self.options.threads.max(1);
        let each = all.share(1.0 / threads as f64);
        let each = Allowance { time: all.time, ..each };
        let mut colours = self.colours();
        let mut candidates: Vec<Candidate<'a, W, P, L>> = Vec::new();
        let mut entered = 0;
        let mut enter = |candidates: &mut Vec<_>, tabu: u8, known: &[Block]| {
            entered += 1;
            let seed = mix(&[self.options.seed, number, entered]);
            candidates.push(self.candidate(tabu, &self.options.temperatures, seed, known));
        };
        let mut left = 1.0;
        let anew = self.options.anew || known.is_empty();
        for (keep, share) in STAGES {
            if !anew || colours.len() <= keep {
                continue;
            }
            // Every colour has a search; threads that would idle run another.
            for k in candidates.len()..colours.len().next_multiple_of(threads) {
                enter(&mut candidates, colours[k % colours.len()], &[]);
            }
            let part = share * threads as f64 / candidates.len() as f64;
            self.climb(&mut candidates, each.share(part), best);
            left -= share;
            let reached = |colour: u8| {
                let of = candidates.iter().filter(|candidate| candidate.tabu == colour);
                of.map(|candidate| candidate.tempering.best()).max()
            };
            colours.sort_by_key(|&colour| std::cmp::Reverse(reached(colour)));
            colours.truncate(keep);
            candidates.retain(|candidate| colours.contains(&candidate.tabu));
        }
        if anew {
            for _ in candidates.len()..candidates.len().max(1).next_multiple_of(threads) {
                enter(&mut candidates, colours[0], &[]);
            }
        }
        if !known.is_empty() {
            for _ in 0..threads {
                enter(&mut candidates, self.last_colour(known), known);
            }
        }
        let polish = self.options.polish * left;
        let part = (left - polish) * threads as f64 / candidates.len() as f64;
        self.climb(&mut candidates, each.share(part), best);
        if polish > 0.0 {
            let Temperatures { hot, cold, rungs } = self.options.temperatures;
            let cooler = Temperatures { hot: POLISH.0 * hot, cold: POLISH.1 * cold, rungs };
            let tabu = self.last_colour(&best.moves);
            let seed = |thread| mix(&[self.options.seed, number, u64::MAX, thread as u64]);
            let enter = |thread| self.candidate(tabu, &cooler, seed(thread), &best.moves);
            let mut candidates: Vec<_> = (0..threads).map(enter).collect();
            self.climb(&mut candidates, each.share(polish), best);
        }
    }

    /// The colours that are worth sparing: those whose last group could be within 600 points of the
    /// largest, at most five, the commonest first.
    fn colours(&self) -> Vec<u8> {
        let counts = self.start.state.counts();
        let mut counts: Vec<(u32, u8)> =
            counts.into_iter().zip(1..).filter(|&(n, _)| n > 0).collect();
        if let Some(tabu) = self.options.tabu
            && counts.iter().any(|&(_, colour)| colour == tabu)
        {
            return vec![tabu];
        }
        counts.sort_by_key(|&(n, colour)| (std::cmp::Reverse(n), colour));
        let top = points(counts[0].0);
        let worth = counts.into_iter().filter(|&(n, _)| points(n) + 600 >= top);
        worth.map(|(_, colour)| colour).take(5).collect()
    }

    /// The colour that a line spared: that of its largest group.
    fn last_colour(&self, line: &[Block]) -> u8 {
        let mut state = self.start.state;
        let mut largest = (0, 0);
        for &block in line {
            let index = State::<W, P, L>::index(block);
            let before = (state.board.blocks().count(), state.board.colour(index));
            spinney_search::game::Game::play(&mut state, block);
            largest = largest.max((before.0 - state.board.blocks().count(), before.1));
        }
        largest.1
    }

    /// Lets every candidate spend an allowance, on all threads, and keeps the best line; of equal ones
    /// that of the first candidate, so that it does not depend on which thread was faster.
    fn climb(&self, candidates: &mut [Candidate<'a, W, P, L>], each: Allowance, best: &mut Found) {
        let next = Mutex::new(candidates.iter_mut());
        let work = || {
            loop {
                let candidate =
                    next.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next();
                let Some(candidate) = candidate else { return };
                self.spend(candidate, each);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.options.threads {
                scope.spawn(work);
            }
            work();
        });
        for candidate in candidates {
            if candidate.tempering.best() > best.score {
                *best = candidate.found();
            }
        }
    }

    fn spend(&self, candidate: &mut Candidate<'a, W, P, L>, allowance: Allowance) {
        let began = Instant::now();
        let (mut spent, mut best) = (0, candidate.tempering.best());
        loop {
            let now = Instant::now();
            let late = allowance.time.is_some_and(|time| now - began >= time)
                || self.deadline.is_some_and(|deadline| now >= deadline);
            if late || self.stop.raised() {
                return;
            }
            let tried = candidate.tempering.round(allowance.lines.map(|n| n - spent));
            if tried == 0 {
                return;
            }
            spent += tried;
            self.tried.fetch_add(tried, Ordering::Relaxed);
            if candidate.tempering.best() > best {
                best = candidate.tempering.best();
                self.show(candidate);
            }
        }
    }

    /// Tells of a candidate's line if it is the best of all.
    fn show(&self, candidate: &Candidate<'a, W, P, L>) {
        let mut shown = self.shown.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if candidate.tempering.best() > *shown {
            *shown = candidate.tempering.best();
            let tried = self.tried.load(Ordering::Relaxed);
            (self.improved)(&Found { tried, ..candidate.found() });
        }
    }
}
