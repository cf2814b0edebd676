//! A person at a table: one loop for every game.

use super::lines::Lines;
use crate::failure::{Interrupted, input};
use crate::{interrupt, out};
use serde_json::{Value, json};
use spinney_games::agent::Analysis;
use spinney_games::table::{Decider, MoveInfo, Table, TableError, ThinkOptions};
use spinney_spec::Spec;
use std::cmp::Ordering;
use std::io::IsTerminal;

const COMMANDS: &str = "\
Type a move, or one of these:
  moves   list the legal moves
  hint    ask the agent for a move
  undo    take back your last decision
  board   show the board
  record  show the game so far as text
  help    show this help
  quit    leave the game (or q, or exit)";

/// A longer list of moves is shown by `moves` alone.
const LISTED: usize = 40;

/// Whether the game goes on after a line.
#[derive(PartialEq)]
enum Then {
    /// A move was played or taken back.
    On,
    /// The same decision is still to be taken.
    Ask,
    Leave,
}

pub struct Session {
    table: Box<dyn Table>,
    /// The person's seat.
    me: usize,
    /// Who thinks, by seat; on the person's seat for hints.
    agents: Vec<Spec>,
    json: bool,
    /// The turns at which the person has decided.
    decisions: Vec<usize>,
    /// Whether the person has seen the board as it is.
    shown: bool,
    lines: Lines,
}

impl Session {
    pub fn new(table: Box<dyn Table>, me: usize, agents: Vec<Spec>, json: bool) -> Self {
        let (decisions, shown) = (Vec::new(), false);
        Self { table, me, agents, json, decisions, shown, lines: Lines::new() }
    }

    pub fn play(mut self) -> anyhow::Result<()> {
        if !self.json {
            out::print(&self.greeting())?;
        }
        loop {
            let deciding = self.table.deciding();
            // Where players move together, an agent does not see the person's move all the same.
            let next = deciding.iter().find(|decider| decider.seat == self.me);
            let Some(decider) = next.or(deciding.first()) else { return self.end() };
            if decider.seat != self.me {
                self.answer(decider)?;
            } else if !self.decide(decider)? {
                return Ok(());
            }
        }
    }

    fn greeting(&self) -> String {
        let (game, seed) = (self.table.contest().spec(), self.table.seed());
        let (seats, agents) = (self.table.seats(), &self.agents);
        let players = if seats.len() == 1 {
            format!("Hints come from {}.", agents[self.me])
        } else {
            let others = (0..seats.len()).filter(|&seat| seat != self.me);
            let others: Vec<String> =
                others.map(|seat| format!("{} plays {}.", agents[seat], seats[seat])).collect();
            format!("You play {}. {}", seats[self.me], others.join(" "))
        };
        format!(
            "{game}, seed {seed} (--seed {seed} starts from the same position)\n\
             {players} `help` explains the game and the commands.\n"
        )
    }

    /// An agent's move.
    fn answer(&mut self, decider: &Decider) -> anyhow::Result<()> {
        let best = self.think(decider.seat)?.best;
        self.table.play(decider.seat, &best.text)?;
        self.shown = false;
        if self.json {
            return Ok(());
        }
        let secret = self.table.contest().hides_moves(decider.seat);
        let what = if secret { "has moved".to_string() } else { format!("plays {}", best.label) };
        out::print(&format!("{} {what}.", capital(&decider.name)))
    }

    fn think(&mut self, seat: usize) -> anyhow::Result<Analysis<MoveInfo>> {
        let options = ThinkOptions { stop: interrupt::stop().clone(), progress: None };
        let found = self.table.think(seat, &self.agents[seat], options);
        // A search that was told to stop may have answered anything.
        if interrupt::stop().raised() {
            return Err(Interrupted.into());
        }
        Ok(found?)
    }

    /// The person's decision; false if he leaves.
    fn decide(&mut self, decider: &Decider) -> anyhow::Result<bool> {
        let moves = self.table.moves(self.me);
        if self.json {
            out::json_line(&self.document(Some(decider), &moves))?;
        } else {
            if !self.shown {
                out::print(&self.table.draw(Some(self.me)))?;
            }
            out::print(&question(decider, &moves))?;
        }
        self.shown = true;
        loop {
            if !self.json && std::io::stdin().is_terminal() {
                eprint!("> ");
            }
            let Some(line) = self.lines.next()? else { return Ok(false) };
            match self.obey(&line, decider, &moves)? {
                Then::On => return Ok(true),
                Then::Leave => return Ok(false),
                Then::Ask => {}
            }
        }
    }

    /// Does what a line says. A legal move comes before a command of the same name.
    fn obey(&mut self, line: &str, decider: &Decider, moves: &[MoveInfo]) -> anyhow::Result<Then> {
        // Enter is enough where there is nothing to choose.
        let line = match moves {
            [only] if line.is_empty() => only.text.as_str(),
            _ => line,
        };
        let is_move = moves.iter().any(|mv| mv.text.eq_ignore_ascii_case(line));
        let command = line.to_ascii_lowercase();
        let text = match command.as_str() {
            _ if is_move => return self.play_own(line),
            "" => return Ok(Then::Ask),
            "quit" | "q" | "exit" => return Ok(Then::Leave),
            "undo" | "u" => return self.undo(),
            "hint" | "h" => return self.hint(),
            "record" if self.hidden() => {
                return self.refuse("The record would show what you can't know yet.");
            }
            "record" if self.json => {
                let document = json!({ "schema": "spinney-play-record/1",
                    "seed": self.table.seed(), "record": self.table.record() });
                out::json_line(&document)?;
                return Ok(Then::Ask);
            }
            "help" | "?" | "moves" | "board" if self.json => {
                out::json_line(&self.document(Some(decider), moves))?;
                return Ok(Then::Ask);
            }
            "help" | "?" => format!("{}\n{COMMANDS}", self.table.contest().help().trim_end()),
            "moves" | "m" => listing(moves),
            "board" | "b" => self.table.draw(Some(self.me)),
            "record" => self.table.record(),
            _ => return self.play_own(line),
        };
        out::print(&text)?;
        Ok(Then::Ask)
    }

    fn play_own(&mut self, text: &str) -> anyhow::Result<Then> {
        let turn = self.table.turns();
        match self.table.play(self.me, text) {
            Ok(()) => {
                self.decisions.push(turn);
                // Several pieces move one after the other: the board is shown when others have moved.
                self.shown = self.table.seats().len() > 1;
                Ok(Then::On)
            }
            Err(error @ TableError::IllegalMove { .. }) => {
                self.refuse(&format!("{error}; `help` lists the commands"))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Says that something can't be done: a person is asked again, a program has a fault.
    fn refuse(&self, why: &str) -> anyhow::Result<Then> {
        if self.json {
            return Err(input(why));
        }
        out::print(why)?;
        Ok(Then::Ask)
    }

    /// Whether somebody else hides something from the person.
    fn hidden(&self) -> bool {
        let others = (0..self.table.seats().len()).filter(|&seat| seat != self.me);
        others.into_iter().any(|seat| self.table.contest().hides_moves(seat))
    }

    fn undo(&mut self) -> anyhow::Result<Then> {
        let Some(turn) = self.decisions.pop() else {
            return self.refuse("There is no move to take back.");
        };
        while self.table.turns() > turn {
            self.table.undo()?;
        }
        self.shown = false;
        Ok(Then::On)
    }

    fn hint(&mut self) -> anyhow::Result<Then> {
        let found = self.think(self.me)?;
        if self.json {
            let document = json!({ "schema": "spinney-play-hint/1", "seed": self.table.seed(),
                "agent": self.agents[self.me].to_string(), "analysis": found });
            out::json_line(&document)?;
            return Ok(Then::Ask);
        }
        let value = match found.value() {
            None => String::new(),
            Some(value) if self.table.seats().len() == 1 => format!(", worth {value:.0} points"),
            Some(value) => format!(", worth {value:.2} (0 is a loss, 1 a win)"),
        };
        let MoveInfo { text, label, .. } = &found.best;
        let said =
            if label.starts_with(text) { label.clone() } else { format!("{text} ({label})") };
        out::print(&format!("{} would play {said}{value}.", self.agents[self.me]))?;
        Ok(Then::Ask)
    }

    /// What a program is told when it is to move, or at the end.
    fn document(&self, decider: Option<&Decider>, moves: &[MoveInfo]) -> Value {
        let seats = self.table.seats();
        let result = self.table.result();
        let rewards: Option<serde_json::Map<String, Value>> = result.as_ref().map(|rewards| {
            seats
                .iter()
                .zip(rewards)
                .map(|(seat, &reward)| ((*seat).to_string(), json!(reward)))
                .collect()
        });
        json!({
            "schema": "spinney-play/1",
            "seed": self.table.seed(),
            "game": self.table.contest().spec().to_string(),
            "you": seats[self.me],
            "turn": self.table.turns(),
            "decider": decider.map(|decider| &decider.name),
            "moves": moves,
            "observation": self.table.observe(Some(self.me)),
            "over": result.is_some(),
            "reward": result.as_ref().map(|rewards| rewards[self.me]),
            "rewards": rewards,
            "record": result.as_ref().map(|_| self.table.record()),
        })
    }

    fn end(&self) -> anyhow::Result<()> {
        if self.json {
            return out::json_line(&self.document(None, &[]));
        }
        let rewards = self.table.result().unwrap_or_default();
        let verdict = verdict(&rewards, self.me);
        let record = if self.hidden() { self.table.record() } else { String::new() };
        out::print(&format!("{}\n{verdict}\n{record}", self.table.reveal().trim_end()))
    }
}

/// The result in words.
fn verdict(rewards: &[f64], me: usize) -> String {
    let mine = rewards.get(me).copied().unwrap_or_default();
    let others = rewards.iter().enumerate().filter(|(seat, _)| *seat != me);
    match others.map(|(_, &reward)| reward).max_by(f64::total_cmp) {
        None => format!("The game is over: {mine} points."),
        Some(other) => match mine.total_cmp(&other) {
            Ordering::Greater => "The game is over: you win.",
            Ordering::Equal => "The game is over: a draw.",
            Ordering::Less => "The game is over: you lose.",
        }
        .to_string(),
    }
}

fn question(decider: &Decider, moves: &[MoveInfo]) -> String {
    let texts: Vec<&str> = moves.iter().map(|mv| mv.text.as_str()).collect();
    let list = if texts.len() > LISTED {
        format!("{} … (`moves` lists all {})", texts[..LISTED].join(" "), texts.len())
    } else {
        texts.join(" ")
    };
    format!("Your move ({}): {list}", decider.name)
}

fn listing(moves: &[MoveInfo]) -> String {
    let width = moves.iter().map(|mv| mv.text.chars().count()).max().unwrap_or(0);
    let line = |mv: &MoveInfo| match mv.label.strip_prefix(&format!("{}: ", mv.text)) {
        Some(rest) => format!("  {:width$}  {rest}", mv.text),
        None if mv.label == mv.text => format!("  {}", mv.text),
        None => format!("  {:width$}  {}", mv.text, mv.label),
    };
    moves.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_in_words() {
        assert!(verdict(&[1.0, 0.0], 0).ends_with("you win."));
        assert!(verdict(&[1.0, 0.0], 1).ends_with("you lose."));
        assert!(verdict(&[0.5, 0.5], 1).ends_with("a draw."));
        assert!(verdict(&[-4.0], 0).ends_with("-4 points."));
    }
}
