//! Cops & Robbers as the laboratory knows it.

use super::agents::{self, HuntAgent, Library};
use super::graph::{Graph, Vertex};
use super::notation;
use super::rules::{COPS, MOST_COPS, Options, ROBBER, Rules, RulesError, State};
use super::solver::Solution;
use super::view::{Hunt, View};
use crate::behaviour::hash;
use crate::contest::{AnyContest, Contest, NotationError};
use spinney_search::budget::Stop;
use spinney_search::game::{Hidden, Player};
use spinney_search::rng::stream;
use spinney_spec::{Catalogue, Param, Schema, Settings, Spec, SpecError};
use std::sync::{Arc, OnceLock};

/// The game and its options; the defaults are the thesis's.
pub static GAME: Schema = Schema {
    name: "cops-and-robbers",
    help: "some cops hunt a robber whom they rarely see, on any graph",
    source: "Varkevisser 2019",
    params: &[
        Param::any("graph", "scotland-yard", "the board, such as ladder(20, 1) or circle(30, 2)"),
        Param::integer("cops", "3", 1, MOST_COPS as u64, "how many cops"),
        Param::integer("rounds", "24", 1, 10_000, "the robber wins after so many"),
        Param::integer("seen-every", "4", 1, 10_000, "the robber is seen after so many moves"),
        Param::flag("start-seen", "false", "the cops know where the robber starts"),
        Param::flag("may-stay", "false", "everybody may stay, as in the textbooks"),
    ],
};

/// The contest that these settings of [`GAME`] describe.
pub fn contest(settings: &Settings) -> Result<Box<dyn AnyContest>, SpecError> {
    Ok(Box::new(CopsAndRobbers::new(settings)?))
}

/// One agent for all cops, one for the robber.
pub struct CopsAndRobbers {
    spec: Spec,
    rules: Arc<Rules>,
    agents: [Catalogue; 2],
    solution: OnceLock<Result<Arc<Solution>, String>>,
}

impl CopsAndRobbers {
    /// The contest that these settings of [`GAME`] describe.
    pub fn new(settings: &Settings) -> Result<Self, SpecError> {
        let graph = Graph::from_spec(settings.value("graph"))?;
        let options = Options {
            cops: settings.integer("cops") as usize,
            rounds: settings.integer("rounds") as u16,
            seen_every: settings.integer("seen-every") as u16,
            start_seen: settings.flag("start-seen"),
            may_stay: settings.flag("may-stay"),
        };
        let rules = Rules::new(Arc::new(graph), options).map_err(|error| match error {
            RulesError::Graph(_) => settings.bad("graph", error.to_string()),
            _ => settings.bad("cops", error.to_string()),
        })?;
        Ok(Self {
            spec: settings.to_spec(),
            rules: Arc::new(rules),
            agents: [agents::catalogue(COPS), agents::catalogue(ROBBER)],
            solution: OnceLock::new(),
        })
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }
}

impl Library for CopsAndRobbers {
    fn solution(&self) -> Result<Arc<Solution>, String> {
        let solve = || {
            let solved = Solution::of(Arc::clone(&self.rules), &Stop::new());
            solved.map(Arc::new).map_err(|error| error.to_string())
        };
        self.solution.get_or_init(solve).clone()
    }
    fn small_solution(&self) -> Option<Arc<Solution>> {
        // 100 vertices with three cops: 26 MB, about a second.
        const SMALL: u64 = 32 << 20;
        let small = Solution::memory(self.rules.graph(), self.rules.cops()) <= SMALL;
        if small { self.solution().ok() } else { None }
    }
    fn full_information(&self) -> bool {
        self.rules.options().seen_every == 1
    }
}

impl Contest for CopsAndRobbers {
    type Game = Hunt;
    type View = View;

    fn spec(&self) -> Spec {
        self.spec.clone()
    }
    fn content(&self) -> Option<u64> {
        let graph = self.rules.graph();
        (graph.spec().name == "file").then(|| {
            let names: Vec<usize> = graph.vertices().map(|vertex| graph.name(vertex)).collect();
            let edges: Vec<(Vertex, Vertex)> = graph.edges().collect();
            hash(format!("{names:?} {edges:?}").as_bytes())
        })
    }
    fn sides(&self) -> &'static [&'static str] {
        &["cops", "robber"]
    }
    fn start(&self, seed: u64) -> Hunt {
        let drawn = self.rules.draw_start(&mut stream(&[seed]), usize::MAX);
        let (cops, robber) = drawn.expect("a start was found when the rules were made");
        // Searches copy positions, and with them the pointer to the rules, in every iteration: were
        // the rules shared by games on several threads, these would fight for its counter.
        let own = Arc::new(Rules::clone(&self.rules));
        let state = State::new(own, &cops, robber);
        Hunt::new(state.expect("a start that was drawn is playable"))
    }
    fn view(&self, game: &Hunt, player: Player) -> View {
        game.view(player)
    }
    fn agents(&self, side: usize) -> &Catalogue {
        &self.agents[side]
    }
    fn agent(&self, side: usize, settings: &Settings, seed: u64) -> Result<HuntAgent, SpecError> {
        agents::make(side, settings, self, seed)
    }
    fn write(&self, start: &Hunt, moves: &[Vertex]) -> String {
        notation::write(start, moves)
    }
    fn read(&self, text: &str) -> Result<(Hunt, Vec<Vertex>), NotationError> {
        notation::read(&self.rules, text)
    }
}
