//! Games of one hider, kept in a file if wanted, and the model that is fitted to them.

use super::Learned;
use crate::failure::input;
use anyhow::Context;
use serde_json::{Value, json};
use spinney_games::scotland_yard::filter::Model;
use spinney_games::scotland_yard::filter::learn::{Decisions, Fit, Prediction, prediction};
use spinney_games::scotland_yard::notation;
use spinney_games::scotland_yard::rules::{Full, Move, Options, ROUNDS};
use spinney_search::rng::stream;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// One game of so many is not fitted to, but asked how good the fit is.
const HELD_OUT: u64 = 6;

/// Games by their numbers.
#[derive(Default)]
pub struct Games {
    played: Played,
    kept: Option<Kept>,
}

/// The file that games are kept in.
struct Kept {
    path: PathBuf,
    file: File,
    /// Why a game could not be written.
    failure: Option<std::io::Error>,
}

impl Games {
    /// Goes on with the games of a file, or begins it. `origin` says whose games they are.
    pub fn keep(path: &Path, origin: &str) -> anyhow::Result<Self> {
        let title = format!("# {origin}\n");
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(input(format!("can't read {}: {error}", path.display()))),
        };
        // A killed run may have left half a line.
        if !text.is_empty() && !text.starts_with(&title) && !title.starts_with(&text) {
            let first = text.lines().next().unwrap_or_default().trim_start_matches("# ");
            return Err(input(format!(
                "{} has games of `{first}`, not of `{origin}`: name another file",
                path.display()
            )));
        }
        let played = read(&text).map_err(|(number, error)| {
            input(format!("{}: game {number}: {error}", path.display()))
        })?;
        let write = || -> std::io::Result<File> {
            let mut whole = title;
            for (number, (start, moves)) in &played {
                whole += &entry(*number, start, moves);
            }
            let fresh = path.with_extension("part");
            std::fs::write(&fresh, whole)?;
            std::fs::rename(&fresh, path)?;
            File::options().append(true).open(path)
        };
        let file = write().with_context(|| format!("can't write {}", path.display()))?;
        let kept = Kept { path: path.to_path_buf(), file, failure: None };
        Ok(Self { played, kept: Some(kept) })
    }

    /// Fits a model to the games below `games`, and says how good it is.
    ///
    /// # Errors
    /// When games could not be kept.
    pub fn fit(self, games: u64, epochs: u32, seed: u64) -> anyhow::Result<Fitted> {
        if let Some(Kept { path, failure: Some(error), .. }) = self.kept {
            return Err(error).with_context(|| format!("can't write {}", path.display()));
        }
        let played = self.played.into_iter().filter(|(number, _)| *number < games);
        let (held_out, training): (Vec<_>, Vec<_>) =
            played.partition(|(number, _)| number % HELD_OUT == HELD_OUT - 1);
        let decisions = |games: &[(u64, (Full, Vec<Move>))]| {
            let mut decisions = Decisions::default();
            for (_, (start, moves)) in games {
                decisions.add_game(start, moves);
            }
            decisions
        };
        let (fitted, asked) = (decisions(&training), decisions(&held_out));
        let mut fit = Fit::default();
        let mut rng = stream(&[seed, 0x000F_1778]);
        for _ in 0..epochs {
            fit.epoch(&fitted, &mut rng);
        }
        Ok(Fitted {
            prediction: prediction(&fit.model, held_out.iter().map(|(_, game)| game)),
            log_likelihood: asked.log_likelihood(&fit.model),
            even: asked.log_likelihood(&Model::EVEN),
            decisions: fitted.len(),
            held_out: asked.len(),
            model: fit.model,
        })
    }
}

impl Learned for Games {
    const ROUNDS: u8 = ROUNDS;

    fn count(&mut self, number: u64, start: &Full, moves: &[Move]) {
        if let Some(Kept { file, failure, .. }) = &mut self.kept
            && let Err(error) = file.write_all(entry(number, start, moves).as_bytes())
        {
            *failure = Some(error);
        }
        self.played.insert(number, (*start, moves.to_vec()));
    }
    fn knows(&self, number: u64) -> bool {
        self.played.contains_key(&number)
    }
}

/// A model, and how good it is.
pub struct Fitted {
    model: Model,
    decisions: usize,
    held_out: usize,
    log_likelihood: f64,
    even: f64,
    prediction: Prediction,
}

impl Fitted {
    /// The coefficients, with remarks about the fit.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let _ = writeln!(
            text,
            "# Fitted to {} decisions. Of {} others, ln P is {:.3} on average; {:.3} if all moves were \
             alike.",
            self.decisions, self.held_out, self.log_likelihood, self.even
        );
        let Prediction { filter, uniform, asked } = self.prediction;
        let _ = writeln!(
            text,
            "# The probability of Mr X's station, {asked} times in games not fitted to: {filter:.3} on \
             average; {uniform:.3} if all possible stations were alike."
        );
        text + &self.model.write()
    }

    /// The same for programs.
    pub fn document(&self) -> Value {
        json!({
            "decisions": self.decisions,
            "held_out": {
                "decisions": self.held_out,
                "log_likelihood": self.log_likelihood,
                "log_likelihood_even": self.even,
                "positions": self.prediction.asked,
                "probability": self.prediction.filter,
                "probability_uniform": self.prediction.uniform,
            },
        })
    }
}

fn entry(number: u64, start: &Full, moves: &[Move]) -> String {
    let game = notation::write(&Options::default(), start, moves);
    format!("game {number}\n{}\nend\n", game.trim_end())
}

/// Games by their numbers: the start and the moves.
type Played = BTreeMap<u64, (Full, Vec<Move>)>;

/// The games of a text; the last one may be incomplete, and is left out then.
fn read(text: &str) -> Result<Played, (u64, String)> {
    let mut games = BTreeMap::new();
    let (mut number, mut lines) = (None, String::new());
    // A last line without its end may be half a word.
    let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
    for line in whole.lines() {
        if let Some(name) = line.strip_prefix("game ") {
            number = name.parse().ok();
            lines.clear();
        } else if let ("end", Some(number)) = (line, number.take_if(|_| line == "end")) {
            let game = notation::read(&lines, Some(&Options::default()))
                .and_then(notation::Log::into_full)
                .map_err(|error| (number, error.to_string()))?;
            games.insert(number, game);
        } else {
            lines.push_str(line);
            lines.push('\n');
        }
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;
    use spinney_search::game::{Game, Turn};

    fn game(seed: u64) -> (Full, Vec<Move>) {
        let start = Options::default().start(seed);
        let mut rng = stream(&[seed]);
        let (mut game, mut moves) = (start, Vec::new());
        while let Turn::One(player) = game.turn() {
            moves.push(game.random_move(player, &mut rng, &mut Vec::new()));
            game.play(moves[moves.len() - 1]);
        }
        (start, moves)
    }

    #[test]
    fn a_run_goes_on_with_the_games_that_it_kept() {
        let path = std::env::temp_dir().join(format!("spinney-kept-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let mut games = Games::keep(&path, "one against another").unwrap();
        for number in [0, 2] {
            let (start, moves) = game(number);
            games.count(number, &start, &moves);
        }
        // A kill in the middle of a line.
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, format!("{text}game 3\nstart 1")).unwrap();
        let again = Games::keep(&path, "one against another").unwrap();
        assert_eq!(again.played, games.played);
        assert!(again.knows(2) && !again.knows(1) && !again.knows(3));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        let other = Games::keep(&path, "one against a third").err().unwrap();
        assert!(other.to_string().contains("one against another"), "{other}");
        std::fs::remove_file(&path).unwrap();
    }
}
