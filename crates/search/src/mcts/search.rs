//! A search as its user sees it: strategies and settings, a run, a report.

use super::{Trunk, Walker};
use crate::backup::{Backup, Mean};
use crate::budget::{Budget, Meter};
use crate::game::{Game, Player, Turn, Worlds};
use crate::playout::Playout;
use crate::report::{FinalMove, Observer, Report, RootMove};
use crate::rng::{Rng, stream};
use crate::selection::Selection;
use crate::stats::Stats;
use crate::tree::{Arm, Link, NONE, Proven, ROOT, Tree};

/// What to do when the memory is used up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WhenFull {
    /// Search on in the tree as it is.
    #[default]
    StopExpanding,
    /// Drop the nodes least visited, until half of the memory is free. While that is done, the
    /// part that stays is in memory twice. Threads that share a tree don't: they stop expanding.
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
    /// Nobody decides.
    #[error("chance decides here: play an outcome before searching")]
    Chance,
    /// A playout ended with a reward that is not a number.
    #[error("player {player} was given a reward of {reward}: rewards must be finite numbers")]
    Reward {
        /// Who was to get it.
        player: Player,
        /// The reward.
        reward: f64,
    },
}

/// What a run of a search has beside its budget.
#[derive(Debug)]
pub struct RunOptions<'a, M> {
    /// Who is shown what the search has found so far.
    pub observer: Option<Observer<'a, M>>,
}

/// Nobody watches.
impl<M> Default for RunOptions<'_, M> {
    fn default() -> Self {
        Self { observer: None }
    }
}

/// A search: strategies, a tree, and the scratch space that iterations share.
#[derive(Clone, Debug)]
pub struct Mcts<G: Game, S: Selection, P, B = Mean> {
    pub(crate) trunk: Trunk<G, S, B>,
    pub(crate) playout: P,
    pub(crate) walker: Walker<G, S>,
    reused: bool,
    /// What [`Mcts::best_move`] spends and draws from.
    pub(super) budget: Budget,
    pub(super) rng: Rng,
}

impl<G: Game, S: Selection, P: Playout<G>> Mcts<G, S, P> {
    /// A search with this policy and these playouts, and means backed up.
    pub fn new(selection: S, playout: P) -> Self {
        Self::with_backup(selection, playout, Mean)
    }
}

impl<G: Game, S: Selection, P: Playout<G>, B: Backup<G>> Mcts<G, S, P, B> {
    /// A search with this policy, these playouts and this backup.
    ///
    /// # Panics
    /// When the backup is a solver and the game is not for two players.
    pub fn with_backup(selection: S, playout: P, backup: B) -> Self {
        assert!(!B::SOLVER || G::PLAYERS == 2, "the solver is for two players");
        let config = Config::default();
        let tree = Tree::new(1, false, config.memory);
        let outcomes = (0.0, 1.0);
        let trunk = Trunk {
            selection,
            backup,
            config,
            tree,
            root: 0,
            hidden: false,
            outcomes,
            solved: Proven::Open,
        };
        let (budget, rng) = (Budget::playouts(10_000), stream(&[0]));
        Self { trunk, playout, walker: Walker::new(None), reused: false, budget, rng }
    }

    /// The same with another way of working.
    ///
    /// # Panics
    /// When `expand_after` is 0.
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
    ///
    /// # Errors
    /// When the game is over, or a playout ends with a reward that is not a finite number.
    pub fn run<W: Worlds<G>>(
        &mut self,
        worlds: &W,
        budget: &Budget,
        rng: &mut Rng,
    ) -> Result<Report<G::Move>, SearchError> {
        self.run_with(worlds, budget, RunOptions::default(), rng)
    }

    /// Searches from `worlds` until the budget is spent, as `options` say.
    ///
    /// # Errors
    /// As for [`Mcts::run`].
    pub fn run_with<W: Worlds<G>>(
        &mut self,
        worlds: &W,
        budget: &Budget,
        mut options: RunOptions<'_, G::Move>,
        rng: &mut Rng,
    ) -> Result<Report<G::Move>, SearchError> {
        self.prepare(worlds, rng)?;
        let mut meter = budget.start();
        if let (Some(nodes), None, None) = (budget.nodes, budget.playouts, budget.time) {
            // A small game has fewer positions than the budget allows.
            let most = nodes.saturating_mul(100 * u64::from(self.trunk.config.expand_after));
            meter.limit(most);
        }
        if let Some(observer) = &options.observer {
            meter = meter.observed(observer.every);
        }
        self.spend(worlds, &mut meter, &mut options, rng)?;
        if let (FinalMove::MaxRobust, Some(n)) = (self.trunk.config.final_move, budget.playouts) {
            let steps = 8;
            for _ in 0..steps {
                if self.report(&meter).is_max_robust() {
                    break;
                }
                meter.extend((n / (4 * steps)).max(1));
                self.spend(worlds, &mut meter, &mut options, rng)?;
            }
        }
        Ok(self.report(&meter))
    }

    /// Iterates until the meter says stop, with pauses to be observed.
    fn spend<W: Worlds<G>>(
        &mut self,
        worlds: &W,
        meter: &mut Meter,
        options: &mut RunOptions<'_, G::Move>,
        rng: &mut Rng,
    ) -> Result<(), SearchError> {
        loop {
            self.iterate(worlds, meter, rng)?;
            match &mut options.observer {
                Some(observer) if meter.observation_due() => observer.see(&self.report(meter)),
                _ => return Ok(()),
            }
        }
    }

    /// Empties the tree, unless it was kept for this search, and grows its root.
    pub(crate) fn prepare<W: Worlds<G>>(
        &mut self,
        worlds: &W,
        rng: &mut Rng,
    ) -> Result<(), SearchError> {
        assert!(!(B::SOLVER && W::HIDDEN), "what is proven in one world is not in the next");
        let root = worlds.draw(rng);
        let turn = root.turn();
        self.trunk.root = match turn {
            Turn::Over => return Err(SearchError::GameOver),
            Turn::Chance => return Err(SearchError::Chance),
            Turn::One(player) => player,
            Turn::Together => 0,
        };
        self.trunk.outcomes = root.features().rewards;
        self.trunk.hidden = W::HIDDEN;
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
    /// be from there: one move, one per player where they moved together, or one outcome of
    /// chance. True if it knew any.
    pub fn advance(&mut self, moves: &[G::Move]) -> bool {
        let child = self.trunk.child_after(moves);
        if child != NONE {
            self.trunk.tree.compact(child, |_| true);
            self.trunk.solved = self.trunk.exhausted_root();
        }
        self.reused = child != NONE;
        self.reused
    }

    /// How many moves from the root the positions of the tree lie, on average. It walks the whole
    /// tree, which is why it is no part of the report.
    pub fn mean_depth(&self) -> f64 {
        self.trunk.tree.mean_depth()
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
            outcomes: trunk.outcomes,
            principal_variation: trunk.principal_variation(),
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
