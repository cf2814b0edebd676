//! What the games of a cell come to, wherever they are kept.

use super::estimate::{Difference, Estimate};
use std::collections::BTreeSet;
use std::time::Duration;

const BETWEEN_COMMITS: &str = ", ";
const BETWEEN_MACHINES: &str = "; ";

/// Who played games.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Origin {
    /// The commits of the program.
    pub commit: String,
    /// The machines.
    pub machine: String,
    /// Whether only the results are here, and not the games.
    pub recorded: bool,
}

impl Origin {
    /// Everybody who played: each commit and each machine once.
    pub fn of_all<'a>(origins: impl IntoIterator<Item = &'a Self>) -> Self {
        let (mut commits, mut machines) = (BTreeSet::new(), BTreeSet::new());
        let mut recorded = true;
        for origin in origins {
            commits.extend(origin.commit.split(BETWEEN_COMMITS));
            machines.extend(origin.machine.split(BETWEEN_MACHINES));
            recorded &= origin.recorded;
        }
        let join = |words: BTreeSet<&str>, by: &str| words.into_iter().collect::<Vec<_>>().join(by);
        let (commit, machine) = (join(commits, BETWEEN_COMMITS), join(machines, BETWEEN_MACHINES));
        Self { commit, machine, recorded }
    }
}

/// Whether today's program would play the same games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behaviour {
    /// It would.
    Todays,
    /// It would not.
    Another,
    /// Nobody noted what the program did that played them.
    Unknown,
}

impl Behaviour {
    /// That of games with this fingerprint, beside today's.
    pub fn of(fingerprint: Option<&str>, today: &str) -> Self {
        match fingerprint {
            None => Self::Unknown,
            Some(fingerprint) if fingerprint == today => Self::Todays,
            Some(_) => Self::Another,
        }
    }

    /// The name in documents for programs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Todays => "today",
            Self::Another => "another",
            Self::Unknown => "unknown",
        }
    }

    /// In words, for people.
    pub fn words(self) -> &'static str {
        match self {
            Self::Todays => "today's behaviour",
            Self::Another => "another behaviour than today's",
            Self::Unknown => "an unknown behaviour",
        }
    }
}

/// What the games of a cell come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The measure with its interval; none while all games are drawn.
    pub estimate: Option<Estimate>,
    /// Games played.
    pub games: u64,
    /// Those that differ from each other.
    pub distinct: u64,
    /// Those without a winner.
    pub draws: u64,
    /// Those that ended by a fault of an agent.
    pub faults: u64,
    /// Thinking time in all.
    pub time: Duration,
    /// Number and score of each game, where scores are measured.
    pub scores: Vec<(u64, f64)>,
    /// Differences from other cells that were taken game by game.
    pub differences: Vec<Difference>,
    /// Who played them.
    pub origin: Origin,
    /// What the program did that played them, if it was noted.
    pub fingerprint: Option<String>,
    /// Whether today's program would play the same.
    pub behaviour: Behaviour,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_behaviour_is_todays_if_its_fingerprint_is() {
        let of = |fingerprint| Behaviour::of(fingerprint, "a1b2");
        let names = [Some("a1b2"), Some("ffff"), None].map(|f| (of(f).name(), of(f).words()));
        let expected = [
            ("today", "today's behaviour"),
            ("another", "another behaviour than today's"),
            ("unknown", "an unknown behaviour"),
        ];
        assert_eq!(names, expected);
    }
}
