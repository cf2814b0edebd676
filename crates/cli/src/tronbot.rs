//! `spinney tronbot`: Tron by the protocol of the 2010 Google AI Challenge.
//!
//! Each turn the referee sends a line `W H` and H rows of `#`, space, `1` (me) and `2` (the other);
//! the answer is `1` north, `2` east, `3` south or `4` west, and a newline.

use crate::failure::input;
use crate::interrupt;
use spinney_games::agent::Agent;
use spinney_games::contest::Contest;
use spinney_games::tron::{self, Cell, Direction, Map, MapReader, Tron, TronContest};
use spinney_spec::{Settings, Spec};
use std::io::{self, BufRead, Write};

/// Play Tron by the protocol of the 2010 Google AI Challenge.
#[derive(clap::Args)]
#[command(after_help = "Example: spinney tronbot --agent \"ucb1-tuned\" --millis 500")]
pub struct Args {
    /// The agent that plays.
    #[arg(long, value_name = "SPEC", default_value = "best")]
    agent: String,
    /// Milliseconds per move [default: 900, unless the agent has a limit].
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    millis: Option<u64>,
    /// The seed of the agent.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// An agent that plays Tron.
pub type Bot = Box<dyn Agent<Tron, Direction>>;

/// The agent of a specification, with this thinking time unless it names its own.
pub fn bot(text: &str, millis: Option<u64>, default: u64, seed: u64) -> anyhow::Result<Bot> {
    let contest = TronContest::new(&Settings::new(&tron::GAME, &[])?)?;
    let spec: Spec = text.parse()?;
    let mut settings = contest.agents(0).resolve(&spec)?;
    let timed = settings.schema.params.iter().any(|param| param.name == "millis");
    let silent = spec.get("millis").is_none()
        && spec.get("playouts").is_none()
        && spec.get("nodes").is_none();
    match millis {
        Some(millis) if timed => settings = settings.with("millis", millis)?,
        None if timed && silent => settings = settings.with("millis", default)?,
        _ => {}
    }
    Ok(contest.agent(0, &settings, seed)?)
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let mut bot = bot(&args.agent, args.millis, 900, args.seed)?;
    play(&mut *bot, &mut io::stdin().lock(), &mut io::stdout().lock())
}

fn play(
    bot: &mut dyn Agent<Tron, Direction>,
    from: &mut dyn BufRead,
    to: &mut dyn Write,
) -> anyhow::Result<()> {
    let mut lines = Lines::new(from);
    let mut before: Option<[Cell; 2]> = None;
    while let Some(map) = next_board(&mut lines)? {
        let game = Tron::new(&map);
        let game = before.map_or(game, |heads| game.coming_from(heads));
        before = Some(map.heads);
        // Who is shut in must still answer; any wall will do.
        let answer = if game.exits(0).is_empty() {
            Direction::North
        } else {
            bot.choose(&game, 0, interrupt::stop())?
        };
        if !say(to, &(answer as u8 + 1).to_string())? {
            return Ok(());
        }
    }
    Ok(())
}

/// The next board; none when the referee has closed the pipe between two boards.
fn next_board(lines: &mut Lines<'_>) -> anyhow::Result<Option<Map>> {
    let Some(size) = lines.next()? else { return Ok(None) };
    let wrong = |error: tron::MapError| input(format!("standard input, {error}"));
    let mut reader = MapReader::new(&size, lines.number).map_err(wrong)?;
    while reader.wants_more() {
        let row = lines.next()?.ok_or_else(|| wrong(reader.ended()))?;
        reader.row(&row).map_err(wrong)?;
    }
    reader.finish().map(Some).map_err(wrong)
}

/// Lines with their number.
pub struct Lines<'a> {
    from: &'a mut dyn BufRead,
    buffer: Vec<u8>,
    /// The number of the last line, from 1.
    pub number: usize,
}

impl<'a> Lines<'a> {
    pub fn new(from: &'a mut dyn BufRead) -> Self {
        Self { from, buffer: Vec::new(), number: 0 }
    }

    /// The next line without its end; none at the end of input.
    pub fn next(&mut self) -> anyhow::Result<Option<String>> {
        /// No line of either protocol is longer.
        const LONGEST: u64 = 4096;
        self.buffer.clear();
        self.number += 1;
        let mut some = io::Read::take(&mut *self.from, LONGEST);
        let read = some.read_until(b'\n', &mut self.buffer)?;
        if read == 0 {
            return Ok(None);
        }
        let line = self.buffer.strip_suffix(b"\n").unwrap_or(&self.buffer);
        if line.len() as u64 == LONGEST {
            return Err(input(format!("standard input, line {}: it is too long", self.number)));
        }
        Ok(Some(String::from_utf8_lossy(line).trim_end_matches('\r').to_string()))
    }
}

/// Writes an answer; false if nobody reads any more.
pub fn say(to: &mut dyn Write, answer: &str) -> anyhow::Result<bool> {
    match writeln!(to, "{answer}").and_then(|()| to.flush()) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(error.into()),
    }
}
