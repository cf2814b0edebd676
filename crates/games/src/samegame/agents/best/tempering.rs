//! Parallel tempering: annealers at different temperatures that swap places (Swendsen and Wang
//! 1986).
//!
//! A hot annealer walks far and keeps little, a cold one climbs and stays. Neighbouring temperatures
//! swap by chance, more likely the more it pays, so that a good line sinks to the cold end, is
//! polished there, and makes room for the next. Unlike simulated annealing, which cools a single
//! line, this needs no plan for its time: it may be stopped at any moment, and gains from every
//! further one.

use super::annealing::{Annealer, Objective};
use super::bitboard::Start;
use crate::samegame::rules::Block;
use spinney_search::math::{exp, pow};
use spinney_search::rng::{Rng, mix, stream, unit};

/// The temperatures, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Temperatures {
    /// The highest.
    pub hot: f64,
    /// The lowest.
    pub cold: f64,
    /// How many, each the same factor from the next.
    pub rungs: usize,
}

impl Temperatures {
    /// All of them, the lowest first.
    pub fn all(&self) -> Vec<f64> {
        let last = self.rungs.max(2) - 1;
        let share = |rung: usize| rung as f64 / last as f64;
        (0..=last).map(|rung| self.cold * pow(self.hot / self.cold, share(rung))).collect()
    }
}

/// Changes that each annealer tries before neighbours may swap.
const CHANGES: u64 = 100;

/// Chains for one tabu colour, the coldest first.
#[derive(Clone, Debug)]
pub(super) struct Tempering<'a, const W: usize, const P: usize, const L: u32> {
    annealers: Vec<Annealer<'a, W, P, L>>,
    temperatures: Vec<f64>,
    rng: Rng,
}

impl<'a, const W: usize, const P: usize, const L: u32> Tempering<'a, W, P, L> {
    /// All annealers start with a line that is known, and at random where it ends.
    pub(super) fn new(
        start: &'a Start<W, P, L>,
        temperatures: &Temperatures,
        objective: Objective,
        seed: u64,
        known: &[Block],
    ) -> Self {
        let temperatures = temperatures.all();
        let annealer =
            |rung: usize| Annealer::new(start, objective, mix(&[seed, rung as u64]), known);
        let annealers = (0..temperatures.len()).map(annealer).collect();
        Self { annealers, temperatures, rng: stream(&[seed, u64::MAX]) }
    }

    /// Lets every annealer try its changes, and neighbours swap. Tries as many lines as there is
    /// room for at most; gives their number, 0 if there is no room for a line of each annealer.
    pub(super) fn round(&mut self, room: Option<u64>) -> u64 {
        let rungs = self.annealers.len() as u64;
        let changes = room.map_or(CHANGES, |room| (room / rungs).min(CHANGES));
        for (annealer, &temperature) in self.annealers.iter_mut().zip(&self.temperatures) {
            annealer.run(changes as u32, temperature);
        }
        for rung in (1..self.annealers.len()).rev() {
            let [colder, hotter] = [rung - 1, rung].map(|rung| 1.0 / self.temperatures[rung]);
            let gain = self.annealers[rung].value() - self.annealers[rung - 1].value();
            let log_odds = (colder - hotter) * gain;
            if log_odds >= 0.0 || unit(&mut self.rng) < exp(log_odds) {
                self.annealers.swap(rung - 1, rung);
            }
        }
        changes * rungs
    }

    /// Lines tried.
    pub(super) fn tried(&self) -> u64 {
        self.annealers.iter().map(|annealer| annealer.tried).sum()
    }

    /// The highest score seen.
    pub(super) fn best(&self) -> i32 {
        self.annealers.iter().map(Annealer::best).max().unwrap_or(i32::MIN)
    }

    /// The line to the highest score.
    pub(super) fn best_moves(&self) -> Vec<Block> {
        let best = self.annealers.iter().max_by_key(|annealer| annealer.best());
        best.map(Annealer::best_moves).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temperatures_rise_evenly() {
        let all = Temperatures { hot: 100.0, cold: 1.0, rungs: 3 }.all();
        for (got, wanted) in all.iter().zip([1.0, 10.0, 100.0]) {
            assert!((got - wanted).abs() < 1e-9);
        }
    }
}
