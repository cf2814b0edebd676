//! How often intervals cover the truth: by simulation, with fixed seeds.

use spinney_lab::stats::{Sample, difference, wilson};
use spinney_search::rng::{Rng, stream, unit};

const TRIALS: u32 = 10_000;

/// How often, in percent, a trial succeeds.
fn percent(seed: u64, mut trial: impl FnMut(&mut Rng) -> bool) -> f64 {
    let mut rng = stream(&[seed]);
    let covered = (0..TRIALS).filter(|_| trial(&mut rng)).count();
    100.0 * covered as f64 / f64::from(TRIALS)
}

fn wins(rng: &mut Rng, games: u32, rate: f64) -> f64 {
    (0..games).filter(|_| unit(rng) < rate).count() as f64
}

/// A standard normal number (Box and Muller 1958).
fn normal(rng: &mut Rng) -> f64 {
    let (radius, angle) = (1.0 - unit(rng), std::f64::consts::TAU * unit(rng));
    (-2.0 * radius.ln()).sqrt() * angle.cos()
}

fn assert_covers(what: &str, percent: f64) {
    assert!((93.0..=97.0).contains(&percent), "{what}: {percent} %");
}

/// A rate between 5 and 95 %. At one rate the coverage swings with every game more, for wins are
/// whole numbers (Brown, Cai and DasGupta 2001); what counts is the mean over rates.
fn rate(rng: &mut Rng) -> f64 {
    0.05 + 0.9 * unit(rng)
}

#[test]
fn wilsons_interval_of_a_rate() {
    for games in [10, 30, 100, 400] {
        let covered = percent(1, |rng| {
            let truth = rate(rng);
            wilson(wins(rng, games, truth), f64::from(games)).contains(truth)
        });
        assert_covers(&format!("{games} games"), covered);
    }
}

#[test]
fn students_interval_of_a_mean() {
    for count in [2, 3, 5, 20, 100] {
        let covered = percent(2, |rng| {
            let sample: Sample = (0..count).map(|_| 7.0 + 3.0 * normal(rng)).collect();
            sample.interval().contains(7.0)
        });
        assert_covers(&format!("{count} normal numbers"), covered);
    }
    // Scores are skewed; a hundred boards are enough for that.
    let covered = percent(3, |rng| {
        let sample: Sample = (0..100).map(|_| -(1.0 - unit(rng)).ln()).collect();
        sample.interval().contains(1.0)
    });
    assert_covers("a hundred exponential numbers", covered);
}

#[test]
fn newcombes_interval_of_a_difference() {
    for (games, others) in [(10, 10), (50, 60), (100, 100), (30, 300)] {
        let covered = percent(4, |rng| {
            let (one, other) = (rate(rng), rate(rng));
            let first = (wins(rng, games, one), f64::from(games));
            let second = (wins(rng, others, other), f64::from(others));
            difference(first, second).contains(one - other)
        });
        assert_covers(&format!("{games} and {others} games"), covered);
    }
}
