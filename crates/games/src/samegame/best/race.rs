//! Which colour to spare, and for how long to anneal: a race of short runs, then one long one.

use super::anneal::{Annealer, Schedule};
use crate::samegame::state::{Block, State, points};
use spinney_search::budget::{Budget, Stop};
use spinney_search::rng::mix;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How to look for the best line.
#[derive(Clone, Debug)]
pub struct Options {
    /// When to stop: playouts (lines tried) are counted over all threads, time is by the clock.
    /// Without either the search goes on, in ever longer rounds, until it is told to stop.
    pub budget: Budget,
    /// Runs side by side.
    pub threads: usize,
    /// Everything random comes from it.
    pub seed: u64,
    /// The colour to spare; raced for if none is given.
    pub tabu: Option<u8>,
    /// Temperatures of the runs.
    pub schedule: Schedule,
}

impl Options {
    /// One thread, all else as it does best.
    pub fn new(budget: Budget, seed: u64) -> Self {
        let schedule = Schedule { hot: 100.0, cold: 3.0 };
        Self { budget, threads: 1, seed, tabu: None, schedule }
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
/// the first to be beaten, and is annealed further beside the fresh ones.
pub fn solve<const W: usize, const P: usize, const L: u32>(
    start: State<W, P, L>,
    known: &[Block],
    options: &Options,
    improved: &(dyn Fn(&Found) + Sync),
) -> Found {
    let first = Annealer::from_line(start, 1, options.seed, known);
    let (score, moves) = first.best();
    let best = Found { score, moves: moves.to_vec(), tried: 1 };
    let mut race = Race {
        start,
        options,
        began: Instant::now(),
        stop: options.budget.stop.clone().unwrap_or_default(),
        tried: AtomicU64::new(1),
        shown: Mutex::new(score),
        best,
        improved,
    };
    if !moves.is_empty() {
        race.run();
    }
    Found { tried: race.tried.into_inner(), ..race.best }
}

struct Race<'a, const W: usize, const P: usize, const L: u32> {
    start: State<W, P, L>,
    options: &'a Options,
    began: Instant,
    stop: Stop,
    tried: AtomicU64,
    /// The score that `improved` heard of last.
    shown: Mutex<i32>,
    /// The best line when the last stage ended; of equal ones that of the first job, so that it does
    /// not depend on which thread was faster.
    best: Found,
    improved: &'a (dyn Fn(&Found) + Sync),
}

/// One annealing run: which colour, with which seed, and what share of a thread's budget.
#[derive(Clone, Copy, Debug)]
struct Job {
    tabu: u8,
    seed: u64,
    share: f64,
    /// Starts from the best line of all instead of at random.
    reheat: bool,
}

/// How much a run may spend: whichever ends first.
#[derive(Clone, Copy)]
struct Allowance {
    lines: Option<u64>,
    time: Option<Duration>,
}

/// Lines between two looks at the clock.
const STEP: u32 = 256;
/// Lines of the first round of an endless search.
const FIRST_ROUND: u64 = 2_000_000;

impl<const W: usize, const P: usize, const L: u32> Race<'_, W, P, L> {
    fn run(&mut self) {
        let budget = &self.options.budget;
        if budget.playouts.is_some() || budget.time.is_some() {
            self.round(Allowance { lines: budget.playouts, time: budget.time }, 0);
        } else if budget.stop.is_some() {
            for number in 0..u64::MAX {
                if self.stop.raised() {
                    break;
                }
                let lines = FIRST_ROUND << number.min(12);
                self.round(Allowance { lines: Some(lines), time: None }, number);
            }
        }
    }

    /// A whole race: every colour worth sparing, the best two again, the best one to the end.
    fn round(&mut self, all: Allowance, number: u64) {
        let threads = self.options.threads.max(1) as u64;
        let each = Allowance { lines: all.lines.map(|n| n / threads), time: all.time };
        let mut colours = self.colours();
        let base = self.options.seed;
        let seed = |stage: u64, k: usize| mix(&[base, number, stage, k as u64]);
        let job = |tabu: u8, stage, k, share| {
            let reheat = stage == 2 && (number + k as u64) % 3 == 2;
            Job { tabu, seed: seed(stage, k), share, reheat }
        };
        let mut left = 1.0;
        for (stage, keep, share) in [(0u64, 2, 0.2), (1, 1, 0.2)] {
            if colours.len() <= keep {
                continue;
            }
            // Every colour gets a run; threads that would idle run another.
            let runs = colours.len().next_multiple_of(threads as usize);
            let part = share * threads as f64 / runs as f64;
            let jobs: Vec<Job> =
                (0..runs).map(|k| job(colours[k % colours.len()], stage, k, part)).collect();
            let scores = self.jobs(&jobs, each);
            let reached = |c: u8| {
                let of = jobs.iter().zip(&scores).filter(|(job, _)| job.tabu == c);
                of.map(|(_, &score)| score).max().unwrap_or(i32::MIN)
            };
            colours.sort_by_key(|&c| std::cmp::Reverse(reached(c)));
            colours.truncate(keep);
            left -= share;
        }
        let last: Vec<Job> = (0..threads as usize).map(|k| job(colours[0], 2, k, left)).collect();
        self.jobs(&last, each);
    }

    /// The colours that are worth sparing: those whose last group could be within 600 points of the
    /// largest, at most five, the commonest first.
    fn colours(&self) -> Vec<u8> {
        if let Some(tabu) = self.options.tabu {
            return vec![tabu];
        }
        let mut counts: Vec<(u32, u8)> =
            self.start.counts().into_iter().zip(1..).filter(|&(n, _)| n > 0).collect();
        counts.sort_by_key(|&(n, colour)| (std::cmp::Reverse(n), colour));
        let top = points(counts[0].0);
        let worth = counts.into_iter().filter(|&(n, _)| points(n) + 600 >= top);
        worth.map(|(_, colour)| colour).take(5).collect()
    }

    /// Runs jobs on all threads; gives the score that each reached.
    fn jobs(&mut self, jobs: &[Job], each: Allowance) -> Vec<i32> {
        let next = AtomicUsize::new(0);
        let shared = &*self;
        let work = || {
            let mut done = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(job) = jobs.get(index) else { return done };
                done.push((index, shared.anneal(*job, each)));
            }
        };
        let mut found: Vec<(usize, Found)> = std::thread::scope(|scope| {
            let others: Vec<_> = (1..self.options.threads).map(|_| scope.spawn(work)).collect();
            let mut all = work();
            for other in others {
                // A thread that panicked panics here, too.
                all.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            all
        });
        found.sort_by_key(|&(index, _)| index);
        let scores = found.iter().map(|(_, found)| found.score).collect();
        for (_, found) in found {
            if found.score > self.best.score {
                self.best = found;
            }
        }
        scores
    }

    /// One run from hot to cold.
    fn anneal(&self, job: Job, each: Allowance) -> Found {
        let known: &[Block] = if job.reheat { &self.best.moves } else { &[] };
        let mut annealer = Annealer::from_line(self.start, job.tabu, job.seed, known);
        let lines = each.lines.map(|n| (n as f64 * job.share) as u64);
        let time = each.time.map(|t| t.mul_f64(job.share));
        let deadline = each.time.map(|t| self.began + t);
        let began = Instant::now();
        let mut counted = 0;
        let mut heat = self.options.schedule;
        if job.reheat {
            heat.hot = heat.hot.min(30.0);
        }
        loop {
            let by_lines = lines.map_or(0.0, |n| annealer.tried as f64 / n.max(1) as f64);
            let by_time = time.map_or(0.0, |t| began.elapsed().as_secs_f64() / t.as_secs_f64());
            let done = by_lines.max(by_time);
            let late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if done >= 1.0 || late || self.stop.raised() {
                break;
            }
            let room = lines.map_or(u64::MAX, |n| n.saturating_sub(annealer.tried));
            let better = annealer.run((u64::from(STEP).min(room)) as u32, heat.at(done));
            self.tried.fetch_add(annealer.tried - counted, Ordering::Relaxed);
            counted = annealer.tried;
            if better {
                self.show(&annealer);
            }
        }
        let (score, moves) = annealer.best();
        Found { score, moves: moves.to_vec(), tried: annealer.tried }
    }

    /// Tells of a line if it is the best of all.
    fn show(&self, annealer: &Annealer<W, P, L>) {
        let (score, moves) = annealer.best();
        let mut shown = self.shown.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if score > *shown {
            *shown = score;
            let tried = self.tried.load(Ordering::Relaxed);
            (self.improved)(&Found { score, moves: moves.to_vec(), tried });
        }
    }
}
