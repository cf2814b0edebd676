//! `spinney play samegame`: a board in the terminal; a move is a cell, `hint` asks a solver.

use super::Args;
use crate::failure::input;
use crate::{interrupt, out};
use serde_json::json;
use spinney_games::samegame::agents::{self, Task};
use spinney_games::samegame::notation::{blocks, write_moves};
use spinney_games::samegame::reference::{self, Place, ReferenceBoard};
use spinney_games::samegame::{LargeState, Position, StandardState, standard_set};
use spinney_search::game::Game;
use spinney_spec::Settings;
use std::fmt::Write as _;
use std::io::BufRead;

const HELP: &str = "row,column removes the group there (rows and columns as numbered at the edges); \
                    hint asks the solver; undo; quit";

pub fn run(args: &Args) -> anyhow::Result<()> {
    let options = spinney_games::games().resolve(&args.game.spec()?)?;
    let number = |key| options.integer(key) as usize;
    let position = match number("position").checked_sub(1) {
        Some(index) => standard_set().swap_remove(index),
        None => Position::random(number("rows"), number("columns"), number("colours"), args.seed),
    };
    let solver = args.against.as_deref().unwrap_or("best(millis=2000)");
    let solver = agents::catalogue().resolve(&solver.parse()?)?;
    let mut moves: Vec<Place> = Vec::new();
    if !args.json {
        out::print(HELP)?;
    }
    let mut lines = std::io::stdin().lock().lines();
    loop {
        let mut board = ReferenceBoard::new(&position);
        for &mv in &moves {
            board.play(mv).map_err(|problem| anyhow::anyhow!("{problem}"))?;
        }
        let outcome = reference::replay(&position, &moves)?;
        let score = outcome.score - board.ending();
        show(args, &position, &board, score, outcome.over)?;
        if outcome.over {
            return finish(args, &moves, outcome.score, outcome.cleared);
        }
        let Some(line) = lines.next() else { return finish(args, &moves, outcome.score, false) };
        match line?.trim() {
            "" => {}
            "quit" | "q" => return finish(args, &moves, outcome.score, false),
            "undo" | "u" => drop(moves.pop()),
            "hint" | "h" => {
                let (mv, score) = hint(&position, &moves, &solver, args.seed)?;
                let [row, column] = mv;
                out::print(&format!("{row},{column} leads to {score} points"))?;
            }
            text => {
                let cell = text.split_once([',', ' ']).and_then(|(row, column)| {
                    Some([row.trim().parse().ok()?, column.trim().parse().ok()?])
                });
                let problem = match cell {
                    None => Some("not understood"),
                    Some(cell) => board.clone().play(cell).map(|_| moves.push(cell)).err(),
                };
                if let Some(problem) = problem {
                    out::print(&format!("{text}: {problem}; {HELP}"))?;
                }
            }
        }
        if interrupt::stop().raised() {
            return Err(crate::failure::Interrupted.into());
        }
    }
}

/// The next move of the solver's line from here, and the line's score.
fn hint(
    position: &Position,
    moves: &[Place],
    solver: &Settings,
    seed: u64,
) -> anyhow::Result<(Place, i32)> {
    let stop = interrupt::stop();
    let task = Task { seed, threads: 1, time: None, stop, known: &[], improved: &|_| () };
    let played = blocks(position, moves).map_err(|error| input(error.to_string()))?;
    let answer = if position.fits::<4, 3, 16>() {
        let mut state = StandardState::new(position);
        for &mv in &played {
            state.play(mv);
        }
        agents::solve(solver, state, &task)
    } else {
        let mut state = LargeState::new(position);
        for &mv in &played {
            state.play(mv);
        }
        agents::solve(solver, state, &task)
    };
    let first = answer.moves.first().ok_or_else(|| anyhow::anyhow!("no move is left"))?;
    Ok((first.place(position.rows()), answer.score))
}

fn show(
    args: &Args,
    position: &Position,
    board: &ReferenceBoard,
    score: i64,
    over: bool,
) -> anyhow::Result<()> {
    if args.json {
        let rows: Vec<String> = board.cells.iter().map(|row| text_row(position, row)).collect();
        return out::print(&json!({"score": score, "over": over, "rows": rows}).to_string());
    }
    let mut text = String::new();
    for (number, row) in board.cells.iter().enumerate() {
        let cells: String = row.iter().map(|&cell| painted(position, cell)).collect();
        let _ = writeln!(text, "{number:>2} {cells}");
    }
    text.push_str("  ");
    for column in 0..position.columns() {
        let _ = write!(text, "{column:>2}");
    }
    let _ = write!(text, "\nscore {score}");
    out::print(&text)
}

fn text_row(position: &Position, row: &[u8]) -> String {
    row.iter().map(|&cell| position.symbol(cell)).collect()
}

/// A block, two characters wide.
fn painted(position: &Position, cell: u8) -> String {
    let symbol = position.symbol(cell);
    if cell > 0 && out::colour() {
        format!("\x1b[3{}m {symbol}\x1b[0m", 1 + (cell - 1) % 7)
    } else {
        format!(" {symbol}")
    }
}

fn finish(args: &Args, moves: &[Place], score: i64, cleared: bool) -> anyhow::Result<()> {
    if args.json {
        return out::print(
            &json!({"final": score, "cleared": cleared, "moves": moves}).to_string(),
        );
    }
    let end = if cleared { ", the board is clear" } else { "" };
    out::print(&format!("{score} points{end}\n{}", write_moves(moves)))
}
