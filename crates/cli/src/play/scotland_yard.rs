//! `spinney play scotland-yard`: Mr X or the detectives, in the terminal.

use super::Args;
use crate::failure::{Interrupted, input};
use crate::{interrupt, out};
use serde_json::json;
use spinney_games::scotland_yard::agents::{self, Hider, Seeker};
use spinney_games::scotland_yard::board::{STATIONS, Ticket};
use spinney_games::scotland_yard::rules::{Full, HIDER, Move, Options, Outcome};
use spinney_games::scotland_yard::{GAME, text};
use spinney_search::game::{Game, Turn};
use spinney_search::rng::mix;
use spinney_spec::Settings;
use std::io::{BufRead, Write};

/// Who the person is, and who answers.
enum Opponent {
    Detectives(Box<Seeker>),
    MrX(Box<Hider>),
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let spec = args.game.spec()?;
    let options = Options::from_settings(&Settings::new(&GAME, &spec.args)?);
    let against: spinney_spec::Spec =
        args.against.as_deref().unwrap_or("nijssen(millis=1000)").parse()?;
    let seed = mix(&[args.seed, 1]);
    let opponent = match args.side.as_deref().unwrap_or("mrx") {
        "mrx" | "mr-x" | "hider" => {
            Opponent::Detectives(agents::seeker(&agents::seekers().resolve(&against)?, seed)?)
        }
        "detectives" | "seekers" => {
            Opponent::MrX(agents::hider(&agents::hiders().resolve(&against)?, seed)?)
        }
        other => return Err(input(format!("--as {other}: mrx or detectives was expected"))),
    };
    let game = options.start(mix(&[args.seed, 0]));
    table(game, opponent, args.json)
}

fn table(mut game: Full, mut opponent: Opponent, json: bool) -> anyhow::Result<()> {
    let mut lines = std::io::stdin().lock().lines();
    while let Turn::One(player) = game.turn() {
        if interrupt::stop().raised() {
            return Err(Interrupted.into());
        }
        let mine = matches!(opponent, Opponent::Detectives(_)) == (player == HIDER);
        let mv = if mine {
            show(&game, &opponent, json)?;
            loop {
                eprint!(
                    "{}> ",
                    if player == HIDER {
                        "Mr X".to_string()
                    } else {
                        format!("detective {player}")
                    }
                );
                std::io::stderr().flush()?;
                let Some(line) = lines.next() else { return Ok(()) };
                let line = line?;
                if matches!(line.trim(), "q" | "quit") {
                    return Ok(());
                }
                match parse(&line, &game, player) {
                    Ok(mv) => break mv,
                    Err(problem) => eprintln!("{problem}"),
                }
            }
        } else {
            let mv = match &mut opponent {
                Opponent::Detectives(agent) => {
                    agent.choose(&game.public(), player, interrupt::stop())?
                }
                Opponent::MrX(agent) => agent.choose(&game, player, interrupt::stop())?,
            };
            // What Mr X does is in the travel log; only his ticket may be said.
            if player != HIDER && !json {
                out::print(&format!("Detective {player} plays {mv}."))?;
            }
            mv
        };
        game.play(mv);
    }
    show_end(&game, json)
}

/// The table as the person sees it.
fn show(game: &Full, opponent: &Opponent, json: bool) -> anyhow::Result<()> {
    let hider = matches!(opponent, Opponent::Detectives(_)).then_some(game.hider);
    let mut legal = Vec::new();
    game.moves(game.open.turn as usize, &mut legal);
    if json {
        let moves: Vec<String> = legal.iter().map(Move::to_string).collect();
        let possible: Vec<usize> = game.belief.possible.iter().collect();
        let document = json!({
            "schema": "spinney.play.scotland-yard/1", "round": game.open.round,
            "turn": game.open.turn, "mrx": hider, "detectives": game.open.seekers[..],
            "possible": possible, "moves": moves,
        });
        return out::print(&document.to_string());
    }
    let mut text = text::table(&game.public(), hider);
    if hider.is_some() {
        text.push_str(&text::surroundings(game));
    }
    text.push_str("A move is a ticket and a station, as T104 (T taxi, B bus, U underground, X black); q quits.");
    out::print(&text)
}

fn show_end(game: &Full, json: bool) -> anyhow::Result<()> {
    let winner = if game.open.outcome == Outcome::Escaped { "mrx" } else { "detectives" };
    if json {
        let document = json!({
            "schema": "spinney.play.scotland-yard/1", "round": game.open.round, "winner": winner,
            "mrx": game.hider,
        });
        return out::print(&document.to_string());
    }
    out::print(&text::table(&game.public(), Some(game.hider)))
}

/// A move that a person typed, or why it can't be played.
fn parse(line: &str, game: &Full, player: usize) -> Result<Move, String> {
    let mut legal = Vec::new();
    game.moves(player, &mut legal);
    if legal == [Move::PASS] {
        return Ok(Move::PASS);
    }
    let word = line.trim();
    let (double, rest) = match word.strip_prefix("2x") {
        Some(rest) => (true, rest),
        None => (false, word),
    };
    let mut chars = rest.chars();
    let ticket = chars.next().and_then(Ticket::from_letter);
    let station = chars.as_str().trim().parse::<usize>().ok().filter(|n| *n <= STATIONS);
    let list = || legal.iter().map(Move::to_string).collect::<Vec<_>>().join(" ");
    let (Some(ticket), Some(station)) = (ticket, station) else {
        return Err(format!("`{word}`: a ticket and a station, as T104; legal: {}", list()));
    };
    let mv = Move { to: station as u8, ticket, double };
    if legal.contains(&mv) { Ok(mv) } else { Err(format!("{mv} is not legal; legal: {}", list())) }
}
