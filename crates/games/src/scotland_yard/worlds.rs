//! The seekers' guesses: positions with the hider at one of the stations where he may be.

use super::board::{Station, StationSet};
use super::rules::{Belief, Position};
use super::view::PublicView;
use spinney_search::game::Worlds;
use spinney_search::rng::{Rng, unit};

/// A belief that a search can start with, from what is public.
pub trait FromView: Belief + Copy + 'static {
    /// What the detectives know now.
    fn of(view: &PublicView) -> Self;
}

impl FromView for () {
    fn of(_: &PublicView) -> Self {}
}

impl FromView for StationSet {
    fn of(view: &PublicView) -> Self {
        view.record.possible
    }
}

/// The possible stations with their probabilities, as worlds to search.
#[derive(Clone, Debug)]
pub struct Guesses<B> {
    base: Position<B>,
    stations: Vec<Station>,
    /// Of each station: the probability of it and of all before it.
    up_to: Vec<f64>,
}

impl<B: FromView> Guesses<B> {
    /// `base` with the hider at one of these stations, each as likely as its weight says.
    pub fn new(base: Position<B>, weights: &[(Station, f64)]) -> Self {
        assert!(!weights.is_empty(), "the hider is somewhere");
        let mut sum = 0.0;
        let up_to = weights.iter().map(|(_, weight)| {
            sum += weight;
            sum
        });
        let up_to = up_to.collect();
        Self { base, stations: weights.iter().map(|(station, _)| *station).collect(), up_to }
    }

    /// One station, by roulette.
    #[inline]
    pub fn station(&self, rng: &mut Rng) -> Station {
        let drawn = unit(rng) * self.up_to[self.up_to.len() - 1];
        let place = self.up_to.partition_point(|&up_to| up_to <= drawn);
        self.stations[place.min(self.stations.len() - 1)]
    }

    /// The world with the hider there.
    #[inline]
    pub fn world(&self, station: Station) -> Position<B> {
        Position { hider: station, ..self.base }
    }

    /// All possible stations, each with its probability.
    pub fn probabilities(&self) -> impl Iterator<Item = (Station, f64)> + '_ {
        let whole = self.up_to[self.up_to.len() - 1];
        let mut before = 0.0;
        self.stations.iter().zip(&self.up_to).map(move |(&station, &up_to)| {
            let weight = up_to - before;
            before = up_to;
            (station, weight / whole)
        })
    }

    /// All possible stations.
    pub fn stations(&self) -> &[Station] {
        &self.stations
    }
}

impl<B: FromView> Worlds<Position<B>> for Guesses<B> {
    const HIDDEN: bool = true;
    #[inline]
    fn draw(&self, rng: &mut Rng) -> Position<B> {
        self.world(self.station(rng))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scotland_yard::rules::Options;
    use spinney_search::rng::stream;

    #[test]
    fn stations_are_drawn_as_their_weights_say() {
        let view = Options::default().start(3).public();
        let guesses = Guesses::new(view.with_hider(0, ()), &[(10, 1.0), (20, 0.0), (30, 3.0)]);
        let mut rng = stream(&[1]);
        let mut counts = [0; 200];
        for _ in 0..4000 {
            counts[guesses.draw(&mut rng).hider as usize] += 1;
        }
        assert_eq!(counts[10] + counts[30], 4000);
        assert!((900..1100).contains(&counts[10]), "{}", counts[10]);
    }
}
