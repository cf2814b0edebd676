//! Agents that fail lose the game with the reason, and the match goes on.

use spinney_games::agent::{Agent, AgentError, Analysis, Watch};
use spinney_games::contest::{AgentResult, Contest, MoveOf, NotationError};
use spinney_lab::matches::{Match, MatchResult, play};
use spinney_lab::runner::{Pairing, RunError, RunOptions};
use spinney_lab::series::SeriesError;
use spinney_search::budget::Stop;
use spinney_search::doc_games::Nim;
use spinney_search::game::Player;
use spinney_spec::{Catalogue, Schema, Settings, Spec};
use std::time::Duration;

const fn agent(name: &'static str) -> Schema {
    Schema { name, help: "for the test", source: "", params: &[] }
}

static TAKER: Schema = agent("taker");
static PANICS: Schema = agent("panics");
static CHEATS: Schema = agent("cheats");
static FAILS: Schema = agent("fails");
static SLEEPS: Schema = agent("sleeps");

struct Hand(&'static str);

impl Agent<Nim, u8> for Hand {
    fn analyse(
        &mut self,
        _: &Nim,
        _: Player,
        _: &mut Watch<'_, u8>,
    ) -> Result<Analysis<u8>, AgentError> {
        match self.0 {
            "panics" => panic!("out of ideas"),
            "cheats" => return Ok(Analysis::of(3)),
            "fails" => return Err(AgentError::NoMove),
            "sleeps" => std::thread::sleep(Duration::from_millis(30)),
            _ => {}
        }
        Ok(Analysis::of(1))
    }
}

/// Nim with five matches; its notation can be told to lose a move.
struct Matches(Catalogue, bool);

impl Contest for Matches {
    type Game = Nim;
    type View = Nim;
    fn spec(&self) -> Spec {
        Spec::word("nim")
    }
    fn sides(&self) -> &'static [&'static str] {
        &["first", "second"]
    }
    fn start(&self, _: u64) -> Nim {
        Nim::new(5)
    }
    fn view(&self, game: &Nim, _: Player) -> Nim {
        game.clone()
    }
    fn agents(&self, _: usize) -> &Catalogue {
        &self.0
    }
    fn agent(&self, _: usize, settings: &Settings, _: u64) -> AgentResult<Self> {
        Ok(Box::new(Hand(settings.name())))
    }
    fn write(&self, _: &Nim, moves: &[MoveOf<Self>]) -> String {
        let moves = &moves[usize::from(self.1)..];
        moves.iter().map(ToString::to_string).collect()
    }
    fn read(&self, text: &str) -> Result<(Nim, Vec<u8>), NotationError> {
        Ok((Nim::new(5), text.bytes().map(|digit| digit - b'0').collect()))
    }
}

fn run(first: &str, forgetful: bool) -> Result<MatchResult, RunError<SeriesError>> {
    let agents = [&TAKER, &PANICS, &CHEATS, &FAILS, &SLEEPS];
    let contest = Matches(Catalogue::new("agent", &agents), forgetful);
    let contest: &dyn spinney_games::contest::AnyContest = &contest;
    let settings = |side, name: &str| contest.check(side, &Spec::word(name)).unwrap();
    let pairing =
        Pairing { contest, agents: vec![settings(0, first), settings(1, "taker")], seed: 1 };
    // Only where somebody oversleeps: a busy machine must not make others late.
    let clock = (first == "sleeps").then_some(Duration::from_millis(20));
    let options = RunOptions { threads: 2, clock, stop: Stop::new() };
    play(&Match { pairing, games: 6, sprt: None }, None, &options, |_, _| Ok(()))
}

#[test]
fn whoever_fails_loses_with_the_reason() {
    for (name, reason) in [
        ("panics", "panic: out of ideas"),
        ("cheats", "illegal-move: 3"),
        ("fails", "search-error: the search gave no move"),
        ("sleeps", "timeout"),
    ] {
        let tally = run(name, false).unwrap().tally;
        assert_eq!((tally.games, tally.sides[1].wins), (6, 6), "{name}");
        let faults = &tally.sides[0].faults;
        assert_eq!(faults.iter().collect::<Vec<_>>(), [(&reason.to_string(), &6)]);
    }
    let tally = run("taker", false).unwrap().tally;
    // Five matches taken one by one: the first player takes the last.
    assert_eq!((tally.sides[0].wins, tally.sides[0].faults.len()), (6, 0));
}

#[test]
fn a_record_that_does_not_replay_is_not_counted() {
    let error = run("taker", true).unwrap_err();
    let source = std::error::Error::source(&error).map(ToString::to_string);
    assert!(source.is_some_and(|text| text.contains("does not replay")), "{error:?}");
}
