//! Two settings of an agent compared on the same games, with a sentence for an answer.
//!
//! Both settings play the same side against the same opponent, game by game from the same seeds, so
//! that what chance deals is the same for both and cancels in the difference. In a symmetric game
//! they can also play each other; the two games on one start, with seats changed, are then one
//! observation.

use crate::runner::{Ended, Next, Pairing, RunError, RunOptions, play_all};
use crate::stats::{Interval, Sample, Z95, quantile};
use crate::tally::{Tally, winner};
use spinney_games::contest::Played;
use std::collections::BTreeMap;
use std::convert::Infallible;

/// What differences are counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Percentage points of the score, a draw being half a win.
    Percent,
    /// Points of a puzzle's own score.
    Score,
}

/// The differences seen, first setting less second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// One value for each start that both have played.
    pub sample: Sample,
    /// What they are counted in.
    pub unit: Unit,
    /// Games behind each value, of both settings together.
    pub games_each: u64,
}

/// What the differences say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The first setting is better.
    First,
    /// The second setting is better.
    Second,
    /// More games are needed.
    CannotTell,
}

impl Difference {
    /// The 95 % interval. Percentages get Agresti and Min's (2005) half pair in each of the four
    /// cells of matched outcomes, without which few games that all go one way would look certain.
    pub fn interval(&self) -> Interval {
        if self.unit == Unit::Score {
            return self.sample.interval();
        }
        let n = self.sample.count as f64 + 2.0;
        let mean = self.sample.mean * self.sample.count as f64 / n;
        let squares = self.sum_of_squares() + 2.0 * 0.5 * 100.0 * 100.0;
        let error = ((squares / n - mean * mean).max(0.0) / n).sqrt();
        Interval { low: mean - Z95 * error, high: mean + Z95 * error }
    }

    fn sum_of_squares(&self) -> f64 {
        let n = self.sample.count as f64;
        (n - 1.0).max(0.0) * self.sample.variance() + n * self.sample.mean * self.sample.mean
    }

    /// Who is better, if that can be said.
    pub fn finding(&self) -> Finding {
        let interval = self.interval();
        if self.sample.count < 2 || interval.contains(0.0) {
            Finding::CannotTell
        } else if interval.low > 0.0 {
            Finding::First
        } else {
            Finding::Second
        }
    }

    /// Games still to play (by both settings together) for a difference as large as the one seen,
    /// or of one point if it is smaller, to show with a chance of 80 %.
    pub fn games_needed(&self) -> u64 {
        let deviation = if self.sample.count < 2 { 50.0 } else { self.sample.deviation() };
        let smallest = self.sample.mean.abs().max(1.0);
        let n = ((Z95 + quantile(0.8)) * deviation.max(1.0) / smallest).powi(2).ceil();
        (n as u64).saturating_sub(self.sample.count).max(1) * self.games_each
    }

    /// The answer, in a sentence.
    pub fn sentence(&self, first: &str, second: &str) -> String {
        let points = match self.unit {
            Unit::Percent => "percentage points",
            Unit::Score => "points",
        };
        let (mean, spread) = (self.sample.mean, self.interval().half_width());
        match self.finding() {
            Finding::First => {
                format!("{first} is better than {second} by {mean:.1} ± {spread:.1} {points}.")
            }
            Finding::Second => {
                format!("{second} is better than {first} by {:.1} ± {spread:.1} {points}.", -mean)
            }
            Finding::CannotTell if self.sample.count < 2 => {
                format!("Can't tell yet: about {} more games would.", self.games_needed())
            }
            Finding::CannotTell if mean == 0.0 && self.sample.deviation() == 0.0 => format!(
                "Can't tell yet: {first} and {second} did equally well from each of {} starts.",
                self.sample.count
            ),
            Finding::CannotTell => format!(
                "Can't tell yet: {first} less {second} is {mean:+.1} ± {spread:.1} {points}; about \
                 {} more games would tell, if the difference is {}.",
                self.games_needed(),
                if mean.abs() > 1.0 { "what it looks like" } else { "as large as one point" },
            ),
        }
    }
}

/// Who plays.
pub enum Plan<'a> {
    /// Each setting in a pairing of its own against the same opponent; both take this side.
    Apart {
        /// The pairing of the first setting, and of the second: all else is equal.
        pairings: [Pairing<'a>; 2],
        /// The side that they take.
        side: usize,
    },
    /// The two settings play each other in a symmetric game.
    Together(Pairing<'a>),
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The differences.
    pub difference: Difference,
    /// The games of each pairing.
    pub tallies: Vec<Tally>,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
}

/// Plays a comparison of `games` games in each pairing. `on_games` sees the tallies as they grow.
pub fn compare(
    plan: &Plan<'_>,
    games: u64,
    options: &RunOptions,
    mut on_games: impl FnMut(&[Tally]),
) -> Result<Compared, RunError<Infallible>> {
    let pairings = match plan {
        Plan::Apart { pairings, .. } => pairings.as_slice(),
        Plan::Together(pairing) => std::slice::from_ref(pairing),
    };
    let contest = pairings[0].contest;
    let sides = contest.sides().len();
    let mut tallies = vec![Tally::new(sides); pairings.len()];
    let mut values: BTreeMap<(u64, usize), f64> = BTreeMap::new();
    let count = pairings.len();
    let jobs = (0..games).flat_map(|number| (0..count).map(move |pairing| (pairing, number)));
    let ended = play_all(pairings, jobs, options, |batch| {
        for game in batch {
            tallies[game.pairing].add(&game.played);
            values.insert((game.number, game.pairing), value(plan, &game.played));
        }
        on_games(&tallies);
        Ok(Next::More)
    })?;
    let block = if contest.symmetric() { 2 } else { 1 };
    let difference = Difference {
        sample: differences(&values, block, count),
        unit: if sides > 1 { Unit::Percent } else { Unit::Score },
        games_each: block * count as u64,
    };
    Ok(Compared { difference, tallies, interrupted: ended == Ended::Interrupted })
}

/// What one game adds to the difference: the setting's result, or in a game of the two against each
/// other what the first took more than the second.
fn value(plan: &Plan<'_>, played: &Played) -> f64 {
    let points = |side: usize| match winner(&played.rewards) {
        Some(best) if best == side => 100.0,
        Some(_) => 0.0,
        None => 50.0,
    };
    match plan {
        Plan::Together(_) => points(0) - points(1),
        Plan::Apart { side, .. } if played.rewards.len() > 1 => points(*side),
        Plan::Apart { side, .. } => played.rewards[*side],
    }
}

/// One value for each complete block of games on the same start.
fn differences(values: &BTreeMap<(u64, usize), f64>, block: u64, count: usize) -> Sample {
    let blocks: std::collections::BTreeSet<u64> =
        values.keys().map(|(number, _)| number / block).collect();
    let of_block = |start: u64| {
        let mut sum = 0.0;
        for number in start * block..(start + 1) * block {
            for pairing in 0..count {
                let value = values.get(&(number, pairing))?;
                sum += if pairing == 0 { *value } else { -value };
            }
        }
        Some(sum / block as f64)
    };
    blocks.into_iter().filter_map(of_block).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn difference(values: &[f64], unit: Unit) -> Difference {
        Difference { sample: values.iter().copied().collect(), unit, games_each: 2 }
    }

    #[test]
    fn matched_pairs_as_published() {
        // The interval of Agresti and Min 2005 for n₁₂ of one kind, n₂₁ of the other, by their
        // formula: (n₁₂ − n₂₁)/(n + 2) ± z √((n₁₂ + n₂₁ + 1) − (n₁₂ − n₂₁)²/(n + 2)) / (n + 2).
        let (n12, n21, n): (u32, u32, u32) = (24, 9, 80);
        let values: Vec<f64> = (0..n)
            .map(|i| match i {
                i if i < n12 => 100.0,
                i if i < n12 + n21 => -100.0,
                _ => 0.0,
            })
            .collect();
        let (b, c, n) = (f64::from(n12), f64::from(n21), f64::from(n) + 2.0);
        let spread = Z95 * ((b + c + 1.0) - (b - c).powi(2) / n).sqrt() / n;
        let found = difference(&values, Unit::Percent).interval();
        assert!((found.low - 100.0 * ((b - c) / n - spread)).abs() < 1e-9, "{found:?}");
        assert!((found.high - 100.0 * ((b - c) / n + spread)).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn few_games_that_all_go_one_way_are_not_certain() {
        assert_eq!(difference(&[100.0; 2], Unit::Percent).finding(), Finding::CannotTell);
        assert_eq!(difference(&[100.0; 12], Unit::Percent).finding(), Finding::First);
        assert_eq!(difference(&[-100.0; 12], Unit::Percent).finding(), Finding::Second);
    }

    #[test]
    fn sentences() {
        // Student's factor for four values is 3.182: it makes an error of 0.408 ± 1.3.
        let better = difference(&[3.0, 5.0, 4.0, 4.0], Unit::Score);
        assert_eq!(better.sentence("A", "B"), "A is better than B by 4.0 ± 1.3 points.");
        let unclear = difference(&[-30.0, 31.0, 20.0, -12.0], Unit::Score).sentence("A", "B");
        assert!(unclear.starts_with("Can't tell yet: A less B is +2.2 ± 44.9 points"), "{unclear}");
        let same = difference(&[0.0; 5], Unit::Percent).sentence("A", "B");
        assert_eq!(same, "Can't tell yet: A and B did equally well from each of 5 starts.");
        let nothing = difference(&[], Unit::Percent).sentence("A", "B");
        assert!(nothing.starts_with("Can't tell yet: about"), "{nothing}");
    }

    #[test]
    fn the_games_needed_show_the_difference() {
        // Deviation 50, difference 10: (2.8016 · 5)² = 196.2, in pairs of games.
        let values: Vec<f64> = (0..1000).map(|i| if i % 2 == 0 { 60.0 } else { -40.0 }).collect();
        let more = difference(&values[..20], Unit::Score).games_needed();
        assert!((340..=400).contains(&more), "{more}");
    }

    #[test]
    fn incomplete_starts_do_not_count() {
        let mut values = BTreeMap::new();
        values.extend([((0, 0), 100.0), ((0, 1), 0.0), ((1, 0), 50.0), ((1, 1), 0.0)]);
        values.extend([((2, 0), 100.0), ((2, 1), 100.0), ((3, 0), 0.0)]);
        let sample = differences(&values, 2, 2);
        assert_eq!((sample.count, sample.mean), (1, 75.0));
    }
}
