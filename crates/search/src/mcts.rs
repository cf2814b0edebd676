//! Monte-Carlo tree search: the four phases, in the order in which they happen.
//!
//! 1. **Selection** (`Trunk::descend`): from the root, each player's policy chooses an arm, until
//!    the path leaves the tree.
//! 2. **Expansion** (`Trunk::grow`): a position that was visited often enough becomes a node.
//! 3. **Playout** ([`Playout::run`]): the game is played on to its end.
//! 4. **Backup** (`Trunk::back_up`): every arm on the path learns what came of it.
//!
//! Coulom (2006) and Kocsis and Szepesvári (2006); the four phases as Chaslot, Winands, Uiterwijk,
//! Van den Herik and Bouzy (2008) name them. Simultaneous moves: one bandit a player, and the joint
//! choice names the child (Perick et al. 2012, Algorithm 1). Hidden information: each iteration
//! starts from a world drawn anew, and where moves depend on it, only those that are possible in
//! this world are considered (Nijssen and Winands 2012, IV-B; Cowling, Powley and Whitehouse 2012).
//! Chance: an outcome is drawn by its probability and has a child of its own, so that decisions
//! after different outcomes are different nodes.
//!
//! ```
//! use spinney_search::{budget::Budget, doc_games::Nim, mcts::Mcts, playout::Uniform};
//! use spinney_search::{report::FinalMove, rng::stream, selection::Ucb1};
//!
//! let mut search = Mcts::new(Ucb1::new(1.0), Uniform::default());
//! let mut rng = stream(&[2026]);
//! let report = search.run(&Nim::new(7), &Budget::playouts(1_000), &mut rng)?;
//! assert_eq!(report.best(0, FinalMove::Robust, &mut rng), Some(1));
//! assert_eq!(report.playouts, 1_000);
//! # Ok::<(), spinney_search::mcts::SearchError>(())
//! ```

mod best_move;
mod chance;
mod joint;
mod pull;
mod search;
#[cfg(test)]
mod tests;
mod walker;

use chance::CHANCE;
pub use search::{Config, Mcts, RunOptions, SearchError, WhenFull};
pub(crate) use walker::{Leaf, Step, Walker};

use crate::backup::{Backup, settle};
use crate::budget::Meter;
use crate::game::{Game, Player, Turn, Worlds};
use crate::playout::Playout;
use crate::rng::Rng;
use crate::selection::{At, Selection};
use crate::stats::{Feedback, Stats};
use crate::tree::{Arm, Link, NONE, Proven, ROOT, Tree};

impl<G: Game, S: Selection, P: Playout<G>, B: Backup<G>> Mcts<G, S, P, B> {
    /// The four phases, over and over until the meter says stop or the root is solved.
    fn iterate<W: Worlds<G>>(
        &mut self,
        worlds: &W,
        meter: &mut Meter,
        rng: &mut Rng,
    ) -> Result<(), SearchError> {
        let Self { trunk, playout, walker, .. } = self;
        while trunk.solved == Proven::Open && meter.take(trunk.tree.grown) {
            if trunk.tree.full && trunk.config.when_full == WhenFull::Recycle {
                trunk.tree.recycle();
            }
            let mut state = worlds.draw(rng);
            let leaf = trunk.descend::<W>(&mut state, walker, rng);
            let rewards = walker.play_out(&mut state, leaf, playout, trunk.outcomes, rng);
            trunk.back_up(&state, rewards, leaf, walker)?;
        }
        Ok(())
    }
}

/// What all iterations of a search share.
#[derive(Clone, Debug)]
pub(crate) struct Trunk<G: Game, S: Selection, B> {
    pub(crate) selection: S,
    backup: B,
    pub(crate) config: Config,
    pub(crate) tree: Tree<G::Move, S::Stats>,
    /// Who searches.
    root: Player,
    /// Whether worlds differ.
    hidden: bool,
    /// The lowest and the highest reward.
    pub(crate) outcomes: (f64, f64),
    /// What is certain about the root, for the player who decides there (player 0 if all do).
    pub(crate) solved: Proven,
}

impl<G: Game, S: Selection, B: Backup<G>> Trunk<G, S, B> {
    /// In a puzzle, what was searched to the end is closed to selection.
    const CLOSES: bool = G::PLAYERS == 1;

    /// The first phase: down the tree, and one step out of it.
    #[inline]
    pub(crate) fn descend<W: Worlds<G>>(
        &mut self,
        state: &mut G,
        walker: &mut Walker<G, S>,
        rng: &mut Rng,
    ) -> Leaf {
        walker.path.clear();
        walker.trace.clear();
        let mut node = ROOT;
        let mut link = Link::Root;
        let mut seen = u32::MAX;
        let mut total = self.tree.root_visits();
        loop {
            let turn = state.turn();
            if turn == Turn::Over {
                return Leaf::Over;
            }
            if node == NONE {
                if seen < self.config.expand_after {
                    return Leaf::Open;
                }
                node = self.grow(state, turn, link, walker);
                if node == NONE {
                    return Leaf::Open;
                }
            }
            if G::CHANCE && turn == Turn::Chance {
                match self.step_by_chance::<W>(node, state, walker, rng) {
                    Ok(reached) => (node, link, seen) = reached,
                    Err(leaf) => return leaf,
                }
            } else if G::SIMULTANEOUS {
                let Some(cell) = self.step_together(node, turn, total, state, walker, rng) else {
                    return Leaf::Proven(self.last_cell(walker).proven);
                };
                let reached = &self.tree.cells[cell];
                (node, link, seen) = (reached.child, Link::Cell(cell as u32), reached.visits);
            } else if let Turn::One(player) = turn {
                let pick = self.pick::<W>(node, At { player, total }, state, walker, rng);
                walker.path.push(Step { node, player: player as u16, pick: pick as u16 });
                let place = self.tree.bandits[node as usize].first as usize + pick;
                let arm = &self.tree.arms[place];
                if B::SOLVER && arm.proven != Proven::Open {
                    return Leaf::Proven(seen_by(0, player, arm.proven));
                }
                walker.note(player, arm.mv);
                state.play(arm.mv);
                (node, link, seen) = (arm.child, Link::Arm(place as u32), arm.stats.visits());
            } else {
                unreachable!("players move together only in simultaneous games");
            }
            // What a position was visited before it became a node, no arm of it has seen.
            total = seen.saturating_sub(self.config.expand_after);
        }
    }

    /// The second phase: makes a position a node.
    pub(crate) fn grow(
        &mut self,
        state: &G,
        turn: Turn,
        link: Link,
        walker: &mut Walker<G, S>,
    ) -> u32 {
        let Walker { moves, counts, outcomes, .. } = walker;
        moves.clear();
        counts.clear();
        if G::CHANCE && turn == Turn::Chance {
            outcomes.clear();
            state.outcomes(outcomes);
            moves.extend(outcomes.iter().map(|&(outcome, _)| outcome));
        }
        let players = if G::SIMULTANEOUS { G::PLAYERS } else { 1 };
        for place in 0..players {
            // The outcomes of chance stand in the place of the first player's moves.
            let before = if place == 0 { 0 } else { moves.len() };
            match turn {
                Turn::One(player) if !G::SIMULTANEOUS || player == place => {
                    state.moves(player, moves);
                }
                Turn::Together => state.moves(place, moves),
                _ => {}
            }
            counts.push(moves.len() - before);
        }
        assert!(!moves.is_empty(), "a player who decides has a move");
        self.tree.add_node(link, moves, counts).unwrap_or(NONE)
    }

    /// The fourth phase: up the path again.
    #[inline]
    pub(crate) fn back_up(
        &mut self,
        end: &G,
        rewards: G::Rewards,
        leaf: Leaf,
        walker: &mut Walker<G, S>,
    ) -> Result<(), SearchError> {
        for player in 0..G::PLAYERS {
            if !rewards[player].is_finite() {
                return Err(SearchError::Reward { player, reward: rewards[player] });
            }
        }
        let rewards = self.backup.credit(end, rewards, self.root);
        walker.deepest = walker.deepest.max(walker.path.len());
        let mut known = match leaf {
            Leaf::Open => Proven::Open,
            Leaf::Over if Self::CLOSES => self.ended(),
            Leaf::Over => self.outcome(rewards[0]),
            Leaf::Proven(outcome) => outcome,
        };
        for i in (0..walker.path.len()).rev() {
            let step = walker.path[i];
            if G::CHANCE && step.player == CHANCE {
                known = self.learn_by_chance(step, rewards[0], known);
                continue;
            }
            if G::SIMULTANEOUS {
                known = self.learn_together(step, &rewards, known, walker);
                continue;
            }
            let player = step.player as usize;
            let range = self.tree.bandits[step.node as usize].range();
            let arms = &mut self.tree.arms[range];
            let pick = step.pick as usize;
            self.tree.grown += u64::from(arms[pick].stats.visits() == 0);
            self.selection.learn(arms, pick, Feedback::of(rewards[player]), &[]);
            if (B::SOLVER || Self::CLOSES) && known != Proven::Open {
                arms[pick].proven = seen_by(player, 0, known);
                known = seen_by(0, player, settle(arms));
            }
        }
        if B::SOLVER || Self::CLOSES {
            self.solved = seen_by(if G::SIMULTANEOUS { 0 } else { self.root }, 0, known);
        }
        self.remember(&rewards, walker);
        Ok(())
    }

    /// What the end of a puzzle's line says about its last position. Where worlds differ, it says
    /// nothing about the next one.
    fn ended(&self) -> Proven {
        if self.hidden { Proven::Open } else { Proven::Exhausted }
    }

    /// Whether a puzzle has nothing left to search, after its tree was kept for another root.
    fn exhausted_root(&self) -> Proven {
        if Self::CLOSES { settle(self.arms(ROOT, 0)) } else { Proven::Open }
    }

    /// What an ended game proves for player 0.
    #[inline]
    fn outcome(&self, first: f64) -> Proven {
        let (low, high) = self.outcomes;
        if !B::SOLVER {
            Proven::Open
        } else if first >= high {
            Proven::Win
        } else if first <= low {
            Proven::Loss
        } else if first == f64::midpoint(low, high) {
            Proven::Draw
        } else {
            Proven::Open
        }
    }

    /// History tables and the best line of a puzzle.
    #[inline]
    fn remember(&mut self, rewards: &G::Rewards, walker: &mut Walker<G, S>) {
        if S::HISTORY
            && let Some(keys) = &walker.keys
        {
            for &(player, mv) in &walker.trace {
                self.selection.played(player, keys.move_key(mv), rewards[player]);
            }
        }
        if G::PLAYERS == 1 {
            let best = walker.best_line.get_or_insert((f64::NEG_INFINITY, Vec::new()));
            if rewards[0] > best.0 {
                best.0 = rewards[0];
                best.1.clear();
                best.1.extend(walker.trace.iter().map(|&(_, mv)| mv));
            }
        }
    }

    /// From the root on, the move visited most; of equals, the one with the higher mean.
    fn principal_variation(&self) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut node = ROOT;
        let players = if G::SIMULTANEOUS { G::PLAYERS } else { 1 };
        while node != NONE {
            let (mut cell, mut child) = (0, NONE);
            for player in 0..players {
                let arms = self.arms(node, player);
                let key = |arm: &Arm<_, S::Stats>| (arm.stats.visits(), arm.stats.mean());
                let mut most = 0;
                for place in 1..arms.len() {
                    if key(&arms[place]) > key(&arms[most]) {
                        most = place;
                    }
                }
                match arms.get(most) {
                    Some(arm) if arm.stats.visits() > 0 => line.push(arm.mv),
                    Some(_) => return line,
                    None => continue,
                }
                cell = cell * arms.len() + most;
                child = arms[most].child;
            }
            node = if G::SIMULTANEOUS {
                self.tree.cells[self.tree.table(node) + cell].child
            } else {
                child
            };
        }
        line
    }

    /// The arms of a player at a node.
    pub(crate) fn arms(&self, node: u32, player: Player) -> &[Arm<G::Move, S::Stats>] {
        &self.tree.arms[self.tree.bandits[self.tree.bandit(node, player)].range()]
    }
}

/// An outcome for `from`, as `to` sees it, in a game of two.
#[inline]
pub(crate) fn seen_by(to: Player, from: Player, outcome: Proven) -> Proven {
    if to == from { outcome } else { outcome.flipped() }
}
