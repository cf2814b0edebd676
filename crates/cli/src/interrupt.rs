//! Ctrl-C, and SIGTERM like it: the first one asks everything to end soon and keep what is finished,
//! the second ends at once.

use anyhow::Context;
use spinney_search::budget::Stop;
use std::sync::OnceLock;

static STOP: OnceLock<Stop> = OnceLock::new();

/// The flag that Ctrl-C raises. Hand it to every search and every game.
pub fn stop() -> &'static Stop {
    STOP.get_or_init(Stop::new)
}

/// Listens for Ctrl-C from now on.
pub fn install() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {
        if stop().raised() {
            std::process::exit(130);
        }
        stop().raise();
    })
    .context("can't listen for Ctrl-C")
}
