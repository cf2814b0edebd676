//! Monte-Carlo tree search: the four phases, in the order in which they happen.
//!
//! 1. **Selection** (`SearchCore::select`): from the root, each player's policy chooses an arm,
//!    until the path leaves the tree.
//! 2. **Expansion** (`SearchCore::expand`): a position that was visited often enough becomes a node.
//! 3. **Playout** (`SearchCore::play_out`): the game is played on to its end.
//! 4. **Backup** (`SearchCore::back_up`): every arm on the path learns what came of it.
//!
//! They are the same for one thread and for several, which differ in their access to the tree.
//!
//! Coulom (2006) and Kocsis and Szepesvári (2006); the four phases as Chaslot, Winands, Uiterwijk,
//! Van den Herik and Bouzy (2008) name them. Simultaneous moves: one bandit per player, and the joint
//! choice names the child (Perick et al. 2012, Algorithm 1). Hidden information: each iteration
//! starts from a world drawn anew, and where moves depend on it, only those that are possible in
//! this world are considered (Nijssen and Winands 2012, IV-B; Cowling, Powley and Whitehouse 2012).
//! Chance: an outcome is drawn by its probability and has a child of its own, so that decisions
//! after different outcomes are different nodes.
//!
//! ```
//! use spinney_search::{budget::Budget, doc_games::Nim, mcts::Mcts, playout::Uniform};
//! use spinney_search::{final_move::FinalMove, rng::stream, selection::Ucb1};
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
mod choice;
mod context;
mod joint;
mod outline;
mod search;
#[cfg(test)]
mod tests;

use chance::CHANCE;
pub(crate) use context::{Context, Leaf, Step, Update};
pub(crate) use search::snapshot;
pub use search::{Config, Mcts, RunOptions, SearchError, WhenFull};

use crate::backup::{Backup, settle};
use crate::budget::Meter;
use crate::game::{Game, Player, Rewards, Turn, Worlds};
use crate::playout::Playout;
use crate::rng::Rng;
use crate::selection::{At, Selection};
use crate::stats::{Feedback, Stats};
use crate::tree::{Access, Arm, Cell, Link, NONE, Proven, ROOT, Refused, child};

/// What a search is about, for all its threads.
#[derive(Clone, Debug)]
pub(crate) struct Task<B> {
    pub(crate) backup: B,
    pub(crate) config: Config,
    /// Who searches.
    pub(crate) root: Player,
    /// Whether worlds differ.
    pub(crate) hidden: bool,
    /// The lowest and the highest reward.
    pub(crate) outcomes: (f64, f64),
}

/// One thread at work: its access to the tree, and its own strategies and scratch space.
pub(crate) struct SearchCore<'a, G: Game, S: Selection, P, B, A> {
    pub(crate) tree: A,
    pub(crate) task: &'a Task<B>,
    pub(crate) selection: &'a mut S,
    pub(crate) playout: &'a mut P,
    pub(crate) context: &'a mut Context<G, S::Stats>,
}

/// An arm with so many visits is given no virtual loss: one visit more or less does not turn another
/// thread away, and every loss costs both threads a cache line.
const SOME: u32 = 8;
/// An arm with so many visits learns of several at once.
const MANY: u32 = 64;

impl<G, S, P, B, A> SearchCore<'_, G, S, P, B, A>
where
    G: Game,
    S: Selection,
    P: Playout<G>,
    B: Backup<G>,
    A: Access<G, S::Stats>,
{
    /// In a puzzle, what was searched to the end is closed to selection.
    const CLOSES: bool = G::PLAYERS == 1;
    /// Whether a thread may begin iterations elsewhere than at the root.
    const STAYS: bool = A::SHARED && !G::SIMULTANEOUS && !G::CHANCE && !S::OWN_LEARNING;
    /// Whether the moves of an iteration are written down.
    const TRACES: bool = S::HISTORY || G::PLAYERS == 1;

    /// The four phases, over and over until the meter says stop or the root is solved.
    pub(crate) fn iterate<W: Worlds<G>>(
        &mut self,
        worlds: &W,
        meter: &mut Meter,
        rng: &mut Rng,
    ) -> Result<(), SearchError> {
        while self.tree.tree().solved() == Proven::Open && meter.take(self.tree.positions()) {
            if self.tree.tree().is_full() && self.task.config.when_full == WhenFull::Recycle {
                self.tree.recycle();
            }
            let (mut state, node, visits) = self.begin(worlds, rng);
            let mut leaf = self.select::<W>(node, visits, &mut state, rng);
            if let Leaf::Frontier { link, visits } = leaf {
                leaf = match self.expand(&state, link)? {
                    Some(node) => self.select::<W>(node, visits, &mut state, rng),
                    None => Leaf::Open,
                };
            }
            let rewards = self.play_out(&mut state, leaf, rng);
            self.back_up(&state, rewards, leaf)?;
        }
        Ok(())
    }

    /// Where an iteration begins: a position, its node, and how often it was visited. That is the root,
    /// or where the thread stays for a while ([`Base`]).
    #[inline]
    fn begin<W: Worlds<G>>(&mut self, worlds: &W, rng: &mut Rng) -> (G, u32, u32) {
        if A::SHARED
            && let Some((base, visits)) = self.context.stay()
        {
            return (base.state.clone(), base.node, visits);
        }
        self.context.begin();
        (worlds.draw(rng), ROOT, self.tree.tree().root_visits())
    }

    /// The first phase: down the tree from a node that was visited so often, and one step out of it.
    #[inline]
    fn select<W: Worlds<G>>(
        &mut self,
        mut node: u32,
        mut total: u32,
        state: &mut G,
        rng: &mut Rng,
    ) -> Leaf {
        let (mut link, mut seen) = (Link::Root, u32::MAX);
        loop {
            let turn = state.turn();
            if turn == Turn::Over {
                return Leaf::Over;
            }
            if node == NONE {
                let expands = seen >= self.task.config.expand_after;
                return if expands { Leaf::Frontier { link, visits: total } } else { Leaf::Open };
            }
            if G::CHANCE && turn == Turn::Chance {
                match self.step_by_chance::<W>(node, state, rng) {
                    Ok(reached) => (node, link, seen) = reached,
                    Err(leaf) => return leaf,
                }
            } else if G::SIMULTANEOUS {
                let Some(cell) = self.step_together(node, turn, total, state, rng) else {
                    return Leaf::Proven(self.last_cell().flags.proven());
                };
                let reached = self.tree.tree().cell(cell);
                link = Link::Cell(cell as u32);
                (node, seen) = (child(&reached.child), reached.moments.visits.get());
            } else if let Turn::One(player) = turn {
                let bandit = node as usize;
                let picked = self.pick::<W>(bandit, At { player, total }, state, rng);
                let Some((run, pick)) = picked else { return Leaf::Open };
                let arm = &self.tree.tree().arms(run)[pick];
                let new = link == Link::Root && node != ROOT;
                let (visits, update) = self.visit(arm, bandit, pick, new);
                let step = Step { node, pick: pick as u16, player: player as u8, update };
                self.context.path.push(step);
                if B::SOLVER && arm.proven() != Proven::Open {
                    return Leaf::Proven(seen_by(0, player, arm.proven()));
                }
                Self::note(self.context, player, arm.mv);
                state.play(arm.mv);
                link = Link::Arm { bandit: node, place: pick as u16 };
                seen = visits;
                // Whoever came first plays out, even if others have added the node since.
                let first = A::SHARED && seen == 0;
                node = if first { NONE } else { child(&arm.child) };
                if seen == 0 && update != Update::Plain {
                    self.tree.count_position();
                }
            } else {
                unreachable!("players move together only in simultaneous games");
            }
            // What a position was visited before it became a node, no arm of it has seen.
            total = seen.saturating_sub(self.task.config.expand_after);
            if A::SHARED {
                // Its arms may have been visited before its own visits arrive here.
                total = total.max(1);
                if Self::STAYS && !W::HIDDEN && seen >= MANY && node != NONE {
                    self.context.pass(state, node, total);
                }
            }
        }
    }

    /// Writes a move down, for history tables and best lines.
    #[inline]
    fn note(context: &mut Context<G, S::Stats>, player: Player, mv: G::Move) {
        if Self::TRACES {
            context.trace.push((player, mv));
        }
    }

    /// How often an arm was visited, and how it learns of this visit. With several threads it gets a
    /// virtual loss, so that the others look elsewhere; but not in a node that was just added, which
    /// they can hardly have seen and whose memory is still on its way.
    #[inline]
    fn visit(
        &self,
        arm: &Arm<G::Move, S::Stats>,
        bandit: usize,
        pick: usize,
        new: bool,
    ) -> (u32, Update) {
        let visits = arm.stats.visits();
        if !A::SHARED || new {
            return (visits, Update::Plain);
        }
        if visits >= MANY && !S::OWN_LEARNING {
            return (visits, Update::Deferred);
        }
        if visits >= SOME {
            return (visits, Update::Plain);
        }
        let loss = self.task.outcomes.0;
        let visits = self.tree.tree().with_arm::<true, _>(bandit, Self::lock_of(pick), |arms| {
            let visits = arms[pick].stats.visits();
            arms[pick].stats.add_virtual_loss(loss);
            visits
        });
        (visits, Update::VirtualLoss)
    }

    /// Calls `f` with the arms of a bandit, and with the lock of one of them if others search too.
    #[inline]
    fn with_arm<R>(
        &self,
        bandit: usize,
        place: usize,
        f: impl FnOnce(&[Arm<G::Move, S::Stats>]) -> R,
    ) -> R {
        if A::SHARED {
            self.tree.tree().with_arm::<true, R>(bandit, place, f)
        } else {
            self.tree.tree().with_arm::<false, R>(bandit, place, f)
        }
    }

    /// Calls `f` with a cell, locked if others search too.
    #[inline]
    fn with_cell<R>(&self, cell: usize, f: impl FnOnce(&Cell) -> R) -> R {
        if A::SHARED {
            self.tree.tree().with_cell::<true, R>(cell, f)
        } else {
            self.tree.tree().with_cell::<false, R>(cell, f)
        }
    }

    /// The arm whose lock guards another: its own, or the first one's where a policy may change all.
    #[inline]
    fn lock_of(pick: usize) -> usize {
        if S::OWN_LEARNING { 0 } else { pick }
    }

    /// The second phase: makes a position a node. None if there is no room, or another thread is at
    /// it.
    #[inline]
    pub(crate) fn expand(&mut self, state: &G, link: Link) -> Result<Option<u32>, SearchError> {
        let Context { moves, counts, outcomes, .. } = &mut *self.context;
        moves.clear();
        counts.clear();
        let turn = state.turn();
        if G::CHANCE && turn == Turn::Chance {
            outcomes.clear();
            state.outcomes(outcomes);
            moves.extend(outcomes.iter().map(|&(outcome, _)| outcome));
        }
        let places = if G::SIMULTANEOUS { G::PLAYERS } else { 1 };
        for place in 0..places {
            // The outcomes of chance stand in place of the first player's moves.
            let before = if place == 0 { 0 } else { moves.len() };
            let decides = match turn {
                Turn::One(player) if !G::SIMULTANEOUS || player == place => Some(player),
                Turn::Together => Some(place),
                _ => None,
            };
            if let Some(player) = decides {
                state.moves(player, moves);
                if moves.len() == before {
                    return Err(SearchError::NoMoves { player });
                }
            }
            counts.push(moves.len() - before);
        }
        match self.tree.add_node(link, moves, counts) {
            Ok(node) => Ok(Some(node)),
            Err(Refused::NotNow) => Ok(None),
            Err(Refused::TooManyMoves(moves)) => Err(SearchError::TooManyMoves { moves }),
        }
    }

    /// The third phase: from the leaf to the end of the game, unless the outcome is known.
    #[inline]
    fn play_out(&mut self, state: &mut G, leaf: Leaf, rng: &mut Rng) -> G::Rewards {
        match leaf {
            Leaf::Open | Leaf::Frontier { .. } => {
                let context = &mut *self.context;
                self.playout.run(state, rng, |player, mv| Self::note(context, player, mv))
            }
            Leaf::Over => state.rewards(),
            Leaf::Proven(outcome) => {
                let (low, high) = self.task.outcomes;
                let first = match outcome {
                    Proven::Win => high,
                    Proven::Loss => low,
                    Proven::Draw | Proven::Open | Proven::Exhausted => f64::midpoint(low, high),
                };
                let mut rewards = G::Rewards::all(low + high - first);
                rewards[0] = first;
                rewards
            }
        }
    }

    /// The fourth phase: up the path again.
    #[inline]
    fn back_up(&mut self, end: &G, rewards: G::Rewards, leaf: Leaf) -> Result<(), SearchError> {
        for player in 0..G::PLAYERS {
            if !rewards[player].is_finite() {
                return Err(SearchError::bad_reward(end, player, rewards[player]));
            }
        }
        let rewards = self.task.backup.credit(end, rewards, self.task.root);
        self.context.deepest = self.context.deepest.max(self.context.path.len());
        let mut known = match leaf {
            Leaf::Open | Leaf::Frontier { .. } => Proven::Open,
            Leaf::Over => self.outcome(rewards[0]),
            Leaf::Proven(outcome) => outcome,
        };
        if A::SHARED && known != Proven::Open {
            // There may be nothing left to find out there.
            self.context.leave();
        }
        for i in (0..self.context.path.len()).rev() {
            let step = self.context.path[i];
            known = if G::CHANCE && step.player == CHANCE {
                self.learn_by_chance(step, rewards[0], known)
            } else if G::SIMULTANEOUS {
                self.learn_together(step, &rewards, known)
            } else {
                self.learn(step, rewards[step.player as usize], known)
            };
        }
        if B::SOLVER || Self::CLOSES {
            let player = if G::SIMULTANEOUS { 0 } else { self.task.root };
            let outcome = seen_by(player, 0, known);
            if !A::SHARED || outcome != Proven::Open {
                self.tree.tree().solve(outcome);
            }
        }
        self.remember(&rewards);
        Ok(())
    }

    /// Teaches the arm of one step; gives what is now known of the node, for player 0.
    #[inline]
    fn learn(&mut self, step: Step, reward: f64, known: Proven) -> Proven {
        let (player, pick) = (step.player as usize, step.pick as usize);
        if A::SHARED && step.update == Update::Deferred && known == Proven::Open {
            self.tree.defer(step.node as usize, pick, reward);
            return Proven::Open;
        }
        let lost = A::SHARED && step.update == Update::VirtualLoss;
        let virtual_loss = lost.then_some(self.task.outcomes.0);
        let feedback = Feedback { reward, spread: None, virtual_loss };
        let Self { tree, selection, .. } = self;
        let learn = |arms: &[Arm<G::Move, S::Stats>]| {
            let first = arms[pick].stats.visits() == 0;
            selection.learn(arms, pick, feedback, &[]);
            if !(B::SOLVER || Self::CLOSES) || known == Proven::Open {
                return (first, Proven::Open);
            }
            arms[pick].flags.prove(seen_by(player, 0, known));
            (first, seen_by(0, player, settle(arms)))
        };
        let (bandit, lock) = (step.node as usize, Self::lock_of(pick));
        let (first, known) = if A::SHARED {
            tree.tree().with_arm::<true, _>(bandit, lock, learn)
        } else {
            tree.tree().with_arm::<false, _>(bandit, lock, learn)
        };
        if first {
            tree.count_position();
        }
        known
    }

    /// What an ended game proves for player 0. The end of a puzzle's line closes it, but says nothing
    /// about another world.
    #[inline]
    fn outcome(&self, first: f64) -> Proven {
        let (low, high) = self.task.outcomes;
        if Self::CLOSES {
            if self.task.hidden { Proven::Open } else { Proven::Exhausted }
        } else if !self.task.backup.proves() {
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
    fn remember(&mut self, rewards: &G::Rewards) {
        let Self { context, selection, .. } = self;
        if S::HISTORY {
            for &(player, mv) in &context.trace {
                selection.played(player, G::move_key(mv), rewards[player]);
            }
        }
        if G::PLAYERS == 1 {
            context.keep_line(rewards[0]);
        }
    }
}

/// An outcome for `from`, as `to` sees it, in a game of two.
#[inline]
pub(crate) fn seen_by(to: Player, from: Player, outcome: Proven) -> Proven {
    if to == from { outcome } else { outcome.flipped() }
}
