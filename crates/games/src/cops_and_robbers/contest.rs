//! Cops & Robbers as the laboratory knows it.

use super::agents::{self, HuntAgent, Library};
use super::graph::{Graph, Vertex};
use super::map;
use super::notation;
use super::rules::{COPS, MOST_COPS, Options, ROBBER, Rules, RulesError, State, ToMove};
use super::solver::{LazySolution, SolveError};
use super::view::{Hunt, View};
use crate::behaviour::hash;
use crate::contest::{AnyContest, Contest, NotationError};
use crate::presentation::{ReadyBoard, Strength, by_time};
use serde_json::{Value, json};
use spinney_search::game::{Hidden, Player};
use spinney_search::rng::stream;
use spinney_spec::{Catalogue, Param, Schema, Settings, Spec, SpecError};
use std::fmt::Write as _;
use std::sync::Arc;

/// The game and its options; the defaults are the thesis's.
pub static GAME: Schema = Schema {
    name: "cops-and-robbers",
    help: "cops hunt a robber whom they rarely see, on any graph",
    source: "Varkevisser 2019",
    params: &[
        Param::any("graph", "scotland-yard", "the board, such as ladder(20, 1) or circle(30, 2)"),
        Param::integer("cops", "3", 1, MOST_COPS as u64, "the number of cops"),
        Param::integer(
            "rounds",
            "24",
            1,
            10_000,
            "the number of rounds; the robber wins if he is still free",
        ),
        Param::integer(
            "seen-every",
            "4",
            1,
            10_000,
            "the number of the robber's moves from one sighting to the next",
        ),
        Param::flag("start-seen", "false", "the cops know where the robber starts"),
        Param::flag("may-stay", "false", "let everybody stay, as in the textbooks"),
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
    solution: Arc<LazySolution>,
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
        let rules = Arc::new(rules);
        Ok(Self {
            spec: settings.to_spec(),
            solution: Arc::new(LazySolution::new(Arc::clone(&rules))),
            rules,
            agents: [agents::catalogue(COPS), agents::catalogue(ROBBER)],
        })
    }

    /// The position in words, as a side sees it.
    fn text(&self, view: &View) -> String {
        let (public, graph) = (&view.public, self.rules.graph());
        let options = self.rules.options();
        let mut text = format!("Round {} of {}.\n", public.round(), options.rounds);
        let neighbours = |vertex: Vertex| {
            let names = self.rules.steps(vertex).iter().map(|&to| graph.name(to).to_string());
            names.collect::<Vec<_>>().join(" ")
        };
        for (number, &cop) in (1..).zip(public.cops()) {
            let _ = write!(text, "Cop {number} at {}", graph.name(cop));
            match public.target(number - 1) {
                Some(target) => {
                    let _ = writeln!(text, ", goes to {}", graph.name(target));
                }
                None => {
                    let _ = writeln!(text, "; next to it: {}", neighbours(cop));
                }
            }
        }
        match (view.robber, public.seen()) {
            (Some(robber), _) => {
                let (name, next) = (graph.name(robber), neighbours(robber));
                let _ = writeln!(text, "Robber at {name}; next to it: {next}");
            }
            (None, Some(seen)) => {
                let _ = writeln!(text, "Robber last seen at {}", graph.name(seen));
            }
            (None, None) => text.push_str("Robber not seen yet\n"),
        }
        let possible: Vec<String> = view.belief.iter().map(|v| graph.name(v).to_string()).collect();
        let n = possible.len();
        let list = if n > 30 { String::new() } else { format!(": {}", possible.join(" ")) };
        let word = if n == 1 { "vertex" } else { "vertices" };
        let _ = writeln!(text, "The robber can be at {n} {word}{list}");
        text
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }
}

impl Library for CopsAndRobbers {
    fn solution(&self) -> Result<Arc<LazySolution>, SolveError> {
        self.solution.memory().map(|_| Arc::clone(&self.solution))
    }
    fn small_solution(&self) -> Option<Arc<LazySolution>> {
        // 100 vertices with three cops: 26 MB, about a second.
        const SMALL: u64 = 32 << 20;
        let small = self.solution.memory().is_ok_and(|bytes| bytes <= SMALL);
        small.then(|| Arc::clone(&self.solution))
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
    fn draw(&self, game: &Hunt) -> String {
        self.text(&game.view(ROBBER))
    }
    fn draw_view(&self, view: &View) -> String {
        let small = self.rules.graph().len() <= map::LARGEST;
        self.text(view) + &if small { map::map(&self.rules, view) } else { String::new() }
    }
    fn say(&self, _: &Hunt, to: Vertex) -> String {
        format!("to {}", self.rules.graph().name(to))
    }
    fn move_text(&self, to: Vertex) -> String {
        self.rules.graph().name(to).to_string()
    }
    fn move_data(&self, to: Vertex) -> Value {
        json!({ "vertex": to })
    }
    fn decider(&self, game: &Hunt, player: Player) -> String {
        match game.state().public().to_move() {
            ToMove::Cop(cop) if player == COPS => format!("cop {}", cop + 1),
            _ => Contest::players(self).swap_remove(player),
        }
    }
    fn spectator(&self) -> Player {
        COPS
    }
    fn observe(&self, view: &View) -> Value {
        let public = &view.public;
        json!({
            "round": public.round(),
            "rounds": self.rules.options().rounds,
            "cops": public.cops(),
            "targets": (0..public.cops().len()).map(|cop| public.target(cop)).collect::<Vec<_>>(),
            "robber": view.robber,
            "seen": public.seen(),
            "possible": view.belief.iter().collect::<Vec<_>>(),
        })
    }
    fn board(&self) -> Value {
        let graph = self.rules.graph();
        json!({
            "names": graph.vertices().map(|vertex| graph.name(vertex)).collect::<Vec<_>>(),
            "places": graph.layout(),
            "edges": graph.edges().collect::<Vec<_>>(),
        })
    }
    fn help(&self) -> String {
        "The cops win if one of them enters the robber's vertex, or if he enters theirs. They see him \
         only from time to time.\nA move is the number of a vertex. On the map C is a cop, R the robber, ? a vertex \
         where he can be; vertices next to a piece have their numbers.\n"
            .to_string()
    }
    fn title(&self) -> String {
        "Cops & Robbers".to_string()
    }
    fn strengths(&self, _: usize) -> Vec<Strength> {
        let easy = Strength { name: "easy", spec: "mcts(playouts=100)".to_string() };
        let rest = by_time("best", [0, 300, 1500]).split_off(1);
        [easy].into_iter().chain(rest).collect()
    }
    fn boards(&self) -> Vec<ReadyBoard> {
        let board = |(name, graph, cops): (&str, &str, u8)| {
            let spec = format!("cops-and-robbers(graph={graph}, cops={cops})");
            ReadyBoard::new(name, spec)
        };
        [
            ("Scotland Yard, three cops", "scotland-yard", 3),
            ("Dodecahedron, three cops", "dodecahedron", 3),
            ("Petersen graph, three cops", "petersen", 3),
            ("Grid, 6 by 6, two cops", "grid(6, 6)", 2),
            ("Ladder, 20 rungs, two cops", "ladder(20, 1)", 2),
            ("Circle, 30, two cops", "circle(30, 2)", 2),
            ("Hypercube of four dimensions, two cops", "hypercube(4)", 2),
        ]
        .into_iter()
        .map(board)
        .collect()
    }
    fn outcome(&self, game: &Hunt) -> String {
        let (state, round) = (game.state(), game.state().public().round());
        if state.caught() {
            let vertex = self.rules.graph().name(state.robber());
            return format!("The cops caught the robber at {vertex} in round {round}.");
        }
        format!("The robber got away for {round} rounds.")
    }
    fn read(&self, text: &str) -> Result<(Hunt, Vec<Vertex>), NotationError> {
        notation::read(&self.rules, text)
    }
}
