//! `spinney codingame`: Tron by the protocol of CodinGame's "Tron Battle".
//!
//! 30 columns, 20 rows, two to four players who move one after the other. Each turn brings a line
//! `N P` (how many players, and which one I am), then N lines `X0 Y0 X1 Y1`: where that player
//! began and where it is, or −1 four times once it is dead, when its trail disappears. The answer is
//! `UP`, `DOWN`, `LEFT` or `RIGHT`.

use crate::failure::input;
use crate::interrupt;
use crate::tronbot::{Lines, bot, say};
use spinney_games::agent::{Agent, AgentError};
use spinney_games::tron::{Cell, Direction, Grid, Map, Tron};
use std::io;

const COLUMNS: usize = 30;
const ROWS: usize = 20;

/// Play Tron by the protocol of CodinGame.
#[derive(clap::Args)]
#[command(after_help = "Example: spinney codingame --millis 80")]
pub struct Args {
    /// The agent that plays.
    #[arg(long, value_name = "SPEC", default_value = "best(order=turns)")]
    agent: String,
    /// Milliseconds per move [default: 90, unless the agent has a limit].
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    millis: Option<u64>,
    /// The seed of the agent.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let mut bot = bot(&args.agent, args.millis, 90, args.seed)?;
    let (mut from, mut to) = (io::stdin().lock(), io::stdout().lock());
    let mut lines = Lines::new(&mut from);
    let mut arena = Arena::default();
    while let Some(me) = arena.read(&mut lines)? {
        let Some(head) = arena.heads[me] else { return Ok(()) };
        if !say(&mut to, arena.answer(&mut *bot, me, head)?)? {
            break;
        }
    }
    Ok(())
}

/// The trails of all players.
#[derive(Default)]
struct Arena {
    trails: [Vec<Cell>; 4],
    heads: [Option<Cell>; 4],
    before: [Option<Cell>; 4],
}

impl Arena {
    /// Reads one turn; gives my number, or none at the end of input.
    fn read(&mut self, lines: &mut Lines<'_>) -> anyhow::Result<Option<usize>> {
        let Some(line) = lines.next()? else { return Ok(None) };
        let wrong = |number: usize, line: &str, right: &str| {
            input(format!("standard input, line {number}: `{line}`: expected {right}"))
        };
        let turn = numbers::<2>(&line).and_then(|[players, me]| {
            let (players, me) = (usize::try_from(players).ok()?, usize::try_from(me).ok()?);
            ((2..=4).contains(&players) && me < players).then_some((players, me))
        });
        let (players, me) = turn.ok_or_else(|| {
            wrong(lines.number, &line, "`N P`, 2 to 4 players and my number below that")
        })?;
        self.before = self.heads;
        for player in 0..players {
            let Some(line) = lines.next()? else {
                return Err(input(format!(
                    "standard input, line {}: {players} players were announced, but there are {player}",
                    lines.number
                )));
            };
            let right = "`X0 Y0 X1 Y1`, columns 0 to 29 and rows 0 to 19, or -1 four times";
            let [x0, y0, x1, y1] =
                numbers::<4>(&line).ok_or_else(|| wrong(lines.number, &line, right))?;
            if [x0, y0, x1, y1] == [-1; 4] {
                self.trails[player].clear();
                self.heads[player] = None;
                continue;
            }
            let (Some(tail), Some(head)) = (cell(x0, y0), cell(x1, y1)) else {
                return Err(wrong(lines.number, &line, right));
            };
            self.trails[player].extend([tail, head]);
            self.heads[player] = Some(head);
        }
        Ok(Some(me))
    }

    /// Plays as if there were only the nearest of the others: their trails are walls all the same.
    fn answer(
        &self,
        bot: &mut dyn Agent<Tron, Direction>,
        me: usize,
        head: Cell,
    ) -> Result<&'static str, AgentError> {
        let mut map = Map::empty(COLUMNS, ROWS, [head, head]);
        for &cell in self.trails.iter().flatten() {
            map.walls.insert(cell);
        }
        let others = (0..4).filter(|&player| player != me && self.heads[player].is_some());
        let nearest = others.min_by_key(|&player| {
            self.heads[player].map_or(usize::MAX, |other| steps(&map.walls, head, other))
        });
        // With nobody left, the other stands in a corner of the border and can't move.
        map.heads[1] = nearest.and_then(|player| self.heads[player]).unwrap_or(Cell::new(0, 0));
        let mut game = Tron::new(&map);
        let known = nearest.map(|player| [self.before[me], self.before[player]]);
        if let Some([Some(mine), Some(others)]) = known {
            game = game.coming_from([mine, others]);
        }
        let exits = game.exits(0);
        let mv = match exits.len() {
            0 => Direction::North,
            1 => exits.nth(0),
            _ => bot.choose(&game, 0, interrupt::stop())?,
        };
        Ok(["UP", "RIGHT", "DOWN", "LEFT"][mv as usize])
    }
}

/// Steps from one head to a cell beside the other, through free cells.
fn steps(walls: &Grid, from: Cell, to: Cell) -> usize {
    let mut seen = *walls;
    let mut wave = vec![from];
    for steps in 0.. {
        if wave.is_empty() {
            break;
        }
        let mut next = Vec::new();
        for cell in wave {
            if cell.distance(to) == 1 {
                return steps;
            }
            for direction in seen.exits(cell).iter() {
                seen.insert(cell.step(direction));
                next.push(cell.step(direction));
            }
        }
        wave = next;
    }
    usize::MAX
}

/// A cell of the arena: the board has a border around it.
fn cell(x: i64, y: i64) -> Option<Cell> {
    let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
    (x < COLUMNS && y < ROWS).then(|| Cell::new(x + 1, y + 1))
}

/// Exactly so many numbers.
fn numbers<const N: usize>(line: &str) -> Option<[i64; N]> {
    let found: Result<Vec<i64>, _> = line.split_ascii_whitespace().map(str::parse).collect();
    found.ok()?.try_into().ok()
}
