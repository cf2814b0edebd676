//! The most visited lines of a tree, for people to look at.

use super::joint::mean_for;
use crate::game::{Game, Player};
use crate::report::{Branch, WIDTHS};
use crate::stats::Stats;
use crate::tree::{Cell, NONE, ROOT, Tree, child};

/// Who looks at a tree.
struct Outline<'a, G: Game, S> {
    tree: &'a Tree<G, S>,
    player: Player,
    outcomes: (f64, f64),
}

/// The most visited lines from the root. Where players move together, those of `player` come first.
pub(super) fn outline<G: Game, S: Stats>(
    tree: &Tree<G, S>,
    player: Player,
    outcomes: (f64, f64),
) -> Vec<Branch<G::Move>> {
    let outline = Outline { tree, player, outcomes };
    if G::SIMULTANEOUS {
        // The cells tell the rewards of two players.
        if G::PLAYERS == 2 { outline.joint(ROOT, &WIDTHS) } else { Vec::new() }
    } else {
        outline.ordinary(ROOT, &WIDTHS)
    }
}

impl<G: Game, S: Stats> Outline<'_, G, S> {
    /// The branches of an ordinary node, or of none.
    fn ordinary(&self, node: u32, widths: &[usize]) -> Vec<Branch<G::Move>> {
        let Some((&width, below)) = widths.split_first().filter(|_| node != NONE) else {
            return Vec::new();
        };
        let arms = self.tree.arms(self.tree.run(node as usize));
        let place = most_visited(arms.iter().map(|arm| arm.stats.visits()), width);
        let branch = |place: usize| Branch {
            mv: arms[place].mv,
            visits: arms[place].stats.visits(),
            mean: arms[place].stats.mean(),
            children: self.ordinary(child(&arms[place].child), below),
        };
        place.into_iter().map(branch).collect()
    }

    /// The branches of a joint node: the moves of one player, and below them those of the other.
    fn joint(&self, node: u32, widths: &[usize]) -> Vec<Branch<G::Move>> {
        let Some((&width, below)) = widths.split_first().filter(|_| node != NONE) else {
            return Vec::new();
        };
        let [own, other] = [self.player, 1 - self.player];
        let arms_of = |player| self.tree.arms(self.tree.run(self.tree.bandit(node, player)));
        let (arms, replies) = (arms_of(own), arms_of(other));
        let cells = self.tree.cells_of(node);
        if arms.is_empty() {
            return self.of_cells(other, replies.iter().map(|arm| arm.mv).zip(cells), widths);
        }
        let branch = |place: usize| {
            // Player 0 has the rows of the table, player 1 the columns.
            let (start, step) = match (own, replies.len()) {
                (0, columns) => (place * columns.max(1), 1),
                (_, _) => (place, arms.len()),
            };
            let children = if replies.is_empty() {
                self.joint(child(&cells[place].child), below)
            } else {
                let cells = cells[start..].iter().step_by(step);
                self.of_cells(other, replies.iter().map(|arm| arm.mv).zip(cells), below)
            };
            let stats = &arms[place].stats;
            Branch { mv: arms[place].mv, visits: stats.visits(), mean: stats.mean(), children }
        };
        let visits = arms.iter().map(|arm| arm.stats.visits());
        most_visited(visits, width).into_iter().map(branch).collect()
    }

    /// Branches for moves of a player that lead to these cells.
    fn of_cells<'c>(
        &self,
        player: Player,
        moves: impl Iterator<Item = (G::Move, &'c Cell)>,
        widths: &[usize],
    ) -> Vec<Branch<G::Move>> {
        let Some((&width, below)) = widths.split_first() else { return Vec::new() };
        let moves: Vec<_> = moves.collect();
        let branch = |place: usize| {
            let (mv, cell) = moves[place];
            Branch {
                mv,
                visits: cell.moments.visits.get(),
                mean: mean_for(player, &cell.moments, self.outcomes),
                children: self.joint(child(&cell.child), below),
            }
        };
        let visits = moves.iter().map(|(_, cell)| cell.moments.visits.get());
        most_visited(visits, width).into_iter().map(branch).collect()
    }
}

/// The places of the most visited, at most so many and each visited more than once.
fn most_visited(visits: impl Iterator<Item = u32>, width: usize) -> Vec<usize> {
    let mut most: Vec<(u32, usize)> = Vec::with_capacity(width + 1);
    for (place, visits) in visits.enumerate() {
        let after = most.partition_point(|&(other, _)| other >= visits);
        if visits > 1 && after < width {
            most.insert(after, (visits, place));
            most.truncate(width);
        }
    }
    most.into_iter().map(|(_, place)| place).collect()
}

#[cfg(test)]
mod tests {
    use crate::budget::Budget;
    use crate::doc_games::{Matrix, Nim};
    use crate::mcts::{Mcts, RunOptions};
    use crate::parallel::Parallel;
    use crate::playout::Uniform;
    use crate::report::{Branch, WIDTHS};
    use crate::rng::stream;
    use crate::selection::Ucb1;

    fn count<M>(branches: &[Branch<M>]) -> usize {
        branches.iter().map(|branch| 1 + count(&branch.children)).sum()
    }

    /// Checks order, bounds and visits of branches that were reached so often.
    fn check<M>(branches: &[Branch<M>], reached: u32, widths: &[usize]) {
        let width = widths.first().copied().unwrap_or(0);
        assert!(branches.len() <= width);
        assert!(branches.is_sorted_by(|a, b| a.visits >= b.visits));
        let below: u32 = branches.iter().map(|branch| branch.visits).sum();
        assert!(below <= reached, "{below} visits below {reached}");
        for branch in branches {
            assert!(branch.visits > 1 && (0.0..=1.0).contains(&branch.mean));
            check(&branch.children, branch.visits, &widths[1..]);
        }
    }

    #[test]
    fn the_outline_begins_with_the_root_moves_and_is_bounded() {
        for (threads, parallel) in [(1, Parallel::Tree), (3, Parallel::Tree), (3, Parallel::Root)] {
            let mut search = Mcts::new(Ucb1::new(0.7), Uniform::default());
            let options = RunOptions { threads, parallel, ..RunOptions::default() };
            let budget = Budget::playouts(5_000);
            let report =
                search.run_with(&Nim::new(20), &budget, options, &mut stream(&[3])).unwrap();
            let outline = report.outline(0);
            check(outline, 5_000, &WIDTHS);
            // Two moves in each position: three full levels.
            assert_eq!(count(outline), 2 + 4 + 8);
            for branch in outline {
                let root = report.moves(0).iter().find(|m| m.mv == branch.mv).unwrap();
                assert_eq!((branch.visits, branch.mean), (root.visits, root.mean));
                // What is good for one player is bad for the other, whose moves come next.
                let replies = branch.children.iter();
                let theirs: f64 = replies.map(|b| b.mean * f64::from(b.visits)).sum();
                assert!((1.0 - theirs / f64::from(branch.visits) - branch.mean).abs() < 0.01);
            }
            assert_eq!(outline[0].mv, report.principal_variation[0]);
        }
    }

    #[test]
    fn few_playouts_give_a_small_outline() {
        let mut search = Mcts::new(Ucb1::new(0.7), Uniform::default());
        let report = search.run(&Nim::new(20), &Budget::playouts(2), &mut stream(&[3])).unwrap();
        assert!(report.outline(0).is_empty(), "no move was visited twice");
        assert!(report.outline(7).is_empty(), "there is no such player");
    }

    /// Player 0 chooses the row of [[1, 0.2], [0.6, 0]] and player 1 the column: each sees its own
    /// moves first and the other's replies below, with their own rewards.
    #[test]
    fn those_who_move_together_see_their_own_moves_first() {
        let rewards = [[1.0, 0.2], [0.6, 0.0]];
        let game = Matrix::new(rewards.map(Vec::from).to_vec());
        let mut search = Mcts::new(Ucb1::new(0.7), Uniform::default());
        let report = search.run(&game, &Budget::playouts(2_000), &mut stream(&[3])).unwrap();
        for player in 0..2 {
            let outline = report.outline(player);
            check(outline, 2_000, &WIDTHS);
            assert_eq!(outline.len(), 2);
            for own in outline {
                assert!(!own.children.is_empty());
                for other in &own.children {
                    let cell = |row: usize, column: usize| rewards[row][column];
                    let (first, mean) = match player {
                        0 => (cell(own.mv.into(), other.mv.into()), 1.0 - other.mean),
                        _ => (cell(other.mv.into(), own.mv.into()), other.mean),
                    };
                    assert!((first - mean).abs() < 1e-9, "{first} {mean}");
                    assert!(other.children.is_empty());
                }
            }
        }
    }
}
