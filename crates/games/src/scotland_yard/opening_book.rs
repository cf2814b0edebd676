//! The detectives' first two rounds from a table learned by self-play (Borák 2021, 5.1.2: "estimate
//! what is the usual move of detectives and play it").
//!
//! The table counts, for each round and station, how often a detective of strong seekers left it by
//! each move.

use super::board::{STATIONS, Station, Ticket};
use super::rules::{Full, Move};
use super::view::PublicView;
use spinney_search::game::Game;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::LazyLock;

/// The rounds that are learned.
pub const ROUNDS_LEARNED: u8 = 2;

/// How often each move was made, by round and station.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opening {
    counts: BTreeMap<(u8, Station), BTreeMap<Move, u32>>,
}

/// What is wrong with a text of an opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("row {row}: expected a round, a station, then moves and counts as T104 12")]
pub struct OpeningError {
    /// The row, from 1.
    pub row: usize,
}

impl Opening {
    /// The opening in `data/scotland-yard/opening.txt`.
    pub fn learned() -> &'static Self {
        static LEARNED: LazyLock<Opening> = LazyLock::new(|| {
            let text = include_str!("../../data/scotland-yard/opening.txt");
            Opening::read(text).unwrap_or_else(|error| panic!("the built-in opening: {error}"))
        });
        &LEARNED
    }

    /// Counts the detectives' moves in the first rounds of a game.
    pub fn count_game(&mut self, start: &Full, moves: &[Move]) {
        let mut game = *start;
        for &mv in moves {
            let (round, seeker) = (game.open.round, game.open.turn as usize);
            if round > ROUNDS_LEARNED {
                break;
            }
            if seeker > 0 && mv != Move::PASS {
                let from = (round, game.open.seekers[seeker - 1]);
                *self.counts.entry(from).or_default().entry(mv).or_default() += 1;
            }
            game.play(mv);
        }
    }

    /// Adds the counts of other games.
    pub fn add(&mut self, other: &Self) {
        for (from, moves) in &other.counts {
            for (mv, n) in moves {
                *self.counts.entry(*from).or_default().entry(*mv).or_default() += n;
            }
        }
    }

    /// The usual move of the detective whose turn it is; none if nothing legal is known.
    pub fn choose(&self, view: &PublicView) -> Option<Move> {
        let seeker = view.open.turn as usize;
        let from = (view.open.round, *view.open.seekers.get(seeker.checked_sub(1)?)?);
        let mut legal = Vec::new();
        view.open.seeker_moves_into(seeker, &mut legal);
        let known = self.counts.get(&from)?.iter();
        let best = known.filter(|(mv, _)| legal.contains(mv)).max_by_key(|(_, n)| **n);
        best.map(|(mv, _)| *mv)
    }

    /// As text, which [`Opening::read`] reads.
    pub fn write(&self) -> String {
        let mut text = String::new();
        for ((round, station), moves) in &self.counts {
            let _ = write!(text, "{round} {station}");
            for (mv, n) in moves {
                let _ = write!(text, " {mv} {n}");
            }
            text.push('\n');
        }
        text
    }

    /// Reads an opening; rows that begin with `#` are remarks.
    pub fn read(text: &str) -> Result<Self, OpeningError> {
        let mut opening = Self::default();
        for (i, line) in text.lines().enumerate() {
            let words: Vec<&str> =
                line.split('#').next().unwrap_or_default().split_whitespace().collect();
            if !words.is_empty() {
                opening.read_row(&words).ok_or(OpeningError { row: i + 1 })?;
            }
        }
        Ok(opening)
    }

    fn read_row(&mut self, words: &[&str]) -> Option<()> {
        let station = |word: &str| {
            word.parse::<usize>().ok().filter(|n| (1..=STATIONS).contains(n)).map(|n| n as Station)
        };
        let (&[round, from], moves) = words.split_first_chunk::<2>()?;
        let key = (round.parse().ok()?, station(from)?);
        for pair in moves.chunks(2) {
            let [mv, count] = pair else { return None };
            let ticket = Ticket::from_letter(mv.chars().next()?)?;
            let to = station(mv.get(1..)?)?;
            let row = self.counts.entry(key).or_default();
            row.insert(Move::new(to, ticket), count.parse().ok()?);
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scotland_yard::rules::Options;

    #[test]
    fn the_usual_move_is_played_if_it_is_legal() {
        let mut game = Options::default().with_starts(103, [13, 26, 29, 34, 50]);
        let start = game;
        let moves = [Move::new(102, Ticket::Taxi), Move::new(46, Ticket::Underground)];
        let mut opening = Opening::default();
        opening.count_game(&start, &moves);
        opening.count_game(&start, &moves);
        opening.count_game(&start, &[moves[0], Move::new(14, Ticket::Taxi)]);
        assert_eq!(opening.write(), "1 13 T14 1 U46 2\n");
        assert_eq!(Opening::read(&opening.write()), Ok(opening.clone()));
        game.play(moves[0]);
        assert_eq!(opening.choose(&game.public()), Some(moves[1]));
        game.open.seekers[1] = 46;
        assert_eq!(opening.choose(&game.public()), Some(Move::new(14, Ticket::Taxi)));
        game.open.turn = 2;
        assert_eq!(opening.choose(&game.public()), None);
        assert_eq!(Opening::read("1 13 T14 1\n1 13 T14").unwrap_err().row, 2);
        assert_eq!(Opening::read("1 0 T14 1").unwrap_err().row, 1);
    }
}
