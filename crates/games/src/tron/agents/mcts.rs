//! The thirteen selection policies as agents, by the names and with the constants of Perick,
//! St-Pierre, Maes and Ernst (2012).
//!
//! Every policy searches the joint tree (their Algorithm 1) or, with `tree=sequential`, pretends
//! that players take turns. Defaults are the tuned constants of Table I; `reference=true` takes
//! the other column.

use super::in_turns::InTurns;
use super::thinking::Thinking;
use crate::contest::Agent;
use crate::tron::playout::Playouts;
use crate::tron::rules::{Direction, Tron};
use spinney_search::budget::Stop;
use spinney_search::game::{Game, Player};
use spinney_search::mcts::{Config, Mcts};
use spinney_search::playout::Playout;
use spinney_search::report::FinalMove;
use spinney_search::rng::{Rng, stream};
use spinney_search::selection::{
    EpsilonGreedy, Exp3, Moss, Omc, Pbbm, Random, Reading, RegretMatching, Selection, Thompson,
    Ucb1, Ucb1Tuned, UcbMinimal, UcbV,
};
use spinney_spec::{Param, Schema, Settings, SpecError};

const PLAYOUT: Param = Param::choice(
    "playout",
    "heuristic",
    &["heuristic", "legal", "random"],
    "straight on with 0.68 and not into dead ends (section V-A); any legal move; any, even a crash",
);
const TREE: Param = Param::choice(
    "tree",
    "joint",
    &["joint", "sequential"],
    "both choose at once, or the other answers what it sees",
);
const FINAL: Param = Param::choice(
    "final",
    "robust",
    &["robust", "max", "mix"],
    "play the move most visited, of the highest mean, or draw from the average strategy",
);
const REFERENCE: Param =
    Param::flag("reference", "false", "the reference constants of Table I, not the tuned ones");
const READING: Param = Param::choice(
    "variant",
    "mean",
    &["mean", "sum"],
    "compare mean rewards, as the sources of the policy do, or sums, as the paper prints",
);

/// A policy's schema: its own parameters, then those that all share.
macro_rules! policy {
    ($schema:ident, $name:literal, $help:literal, [$($param:expr),*]) => {
        static $schema: Schema = Schema {
            name: $name,
            help: $help,
            source: "Perick, St-Pierre, Maes and Ernst 2012, section IV and Table I",
            params: &[
                $($param,)*
                Thinking::MILLIS,
                Thinking::PLAYOUTS,
                PLAYOUT,
                TREE,
                FINAL,
            ],
        };
    };
}

/// A positive constant that can be tuned.
const fn constant(name: &'static str, default: &'static str, help: &'static str) -> Param {
    Param::real(name, default, 0.0001, 1000.0, help).tunable()
}

policy!(UCB1_TUNED, "ucb1-tuned", "r + sqrt(min(1/4, V) ln t / t_k)", []);
policy!(
    UCB1,
    "ucb1",
    "r + sqrt(C ln t / t_k)",
    [constant("c", "3.52", "exploration, inside the root (reference 2)"), REFERENCE]
);
policy!(MOSS, "moss", "r + sqrt(max(ln(t / (K t_k)), 0) / t_k)", []);
policy!(
    UCB_MINIMAL,
    "ucb-minimal",
    "r + C1 / t_k^C2",
    [
        constant("c1", "8.4", "bonus of a move tried once (reference 2.5)"),
        constant("c2", "1.8", "how fast it fades (reference 1)"),
        REFERENCE
    ]
);
policy!(
    UCB_V,
    "ucb-v",
    "r + sqrt(2 s^2 z ln t / t_k) + 3 c z ln t / t_k",
    [
        constant("c", "1.68", "weight of the last term (reference 1)"),
        constant("zeta", "0.54", "weight of both terms (reference 1)"),
        REFERENCE
    ]
);
policy!(
    OMC,
    "omc-deterministic",
    "Objective Monte-Carlo, deterministic: t U_k / (t_k sum U)",
    [READING]
);
policy!(OMC_STOCHASTIC, "omc-stochastic", "Objective Monte-Carlo, drawn by U_k / sum U", [READING]);
policy!(PBBM, "pbbm", "probability to be better than the best move, exp(-2.4 a)", [READING]);
policy!(UNIFORM, "uniform", "the paper's Random: every move of the tree as likely", []);
policy!(
    EPSILON,
    "epsilon-greedy",
    "any move with probability min(1, c K / (d^2 t))",
    [
        constant("c", "0.8", "scale of the exploration (reference 1)"),
        constant("d", "0.12", "gap to the best move (reference 1)"),
        REFERENCE
    ]
);
policy!(
    THOMPSON,
    "thompson",
    "Thompson sampling, Beta(C1 + wins, C2 + losses)",
    [
        constant("c1", "9.6", "wins to begin with (reference 1)"),
        constant("c2", "1.32", "losses to begin with (reference 1)"),
        REFERENCE
    ]
);
policy!(
    EXP3,
    "exp3",
    "exponential weights, with eta = gamma / K",
    [
        Param::real("gamma", "0.36", 0.0001, 1.0, "share of uniform moves (reference 0.5)")
            .tunable(),
        REFERENCE
    ]
);
static REGRET_MATCHING: Schema = Schema {
    name: "regret-matching",
    help: "each move in proportion to the regret of not having played it",
    source: "Lanctot, Wittlinger, Winands and Den Teuling 2013",
    params: &[
        Param::real("gamma", "0.2", 0.0001, 1.0, "share of uniform moves").tunable(),
        Thinking::MILLIS,
        Thinking::PLAYOUTS,
        PLAYOUT,
        TREE,
        FINAL,
    ],
};

/// Every policy, in the order of the paper's Table II, regret matching last.
pub(in crate::tron) static POLICIES: [&Schema; 13] = [
    &UCB1_TUNED,
    &UCB1,
    &MOSS,
    &UCB_MINIMAL,
    &EXP3,
    &THOMPSON,
    &EPSILON,
    &OMC,
    &UCB_V,
    &OMC_STOCHASTIC,
    &PBBM,
    &UNIFORM,
    &REGRET_MATCHING,
];

/// An agent that plays Tron.
type TronAgent = Box<dyn Agent<Tron, Direction>>;

/// The agent of a policy; none if these settings are not of one.
pub(in crate::tron) fn agent(
    settings: &Settings,
    seed: u64,
) -> Result<Option<TronAgent>, SpecError> {
    let real = |key| settings.real(key);
    let made = |policy| Ok(Some(policy));
    match settings.name() {
        "ucb1-tuned" => made(searcher(Ucb1Tuned, settings, seed)),
        "ucb1" => {
            let [c] = constants(settings, [("c", 2.0)])?;
            made(searcher(Ucb1::inside(c), settings, seed))
        }
        "moss" => made(searcher(Moss, settings, seed)),
        "ucb-minimal" => {
            let [c1, c2] = constants(settings, [("c1", 2.5), ("c2", 1.0)])?;
            made(searcher(UcbMinimal::new(c1, c2), settings, seed))
        }
        "ucb-v" => {
            let [c, zeta] = constants(settings, [("c", 1.0), ("zeta", 1.0)])?;
            made(searcher(UcbV { zeta, c }, settings, seed))
        }
        "omc-deterministic" | "omc-stochastic" => {
            let stochastic = settings.name() == "omc-stochastic";
            made(searcher(Omc { stochastic, reading: reading(settings) }, settings, seed))
        }
        "pbbm" => made(searcher(Pbbm { reading: reading(settings) }, settings, seed)),
        "uniform" => made(searcher(Random, settings, seed)),
        "epsilon-greedy" => {
            let [c, d] = constants(settings, [("c", 1.0), ("d", 1.0)])?;
            made(searcher(EpsilonGreedy { c, d }, settings, seed))
        }
        "thompson" => {
            let [c1, c2] = constants(settings, [("c1", 1.0), ("c2", 1.0)])?;
            made(searcher(Thompson { c1, c2 }, settings, seed))
        }
        "exp3" => {
            let [gamma] = constants(settings, [("gamma", 0.5)])?;
            made(searcher(Exp3 { gamma }, settings, seed))
        }
        "regret-matching" => {
            made(searcher(RegretMatching { gamma: real("gamma") }, settings, seed))
        }
        _ => Ok(None),
    }
}

/// The constants of a policy: as given, or the reference column where that is asked for.
fn constants<const N: usize>(
    settings: &Settings,
    reference: [(&str, f64); N],
) -> Result<[f64; N], SpecError> {
    if !settings.flag("reference") {
        return Ok(reference.map(|(key, _)| settings.real(key)));
    }
    for (key, value) in reference {
        let tuned = settings.schema.params.iter().find(|p| p.name == key).map(|p| p.default);
        let given = settings.word(key);
        if tuned != Some(given) && settings.real(key) != value {
            return Err(settings.bad(key, "no constant beside reference=true was expected"));
        }
    }
    Ok(reference.map(|(_, value)| value))
}

fn reading(settings: &Settings) -> Reading {
    if settings.word("variant") == "sum" { Reading::Sum } else { Reading::Mean }
}

fn searcher<S: Selection + 'static>(policy: S, settings: &Settings, seed: u64) -> TronAgent {
    let playouts = match settings.word("playout") {
        "legal" => Playouts::Legal,
        "random" => Playouts::Random,
        _ => Playouts::Heuristic,
    };
    let rule = FinalMove::named(settings.word("final")).unwrap_or_default();
    let thinking = Thinking::new(settings);
    let rng = stream(&[seed]);
    if settings.word("tree") == "sequential" {
        let search = Mcts::new(policy, playouts).config(Config::default());
        Box::new(Searcher::<InTurns, S> { search, thinking, rule, rng, done: 0 })
    } else {
        let search = Mcts::new(policy, playouts).config(Config::default());
        Box::new(Searcher::<Tron, S> { search, thinking, rule, rng, done: 0 })
    }
}

/// A search of one of the two trees.
struct Searcher<G: Game, S: Selection> {
    search: Mcts<G, S, Playouts>,
    thinking: Thinking,
    rule: FinalMove,
    rng: Rng,
    done: u64,
}

/// How a position of Tron is handed to a search.
trait Root: Game<Move = Direction> {
    fn root(game: &Tron, player: Player) -> Self;
}

impl Root for Tron {
    fn root(game: &Tron, _: Player) -> Self {
        *game
    }
}

impl Root for InTurns {
    fn root(game: &Tron, player: Player) -> Self {
        InTurns::new(game, player)
    }
}

impl<G: Root, S: Selection> Agent<Tron, Direction> for Searcher<G, S>
where
    Playouts: Playout<G>,
{
    fn choose(&mut self, game: &Tron, player: Player, stop: &Stop) -> Direction {
        let exits = game.exits(player);
        if exits.len() == 1 {
            return exits.nth(0);
        }
        let report = self
            .thinking
            .think(stop, |budget| self.search.run(&G::root(game, player), budget, &mut self.rng));
        // A game that is over asks nobody, and the rewards of Tron are finite.
        let Ok(report) = report else { return exits.nth(0) };
        self.done += report.playouts;
        report.best(player, self.rule, &mut self.rng).unwrap_or(exits.nth(0))
    }

    fn effort(&self) -> u64 {
        self.done
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::{AnyContest, PlayOptions};
    use crate::tron::contest::tests::{on, points};
    use spinney_spec::Spec;

    #[test]
    fn every_policy_plays_the_same_game_twice_on_both_trees() {
        let contest = on("9x9").unwrap();
        let any: &dyn AnyContest = &contest;
        for schema in POLICIES {
            for tree in ["joint", "sequential"] {
                for rule in ["robust", "mix"] {
                    let spec = format!("{}(playouts=60, tree={tree}, final={rule})", schema.name);
                    let spec: Spec = spec.parse().unwrap();
                    let seats = [any.check(0, &spec).unwrap(), any.check(1, &spec).unwrap()];
                    let options = PlayOptions { seed: 3, number: 1, ..PlayOptions::default() };
                    let [one, two] = [0, 1].map(|_| any.play(&seats, &options).unwrap());
                    assert_eq!(one.record, two.record, "{spec}");
                    assert_eq!(one.fault, None, "{spec}");
                    assert!(one.effort.iter().all(|effort| effort.playouts > 0), "{spec}");
                }
            }
        }
    }

    #[test]
    fn both_columns_of_table_1() {
        let read = |text: &str, keys: &[(&str, f64)]| -> Result<Vec<f64>, SpecError> {
            let spec: Spec = text.parse()?;
            let schema = POLICIES.iter().find(|s| s.name == spec.name).unwrap();
            let settings = Settings::new(schema, &spec.args)?;
            match *keys {
                [a] => constants(&settings, [a]).map(Vec::from),
                [a, b] => constants(&settings, [a, b]).map(Vec::from),
                _ => unreachable!(),
            }
        };
        let ucb1 = [("c", 2.0)];
        assert_eq!(read("ucb1", &ucb1).unwrap(), [3.52]);
        assert_eq!(read("ucb1(reference=true)", &ucb1).unwrap(), [2.0]);
        assert_eq!(read("ucb1(c=7)", &ucb1).unwrap(), [7.0]);
        let error = read("ucb1(c=7, reference=true)", &ucb1).unwrap_err().to_string();
        assert!(error.contains("c=7") && error.contains("reference=true"), "{error}");
        let both = [("c1", 2.5), ("c2", 1.0)];
        assert_eq!(read("ucb-minimal", &both).unwrap(), [8.4, 1.8]);
        assert_eq!(read("ucb-minimal(reference=true)", &both).unwrap(), [2.5, 1.0]);
        assert_eq!(read("thompson", &[("c1", 1.0), ("c2", 1.0)]).unwrap(), [9.6, 1.32]);
        assert_eq!(read("ucb-v", &[("c", 1.0), ("zeta", 1.0)]).unwrap(), [1.68, 0.54]);
        assert_eq!(read("epsilon-greedy", &[("c", 1.0), ("d", 1.0)]).unwrap(), [0.8, 0.12]);
        assert_eq!(read("exp3", &[("gamma", 0.5)]).unwrap(), [0.36]);
    }

    #[test]
    fn heuristic_playouts_beat_random_ones() {
        let contest = on("20x20").unwrap();
        let points = points(
            &contest,
            "ucb1(c=2, playouts=300)",
            "ucb1(c=2, playouts=300, playout=random)",
            30,
        );
        assert!(points >= 24.0, "{points} of 30");
    }

    #[test]
    fn takes_the_only_way_out() {
        let map = "7 4\n#######\n#1#  2#\n#     #\n#######\n";
        let game = Tron::new(&crate::tron::Map::parse(map).unwrap());
        let spec: Spec = "ucb1-tuned".parse().unwrap();
        let settings = Settings::new(&UCB1_TUNED, &spec.args).unwrap();
        let mut policy = agent(&settings, 1).unwrap().unwrap();
        assert_eq!(policy.choose(&game, 0, &Stop::new()), Direction::South);
        assert_eq!(policy.effort(), 0);
    }
}
