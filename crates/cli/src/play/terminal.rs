//! A terminal for games in real time: each key at once, and everything as before at the end.

use spinney_games::tron::Direction;
use std::io::Read;
use std::sync::mpsc::{Receiver, channel};

/// What a key means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// An arrow, or one of W, A, S and D.
    Turn(Direction),
    /// Q.
    Leave,
}

/// The keys that are pressed, in their order.
pub struct Keys(Receiver<Key>);

impl Keys {
    /// Reads standard input from now on.
    pub fn new() -> Self {
        let (send, receive) = channel();
        std::thread::spawn(move || {
            let mut decoder = Decoder::default();
            let bytes = std::io::stdin().lock().bytes().map_while(Result::ok);
            for key in bytes.filter_map(|byte| decoder.key(byte)) {
                if send.send(key).is_err() {
                    break;
                }
            }
        });
        Self(receive)
    }

    /// The first key that changes anything for someone with this heading, if there is one yet.
    /// Those after it wait for the next step, so that two quick turns are two turns.
    pub fn next(&self, heading: Option<Direction>) -> Option<Key> {
        let idle = |key: &Key| match (key, heading) {
            (Key::Turn(turn), Some(heading)) => [heading, heading.turned(2)].contains(turn),
            _ => false,
        };
        self.0.try_iter().find(|key| !idle(key))
    }
}

/// Keys from the bytes of a terminal: an arrow is ESC, `[` or `O`, and a letter from A to D.
#[derive(Default)]
struct Decoder {
    last: [u8; 2],
}

impl Decoder {
    fn key(&mut self, byte: u8) -> Option<Key> {
        let arrow = matches!(self.last, [0x1b, b'[' | b'O']);
        self.last = [self.last[1], byte];
        match (arrow, byte) {
            (true, b'A') | (false, b'w' | b'W') => Some(Key::Turn(Direction::North)),
            (true, b'B') | (false, b's' | b'S') => Some(Key::Turn(Direction::South)),
            (true, b'C') | (false, b'd' | b'D') => Some(Key::Turn(Direction::East)),
            (true, b'D') | (false, b'a' | b'A') => Some(Key::Turn(Direction::West)),
            (false, b'q' | b'Q') => Some(Key::Leave),
            _ => None,
        }
    }
}

/// A terminal that passes each key on at once, and is as before when this is dropped.
pub struct RawTerminal {
    before: Option<mode::Mode>,
}

impl RawTerminal {
    /// Where the mode can't be changed, keys arrive after Enter: worse, but no reason to fail.
    pub fn new() -> Self {
        let before = mode::raw();
        print!("\x1b[?25l");
        Self { before }
    }
}

impl Drop for RawTerminal {
    fn drop(&mut self) {
        if let Some(before) = &self.before {
            mode::restore(before);
        }
        println!("\x1b[?25h");
    }
}

/// Rows and columns of the terminal, if it knows them.
pub fn size() -> Option<(usize, usize)> {
    mode::size().filter(|&size| size != (0, 0))
}

#[cfg(unix)]
mod mode {
    use rustix::termios::{
        LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcgetwinsize, tcsetattr,
    };
    use std::io::stdin;

    pub type Mode = Termios;

    /// Passes each key on at once and shows none; gives the mode before.
    pub fn raw() -> Option<Mode> {
        let before = tcgetattr(stdin()).ok()?;
        let mut raw = before.clone();
        raw.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO);
        raw.special_codes[SpecialCodeIndex::VMIN] = 1;
        raw.special_codes[SpecialCodeIndex::VTIME] = 0;
        tcsetattr(stdin(), OptionalActions::Now, &raw).ok()?;
        Some(before)
    }

    pub fn restore(before: &Mode) {
        // The terminal may have gone away.
        let _ = tcsetattr(stdin(), OptionalActions::Now, before);
    }

    pub fn size() -> Option<(usize, usize)> {
        let size = tcgetwinsize(stdin()).ok()?;
        Some((usize::from(size.ws_row), usize::from(size.ws_col)))
    }
}

#[cfg(not(unix))]
mod mode {
    pub type Mode = ();

    pub fn raw() -> Option<Mode> {
        None
    }

    pub fn restore(_before: &Mode) {}

    pub fn size() -> Option<(usize, usize)> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{East, North, South, West};

    fn keys(bytes: &[u8]) -> Vec<Key> {
        let mut decoder = Decoder::default();
        bytes.iter().filter_map(|&byte| decoder.key(byte)).collect()
    }

    #[test]
    fn arrows_in_both_modes_and_letters() {
        let all = [North, South, East, West].map(Key::Turn);
        assert_eq!(keys(b"\x1b[A\x1b[B\x1b[C\x1b[D"), all);
        assert_eq!(keys(b"\x1bOA\x1bOB\x1bOC\x1bOD"), all);
        assert_eq!(keys(b"wsda"), all);
        assert_eq!(keys(b"WSDA"), all);
        assert_eq!(keys(b"x\x1bq?"), [Key::Leave]);
    }

    #[test]
    fn quick_turns_wait_for_their_steps() {
        let (send, receive) = channel();
        let keys = Keys(receive);
        // Before the first step every direction is a turn. On the way east, straight on and back
        // change nothing.
        for direction in [East, East, West, North, West] {
            send.send(Key::Turn(direction)).unwrap();
        }
        assert_eq!(keys.next(None), Some(Key::Turn(East)));
        assert_eq!(keys.next(Some(East)), Some(Key::Turn(North)));
        assert_eq!(keys.next(Some(North)), Some(Key::Turn(West)));
        assert_eq!(keys.next(Some(West)), None);
    }
}
