//! Two settings of an agent compared on the same games, with a sentence for an answer.
//!
//! Both settings play the same side against the same opponent, game by game from the same seeds, so
//! that what chance deals is the same for both and cancels in the difference. In a symmetric game
//! they can also play each other; the two games on one start, with seats changed, are then one
//! observation.

use crate::blocks::Blocks;
use crate::runner::{Ended, Finished, Pairing, RunError, RunOptions};
use crate::series::{self, Kept, Series, SeriesError, Wanted};
use crate::stats::sprt::{Outcomes, Sprt, Verdict};
use crate::stats::{Interval, Sample, Z95, quantile, student95};
use crate::tally::{Tally, identity, score};
use spinney_games::contest::{AnyContest, Played};
use spinney_spec::Settings;
use std::time::{Duration, Instant};

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
    /// The starts on which something else happened than on all others: what repeats is no evidence.
    pub distinct: u64,
    /// What they are counted in.
    pub unit: Unit,
    /// Games of each setting behind each value.
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
    /// The 95 % interval, as wide as for the distinct starts. Percentages get Agresti and Min's (2005)
    /// half pair in each of the four cells of matched outcomes, without which few games that all go
    /// one way would look certain.
    pub fn interval(&self) -> Interval {
        let distinct = self.distinct as f64;
        if self.unit == Unit::Score {
            let error = self.sample.deviation() / distinct.sqrt();
            let error = if self.distinct < 2 { f64::INFINITY } else { error };
            let spread = student95(self.distinct) * error;
            return Interval { low: self.sample.mean - spread, high: self.sample.mean + spread };
        }
        let n = distinct + 2.0;
        let mean = self.sample.mean * distinct / n;
        let squares = self.mean_square() * distinct + 2.0 * 0.5 * 100.0 * 100.0;
        let error = ((squares / n - mean * mean).max(0.0) / n).sqrt();
        let clamp = |x: f64| x.clamp(-100.0, 100.0);
        Interval { low: clamp(mean - Z95 * error), high: clamp(mean + Z95 * error) }
    }

    fn mean_square(&self) -> f64 {
        let n = self.sample.count as f64;
        let spread = if n < 2.0 { 0.0 } else { (n - 1.0) / n * self.sample.variance() };
        spread + self.sample.mean * self.sample.mean
    }

    /// Who is better, if that can be said.
    pub fn finding(&self) -> Finding {
        let interval = self.interval();
        if self.distinct < 2 || interval.contains(0.0) {
            Finding::CannotTell
        } else if interval.low > 0.0 {
            Finding::First
        } else {
            Finding::Second
        }
    }

    /// Games that each setting still has to play for a difference as large as the one seen, or of one
    /// point if it is smaller, to show with a chance of 80 %; none if all that is played only repeats.
    pub fn games_needed(&self) -> Option<u64> {
        let repeats = self.distinct * 2 < self.sample.count;
        let smallest = self.sample.mean.abs().max(1.0);
        let n =
            ((Z95 + quantile(0.8)) * self.sample.deviation().max(1.0) / smallest).powi(2).ceil();
        let more = (n as u64).saturating_sub(self.distinct).max(1) * self.games_each;
        // One start says nothing of how far starts differ.
        (!repeats && self.sample.count > 1).then_some(more)
    }

    /// The answer, in a sentence.
    pub fn sentence(&self, first: &str, second: &str) -> String {
        let points = match self.unit {
            Unit::Percent => "percentage points",
            Unit::Score => "points",
        };
        let (mean, Interval { low, high }) = (self.sample.mean, self.interval());
        let more = self.games_needed().map_or_else(
            || "More games would only repeat those played".to_string(),
            |games| format!("About {games} more games of each would tell"),
        );
        match self.finding() {
            Finding::First => format!(
                "{first} is better than {second} by {mean:.1} {points} (95 %: {low:.1} to {high:.1})."
            ),
            Finding::Second => format!(
                "{second} is better than {first} by {:.1} {points} (95 %: {:.1} to {:.1}).",
                -mean, -high, -low
            ),
            Finding::CannotTell if self.sample.count == 0 => {
                "Can't tell: no start has been played to its end.".to_string()
            }
            Finding::CannotTell if self.sample.count == 1 => {
                "Can't tell: one start does not show how much starts differ.".to_string()
            }
            Finding::CannotTell if mean == 0.0 && self.sample.deviation() == 0.0 => format!(
                "Can't tell yet: {first} and {second} did equally well from each of {} starts.",
                self.sample.count
            ),
            Finding::CannotTell if self.games_needed().is_none() => format!(
                "Can't tell: only {} of {} starts led to distinct games. {more}.",
                self.distinct, self.sample.count
            ),
            Finding::CannotTell => format!(
                "Can't tell yet: {first} minus {second} is {mean:+.1} {points} (95 %: {low:+.1} to \
                 {high:+.1}). {more} if the true difference is {}.",
                if mean.abs() > 1.0 { "that large" } else { "one point" },
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

impl<'a> Plan<'a> {
    /// Who against whom.
    pub fn pairings(&self) -> &[Pairing<'a>] {
        match self {
            Self::Apart { pairings, .. } => pairings,
            Self::Together(pairing) => std::slice::from_ref(pairing),
        }
    }

    /// Two settings that take the same side against an opponent, or each other in a symmetric game.
    /// None if an opponent is missing.
    pub fn of(
        contest: &'a dyn AnyContest,
        side: usize,
        settings: [Settings; 2],
        against: Option<&Settings>,
        seed: u64,
    ) -> Option<Self> {
        let pairing = |agents| Pairing { contest, agents, seed };
        let alone = contest.sides().len() == 1;
        if against.is_none() && !alone {
            return contest.symmetric().then(|| Self::Together(pairing(settings.to_vec())));
        }
        let seated = |setting| {
            let mut agents: Vec<Settings> = against.into_iter().cloned().collect();
            agents.insert(side.min(agents.len()), setting);
            pairing(agents)
        };
        Some(Self::Apart { pairings: settings.map(seated), side })
    }

    /// Starts that belong together: both seats of a symmetric game.
    fn starts(&self) -> u64 {
        if self.pairings()[0].contest.symmetric() { 2 } else { 1 }
    }

    /// What one game says of the first setting: what it takes, or what the second leaves. Over a
    /// block of games that is a half and half of what the first takes more than the second. In a
    /// puzzle it is the score, of the second with a minus.
    fn value(&self, pairing: usize, played: &Played) -> f64 {
        match self {
            Self::Together(_) => score(&played.rewards, 0),
            Self::Apart { side, .. } if played.rewards.len() > 1 => {
                let taken = score(&played.rewards, *side);
                if pairing == 0 { taken } else { 1.0 - taken }
            }
            Self::Apart { side, .. } if pairing == 0 => played.rewards[*side],
            Self::Apart { side, .. } => -played.rewards[*side],
        }
    }
}

/// What to compare, and for how long.
pub struct Comparison<'a> {
    /// Who plays.
    pub plan: Plan<'a>,
    /// Games of each setting; with a sequential test, at most. Seats change in every second game of a
    /// symmetric game, so an odd number is made even there.
    pub games: u64,
    /// A test of the first setting against the second, after which the comparison ends.
    pub sprt: Option<Sprt>,
}

impl Comparison<'_> {
    /// The games of each setting that are really played.
    pub fn games_each(&self) -> u64 {
        self.games.next_multiple_of(self.plan.starts())
    }

    /// All games.
    pub fn total(&self) -> u64 {
        self.games_each() * self.plan.pairings().len() as u64
    }
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The differences.
    pub difference: Difference,
    /// The games of each pairing.
    pub tallies: Vec<Tally>,
    /// What the sequential test saw: starts, by what the first setting took of all points.
    pub outcomes: Option<Outcomes>,
    /// What the sequential test said.
    pub verdict: Option<Verdict>,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
    /// How long it took.
    pub elapsed: Duration,
}

impl Compared {
    /// Games of each setting that were played.
    pub fn games_each(&self) -> u64 {
        self.tallies.iter().map(|tally| tally.games).max().unwrap_or_default()
    }
}

/// The difference that these blocks come to.
fn difference(plan: &Plan<'_>, blocks: &Blocks) -> Difference {
    let puzzle = plan.pairings()[0].contest.sides().len() < 2;
    let sample = blocks.sample();
    // Blocks of scores hold ½ + d / 2; blocks of a puzzle half of d, being two games.
    let (scale, offset) = if puzzle { (2.0, 0.0) } else { (200.0, -100.0) };
    Difference {
        sample: sample.scaled(scale, offset),
        distinct: blocks.distinct(),
        unit: if puzzle { Unit::Score } else { Unit::Percent },
        games_each: plan.starts(),
    }
}

/// Plays a comparison. `on_game` sees each game in the order of their numbers, with the difference so
/// far; with a store, what it has is not played again.
pub fn compare(
    asked: &Comparison<'_>,
    kept: Option<Kept<'_>>,
    options: &RunOptions,
    mut on_game: impl FnMut(&Finished, &Difference) -> std::io::Result<()>,
) -> Result<Compared, RunError<SeriesError>> {
    let started = Instant::now();
    let (plan, pairings) = (&asked.plan, asked.plan.pairings());
    let sides = pairings[0].contest.sides().len();
    let starts = plan.starts();
    let size = starts as usize * pairings.len();
    let mut blocks = if sides > 1 { Blocks::of_scores(size) } else { Blocks::of_values(size) };
    let mut tallies = vec![Tally::new(sides); pairings.len()];
    let mut verdict = None;
    let series = Series { pairings, groups: vec![0; pairings.len()], games: asked.games_each() };
    let ended = series::play(&series, kept, options, |game, in_order| {
        let played = &game.played;
        tallies[game.pairing].add(played);
        let (block, start) = (game.number / starts, (game.number % starts) as usize);
        let place = game.pairing * starts as usize + start;
        let value = plan.value(game.pairing, played);
        let complete = blocks.add(block, place, value, identity(played));
        on_game(game, &difference(plan, &blocks))?;
        if let (true, true, Some(test)) = (complete, in_order, asked.sprt) {
            verdict = blocks.outcomes().and_then(|seen| test.verdict(&seen));
        }
        Ok(if verdict.is_some() { Wanted::Enough } else { Wanted::More })
    })?;
    let outcomes = blocks.outcomes();
    let concluded = asked.sprt.zip(outcomes.as_ref()).map(|(test, seen)| test.conclude(seen));
    Ok(Compared {
        difference: difference(plan, &blocks),
        tallies,
        outcomes,
        verdict: verdict.or(concluded),
        interrupted: ended == Ended::Interrupted,
        elapsed: started.elapsed(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn difference(values: &[f64], unit: Unit) -> Difference {
        let sample: Sample = values.iter().copied().collect();
        Difference { distinct: sample.count, sample, unit, games_each: 2 }
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
        assert_eq!(
            better.sentence("A", "B"),
            "A is better than B by 4.0 points (95 %: 2.7 to 5.3)."
        );
        let worse = difference(&[-3.0, -5.0, -4.0, -4.0], Unit::Score).sentence("A", "B");
        assert_eq!(worse, "B is better than A by 4.0 points (95 %: 2.7 to 5.3).");
        let unclear = difference(&[-30.0, 31.0, 20.0, -12.0], Unit::Score).sentence("A", "B");
        assert!(
            unclear.starts_with("Can't tell yet: A minus B is +2.2 points (95 %: -42.6 to +47.1)"),
            "{unclear}"
        );
        let same = difference(&[0.0; 5], Unit::Percent).sentence("A", "B");
        assert_eq!(same, "Can't tell yet: A and B did equally well from each of 5 starts.");
        let nothing = difference(&[], Unit::Percent);
        assert_eq!(nothing.sentence("A", "B"), "Can't tell: no start has been played to its end.");
        let one = difference(&[100.0], Unit::Percent);
        assert!(one.sentence("A", "B").starts_with("Can't tell: one start"));
        assert_eq!((nothing.games_needed(), one.games_needed()), (None, None));
    }

    #[test]
    fn the_games_needed_show_the_difference() {
        // Deviation 50, difference 10: (2.8016 · 5)² = 196.2, in pairs of games.
        let values: Vec<f64> = (0..1000).map(|i| if i % 2 == 0 { 60.0 } else { -40.0 }).collect();
        let more = difference(&values[..20], Unit::Score).games_needed().unwrap();
        assert!((340..=400).contains(&more), "{more}");
    }

    #[test]
    fn what_repeats_does_not_decide() {
        let won = difference(&[100.0; 200], Unit::Percent);
        assert_eq!(won.finding(), Finding::First);
        let repeated = Difference { distinct: 1, ..won };
        assert_eq!((repeated.finding(), repeated.games_needed()), (Finding::CannotTell, None));
        assert_eq!(
            repeated.sentence("A", "B"),
            "Can't tell: only 1 of 200 starts led to distinct games. More games would only repeat \
             those played."
        );
        assert_eq!(Difference { distinct: 2, ..won }.finding(), Finding::CannotTell);
        let interval = |distinct| Difference { distinct, ..won }.interval();
        assert_eq!(interval(12), difference(&[100.0; 12], Unit::Percent).interval());
    }

    fn compared(
        plan: impl Fn(&dyn Fn(&str, u64) -> Pairing<'static>) -> Plan<'static>,
    ) -> Compared {
        let contest = spinney_games::open(&"tic-tac-toe(opening=2)".parse().unwrap()).unwrap();
        let contest: &'static _ = Box::leak(contest);
        let pairing = |agent: &str, seed| {
            let first = contest.check(0, &agent.parse().unwrap()).unwrap();
            let second = contest.check(1, &"random".parse().unwrap()).unwrap();
            Pairing { contest, agents: vec![first, second], seed }
        };
        let asked = Comparison { plan: plan(&pairing), games: 199, sprt: None };
        assert_eq!(asked.games_each(), 200);
        let options = RunOptions { threads: 2, ..RunOptions::default() };
        let mut seen = 0;
        let compared = compare(&asked, None, &options, |_, _| {
            seen += 1;
            Ok(())
        });
        assert_eq!(seen, asked.total());
        compared.unwrap()
    }

    #[test]
    fn a_searcher_beats_chance_together_and_apart() {
        let together = compared(|pairing| Plan::Together(pairing("uct(playouts=50)", 1)));
        let apart = compared(|pairing| {
            let pairings = [pairing("uct(playouts=50)", 1), pairing("random", 1)];
            Plan::Apart { pairings, side: 0 }
        });
        for (name, found, tallies) in [("together", &together, 1), ("apart", &apart, 2)] {
            let difference = &found.difference;
            assert_eq!((difference.sample.count, found.tallies.len()), (100, tallies), "{name}");
            assert_eq!(difference.finding(), Finding::First, "{name}: {difference:?}");
            let seen = found.outcomes.as_ref().unwrap().counts().iter().sum::<u64>();
            assert_eq!(seen, 100, "{name}");
        }
        // By hand from the tallies: what the first took less what the second took, in points.
        let (one, two) = (together.tallies[0].points(0), together.tallies[0].points(1));
        assert!((together.difference.sample.mean - 100.0 * (one - two) / 200.0).abs() < 1e-9);
        let (one, two) = (apart.tallies[0].points(0), apart.tallies[1].points(0));
        assert!((apart.difference.sample.mean - 100.0 * (one - two) / 200.0).abs() < 1e-9);
    }
}
