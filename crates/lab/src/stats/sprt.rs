//! The sequential probability ratio test (Wald 1945): is a change better, in as few games as that
//! takes?
//!
//! Two hypotheses about the strength of one side over the other, in Elo. After each game the
//! log-likelihood ratio of the second to the first is compared with two bounds. Draws carry a
//! parameter that neither hypothesis fixes, the rate of draws: each hypothesis is given the rate
//! that suits it best (a generalized likelihood ratio). Without draws this is the binomial test.
//!
//! It always ends. All games won, or all lost, move the ratio by the same step each game and reach
//! a bound. What can stay between the bounds for ever (all games drawn, with hypotheses on both
//! sides of equality) is cut off by a limit of games; the answer is then [`Verdict::Undecided`],
//! which names the hypothesis that fits better.
//!
//! ```
//! use spinney_lab::stats::sprt::{Counts, Sprt, Verdict};
//! let test = Sprt::new(0.0, 50.0)?;
//! assert_eq!(test.verdict(Counts { wins: 30, losses: 28, draws: 4 }), None);
//! assert_eq!(test.verdict(Counts { wins: 60, losses: 0, draws: 0 }), Some(Verdict::Better));
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

impl Counts {
    /// All games.
    pub fn games(&self) -> u64 {
        self.wins + self.losses + self.draws
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

/// Hypotheses that can't be tested.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("ELO0,ELO1 must be two numbers with ELO0 below ELO1 (such as 0,20), not {elo0},{elo1}")]
pub struct SprtError {
    elo0: f64,
    elo1: f64,
}

/// A test of two hypotheses, with 5 % chance of either error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The first hypothesis: strength in Elo.
    pub elo0: f64,
    /// The second hypothesis, above the first.
    pub elo1: f64,
    /// The chance of accepting the second when the first is true.
    pub alpha: f64,
    /// The chance of accepting the first when the second is true.
    pub beta: f64,
}

impl Sprt {
    /// The test with errors of 5 %.
    pub fn new(elo0: f64, elo1: f64) -> Result<Self, SprtError> {
        if elo0.is_finite() && elo1.is_finite() && elo0 < elo1 {
            Ok(Self { elo0, elo1, alpha: 0.05, beta: 0.05 })
        } else {
            Err(SprtError { elo0, elo1 })
        }
    }

    /// The lower and the upper bound of the log-likelihood ratio.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of the second hypothesis to the first.
    pub fn ratio(&self, counts: Counts) -> f64 {
        let of = |elo| log_likelihood(counts, expected_score(elo));
        of(self.elo1) - of(self.elo0)
    }

    /// The verdict, once a bound is reached.
    pub fn verdict(&self, counts: Counts) -> Option<Verdict> {
        let (ratio, (low, high)) = (self.ratio(counts), self.bounds());
        if ratio >= high {
            Some(Verdict::Better)
        } else if ratio <= low {
            Some(Verdict::NotBetter)
        } else {
            None
        }
    }

    /// The verdict when no more games will be played.
    pub fn conclude(&self, counts: Counts) -> Verdict {
        let undecided = || Verdict::Undecided { ratio: self.ratio(counts) };
        self.verdict(counts).unwrap_or_else(undecided)
    }
}

/// The largest log-likelihood of these games among all (win, draw, loss) rates with this expected
/// score. It is concave in the rate of draws: the root of its slope is found by bisection, or the
/// rate is at an end of what the score allows.
fn log_likelihood(counts: Counts, score: f64) -> f64 {
    let (won, lost) = (counts.wins as f64, counts.losses as f64);
    let drawn = counts.draws as f64;
    let most = 2.0 * score.min(1.0 - score);
    let slope = |d: f64| {
        let part = |n: f64, rate: f64| if n == 0.0 { 0.0 } else { n / (2.0 * rate) };
        drawn / d - part(won, score - d / 2.0) - part(lost, 1.0 - score - d / 2.0)
    };
    let (mut low, mut high) = (0.0, most);
    if drawn == 0.0 {
        high = 0.0;
    } else {
        for _ in 0..200 {
            let middle = f64::midpoint(low, high);
            if slope(middle) > 0.0 { low = middle } else { high = middle }
        }
    }
    let draws = f64::midpoint(low, high);
    let term =
        |n: f64, rate: f64| if n == 0.0 { 0.0 } else { n * rate.max(f64::MIN_POSITIVE).ln() };
    term(won, score - draws / 2.0) + term(drawn, draws) + term(lost, 1.0 - score - draws / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use spinney_search::rng::{stream, unit};

    fn test() -> Sprt {
        Sprt::new(0.0, 20.0).unwrap()
    }

    #[test]
    fn bounds_as_published() {
        // Wald's bounds for 5 % and 5 %: ±ln 19 = ±2.944, as chess engine testers print them.
        let (low, high) = test().bounds();
        assert_eq!((format!("{low:.3}"), format!("{high:.3}")), ("-2.944".into(), "2.944".into()));
    }

    #[test]
    fn without_draws_it_is_the_binomial_ratio() {
        let p = 1.0 / (1.0 + 10f64.powf(-20.0 / 400.0));
        let by_hand = 130.0 * (p / 0.5).ln() + 100.0 * ((1.0 - p) / 0.5).ln();
        let ratio = test().ratio(Counts { wins: 130, losses: 100, draws: 0 });
        assert!((ratio - by_hand).abs() < 1e-9, "{ratio} {by_hand}");
    }

    #[test]
    fn with_draws_it_is_the_maximum_over_a_fine_grid() {
        // The same likelihood maximized by trying a million rates of draws.
        let on_grid = |counts: Counts, s: f64| {
            (1..1_000_000)
                .map(|i| 2.0 * s.min(1.0 - s) * f64::from(i) / 1e6)
                .map(|d| {
                    counts.wins as f64 * (s - d / 2.0).ln()
                        + counts.draws as f64 * d.ln()
                        + counts.losses as f64 * (1.0 - s - d / 2.0).ln()
                })
                .fold(f64::NEG_INFINITY, f64::max)
        };
        for (wins, losses, draws) in [(50, 40, 110), (7, 2, 1), (1, 30, 300)] {
            let counts = Counts { wins, losses, draws };
            for elo in [-35.0, 0.0, 120.0] {
                let s = expected_score(elo);
                let (exact, grid) = (log_likelihood(counts, s), on_grid(counts, s));
                assert!((exact - grid).abs() < 1e-4, "{counts:?} at {elo}: {exact} {grid}");
            }
        }
    }

    #[test]
    fn it_ends_when_all_are_won_or_lost_or_drawn() {
        let games_until = |one: Counts| {
            (1..100_000u64).find(|&n| {
                let Counts { wins, losses, draws } = one;
                let all = Counts { wins: wins * n, losses: losses * n, draws: draws * n };
                test().verdict(all).is_some()
            })
        };
        // ln 19 over ln(2 p₁) and over −ln(2 (1 − p₁)) for p₁ at 20 Elo.
        assert_eq!(games_until(Counts { wins: 1, ..Counts::default() }), Some(53));
        assert_eq!(games_until(Counts { losses: 1, ..Counts::default() }), Some(50));
        assert_eq!(games_until(Counts { draws: 1, ..Counts::default() }), Some(50));
        let lost = Counts { losses: 60, ..Counts::default() };
        assert_eq!(test().verdict(lost), Some(Verdict::NotBetter));
    }

    #[test]
    fn what_stays_between_the_bounds_is_undecided() {
        let even = Sprt::new(-20.0, 20.0).unwrap();
        let draws = Counts { draws: 1_000_000, ..Counts::default() };
        assert_eq!(even.verdict(draws), None);
        let Verdict::Undecided { ratio } = even.conclude(draws) else { panic!("no bound reached") };
        assert!(ratio.abs() < 1e-6, "{ratio}");
    }

    #[test]
    fn errors_stay_near_five_percent() {
        // 400 tests a hypothesis, with 30 % draws: Wald's bounds give at most about 5 %.
        let test = Sprt::new(0.0, 60.0).unwrap();
        for (elo, wrong) in [(0.0, Verdict::Better), (60.0, Verdict::NotBetter)] {
            let mut rng = stream(&[17, elo as u64]);
            let wins = expected_score(elo) - 0.15;
            let mut errors = 0;
            for _ in 0..400 {
                let mut counts = Counts::default();
                let verdict = loop {
                    let x = unit(&mut rng);
                    if x < wins {
                        counts.wins += 1;
                    } else if x < wins + 0.3 {
                        counts.draws += 1;
                    } else {
                        counts.losses += 1;
                    }
                    if let Some(verdict) = test.verdict(counts) {
                        break verdict;
                    }
                };
                errors += u32::from(verdict == wrong);
            }
            assert!(errors <= 32, "{errors} of 400 wrong at {elo} Elo");
        }
    }

    #[test]
    fn hypotheses_in_the_wrong_order_are_refused() {
        let error = Sprt::new(5.0, 5.0).unwrap_err();
        assert!(error.to_string().contains("ELO0 below ELO1"));
        assert!(Sprt::new(f64::NAN, 5.0).is_err());
    }
}
