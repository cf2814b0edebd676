//! Scotland Yard as the laboratory and the command line know it.

use super::agents::{self, HiderAgent, SeekerAgent};
use super::notation;
use super::observation::{MapData, MoveData, Observation};
use super::rules::{Full, HIDER, Move, Options};
use super::text;
use super::view::View;
use crate::contest::{AgentResult, AnyContest, Contest, NotationError};
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
    fn decider(&self, _: &Full, player: Player) -> String {
        if player == HIDER { "Mr X".to_string() } else { format!("detective {player}") }
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
    fn read(&self, text: &str) -> Result<(Full, Vec<Move>), NotationError> {
        notation::read(text, Some(&self.options)).and_then(notation::Log::into_full)
    }
}
