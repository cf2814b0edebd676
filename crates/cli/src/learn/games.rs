//! Games of one pair of agents, kept in a file if wanted.

use super::Learned;
use crate::failure::input;
use anyhow::Context;
use spinney_games::scotland_yard::notation;
use spinney_games::scotland_yard::rules::{Full, Move, Options, ROUNDS};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// One game of so many is not fitted to, but asked how good the fit is.
const HELD_OUT: u64 = 6;

/// Where a game began, and its moves.
pub type Played = (Full, Vec<Move>);

/// Games by their numbers.
#[derive(Default)]
pub struct Games {
    played: BTreeMap<u64, Played>,
    kept: Option<Kept>,
}

/// Games to fit to, and games to ask how good the fit is.
#[derive(Default)]
pub struct Split {
    /// The former.
    pub training: Vec<Played>,
    /// The latter.
    pub held_out: Vec<Played>,
}

impl Split {
    fn add(&mut self, played: impl IntoIterator<Item = (u64, Played)>) {
        for (number, game) in played {
            let held_out = number % HELD_OUT == HELD_OUT - 1;
            if held_out { &mut self.held_out } else { &mut self.training }.push(game);
        }
    }

    /// Adds those of another split.
    pub fn append(&mut self, other: Self) {
        self.training.extend(other.training);
        self.held_out.extend(other.held_out);
    }

    /// Adds the games that a file keeps, and gives whose they are.
    ///
    /// # Errors
    /// When the file can't be read, or has no games.
    pub fn add_kept(&mut self, path: &Path) -> anyhow::Result<String> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| input(format!("can't read {}: {error}", path.display())))?;
        let played = read_file(path, &text)?;
        let title = text.lines().next().and_then(|line| line.strip_prefix("# "));
        let Some(origin) = title.filter(|_| !played.is_empty()) else {
            return Err(input(format!("{} has no games that --keep kept", path.display())));
        };
        let origin = format!("{} games, {origin}", played.len());
        self.add(played);
        Ok(origin)
    }
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
        let played = read_file(path, &text)?;
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

    /// The games below `games`, in two parts.
    ///
    /// # Errors
    /// When games could not be kept.
    pub fn split(self, games: u64) -> anyhow::Result<Split> {
        if let Some(Kept { path, failure: Some(error), .. }) = self.kept {
            return Err(error).with_context(|| format!("can't write {}", path.display()));
        }
        let mut split = Split::default();
        split.add(self.played.into_iter().filter(|(number, _)| *number < games));
        Ok(split)
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

fn entry(number: u64, start: &Full, moves: &[Move]) -> String {
    let game = notation::write(&Options::default(), start, moves);
    format!("game {number}\n{}\nend\n", game.trim_end())
}

fn read_file(path: &Path, text: &str) -> anyhow::Result<BTreeMap<u64, Played>> {
    let explain = |(number, error)| input(format!("{}: game {number}: {error}", path.display()));
    read(text).map_err(explain)
}

/// The games of a text; the last one may be incomplete, and is left out then.
fn read(text: &str) -> Result<BTreeMap<u64, Played>, (u64, String)> {
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
    use spinney_search::rng::stream;

    fn game(seed: u64) -> Played {
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
