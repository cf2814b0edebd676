//! How long games will take, from a short sample of them.

use crate::runner::{Next, Pairing, RunError, RunOptions, play_all};
use spinney_search::budget::Stop;
use std::convert::Infallible;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

/// A forecast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// Games to play.
    pub games: u64,
    /// The time that they take, on all threads together. At least that, if not one game of the sample
    /// was finished.
    pub seconds: f64,
    /// Games of the sample.
    pub sampled: u64,
    /// The time that the sample took.
    pub took: Duration,
}

/// At most so many pairings are sampled, evenly spread over all.
const MOST_SAMPLED: usize = 64;

/// Plays games of these pairings for as long as `limit` and tells from those how long all take;
/// `games` says how many each pairing has to play. Nothing is kept.
pub fn forecast(
    pairings: &[Pairing<'_>],
    games: &[u64],
    options: &RunOptions,
    limit: Duration,
) -> Result<Forecast, RunError<Infallible>> {
    let due: Vec<usize> = (0..pairings.len()).filter(|&pairing| games[pairing] > 0).collect();
    if due.is_empty() {
        return Ok(Forecast { games: 0, seconds: 0.0, sampled: 0, took: Duration::ZERO });
    }
    let step = due.len().div_ceil(MOST_SAMPLED);
    let chosen: Vec<usize> = due.iter().copied().step_by(step).collect();
    let started = Instant::now();
    let (stop, asked) = (Stop::new(), &options.stop);
    let (done, over) = channel::<()>();
    // Game by game over all that are chosen: what is slow is tried as often as what is fast.
    let jobs = (0..).flat_map(|number| chosen.iter().map(move |&pairing| (pairing, number)));
    let jobs = jobs.take_while(|&(pairing, number)| number < games[pairing]);
    let mut sums = vec![(0u64, Duration::ZERO); pairings.len()];
    let mut last = Duration::ZERO;
    std::thread::scope(|scope| {
        let flag = stop.clone();
        scope.spawn(move || {
            while started.elapsed() < limit && !asked.raised() {
                if over.recv_timeout(Duration::from_millis(5))
                    == Err(std::sync::mpsc::RecvTimeoutError::Disconnected)
                {
                    return;
                }
            }
            flag.raise();
        });
        let options = RunOptions { stop: stop.clone(), ..options.clone() };
        let played = play_all(pairings, jobs, &options, |batch| {
            for game in batch {
                let time: Duration = game.played.effort.iter().map(|effort| effort.time).sum();
                let sum = &mut sums[game.pairing];
                *sum = (sum.0 + 1, sum.1 + time);
            }
            last = started.elapsed();
            Ok::<_, Infallible>(Next::More)
        });
        drop(done);
        played
    })?;
    let threads = options.thread_count() as f64;
    let sampled: u64 = sums.iter().map(|(games, _)| games).sum();
    let thought: f64 = sums.iter().map(|(_, time)| time.as_secs_f64()).sum();
    // What the agents did not think: rules, records, hand-over.
    let overhead = (last.as_secs_f64() * threads - thought).max(0.0) / sampled.max(1) as f64;
    let usual = if sampled == 0 { limit.as_secs_f64() } else { thought / sampled as f64 };
    let cost = |pairing: usize| match sums[pairing] {
        (0, _) => usual,
        (games, time) => time.as_secs_f64() / games as f64,
    };
    let all: f64 = due.iter().map(|&p| games[p] as f64 * (cost(p) + overhead)).sum();
    let took = started.elapsed();
    Ok(Forecast { games: games.iter().sum(), seconds: all / threads, sampled, took })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_tells_the_time_within_a_factor() {
        let contest = spinney_games::open(&"connect-four".parse().unwrap()).unwrap();
        let pairing = |text: &str| {
            let agent = contest.check(0, &text.parse().unwrap()).unwrap();
            Pairing { contest: &*contest, agents: vec![agent.clone(), agent], seed: 1 }
        };
        let pairings = [pairing("uct(playouts=20)"), pairing("uct(playouts=400)")];
        let options = RunOptions { threads: 1, ..RunOptions::default() };
        let limit = Duration::from_millis(300);
        let few = forecast(&pairings, &[10, 10], &options, limit).unwrap();
        let many = forecast(&pairings, &[1000, 1000], &options, limit).unwrap();
        assert_eq!((few.games, many.games), (20, 2000));
        assert!(few.sampled > 0 && few.sampled <= 20, "{few:?}");
        let ratio = many.seconds / few.seconds;
        assert!((20.0..500.0).contains(&ratio), "{few:?} {many:?}");
        // Nothing to play takes no time.
        let none = forecast(&pairings, &[0, 0], &options, limit).unwrap();
        assert_eq!((none.games, none.sampled, none.seconds), (0, 0, 0.0));
    }
}
