//! A game in progress, without the types of its game.
//!
//! A table has a seat per side. It says who decides, lists the legal moves, plays, takes back, and
//! lets an agent think for a seat. What it shows to a seat is made from that seat's view, so that
//! nothing hidden can leak. The terminal, the arena and Python play every game through it.
//!
//! ```
//! use spinney_games::registry::Registry;
//! use spinney_games::table::{Table, ThinkOptions};
//!
//! let registry = Registry::standard();
//! let mut table = registry.table(&"connect-four".parse()?, 7)?;
//! let seat = table.deciding()[0].seat;
//! let analysis = table.think(seat, &"uct(playouts=500)".parse()?, ThinkOptions::default())?;
//! table.play(seat, &analysis.best.text)?;
//! assert_eq!(table.deciding()[0].seat, 1 - seat);
//! table.undo()?;
//! assert!(table.result().is_none());
//! # Ok::<(), spinney_games::table::TableError>(())
//! ```

use super::underway::{Underway, first_position};
use super::{AgentOf, AnyContest, Contest, MoveOf};
use crate::agent::{AgentError, Analysis, Branch, Watch};
use serde::Serialize;
use serde_json::Value;
use spinney_search::budget::Stop;
use spinney_search::game::{Game, Player, Turn};
use spinney_search::rng::mix;
use spinney_spec::{Spec, SpecError, did_you_mean, nearest};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A move, for people and for programs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveInfo {
    /// As it is typed; [`Table::play`] takes it.
    pub text: String,
    /// In words.
    pub label: String,
    /// As a document.
    pub data: Value,
}

/// A player of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Decider {
    /// The seat.
    pub seat: usize,
    /// The player's number: a seat may have several, one for each detective.
    pub player: Player,
    /// Its name, for people.
    pub name: String,
}

/// How an agent thinks at a table.
#[derive(Default)]
pub struct ThinkOptions<'a> {
    /// Ends it when raised.
    pub stop: Stop,
    /// Is shown what was found so far, at most once per interval.
    pub progress: Option<(Duration, Progress<'a>)>,
}

/// Who is shown an analysis that goes on.
pub type Progress<'a> = &'a mut (dyn FnMut(&Analysis<MoveInfo>) + Send);

/// What can't be done at a table.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TableError {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// There is no such seat.
    #[error("there is no seat {seat}; there are {seats}")]
    NoSeat {
        /// The number as given.
        seat: usize,
        /// How many there are.
        seats: usize,
    },
    /// Another seat decides, or this one has decided.
    #[error("it is not the turn of {seat}")]
    NotYourTurn {
        /// The seat's name.
        seat: &'static str,
    },
    /// The rules forbid the move.
    #[error("`{text}` is not a legal move{}; legal moves: {legal}", did_you_mean(.nearest.as_deref()))]
    IllegalMove {
        /// The move as given.
        text: String,
        /// The most similar legal one.
        nearest: Option<String>,
        /// All of them.
        legal: String,
    },
    /// Nothing was played yet.
    #[error("there is nothing to take back")]
    NothingToUndo,
    /// The agent's specification is wrong.
    #[error("{0}")]
    Spec(#[from] SpecError),
    /// The agent failed.
    #[error("{0}")]
    Agent(#[from] AgentError),
}

/// A game in progress.
pub trait Table: Send {
    /// The game.
    fn contest(&self) -> &dyn AnyContest;
    /// The seed that it was begun with.
    fn seed(&self) -> u64;
    /// The names of the seats.
    fn seats(&self) -> &'static [&'static str];
    /// All players, by their numbers.
    fn players(&self) -> Vec<Decider>;
    /// Who decides now; nobody when the game is over, several where players move together.
    fn deciding(&self) -> Vec<Decider>;
    /// The legal moves of a seat; none if it does not decide now. They may tell what only this seat
    /// knows.
    fn moves(&self, seat: usize) -> Vec<MoveInfo>;
    /// Plays a move, as [`MoveInfo::text`] has it; upper and lower case are the same. Where players
    /// move together, it waits for the others.
    ///
    /// # Errors
    /// When the seat does not decide now, or the move is not legal. Nothing has changed then.
    fn play(&mut self, seat: usize, text: &str) -> Result<(), TableError>;
    /// Takes the last decision back; those of all players where they move together.
    ///
    /// # Errors
    /// At the start.
    fn undo(&mut self) -> Result<(), TableError>;
    /// Turns played.
    fn turns(&self) -> usize;
    /// The reward of each seat; none while the game goes on.
    fn result(&self) -> Option<Vec<f64>>;
    /// How the game ended, in a sentence; none while it goes on.
    fn outcome(&self) -> Option<String>;
    /// The reward of each seat if this one gives up now. A puzzle ends with what it has.
    fn forfeit(&self, seat: usize) -> Vec<f64>;
    /// The game as text, from its start. It tells everything.
    fn record(&self) -> String;
    /// What a seat may know, as a document; what everybody may know if there is no seat.
    fn observe(&self, seat: Option<usize>) -> Value;
    /// The same, drawn in text.
    fn draw(&self, seat: Option<usize>) -> String;
    /// The whole state, drawn in text: for after the game.
    fn reveal(&self) -> String;
    /// Lets an agent think about the decision of a seat. The same agent is asked again later in the
    /// game, so that it can keep its tree and its belief; after [`Table::undo`] it begins anew.
    ///
    /// # Errors
    /// When the seat does not decide now, the specification is wrong or the search fails.
    fn think(
        &mut self,
        seat: usize,
        agent: &Spec,
        options: ThinkOptions<'_>,
    ) -> Result<Analysis<MoveInfo>, TableError>;
    /// The move of [`Table::think`] alone, for those who ask often: to put a whole analysis into words
    /// takes longer than a short search.
    ///
    /// # Errors
    /// As for [`Table::think`].
    fn choose(
        &mut self,
        seat: usize,
        agent: &Spec,
        options: ThinkOptions<'_>,
    ) -> Result<MoveInfo, TableError>;
    /// How long agents have thought at this table.
    fn thought(&self) -> Duration;
    /// Lets the agents give back memory that they do not need before they are asked again.
    fn rest(&mut self);
    /// Another table at which the same game goes on.
    fn copy(&self) -> Box<dyn Table>;
}

/// The table of a contest.
pub(crate) struct GameTable<C: Contest> {
    contest: Arc<C>,
    seed: u64,
    underway: Underway<C::Game>,
    /// The moves of those who decided, turn by turn: what to play again after a step back.
    played: Vec<Vec<MoveOf<C>>>,
    /// The moves of this turn, by player, where several decide.
    chosen: Vec<Option<MoveOf<C>>>,
    /// Agents that have thought in this game.
    agents: Vec<Seated<AgentOf<C>>>,
    thought: Duration,
}

/// An agent that has thought for a seat.
struct Seated<A> {
    seat: usize,
    /// As it was asked for last, and as its settings are printed: the first is compared at once, the
    /// second also tells that two ways to write a specification mean the same.
    spec: Spec,
    name: String,
    agent: A,
}

impl<C: Contest> GameTable<C> {
    pub(crate) fn new(contest: Arc<C>, seed: u64) -> Self {
        let underway = first_position(&*contest, seed, 0);
        let chosen = vec![None; C::Game::PLAYERS];
        let (played, agents, thought) = (Vec::new(), Vec::new(), Duration::ZERO);
        Self { contest, seed, underway, played, chosen, agents, thought }
    }

    /// The player of a seat who has still to decide.
    fn decider(&self, seat: usize) -> Result<Player, TableError> {
        let seats = self.contest.sides();
        let Some(&name) = seats.get(seat) else {
            return Err(TableError::NoSeat { seat, seats: seats.len() });
        };
        if self.underway.game.turn() == Turn::Over {
            return Err(TableError::Over);
        }
        let mut players = self.underway.game.turn().deciders::<C::Game>();
        let player = players.find(|&p| self.contest.side_of(p) == seat && self.chosen[p].is_none());
        player.ok_or(TableError::NotYourTurn { seat: name })
    }

    fn legal(&self, player: Player) -> Vec<MoveOf<C>> {
        let mut legal = Vec::new();
        self.underway.game.moves(player, &mut legal);
        legal
    }

    fn info(&self, mv: MoveOf<C>) -> MoveInfo {
        info(&*self.contest, &self.underway.game, mv)
    }

    /// A legal move by its text.
    fn parse(&self, player: Player, text: &str) -> Result<MoveOf<C>, TableError> {
        let legal = self.legal(player);
        let texts: Vec<String> = legal.iter().map(|&mv| self.contest.move_text(mv)).collect();
        let given = text.trim();
        let exact = texts.iter().position(|legal| legal.eq_ignore_ascii_case(given));
        let other = || self.contest.find_move(&self.underway.game, given);
        match exact.map(|place| legal[place]).or_else(other).filter(|mv| legal.contains(mv)) {
            Some(mv) => Ok(mv),
            None => Err(TableError::IllegalMove {
                text: given.to_string(),
                nearest: nearest(given, texts.iter().map(String::as_str)),
                legal: texts.join(" "),
            }),
        }
    }

    /// The view of a seat, or the one that anybody may see.
    fn view(&self, seat: Option<usize>) -> C::View {
        let of_seat = |seat| (0..C::Game::PLAYERS).find(|&p| self.contest.side_of(p) == seat);
        let player = seat.and_then(of_seat).unwrap_or_else(|| self.contest.spectator());
        self.contest.view(&self.underway.game, player)
    }

    /// The agent of a seat with this specification, as it was left when it thought last.
    fn agent(&mut self, seat: usize, spec: &Spec) -> Result<Seated<AgentOf<C>>, TableError> {
        let of_seat = |known: &Seated<_>| known.seat == seat;
        let same = self.agents.iter().position(|known| of_seat(known) && known.spec == *spec);
        if let Some(place) = same {
            return Ok(self.agents.swap_remove(place));
        }
        let settings = self.contest.agents(seat).resolve(spec)?;
        let name = settings.to_string();
        let known = self.agents.iter().position(|known| of_seat(known) && known.name == name);
        let agent = if let Some(place) = known {
            self.agents.swap_remove(place).agent
        } else {
            let seed = mix(&[self.seed, 0, 1 + seat as u64]);
            self.contest.agent(seat, &settings, seed)?
        };
        Ok(Seated { seat, spec: spec.clone(), name, agent })
    }

    /// Lets an agent think; what it finds is said at the end.
    fn decide<T>(
        &mut self,
        seat: usize,
        agent: &Spec,
        options: ThinkOptions<'_>,
        say: impl FnOnce(&C, &C::Game, Analysis<MoveOf<C>>) -> T,
    ) -> Result<T, TableError> {
        let player = self.decider(seat)?;
        let mut seated = self.agent(seat, agent)?;
        let agent = &mut seated.agent;
        let (contest, game) = (&*self.contest, &self.underway.game);
        let view = contest.view(game, player);
        let begin = Instant::now();
        let found = match options.progress {
            None => agent.analyse(&view, player, &mut Watch::new(&options.stop)),
            Some((every, progress)) => {
                let mut show =
                    |analysis: &Analysis<_>| progress(&in_words(contest, game, analysis.clone()));
                let mut watch = Watch::showing(&options.stop, every, &mut show);
                agent.analyse(&view, player, &mut watch)
            }
        };
        self.thought += begin.elapsed();
        let said = say(contest, game, found?);
        self.agents.push(seated);
        Ok(said)
    }
}

/// What an agent found in a position.
fn in_words<C: Contest>(
    contest: &C,
    game: &C::Game,
    analysis: Analysis<MoveOf<C>>,
) -> Analysis<MoveInfo> {
    // The moves of lines after the first belong to other positions.
    let line = analysis.line.iter().map(|&mv| plain_info(contest, mv)).collect();
    let first = |branch: Branch<_>| Branch {
        mv: info(contest, game, branch.mv),
        ..branch.map(&mut |mv| plain_info(contest, mv))
    };
    let tree = analysis.tree.iter().cloned().map(first).collect();
    let analysis = Analysis { tree: Vec::new(), ..analysis };
    Analysis { line, tree, ..analysis.map(|mv| info(contest, game, mv)) }
}

/// A move in a position where it is legal.
pub(crate) fn info<C: Contest>(contest: &C, game: &C::Game, mv: MoveOf<C>) -> MoveInfo {
    MoveInfo { label: contest.say(game, mv), ..plain_info(contest, mv) }
}

/// A move, whatever the position.
fn plain_info<C: Contest>(contest: &C, mv: MoveOf<C>) -> MoveInfo {
    let text = contest.move_text(mv);
    MoveInfo { label: text.clone(), text, data: contest.move_data(mv) }
}

impl<C: Contest> Table for GameTable<C> {
    fn contest(&self) -> &dyn AnyContest {
        &*self.contest
    }
    fn seed(&self) -> u64 {
        self.seed
    }
    fn seats(&self) -> &'static [&'static str] {
        Contest::sides(&*self.contest)
    }
    fn players(&self) -> Vec<Decider> {
        AnyContest::players(&*self.contest)
    }
    fn deciding(&self) -> Vec<Decider> {
        let game = &self.underway.game;
        let players = game.turn().deciders::<C::Game>().filter(|&p| self.chosen[p].is_none());
        let decider = |player| Decider {
            seat: self.contest.side_of(player),
            player,
            name: self.contest.decider(game, player),
        };
        players.map(decider).collect()
    }
    fn moves(&self, seat: usize) -> Vec<MoveInfo> {
        let Ok(player) = self.decider(seat) else { return Vec::new() };
        self.legal(player).into_iter().map(|mv| self.info(mv)).collect()
    }
    fn play(&mut self, seat: usize, text: &str) -> Result<(), TableError> {
        let player = self.decider(seat)?;
        self.chosen[player] = Some(self.parse(player, text)?);
        let players = self.underway.game.turn().deciders::<C::Game>();
        let moves: Option<Vec<_>> = players.map(|p| self.chosen[p]).collect();
        if let Some(moves) = moves {
            self.underway.play(&moves);
            self.played.push(moves);
            self.chosen.fill(None);
        }
        Ok(())
    }
    fn undo(&mut self) -> Result<(), TableError> {
        self.agents.clear();
        if self.chosen.iter().any(Option::is_some) {
            self.chosen.fill(None);
            return Ok(());
        }
        self.played.pop().ok_or(TableError::NothingToUndo)?;
        self.underway = first_position(&*self.contest, self.seed, 0);
        self.played.iter().for_each(|moves| self.underway.play(moves));
        Ok(())
    }
    fn turns(&self) -> usize {
        self.played.len()
    }
    fn result(&self) -> Option<Vec<f64>> {
        let game = &self.underway.game;
        let seats = 0..self.contest.sides().len();
        (game.turn() == Turn::Over).then(|| seats.map(|s| self.contest.reward(game, s)).collect())
    }
    fn outcome(&self) -> Option<String> {
        let game = &self.underway.game;
        (game.turn() == Turn::Over).then(|| self.contest.outcome(game))
    }
    fn forfeit(&self, seat: usize) -> Vec<f64> {
        let game = &self.underway.game;
        match self.contest.sides().len() {
            1 => vec![self.contest.reward(game, 0)],
            seats => {
                let (low, high) = game.features().rewards;
                (0..seats).map(|s| if s == seat { low } else { high }).collect()
            }
        }
    }
    fn record(&self) -> String {
        self.contest.write(&self.underway.start, &self.underway.moves)
    }
    fn observe(&self, seat: Option<usize>) -> Value {
        self.contest.observe(&self.view(seat))
    }
    fn draw(&self, seat: Option<usize>) -> String {
        self.contest.draw_view(&self.view(seat))
    }
    fn reveal(&self) -> String {
        self.contest.draw(&self.underway.game)
    }
    fn think(
        &mut self,
        seat: usize,
        agent: &Spec,
        options: ThinkOptions<'_>,
    ) -> Result<Analysis<MoveInfo>, TableError> {
        self.decide(seat, agent, options, in_words)
    }
    fn choose(
        &mut self,
        seat: usize,
        agent: &Spec,
        options: ThinkOptions<'_>,
    ) -> Result<MoveInfo, TableError> {
        self.decide(seat, agent, options, |contest, game, found| info(contest, game, found.best))
    }
    fn thought(&self) -> Duration {
        self.thought
    }
    fn rest(&mut self) {
        self.agents.iter_mut().for_each(|seated| seated.agent.rest());
    }
    fn copy(&self) -> Box<dyn Table> {
        Box::new(Self {
            contest: Arc::clone(&self.contest),
            seed: self.seed,
            underway: self.underway.clone(),
            played: self.played.clone(),
            chosen: self.chosen.clone(),
            agents: Vec::new(),
            thought: Duration::ZERO,
        })
    }
}

#[cfg(test)]
mod tests;
