//! A game as the laboratory and the command line know it: sides, starts, agents, a record.
//!
//! A game implements [`Contest`], with its own types; everything that is the same for all games
//! (seeding, asking each side for its moves, checking them, recording) is done here once, and the
//! rest of the house holds a [`AnyContest`], which has no types of the game in it.

pub mod table;

use self::table::{Decider, GameTable, MoveInfo, Table};
use crate::agent::{Agent, Fault, FaultKind, Watch};
use crate::presentation::{self, ReadyBoard, Strength};
use serde::Serialize;
use serde_json::{Value, json};
use spinney_search::budget::Stop;
use spinney_search::game::{Game, Player, Turn};
use spinney_search::rng::{Rng, mix, stream};
use spinney_spec::{Catalogue, Settings, Spec, SpecError};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

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

/// How one game is to be played.
#[derive(Clone, Debug, Default)]
pub struct PlayOptions {
    /// The seed of the whole run.
    pub seed: u64,
    /// The number of the game in it. The same seed and number are the same game, always.
    pub number: u64,
    /// A side that takes longer than this over one move loses.
    pub clock: Option<Duration>,
    /// Ends the game early, unfinished.
    pub stop: Stop,
}

/// What one side did in a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Effort {
    /// Decisions taken.
    pub moves: u64,
    /// Playouts or nodes, as the agent counts them.
    pub playouts: u64,
    /// Time spent in deciding.
    pub time: Duration,
    /// The longest single decision.
    pub longest: Duration,
}

/// One finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The reward of each side (of each agent, where the game is symmetric).
    pub rewards: Vec<f64>,
    /// Moves in all, outcomes of chance included.
    pub length: u64,
    /// What each side spent.
    pub effort: Vec<Effort>,
    /// The game as text, which replays to the same end.
    pub record: String,
    /// The side that failed, and how: it lost for that reason.
    pub fault: Option<(usize, Fault)>,
}

/// One moment of a recorded game.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The moves that led here; none at the start, several where players move together.
    pub moves: Vec<StepMove>,
    /// The state, drawn.
    pub drawing: String,
}

/// A move of a recorded game.
#[derive(Clone, Debug, PartialEq)]
pub struct StepMove {
    /// The name of the side (of a symmetric game: the seat), or `chance`.
    pub side: &'static str,
    /// Who decided: the side itself, or one of its pieces.
    pub by: String,
    /// The move in words.
    pub said: String,
}

/// One moment of a recorded game, for programs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Moment {
    /// The moves that led here; none at the start, several where players move together.
    pub moves: Vec<MomentMove>,
    /// What each side may know.
    pub observations: Vec<Value>,
}

/// A move of a recorded game, for programs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MomentMove {
    /// Who decided; none for chance.
    pub player: Option<Player>,
    /// The side; none for chance.
    pub side: Option<usize>,
    /// Who decided, for people.
    pub name: String,
    /// The move.
    #[serde(rename = "move")]
    pub mv: MoveInfo,
}

/// Why a game gave no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// An agent could not be made.
    #[error("{side}: {error}")]
    Spec {
        /// The side's name.
        side: &'static str,
        /// What is wrong with its specification.
        error: SpecError,
    },
    /// The stop flag was raised.
    #[error("interrupted")]
    Interrupted,
    /// The record does not replay to the same end: a bug in the game's notation.
    #[error("the record of this game does not replay: {0}")]
    Record(String),
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
        let (mut game, moves) = self.read(record)?;
        let mut left = moves.as_slice();
        let mut steps = vec![Step { moves: Vec::new(), drawing: self.draw(&game) }];
        loop {
            let (before, due) = (game.clone(), left);
            let Some(turn) = replay_turn(&mut game, &mut left) else { return Ok(steps) };
            let played = due[..due.len() - left.len()].iter().enumerate().map(|(i, &mv)| {
                let said = self.say(&before, mv);
                let player = match turn {
                    Turn::Chance => {
                        return StepMove { side: "chance", by: "chance".to_string(), said };
                    }
                    Turn::One(player) => player,
                    _ => i,
                };
                let side = Contest::sides(self)[self.side_of(player)];
                StepMove { side, by: self.decider(&before, player), said }
            });
            steps.push(Step { moves: played.collect(), drawing: self.draw(&game) });
        }
    }
    fn choices(&self, record: &str) -> Result<Vec<usize>, NotationError> {
        let (mut game, moves) = self.read(record)?;
        let (mut left, mut legal, mut choices) = (moves.as_slice(), Vec::new(), Vec::new());
        loop {
            let before = game.clone();
            let Some(turn) = replay_turn(&mut game, &mut left) else { return Ok(choices) };
            for player in turn.deciders::<C::Game>() {
                legal.clear();
                before.moves(player, &mut legal);
                choices.push(legal.len());
            }
        }
    }
    fn moments(&self, record: &str) -> Result<Vec<Moment>, NotationError> {
        let (mut game, moves) = self.read(record)?;
        let mut left = moves.as_slice();
        let start = Moment { moves: Vec::new(), observations: observations(self, &game) };
        let mut moments = vec![start];
        loop {
            let (before, due) = (game.clone(), left);
            let Some(turn) = replay_turn(&mut game, &mut left) else { return Ok(moments) };
            let played = due[..due.len() - left.len()].iter().enumerate().map(|(i, &mv)| {
                let player = match turn {
                    Turn::Chance => None,
                    Turn::One(player) => Some(player),
                    _ => Some(i),
                };
                let name = player.map(|player| self.decider(&before, player));
                MomentMove {
                    player,
                    side: player.map(|player| self.side_of(player)),
                    name: presentation::capital(name.as_deref().unwrap_or("chance")),
                    mv: table::info(self, &before, mv),
                }
            });
            let moves = played.collect();
            moments.push(Moment { moves, observations: observations(self, &game) });
        }
    }
}

/// What each side may know.
fn observations<C: Contest>(contest: &C, game: &C::Game) -> Vec<Value> {
    let of_side = |side| (0..C::Game::PLAYERS).find(|&player| contest.side_of(player) == side);
    let players = (0..contest.sides().len()).filter_map(of_side);
    players.map(|player| contest.observe(&contest.view(game, player))).collect()
}

/// Plays moves, grouping them where players move together.
fn replayed<G: Game>(mut game: G, mut moves: &[G::Move]) -> G {
    while replay_turn(&mut game, &mut moves).is_some() {}
    game
}

/// Plays the moves of one turn and gives whose turn it was.
fn replay_turn<G: Game>(game: &mut G, moves: &mut &[G::Move]) -> Option<Turn> {
    if moves.is_empty() {
        return None;
    }
    let turn = game.turn();
    match turn {
        Turn::Over => return None,
        Turn::One(_) | Turn::Chance => {
            game.play(moves[0]);
            *moves = &moves[1..];
        }
        Turn::Together => {
            let (now, later) = moves.split_at(G::PLAYERS.min(moves.len()));
            game.play_together(now);
            *moves = later;
        }
    }
    Some(turn)
}

/// A game from its start to where it stands.
#[derive(Clone)]
pub(crate) struct Underway<G: Game> {
    pub(crate) start: G,
    pub(crate) game: G,
    pub(crate) moves: Vec<G::Move>,
    chance: Rng,
}

impl<G: Game> Underway<G> {
    /// A game from this start. What chance brings comes from the generator.
    pub(crate) fn new(start: G, chance: Rng) -> Self {
        let mut underway = Self { game: start.clone(), start, moves: Vec::new(), chance };
        underway.leave_to_chance();
        underway
    }

    /// Plays the moves of those who decide now, in the order of their numbers, and what chance
    /// brings then.
    pub(crate) fn play(&mut self, moves: &[G::Move]) {
        match self.game.turn() {
            Turn::Together => self.game.play_together(moves),
            _ => self.game.play(moves[0]),
        }
        self.moves.extend_from_slice(moves);
        self.leave_to_chance();
    }

    fn leave_to_chance(&mut self) {
        let mut outcomes = Vec::new();
        while self.game.turn() == Turn::Chance {
            let outcome = self.game.random_outcome(&mut self.chance, &mut outcomes);
            self.game.play(outcome);
            self.moves.push(outcome);
        }
    }
}

/// One game of a match: who sits where, and what was played.
struct MatchGame<'a, C: Contest> {
    contest: &'a C,
    /// The agent of each seat.
    seats: Vec<AgentOf<C>>,
    /// Which side's agent sits in each seat.
    side_at: Vec<usize>,
    underway: Underway<C::Game>,
    effort: Vec<Effort>,
}

impl<'a, C: Contest> MatchGame<'a, C> {
    fn new(contest: &'a C, agents: &[Settings], options: &PlayOptions) -> Result<Self, PlayError> {
        let sides = Contest::sides(contest);
        assert_eq!(sides.len(), agents.len(), "one agent per side");
        let symmetric = Contest::symmetric(contest);
        // Symmetric games come in pairs: the same start, the agents in each other's seat.
        let (pair, swap) = if symmetric {
            (options.number / 2, options.number % 2 == 1)
        } else {
            (options.number, false)
        };
        let side_at: Vec<usize> =
            (0..sides.len()).map(|seat| if swap { sides.len() - 1 - seat } else { seat }).collect();
        let mut seats = Vec::with_capacity(sides.len());
        for (seat, &side) in side_at.iter().enumerate() {
            let seed = mix(&[options.seed, options.number, 1 + side as u64]);
            let agent = contest.agent(seat, &agents[side], seed);
            seats.push(agent.map_err(|error| PlayError::Spec { side: sides[side], error })?);
        }
        let effort = vec![Effort::default(); sides.len()];
        // The two games of a pair share what chance brings, as they share the start.
        let underway = first_position(contest, options.seed, pair);
        Ok(Self { contest, seats, side_at, underway, effort })
    }

    fn play(mut self, options: &PlayOptions) -> Result<Played, PlayError> {
        let fault = loop {
            if options.stop.raised() {
                return Err(PlayError::Interrupted);
            }
            let deciding = match self.underway.game.turn() {
                Turn::Over => break None,
                turn => turn.deciders::<C::Game>(),
            };
            let asked: Result<Vec<_>, _> = deciding.map(|p| self.ask(p, options)).collect();
            match asked {
                Ok(moves) => self.underway.play(&moves),
                // A search that was told to stop may have answered anything.
                Err(_) if options.stop.raised() => return Err(PlayError::Interrupted),
                Err(fault) => break Some(fault),
            }
        };
        self.finish(fault)
    }

    /// Asks the agent of `player` for a move; the error is its side and what it did wrong.
    fn ask(&mut self, player: Player, options: &PlayOptions) -> Result<MoveOf<C>, (usize, Fault)> {
        let seat = self.contest.side_of(player);
        let side = self.side_at[seat];
        let game = &self.underway.game;
        let view = self.contest.view(game, player);
        let agent = &mut self.seats[seat];
        let before = Instant::now();
        let answer = catch_unwind(AssertUnwindSafe(|| {
            agent.analyse(&view, player, &mut Watch::new(&options.stop))
        }));
        let took = before.elapsed();
        let effort = &mut self.effort[side];
        effort.moves += 1;
        effort.time += took;
        effort.longest = effort.longest.max(took);
        let fault = |kind, detail: &dyn fmt::Display| (side, Fault::new(kind, detail));
        let answer = answer.map_err(|panic| fault(FaultKind::Panic, &panic_text(&*panic)))?;
        let analysis = answer.map_err(|error| fault(FaultKind::SearchError, &error))?;
        effort.playouts += analysis.effort();
        if let Some(clock) = options.clock.filter(|&clock| took > clock) {
            let detail = format!("{took:.1?} over a move, {clock:.1?} allowed");
            return Err(fault(FaultKind::Timeout, &detail));
        }
        let mv = analysis.best;
        let mut legal = Vec::new();
        game.moves(player, &mut legal);
        if !legal.contains(&mv) {
            return Err(fault(FaultKind::IllegalMove, &format!("{mv:?}")));
        }
        Ok(mv)
    }

    fn finish(self, fault: Option<(usize, Fault)>) -> Result<Played, PlayError> {
        let Underway { start, game: end, moves: played, .. } = &self.underway;
        let mut rewards = vec![0.0; self.seats.len()];
        let (low, high) = end.features().rewards;
        for (seat, &side) in self.side_at.iter().enumerate() {
            rewards[side] = match &fault {
                Some((failed, _)) if *failed == side => low,
                Some(_) => high,
                None => self.contest.reward(end, seat),
            };
        }
        let record = self.contest.write(start, played);
        let (start, moves) =
            self.contest.read(&record).map_err(|error| PlayError::Record(error.to_string()))?;
        if moves != *played || fault.is_none() {
            let again = replayed(start, &moves);
            let same = (0..self.seats.len())
                .all(|seat| self.contest.reward(&again, seat) == self.contest.reward(end, seat));
            if moves != *played || !same {
                return Err(PlayError::Record(record));
            }
        }
        let length = played.len() as u64;
        Ok(Played { rewards, length, effort: self.effort, record, fault })
    }
}

/// The start of game `number` of a match with this seed, and what chance will bring.
pub(crate) fn first_position<C: Contest>(contest: &C, seed: u64, number: u64) -> Underway<C::Game> {
    let start = contest.start_of(seed, number);
    Underway::new(start, stream(&[seed, number, u64::MAX]))
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}
