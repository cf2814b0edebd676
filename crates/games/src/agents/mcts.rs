//! Monte-Carlo tree search with each of the selection policies, by name.

use crate::agent::policy::{self, Visitor, params, policy_schema};
use crate::agent::{Agent, AgentError, Analysis, Thinking, Watch};
use spinney_search::backup::{Backup, Mean, SolverIf};
use spinney_search::final_move::FinalMove;
use spinney_search::game::{Game, Player, Turn};
use spinney_search::mcts::{Config, Mcts};
use spinney_search::playout::{Playout, Uniform};
use spinney_search::rng::{Rng, stream};
use spinney_search::selection::Selection;
use spinney_spec::{Param, Schema, Settings};
use std::marker::PhantomData;
use std::time::Instant;

const SOLVER: Param =
    Param::flag("solver", "false", "carry proven wins, losses and draws up the tree");
const REUSE: Param = Param::flag("reuse", "false", "keep the subtree of the moves played");
const FINAL: Param =
    Param::choice("final", "robust", FinalMove::NAMES, "how the move is chosen at the end");
const EXPAND: Param =
    Param::integer("expand", "1", 1, 1_000_000, "visits before a position becomes a node");

macro_rules! policies {
    ($($schema:ident [$($own:expr),*];)*) => {
        $(policy_schema!(
            $schema,
            policy::$schema,
            [Thinking::playouts(1000), Thinking::millis(0)],
            [$($own),*],
            [SOLVER, REUSE, FINAL, EXPAND, Thinking::THREADS, Thinking::PARALLEL]
        );)*

        /// Every policy.
        pub static POLICIES: &[&Schema] = &[$(&$schema),*];
    };
}

policies! {
    UCT [params::c("1.4142135623730951", "exploration constant, outside the square root")];
    UCB1_TUNED [];
    UCB_V [params::c("1", "weight of the last term"), params::zeta("1")];
    UCB_MINIMAL [params::c1("2.5", "bonus of a move visited once"), params::c2("1", "how fast the bonus shrinks")];
    MOSS [params::MOSS_FORM];
    OMC_DETERMINISTIC [params::VARIANT];
    OMC_STOCHASTIC [params::VARIANT];
    PBBM [params::VARIANT];
    EPSILON_GREEDY [
        params::c("1", "scale of the exploration"),
        params::d("1"),
        params::EPSILON_FORM
    ];
    THOMPSON [
        params::c1("1", "wins of the prior"),
        params::c2("1", "losses of the prior"),
        params::THOMPSON_FORM
    ];
    EXP3 [params::gamma("0.5"), params::ETA, params::EXP3_FORM];
    REGRET_MATCHING [params::gamma("0.2")];
    UNIFORM [];
    PROGRESSIVE_HISTORY [params::c("1", "exploration constant, outside the square root"), params::w("5")];
}

/// The agent that these settings of one of the [`POLICIES`] describe.
pub fn agent<G: Game + PartialEq + 'static>(
    settings: &Settings,
    seed: u64,
) -> Box<dyn Agent<G, G::Move>> {
    struct Make<'a, G>(&'a Settings, u64, PhantomData<G>);
    impl<G: Game + PartialEq + 'static> Visitor for Make<'_, G> {
        type Output = Box<dyn Agent<G, G::Move>>;
        fn visit<S: Selection + 'static>(self, policy: S) -> Self::Output {
            let Self(settings, seed, _) = self;
            let config = Config {
                expand_after: settings.integer("expand") as u32,
                final_move: final_move(settings),
                ..Config::default()
            };
            let reuse = settings.flag("reuse");
            let playout = Uniform::<G::Move>::default();
            let backup = SolverIf(settings.flag("solver"));
            let search = Mcts::<G, _, _, _>::with_backup(policy, playout, backup).config(config);
            Box::new(Searcher { reuse, ..Searcher::new(search, settings, seed) })
        }
    }
    policy::visit::<G, _>(settings, Make(settings, seed, PhantomData))
}

/// The rule that the parameter `final` names.
pub(crate) fn final_move(settings: &Settings) -> FinalMove {
    FinalMove::named(settings.word("final")).expect("the parameter is declared with its names")
}

/// A position as a search takes it.
pub(crate) trait Root<V>: Game {
    /// The root of a search for `player`, who sees this.
    fn root(view: &V, player: Player) -> Self;
}

/// What is seen is the state.
impl<G: Game> Root<G> for G {
    fn root(view: &G, _: Player) -> Self {
        view.clone()
    }
}

/// An agent that searches the tree of the game `G` at each decision.
pub(crate) struct Searcher<G: Game, S: Selection, P, B = Mean> {
    search: Mcts<G, S, P, B>,
    thinking: Thinking,
    rule: FinalMove,
    reuse: bool,
    /// The position after the agent's last move, for which the tree is kept.
    after: Option<G>,
    rng: Rng,
}

impl<G: Game, S: Selection, P, B> Searcher<G, S, P, B> {
    /// With the limits and the final move of these settings; no tree is kept.
    pub(crate) fn new(search: Mcts<G, S, P, B>, settings: &Settings, seed: u64) -> Self {
        Self {
            search,
            thinking: Thinking::new(settings),
            rule: final_move(settings),
            reuse: false,
            after: None,
            rng: stream(&[seed]),
        }
    }
}

impl<G: Game, S: Selection, P: Playout<G>, B: Backup<G>> Searcher<G, S, P, B> {
    /// Keeps the tree, which is rooted at `game`, for what follows a move.
    fn keep(&mut self, game: &G, mv: G::Move) {
        if self.reuse && self.search.advance(&[mv]) {
            let mut after = game.clone();
            after.play(mv);
            self.after = Some(after);
        }
    }
}

impl<G: Game + PartialEq, S: Selection, P: Playout<G>, B: Backup<G>> Searcher<G, S, P, B> {
    /// Moves the tree on to `game` if it was kept for the position before; whether it was.
    fn catch_up(&mut self, game: &G) -> bool {
        let reply = self.after.take().and_then(|after| leads_to(&after, game));
        // No move leads nowhere: the tree is forgotten.
        self.search.advance(reply.as_slice())
    }
}

impl<V, G, S, P, B> Agent<V, G::Move> for Searcher<G, S, P, B>
where
    G: Root<V> + PartialEq,
    S: Selection,
    P: Playout<G>,
    B: Backup<G>,
{
    fn analyse(
        &mut self,
        view: &V,
        player: Player,
        watch: &mut Watch<'_, G::Move>,
    ) -> Result<Analysis<G::Move>, AgentError> {
        let game = G::root(view, player);
        let caught_up = self.catch_up(&game);
        let mut moves = Vec::new();
        game.moves(player, &mut moves);
        if let [only] = moves[..] {
            if caught_up {
                self.keep(&game, only);
            }
            return Ok(Analysis::of(only));
        }
        let begin = Instant::now();
        let Self { search, thinking, rng, .. } = self;
        let report = thinking.search(search, &game, 1.0, player, watch, rng)?;
        let best = report.best(player, self.rule, &mut self.rng).ok_or(AgentError::NoMove)?;
        self.thinking.decided(begin);
        self.keep(&game, best);
        Ok(Analysis::of_report(&report, player, best))
    }

    fn rest(&mut self) {
        if self.after.is_none() {
            self.search.release();
        }
    }
}

/// The one move that leads from one position to another, if there is one.
fn leads_to<G: Game + PartialEq>(from: &G, to: &G) -> Option<G::Move> {
    let Turn::One(player) = from.turn() else { return None };
    let mut moves = Vec::new();
    from.moves(player, &mut moves);
    moves.into_iter().find(|&mv| {
        let mut next = from.clone();
        next.play(mv);
        next == *to
    })
}
