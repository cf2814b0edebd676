//! A search as its user sees it: strategies and settings, a run, a report.

use super::outline::outline;
use super::{Context, SearchCore, Task};
use crate::backup::{Backup, Mean, settle};
use crate::budget::{Budget, Meter};
use crate::final_move::FinalMove;
use crate::game::{Game, Player, Turn, Worlds};
use crate::parallel::{self, Parallel};
use crate::playout::Playout;
use crate::report::{Observer, Report, RootMove};
use crate::rng::{Rng, stream};
use crate::selection::Selection;
use crate::stats::Stats;
use crate::tree::{Alone, Arm, Link, NONE, Proven, ROOT, Tree, child};

/// What to do when the memory is used up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WhenFull {
    /// Search on in the tree as it is.
    #[default]
    StopExpanding,
    /// Drop the nodes least visited, until half of the memory is free. While that is done, the
    /// part that stays is in memory twice.
    Recycle,
}

/// How a search goes about its work, whatever its strategies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// How many visits a position has before it becomes a node. With 1, every playout adds one
    /// position to the tree.
    pub expand_after: u32,
    /// In a position of the tree that was visited less often than this, the strategy of the playouts
    /// chooses, if it can say what it would play ([`Playout::choose`]): the threshold T of Coulom
    /// (2007) and of Schadd et al. (2012, 4.1).
    pub simulate_below: u32,
    /// Whether every arm is visited once before a policy is asked that wants it
    /// ([`Selection::TRY_ALL`]). Otherwise it chooses among the arms that were visited.
    pub try_all: bool,
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
            simulate_below: 0,
            try_all: true,
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
    /// A playout gave up before the game was over.
    #[error("a playout made {moves} moves and the game was not over: does it end?", moves = crate::playout::MOST_MOVES)]
    NoEnd,
    /// A player who decides has no legal move.
    #[error("player {player} decides and has no legal move: the game needs a pass, or an end")]
    NoMoves {
        /// Who decides.
        player: Player,
    },
    /// A position has more moves, or joint moves of all players, than a node can hold.
    #[error("a position has {moves} moves or joint moves: a node can hold {most}", most = u16::MAX)]
    TooManyMoves {
        /// So many.
        moves: usize,
    },
}

impl SearchError {
    /// Why a playout that ended here gave no finite reward.
    #[cold]
    pub(super) fn bad_reward<G: Game>(end: &G, player: Player, reward: f64) -> Self {
        if reward.is_nan() && end.turn() != Turn::Over {
            Self::NoEnd
        } else {
            Self::Reward { player, reward }
        }
    }
}

/// What a run of a search has beside its budget.
///
/// ```
/// use spinney_search::{budget::Budget, doc_games::Nim, mcts::{Mcts, RunOptions}};
/// use spinney_search::{parallel::Parallel, playout::Uniform, rng::stream, selection::Ucb1};
///
/// let mut search = Mcts::new(Ucb1::new(1.0), Uniform::default());
/// let options = RunOptions { threads: 2, parallel: Parallel::Tree, ..RunOptions::default() };
/// let budget = Budget::playouts(10_000);
/// let report = search.run_with(&Nim::new(21), &budget, options, &mut stream(&[1]))?;
/// assert_eq!(report.moves(0).iter().map(|m| m.visits).sum::<u32>(), 10_000);
/// # Ok::<(), spinney_search::mcts::SearchError>(())
/// ```
#[derive(Debug)]
pub struct RunOptions<'a, M> {
    /// Who is shown what the search has found so far.
    pub observer: Option<Observer<'a, M>>,
    /// How many threads search. With one, the same seed gives the same search.
    pub threads: usize,
    /// What several threads share.
    pub parallel: Parallel,
}

/// One thread, and nobody watches.
impl<M> Default for RunOptions<'_, M> {
    fn default() -> Self {
        Self { observer: None, threads: 1, parallel: Parallel::default() }
    }
}

/// A search: strategies, a tree, and the scratch space that iterations share.
#[derive(Clone, Debug)]
pub struct Mcts<G: Game, S: Selection, P, B = Mean> {
    pub(crate) tree: Tree<G, S::Stats>,
    pub(crate) task: Task<B>,
    pub(crate) selection: S,
    pub(crate) playout: P,
    pub(crate) context: Context<G, S::Stats>,
    reused: bool,
    /// Under root parallelism, the searches of the other threads: their memory serves again.
    pub(crate) others: Vec<Self>,
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
    /// If the backup is the solver and the game is not one of two players.
    pub fn with_backup(selection: S, playout: P, backup: B) -> Self {
        assert!(!backup.proves() || G::PLAYERS == 2, "the solver is for two players");
        let config = Config::default();
        let tree = Tree::new(false, config.memory);
        let task = Task { backup, config, root: 0, hidden: false, outcomes: (0.0, 1.0) };
        let (budget, rng) = (Budget::playouts(10_000), stream(&[0]));
        let context = Context::new();
        let (reused, others) = (false, Vec::new());
        Self { tree, task, selection, playout, context, reused, others, budget, rng }
    }

    /// Makes `others` so many searches with the strategies and the settings of this one.
    pub(crate) fn prepare_others(&mut self, count: usize) {
        let Self { task, selection, playout, others, .. } = self;
        let alike = || Self::with_backup(selection.clone(), playout.clone(), task.backup.clone());
        others.resize_with(count, alike);
        for other in others {
            other.task = task.clone();
            other.selection = selection.clone();
            other.playout = playout.clone();
        }
    }

    /// The same with another way of working.
    ///
    /// # Panics
    /// If `expand_after` is 0.
    pub fn config(mut self, config: Config) -> Self {
        assert!(config.expand_after >= 1, "a position must be visited before it becomes a node");
        self.task.config = config;
        self
    }

    /// The policy, with what it has learned.
    pub fn selection(&self) -> &S {
        &self.selection
    }

    /// Searches from `worlds` until the budget is spent.
    ///
    /// # Errors
    /// When the game is over, or breaks its contract: see [`SearchError`].
    ///
    /// # Panics
    /// If the backup is the solver and worlds differ: what is proven in one is not in the next.
    pub fn run<W: Worlds<G>>(
        &mut self,
        worlds: &W,
        budget: &Budget,
        rng: &mut Rng,
    ) -> Result<Report<G::Move>, SearchError> {
        self.run_with(worlds, budget, RunOptions::default(), rng)
    }

    /// Searches from `worlds` until the budget, which is for all threads together, is spent. The
    /// observer is called on the thread that calls this.
    ///
    /// # Errors
    /// As for [`Mcts::run`].
    ///
    /// # Panics
    /// As for [`Mcts::run`].
    pub fn run_with<W: Worlds<G>>(
        &mut self,
        worlds: &W,
        budget: &Budget,
        mut options: RunOptions<'_, G::Move>,
        rng: &mut Rng,
    ) -> Result<Report<G::Move>, SearchError> {
        if options.threads > 1 && options.parallel == Parallel::Root {
            return parallel::search_trees(self, worlds, budget, options, rng);
        }
        self.prepare(worlds, rng)?;
        let mut meter = budget.start();
        if let (Some(nodes), None, None) = (budget.nodes, budget.playouts, budget.time) {
            // A small game has fewer positions than the budget allows.
            let most = nodes.saturating_mul(100 * u64::from(self.task.config.expand_after));
            meter.limit(most);
        }
        if let Some(observer) = &options.observer {
            meter = meter.observed(observer.every);
        }
        self.spend(worlds, &mut meter, &mut options, rng)?;
        if let (FinalMove::MaxRobust, Some(n)) = (self.task.config.final_move, budget.playouts) {
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
        if options.threads > 1 {
            return parallel::share_tree(self, worlds, meter, options, rng);
        }
        loop {
            self.core().iterate(worlds, meter, rng)?;
            match &mut options.observer {
                Some(observer) if meter.observation_due() => observer.see(&self.report(meter)),
                _ => return Ok(()),
            }
        }
    }

    /// This thread at work, alone.
    fn core(&mut self) -> SearchCore<'_, G, S, P, B, Alone<'_, G, S::Stats>> {
        let Self { tree, task, selection, playout, context, .. } = self;
        SearchCore { tree: Alone(tree), task, selection, playout, context }
    }

    /// Empties the tree, unless it was kept for this search, and adds its root.
    fn prepare<W: Worlds<G>>(&mut self, worlds: &W, rng: &mut Rng) -> Result<(), SearchError> {
        assert!(
            !(self.task.backup.proves() && W::HIDDEN),
            "what is proven in one world is not in the next"
        );
        let root = worlds.draw(rng);
        self.task.root = match root.turn() {
            Turn::Over => return Err(SearchError::GameOver),
            Turn::Chance => return Err(SearchError::Chance),
            Turn::One(player) => player,
            Turn::Together => 0,
        };
        self.task.outcomes = root.features().rewards;
        self.task.hidden = W::HIDDEN;
        if !self.reused || self.tree.is_empty() {
            let growing = W::HIDDEN && G::MOVES_HIDDEN;
            self.tree.reset(growing, self.task.config.memory);
            self.selection.reset();
            self.core().expand(&root, Link::Root)?;
        }
        self.reused = false;
        self.context.best_line = None;
        self.context.deepest = 0;
        Ok(())
    }

    /// Keeps what the tree knows about the position after `moves` for the next search, which must
    /// be from there: one move, one per player where they moved together, or one outcome of
    /// chance. True if it knew any.
    pub fn advance(&mut self, moves: &[G::Move]) -> bool {
        let child = self.child_after(moves);
        if child != NONE {
            self.tree.compact(child, &|_| true);
            let closed = G::PLAYERS == 1;
            let known = if closed { settle(self.arms(ROOT, 0)) } else { Proven::Open };
            self.tree.solve(known);
        }
        self.reused = child != NONE;
        self.reused
    }

    /// Gives the memory of the tree back, and forgets what is in it. A few large blocks stay with the
    /// program for its next searches, as long as the system does not need them.
    pub fn release(&mut self) {
        self.tree = Tree::new(false, self.task.config.memory);
        self.others.clear();
        self.reused = false;
    }

    /// The node after these moves from the root.
    fn child_after(&self, moves: &[G::Move]) -> u32 {
        if self.tree.is_empty() {
            return NONE;
        }
        let players = if G::SIMULTANEOUS { G::PLAYERS } else { 1 };
        let (mut moves, mut cell, mut next) = (moves.iter(), 0, NONE);
        for player in 0..players {
            let arms = self.arms(ROOT, player);
            if arms.is_empty() {
                continue;
            }
            let place = moves.next().and_then(|mv| arms.iter().position(|arm| arm.mv == *mv));
            let Some(place) = place else { return NONE };
            cell = cell * arms.len() + place;
            next = child(&arms[place].child);
        }
        if G::SIMULTANEOUS { child(&self.tree.cells_of(ROOT)[cell].child) } else { next }
    }

    /// How many moves from the root the positions of the tree lie, on average. It walks the whole
    /// tree, which is why it is no part of the report.
    pub fn mean_depth(&self) -> f64 {
        self.tree.mean_depth()
    }

    pub(crate) fn report(&self, meter: &Meter) -> Report<G::Move> {
        snapshot::<G, S, B>(&self.tree, &self.task, &self.context, meter)
    }

    /// The arms of a player at a node.
    pub(super) fn arms(&self, node: u32, player: Player) -> &[Arm<G::Move, S::Stats>] {
        self.tree.arms(self.tree.run(self.tree.bandit(node, player)))
    }
}

/// What a search has found so far.
pub(crate) fn snapshot<G: Game, S: Selection, B>(
    tree: &Tree<G, S::Stats>,
    task: &Task<B>,
    context: &Context<G, S::Stats>,
    meter: &Meter,
) -> Report<G::Move> {
    Report {
        playouts: meter.done(),
        depth: context.deepest,
        elapsed: meter.elapsed(),
        best_line: context.best_line.clone(),
        ..of_tree(tree, task.root, task.outcomes, S::weight)
    }
}

/// What a tree says about its root, for a search on behalf of `root`.
fn of_tree<G: Game, S: Stats>(
    tree: &Tree<G, S>,
    root: Player,
    outcomes: (f64, f64),
    weight: fn(&S) -> f64,
) -> Report<G::Move> {
    let players = if G::SIMULTANEOUS { 0..G::PLAYERS } else { root..root + 1 };
    let moves_of = |player| {
        let arms = tree.arms(tree.run(tree.bandit(ROOT, player))).iter();
        let moves: Vec<_> = arms.map(|arm| root_move(arm, weight)).collect();
        (player, moves)
    };
    let players: Vec<_> = players.map(moves_of).filter(|(_, moves)| !moves.is_empty()).collect();
    let lines = |&(player, _): &_| (player, outline::<G, _>(tree, player, outcomes));
    Report {
        outlines: players.iter().map(lines).collect(),
        players,
        nodes: tree.positions(),
        bytes: tree.bytes(),
        proven: tree.solved(),
        outcomes,
        principal_variation: principal_variation(tree),
        ..Report::default()
    }
}

/// From the root on, the move visited most; of equals, the one with the higher mean.
fn principal_variation<G: Game, S: Stats>(tree: &Tree<G, S>) -> Vec<G::Move> {
    let mut line = Vec::new();
    let mut node = ROOT;
    let players = if G::SIMULTANEOUS { G::PLAYERS } else { 1 };
    while node != NONE {
        let (mut cell, mut next) = (0, NONE);
        for player in 0..players {
            let arms = tree.arms(tree.run(tree.bandit(node, player)));
            let key = |arm: &Arm<_, S>| (arm.stats.visits(), arm.stats.mean());
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
            next = child(&arms[most].child);
        }
        node = if G::SIMULTANEOUS { child(&tree.cells_of(node)[cell].child) } else { next };
    }
    line
}

fn root_move<M: Copy, S: Stats>(arm: &Arm<M, S>, weight: fn(&S) -> f64) -> RootMove<M> {
    RootMove {
        mv: arm.mv,
        visits: arm.stats.visits(),
        mean: arm.stats.mean(),
        top: if arm.stats.visits() > 0 { arm.stats.top() } else { 0.0 },
        weight: weight(&arm.stats),
        proven: arm.proven(),
    }
}
