//! Whole games of Tron through pipes: a referee, the program, and opponents good and bad.

mod common;

use spinney_games::tron::{Board, Cell, Direction, Tron};
use spinney_search::game::Game;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// A program on the other end of two pipes.
struct Program {
    child: Child,
    to: Option<ChildStdin>,
    from: Receiver<String>,
}

/// Why a program gave no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Failure {
    Late,
    Gone,
    Garbage,
}

impl Program {
    fn start(command: &mut Command) -> Self {
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let (send, from) = channel();
        std::thread::spawn(move || {
            for line in out.lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        let to = child.stdin.take();
        Self { child, to, from }
    }

    fn spinney(arguments: &[&str]) -> Self {
        Self::start(Command::new(env!("CARGO_BIN_EXE_spinney")).args(arguments))
    }

    fn script(script: &str) -> Self {
        Self::start(Command::new("sh").args(["-c", script]))
    }

    fn ask(&mut self, text: &str, clock: Duration) -> Result<String, Failure> {
        let to = self.to.as_mut().ok_or(Failure::Gone)?;
        to.write_all(text.as_bytes()).and_then(|()| to.flush()).map_err(|_| Failure::Gone)?;
        self.from.recv_timeout(clock).map_err(|error| match error {
            RecvTimeoutError::Timeout => Failure::Late,
            RecvTimeoutError::Disconnected => Failure::Gone,
        })
    }

    /// Closes the pipe and waits for the end.
    fn end(mut self) -> ExitStatus {
        drop(self.to.take());
        let begin = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(begin.elapsed() < Duration::from_secs(10), "it does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It has mostly ended by itself; a script that sleeps has not.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The board as the contest sends it: the one who is asked is `1`.
fn contest_board(game: &Tron, player: usize) -> String {
    let shown = if player == 0 { *game } else { game.swapped() };
    format!("{} {}\n{shown}", game.width(), game.height())
}

fn contest_answer(line: &str) -> Result<Direction, Failure> {
    match line.trim().parse::<usize>() {
        Ok(n @ 1..=4) => Ok(Direction::ALL[n - 1]),
        _ => Err(Failure::Garbage),
    }
}

/// Plays a game; gives the rewards, and who failed and how.
fn referee(
    start: &Tron,
    players: [&mut Program; 2],
    clock: Duration,
) -> ([f64; 2], Option<(usize, Failure)>) {
    let mut game = *start;
    let [one, two] = players;
    while !game.is_over() {
        let a = one.ask(&contest_board(&game, 0), clock).and_then(|line| contest_answer(&line));
        let b = two.ask(&contest_board(&game, 1), clock).and_then(|line| contest_answer(&line));
        let moves = match (a, b) {
            (Err(failure), _) => return ([0.0, 1.0], Some((0, failure))),
            (_, Err(failure)) => return ([1.0, 0.0], Some((1, failure))),
            (Ok(a), Ok(b)) => [a, b],
        };
        let crashed = [0, 1].map(|player| !game.exits(player).contains(moves[player]));
        match crashed {
            [false, false] => game.advance(moves),
            [true, true] => return ([0.5, 0.5], None),
            [true, false] => return ([0.0, 1.0], None),
            [false, true] => return ([1.0, 0.0], None),
        }
    }
    (game.rewards(), None)
}

const CLOCK: Duration = Duration::from_secs(10);

#[test]
fn whole_contest_games_against_an_agent() {
    for (name, seed) in [("empty-room", 1), ("9x9", 2)] {
        let start = Board::from_name(name).unwrap().start(seed);
        let mut best = Program::spinney(&["tronbot", "--millis", "5"]);
        let mut weak = Program::spinney(&["tronbot", "--agent", "random"]);
        let (rewards, failure) = referee(&start, [&mut best, &mut weak], CLOCK);
        assert_eq!((rewards[0], failure), (1.0, None), "{name}");
        assert!(best.end().success() && weak.end().success());
    }
}

#[test]
fn opponents_that_are_slow_die_or_write_garbage_lose() {
    let start = Board::from_name("9x9").unwrap().start(1);
    for (script, expected) in [
        ("while read line; do sleep 60; done", Failure::Late),
        ("read line; exit 1", Failure::Gone),
        ("echo xyzzy; cat > /dev/null", Failure::Garbage),
    ] {
        let mut ours = Program::spinney(&["tronbot", "--agent", "best(nodes=20)"]);
        let mut other = Program::script(script);
        let clock = if expected == Failure::Late { Duration::from_millis(500) } else { CLOCK };
        // Ours is asked first and has answered before the other is.
        let first = ours.ask(&contest_board(&start, 0), CLOCK).unwrap();
        assert!(start.exits(0).contains(contest_answer(&first).unwrap()));
        let answer =
            other.ask(&contest_board(&start, 1), clock).and_then(|line| contest_answer(&line));
        assert_eq!(answer.err(), Some(expected), "{script}");
        assert!(ours.end().success());
    }
}

#[test]
fn shut_in_it_still_answers() {
    let mut ours = Program::spinney(&["tronbot"]);
    let answer = ours.ask("5 3\n#####\n#1#2#\n#####\n", CLOCK).unwrap();
    assert!(contest_answer(&answer).is_ok());
    assert!(ours.end().success());
}

#[test]
fn thinks_for_as_long_as_it_may() {
    let start = Board::from_name("20x20").unwrap().start(1);
    let mut ours = Program::spinney(&["tronbot", "--millis", "300"]);
    // The first answer takes the start of the program with it.
    ours.ask(&contest_board(&start, 0), CLOCK).unwrap();
    let before = Instant::now();
    ours.ask(&contest_board(&start, 0), CLOCK).unwrap();
    assert!(before.elapsed() > Duration::from_millis(250), "{:?}", before.elapsed());
    assert!(ours.end().success());
}

/// Runs a command with this input; gives its exit code and what it wrote to standard error.
fn fails(arguments: &[&str], input: &str) -> (Option<i32>, String) {
    let output = common::spinney(arguments, input);
    (output.status.code(), common::text(&output.stderr))
}

#[test]
fn bad_input_is_named_by_its_line() {
    let good = "5 4\n#####\n#1  #\n#  2#\n#####\n";
    for (text, expected) in [
        ("nonsense\n", "line 1: `nonsense`: expected width and height"),
        ("70 5\n", "line 1: `70 5`"),
        ("5 4\n#####\n#1 #\n", "line 3: the row has 4 cells, 5 were promised"),
        ("5 4\n#####\n#1 x#\n", "line 3: 'x' in column 4"),
        ("5 4\n#####\n", "line 3: 4 rows were promised, 1 are there"),
        ("5 2\n#####\n#  2#\n", "line 3: the board has no `1`"),
        (&format!("{good}\n"), "line 6: ``: expected width and height"),
        (&format!("{good}5 4\n#####\n#1\u{e9}"), "line 8: the row has 3 cells"),
        (&"9".repeat(100_000), "line 1: it is too long"),
    ] {
        let (code, message) = fails(&["tronbot", "--agent", "best(nodes=20)"], text);
        assert_eq!(code, Some(2), "{text}");
        assert!(message.contains(expected), "{message}");
    }
    let (code, message) = fails(&["tronbot", "--agent", "bset"], "");
    assert_eq!(code, Some(2));
    assert!(message.contains("did you mean `best`?"), "{message}");
    assert_eq!(fails(&["tronbot"], "").0, Some(0));

    for (text, expected) in [
        ("2\n", "line 1: `2`: expected `N P`"),
        ("2 2\n", "line 1: `2 2`: expected `N P`"),
        ("5 0\n", "line 1: `5 0`: expected `N P`"),
        ("2 0\n1 1 1 1\n", "line 3: 2 players were announced, but there are 1"),
        ("2 0\n1 1 1 30\n", "line 2: `1 1 1 30`: expected `X0 Y0 X1 Y1`"),
        ("2 0\n1 1 one 1\n", "line 2: `1 1 one 1`"),
        ("2 0\n1 1 -1 -1\n", "line 2: `1 1 -1 -1`"),
    ] {
        let (code, message) = fails(&["codingame"], text);
        assert_eq!(code, Some(2), "{text}");
        assert!(message.contains(expected), "{message}");
    }
}

/// CodinGame's rules: players move in turn; the dead lose their trail.
struct Arena {
    trails: Vec<Vec<Cell>>,
    alive: Vec<bool>,
}

impl Arena {
    fn turn(&self, me: usize) -> String {
        let place = |cell: &Cell| format!("{} {}", cell.column() - 1, cell.row() - 1);
        let mut text = format!("{} {me}\n", self.trails.len());
        for (trail, &alive) in self.trails.iter().zip(&self.alive) {
            let line = match (alive, trail.first(), trail.last()) {
                (true, Some(tail), Some(head)) => format!("{} {}\n", place(tail), place(head)),
                _ => "-1 -1 -1 -1\n".to_string(),
            };
            text.push_str(&line);
        }
        text
    }

    fn is_free(&self, cell: Cell) -> bool {
        let inside = (1..=30).contains(&cell.column()) && (1..=20).contains(&cell.row());
        let living = self.trails.iter().zip(&self.alive).filter(|(_, alive)| **alive);
        inside && !living.flat_map(|(trail, _)| trail).any(|&taken| taken == cell)
    }

    fn free_beside(&self, cell: Cell) -> Vec<Direction> {
        Direction::ALL.into_iter().filter(|&d| self.is_free(cell.step(d))).collect()
    }
}

/// One program against others that go straight on and turn right at walls; gives the survivors.
fn battle(starts: &[(usize, usize)], me: usize) -> Vec<bool> {
    // Nodes instead of time: the same battle on a busy machine.
    let mut ours = Program::spinney(&["codingame", "--agent", "best(order=turns, nodes=200)"]);
    let begin = |&(x, y): &(usize, usize)| vec![Cell::new(x + 1, y + 1)];
    let mut arena =
        Arena { trails: starts.iter().map(begin).collect(), alive: vec![true; starts.len()] };
    let mut headings = vec![Direction::North; starts.len()];
    while arena.alive.iter().filter(|alive| **alive).count() > 1 && arena.alive[me] {
        for (player, heading) in headings.iter_mut().enumerate() {
            if !arena.alive[player] {
                continue;
            }
            let head = *arena.trails[player].last().unwrap();
            let free = arena.free_beside(head);
            let mv = if player == me {
                let answer = ours.ask(&arena.turn(me), CLOCK).unwrap();
                let names = ["UP", "RIGHT", "DOWN", "LEFT"];
                let index = names.iter().position(|name| *name == answer);
                Some(Direction::ALL[index.unwrap_or_else(|| panic!("`{answer}`"))])
            } else {
                let turns = [0, 1, 3].map(|quarters| heading.turned(quarters));
                turns.into_iter().find(|d| free.contains(d))
            };
            if let Some(mv) = mv.filter(|mv| free.contains(mv)) {
                *heading = mv;
                arena.trails[player].push(head.step(mv));
            } else {
                assert!(player != me || free.is_empty(), "ours crashed with {free:?} free");
                arena.alive[player] = false;
            }
        }
    }
    assert!(ours.end().success());
    arena.alive
}

#[test]
fn whole_codingame_battles() {
    assert_eq!(battle(&[(4, 10), (25, 8)], 0), [true, false]);
    assert_eq!(battle(&[(4, 10), (25, 8)], 1), [false, true]);
    assert!(battle(&[(3, 3), (26, 4), (15, 16)], 1)[1]);
    assert!(battle(&[(3, 3), (26, 4), (15, 16), (5, 15)], 2)[2]);
}
