//! Parallel tempering: a ladder of chains, each at its own temperature, that trade places
//! (Swendsen and Wang 1986).
//!
//! A hot chain walks far and keeps little, a cold one climbs and stays. Neighbours on the ladder
//! trade places by chance, more likely the more it pays, so that a good line sinks to the cold end,
//! is polished there, and makes room for the next. Unlike a single chain that is cooled, a ladder
//! needs no plan for its time: it may be stopped at any moment, and gains from every further one.

use super::chain::{Aim, Chain};
use super::remains::Start;
use crate::samegame::state::Block;
use spinney_search::math::{exp, pow};
use spinney_search::rng::{Rng, mix, stream, unit};

/// The temperatures of a ladder, in points.
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

/// Changes that each chain tries before neighbours may trade places.
const CHANGES: u64 = 100;

/// Chains for one tabu colour, the coldest first.
#[derive(Clone, Debug)]
pub(super) struct Ladder<'a, const W: usize, const P: usize, const L: u32> {
    chains: Vec<Chain<'a, W, P, L>>,
    temperatures: Vec<f64>,
    rng: Rng,
}

impl<'a, const W: usize, const P: usize, const L: u32> Ladder<'a, W, P, L> {
    /// All chains start with a line that is known, and at random where it ends.
    pub(super) fn new(
        start: &'a Start<W, P, L>,
        temperatures: &Temperatures,
        aim: Aim,
        seed: u64,
        known: &[Block],
    ) -> Self {
        let temperatures = temperatures.all();
        let chain = |rung: usize| Chain::new(start, aim, mix(&[seed, rung as u64]), known);
        let chains = (0..temperatures.len()).map(chain).collect();
        Self { chains, temperatures, rng: stream(&[seed, u64::MAX]) }
    }

    /// Lets every chain try its changes, and neighbours trade places. Tries as many lines as there is
    /// room for at most; gives their number, 0 if there is no room for a line of each chain.
    pub(super) fn round(&mut self, room: Option<u64>) -> u64 {
        let rungs = self.chains.len() as u64;
        let changes = room.map_or(CHANGES, |room| (room / rungs).min(CHANGES));
        for (chain, &temperature) in self.chains.iter_mut().zip(&self.temperatures) {
            chain.run(changes as u32, temperature);
        }
        for rung in (1..self.chains.len()).rev() {
            let [colder, hotter] = [rung - 1, rung].map(|rung| 1.0 / self.temperatures[rung]);
            let gain = self.chains[rung].value() - self.chains[rung - 1].value();
            let log_odds = (colder - hotter) * gain;
            if log_odds >= 0.0 || unit(&mut self.rng) < exp(log_odds) {
                self.chains.swap(rung - 1, rung);
            }
        }
        changes * rungs
    }

    /// Lines tried.
    pub(super) fn tried(&self) -> u64 {
        self.chains.iter().map(|chain| chain.tried).sum()
    }

    /// The highest score seen.
    pub(super) fn best(&self) -> i32 {
        self.chains.iter().map(Chain::best).max().unwrap_or(i32::MIN)
    }

    /// The line to the highest score.
    pub(super) fn best_moves(&self) -> Vec<Block> {
        let best = self.chains.iter().max_by_key(|chain| chain.best());
        best.map(Chain::best_moves).unwrap_or_default()
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
