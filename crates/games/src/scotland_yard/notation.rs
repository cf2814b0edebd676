//! Games as text, one line a round.
//!
//! ```text
//! scotland-yard                      the game and its options
//! start 103 13 26 29 34 50           Mr X's station, or ?, and the detectives'
//! 1 T104 T14 T15 T41 T47 T37         Mr X's move, then the detectives'
//! 2 2xB127                           a double move: the detectives wait
//! 3 X126 T25 T28 T54 U46 -           black to 126; the fifth detective can't move
//! ```
//!
//! Tickets are T(axi), B(us), U(nderground), X (black). A detective knows less: `?` for the start,
//! and `T`, or `T?`, for a move of Mr X that shows only its ticket; where he surfaces, his station is
//! there. Then `!` marks the move that catches him: `T104!`. A log may end at any point of a game;
//! `#` begins a remark.
//!
//! ```
//! use spinney_games::scotland_yard::notation::read;
//! let log = read("start ? 13 26 29 34 50\n1 T T14 T15\n", None)?;
//! assert_eq!(log.public.open.turn, 3);
//! let wrong = read("start ? 13 26 29 34 50\n1 T103\n", None).err().unwrap();
//! assert_eq!(wrong.problem, "Mr X does not surface in round 1: only his ticket is public");
//! # Ok::<(), spinney_games::contest::NotationError>(())
//! ```

use super::board::{STATIONS, Station, Ticket};
use super::rules::{Full, GAME, HIDER, Move, Options, Outcome, SEEKERS, surfaces};
use super::view::PublicView;
use crate::contest::NotationError;
use spinney_search::game::{Game, Turn};
use spinney_spec::{Catalogue, Spec};
use std::fmt::Write;

/// A game that was read: what is public of it, and, if Mr X's stations are known, all of it.
#[derive(Clone, Debug)]
pub struct Log {
    /// The rules.
    pub options: Options,
    /// What the detectives know at its end.
    pub public: PublicView,
    /// With Mr X's stations: where it started, the moves, where it stands.
    pub full: Option<(Full, Vec<Move>, Full)>,
    /// The last line.
    lines: usize,
}

impl Log {
    /// The start and the moves of a log that tells where Mr X was.
    pub fn into_full(self) -> Result<(Full, Vec<Move>), NotationError> {
        let line = self.lines;
        let (start, moves, _) = self.full.ok_or_else(|| NotationError {
            line,
            problem: "Mr X's start and his stations are needed to replay this game".to_string(),
        })?;
        Ok((start, moves))
    }
}

/// A game as text.
pub fn write(options: &Options, start: &Full, moves: &[Move]) -> String {
    let mut text = format!("{}\nstart {}", options.spec(), start.hider);
    for seeker in &start.open.seekers[..usize::from(options.detectives)] {
        let _ = write!(text, " {seeker}");
    }
    let mut game = *start;
    for &mv in moves {
        if game.open.turn == 0 {
            let _ = write!(text, "\n{}", game.open.round + 1);
        }
        let _ = write!(text, " {mv}");
        game.play(mv);
        if matches!(game.open.outcome, Outcome::Caught(_)) {
            text.push('!');
        }
    }
    text.push('\n');
    text
}

/// Reads a game. With `expected` rules, a log of another variant is refused.
pub fn read(text: &str, expected: Option<&Options>) -> Result<Log, NotationError> {
    let mut reader = Reader { options: expected.copied(), log: None };
    let mut last = 1;
    for (i, line) in text.lines().enumerate() {
        let words: Vec<&str> =
            line.split('#').next().unwrap_or_default().split_whitespace().collect();
        if !words.is_empty() {
            last = i + 1;
            reader.line(&words).map_err(|problem| NotationError { line: i + 1, problem })?;
        }
    }
    match reader.log {
        Some(log) => Ok(Log { lines: last, ..log }),
        None => Err(NotationError { line: last, problem: no_start() }),
    }
}

fn no_start() -> String {
    "expected `start`, Mr X's station or ?, and the detectives' stations".to_string()
}

struct Reader {
    options: Option<Options>,
    log: Option<Log>,
}

impl Reader {
    fn line(&mut self, words: &[&str]) -> Result<(), String> {
        match (&mut self.log, words[0]) {
            (None, "start") => self.start(&words[1..]),
            (None, name) if name.starts_with(GAME.name) => self.rules(&words.join(" ")),
            (None, _) => Err(no_start()),
            (Some(log), _) => log.round(words),
        }
    }

    fn rules(&mut self, text: &str) -> Result<(), String> {
        let spec: Spec = text.parse().map_err(|e| format!("{e}"))?;
        let settings = Catalogue::new("game", &[&GAME]).resolve(&spec);
        let options = Options::from_settings(&settings.map_err(|e| e.to_string())?);
        match self.options {
            Some(expected) if expected != options => {
                Err(format!("this is a game of {}, not of {}", options.spec(), expected.spec()))
            }
            _ => {
                self.options = Some(options);
                Ok(())
            }
        }
    }

    fn start(&mut self, words: &[&str]) -> Result<(), String> {
        let options = self.options.unwrap_or_default();
        let detectives = usize::from(options.detectives);
        if words.len() != detectives + 1 {
            return Err(format!(
                "expected Mr X's station, or ?, and those of {detectives} detectives, not {} \
                 words",
                words.len()
            ));
        }
        let mut seekers = [0; SEEKERS];
        for (i, word) in words[1..].iter().enumerate() {
            let card = station(word)?;
            if !options.seeker_deck().contains(&card) {
                let deck = list(options.seeker_deck().iter());
                return Err(format!(
                    "{card} is not a start card of the detectives; these are: {deck}"
                ));
            }
            if seekers.contains(&card) {
                return Err(format!("two detectives start at {card}"));
            }
            seekers[i] = card;
        }
        let public = PublicView { open: options.open(seekers), record: options.record(seekers) };
        let full = match words[0] {
            "?" => None,
            word => {
                let card = station(word)?;
                if !public.record.possible.contains(card as usize) {
                    let deck = list(public.record.possible.iter());
                    return Err(format!("Mr X can't start at {card}; he can at: {deck}"));
                }
                let start = options.with_starts(card, seekers);
                Some((start, Vec::new(), start))
            }
        };
        self.log = Some(Log { options, public, full, lines: 0 });
        Ok(())
    }
}

impl Log {
    fn round(&mut self, words: &[&str]) -> Result<(), String> {
        if self.public.open.turn != 0 || self.public.open.outcome != Outcome::Running {
            return Err(format!("a round can't begin here: it is {}", self.public.turn_name()));
        }
        let round = self.public.open.round + 1;
        if words[0].parse() != Ok(round) {
            return Err(format!("`{}`: expected round {round}", words[0]));
        }
        let Some(first) = words.get(1) else {
            return Err(format!("round {round}: expected Mr X's move"));
        };
        self.hider(first)?;
        for word in &words[2..] {
            self.seeker(word)?;
        }
        Ok(())
    }

    fn hider(&mut self, word: &str) -> Result<(), String> {
        let (double, rest) = match word.strip_prefix("2x").or_else(|| word.strip_prefix("2X")) {
            Some(rest) => (true, rest),
            None => (false, word),
        };
        let (ticket, rest) = ticket(rest, word)?;
        let round = self.public.open.round + 1;
        let given = match rest {
            "" | "?" => None,
            digits => Some(station(digits)?),
        };
        let Some((_, moves, now)) = &mut self.full else {
            return self.public.hider_moves(ticket, double, given).map_err(|e| e.to_string());
        };
        let Some(to) = given else {
            return Err(format!(
                "round {round}: `{word}` does not say where Mr X went, but the start does"
            ));
        };
        let mv = Move { to, ticket, double };
        let mut legal = Vec::new();
        now.moves(HIDER, &mut legal);
        if !legal.contains(&mv) {
            let legal: Vec<String> = legal.iter().map(Move::to_string).collect();
            let from = now.hider;
            return Err(format!("Mr X can't play {mv} from {from}; legal: {}", legal.join(" ")));
        }
        moves.push(mv);
        now.play(mv);
        let shown = surfaces(round).then_some(to);
        self.public.hider_moves(ticket, double, shown).map_err(|e| e.to_string())
    }

    fn seeker(&mut self, word: &str) -> Result<(), String> {
        let (word, marked) = match word.strip_suffix('!') {
            Some(word) => (word, true),
            None => (word, false),
        };
        let mv = if word == "-" {
            Move::PASS
        } else {
            let (ticket, rest) = ticket(word, word)?;
            Move::new(station(rest)?, ticket)
        };
        let caught = match &self.full {
            None => marked,
            Some((_, _, now)) if marked && mv.to != now.hider => {
                return Err(format!("`{word}!`: Mr X is at {}, not there", now.hider));
            }
            Some((_, _, now)) => mv.to == now.hider,
        };
        self.public.seeker_moves(mv, caught).map_err(|e| e.to_string())?;
        if let Some((_, moves, now)) = &mut self.full {
            moves.push(mv);
            now.play(mv);
            if now.turn() == Turn::Over {
                // That Mr X can't move is seen by all, not only by those who know where he is.
                self.public.open.outcome = now.open.outcome;
            }
        }
        Ok(())
    }
}

fn ticket<'a>(text: &'a str, word: &str) -> Result<(Ticket, &'a str), String> {
    let mut chars = text.chars();
    let ticket = chars.next().and_then(Ticket::from_letter);
    ticket.map(|ticket| (ticket, chars.as_str())).ok_or_else(|| {
        format!("`{word}`: a ticket (T taxi, B bus, U underground, X black) and a station, as T104")
    })
}

fn station(word: &str) -> Result<Station, String> {
    let number = word.parse::<usize>().ok().filter(|n| (1..=STATIONS).contains(n));
    number
        .map(|n| n as Station)
        .ok_or_else(|| format!("`{word}`: a station is a number from 1 to {STATIONS}"))
}

fn list<T: ToString>(stations: impl Iterator<Item = T>) -> String {
    let words: Vec<String> = stations.map(|s| s.to_string()).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests;
