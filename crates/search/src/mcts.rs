//! Monte-Carlo tree search: the four phases, in the order in which they happen.
//!
//! 1. **Selection** ([`Trunk::descend`]): from the root, each player's policy chooses an arm, until
//!    the path leaves the tree.
//! 2. **Expansion** ([`Trunk::grow`]): a position that was visited often enough becomes a node.
//! 3. **Playout** ([`Playout::run`]): the game is played on to its end.
//! 4. **Backup** ([`Trunk::back_up`]): every arm on the path learns what came of it.
//!
//! Coulom (2006) and Kocsis and Szepesvári (2006); the four phases as Chaslot, Winands, Uiterwijk,
//! Van den Herik and Bouzy (2008) name them. Simultaneous moves: one bandit a player, and the joint
//! choice names the child (Perick et al. 2012, Algorithm 1). Hidden information: each iteration
//! starts from a world drawn anew, and where moves depend on it, only those that are possible in
//! this world are considered (Nijssen and Winands 2012, IV-B; Cowling, Powley and Whitehouse 2012).
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

mod joint;
#[cfg(test)]
mod tests;

use crate::backup::{Backup, Mean, settle};
use crate::budget::{Budget, Meter};
use crate::game::{Game, Player, Rewards, Turn, Worlds};
use crate::playout::Playout;
use crate::report::{FinalMove, Report, RootMove};
use crate::rng::{Rng, below};
use crate::selection::{At, Selection};
use crate::stats::{Feedback, Stats};
use crate::tree::{Arm, Link, NONE, Proven, ROOT, Tree};

/// What to do when the memory is used up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WhenFull {
    /// Search on in the tree as it is.
    #[default]
    StopExpanding,
    /// Drop the nodes least visited.
    Recycle,
}

/// How a search goes about its work, whatever its strategies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// How many visits a position has before it becomes a node. With 1, every playout adds one
    /// position to the tree.
    pub expand_after: u32,
    /// Bytes that the tree may take; the root's own arms are always allowed.
    pub memory: usize,
    /// What to do then.
    pub when_full: WhenFull,
    /// Which move is played. Only [`FinalMove::MaxRobust`] changes the search itself.
    pub final_move: FinalMove,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            expand_after: 1,
            memory: 2 << 30,
            when_full: WhenFull::default(),
            final_move: FinalMove::default(),
        }
    }
}

/// Why a search gave no answer.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SearchError {
    /// There is nothing to decide.
    #[error("the game is over: there is nothing to search")]
    GameOver,
    /// A playout ended with a reward that is not a number.
    #[error("player {player} was given a reward of {reward}: rewards must be finite numbers")]
    Reward {
        /// Who was to get it.
        player: Player,
        /// The reward.
        reward: f64,
    },
}

/// A search: strategies, a tree, and the scratch space that iterations share.
#[derive(Clone, Debug)]
pub struct Mcts<G: Game, S: Selection, P, B = Mean> {
    pub(crate) trunk: Trunk<G, S, B>,
    pub(crate) playout: P,
    pub(crate) walker: Walker<G, S>,
    reused: bool,
}

impl<G: Game, S: Selection, P: Playout<G>> Mcts<G, S, P> {
    /// A search with this policy and these playouts, and means backed up.
    pub fn new(selection: S, playout: P) -> Self {
        Self::with_backup(selection, playout, Mean)
    }
}

impl<G: Game, S: Selection, P: Playout<G>, B: Backup<G>> Mcts<G, S, P, B> {
    /// A search with this policy, these playouts and this backup.
    pub fn with_backup(selection: S, playout: P, backup: B) -> Self {
        assert!(!B::SOLVER || G::PLAYERS == 2, "the solver is for two players");
        let config = Config::default();
        let tree = Tree::new(1, false, config.memory);
        let outcomes = (0.0, 1.0);
        let trunk =
            Trunk { selection, backup, config, tree, root: 0, outcomes, solved: Proven::Open };
        Self { trunk, playout, walker: Walker::new(None), reused: false }
    }

    /// The same with another way of working.
    pub fn config(mut self, config: Config) -> Self {
        assert!(config.expand_after >= 1, "a position must be visited before it becomes a node");
        self.trunk.config = config;
        self
    }

    /// The policy, with what it has learned.
    pub fn selection(&self) -> &S {
        &self.trunk.selection
    }

    /// Searches from `worlds` until the budget is spent.
    pub fn run<W: Worlds<G>>(
        &mut self,
        worlds: &W,
        budget: &Budget,
        rng: &mut Rng,
    ) -> Result<Report<G::Move>, SearchError> {
        self.prepare(worlds, rng)?;
        let mut meter = budget.start();
        self.iterate(worlds, &mut meter, rng)?;
        let undecided = |report: &Report<_>| {
            report.players.iter().any(|&(player, _)| !report.has_max_robust(player))
        };
        let mut report = self.report(&meter);
        if let (FinalMove::MaxRobust, Some(n)) = (self.trunk.config.final_move, budget.playouts) {
            let steps = 8;
            for _ in 0..steps {
                if !undecided(&report) {
                    break;
                }
                let mut more = budget.clone().and_playouts((n / (4 * steps)).max(1)).start();
                self.iterate(worlds, &mut more, rng)?;
                meter.absorb(&more);
                report = self.report(&meter);
            }
        }
        Ok(report)
    }

    fn iterate<W: Worlds<G>>(
        &mut self,
        worlds: &W,
        meter: &mut Meter,
        rng: &mut Rng,
    ) -> Result<(), SearchError> {
        let Self { trunk, playout, walker, .. } = self;
        while trunk.solved == Proven::Open && meter.take(trunk.tree.grown) {
            let mut state = worlds.draw(rng);
            let leaf = trunk.descend::<W>(&mut state, walker, rng);
            let rewards = walker.play_out(&mut state, leaf, playout, trunk.outcomes, rng);
            trunk.back_up(&state, rewards, leaf, walker)?;
        }
        Ok(())
    }

    /// Empties the tree, unless it was kept for this search, and grows its root.
    pub(crate) fn prepare<W: Worlds<G>>(
        &mut self,
        worlds: &W,
        rng: &mut Rng,
    ) -> Result<(), SearchError> {
        let root = worlds.draw(rng);
        let turn = root.turn();
        self.trunk.root = match turn {
            Turn::Over => return Err(SearchError::GameOver),
            Turn::One(player) => player,
            Turn::Together => 0,
        };
        self.trunk.outcomes = root.features().rewards;
        if !self.reused || self.trunk.tree.is_empty() {
            let width = if G::SIMULTANEOUS { G::PLAYERS } else { 1 };
            let growing = W::HIDDEN && G::MOVES_HIDDEN;
            self.trunk.tree.reset(width, growing, self.trunk.config.memory);
            self.trunk.selection.reset();
            self.trunk.solved = Proven::Open;
            self.trunk.grow(&root, turn, Link::Root, &mut self.walker);
        }
        self.reused = false;
        self.walker.best_line = None;
        self.walker.deepest = 0;
        self.walker.keys = Some(root);
        Ok(())
    }

    /// Keeps what the tree knows about the position after `moves` for the next search, which must
    /// be from there: one move, or one a player where they moved together. True if it knew any.
    pub fn advance(&mut self, moves: &[G::Move]) -> bool {
        let child = self.trunk.child_after(moves);
        if child != NONE {
            self.trunk.tree.compact(child, |_| true);
            self.trunk.solved = Proven::Open;
        }
        self.reused = child != NONE;
        self.reused
    }

    pub(crate) fn report(&self, meter: &Meter) -> Report<G::Move> {
        let trunk = &self.trunk;
        let players = if G::SIMULTANEOUS { 0..G::PLAYERS } else { trunk.root..trunk.root + 1 };
        let moves_of = |player| {
            let arms = trunk.arms(ROOT, player).iter();
            let moves: Vec<_> = arms.map(root_move::<G::Move, S>).collect();
            (player, moves)
        };
        Report {
            players: players.map(moves_of).filter(|(_, moves)| !moves.is_empty()).collect(),
            playouts: meter.done(),
            nodes: trunk.tree.grown,
            bytes: trunk.tree.bytes(),
            depth: self.walker.deepest,
            elapsed: meter.elapsed(),
            proven: trunk.solved,
            best_line: self.walker.best_line.clone(),
        }
    }
}

fn root_move<M: Copy, S: Selection>(arm: &Arm<M, S::Stats>) -> RootMove<M> {
    RootMove {
        mv: arm.mv,
        visits: arm.stats.visits(),
        mean: arm.stats.mean(),
        top: if arm.stats.visits() > 0 { arm.stats.top() } else { 0.0 },
        weight: S::weight(&arm.stats),
        proven: arm.proven,
    }
}

/// One choice on the way down: which arm of an ordinary node, or which cell of a joint one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) node: u32,
    pub(crate) player: u16,
    pub(crate) pick: u16,
}

/// Where a path left the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaf {
    /// At a position to play out.
    Open,
    /// At the end of the game.
    Over,
    /// At a position whose outcome is known, here for player 0.
    Proven(Proven),
}

/// What one iteration needs to itself; threads have one each.
#[derive(Clone, Debug)]
pub(crate) struct Walker<G: Game, S: Selection> {
    pub(crate) path: Vec<Step>,
    moves: Vec<G::Move>,
    counts: Vec<usize>,
    pub(crate) together: Vec<G::Move>,
    /// Arms that are possible here, and their places in the run.
    subset: Vec<Arm<G::Move, S::Stats>>,
    places: Vec<u16>,
    pub(crate) counterfactual: Vec<f64>,
    /// The moves of the iteration, for history tables and best lines.
    trace: Vec<(Player, G::Move)>,
    pub(crate) best_line: Option<(f64, Vec<G::Move>)>,
    deepest: usize,
    /// A state to ask for the keys of moves: the root's.
    pub(crate) keys: Option<G>,
}

impl<G: Game, S: Selection> Walker<G, S> {
    /// Whether the moves of an iteration are written down.
    const TRACES: bool = S::HISTORY || G::PLAYERS == 1;

    pub(crate) fn new(keys: Option<G>) -> Self {
        Self {
            path: Vec::new(),
            moves: Vec::new(),
            counts: Vec::new(),
            together: Vec::new(),
            subset: Vec::new(),
            places: Vec::new(),
            counterfactual: Vec::new(),
            trace: Vec::new(),
            best_line: None,
            deepest: 0,
            keys,
        }
    }

    /// The third phase.
    #[inline]
    pub(crate) fn play_out<P: Playout<G>>(
        &mut self,
        state: &mut G,
        leaf: Leaf,
        playout: &mut P,
        (low, high): (f64, f64),
        rng: &mut Rng,
    ) -> G::Rewards {
        match leaf {
            Leaf::Open if Self::TRACES => {
                playout.run(state, rng, |player, mv| self.trace.push((player, mv)))
            }
            Leaf::Open => playout.run(state, rng, |_, _| ()),
            Leaf::Over => state.rewards(),
            Leaf::Proven(outcome) => {
                let first = match outcome {
                    Proven::Win => high,
                    Proven::Loss => low,
                    Proven::Draw | Proven::Open => f64::midpoint(low, high),
                };
                let mut rewards = G::Rewards::all(low + high - first);
                rewards[0] = first;
                rewards
            }
        }
    }

    /// Takes over what another walker of the same search remembers.
    pub(crate) fn absorb(&mut self, other: Self) {
        self.deepest = self.deepest.max(other.deepest);
        let best = |line: &Option<(f64, _)>| line.as_ref().map_or(f64::NEG_INFINITY, |(r, _)| *r);
        if best(&other.best_line) > best(&self.best_line) {
            self.best_line = other.best_line;
        }
    }

    #[inline]
    pub(crate) fn note(&mut self, player: Player, mv: G::Move) {
        if Self::TRACES {
            self.trace.push((player, mv));
        }
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
    /// The lowest and the highest reward.
    pub(crate) outcomes: (f64, f64),
    /// What is certain about the root, for the player who decides there (player 0 if all do).
    pub(crate) solved: Proven,
}

impl<G: Game, S: Selection, B: Backup<G>> Trunk<G, S, B> {
    /// The first phase: down the tree, and one step out of it.
    #[inline]
    pub(crate) fn descend<W: Worlds<G>>(
        &mut self,
        state: &mut G,
        walker: &mut Walker<G, S>,
        rng: &mut Rng,
    ) -> Leaf {
        if self.tree.full && self.config.when_full == WhenFull::Recycle {
            self.tree.recycle();
        }
        walker.path.clear();
        walker.trace.clear();
        let mut node = ROOT;
        let mut link = Link::Root;
        let mut seen = u32::MAX;
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
            if G::SIMULTANEOUS {
                let Some(cell) = self.step_together(node, turn, state, walker, rng) else {
                    return Leaf::Proven(self.last_cell(walker).proven);
                };
                let reached = &self.tree.cells[cell];
                (node, link, seen) = (reached.child, Link::Cell(cell as u32), reached.visits);
            } else if let Turn::One(player) = turn {
                let pick = self.pick::<W>(node, player, state, walker, rng);
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
        let Walker { moves, counts, .. } = walker;
        moves.clear();
        counts.clear();
        let players = if G::SIMULTANEOUS { G::PLAYERS } else { 1 };
        for place in 0..players {
            let before = moves.len();
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

    /// The arm that `player` pulls at an ordinary node.
    #[inline]
    fn pick<W: Worlds<G>>(
        &mut self,
        node: u32,
        player: Player,
        state: &G,
        walker: &mut Walker<G, S>,
        rng: &mut Rng,
    ) -> usize {
        let bandit = self.tree.bandit(node, player);
        if W::HIDDEN && G::MOVES_HIDDEN && state.hides_moves(player) {
            self.pick_possible(bandit, player, state, walker, rng)
        } else {
            self.pull(bandit, player, state, walker, rng)
        }
    }

    /// The arm that the policy pulls: one never tried if it wants that, else by its formula.
    #[inline]
    pub(crate) fn pull(
        &mut self,
        bandit: usize,
        player: Player,
        state: &G,
        walker: &mut Walker<G, S>,
        rng: &mut Rng,
    ) -> usize {
        let run = &mut self.tree.bandits[bandit];
        if S::TRY_ALL && run.tried < run.arms {
            // The arms from `tried` on are in no order that matters: draw one to the front.
            let next = run.tried as usize;
            let drawn = next + below(rng, run.arms as usize - next);
            run.tried += 1;
            let first = run.first as usize;
            self.tree.arms.swap(first + next, first + drawn);
            return next;
        }
        let arms = &mut self.tree.arms[run.range()];
        if S::Stats::AVAILABILITY {
            for arm in arms.iter_mut() {
                arm.stats.offered();
            }
        }
        let total = arms.iter().map(|arm| arm.stats.visits()).sum();
        let (at, key) = (At { player, total }, |mv| state.move_key(mv));
        if B::SOLVER && arms.iter().any(|arm| arm.proven == Proven::Loss) {
            walker.keep_subset(arms, |arm| arm.proven != Proven::Loss);
            if !walker.subset.is_empty() {
                let chosen = self.selection.choose(&walker.subset, at, key, rng);
                return walker.places[chosen] as usize;
            }
        }
        self.selection.choose(arms, at, key, rng)
    }

    /// The arm that the policy pulls among those that are possible in this world.
    fn pick_possible(
        &mut self,
        bandit: usize,
        player: Player,
        state: &G,
        walker: &mut Walker<G, S>,
        rng: &mut Rng,
    ) -> usize {
        let Walker { moves, subset, places, .. } = walker;
        moves.clear();
        subset.clear();
        places.clear();
        state.moves(player, moves);
        let mut untried = 0;
        for &mv in moves.iter() {
            let arms = &self.tree.arms[self.tree.bandits[bandit].range()];
            let known = arms.iter().position(|arm| arm.mv == mv);
            let Some(place) = known.or_else(|| self.tree.add_arm(bandit, mv)) else {
                continue;
            };
            let first = self.tree.bandits[bandit].first as usize;
            let arm = &mut self.tree.arms[first + place];
            arm.stats.offered();
            // Untried arms first, so that one of them can be drawn by its place.
            subset.push(*arm);
            places.push(place as u16);
            if arm.stats.visits() == 0 {
                let last = subset.len() - 1;
                subset.swap(untried, last);
                places.swap(untried, last);
                untried += 1;
            }
        }
        let range = self.tree.bandits[bandit].range();
        if subset.is_empty() {
            // No memory for any move of this world: any arm will do, the path ends here.
            return below(rng, range.len());
        }
        let chosen = if S::TRY_ALL && untried > 0 {
            below(rng, untried)
        } else {
            let total = self.tree.arms[range].iter().map(|arm| arm.stats.visits()).sum();
            self.selection.choose(subset, At { player, total }, |mv| state.move_key(mv), rng)
        };
        places[chosen] as usize
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
            Leaf::Over => self.outcome(rewards[0]),
            Leaf::Proven(outcome) => outcome,
        };
        for i in (0..walker.path.len()).rev() {
            let step = walker.path[i];
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
            if B::SOLVER && known != Proven::Open {
                arms[pick].proven = seen_by(player, 0, known);
                known = seen_by(0, player, settle(arms));
            }
        }
        if B::SOLVER {
            self.solved = seen_by(if G::SIMULTANEOUS { 0 } else { self.root }, 0, known);
        }
        self.remember(&rewards, walker);
        Ok(())
    }

    /// Counts a walker under way as a loss, so that others look elsewhere.
    pub(crate) fn lend(&mut self, walker: &Walker<G, S>) {
        let lowest = self.outcomes.0;
        self.for_each_arm(&walker.path, |arm| arm.stats.lend(lowest));
    }

    /// Takes that back.
    pub(crate) fn return_loan(&mut self, walker: &Walker<G, S>) {
        let lowest = self.outcomes.0;
        self.for_each_arm(&walker.path, |arm| arm.stats.give_back(lowest));
    }

    fn for_each_arm(&mut self, path: &[Step], mut f: impl FnMut(&mut Arm<G::Move, S::Stats>)) {
        for &step in path {
            if G::SIMULTANEOUS {
                self.for_each_joint_arm(step, &mut f);
            } else {
                let first = self.tree.bandits[step.node as usize].first as usize;
                f(&mut self.tree.arms[first + step.pick as usize]);
            }
        }
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

    /// The arms of a player at a node.
    pub(crate) fn arms(&self, node: u32, player: Player) -> &[Arm<G::Move, S::Stats>] {
        &self.tree.arms[self.tree.bandits[self.tree.bandit(node, player)].range()]
    }

    /// The node after these moves from the root.
    fn child_after(&self, moves: &[G::Move]) -> u32 {
        if self.tree.is_empty() {
            return NONE;
        }
        if G::SIMULTANEOUS {
            return self.joint_child(moves);
        }
        let arm = self.arms(ROOT, 0).iter().find(|arm| Some(&arm.mv) == moves.first());
        arm.map_or(NONE, |arm| arm.child)
    }
}

impl<G: Game, S: Selection> Walker<G, S> {
    fn keep_subset(
        &mut self,
        arms: &[Arm<G::Move, S::Stats>],
        keep: impl Fn(&Arm<G::Move, S::Stats>) -> bool,
    ) {
        self.subset.clear();
        self.places.clear();
        for (place, arm) in arms.iter().enumerate() {
            if keep(arm) {
                self.subset.push(*arm);
                self.places.push(place as u16);
            }
        }
    }
}

/// An outcome for `from`, as `to` sees it, in a game of two.
#[inline]
pub(crate) fn seen_by(to: Player, from: Player, outcome: Proven) -> Proven {
    if to == from { outcome } else { outcome.flipped() }
}
