//! Hidden information by guessing worlds: one tree over all of them, or a tree for each.
//!
//! **Single tree**: [`Mcts::run`] with [`Worlds`](crate::game::Worlds) that differ from draw to draw. Each iteration
//! plays in a world of its own; where moves depend on what is hidden, the tree holds those of all
//! worlds, and only the ones that are possible in the present world are considered.
//!
//! **Separate trees**: [`separate_trees`] searches each of several worlds as if it were the truth,
//! and combines what the trees say, by majority vote or by average (Nijssen and Winands 2012,
//! IV-B).
//!
//! ```
//! use spinney_search::determinize::{Combine, separate_trees};
//! use spinney_search::{doc_games::Nim, prelude::*};
//!
//! // There are 4, 7 or 10 matches: to take one is right in every case.
//! let worlds = [4, 7, 10].map(|matches| (Nim::new(matches), Budget::playouts(1_000)));
//! let (mut search, mut rng) = (Mcts::uct(1.0), stream(&[1]));
//! let found = separate_trees(&mut search, worlds, 0, Combine::Vote, &mut rng)?;
//! assert_eq!(found.best, Some(1));
//! # Ok::<(), SearchError>(())
//! ```

use crate::backup::Backup;
use crate::budget::Budget;
use crate::final_move::FinalMove;
use crate::game::{Game, Known, Player};
use crate::mcts::{Mcts, SearchError};
use crate::playout::Playout;
use crate::report::Report;
use crate::rng::Rng;
use crate::selection::Selection;
use crate::tree::Proven;
use std::time::Duration;

/// How the answers of separate trees are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combine {
    /// Each tree votes for its best move. Ties go to the move that was played most.
    Vote,
    /// The mean of a move is averaged over the trees that have tried it.
    Average,
    /// The rewards of a move in all trees are divided by its visits in all trees.
    Pooled,
}

/// What separate trees say together.
#[derive(Clone, Debug)]
pub struct Combined<M> {
    /// The visits and the rewards of all trees, added up.
    pub report: Report<M>,
    /// The move to play; none if no tree has one.
    pub best: Option<M>,
}

/// Searches each of these worlds, one after the other, with the budget that belongs to it, and
/// combines what the trees say about the decision of `player`.
///
/// # Errors
/// As for [`Mcts::run`].
pub fn separate_trees<G: Game, S: Selection, P: Playout<G>, B: Backup<G>>(
    search: &mut Mcts<G, S, P, B>,
    worlds: impl IntoIterator<Item = (G, Budget)>,
    player: Player,
    combine: Combine,
    rng: &mut Rng,
) -> Result<Combined<G::Move>, SearchError> {
    let mut all: Report<G::Move> = Report::default();
    let mut elapsed = Duration::ZERO;
    let mut votes: Vec<(G::Move, u32)> = Vec::new();
    let mut scores: Vec<(G::Move, f64, u32)> = Vec::new();
    for (world, budget) in worlds {
        let report = search.run(&Known(&world), &budget, rng)?;
        if let Some(best) = report.best(player, FinalMove::Robust, rng) {
            match votes.iter_mut().find(|(mv, _)| *mv == best) {
                Some((_, count)) => *count += 1,
                None => votes.push((best, 1)),
            }
        }
        for m in report.moves(player).iter().filter(|m| m.visits > 0) {
            match scores.iter_mut().find(|(mv, ..)| *mv == m.mv) {
                Some((_, sum, trees)) => (*sum, *trees) = (*sum + m.mean, *trees + 1),
                None => scores.push((m.mv, m.mean, 1)),
            }
        }
        elapsed += report.elapsed;
        all.merge(&report);
    }
    all.elapsed = elapsed;
    // What is proven in one world is not proven in the next.
    all.proven = Proven::Open;
    for m in all.players.iter_mut().flat_map(|(_, moves)| moves) {
        m.proven = Proven::Open;
    }
    let best = match combine {
        Combine::Vote => {
            let played = |mv| all.moves(player).iter().find(|m| m.mv == mv).map_or(0, |m| m.visits);
            let most = votes.iter().max_by_key(|(mv, count)| (*count, played(*mv)));
            most.map(|(mv, _)| *mv)
        }
        Combine::Average => {
            let mean = |&(_, sum, trees): &(G::Move, f64, u32)| sum / f64::from(trees);
            let highest = scores.iter().max_by(|a, b| mean(a).total_cmp(&mean(b)));
            highest.map(|(mv, ..)| *mv)
        }
        Combine::Pooled => {
            let visited = all.moves(player).iter().filter(|m| m.visits > 0);
            visited.max_by(|a, b| a.mean.total_cmp(&b.mean)).map(|m| m.mv)
        }
    };
    Ok(Combined { report: all, best })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Hidden, Turn, Uniformly, Worlds as _};
    use crate::mcts::RunOptions;
    use crate::playout::Uniform;
    use crate::rng::{below, stream};
    use crate::selection::{ProgressiveHistory, Ucb1};

    /// A coin lies under one of three cups, equally likely. The seeker lifts a cup and wins if the
    /// coin is there; or he asks first, is told the lowest cup that is empty, and then wins 0.75 if
    /// he finds the coin. Lifting at once is worth 1/3. Asking: cup 0 is named unless the coin is
    /// there, so told "1" he knows that it is under 0, told "0" that it is under 1 or 2; he finds
    /// it in 1 + 2/2 of 3 cases, which is worth 0.75 × 2/3 = 0.5.
    #[derive(Clone, Debug)]
    struct Cups {
        coin: u8,
        told: Option<u8>,
        lifted: Option<u8>,
    }

    const ASK: u8 = 3;

    impl Game for Cups {
        type Move = u8;
        type Rewards = [f64; 2];
        const MOVES_HIDDEN: bool = true;
        const HIDDEN_INFORMATION: bool = true;
        const MOVE_KEYS: usize = 16;

        fn turn(&self) -> Turn {
            match (self.lifted, self.told) {
                (Some(_), _) => Turn::Over,
                // The one who knows says which cup is empty: a move that depends on the coin.
                (None, Some(ASK)) => Turn::One(1),
                _ => Turn::One(0),
            }
        }
        fn hides_moves(&self, player: Player) -> bool {
            player == 1
        }
        fn moves(&self, player: Player, out: &mut Vec<u8>) {
            match (player, self.told) {
                (1, _) => out.push(10 + u8::from(self.coin == 0)),
                (_, None) => out.extend([0, 1, 2, ASK]),
                _ => out.extend([0, 1, 2]),
            }
        }
        fn play(&mut self, mv: u8) {
            match mv {
                ASK => self.told = Some(ASK),
                10.. => self.told = Some(mv),
                cup => self.lifted = Some(cup),
            }
        }
        fn rewards(&self) -> [f64; 2] {
            let found = self.lifted == Some(self.coin);
            let reward = if !found {
                0.0
            } else if self.told.is_some() {
                0.75
            } else {
                1.0
            };
            [reward, 1.0 - reward]
        }
        fn move_key(mv: u8) -> usize {
            mv as usize
        }
    }

    impl Hidden for Cups {
        type View = ();
        fn view(&self, _: Player) {}
        fn sample((): &(), rng: &mut Rng) -> Self {
            Self { coin: below(rng, 3) as u8, told: None, lifted: None }
        }
    }

    fn value(report: &Report<u8>, mv: u8) -> f64 {
        report.moves(0).iter().find(|m| m.mv == mv).expect("a root move").mean
    }

    #[test]
    fn a_single_tree_finds_the_values_worked_out_by_hand() {
        let mut rng = stream(&[11]);
        let mut search: Mcts<Cups, _, _> = Mcts::new(Ucb1::new(1.5), Uniform::default());
        let report = search.run(&Uniformly(&()), &Budget::playouts(60_000), &mut rng).unwrap();
        for m in report.moves(0).iter().filter(|m| m.mv != ASK) {
            // Four standard deviations of a mean of so many draws.
            let doubt = 4.0 * (2.0 / 9.0 / f64::from(m.visits)).sqrt();
            assert!((m.mean - 1.0 / 3.0).abs() < doubt && doubt < 0.1, "{report:?}");
        }
        assert!((value(&report, ASK) - 0.5).abs() < 0.05, "{}", value(&report, ASK));
        assert_eq!(report.best(0, FinalMove::Robust, &mut rng), Some(ASK));
    }

    #[test]
    fn availability_counts_and_history_agree() {
        let mut rng = stream(&[12]);
        let budget = Budget::playouts(60_000);
        let ucb = Ucb1::new(0.5).with_availability();
        let history = ProgressiveHistory::new(0.5, 5.0, 2, Cups::MOVE_KEYS).with_availability();
        let mut one: Mcts<Cups, _, _> = Mcts::new(ucb, Uniform::default());
        let mut two: Mcts<Cups, _, _> = Mcts::new(history, Uniform::default());
        let one = one.run(&Uniformly(&()), &budget, &mut rng).unwrap();
        let two = two.run(&Uniformly(&()), &budget, &mut rng).unwrap();
        for report in [one, two] {
            assert!((value(&report, ASK) - 0.5).abs() < 0.03, "{}", value(&report, ASK));
            assert_eq!(report.best(0, FinalMove::Robust, &mut rng), Some(ASK));
        }
    }

    #[test]
    fn several_threads_find_the_same_in_one_tree() {
        let mut search: Mcts<Cups, _, _> = Mcts::new(Ucb1::new(1.5), Uniform::default());
        let options = RunOptions { threads: 4, ..RunOptions::default() };
        // A thread that loses its processor while it adds a node keeps the others from it meanwhile:
        // so many playouts that a pause of a tenth of a second does not matter.
        let budget = Budget::playouts(10_000_000);
        let rng = &mut stream(&[11]);
        let report = search.run_with(&Uniformly(&()), &budget, options, rng).unwrap();
        assert_eq!(report.moves(0).iter().map(|m| m.visits).sum::<u32>(), 10_000_000);
        assert!((value(&report, ASK) - 0.5).abs() < 0.05, "{}", value(&report, ASK));
        assert_eq!(report.best(0, FinalMove::Robust, rng), Some(ASK));
    }

    #[test]
    fn separate_trees_fuse_strategies() {
        // Each tree sees the coin, lifts that cup and wins: asking never pays. The known flaw of
        // the method, and what tells it from the single tree.
        let mut rng = stream(&[13]);
        let mut search: Mcts<Cups, _, _> = Mcts::new(Ucb1::new(0.5), Uniform::default());
        for combine in [Combine::Vote, Combine::Average] {
            let draw = |_| (Uniformly(&()).draw(&mut rng), Budget::playouts(1000));
            let worlds: Vec<(Cups, Budget)> = (0..30).map(draw).collect();
            let Combined { report, best } =
                separate_trees(&mut search, worlds, 0, combine, &mut rng).unwrap();
            assert!(best.is_some_and(|mv| mv != ASK), "{combine:?}");
            assert_eq!(report.playouts, 30_000);
            let visits: u32 = report.moves(0).iter().map(|m| m.visits).sum();
            assert_eq!(visits, 30_000);
        }
    }
}
