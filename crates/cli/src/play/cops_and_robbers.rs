//! Cops & Robbers in the terminal: a vertex a line.

use super::Args;
use crate::failure::{Interrupted, input};
use crate::{interrupt, out};
use serde_json::{Value, json};
use spinney_games::agent::Agent;
use spinney_games::contest::Contest;
use spinney_games::cops_and_robbers::{CopsAndRobbers, Hunt, ROBBER, ToMove, Vertex, View};
use spinney_search::game::{Game, Hidden, Player, Turn};
use std::io::BufRead;

/// Rows and columns of the map.
const MAP: (usize, usize) = (22, 72);

struct Table {
    game: Hunt,
    me: Player,
    opponent: Box<dyn Agent<View, Vertex>>,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let settings = spinney_games::games().resolve(&args.game.spec()?)?;
    let contest = CopsAndRobbers::new(&settings)?;
    let sides = Contest::sides(&contest);
    let me = match &args.side {
        None => ROBBER,
        Some(name) => sides
            .iter()
            .position(|side| side == name)
            .ok_or_else(|| input(format!("--as {name}: {} was expected", sides.join(" or "))))?,
    };
    let other = 1 - me;
    let against = args.against.as_deref().unwrap_or("best");
    let agent = crate::game::check(&contest, other, against)?;
    let opponent = contest.agent(other, &agent, args.seed)?;
    let game = Contest::start(&contest, args.seed);
    Table { game, me, opponent }.play(args.json)
}

impl Table {
    fn play(mut self, as_json: bool) -> anyhow::Result<()> {
        let mut lines = std::io::stdin().lock().lines();
        let mut shown = None;
        while let Turn::One(player) = self.game.turn() {
            if interrupt::stop().raised() {
                return Err(Interrupted.into());
            }
            if player != self.me {
                let view = self.game.view(player);
                let to = self.opponent.choose(&view, player, interrupt::stop())?;
                self.game.play(to);
                continue;
            }
            let mut legal = Vec::new();
            self.game.moves(player, &mut legal);
            if as_json {
                out::print(&self.document(&legal).to_string())?;
            } else {
                let public = self.game.state().public();
                // The cops choose one after the other: one picture a round is enough.
                if shown != Some(public.round()) {
                    shown = Some(public.round());
                    out::print(&self.picture())?;
                }
                out::print(&self.question(&legal))?;
            }
            let Some(line) = lines.next() else { return Ok(()) };
            let line = line?;
            let graph = self.game.state().public().rules().graph();
            let named = line.trim().parse().ok().and_then(|name| graph.vertex_named(name));
            match named.filter(|to| legal.contains(to)) {
                Some(to) => self.game.play(to),
                None if as_json => {
                    return Err(input(format!("`{}` is not one of the legal moves", line.trim())));
                }
                None => out::print(&format!("`{}` is not possible", line.trim()))?,
            }
        }
        if as_json {
            return out::print(&self.document(&[]).to_string());
        }
        let state = self.game.state();
        let end = if state.caught() { "The robber is caught" } else { "The robber got away" };
        let mine = self.game.rewards()[self.me] == 1.0;
        let verdict = if mine { "you win" } else { "you lose" };
        let place = state.public().rules().graph().name(state.robber());
        out::print(&format!("{}\n{end} at {place}: {verdict}.", self.picture()))
    }

    /// Where the robber is, if I may know.
    fn robber(&self) -> Option<Vertex> {
        let over = self.game.turn() == Turn::Over;
        self.game.view(self.me).robber.or_else(|| over.then(|| self.game.state().robber()))
    }

    fn names(&self, vertices: &[Vertex]) -> Vec<usize> {
        let graph = self.game.state().public().rules().graph();
        vertices.iter().map(|&v| graph.name(v)).collect()
    }

    fn document(&self, legal: &[Vertex]) -> Value {
        let public = self.game.state().public();
        let over = self.game.turn() == Turn::Over;
        let belief: Vec<Vertex> = self.game.belief().iter().collect();
        let name = |vertex: Option<Vertex>| vertex.map(|v| public.rules().graph().name(v));
        json!({
            "schema": {"name": "spinney-play-cops-and-robbers", "version": 1},
            "you": if self.me == ROBBER { "robber" } else { "cops" },
            "round": public.round(),
            "rounds": public.rules().options().rounds,
            "cops": self.names(public.cops()),
            "reserved": self.names(public.reserved()),
            "robber": name(self.robber()),
            "seen": name(public.seen()),
            "possible": self.names(&belief),
            "legal": self.names(legal),
            "over": over,
            "reward": over.then(|| self.game.rewards()[self.me]),
        })
    }

    fn question(&self, legal: &[Vertex]) -> String {
        let public = self.game.state().public();
        let names: Vec<String> = self.names(legal).iter().map(usize::to_string).collect();
        let who = match public.to_move() {
            ToMove::Cop(cop) => {
                let at = public.rules().graph().name(public.cops()[usize::from(cop)]);
                format!("cop at {at}")
            }
            _ => "you".to_string(),
        };
        format!("{who} to one of: {}", names.join(" "))
    }

    /// The state of the game in words, and a map where there is room.
    fn picture(&self) -> String {
        let public = self.game.state().public();
        let graph = public.rules().graph();
        let list = |vertices: &[Vertex]| {
            self.names(vertices).iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
        };
        let belief: Vec<Vertex> = self.game.belief().iter().collect();
        let possible =
            if belief.len() > 25 { format!("{} vertices", belief.len()) } else { list(&belief) };
        let mut lines = vec![format!(
            "round {} of {}; cops at {}",
            public.round().min(public.rules().options().rounds),
            public.rules().options().rounds,
            list(public.cops()),
        )];
        if let Some(robber) = self.robber() {
            lines.push(format!("robber at {}", graph.name(robber)));
        }
        let seen = public.seen().map_or("never".to_string(), |v| format!("at {}", graph.name(v)));
        lines.push(format!("last seen {seen}; for the cops he can be at {possible}"));
        if graph.len() <= 250 {
            lines.push(self.map());
        }
        lines.join("\n")
    }

    /// C a cop, R the robber, ? where he can be, · anything else.
    fn map(&self) -> String {
        let (rows, columns) = MAP;
        let public = self.game.state().public();
        let mut cells = vec![vec![' '; columns]; rows];
        let robber = self.robber();
        let mut put = |sign: char, wanted: &dyn Fn(Vertex) -> bool| {
            for (vertex, (x, y)) in (0..).zip(public.rules().graph().layout()) {
                if wanted(vertex) {
                    let (row, column) = (y * (rows - 1) as f64, x * (columns - 1) as f64);
                    cells[row.round() as usize][column.round() as usize] = sign;
                }
            }
        };
        put('·', &|_| true);
        put('?', &|vertex| self.game.belief().contains(vertex));
        put('C', &|vertex| public.cops().contains(&vertex));
        put('R', &|vertex| robber == Some(vertex));
        let lines: Vec<String> =
            cells.iter().map(|row| row.iter().collect::<String>().trim_end().to_string()).collect();
        lines.join("\n").trim_end().to_string()
    }
}
