//! The strongest player: alpha-beta over rounds with the evaluation at its leaves.
//!
//! While the players can meet it searches ([`AlphaBeta`]); once they are separated it only fills its
//! room, following the longest path found so far.

mod ordering;
mod search;
mod transpositions;

pub(crate) use search::AlphaBeta;

use search::PROVEN;

use crate::agent::{Agent, AgentError, Analysis, Candidate, Thinking, Watch};
use crate::tron::evaluation::{Filled, Filler, Pieces, Territory};
use crate::tron::rules::{Cell, Direction, Grid, Tron};
use spinney_search::budget::Budget;
use spinney_search::game::Player;
use spinney_spec::{Choice, Param, Schema, Settings, choice};
use std::time::Instant;

/// `best`.
pub(in crate::tron) static SCHEMA: Schema = Schema {
    name: "best",
    help: "alpha-beta with Voronoi territory, chambers, exact endgame filling and proven results",
    source: "after Sloane 2010, the winner of the Google AI Challenge",
    params: &[
        Thinking::nodes(0),
        Thinking::millis(100),
        Param::flag("chambers", "true", "evaluate territory by its chambers, not only by its size"),
        Param::flag(
            "endgame",
            "true",
            "evaluate separated positions by how far each player can go",
        ),
        Param::integer(
            "exact",
            "24",
            0,
            60,
            "solve regions of up to this many cells exactly at the leaves",
        ),
        Param::real(
            "ways",
            "2",
            0.0,
            100.0,
            "the weight of a connection between cells; a cell weighs 1",
        )
        .tunable(),
        Param::flag("fill", "true", "once separated, search for the longest path and follow it"),
        Param::flag("memory", "true", "use a transposition table"),
        Param::choice(
            "order",
            "together",
            Order::NAMES,
            "the rules: both players move at once, or the opponent moves second, as at CodinGame",
        ),
        Param::integer("depth", "0", 0, 1000, "the maximum depth, in rounds; 0 for no limit"),
    ],
};

choice! {
    /// The rules that `best` plays by.
    enum Order {
        /// Both move at once.
        Together = "together",
        /// The other moves after me.
        Turns = "turns",
    }
}

/// How `best` searches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    pieces: Pieces,
    fill: bool,
    memory: bool,
    /// The other moves after me, so that it can't enter my cell.
    turns: bool,
    depth: usize,
}

impl Options {
    fn new(settings: &Settings) -> Self {
        Self {
            pieces: Pieces {
                chambers: settings.flag("chambers"),
                endgame: settings.flag("endgame"),
                exact: settings.integer("exact") as usize,
                ways: settings.real("ways"),
            },
            fill: settings.flag("fill"),
            memory: settings.flag("memory"),
            turns: settings.choice::<Order>("order") == Order::Turns,
            depth: settings.integer("depth") as usize,
        }
    }
}

/// The options of `best` as it is when nothing is said.
pub(crate) fn options() -> Options {
    Options::new(&Settings::new(&SCHEMA, &[]).expect("defaults are right"))
}

/// The agent.
pub(in crate::tron) struct Best {
    thinking: Thinking,
    options: Options,
    search: AlphaBeta,
    filler: Filler,
    /// The path that it follows once alone, with the cell where it begins.
    plan: Option<(Cell, Vec<Direction>)>,
}

impl Best {
    pub(in crate::tron) fn new(settings: &Settings) -> Self {
        let options = Options::new(settings);
        Self {
            thinking: Thinking::new(settings),
            options,
            search: AlphaBeta::new(options),
            filler: Filler::new(),
            plan: None,
        }
    }

    /// The next step of the longest path that is known or found now.
    fn fill(&mut self, game: &Tron, player: Player, budget: &Budget) -> Direction {
        let head = game.head(player);
        let kept = match self.plan.take() {
            Some((cell, path)) if cell == head && can_follow(game.walls(), head, &path) => path,
            _ => Vec::new(),
        };
        let open = game.walls().complement();
        let bound = self.filler.bound(&open, head);
        let path = if kept.len() == bound {
            kept
        } else {
            let Filled { path, .. } = self.filler.fill(&open, head, budget);
            if path.len() > kept.len() { path } else { kept }
        };
        let mv = path.first().copied().unwrap_or(game.exits(player).nth(0));
        self.plan = Some((head.step(mv), path.into_iter().skip(1).collect()));
        mv
    }
}

fn can_follow(walls: &Grid, head: Cell, path: &[Direction]) -> bool {
    let mut walls = *walls;
    let mut cell = head;
    path.iter().all(|&direction| {
        cell = cell.step(direction);
        let free = !walls.has(cell);
        walls.insert(cell);
        free
    })
}

impl Agent<Tron, Direction> for Best {
    fn analyse(
        &mut self,
        game: &Tron,
        player: Player,
        watch: &mut Watch<'_, Direction>,
    ) -> Result<Analysis<Direction>, AgentError> {
        let exits = game.exits(player);
        if exits.len() == 1 {
            return Ok(Analysis::of(exits.nth(0)));
        }
        let begin = Instant::now();
        let heads = [game.head(0), game.head(1)];
        // The search and the filling count what they look at as iterations.
        let limits = self.thinking.budget(watch.stop);
        let budget = Budget { playouts: limits.nodes, nodes: None, ..limits };
        let mut analysis = if self.options.fill
            && !Territory::new(game.walls(), heads, game.height()).contact
        {
            Analysis::of(self.fill(game, player, &budget))
        } else {
            let found = self.search.run(game, player, &budget);
            let exact = (found.value > PROVEN).then_some(1.0);
            let chosen = Candidate { mv: found.mv, visits: 0, value: None, exact, distance: None };
            Analysis {
                candidates: vec![chosen],
                depth: found.depth,
                nodes: found.nodes,
                ..Analysis::of(found.mv)
            }
        };
        self.thinking.decided(begin);
        analysis.millis = begin.elapsed().as_millis() as u64;
        Ok(analysis)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tron::contest::tests::on;
    use spinney_search::budget::Stop;
    use spinney_spec::Spec;

    pub(crate) fn options(spec: &str) -> Options {
        let spec: Spec = spec.parse().unwrap();
        Options::new(&Settings::new(&SCHEMA, &spec.args).unwrap())
    }

    #[test]
    fn beats_the_best_policy_of_the_paper() {
        let contest = on("12x12").unwrap();
        let points = crate::tron::contest::tests::points(
            &contest,
            "best(nodes=300)",
            "ucb1-tuned(playouts=1500)",
            20,
        );
        assert!(points >= 15.0, "{points} of 20");
    }

    #[test]
    fn alone_it_follows_a_longest_path() {
        let contest = on("divider").unwrap();
        let start = crate::contest::Contest::start(&contest, 0);
        let best = Filler::new().fill(
            &start.walls().complement(),
            start.head(0),
            &Budget::playouts(20_000),
        );
        let spec: Spec = "best(nodes=2000)".parse().unwrap();
        let settings = Settings::new(&SCHEMA, &spec.args).unwrap();
        let mut agent = Best::new(&settings);
        let mut walls = start;
        let mut steps = 0;
        while !walls.exits(0).is_empty() {
            let mv = agent.choose(&walls, 0, &Stop::new()).unwrap();
            // The other stands still: only the filling is looked at.
            let head = walls.head(0).step(mv);
            assert!(!walls.walls().has(head));
            walls.walls.insert(head);
            walls.heads[0] = head;
            walls.exits[0] = walls.walls.exits(head);
            steps += 1;
        }
        assert!(steps + 4 >= best.length, "{steps} of {}", best.length);
    }
}
