//! The thirteen selection policies as agents, by the names and with the constants of Perick,
//! St-Pierre, Maes and Ernst (2012).
//!
//! Every policy searches the joint tree (their Algorithm 1) or, with `tree=sequential`, pretends
//! that players take turns. Defaults are the tuned constants of Table I; `reference=true` takes
//! the other column.

use super::in_turns::InTurns;
use crate::agent::policy::{self, Visitor, params, policy_schema};
use crate::agent::{Agent, Thinking};
use crate::agents::mcts::{Root, Searcher};
use crate::tron::playout::Playouts;
use crate::tron::rules::{Direction, Tron};
use spinney_search::game::Player;
use spinney_search::mcts::Mcts;
use spinney_search::selection::Selection;
use spinney_spec::{Choice, Param, Schema, Settings, SpecError, choice};

choice! {
    /// Which tree is searched.
    enum Tree {
        /// Both players choose at once.
        Joint = "joint",
        /// The other answers what it sees.
        Sequential = "sequential",
    }
}

const PLAYOUT: Param = Param::choice(
    "playout",
    "heuristic",
    Playouts::NAMES,
    "straight ahead with probability 0.68 and not into dead ends (section V-A); any legal move; any move, even a crash",
);
const TREE: Param = Param::choice(
    "tree",
    "joint",
    Tree::NAMES,
    "both players choose at once, or the second player sees the first one's move",
);
const FINAL: Param = Param::choice(
    "final",
    "robust",
    &["robust", "max", "mix"],
    "the move with the most visits, the one with the highest mean, or a draw from the average strategy",
);
const REFERENCE: Param = Param::flag(
    "reference",
    "false",
    "use the reference constants of Table I instead of the tuned ones",
);

macro_rules! policies {
    ($($schema:ident [$($own:expr),*];)*) => {
        $(policy_schema!(
            $schema,
            policy::$schema,
            [Thinking::playouts(0), Thinking::millis(100)],
            [$($own),*],
            [PLAYOUT, TREE, FINAL, Thinking::THREADS, Thinking::PARALLEL]
        );)*

        /// Every policy, in the order of the paper's Table II, regret matching last.
        pub(in crate::tron) static POLICIES: &[&Schema] = &[$(&$schema),*];
    };
}

policies! {
    UCB1_TUNED [];
    UCB1 [params::c("3.52", "exploration constant, inside the square root"), REFERENCE];
    MOSS [params::MOSS_FORM];
    UCB_MINIMAL [
        params::c1("8.4", "bonus of a move visited once"),
        params::c2("1.8", "how fast the bonus shrinks"),
        REFERENCE
    ];
    EXP3 [params::gamma("0.36"), params::ETA, params::EXP3_FORM, REFERENCE];
    THOMPSON [
        params::c1("9.6", "wins of the prior"),
        params::c2("1.32", "losses of the prior"),
        params::THOMPSON_FORM,
        REFERENCE
    ];
    EPSILON_GREEDY [
        params::c("0.8", "scale of the exploration"),
        params::d("0.12"),
        params::EPSILON_FORM,
        REFERENCE
    ];
    OMC_DETERMINISTIC [params::VARIANT];
    UCB_V [params::c("1.68", "weight of the last term"), params::zeta("0.54"), REFERENCE];
    OMC_STOCHASTIC [params::VARIANT];
    PBBM [params::VARIANT];
    UNIFORM [];
    REGRET_MATCHING [params::gamma("0.2")];
}

/// The reference column of Table I.
static REFERENCES: &[(&str, &[(&str, f64)])] = &[
    ("ucb1", &[("c", 2.0)]),
    ("ucb-minimal", &[("c1", 2.5), ("c2", 1.0)]),
    ("ucb-v", &[("c", 1.0), ("zeta", 1.0)]),
    ("epsilon-greedy", &[("c", 1.0), ("d", 1.0)]),
    ("thompson", &[("c1", 1.0), ("c2", 1.0)]),
    ("exp3", &[("gamma", 0.5)]),
];

/// An agent that plays Tron.
type TronAgent = Box<dyn Agent<Tron, Direction>>;

/// The agent of a policy.
pub(in crate::tron) fn agent(settings: &Settings, seed: u64) -> Result<TronAgent, SpecError> {
    let settings = with_constants(settings)?;
    Ok(policy::visit::<Tron, _>(&settings, Make { settings: &settings, seed }))
}

/// The settings with the constants of the reference column, where that is asked for.
fn with_constants(settings: &Settings) -> Result<Settings, SpecError> {
    let mut settings = settings.clone();
    if !(settings.declares("reference") && settings.flag("reference")) {
        return Ok(settings);
    }
    let column = REFERENCES.iter().find(|(name, _)| *name == settings.name());
    for &(key, value) in column.expect("the policies with two columns are listed").1 {
        let tuned = settings.schema.params.iter().find(|p| p.name == key).map(|p| p.default);
        if tuned != Some(settings.word(key)) && settings.real(key) != value {
            return Err(settings.bad(key, "expected no constant together with reference=true"));
        }
        settings = settings.with(key, value)?;
    }
    Ok(settings)
}

struct Make<'a> {
    settings: &'a Settings,
    seed: u64,
}

impl Visitor for Make<'_> {
    type Output = TronAgent;
    fn visit<S: Selection + 'static>(self, policy: S) -> TronAgent {
        let Self { settings, seed } = self;
        let playouts = settings.choice::<Playouts>("playout");
        match settings.choice("tree") {
            Tree::Joint => {
                let search = Mcts::<Tron, _, _>::new(policy, playouts);
                Box::new(Searcher::new(search, settings, seed))
            }
            Tree::Sequential => {
                let search = Mcts::<InTurns, _, _>::new(policy, playouts);
                Box::new(Searcher::new(search, settings, seed))
            }
        }
    }
}

impl Root<Tron> for InTurns {
    fn root(game: &Tron, player: Player) -> Self {
        InTurns::new(game, player)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::Watch;
    use crate::contest::{AnyContest, PlayOptions};
    use crate::tron::contest::tests::{on, points};
    use spinney_search::budget::Stop;
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
        let read = |text: &str, keys: &[&str]| -> Result<Vec<f64>, SpecError> {
            let spec: Spec = text.parse()?;
            let schema = POLICIES.iter().find(|s| s.name == spec.name).unwrap();
            let settings = with_constants(&Settings::new(schema, &spec.args)?)?;
            Ok(keys.iter().map(|key| settings.real(key)).collect())
        };
        assert_eq!(read("ucb1", &["c"]).unwrap(), [3.52]);
        assert_eq!(read("ucb1(reference=true)", &["c"]).unwrap(), [2.0]);
        assert_eq!(read("ucb1(c=7)", &["c"]).unwrap(), [7.0]);
        let error = read("ucb1(c=7, reference=true)", &["c"]).unwrap_err().to_string();
        assert!(error.contains("c=7") && error.contains("reference=true"), "{error}");
        assert_eq!(read("ucb-minimal", &["c1", "c2"]).unwrap(), [8.4, 1.8]);
        assert_eq!(read("ucb-minimal(reference=true)", &["c1", "c2"]).unwrap(), [2.5, 1.0]);
        assert_eq!(read("thompson", &["c1", "c2"]).unwrap(), [9.6, 1.32]);
        assert_eq!(read("ucb-v", &["c", "zeta"]).unwrap(), [1.68, 0.54]);
        assert_eq!(read("epsilon-greedy", &["c", "d"]).unwrap(), [0.8, 0.12]);
        assert_eq!(read("exp3", &["gamma"]).unwrap(), [0.36]);
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
        let mut policy = agent(&settings, 1).unwrap();
        let stop = Stop::new();
        let analysis = policy.analyse(&game, 0, &mut Watch::new(&stop)).unwrap();
        assert_eq!((analysis.best, analysis.playouts), (Direction::South, 0));
    }

    #[test]
    fn the_line_begins_with_the_move_of_the_player() {
        let game = on("9x9").unwrap().board().start(5);
        let stop = Stop::new();
        for tree in ["joint", "sequential"] {
            let spec: Spec = format!("ucb1-tuned(playouts=2000, tree={tree})").parse().unwrap();
            let settings = Settings::new(&UCB1_TUNED, &spec.args).unwrap();
            let [one, two] = [0, 1].map(|player| {
                let mut policy = agent(&settings, 1).unwrap();
                let analysis = policy.analyse(&game, player, &mut Watch::new(&stop)).unwrap();
                assert!(analysis.line.len() > 3, "{tree}: {analysis:?}");
                assert_eq!(analysis.line[0], analysis.best, "{tree}, player {player}");
                analysis.line
            });
            if tree == "joint" {
                // The same search, seen from both sides.
                let swapped: Vec<Direction> =
                    one.chunks_exact(2).flat_map(|turn| [turn[1], turn[0]]).collect();
                assert_eq!(two[..swapped.len()], swapped);
            }
        }
    }
}
