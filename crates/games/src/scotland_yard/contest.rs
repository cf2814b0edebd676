//! Scotland Yard as the laboratory and the command line know it.

use super::advice::Weights;
use super::agents::{self, HiderAgent, SeekerAgent};
use super::notation;
use super::observation::{MapData, MoveData, Observation};
use super::rules::{Full, HIDER, Move, Options, Outcome};
use super::text;
use super::view::View;
use crate::contest::{AgentResult, AnyContest, Contest, NotationError};
use crate::presentation::{Strength, by_time};
use serde_json::{Value, json};
use spinney_search::game::{Game, Hidden, Player};
use spinney_spec::{Catalogue, Settings, Spec, SpecError};

/// The sides: the hider is Mr X, the seekers are the detectives.
pub const SIDES: &[&str] = &["hider", "seekers"];

/// A variant of the game, with its agents.
pub struct ScotlandYard {
    /// The rules.
    pub options: Options,
    catalogues: [Catalogue; 2],
}

impl ScotlandYard {
    /// With these rules.
    pub fn new(options: Options) -> Self {
        Self { options, catalogues: [agents::hiders(), agents::seekers()] }
    }
}

/// The game that its specification names.
pub fn contest(settings: &Settings) -> Result<Box<dyn AnyContest>, SpecError> {
    Ok(Box::new(ScotlandYard::new(Options::from_settings(settings))))
}

impl Contest for ScotlandYard {
    type Game = Full;
    type View = View;

    fn spec(&self) -> Spec {
        self.options.spec()
    }
    fn sides(&self) -> &'static [&'static str] {
        SIDES
    }
    fn side_of(&self, player: Player) -> usize {
        usize::from(player != HIDER)
    }
    fn start(&self, seed: u64) -> Full {
        self.options.start(seed)
    }
    fn start_of(&self, seed: u64, number: u64) -> Full {
        self.options.start_of(seed, number)
    }
    fn view(&self, game: &Full, player: Player) -> View {
        Hidden::view(game, player)
    }
    fn agents(&self, side: usize) -> &Catalogue {
        &self.catalogues[side]
    }
    fn agent(&self, side: usize, settings: &Settings, seed: u64) -> AgentResult<Self> {
        Ok(if side == HIDER {
            Box::new(HiderAgent(agents::hider(settings, seed)?))
        } else {
            Box::new(SeekerAgent(agents::seeker(settings, seed)?))
        })
    }
    fn reward(&self, game: &Full, side: usize) -> f64 {
        game.rewards()[side]
    }
    fn write(&self, start: &Full, moves: &[Move]) -> String {
        notation::write(&self.options, start, moves)
    }
    fn draw(&self, game: &Full) -> String {
        text::table(&game.public(), Some(game.hider))
    }
    fn say(&self, _: &Full, mv: Move) -> String {
        match mv {
            Move::PASS => "can't move".to_string(),
            Move { to, ticket, double: false } => format!("{ticket} to {to}"),
            Move { to, ticket, double: true } => format!("double move: {ticket} to {to}"),
        }
    }
    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }
    fn move_data(&self, mv: Move) -> Value {
        json!(MoveData::from(mv))
    }
    fn players(&self) -> Vec<String> {
        let detectives = (1..=self.options.detectives).map(|n| format!("detective {n}"));
        std::iter::once("Mr X".to_string()).chain(detectives).collect()
    }
    fn spectator(&self) -> Player {
        1
    }
    fn observe(&self, view: &View) -> Value {
        json!(Observation::from(view))
    }
    fn draw_view(&self, view: &View) -> String {
        match view {
            View::Hider(position) => {
                let table = text::table(&position.public(), Some(position.hider));
                table + &text::surroundings(position)
            }
            View::Seekers(public) if public.open.outcome == Outcome::Running => {
                let likely = Weights::Filter.likely(public);
                text::table(public, None) + &text::most_likely(&likely)
            }
            View::Seekers(public) => text::table(public, None),
        }
    }
    fn board(&self) -> Value {
        json!(MapData::of(&self.options))
    }
    fn help(&self) -> String {
        "Five detectives hunt Mr X through London. He surfaces in rounds 3, 8, 13, 18 and 24; \
         in between only his tickets are known. The detectives win when one of them enters his \
         station, or when he can't move.\n\
         A move is a ticket and a station: T104 by taxi, B46 by bus, U79 by underground, X115 for \
         a black ticket. Mr X plays a double move with 2x before it: 2xT104.\n"
            .to_string()
    }
    fn side_title(&self, side: usize) -> String {
        ["Mr X", "Detectives"][side].to_string()
    }
    fn strengths(&self, _: usize) -> Vec<Strength> {
        let easy = Strength { name: "easy", spec: "nijssen(millis=50)".to_string() };
        let rest = by_time("best", [0, 500, 2000]).split_off(1);
        [easy].into_iter().chain(rest).collect()
    }
    fn outcome(&self, game: &Full) -> String {
        let open = &game.open;
        match open.outcome {
            Outcome::Running => String::new(),
            Outcome::Escaped => "Mr X got away.".to_string(),
            Outcome::Caught(by) => {
                format!("Detective {by} caught Mr X at {} in round {}.", game.hider, open.round)
            }
            Outcome::Cornered => {
                format!("The detectives cornered Mr X at {} in round {}.", game.hider, open.round)
            }
        }
    }
    fn read(&self, text: &str) -> Result<(Full, Vec<Move>), NotationError> {
        notation::read(text, Some(&self.options)).and_then(notation::Log::into_full)
    }
}
