//! What a search found out.
//!
//! ```
//! use spinney_search::final_move::FinalMove;
//! # use spinney_search::{doc_games::Nim, budget::Budget, mcts::Mcts, playout::Uniform, rng::stream, selection::Ucb1};
//! # let mut search = Mcts::new(Ucb1::new(1.0), Uniform::default());
//! # let mut rng = stream(&[1]);
//! let report = search.run(&Nim::new(5), &Budget::playouts(500), &mut rng)?;
//! // Five matches: taking two leaves three, which is lost for the other.
//! assert_eq!(report.best(0, FinalMove::Robust, &mut rng), Some(2));
//! # Ok::<(), spinney_search::mcts::SearchError>(())
//! ```

use crate::game::Player;
use crate::tree::Proven;
use std::cmp::Reverse;
use std::time::Duration;

/// A move at the root, as the search sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// Iterations that began with it.
    pub visits: u32,
    /// Their mean reward for the player.
    pub mean: f64,
    /// The highest reward; the mean where the policy does not keep it.
    pub top: f64,
    /// Its share in the strategy learned, on any scale.
    pub weight: f64,
    /// What is certain about it.
    pub proven: Proven,
}

/// A move somewhere in the tree, and the most visited ones after it.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch<M> {
    /// The move.
    pub mv: M,
    /// Iterations that passed here.
    pub visits: u32,
    /// Their mean reward for the player who makes the move; for player 0 if chance does.
    pub mean: f64,
    /// What comes next, the most visited first. Where players move together, the other player's
    /// move comes next.
    pub children: Vec<Branch<M>>,
}

/// How many branches a node of an outline has at most, level by level: 85 in all.
pub(crate) const WIDTHS: [usize; 3] = [5, 4, 3];

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Report<M> {
    /// The moves of each player who decides at the root.
    pub players: Vec<(Player, Vec<RootMove<M>>)>,
    /// Iterations.
    pub playouts: u64,
    /// Positions in the tree.
    pub nodes: u64,
    /// Bytes of the tree.
    pub bytes: usize,
    /// The deepest path.
    pub depth: usize,
    /// Time.
    pub elapsed: Duration,
    /// What is certain about the root, for the first player who decides there.
    pub proven: Proven,
    /// The lowest and the highest reward of the game: what a proven loss and a proven win are worth.
    pub outcomes: (f64, f64),
    /// The principal variation: from the root on, the move visited most. Where players move
    /// together it has one move per player who decides.
    pub principal_variation: Vec<M>,
    /// The most visited lines of the tree, a few levels of it, beginning with the moves of each
    /// player who decides at the root. A move that was visited once is not in it.
    pub outlines: Vec<(Player, Vec<Branch<M>>)>,
    /// In a puzzle: the highest reward of any iteration and the moves that brought it.
    pub best_line: Option<(f64, Vec<M>)>,
}

/// Of a search that did nothing.
impl<M> Default for Report<M> {
    fn default() -> Self {
        Self {
            players: Vec::new(),
            playouts: 0,
            nodes: 0,
            bytes: 0,
            depth: 0,
            elapsed: Duration::ZERO,
            proven: Proven::Open,
            outcomes: (0.0, 1.0),
            principal_variation: Vec::new(),
            outlines: Vec::new(),
            best_line: None,
        }
    }
}

impl<M: Copy + Eq> Report<M> {
    /// The moves of a player at the root.
    pub fn moves(&self, player: Player) -> &[RootMove<M>] {
        self.players.iter().find(|(p, _)| *p == player).map_or(&[], |(_, moves)| moves)
    }

    /// The most visited lines of the tree that begin with a move of a player at the root.
    pub fn outline(&self, player: Player) -> &[Branch<M>] {
        self.outlines.iter().find(|(p, _)| *p == player).map_or(&[], |(_, outline)| outline)
    }

    /// The visits of the first move of the principal variation.
    fn principal_visits(&self) -> u32 {
        let first = self.principal_variation.first();
        let moves = self.players.first().map_or(&[][..], |(_, moves)| moves);
        moves.iter().find(|m| Some(&m.mv) == first).map_or(0, |m| m.visits)
    }

    /// Adds what another search of the same position found: visits and rewards are summed. The
    /// principal variation is that of the search which visited its first move more often. A branch
    /// of an outline counts the iterations of those searches that had it in theirs.
    pub fn merge(&mut self, other: &Self) {
        if other.principal_visits() > self.principal_visits() {
            self.principal_variation.clone_from(&other.principal_variation);
        }
        for (player, moves) in &other.players {
            let Some((_, mine)) = self.players.iter_mut().find(|(p, _)| p == player) else {
                self.players.push((*player, moves.clone()));
                continue;
            };
            for m in moves {
                match mine.iter_mut().find(|n| n.mv == m.mv) {
                    Some(n) => add(n, m),
                    None => mine.push(*m),
                }
            }
        }
        for (player, branches) in &other.outlines {
            match self.outlines.iter_mut().find(|(p, _)| p == player) {
                Some((_, mine)) => add_branches(mine, branches, &WIDTHS),
                None => self.outlines.push((*player, branches.clone())),
            }
        }
        self.playouts += other.playouts;
        self.nodes += other.nodes;
        self.bytes += other.bytes;
        self.depth = self.depth.max(other.depth);
        self.elapsed = self.elapsed.max(other.elapsed);
        self.proven = self.proven.max(other.proven);
        let better = match (&self.best_line, &other.best_line) {
            (Some((mine, _)), Some((theirs, _))) => theirs > mine,
            (None, Some(_)) => true,
            _ => false,
        };
        if better {
            self.best_line.clone_from(&other.best_line);
        }
    }
}

/// Adds branches to others of the same node, and keeps the most visited ones.
fn add_branches<M: Copy + Eq>(into: &mut Vec<Branch<M>>, from: &[Branch<M>], widths: &[usize]) {
    let Some((&width, below)) = widths.split_first() else { return };
    for branch in from {
        let Some(mine) = into.iter_mut().find(|mine| mine.mv == branch.mv) else {
            into.push(branch.clone());
            continue;
        };
        let sum = |branch: &Branch<M>| branch.mean * f64::from(branch.visits);
        let visits = mine.visits + branch.visits;
        mine.mean = (sum(mine) + sum(branch)) / f64::from(visits);
        mine.visits = visits;
        add_branches(&mut mine.children, &branch.children, below);
    }
    into.sort_by_key(|branch| Reverse(branch.visits));
    into.truncate(width);
}

fn add<M>(into: &mut RootMove<M>, from: &RootMove<M>) {
    let visits = into.visits + from.visits;
    if visits > 0 {
        into.mean = (into.mean * f64::from(into.visits) + from.mean * f64::from(from.visits))
            / f64::from(visits);
    }
    if from.visits > 0 {
        into.top = if into.visits > 0 { into.top.max(from.top) } else { from.top };
    }
    into.visits = visits;
    into.weight += from.weight;
    into.proven = into.proven.max(from.proven);
}

/// Someone who watches a search: called with what it has found so far, at most once per interval.
///
/// The search looks at the clock about every 50 µs, and so do its observations: an interval of
/// 100 ms or more slows it by less than a thousandth.
///
/// ```
/// use spinney_search::{budget::Budget, doc_games::Nim, mcts::Mcts, playout::Uniform};
/// use spinney_search::{mcts::RunOptions, report::Observer, rng::stream, selection::Ucb1};
/// use std::time::Duration;
///
/// let mut search = Mcts::new(Ucb1::new(1.0), Uniform::default());
/// let mut seen = Vec::new();
/// let mut see = |report: &spinney_search::report::Report<u8>| seen.push(report.playouts);
/// let observer = Observer::new(Duration::from_millis(10), &mut see);
/// let options = RunOptions { observer: Some(observer), ..RunOptions::default() };
/// let budget = Budget::millis(100);
/// let report = search.run_with(&Nim::new(30), &budget, options, &mut stream(&[1]))?;
/// assert!(!seen.is_empty() && seen.is_sorted());
/// assert!(seen.iter().all(|&playouts| playouts <= report.playouts));
/// # Ok::<(), spinney_search::mcts::SearchError>(())
/// ```
pub struct Observer<'a, M> {
    pub(crate) every: Duration,
    see: &'a mut dyn FnMut(&Report<M>),
}

impl<'a, M> Observer<'a, M> {
    /// Calls `see` at most once per `every`, on the thread that runs the search.
    pub fn new(every: Duration, see: &'a mut dyn FnMut(&Report<M>)) -> Self {
        Self { every, see }
    }

    /// Shows what the search has found so far.
    pub(crate) fn see(&mut self, report: &Report<M>) {
        (self.see)(report);
    }
}

impl<M> std::fmt::Debug for Observer<'_, M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Observer").field("every", &self.every).finish_non_exhaustive()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn report(moves: &[(u32, f64, f64, Proven)]) -> Report<usize> {
        let moves = moves.iter().enumerate().map(|(mv, &(visits, mean, top, proven))| RootMove {
            mv,
            visits,
            mean,
            top,
            weight: f64::from(visits),
            proven,
        });
        Report { players: vec![(0, moves.collect())], ..Report::default() }
    }

    #[test]
    fn merging_adds_visits_and_weighs_means() {
        use Proven::Open;
        let mut one = report(&[(30, 0.5, 1.0, Open), (10, 0.2, 0.5, Open)]);
        one.merge(&report(&[(10, 0.9, 0.9, Open)]));
        assert_eq!(one.moves(0)[0].visits, 40);
        assert!((one.moves(0)[0].mean - 0.6).abs() < 1e-12);
        assert_eq!(one.moves(0)[0].top, 1.0);
    }

    #[test]
    fn merging_adds_the_branches_of_outlines() {
        let branch = |mv, visits, mean, children| Branch { mv, visits, mean, children };
        let outlined =
            |outline| Report::<usize> { outlines: vec![(0, outline)], ..Report::default() };
        let mut one = outlined(vec![
            branch(0, 30, 0.5, vec![branch(7, 20, 0.25, vec![])]),
            branch(1, 20, 0.4, vec![]),
        ]);
        one.merge(&outlined(vec![
            branch(1, 20, 0.6, vec![]),
            branch(0, 6, 1.0, vec![branch(8, 5, 0.0, vec![]), branch(7, 20, 0.75, vec![])]),
            branch(2, 5, 0.0, vec![]),
        ]));
        let [first, second, third] = one.outline(0) else { panic!("three moves were seen") };
        assert_eq!((first.mv, first.visits, first.mean), (1, 40, 0.5));
        assert_eq!((second.mv, second.visits), (0, 36));
        assert!((second.mean - 21.0 / 36.0).abs() < 1e-12);
        let replies = [branch(7, 40, 0.5, vec![]), branch(8, 5, 0.0, vec![])];
        assert_eq!(second.children, replies);
        assert_eq!(third.mv, 2);
        one.merge(&outlined((2..9).map(|mv| branch(mv, 2, 0.0, vec![])).collect()));
        assert_eq!(one.outline(0).len(), WIDTHS[0]);
    }
}
