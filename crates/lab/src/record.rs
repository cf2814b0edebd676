//! Recorded games as a text file: who played, what came out, the moves.
//!
//! ```text
//! spinney-game 1
//! game: connect-four
//! seed: 1
//! number: 0
//! a: random
//! b: random
//! rewards: 1 0
//! moves:
//!   the record of the game, each line indented by two spaces
//! ```
//!
//! A file holds one game after the other. A game that ended by a fault has a line `fault:` with the
//! side and the reason, and the moves up to there.

use crate::runner::{Finished, Pairing};
use spinney_games::contest::AnyContest;
use std::fmt;

/// The first line of every game.
const HEAD: &str = "spinney-game 1";

/// One recorded game.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The game with its options.
    pub game: String,
    /// The seed of the run.
    pub seed: u64,
    /// The number of the game in it.
    pub number: u64,
    /// Sides with their agents.
    pub agents: Vec<(String, String)>,
    /// The reward of each side.
    pub rewards: Vec<f64>,
    /// The side that failed and why.
    pub fault: Option<String>,
    /// The game in its own notation.
    pub moves: String,
    /// The line of the file on which `moves` begins, from 1.
    pub line: usize,
}

/// What is wrong with a file of records.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub problem: String,
}

/// A finished game as text.
pub fn write(pairing: &Pairing<'_>, finished: &Finished) -> String {
    let contest = pairing.contest;
    let agents = contest.sides().iter().zip(&pairing.agents);
    let fault = finished.played.fault.as_ref();
    let record = Record {
        game: contest.spec().to_string(),
        seed: pairing.seed,
        number: finished.number,
        agents: agents.map(|(side, agent)| ((*side).to_string(), agent.to_string())).collect(),
        rewards: finished.played.rewards.clone(),
        fault: fault.map(|(side, reason)| format!("{} {reason}", contest.sides()[*side])),
        moves: finished.played.record.clone(),
        line: 0,
    };
    record.to_string()
}

/// As in the file.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}\ngame: {}\nseed: {}\nnumber: {}", self.game, self.seed, self.number)?;
        for (side, agent) in &self.agents {
            writeln!(f, "{side}: {agent}")?;
        }
        let rewards: Vec<String> = self.rewards.iter().map(f64::to_string).collect();
        writeln!(f, "rewards: {}", rewards.join(" "))?;
        if let Some(fault) = &self.fault {
            // A reason may come from a panic and have several lines.
            writeln!(f, "fault: {}", fault.replace(['\n', '\r'], " "))?;
        }
        f.write_str("moves:\n")?;
        self.moves.lines().try_for_each(|line| writeln!(f, "  {line}"))
    }
}

/// Reads all games of a file.
pub fn read(text: &str) -> Result<Vec<Record>, RecordError> {
    let mut records = Vec::new();
    let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line)).peekable();
    while let Some((line, head)) = lines.find(|(_, line)| !line.trim().is_empty()) {
        if head.trim_end() != HEAD {
            let problem = format!("expected `{HEAD}`, which begins a recorded game");
            return Err(RecordError { line, problem });
        }
        let mut fields: Vec<(usize, &str, &str)> = Vec::new();
        let mut moves = None;
        for (line, text) in lines.by_ref() {
            if text.trim_end() == "moves:" {
                moves = Some(line + 1);
                break;
            }
            let Some((key, value)) = text.split_once(':') else {
                let problem = "expected `KEY: VALUE` or `moves:`".to_string();
                return Err(RecordError { line, problem });
            };
            fields.push((line, key.trim(), value.trim()));
        }
        let missing = |what: &str| {
            let problem = format!("this game has no line `{what}:`");
            RecordError { line, problem }
        };
        let first = moves.ok_or_else(|| missing("moves"))?;
        let mut body = String::new();
        while let Some((_, text)) = lines.next_if(|(_, text)| text.starts_with("  ")) {
            body.push_str(&text[2..]);
            body.push('\n');
        }
        let field = |name: &str| {
            let found = fields.iter().find(|(_, key, _)| *key == name);
            found.map(|&(line, _, value)| (line, value)).ok_or_else(|| missing(name))
        };
        let known = ["game", "seed", "number", "rewards", "fault"];
        let sides = fields.iter().filter(|(_, key, _)| !known.contains(key));
        let (reward_line, rewards) = field("rewards")?;
        let rewards = rewards.split_whitespace().map(|value| number(reward_line, value));
        records.push(Record {
            game: field("game")?.1.to_string(),
            seed: field("seed").and_then(|(line, value)| number(line, value))?,
            number: field("number").and_then(|(line, value)| number(line, value))?,
            agents: sides.map(|(_, key, value)| ((*key).into(), (*value).into())).collect(),
            rewards: rewards.collect::<Result<_, _>>()?,
            fault: field("fault").ok().map(|(_, value)| value.to_string()),
            moves: body,
            line: first,
        });
    }
    Ok(records)
}

fn number<T: std::str::FromStr>(line: usize, text: &str) -> Result<T, RecordError> {
    let problem = || format!("expected a number, not `{text}`");
    text.parse().map_err(|_| RecordError { line, problem: problem() })
}

impl Record {
    /// Replays the moves and compares what comes out with the rewards written beside them.
    pub fn verify(&self, contest: &dyn AnyContest) -> Result<(), RecordError> {
        let replayed = contest.replay(&self.moves).map_err(|error| RecordError {
            line: self.line + error.line.max(1) - 1,
            problem: error.problem,
        })?;
        // A game lost by a fault was not played to its end.
        if self.fault.is_some() {
            return Ok(());
        }
        let swapped = contest.symmetric() && self.number % 2 == 1;
        let expected: Vec<f64> =
            if swapped { replayed.iter().rev().copied().collect() } else { replayed };
        if expected == self.rewards {
            return Ok(());
        }
        let problem = format!("the moves give the rewards {expected:?}, not {:?}", self.rewards);
        Err(RecordError { line: self.line, problem })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::{Match, play};
    use crate::runner::RunOptions;

    fn file(games: u64) -> (Box<dyn AnyContest>, String) {
        let contest = spinney_games::open(&"connect-four".parse().unwrap()).unwrap();
        let agent = |side| contest.check(side, &"random".parse().unwrap()).unwrap();
        let pairing = Pairing { contest: &*contest, agents: vec![agent(0), agent(1)], seed: 9 };
        let asked = Match { pairing: pairing.clone(), games, sprt: None };
        let mut text = String::new();
        play(&asked, None, &RunOptions::default(), |game, _| {
            text += &write(&pairing, game);
            Ok(())
        })
        .unwrap();
        (contest, text)
    }

    #[test]
    fn what_is_written_is_read_and_replays() {
        let (contest, text) = file(6);
        let records = read(&text).unwrap();
        assert_eq!(records.len(), 6);
        for (number, record) in records.iter().enumerate() {
            assert_eq!((record.number, record.seed), (number as u64, 9));
            assert_eq!(record.agents[1], ("b".to_string(), "random".to_string()));
            record.verify(&*contest).unwrap();
        }
    }

    #[test]
    fn a_forged_result_is_found() {
        let (contest, text) = file(2);
        let mut record = read(&text).unwrap().remove(0);
        record.rewards.reverse();
        let error = record.verify(&*contest).unwrap_err();
        assert!(error.problem.starts_with("the moves give the rewards"), "{error}");
    }

    #[test]
    fn errors_name_the_line() {
        let error = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(
            error("\nhello\n"),
            "line 2: expected `spinney-game 1`, which begins a recorded game"
        );
        assert_eq!(
            error("spinney-game 1\ngame: tron\nnonsense\n"),
            "line 3: expected `KEY: VALUE` or `moves:`"
        );
        assert_eq!(error("spinney-game 1\ngame: x\n"), "line 1: this game has no line `moves:`");
        assert_eq!(
            error("spinney-game 1\ngame: x\nseed: one\nnumber: 0\nrewards: 1\nmoves:\n"),
            "line 3: expected a number, not `one`"
        );
        assert_eq!(read("").unwrap(), []);
    }
}
