//! Recorded games with different seeds, added up.

use super::{Kept, RecordedCell};

/// Whether the games of two cells, each with its seed, add up: the same games by a program of the same
/// behaviour, with different seeds. Scores are kept by the number of the game, which names a board, so
/// two lists of them do not add up. Nor do games of which some repeat others: those of another
/// seed may repeat them, too.
pub(super) fn add_up(one: (u64, &RecordedCell), other: (u64, &RecordedCell)) -> bool {
    let ((seed, one), (other_seed, other)) = (one, other);
    let same = one.play == other.play && one.behaviour == other.behaviour;
    let kinds = matches!(
        (&one.kept, &other.kept),
        (Kept::Rate { .. }, Kept::Rate { .. }) | (Kept::Mean { .. }, Kept::Mean { .. })
    );
    let all_differ = one.distinct.is_none() && other.distinct.is_none();
    seed != other_seed && one.behaviour.is_some() && same && kinds && all_differ
}

/// The sum of cells that [add up](add_up); none of none.
pub(super) fn sum<'a>(mut cells: impl Iterator<Item = &'a RecordedCell>) -> Option<RecordedCell> {
    let mut sum = cells.next()?.clone();
    for cell in cells {
        sum.kept = match (&sum.kept, &cell.kept) {
            (Kept::Rate { wins, decided }, Kept::Rate { wins: w, decided: d }) => {
                Kept::Rate { wins: wins + w, decided: decided + d }
            }
            (
                &Kept::Mean { games, mean, deviation },
                &Kept::Mean { games: n, mean: m, deviation: d },
            ) => {
                let (a, b) = (games as f64, n as f64);
                let all = a + b;
                let squares = (a - 1.0) * deviation.powi(2)
                    + (b - 1.0) * d.powi(2)
                    + a * b / all * (mean - m).powi(2);
                Kept::Mean {
                    games: games + n,
                    mean: (a * mean + b * m) / all,
                    deviation: (squares / (all - 1.0)).sqrt(),
                }
            }
            _ => unreachable!("only cells of the same kind add up"),
        };
        sum.draws += cell.draws;
        sum.faults += cell.faults;
    }
    Some(sum)
}
