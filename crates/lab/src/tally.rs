//! What a set of games comes to: wins, draws, lengths, effort, faults.
//!
//! Sums are of whole numbers (or halves), so a tally is the same in whatever order its games come.
//!
//! A game that repeats another move by move is no new evidence. Rates and means are of all games, but
//! intervals are as wide as for the distinct games alone.

use crate::stats::sprt::Counts;
use crate::stats::{Interval, student95, wilson};
use spinney_games::agent::{Fault, FaultKind};
use spinney_games::behaviour::hash;
use spinney_games::contest::Played;
use spinney_search::rng::mix;
use spinney_spec::Choice;
use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

/// The side that won: the only one with the highest reward.
pub fn winner(rewards: &[f64]) -> Option<usize> {
    let best = rewards.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut at_best = (0..rewards.len()).filter(|&side| rewards[side] == best);
    at_best.next().filter(|_| at_best.next().is_none())
}

/// What a side takes of a game: 1 for a win, a half for a draw.
pub fn score(rewards: &[f64], side: usize) -> f64 {
    match winner(rewards) {
        Some(best) if best == side => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    }
}

/// A hash by which games are told apart: of the moves, and of who took what. So the same moves with
/// seats changed are another game unless it is drawn.
pub fn identity(game: &Played) -> u64 {
    let rewards = game.rewards.iter().map(|reward| reward.to_bits());
    mix(&[hash(game.record.as_bytes())].into_iter().chain(rewards).collect::<Vec<_>>())
}

/// A fault without what is different every time: how long exactly a move took.
fn reason(fault: &Fault) -> String {
    match fault.kind {
        FaultKind::Timeout => fault.kind.name().to_string(),
        FaultKind::Panic | FaultKind::IllegalMove | FaultKind::SearchError => fault.to_string(),
    }
}

/// One side of a tally.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SideTally {
    /// Games won.
    pub wins: u64,
    /// Sum of rewards.
    pub reward: f64,
    /// Sum of squared rewards.
    pub squares: f64,
    /// The highest reward.
    pub best: Option<f64>,
    /// Decisions taken.
    pub moves: u64,
    /// Playouts or nodes.
    pub playouts: u64,
    /// Time spent in deciding.
    pub time: Duration,
    /// The longest decision.
    pub longest: Duration,
    /// Games lost by a fault, by reason.
    pub faults: BTreeMap<String, u64>,
}

impl SideTally {
    /// Milliseconds a move.
    pub fn millis_per_move(&self) -> f64 {
        if self.moves == 0 { 0.0 } else { self.time.as_secs_f64() * 1e3 / self.moves as f64 }
    }
    /// Playouts a second of thinking.
    pub fn playouts_per_second(&self) -> f64 {
        let seconds = self.time.as_secs_f64();
        if seconds > 0.0 { self.playouts as f64 / seconds } else { 0.0 }
    }
}

/// All sides of a set of games.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Games without a winner; none in a game of one side.
    pub draws: u64,
    /// Decisions in all games.
    pub length: u64,
    /// The sides.
    pub sides: Vec<SideTally>,
    /// The games that have been seen.
    seen: HashSet<u64>,
}

impl Tally {
    /// No games yet, for so many sides.
    pub fn new(sides: usize) -> Self {
        let sides = vec![SideTally::default(); sides];
        Self { games: 0, draws: 0, length: 0, sides, seen: HashSet::new() }
    }

    /// One more game.
    pub fn add(&mut self, game: &Played) {
        self.games += 1;
        self.length += game.length;
        self.seen.insert(identity(game));
        match winner(&game.rewards) {
            _ if self.sides.len() < 2 => {}
            Some(side) => self.sides[side].wins += 1,
            None => self.draws += 1,
        }
        for (side, tally) in self.sides.iter_mut().enumerate() {
            let (reward, effort) = (game.rewards[side], &game.effort[side]);
            tally.reward += reward;
            tally.squares += reward * reward;
            tally.best = Some(tally.best.map_or(reward, |best| best.max(reward)));
            tally.moves += effort.moves;
            tally.playouts += effort.playouts;
            tally.time += effort.time;
            tally.longest = tally.longest.max(effort.longest);
        }
        if let Some((side, fault)) = &game.fault {
            *self.sides[*side].faults.entry(reason(fault)).or_default() += 1;
        }
    }

    /// Games that differ from each other.
    pub fn distinct(&self) -> u64 {
        self.seen.len() as u64
    }

    /// The part of the games that are distinct: what each counts in an interval.
    pub fn worth(&self) -> f64 {
        if self.games == 0 { 1.0 } else { self.distinct() as f64 / self.games as f64 }
    }

    /// Games with a winner.
    pub fn decided(&self) -> u64 {
        self.sides.iter().map(|side| side.wins).sum()
    }

    /// A side's share of the decided games; a half when there are none.
    pub fn rate(&self, side: usize) -> f64 {
        let decided = self.decided();
        if decided == 0 { 0.5 } else { self.sides[side].wins as f64 / decided as f64 }
    }

    /// The Wilson interval of that share, as wide as for the distinct games.
    pub fn interval(&self, side: usize) -> Interval {
        let worth = self.worth();
        wilson(worth * self.sides[side].wins as f64, worth * self.decided() as f64)
    }

    /// The Wilson interval of a side's share of the points, as wide as for the distinct games.
    pub fn points_interval(&self, side: usize) -> Interval {
        let worth = self.worth();
        wilson(worth * self.points(side), worth * self.games as f64)
    }

    /// A side's points: wins and half of the draws.
    pub fn points(&self, side: usize) -> f64 {
        self.sides[side].wins as f64 + self.draws as f64 / 2.0
    }

    /// The games from a side's point of view.
    pub fn counts(&self, side: usize) -> Counts {
        let wins = self.sides[side].wins;
        Counts { wins, losses: self.decided() - wins, draws: self.draws }
    }

    /// Decisions a game.
    pub fn mean_length(&self) -> f64 {
        if self.games == 0 { 0.0 } else { self.length as f64 / self.games as f64 }
    }

    /// A side's mean reward.
    pub fn mean_reward(&self, side: usize) -> f64 {
        if self.games == 0 { 0.0 } else { self.sides[side].reward / self.games as f64 }
    }

    /// Student's 95 % interval of a side's mean reward, as wide as for the distinct games; unbounded
    /// for fewer than two.
    pub fn reward_interval(&self, side: usize) -> Interval {
        let (n, mean) = (self.games as f64, self.mean_reward(side));
        let distinct = self.distinct();
        let error = if distinct < 2 {
            f64::INFINITY
        } else {
            let variance = (self.sides[side].squares - n * mean * mean).max(0.0) / (n - 1.0);
            (variance / distinct as f64).sqrt()
        };
        let spread = student95(distinct) * error;
        Interval { low: mean - spread, high: mean + spread }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spinney_games::contest::Effort;

    /// A game that no other one repeats.
    fn game(rewards: &[f64], fault: Option<(usize, Fault)>) -> Played {
        static NUMBER: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let effort = Effort {
            moves: 4,
            playouts: 100,
            time: Duration::from_millis(8),
            longest: Duration::from_millis(3),
        };
        let effort = vec![effort; rewards.len()];
        Played { rewards: rewards.to_vec(), length: 8, effort, record: number.to_string(), fault }
    }

    #[test]
    fn winners() {
        assert_eq!(winner(&[1.0, 0.0]), Some(0));
        assert_eq!(winner(&[-1.0, 3.0, 2.0]), Some(1));
        assert_eq!(winner(&[0.5, 0.5]), None);
    }

    #[test]
    fn counts_and_rates() {
        let mut tally = Tally::new(2);
        for rewards in [[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.5, 0.5]] {
            tally.add(&game(&rewards, None));
        }
        tally.add(&game(&[0.0, 1.0], Some((0, Fault::new(FaultKind::Panic, "oh")))));
        assert_eq!((tally.games, tally.draws, tally.decided()), (5, 1, 4));
        assert_eq!((tally.rate(0), tally.points(0), tally.mean_length()), (0.5, 2.5, 8.0));
        assert_eq!(tally.counts(0), Counts { wins: 2, losses: 2, draws: 1 });
        assert_eq!(tally.sides[0].faults["panic: oh"], 1);
        assert_eq!(tally.sides[1].millis_per_move(), 2.0);
        assert!((tally.sides[1].playouts_per_second() - 12_500.0).abs() < 1e-6);
    }

    #[test]
    fn repeated_games_are_counted_and_are_no_evidence() {
        let mut tally = Tally::new(2);
        let (won, lost) = (game(&[1.0, 0.0], None), game(&[0.0, 1.0], None));
        for _ in 0..100 {
            tally.add(&won);
            tally.add(&lost);
        }
        assert_eq!((tally.games, tally.distinct(), tally.rate(0)), (200, 2, 0.5));
        assert_eq!(tally.interval(0), wilson(1.0, 2.0));
        assert_eq!(tally.points_interval(1), wilson(1.0, 2.0));
        // The same moves with seats changed: somebody else has won.
        let mut swapped = won.clone();
        swapped.rewards.reverse();
        tally.add(&swapped);
        assert_eq!(tally.distinct(), 3);
        let mut puzzle = Tally::new(1);
        let (ten, twenty) = (game(&[10.0], None), game(&[20.0], None));
        (0..50).for_each(|_| [&ten, &ten, &twenty].into_iter().for_each(|game| puzzle.add(game)));
        // Two distinct games: Student's factor for one degree of freedom.
        let variance = 150.0 / 149.0 * (200.0 / 9.0);
        let half = student95(2) * f64::sqrt(variance / 2.0);
        assert!((puzzle.reward_interval(0).half_width() - half).abs() < 1e-9);
        let mut once = Tally::new(1);
        (0..50).for_each(|_| once.add(&ten));
        assert_eq!(once.reward_interval(0).half_width(), f64::INFINITY);
    }

    #[test]
    fn a_puzzle_has_scores_and_no_draws() {
        let mut tally = Tally::new(1);
        for score in [10.0, 14.0, 12.0] {
            tally.add(&game(&[score], None));
        }
        assert_eq!((tally.draws, tally.mean_reward(0), tally.sides[0].best), (0, 12.0, Some(14.0)));
        // Standard error 2 / √3; Student's factor for two degrees of freedom is 4.303.
        let half = student95(3) * 2.0 / 3f64.sqrt();
        assert!((tally.reward_interval(0).half_width() - half).abs() < 1e-12);
    }
}
