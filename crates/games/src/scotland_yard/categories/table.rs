//! The tables of location categorization: counts, gathered and read back.

use super::{Categorization, MOST};
use crate::scotland_yard::board::Station;
use crate::scotland_yard::rules::{Full, Move};
use crate::scotland_yard::view::PublicView;
use spinney_search::game::Game;
use std::fmt::Write;
use std::sync::LazyLock;

/// Counts of one categorization.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Counts {
    /// How often a category was possible.
    possible: [u32; MOST],
    /// How often the hider was in it.
    actual: [u32; MOST],
    /// For each combination of possible categories, as bits: how often he was in each.
    combinations: [[u32; MOST]; 1 << MOST],
}

/// What is wrong with a text of tables.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("row {row}: {problem}")]
pub struct TablesError {
    /// The row, from 1.
    pub row: usize,
    /// What is wrong, and what would be right.
    pub problem: String,
}

/// The tables of all categorizations.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tables {
    counts: [Counts; 3],
    /// Moves of the hider that were counted.
    pub moves: u64,
}

impl Tables {
    /// The tables learned by self-play, in `data/scotland-yard/categories.txt`.
    pub fn learned() -> &'static Self {
        static LEARNED: LazyLock<Tables> =
            LazyLock::new(|| built_in(include_str!("../../../data/scotland-yard/categories.txt")));
        &LEARNED
    }

    /// Tables I and II of Nijssen and Winands.
    pub fn paper() -> &'static Self {
        static PAPER: LazyLock<Tables> = LazyLock::new(|| {
            built_in(include_str!("../../../data/scotland-yard/categories-nijssen.txt"))
        });
        &PAPER
    }

    /// Counts one moment, just after the hider moved to `hider`.
    pub fn count(&mut self, view: &PublicView, hider: Station) {
        self.moves += 1;
        for (by, counts) in Categorization::ALL.into_iter().zip(&mut self.counts) {
            let mut combination = 0;
            for station in &view.record.possible {
                combination |= 1 << by.category(view, station as Station);
            }
            for c in 0..by.size() {
                counts.possible[c] += combination >> c & 1;
            }
            let here = by.category(view, hider);
            counts.actual[here] += 1;
            counts.combinations[combination as usize][here] += 1;
        }
    }

    /// Counts every move of the hider in a game.
    pub fn count_game(&mut self, start: &Full, moves: &[Move]) {
        let mut game = *start;
        for &mv in moves {
            let hiders = game.open.turn == 0;
            game.play(mv);
            if hiders {
                self.count(&game.public(), game.hider);
            }
        }
    }

    /// Adds the counts of other games.
    pub fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        for (mine, theirs) in self.counts.iter_mut().zip(&other.counts) {
            for c in 0..MOST {
                mine.possible[c] += theirs.possible[c];
                mine.actual[c] += theirs.actual[c];
            }
            for (mine, theirs) in mine.combinations.iter_mut().zip(&theirs.combinations) {
                for c in 0..MOST {
                    mine[c] += theirs[c];
                }
            }
        }
    }

    /// a / n of each category; 0 for one that was never possible.
    pub fn general(&self, by: Categorization) -> [f64; MOST] {
        let counts = &self.counts[by as usize];
        std::array::from_fn(|c| match counts.possible[c] {
            0 => 0.0,
            n => f64::from(counts.actual[c]) / f64::from(n),
        })
    }

    /// The counts for the combination of categories that have stations; none if it was seen less
    /// often than `threshold`.
    pub fn detailed(
        &self,
        by: Categorization,
        sizes: &[u32; MOST],
        threshold: u32,
    ) -> Option<[f64; MOST]> {
        let combination: usize = (0..MOST).filter(|&c| sizes[c] > 0).map(|c| 1 << c).sum();
        let counts = &self.counts[by as usize].combinations[combination];
        (counts.iter().sum::<u32>() >= threshold).then(|| counts.map(f64::from))
    }

    /// The tables as text, which [`Tables::read`] reads.
    pub fn write(&self) -> String {
        let mut text = format!("moves {}\n", self.moves);
        for (by, counts) in Categorization::ALL.into_iter().zip(&self.counts) {
            let list = |numbers: &[u32; MOST]| {
                let words: Vec<String> = numbers[..by.size()].iter().map(u32::to_string).collect();
                words.join(" ")
            };
            let _ = writeln!(text, "{} actual {}", by.name(), list(&counts.actual));
            let _ = writeln!(text, "{} possible {}", by.name(), list(&counts.possible));
            for (bits, numbers) in counts.combinations.iter().enumerate() {
                if numbers.iter().any(|&n| n > 0) {
                    let names: Vec<String> = (0..by.size())
                        .filter(|c| bits >> c & 1 != 0)
                        .map(|c| (c + 1).to_string())
                        .collect();
                    let _ = writeln!(text, "{} {} {}", by.name(), names.join(","), list(numbers));
                }
            }
        }
        text
    }

    /// Reads tables; rows that begin with `#` are remarks.
    pub fn read(text: &str) -> Result<Self, TablesError> {
        let mut tables = Self::default();
        for (i, line) in text.lines().enumerate() {
            let words: Vec<&str> =
                line.split('#').next().unwrap_or_default().split_whitespace().collect();
            if !words.is_empty() {
                tables.read_row(&words).map_err(|problem| TablesError { row: i + 1, problem })?;
            }
        }
        Ok(tables)
    }

    fn read_row(&mut self, words: &[&str]) -> Result<(), String> {
        if let ["moves", moves] = words {
            self.moves = moves.parse().map_err(|_| format!("`{moves}` is not a number"))?;
            return Ok(());
        }
        let [name, what, numbers @ ..] = words else {
            return Err("expected a categorization, what is counted, and counts".to_string());
        };
        let by = Categorization::ALL.into_iter().find(|by| by.name() == *name);
        let by = by.ok_or_else(|| {
            format!("`{name}`: expected min-distance, average-distance or station")
        })?;
        if numbers.len() != by.size() {
            return Err(format!("expected {} counts, not {}", by.size(), numbers.len()));
        }
        let mut counts = [0; MOST];
        for (count, word) in counts.iter_mut().zip(numbers) {
            *count = word.parse().map_err(|_| format!("`{word}` is not a count"))?;
        }
        let table = &mut self.counts[by as usize];
        match *what {
            "actual" => table.actual = counts,
            "possible" => table.possible = counts,
            combination => {
                let mut bits = 0;
                for word in combination.split(',') {
                    let category =
                        word.parse::<usize>().ok().filter(|c| (1..=by.size()).contains(c));
                    let category = category.ok_or_else(|| {
                        format!("`{word}`: actual, possible or categories from 1 to {}", by.size())
                    })?;
                    bits |= 1 << (category - 1);
                }
                table.combinations[bits] = counts;
            }
        }
        Ok(())
    }
}

fn built_in(text: &str) -> Tables {
    Tables::read(text).unwrap_or_else(|error| panic!("built-in tables: {error}"))
}
