//! The folder of best lines: a file a position, replaced only by a higher score.

use crate::failure::input;
use anyhow::Context;
use spinney_games::samegame::Position;
use spinney_games::samegame::agents::best::known_line::{self, KnownLine};
use spinney_games::samegame::reference::Place;
use std::path::{Path, PathBuf};

fn path(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("{number:02}.txt"))
}

/// The line that is kept for a position, checked by replaying it; none if there is none.
pub fn read(
    folder: &Path,
    number: usize,
    position: &Position,
) -> anyhow::Result<Option<KnownLine>> {
    let path = path(folder, number);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(input(format!("can't read {}: {error}", path.display()))),
    };
    let record = known_line::read(&text, position)
        .map_err(|error| input(format!("{}: {error}", path.display())))?;
    Ok(Some(record))
}

/// Keeps a line. The file is written beside the old one and then takes its place, so that an
/// interruption leaves one of the two.
pub fn write(
    folder: &Path,
    number: usize,
    position: &Position,
    moves: &[Place],
    score: i64,
    command: &str,
) -> anyhow::Result<()> {
    let path = path(folder, number);
    // Somebody else may have kept a higher one in the meantime.
    if read(folder, number, position)?.is_some_and(|kept| kept.score >= score) {
        return Ok(());
    }
    std::fs::create_dir_all(folder)
        .with_context(|| format!("can't make the folder {}", folder.display()))?;
    let record = KnownLine { score, moves: moves.to_vec(), command: command.to_string() };
    let fresh = path.with_extension("new");
    std::fs::write(&fresh, record.to_string())
        .and_then(|()| std::fs::rename(&fresh, &path))
        .with_context(|| format!("can't write {}", path.display()))
}
