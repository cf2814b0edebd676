//! The sequential probability ratio test (Wald 1945): is a change better, in as few games as that
//! takes?
//!
//! Two hypotheses about the expected score of one side. After each observation the log-likelihood
//! ratio of the second to the first is compared with two bounds. An observation is one game (lost,
//! drawn, won: the trinomial test) or, where games come in pairs on one start with seats changed,
//! the sum of the two (0, ½, 1, 1½, 2 points: the pentanomial test). The two games of a pair share
//! their start and are not independent; counted as one observation they need not be.
//!
//! A hypothesis fixes the expected score and nothing else. Each is given the distribution that suits
//! the observations best among all with its score: the generalized ratio of Van den Bergh, "A
//! practical introduction to the GSPRT" (2020), which fishtest uses. For counts nᵢ of scores aᵢ that
//! maximum is, but for a constant, −max over θ of Σ nᵢ ln(1 + θ (aᵢ − s)) (Owen, "Empirical
//! Likelihood", 2001, section 2.9). θ is limited so that no possible score has a negative
//! probability, be it one that was never seen; so the ratio exists for any counts, all games won
//! included, and nothing needs to be added to empty cells.
//!
//! It always ends. All games won, or all lost, move the ratio by the same step each time and reach a
//! bound. What can stay between the bounds for ever (all games drawn, with hypotheses on both sides
//! of equality) is cut off by a limit of games; the answer is then [`Verdict::Undecided`], which
//! names the hypothesis that fits better.
//!
//! ```
//! use spinney_lab::stats::sprt::{Counts, Sprt, Verdict};
//! let test = Sprt::elo(0.0, 50.0)?;
//! assert_eq!(test.verdict(&Counts { wins: 30, losses: 28, draws: 4 }.into()), None);
//! assert_eq!(test.verdict(&Counts { wins: 60, losses: 0, draws: 0 }.into()), Some(Verdict::Better));
//! # Ok::<(), spinney_lab::stats::sprt::SprtError>(())
//! ```

use super::elo::expected_score;

/// Games from one side's point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
    /// Games drawn.
    pub draws: u64,
}

/// How often each score was observed. The scores divide the way from 0 to 1 evenly.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcomes {
    counts: Vec<u64>,
    /// How much of an observation each is worth: less than 1 where some repeat others.
    weight: f64,
}

impl Outcomes {
    /// Nothing observed yet, of so many possible scores: 3 for games, 5 for pairs.
    pub fn new(kinds: usize) -> Self {
        assert!(kinds >= 2, "a test needs two possible scores");
        Self { counts: vec![0; kinds], weight: 1.0 }
    }

    /// One more observation; `score` is from 0 to 1.
    pub fn add(&mut self, score: f64) {
        let last = self.counts.len() - 1;
        let kind = (score * last as f64).round();
        debug_assert!((kind - score * last as f64).abs() < 1e-9, "{score} is no possible score");
        self.counts[(kind as usize).min(last)] += 1;
    }

    /// The same observations, of which only so many differ from each other: a repetition is no
    /// evidence, so all together are worth that many.
    pub fn worth(mut self, distinct: u64) -> Self {
        let seen = self.counts.iter().sum::<u64>();
        self.weight = if seen == 0 { 1.0 } else { (distinct as f64 / seen as f64).min(1.0) };
        self
    }

    /// How often each score was observed, the lowest first.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Score and number of each kind.
    fn scores(&self) -> impl Iterator<Item = (f64, f64)> {
        let last = (self.counts.len() - 1) as f64;
        self.counts.iter().enumerate().map(move |(kind, &n)| (kind as f64 / last, n as f64))
    }
}

impl From<Counts> for Outcomes {
    fn from(counts: Counts) -> Self {
        Self { counts: vec![counts.losses, counts.draws, counts.wins], weight: 1.0 }
    }
}

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// The second hypothesis was accepted.
    Better,
    /// The first hypothesis was accepted.
    NotBetter,
    /// The games ran out between the bounds.
    Undecided {
        /// The log-likelihood ratio then: above 0 the second hypothesis fits better.
        ratio: f64,
    },
}

/// A test that can't be made.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// Hypotheses that are no two.
    #[error("expected two numbers, the lower one first, such as 0,20; not {low},{high}")]
    Order {
        /// The first.
        low: f64,
        /// The second.
        high: f64,
    },
    /// A hypothesis that no score can have.
    #[error("{0} is too far from 0 to be tested")]
    Extreme(f64),
    /// Chances of error that leave no test.
    #[error("a probability of error must be above 0 and below 0.5, not {0}")]
    Errors(f64),
}

/// What hypotheses are stated in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Strength over the opponent, in Elo.
    Elo,
    /// What one takes more than the other, in percentage points of the score.
    Points,
}

/// A test of two hypotheses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The first hypothesis.
    pub low: f64,
    /// The second hypothesis, above the first.
    pub high: f64,
    /// What the two are stated in.
    pub scale: Scale,
    /// The chance of accepting the second when the first is true.
    pub alpha: f64,
    /// The chance of accepting the first when the second is true.
    pub beta: f64,
}

impl Sprt {
    /// A test of two strengths in Elo, with 5 % chance of either error.
    pub fn elo(low: f64, high: f64) -> Result<Self, SprtError> {
        Self::new(low, high, Scale::Elo)
    }

    /// A test of two hypotheses on this scale, with 5 % chance of either error.
    pub fn new(low: f64, high: f64, scale: Scale) -> Result<Self, SprtError> {
        if !(low.is_finite() && high.is_finite() && low < high) {
            return Err(SprtError::Order { low, high });
        }
        let test = Self { low, high, scale, alpha: 0.05, beta: 0.05 };
        for (hypothesis, score) in [low, high].into_iter().zip(test.scores()) {
            if !(1e-6..=1.0 - 1e-6).contains(&score) {
                return Err(SprtError::Extreme(hypothesis));
            }
        }
        Ok(test)
    }

    /// The same test with other chances of error.
    pub fn with_errors(self, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        match [alpha, beta].into_iter().find(|error| !(*error > 0.0 && *error < 0.5)) {
            Some(error) => Err(SprtError::Errors(error)),
            None => Ok(Self { alpha, beta, ..self }),
        }
    }

    /// The expected score under each hypothesis.
    pub fn scores(&self) -> [f64; 2] {
        [self.low, self.high].map(|hypothesis| match self.scale {
            Scale::Elo => expected_score(hypothesis),
            Scale::Points => 0.5 + hypothesis / 200.0,
        })
    }

    /// The lower and the upper bound of the log-likelihood ratio (Wald 1945, 3.29).
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of the second hypothesis to the first.
    pub fn ratio(&self, outcomes: &Outcomes) -> f64 {
        let [first, second] = self.scores().map(|score| deficit(outcomes, score));
        outcomes.weight * (first - second)
    }

    /// The verdict, once a bound is reached.
    pub fn verdict(&self, outcomes: &Outcomes) -> Option<Verdict> {
        let (ratio, (low, high)) = (self.ratio(outcomes), self.bounds());
        if ratio >= high {
            Some(Verdict::Better)
        } else if ratio <= low {
            Some(Verdict::NotBetter)
        } else {
            None
        }
    }

    /// The verdict when no more games will be played.
    pub fn conclude(&self, outcomes: &Outcomes) -> Verdict {
        let undecided = || Verdict::Undecided { ratio: self.ratio(outcomes) };
        self.verdict(outcomes).unwrap_or_else(undecided)
    }
}

/// What the likeliest distribution with this expected score lacks in log-likelihood to the likeliest
/// of all: the maximum over θ of Σ n ln(1 + θ (a − s)). The sum is concave: the root of its slope is
/// found by bisection, or θ is at an end of what keeps probabilities positive.
fn deficit(outcomes: &Outcomes, score: f64) -> f64 {
    let slope = |theta: f64| -> f64 {
        let term = |(a, n): (f64, f64)| {
            if n == 0.0 { 0.0 } else { n * (a - score) / (1.0 + theta * (a - score)) }
        };
        outcomes.scores().map(term).sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        // A slope of zero is the root, whichever end becomes it.
        if slope(middle) > 0.0 { low = middle } else { high = middle }
    }
    let theta = f64::midpoint(low, high);
    let term = |(a, n): (f64, f64)| {
        let part = (1.0 + theta * (a - score)).max(f64::MIN_POSITIVE);
        if n == 0.0 { 0.0 } else { n * part.ln() }
    };
    outcomes.scores().map(term).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use spinney_search::rng::{Rng, stream, unit};

    fn test() -> Sprt {
        Sprt::elo(0.0, 20.0).unwrap()
    }

    fn counts(wins: u64, losses: u64, draws: u64) -> Outcomes {
        Counts { wins, losses, draws }.into()
    }

    #[test]
    fn bounds_as_published() {
        // Wald's bounds for 5 % and 5 %: ±ln 19 = ±2.944, as chess engine testers print them.
        let (low, high) = test().bounds();
        assert_eq!((format!("{low:.3}"), format!("{high:.3}")), ("-2.944".into(), "2.944".into()));
        // ln(0.2 / 0.9) and ln(0.8 / 0.1).
        let (low, high) = test().with_errors(0.1, 0.2).unwrap().bounds();
        assert_eq!((format!("{low:.3}"), format!("{high:.3}")), ("-1.504".into(), "2.079".into()));
    }

    #[test]
    fn hypotheses_as_expected_scores() {
        // Whoever takes 20 points of the score more than the other takes 60 of 100.
        let points = Sprt::new(-10.0, 20.0, Scale::Points).unwrap().scores();
        assert!((points[0] - 0.45).abs() < 1e-12 && (points[1] - 0.6).abs() < 1e-12, "{points:?}");
        assert_eq!(test().scores(), [0.5, expected_score(20.0)]);
    }

    #[test]
    fn without_draws_it_is_the_binomial_ratio() {
        let p = 1.0 / (1.0 + 10f64.powf(-20.0 / 400.0));
        let by_hand = 130.0 * (p / 0.5).ln() + 100.0 * ((1.0 - p) / 0.5).ln();
        let ratio = test().ratio(&counts(130, 100, 0));
        assert!((ratio - by_hand).abs() < 1e-9, "{ratio} {by_hand}");
    }

    #[test]
    fn with_draws_it_is_the_maximum_over_a_fine_grid() {
        // The same likelihood maximized by trying a million rates of draws.
        let on_grid = |[wins, losses, draws]: [u64; 3], s: f64| {
            (1..1_000_000)
                .map(|i| 2.0 * s.min(1.0 - s) * f64::from(i) / 1e6)
                .map(|d| {
                    wins as f64 * (s - d / 2.0).ln()
                        + draws as f64 * d.ln()
                        + losses as f64 * (1.0 - s - d / 2.0).ln()
                })
                .fold(f64::NEG_INFINITY, f64::max)
        };
        for seen in [[50, 40, 110], [7, 2, 1], [1, 30, 300]] {
            let grid = on_grid(seen, expected_score(20.0)) - on_grid(seen, 0.5);
            let exact = test().ratio(&counts(seen[0], seen[1], seen[2]));
            assert!((exact - grid).abs() < 1e-4, "{seen:?}: {exact} {grid}");
        }
    }

    #[test]
    fn pairs_satisfy_the_conditions_of_the_maximum() {
        // Against the definition: the probabilities p = n / N / (1 + θ (a − s)) sum to 1, have the
        // mean s, and no random distribution with that mean is likelier.
        let seen = [7u64, 30, 41, 25, 9];
        let mut outcomes = Outcomes::new(5);
        for (kind, &n) in seen.iter().enumerate() {
            (0..n).for_each(|_| outcomes.add(kind as f64 / 4.0));
        }
        assert_eq!(outcomes.counts(), seen);
        let (s, total) = (0.53, 112.0);
        let free: f64 = seen.iter().map(|&n| n as f64 * (n as f64 / total).ln()).sum();
        let best = free - deficit(&outcomes, s);
        // A random climb: the middle three rates are drawn, the ends follow from the mean.
        let mut rng = stream(&[3]);
        let mut at = [30.0 / total, 41.0 / total, 25.0 / total];
        let mut climbed = f64::NEG_INFINITY;
        for step in 0..200_000 {
            let width = 0.1 / (1.0 + f64::from(step) / 1000.0);
            let p = at.map(|rate| rate + width * (unit(&mut rng) - 0.5));
            let high = s - (p[0] * 0.25 + p[1] * 0.5 + p[2] * 0.75);
            let low = 1.0 - p.iter().sum::<f64>() - high;
            if low <= 0.0 || high <= 0.0 || p.iter().any(|&rate| rate <= 0.0) {
                continue;
            }
            let all = [low, p[0], p[1], p[2], high];
            let likelihood: f64 = seen.iter().zip(all).map(|(&n, rate)| n as f64 * rate.ln()).sum();
            assert!(likelihood <= best + 1e-9, "{likelihood} {best}");
            if likelihood > climbed {
                (climbed, at) = (likelihood, p);
            }
        }
        assert!(best - climbed < 1e-4, "{climbed} {best}");
    }

    #[test]
    fn it_ends_when_all_are_won_or_lost_or_drawn() {
        let games_until = |one: [u64; 3]| {
            (1..100_000u64)
                .find(|&n| test().verdict(&counts(one[0] * n, one[1] * n, one[2] * n)).is_some())
        };
        // ln 19 over ln(2 p₁) and over −ln(2 (1 − p₁)) for p₁ at 20 Elo.
        assert_eq!(games_until([1, 0, 0]), Some(53));
        assert_eq!(games_until([0, 1, 0]), Some(50));
        assert_eq!(games_until([0, 0, 1]), Some(50));
        assert_eq!(test().verdict(&counts(0, 60, 0)), Some(Verdict::NotBetter));
    }

    #[test]
    fn what_stays_between_the_bounds_is_undecided() {
        let even = Sprt::elo(-20.0, 20.0).unwrap();
        let draws = counts(0, 0, 1_000_000);
        assert_eq!(even.verdict(&draws), None);
        let Verdict::Undecided { ratio } = even.conclude(&draws) else {
            panic!("no bound reached")
        };
        assert!(ratio.abs() < 1e-6, "{ratio}");
    }

    #[test]
    fn repeated_games_are_no_evidence() {
        let all = counts(400, 0, 0);
        assert_eq!(test().verdict(&all), Some(Verdict::Better));
        let few = all.clone().worth(2);
        assert_eq!(test().verdict(&few), None);
        assert!((test().ratio(&few) - test().ratio(&counts(2, 0, 0))).abs() < 1e-9);
        assert_eq!(all.clone().worth(400), all);
        assert_eq!(counts(0, 0, 0).worth(0), counts(0, 0, 0));
    }

    /// Plays tests to their end; gives the share of wrong answers under each hypothesis.
    fn errors(test: Sprt, kinds: usize, draw: impl Fn(&mut Rng, f64) -> f64) -> [f64; 2] {
        const TRIALS: u32 = 2000;
        let wrong = [Verdict::Better, Verdict::NotBetter];
        let mut at = test.scores().into_iter().zip(wrong).map(|(score, wrong)| {
            let mut rng = stream(&[17, (score * 1e6) as u64, kinds as u64]);
            let mut errors = 0;
            for _ in 0..TRIALS {
                let mut outcomes = Outcomes::new(kinds);
                let verdict = (0..100_000).find_map(|_| {
                    outcomes.add(draw(&mut rng, score));
                    test.verdict(&outcomes)
                });
                errors += u32::from(verdict.expect("a test ends") == wrong);
            }
            f64::from(errors) / f64::from(TRIALS)
        });
        [at.next().unwrap(), at.next().unwrap()]
    }

    /// A game with 30 % draws.
    fn game(rng: &mut Rng, score: f64) -> f64 {
        let (x, wins) = (unit(rng), score - 0.15);
        if x < wins {
            1.0
        } else if x < wins + 0.3 {
            0.5
        } else {
            0.0
        }
    }

    #[test]
    fn errors_stay_within_alpha_and_beta() {
        let test = Sprt::elo(0.0, 80.0).unwrap();
        let found = errors(test, 3, game);
        assert!(found[0] <= test.alpha && found[1] <= test.beta, "games: {found:?}");
        // A start that favours one seat by 20 points: it is won from the one, lost from the other.
        let pair = |rng: &mut Rng, score: f64| {
            let tilt = if unit(rng) < 0.5 { 0.2 } else { -0.2 };
            f64::midpoint(game(rng, score + tilt), game(rng, score - tilt))
        };
        let found = errors(test, 5, pair);
        assert!(found[0] <= test.alpha && found[1] <= test.beta, "pairs: {found:?}");
        let uneven = Sprt::new(0.0, 20.0, Scale::Points).unwrap().with_errors(0.02, 0.2).unwrap();
        let found = errors(uneven, 3, game);
        assert!(found[0] <= uneven.alpha && found[1] <= uneven.beta, "uneven: {found:?}");
    }

    #[test]
    fn tests_that_make_no_sense_are_refused() {
        let error = Sprt::elo(5.0, 5.0).unwrap_err();
        assert!(error.to_string().contains("the lower one first"));
        assert!(Sprt::elo(f64::NAN, 5.0).is_err());
        assert_eq!(Sprt::elo(0.0, 1e5), Err(SprtError::Extreme(1e5)));
        assert_eq!(Sprt::new(-100.0, 0.0, Scale::Points), Err(SprtError::Extreme(-100.0)));
        assert_eq!(test().with_errors(0.05, 0.5), Err(SprtError::Errors(0.5)));
        assert_eq!(test().with_errors(0.0, 0.1), Err(SprtError::Errors(0.0)));
    }
}
