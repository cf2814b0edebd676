//! Games that were recorded, moment by moment.

use super::table::{self, MoveInfo};
use super::underway::replay_turn;
use super::{Contest, NotationError};
use crate::presentation;
use serde::Serialize;
use serde_json::Value;
use spinney_search::game::{Game, Player, Turn};

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

/// The moments of a recorded game, for people.
pub(super) fn steps<C: Contest>(contest: &C, record: &str) -> Result<Vec<Step>, NotationError> {
    let (mut game, moves) = contest.read(record)?;
    let mut left = moves.as_slice();
    let mut steps = vec![Step { moves: Vec::new(), drawing: contest.draw(&game) }];
    loop {
        let (before, due) = (game.clone(), left);
        let Some(turn) = replay_turn(&mut game, &mut left) else { return Ok(steps) };
        let played = due[..due.len() - left.len()].iter().enumerate().map(|(i, &mv)| {
            let said = contest.say(&before, mv);
            let player = match turn {
                Turn::Chance => {
                    return StepMove { side: "chance", by: "chance".to_string(), said };
                }
                Turn::One(player) => player,
                _ => i,
            };
            let side = contest.sides()[contest.side_of(player)];
            StepMove { side, by: contest.decider(&before, player), said }
        });
        steps.push(Step { moves: played.collect(), drawing: contest.draw(&game) });
    }
}

/// How many moves there were to choose from at each decision of a recorded game.
pub(super) fn choices<C: Contest>(contest: &C, record: &str) -> Result<Vec<usize>, NotationError> {
    let (mut game, moves) = contest.read(record)?;
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

/// The moments of a recorded game, for programs.
pub(super) fn moments<C: Contest>(contest: &C, record: &str) -> Result<Vec<Moment>, NotationError> {
    let (mut game, moves) = contest.read(record)?;
    let mut left = moves.as_slice();
    let start = Moment { moves: Vec::new(), observations: observations(contest, &game) };
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
            let name = player.map(|player| contest.decider(&before, player));
            MomentMove {
                player,
                side: player.map(|player| contest.side_of(player)),
                name: presentation::capital(name.as_deref().unwrap_or("chance")),
                mv: table::info(contest, &before, mv),
            }
        });
        let moves = played.collect();
        moments.push(Moment { moves, observations: observations(contest, &game) });
    }
}

/// What each side may know.
fn observations<C: Contest>(contest: &C, game: &C::Game) -> Vec<Value> {
    let of_side = |side| (0..C::Game::PLAYERS).find(|&player| contest.side_of(player) == side);
    let players = (0..contest.sides().len()).filter_map(of_side);
    players.map(|player| contest.observe(&contest.view(game, player))).collect()
}
