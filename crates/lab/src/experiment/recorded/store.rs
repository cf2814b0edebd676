//! From the games of a store to recorded results.

use super::{Batch, Kept, PlayId, Recorded, RecordedCell};
use crate::experiment::{Cell, Experiment, Games, Measured, Play, Results, SEED};
use crate::store::{Store, StoreError};

/// The results of an experiment's games in a store, a batch for each origin. A figure that draws a
/// table has none of its own, and scores of another seed than the experiments' own are left out.
pub fn batches(
    experiment: &Experiment,
    store: &Store,
    games: &mut Games,
) -> Result<Vec<Batch>, StoreError> {
    let mut batches: Vec<Batch> = Vec::new();
    if experiment.of.is_some() {
        return Ok(batches);
    }
    let results = Results::gather(experiment, Some(store), &Recorded::default(), games)?;
    for (grid, cell) in experiment.cells() {
        let result = results.cell(cell);
        let twin = result.twin.as_ref().zip(cell.twin.as_ref());
        let paper = result.paper.as_ref().map(|paper| (paper, &cell.play));
        for (measured, play) in [paper, twin].into_iter().flatten() {
            let Some(kept) = kept(measured) else { continue };
            // Scores are compared game by game, so all of them have the boards of one seed.
            if games.seed() != SEED && matches!(kept, Kept::Scores(_)) {
                continue;
            }
            let (play, key) = (PlayId::new(&grid.measure, play), name(cell, play));
            let (draws, faults) = (measured.draws, measured.faults);
            let at = batches.iter().position(|batch| batch.origin == measured.origin);
            let at = at.unwrap_or_else(|| {
                batches.push(Batch {
                    table: experiment.name().to_string(),
                    origin: measured.origin.clone(),
                    seed: games.seed(),
                    seconds: Some(0.0),
                    source: None,
                    cells: Vec::new(),
                    differences: Vec::new(),
                });
                batches.len() - 1
            });
            let batch = &mut batches[at];
            batch.seconds = batch.seconds.map(|sum| sum + measured.time.as_secs_f64());
            let distinct = Some(measured.distinct).filter(|&distinct| distinct < measured.games);
            let behaviour = measured.fingerprint.clone();
            batch.cells.push(RecordedCell { key, play, kept, draws, faults, distinct, behaviour });
        }
    }
    Ok(batches)
}

/// The name of a cell's games: where a cell has a twin, those by the paper's clock say so.
fn name(cell: &Cell, play: &Play) -> String {
    let by_clock = cell.twin.is_some() && *play == cell.play;
    if by_clock { format!("{} by the clock", cell.key) } else { cell.key.clone() }
}

/// What a name in a recorded file means in an experiment.
pub fn meaning(experiment: &Experiment, key: &str) -> Option<PlayId> {
    experiment.cells().find_map(|(grid, cell)| {
        let plays = [Some(&cell.play), cell.twin.as_ref()].into_iter().flatten();
        let mut named = plays.filter(|play| name(cell, play) == key);
        named.next().map(|play| PlayId::new(&grid.measure, play))
    })
}

fn kept(measured: &Measured) -> Option<Kept> {
    let estimate = measured.estimate?;
    Some(match (estimate.wins(), measured.scores.last()) {
        (Some(wins), _) => Kept::Rate { wins, decided: estimate.games },
        (None, Some((last, _))) => {
            let mut scores = vec![None; *last as usize + 1];
            for (number, score) in &measured.scores {
                scores[*number as usize] = Some(*score);
            }
            Kept::Scores(scores)
        }
        (None, None) => Kept::Mean {
            games: estimate.games,
            mean: estimate.value,
            deviation: estimate.deviation,
        },
    })
}
