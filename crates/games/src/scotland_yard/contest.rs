//! Scotland Yard as the laboratory and the command line know it.

use super::agents::{self, HiderAgent, SeekerAgent};
use super::notation;
use super::rules::{Full, HIDER, Move, Options};
use super::text;
use super::view::View;
use crate::contest::{AgentResult, AnyContest, Contest, NotationError};
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
    fn say(&self, game: &Full, mv: Move) -> String {
        match (game.open.turn, mv) {
            (0, mv) => format!("Mr X {mv}"),
            (seeker, Move::PASS) => format!("detective {seeker} can't move"),
            (seeker, mv) => format!("detective {seeker} {mv}"),
        }
    }
    fn read(&self, text: &str) -> Result<(Full, Vec<Move>), NotationError> {
        notation::read(text, Some(&self.options)).and_then(notation::Log::into_full)
    }
}
