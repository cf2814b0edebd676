//! A game as the laboratory and the command line know it: sides, starts, agents, a record.
//!
//! A game implements [`Contest`], with its own types; everything that is the same for all games
//! (seeding, asking each side for its moves, checking them, recording) is done here once, and the
//! rest of the house holds a [`AnyContest`], which has no types of the game in it.

mod playing;
mod replaying;
pub mod table;
mod underway;

pub use playing::{Effort, PlayError, PlayOptions, Played};
pub use replaying::{Moment, MomentMove, Step, StepMove};

use self::playing::MatchGame;
use self::table::{Decider, GameTable, Table};
use self::underway::replayed;
use crate::agent::Agent;
use crate::presentation::{self, ReadyBoard, Strength};
use serde_json::{Value, json};
use spinney_search::game::{Game, Player, Turn};
use spinney_search::rng::mix;
use spinney_spec::{Catalogue, Settings, Spec, SpecError};
use std::sync::Arc;

/// A game with sides that agents can take.
pub trait Contest: Send + Sync + 'static {
    /// The rules.
    type Game: Game;
    /// What an agent sees: the state itself, or the part of it that its side may know.
    type View;

    /// The game and its options, in canonical form: `tron(board=20x20)`.
    fn spec(&self) -> Spec;
    /// A hash of what the game was read from beside its specification, such as a map file; none if
    /// the specification says all. Two contests with the same specification and content are the same.
    fn content(&self) -> Option<u64> {
        None
    }
    /// The names of the sides, as on the command line.
    fn sides(&self) -> &'static [&'static str];
    /// Whether the two sides are the same job. They then stand for the agents, not the seats: in
    /// every second game the agents change seats on the same start.
    fn symmetric(&self) -> bool {
        false
    }
    /// How many random turns a match begins with unless it is told otherwise, by the option
    /// `opening`: 0 where starts differ by themselves. Agents that leave nothing to chance would play
    /// the same two games for ever.
    fn usual_opening(&self) -> u64 {
        0
    }
    /// The side (of a symmetric game: the seat) that decides for a player.
    fn side_of(&self, player: Player) -> usize {
        player
    }
    /// The start that belongs to this seed. What chance brings later is a turn of the game.
    fn start(&self, seed: u64) -> Self::Game;
    /// The start of game `number` of a match with this seed. A game that shares starts out evenly
    /// over a match looks at the number.
    fn start_of(&self, seed: u64, number: u64) -> Self::Game {
        self.start(mix(&[seed, number, 0]))
    }
    /// What the side of `player` sees.
    fn view(&self, game: &Self::Game, player: Player) -> Self::View;
    /// The agents that can take a side.
    fn agents(&self, side: usize) -> &Catalogue;
    /// Makes an agent. Everything random in it comes from `seed`.
    fn agent(&self, side: usize, settings: &Settings, seed: u64) -> AgentResult<Self>;
    /// The reward of a side at the end.
    fn reward(&self, game: &Self::Game, side: usize) -> f64 {
        game.rewards()[side]
    }
    /// A whole game as text: its start and its moves.
    fn write(&self, start: &Self::Game, moves: &[MoveOf<Self>]) -> String;
    /// Reads a game back: its start and its moves, each checked to be legal.
    fn read(&self, text: &str) -> Result<(Self::Game, Vec<MoveOf<Self>>), NotationError>;
    /// The state drawn in text, for people who step through a game; empty if there is no drawing.
    fn draw(&self, _game: &Self::Game) -> String {
        String::new()
    }
    /// A move in words, for people; `game` is the state before it.
    fn say(&self, _game: &Self::Game, mv: MoveOf<Self>) -> String {
        self.move_text(mv)
    }
    /// A move as it is typed: short, and different from every other legal move.
    fn move_text(&self, mv: MoveOf<Self>) -> String {
        format!("{mv:?}")
    }
    /// A move that was typed in another way than [`Contest::move_text`] has it, where there is one.
    fn find_move(&self, _game: &Self::Game, _text: &str) -> Option<MoveOf<Self>> {
        None
    }
    /// A move as a document for programs.
    fn move_data(&self, mv: MoveOf<Self>) -> Value {
        Value::String(self.move_text(mv))
    }
    /// The players who take part, for people: each by its side, unless a side has several.
    fn players(&self) -> Vec<String> {
        let name = |player| self.sides()[self.side_of(player)].to_string();
        (0..Self::Game::PLAYERS).map(name).collect()
    }
    /// Who decides, for people: the player, unless it has several pieces.
    fn decider(&self, _game: &Self::Game, player: Player) -> String {
        self.players().swap_remove(player)
    }
    /// The player whose view anybody may see.
    fn spectator(&self) -> Player {
        0
    }
    /// What a side sees, as a document for programs. It is made of the view and of nothing else.
    fn observe(&self, view: &Self::View) -> Value {
        json!({ "text": self.draw_view(view) })
    }
    /// What a side sees, drawn in text; empty if there is no drawing.
    fn draw_view(&self, _view: &Self::View) -> String {
        String::new()
    }
    /// What never changes during a game and everybody knows, as a document for programs: the board,
    /// a graph.
    fn board(&self) -> Value {
        Value::Null
    }
    /// How to play, in a few lines for people who know the game, with how moves are typed.
    fn help(&self) -> String {
        String::new()
    }
    /// The name of the game, for people.
    fn title(&self) -> String {
        presentation::title_of(&self.spec().name)
    }
    /// The name of a side, for people.
    fn side_title(&self, side: usize) -> String {
        presentation::capital(self.sides()[side])
    }
    /// Whether people play it in real time: a turn has a fixed length.
    fn real_time(&self) -> bool {
        false
    }
    /// Ready-made opponents for a side: easy, medium, hard.
    fn strengths(&self, side: usize) -> Vec<Strength> {
        presentation::usual_strengths(self.agents(side))
    }
    /// Ready-made choices of the board.
    fn boards(&self) -> Vec<ReadyBoard> {
        Vec::new()
    }
    /// How a game that is over ended, in a sentence.
    fn outcome(&self, game: &Self::Game) -> String {
        let rewards: Vec<f64> = (0..self.sides().len()).map(|s| self.reward(game, s)).collect();
        presentation::outcome_of(&rewards, |side| self.side_title(side))
    }
}

/// The moves of the contest `C`.
pub type MoveOf<C> = <<C as Contest>::Game as Game>::Move;

/// An agent for the contest `C`.
pub type AgentOf<C> = Box<dyn Agent<<C as Contest>::View, MoveOf<C>>>;

/// The result of making an agent for the contest `C`.
pub type AgentResult<C> = Result<AgentOf<C>, SpecError>;

/// What is wrong with a recorded game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct NotationError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub problem: String,
}

/// A contest without the types of its game.
pub trait AnyContest: Send + Sync {
    /// The game and its options, in canonical form.
    fn spec(&self) -> Spec;
    /// A hash of the files that the game was read from; none if its specification says all.
    fn content(&self) -> Option<u64>;
    /// The names of the sides.
    fn sides(&self) -> &'static [&'static str];
    /// Whether the sides are agents that change seats.
    fn symmetric(&self) -> bool;
    /// How many random turns a match begins with unless it is told otherwise.
    fn usual_opening(&self) -> u64;
    /// Whether the other sides may not know what this side plays: it is hidden, and not the side
    /// whose view anybody may see.
    fn hides_moves(&self, side: usize) -> bool;
    /// The agents that can take a side.
    fn agents(&self, side: usize) -> &Catalogue;
    /// Checks an agent's specification by making it once; gives its canonical form.
    fn check(&self, side: usize, spec: &Spec) -> Result<Settings, SpecError>;
    /// Plays one game between these agents, one a side.
    fn play(&self, agents: &[Settings], options: &PlayOptions) -> Result<Played, PlayError>;
    /// A table at which the first game of a match with this seed can be played.
    fn table(self: Arc<Self>, seed: u64) -> Box<dyn Table>;
    /// What never changes during a game and everybody knows, as a document for programs.
    fn board(&self) -> Value;
    /// How to play, for people.
    fn help(&self) -> String;
    /// The name of the game, for people.
    fn title(&self) -> String;
    /// The name of a side, for people.
    fn side_title(&self, side: usize) -> String;
    /// The players who take part: number, side, and name for people.
    fn players(&self) -> Vec<Decider>;
    /// Whether people play it in real time.
    fn real_time(&self) -> bool;
    /// Whether something is hidden from somebody.
    fn hidden(&self) -> bool {
        (0..self.sides().len()).any(|side| self.hides_moves(side))
    }
    /// Ready-made opponents for a side.
    fn strengths(&self, side: usize) -> Vec<Strength>;
    /// Ready-made choices of the board.
    fn boards(&self) -> Vec<ReadyBoard>;
    /// Replays a record and gives the rewards of the seats at its end.
    fn replay(&self, record: &str) -> Result<Vec<f64>, NotationError>;
    /// How a recorded game ended, in a sentence; none if the record ends before the game does.
    fn ending(&self, record: &str) -> Result<Option<String>, NotationError>;
    /// Every moment of a record, the start first.
    fn steps(&self, record: &str) -> Result<Vec<Step>, NotationError>;
    /// How many legal moves each decision of a record was taken among.
    fn choices(&self, record: &str) -> Result<Vec<usize>, NotationError>;
    /// Every moment of a record with what each side could know, the start first.
    fn moments(&self, record: &str) -> Result<Vec<Moment>, NotationError>;
}

impl<C: Contest> AnyContest for C {
    fn spec(&self) -> Spec {
        Contest::spec(self)
    }
    fn content(&self) -> Option<u64> {
        Contest::content(self)
    }
    fn sides(&self) -> &'static [&'static str] {
        Contest::sides(self)
    }
    fn symmetric(&self) -> bool {
        Contest::symmetric(self)
    }
    fn usual_opening(&self) -> u64 {
        Contest::usual_opening(self)
    }
    fn hides_moves(&self, side: usize) -> bool {
        C::Game::HIDDEN_INFORMATION && side != self.side_of(self.spectator())
    }
    fn agents(&self, side: usize) -> &Catalogue {
        Contest::agents(self, side)
    }
    fn check(&self, side: usize, spec: &Spec) -> Result<Settings, SpecError> {
        let settings = Contest::agents(self, side).resolve(spec)?;
        self.agent(side, &settings, 0)?;
        Ok(settings)
    }
    fn play(&self, agents: &[Settings], options: &PlayOptions) -> Result<Played, PlayError> {
        MatchGame::new(self, agents, options)?.play(options)
    }
    fn table(self: Arc<Self>, seed: u64) -> Box<dyn Table> {
        Box::new(GameTable::new(self, seed))
    }
    fn board(&self) -> Value {
        Contest::board(self)
    }
    fn help(&self) -> String {
        Contest::help(self)
    }
    fn title(&self) -> String {
        Contest::title(self)
    }
    fn side_title(&self, side: usize) -> String {
        Contest::side_title(self, side)
    }
    fn players(&self) -> Vec<Decider> {
        let named = |(player, name): (Player, String)| Decider {
            seat: self.side_of(player),
            player,
            name: presentation::capital(&name),
        };
        Contest::players(self).into_iter().enumerate().map(named).collect()
    }
    fn real_time(&self) -> bool {
        Contest::real_time(self)
    }
    fn strengths(&self, side: usize) -> Vec<Strength> {
        Contest::strengths(self, side)
    }
    fn boards(&self) -> Vec<ReadyBoard> {
        Contest::boards(self)
    }
    fn replay(&self, record: &str) -> Result<Vec<f64>, NotationError> {
        let (start, moves) = self.read(record)?;
        let end = replayed(start, &moves);
        Ok((0..Contest::sides(self).len()).map(|seat| self.reward(&end, seat)).collect())
    }
    fn ending(&self, record: &str) -> Result<Option<String>, NotationError> {
        let (start, moves) = self.read(record)?;
        let end = replayed(start, &moves);
        Ok((end.turn() == Turn::Over).then(|| self.outcome(&end)))
    }
    fn steps(&self, record: &str) -> Result<Vec<Step>, NotationError> {
        replaying::steps(self, record)
    }
    fn choices(&self, record: &str) -> Result<Vec<usize>, NotationError> {
        replaying::choices(self, record)
    }
    fn moments(&self, record: &str) -> Result<Vec<Moment>, NotationError> {
        replaying::moments(self, record)
    }
}
