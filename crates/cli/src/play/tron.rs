//! Tron in the terminal, in real time: arrow keys or WASD, a step per tick.

use super::Args;
use super::terminal::{Key, Keys, RawTerminal, size};
use crate::failure::{Interrupted, input};
use crate::tronbot::{Bot, bot};
use crate::{interrupt, out};
use spinney_games::contest::Contest;
use spinney_games::tron::{Cell, Direction, Tron, TronContest};
use spinney_search::game::Game;
use spinney_search::rng::mix;
use std::collections::HashMap;
use std::io::Write;
use std::time::{Duration, Instant};

/// Who plays, and what happened so far.
struct Table {
    game: Tron,
    /// The player in front of the terminal.
    me: usize,
    bot: Bot,
    /// Whose trail a cell is.
    trails: HashMap<Cell, usize>,
}

pub fn run(args: &Args, me: usize, seed: u64) -> anyhow::Result<()> {
    let settings = spinney_games::games().resolve(&args.game.spec()?)?;
    let contest = TronContest::new(&settings)?;
    let text = args.against.as_deref().unwrap_or("best");
    let bot = bot(text, None, (args.tick * 3 / 5).min(100), seed)?;
    // The same start as at a table with this seed.
    let game = Contest::start(&contest, mix(&[seed, 0, 0]));
    let trails = [0, 1].map(|player| (game.head(player), player)).into_iter().collect();
    let mut table = Table { game, me, bot, trails };
    let end = table.in_real_time(Duration::from_millis(args.tick))?;
    // The terminal is as before again.
    out::print(&format!("{end}; seed {seed}"))
}

/// What came of a step.
enum Step {
    On,
    /// Over, with my reward.
    Over(f64),
}

impl Table {
    /// Plays my move and the answer; a move into a wall loses, as a crash does.
    fn step(&mut self, mine: Direction, others: Direction) -> Step {
        if !self.game.exits(self.me).contains(mine) {
            return Step::Over(0.0);
        }
        self.game.advance(if self.me == 0 { [mine, others] } else { [others, mine] });
        for player in 0..2 {
            self.trails.insert(self.game.head(player), player);
        }
        if self.game.is_over() { Step::Over(self.game.rewards()[self.me]) } else { Step::On }
    }

    /// Plays the game and says how it ended.
    fn in_real_time(&mut self, tick: Duration) -> anyhow::Result<&'static str> {
        let needed = (self.game.height() + 2, 2 * self.game.width());
        if let Some(there) = size().filter(|there| there.0 < needed.0 || there.1 < needed.1) {
            return Err(input(format!(
                "the board takes {} rows and {} columns, the terminal has {} and {}",
                needed.0, needed.1, there.0, there.1
            )));
        }
        let _raw = RawTerminal::new();
        let keys = Keys::new();
        let (mut step, mut heading) = (Step::On, None);
        print!("\x1b[2J");
        for begin in [3, 2, 1] {
            self.draw(&format!("you are green, () at the head; it begins in {begin}"))?;
            wait(Duration::from_millis(700))?;
        }
        while matches!(step, Step::On) {
            self.draw("you are green, (): arrow keys or WASD, Q to leave")?;
            let begin = Instant::now();
            let others = self.bot.choose(&self.game, 1 - self.me, interrupt::stop())?;
            wait(tick.saturating_sub(begin.elapsed()))?;
            match keys.next(heading) {
                Some(Key::Turn(direction)) => heading = Some(direction),
                Some(Key::Leave) => return Ok("not finished"),
                None => {}
            }
            let mine = *heading.get_or_insert_with(|| self.longest_run());
            step = self.step(mine, others);
        }
        self.draw("")?;
        Ok(if let Step::Over(reward) = step { verdict(reward) } else { "not finished" })
    }

    /// Where one can go straight on for longest: the first heading of who presses no key.
    fn longest_run(&self) -> Direction {
        let free = |cell: &Cell| !self.game.walls().has(*cell);
        let run = |&direction: &Direction| {
            let next = |cell: &Cell| Some(cell.step(direction)).filter(free);
            std::iter::successors(next(&self.game.head(self.me)), next).count()
        };
        Direction::ALL.into_iter().max_by_key(run).unwrap_or(Direction::North)
    }

    fn draw(&self, below: &str) -> anyhow::Result<()> {
        let colour = |code: &str, text: &str| {
            if std::env::var_os("NO_COLOR").is_some() {
                text.to_string()
            } else {
                format!("\x1b[{code}m{text}\x1b[0m")
            }
        };
        let mut text = String::from("\x1b[H");
        for row in 0..self.game.height() {
            for column in 0..self.game.width() {
                let cell = Cell::new(column, row);
                let owner = self.trails.get(&cell).copied();
                let mine = owner == Some(self.me);
                text += &match owner {
                    Some(player) if self.game.head(player) == cell => {
                        colour(if mine { "1;32" } else { "1;31" }, if mine { "()" } else { "[]" })
                    }
                    Some(_) => {
                        colour(if mine { "32" } else { "31" }, if mine { "::" } else { "%%" })
                    }
                    None if self.game.walls().has(cell) => "██".to_string(),
                    None => "  ".to_string(),
                };
            }
            text += "\x1b[K\r\n";
        }
        text.push_str(below);
        text += "\x1b[K\r\n";
        let mut to = std::io::stdout().lock();
        to.write_all(text.as_bytes())?;
        Ok(to.flush()?)
    }
}

fn verdict(reward: f64) -> &'static str {
    if reward > 0.5 {
        "you win"
    } else if reward < 0.5 {
        "you lose"
    } else {
        "a draw"
    }
}

/// Sleeps, but not through an interrupt.
fn wait(time: Duration) -> anyhow::Result<()> {
    let begin = Instant::now();
    loop {
        if interrupt::stop().raised() {
            return Err(Interrupted.into());
        }
        let left = time.saturating_sub(begin.elapsed());
        if left.is_zero() {
            return Ok(());
        }
        std::thread::sleep(left.min(Duration::from_millis(10)));
    }
}
