//! The lines that a person types, without missing Ctrl-C meanwhile.

use crate::failure::Interrupted;
use crate::interrupt;
use std::io::BufRead;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

/// The lines of standard input.
///
/// A read goes on after Ctrl-C, so it has a thread of its own; whoever waits for a line looks at the
/// flag now and then.
pub struct Lines(Receiver<String>);

impl Lines {
    /// Reads standard input from now on.
    pub fn new() -> Self {
        let (send, receive) = sync_channel(1);
        std::thread::spawn(move || {
            let lines = std::io::stdin().lock().split(b'\n').map_while(Result::ok);
            for line in lines {
                if send.send(String::from_utf8_lossy(&line).trim().to_string()).is_err() {
                    return;
                }
            }
        });
        Self(receive)
    }

    /// The next line; none at the end of input.
    pub fn next(&self) -> anyhow::Result<Option<String>> {
        loop {
            if interrupt::stop().raised() {
                return Err(Interrupted.into());
            }
            match self.0.recv_timeout(Duration::from_millis(20)) {
                Ok(line) => return Ok(Some(line)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}
