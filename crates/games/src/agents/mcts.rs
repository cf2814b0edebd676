//! Monte-Carlo tree search with each of the selection policies, by name.

use super::Thinking;
use crate::contest::Agent;
use spinney_search::backup::{Backup, Mean, Solver};
use spinney_search::budget::Stop;
use spinney_search::game::{Game, Player, Turn};
use spinney_search::mcts::{Config, Mcts};
use spinney_search::playout::Uniform;
use spinney_search::report::FinalMove;
use spinney_search::rng::{Rng, stream};
use spinney_search::selection::{
    EpsilonGreedy, Exp3, Moss, Omc, Pbbm, ProgressiveHistory, Random, Reading, RegretMatching,
    Selection, Thompson, Ucb1, Ucb1Tuned, UcbMinimal, UcbV,
};
use spinney_spec::{Param, Schema, Settings, SpecError};

/// A policy's schema: its own parameters, then those that all share.
macro_rules! policy {
    ($schema:ident, $name:literal, $help:literal, $source:literal, [$($param:expr),*]) => {
        static $schema: Schema = Schema {
            name: $name,
            help: $help,
            source: $source,
            params: &[
                Param::integer("playouts", "1000", 0, 1_000_000_000_000, "iterations a move; 0 for any number"),
                $($param,)*
                Param::integer("millis", "0", 0, 86_400_000, "thinking time a move; 0 for any"),
                Param::flag("solver", "false", "carry proven wins, losses and draws up the tree"),
                Param::flag("reuse", "false", "keep the part of the tree that the game went into"),
                Param::choice("final", "robust", FinalMove::NAMES, "which move of the root is played"),
                Param::integer("expand", "1", 1, 1_000_000, "visits before a position becomes a node"),
            ],
        };
    };
}

/// A positive constant that can be tuned.
const fn constant(name: &'static str, default: &'static str, help: &'static str) -> Param {
    Param::real(name, default, 0.0, 1000.0, help).tunable()
}
/// A share that can be tuned.
const fn share(name: &'static str, default: &'static str, help: &'static str) -> Param {
    Param::real(name, default, 0.0001, 1.0, help).tunable()
}
const READING: Param = Param::choice(
    "variant",
    "mean",
    &["mean", "sum"],
    "compare mean rewards, or sums, as Perick et al. 2012 print",
);

policy!(
    UCT,
    "uct",
    "UCB1 in a tree: x + c sqrt(ln t / n)",
    "Kocsis and Szepesvári 2006",
    [constant("c", "1.4142135623730951", "exploration, outside the root")]
);
policy!(UCB1_TUNED, "ucb1-tuned", "x + sqrt(min(1/4, V) ln t / n)", "Auer et al. 2002", []);
policy!(
    UCB_V,
    "ucb-v",
    "x + sqrt(2 s^2 z ln t / n) + 3 c z ln t / n",
    "Audibert, Munos and Szepesvári 2009",
    [constant("c", "1", "weight of the last term"), constant("zeta", "1", "weight of both terms")]
);
policy!(
    UCB_MINIMAL,
    "ucb-minimal",
    "x + c1 / n^c2",
    "Maes, Wehenkel and Ernst 2012",
    [constant("c1", "2.5", "bonus of a move tried once"), constant("c2", "1", "how fast it fades")]
);
policy!(MOSS, "moss", "x + sqrt(max(ln(t / (K n)), 0) / n)", "Audibert and Bubeck 2009", []);
policy!(
    OMC,
    "omc-deterministic",
    "Objective Monte-Carlo, deterministic",
    "Chaslot et al. 2006",
    [READING]
);
policy!(
    OMC_STOCHASTIC,
    "omc-stochastic",
    "Objective Monte-Carlo, drawn",
    "Chaslot et al. 2006",
    [READING]
);
policy!(PBBM, "pbbm", "probability to be better than the best move", "Coulom 2006", [READING]);
policy!(
    EPSILON,
    "epsilon-greedy",
    "any move with probability min(1, c K / (d^2 t)), else the best",
    "Auer et al. 2002",
    [constant("c", "1", "scale of the exploration"), constant("d", "1", "gap to the best move")]
);
policy!(
    THOMPSON,
    "thompson",
    "Thompson sampling, Beta(c1 + wins, c2 + losses)",
    "Thompson 1933",
    [constant("c1", "1", "wins to begin with"), constant("c2", "1", "losses to begin with")]
);
policy!(
    EXP3,
    "exp3",
    "exponential weights",
    "Auer et al. 2003",
    [share("gamma", "0.5", "share of uniform moves")]
);
policy!(
    REGRET_MATCHING,
    "regret-matching",
    "each move in proportion to the regret of not having played it",
    "Hart and Mas-Colell 2000",
    [share("gamma", "0.2", "share of uniform moves")]
);
policy!(UNIFORM, "uniform", "every move of the tree as likely", "", []);
policy!(
    HISTORY,
    "progressive-history",
    "UCT with Progressive History",
    "Nijssen and Winands 2011",
    [
        constant("c", "1", "exploration, outside the root"),
        constant("w", "5", "weight of the history")
    ]
);

/// Every policy.
pub static POLICIES: [&Schema; 14] = [
    &UCT,
    &UCB1_TUNED,
    &UCB_V,
    &UCB_MINIMAL,
    &MOSS,
    &OMC,
    &OMC_STOCHASTIC,
    &PBBM,
    &EPSILON,
    &THOMPSON,
    &EXP3,
    &REGRET_MATCHING,
    &UNIFORM,
    &HISTORY,
];

/// The agent that these settings of one of the [`POLICIES`] describe.
pub fn agent<G: Game + PartialEq + 'static>(
    settings: &Settings,
    seed: u64,
) -> Result<Box<dyn Agent<G, G::Move>>, SpecError> {
    let real = |key| settings.real(key);
    let sum = || settings.word("variant") == "sum";
    let reading = || if sum() { Reading::Sum } else { Reading::Mean };
    match settings.name() {
        "uct" => searcher(Ucb1::new(real("c")), settings, seed),
        "ucb1-tuned" => searcher(Ucb1Tuned, settings, seed),
        "ucb-v" => searcher(UcbV { zeta: real("zeta"), c: real("c") }, settings, seed),
        "ucb-minimal" => searcher(UcbMinimal::new(real("c1"), real("c2")), settings, seed),
        "moss" => searcher(Moss, settings, seed),
        name @ ("omc-deterministic" | "omc-stochastic") => {
            let stochastic = name == "omc-stochastic";
            searcher(Omc { stochastic, reading: reading() }, settings, seed)
        }
        "pbbm" => searcher(Pbbm { reading: reading() }, settings, seed),
        "epsilon-greedy" => searcher(EpsilonGreedy { c: real("c"), d: real("d") }, settings, seed),
        "thompson" => searcher(Thompson { c1: real("c1"), c2: real("c2") }, settings, seed),
        "exp3" => searcher(Exp3 { gamma: real("gamma") }, settings, seed),
        "regret-matching" => searcher(RegretMatching { gamma: real("gamma") }, settings, seed),
        "uniform" => searcher(Random, settings, seed),
        "progressive-history" => {
            let policy =
                ProgressiveHistory::new(real("c"), real("w"), G::PLAYERS, G::MOVE_KEYS.max(1));
            searcher(policy, settings, seed)
        }
        other => unreachable!("`{other}` is not in the catalogue"),
    }
}

fn searcher<G: Game + PartialEq + 'static, S: Selection + 'static>(
    policy: S,
    settings: &Settings,
    seed: u64,
) -> Result<Box<dyn Agent<G, G::Move>>, SpecError> {
    let rule = FinalMove::named(settings.word("final")).unwrap_or_default();
    let config = Config {
        expand_after: settings.integer("expand") as u32,
        final_move: rule,
        ..Config::default()
    };
    let thinking = Thinking::new(settings, "playouts", false)?;
    let reuse = settings.flag("reuse");
    let rng = stream(&[seed]);
    let playout = Uniform::default();
    Ok(if settings.flag("solver") {
        let search = Mcts::with_backup(policy, playout, Solver).config(config);
        Box::new(Searcher { search, thinking, rule, reuse, after: None, rng, done: 0 })
    } else {
        let search = Mcts::with_backup(policy, playout, Mean).config(config);
        Box::new(Searcher { search, thinking, rule, reuse, after: None, rng, done: 0 })
    })
}

struct Searcher<G: Game, S: Selection, B> {
    search: Mcts<G, S, Uniform<G::Move>, B>,
    thinking: Thinking,
    rule: FinalMove,
    reuse: bool,
    /// The position after the agent's last move, for which the tree is kept.
    after: Option<G>,
    rng: Rng,
    done: u64,
}

impl<G: Game + PartialEq, S: Selection, B: Backup<G>> Searcher<G, S, B> {
    /// Moves the tree on to `game` if it was kept for the position before; whether it was.
    fn catch_up(&mut self, game: &G) -> bool {
        let reply = self.after.take().and_then(|after| leads_to(&after, game));
        // No move leads nowhere: the tree is forgotten.
        self.search.advance(reply.as_slice())
    }

    /// Keeps the tree, which is rooted at `game`, for what follows a move.
    fn keep(&mut self, game: &G, mv: G::Move) {
        if self.reuse && self.search.advance(&[mv]) {
            let mut after = game.clone();
            after.play(mv);
            self.after = Some(after);
        }
    }
}

impl<G: Game + PartialEq, S: Selection, B: Backup<G>> Agent<G, G::Move> for Searcher<G, S, B> {
    fn choose(&mut self, game: &G, player: Player, stop: &Stop) -> G::Move {
        let caught_up = self.catch_up(game);
        let mut moves = Vec::new();
        game.moves(player, &mut moves);
        if let [only] = moves[..] {
            if caught_up {
                self.keep(game, only);
            }
            return only;
        }
        let report = self
            .search
            .run(game, &self.thinking.budget(stop), &mut self.rng)
            .expect("a game that asks for a move is not over, and its rewards are finite");
        self.done += report.playouts;
        let best = report.best(player, self.rule, &mut self.rng).unwrap_or(moves[0]);
        self.keep(game, best);
        best
    }

    fn effort(&self) -> u64 {
        self.done
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
