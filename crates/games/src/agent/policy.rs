//! The selection policies by name, for every game: how they are declared, and what their settings
//! mean.
//!
//! A game declares the ones that it offers with `policy_schema!`, each with the constants that
//! suit it, and searches with whichever the settings name through [`visit`].

use spinney_search::game::Game;
use spinney_search::rng::Rng;
use spinney_search::selection::{
    At, EpsilonGreedy, Exp3, Form, Moss, Omc, Pbbm, ProgressiveHistory, Random, Reading,
    RegretMatching, Selection, Thompson, Ucb1, Ucb1Tuned, UcbMinimal, UcbV,
};
use spinney_search::stats::{Deviation, Plain};
use spinney_search::tree::Arm;
use spinney_spec::{Choice, Param, Settings, choice};

/// A policy's name, its formula and where it comes from. x is the mean reward of a move, n its
/// visits, t those of the position, K the number of moves.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The name in specifications.
    pub name: &'static str,
    /// The formula.
    pub help: &'static str,
    /// The paper.
    pub source: &'static str,
}

macro_rules! about {
    ($($id:ident = $name:literal, $help:literal, $source:literal;)*) => {$(
        #[doc = concat!("`", $name, "`: ", $help, ".")]
        pub const $id: About = About { name: $name, help: $help, source: $source };
    )*};
}

about! {
    UCT = "uct", "UCB1 in a tree: x + c sqrt(ln t / n)", "Kocsis and Szepesvári 2006";
    UCB1 = "ucb1", "x + sqrt(c ln t / n)", "Auer et al. 2002";
    UCB1_TUNED = "ucb1-tuned", "x + sqrt(min(1/4, V) ln t / n)", "Auer et al. 2002";
    UCB_V = "ucb-v", "x + sqrt(2 s^2 z ln t / n) + 3 c z ln t / n", "Audibert, Munos and Szepesvári 2009";
    UCB_MINIMAL = "ucb-minimal", "x + c1 / n^c2", "Maes, Wehenkel and Ernst 2012";
    MOSS = "moss", "x + sqrt(max(ln(t / (K n)), 0) / n)", "Audibert and Bubeck 2009";
    OMC_DETERMINISTIC = "omc-deterministic", "Objective Monte-Carlo: t U / (n sum U), the highest", "Chaslot et al. 2006";
    OMC_STOCHASTIC = "omc-stochastic", "Objective Monte-Carlo: drawn by U / sum U", "Chaslot et al. 2006";
    PBBM = "pbbm", "probability of being better than the best move, exp(-2.4 a)", "Coulom 2006";
    EPSILON_GREEDY = "epsilon-greedy", "a random move with probability min(1, c K / (d^2 t)), otherwise the best", "Auer et al. 2002";
    THOMPSON = "thompson", "Thompson sampling, Beta(c1 + wins, c2 + losses)", "Thompson 1933";
    EXP3 = "exp3", "exponential weights, with eta = gamma / K", "Auer et al. 2003";
    REGRET_MATCHING = "regret-matching", "each move with a probability proportional to its regret", "Hart and Mas-Colell 2000; Lanctot et al. 2013";
    UNIFORM = "uniform", "every move with the same probability", "";
    PROGRESSIVE_HISTORY = "progressive-history", "UCT with Progressive History", "Nijssen and Winands 2011";
}

choice! {
    /// What OMC and PBBM compare.
    pub(crate) enum Variant {
        /// Mean rewards, as their sources do.
        Mean = "mean",
        /// Sums of rewards, as Perick et al. 2012 print.
        Sum = "sum",
    }
}

choice! {
    /// Which form of MOSS, εₙ-greedy, Thompson sampling and EXP3 is meant.
    pub(crate) enum FormName {
        /// That of their sources.
        Source = "source",
        /// That of Perick et al. 2012.
        Printed = "printed",
    }
}

/// The parameters of the policies.
pub(crate) mod params {
    use super::{Choice, FormName, Param, Variant};

    pub(crate) const fn c(default: &'static str, help: &'static str) -> Param {
        Param::real("c", default, 0.0, 1000.0, help).tunable()
    }
    pub(crate) const fn zeta(default: &'static str) -> Param {
        Param::real("zeta", default, 0.0, 1000.0, "weight of both terms").tunable()
    }
    pub(crate) const fn c1(default: &'static str, help: &'static str) -> Param {
        Param::real("c1", default, 0.0001, 1000.0, help).tunable()
    }
    pub(crate) const fn c2(default: &'static str, help: &'static str) -> Param {
        Param::real("c2", default, 0.0001, 1000.0, help).tunable()
    }
    pub(crate) const fn d(default: &'static str) -> Param {
        Param::real("d", default, 0.0001, 1000.0, "gap to the best move").tunable()
    }
    pub(crate) const fn gamma(default: &'static str) -> Param {
        Param::real("gamma", default, 0.0001, 1.0, "fraction of uniformly random moves").tunable()
    }
    pub(crate) const fn w(default: &'static str) -> Param {
        Param::real("w", default, 0.0, 1000.0, "weight of the history").tunable()
    }
    pub(crate) const VARIANT: Param = Param::choice(
        "variant",
        "mean",
        Variant::NAMES,
        "compare mean rewards, or sums as printed by Perick et al. 2012",
    );
    pub(crate) const fn form(help: &'static str) -> Param {
        Param::choice("variant", "source", FormName::NAMES, help)
    }
    pub(crate) const MOSS_FORM: Param = form(
        "the formula of the source, or as printed by Perick et al. 2012: sqrt(max(ln(n / (K t)), 0) / t)",
    );
    pub(crate) const EPSILON_FORM: Param = form(
        "the formula of the source, or as printed by Perick et al. 2012: 1 - e for the best move, e / K for others",
    );
    pub(crate) const THOMPSON_FORM: Param = form(
        "the formula of the source, or as printed by Perick et al. 2012: Beta(c1 + x t, c2 + losses)",
    );
    pub(crate) const EXP3_FORM: Param = form(
        "exponents relative to the largest, or as printed by Perick et al. 2012, where they can overflow",
    );
    pub(crate) const ETA: Param =
        Param::real("eta", "0", 0.0, 1000.0, "scale of the weights; 0 means gamma / K").tunable();
}

/// Declares the schema of a policy: its limits, its own parameters, then those that all share.
macro_rules! policy_schema {
    ($schema:ident, $about:expr, [$($limit:expr),*], [$($own:expr),*], [$($shared:expr),*]) => {
        static $schema: spinney_spec::Schema = spinney_spec::Schema {
            name: $about.name,
            help: $about.help,
            source: $about.source,
            params: &[$($limit,)* $($own,)* $($shared),*],
        };
    };
}
pub(crate) use policy_schema;

/// Policies that differ only in how they choose. A search is compiled once for all of them, and which
/// one it has is asked at each choice, which costs some per cent of a playout. UCB1 and UCB1-Tuned,
/// which are used most, have searches of their own.
macro_rules! one_of {
    ($(#[$about:meta])* $name:ident over $stats:ty: $($policy:ident),*) => {
        $(#[$about])*
        #[derive(Clone, Debug)]
        enum $name {
            $($policy($policy)),*
        }

        impl Selection for $name {
            type Stats = $stats;

            #[inline]
            fn choose<M: Copy>(
                &mut self,
                arms: &[Arm<M, $stats>],
                at: At,
                key: impl Fn(M) -> usize,
                rng: &mut Rng,
            ) -> usize {
                match self {
                    $(Self::$policy(policy) => policy.choose(arms, at, key, rng)),*
                }
            }
        }

        $(impl From<$policy> for $name {
            fn from(policy: $policy) -> Self {
                Self::$policy(policy)
            }
        })*
    };
}

one_of! {
    /// Policies that ask for the mean of an arm.
    ByMean over Plain: UcbMinimal, Moss, EpsilonGreedy, Thompson, Random
}
one_of! {
    /// Policies that ask for its deviation, too.
    ByDeviation over Deviation: UcbV, Omc, Pbbm
}

/// What is done with a policy, whatever its type.
pub trait Visitor {
    /// What comes of it.
    type Output;
    /// Does it.
    fn visit<S: Selection + 'static>(self, policy: S) -> Self::Output;
}

/// Hands the policy that settings name, with its constants, to a visitor.
///
/// # Panics
/// If the settings are not those of a policy: their schema was not made by `policy_schema!`.
pub fn visit<G: Game, V: Visitor>(settings: &Settings, visitor: V) -> V::Output {
    let real = |key| settings.real(key);
    let reading = || match settings.choice::<Variant>("variant") {
        Variant::Mean => Reading::Mean,
        Variant::Sum => Reading::Sum,
    };
    let form = || match settings.choice::<FormName>("variant") {
        FormName::Source => Form::Source,
        FormName::Printed => Form::Printed,
    };
    let omc = |stochastic| Omc { stochastic, reading: reading() };
    match settings.name() {
        "uct" => visitor.visit(Ucb1::new(real("c"))),
        "ucb1" => visitor.visit(Ucb1::inside(real("c"))),
        "ucb1-tuned" => visitor.visit(Ucb1Tuned),
        "ucb-v" => visitor.visit(ByDeviation::from(UcbV { zeta: real("zeta"), c: real("c") })),
        "ucb-minimal" => visitor.visit(ByMean::from(UcbMinimal::new(real("c1"), real("c2")))),
        "moss" => visitor.visit(ByMean::from(Moss { form: form() })),
        "omc-deterministic" => visitor.visit(ByDeviation::from(omc(false))),
        "omc-stochastic" => visitor.visit(ByDeviation::from(omc(true))),
        "pbbm" => visitor.visit(ByDeviation::from(Pbbm { reading: reading() })),
        "epsilon-greedy" => {
            visitor.visit(ByMean::from(EpsilonGreedy { c: real("c"), d: real("d"), form: form() }))
        }
        "thompson" => {
            visitor.visit(ByMean::from(Thompson { c1: real("c1"), c2: real("c2"), form: form() }))
        }
        "exp3" => visitor.visit(Exp3 {
            gamma: real("gamma"),
            eta: Some(real("eta")).filter(|&eta| eta > 0.0),
            form: form(),
        }),
        "regret-matching" => visitor.visit(RegretMatching { gamma: real("gamma") }),
        "uniform" => visitor.visit(ByMean::from(Random)),
        "progressive-history" => {
            let keys = G::MOVE_KEYS.max(1);
            visitor.visit(ProgressiveHistory::new(real("c"), real("w"), G::PLAYERS, keys))
        }
        other => panic!("`{other}` is no selection policy"),
    }
}
