//! How far a run is: a bar on a terminal, else a line now and then.

use crate::out;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use spinney_games::contest::AnyContest;
use spinney_lab::tally::Tally;
use std::cell::Cell;
use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Games, rate, time left, the result so far.
pub struct Bar {
    bar: ProgressBar,
    /// Where no bar can be drawn: when the last line was printed, and with which message.
    lines: Option<Mutex<Lines>>,
}

struct Lines {
    every: Duration,
    began: Instant,
    last: Cell<Instant>,
    message: String,
    /// Where the count began: what a store had is not this run's speed.
    start: Option<u64>,
}

/// How long it takes to the first line, and from one to the next.
const EVERY: Duration = Duration::from_secs(30);

/// A bar for so many games. Where standard error is no terminal, a line is printed now and then;
/// `SPINNEY_PROGRESS` says how often, in seconds, and 0 means never.
pub fn bar(games: u64) -> Bar {
    let stderr = std::io::stderr();
    let colours = if out::colour_on(&stderr) { ".green" } else { "" };
    let template = format!(
        "{{bar:24{colours}}} {{pos}}/{{len}} games, {{per_sec}}, {{eta}} left  {{wide_msg}}"
    );
    let style = ProgressStyle::with_template(&template);
    let target = if out::quiet() {
        ProgressDrawTarget::hidden()
    } else {
        ProgressDrawTarget::stderr_with_hz(5)
    };
    let bar = ProgressBar::with_draw_target(Some(games), target);
    let bar = bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let asked = std::env::var("SPINNEY_PROGRESS").ok().and_then(|text| text.parse().ok());
    let every = asked.map_or(EVERY, Duration::from_secs);
    let wanted = !stderr.is_terminal() && !every.is_zero() && !out::quiet();
    let lines = wanted.then(|| {
        let now = Instant::now();
        let (last, message) = (Cell::new(now), String::new());
        Mutex::new(Lines { every, began: now, last, message, start: None })
    });
    Bar { bar, lines }
}

impl Bar {
    /// So many games are done.
    pub fn set_position(&self, games: u64) {
        self.bar.set_position(games);
        self.line(games);
    }
    /// One more game is done.
    pub fn inc(&self, games: u64) {
        self.bar.inc(games);
        self.line(self.bar.position());
    }
    /// So many games there are.
    pub fn set_length(&self, games: u64) {
        self.bar.set_length(games);
    }
    /// The result so far, in a few words.
    pub fn set_message(&self, message: String) {
        if let Some(Ok(mut lines)) = self.lines.as_ref().map(Mutex::lock) {
            lines.message.clone_from(&message);
        }
        self.bar.set_message(message);
    }
    /// Something new begins, at another speed.
    pub fn reset_eta(&self) {
        if let Some(Ok(mut lines)) = self.lines.as_ref().map(Mutex::lock) {
            lines.began = Instant::now();
            lines.start = None;
        }
        self.bar.reset_eta();
    }
    /// Takes the bar away.
    pub fn finish_and_clear(&self) {
        self.bar.finish_and_clear();
    }
    /// Does something while the bar is away, such as printing.
    pub fn suspend<T>(&self, work: impl FnOnce() -> T) -> T {
        self.bar.suspend(work)
    }

    fn line(&self, games: u64) {
        let Some(Ok(mut lines)) = self.lines.as_ref().map(Mutex::lock) else { return };
        let start = *lines.start.get_or_insert(games);
        if lines.last.get().elapsed() < lines.every {
            return;
        }
        lines.last.set(Instant::now());
        let all = self.bar.length().unwrap_or(games);
        let rate = games.saturating_sub(start) as f64 / lines.began.elapsed().as_secs_f64();
        let left = if rate > 0.0 {
            format!(", about {} left", duration(all.saturating_sub(games) as f64 / rate))
        } else {
            String::new()
        };
        eprintln!("{games} of {all} games, {rate:.1} per second{left}  {}", lines.message);
    }
}

/// A time for people: 12 s, 3 min, 2.5 h.
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 9.95 => format!("{s:.1} s"),
        s if s < 90.0 => format!("{s:.0} s"),
        s if s < 5400.0 => format!("{:.0} min", s / 60.0),
        s if s < 48.0 * 3600.0 => format!("{:.1} h", s / 3600.0),
        s => format!("{:.0} days", s / 86_400.0),
    }
}

/// The result so far in a few words: the first side's rate with its interval.
pub fn so_far(contest: &dyn AnyContest, tally: &Tally) -> String {
    let side = contest.sides()[0];
    if contest.sides().len() < 2 {
        let interval = tally.reward_interval(0);
        let (mean, low, high) = (tally.mean_reward(0), interval.low, interval.high);
        return format!("{side} {mean:.1} ({low:.1} to {high:.1})");
    }
    let interval = tally.interval(0);
    let percent = |x: f64| format!("{:.1}", 100.0 * x);
    let (rate, low, high) = (tally.rate(0), interval.low, interval.high);
    format!("{side} {} % ({} to {})", percent(rate), percent(low), percent(high))
}

#[cfg(test)]
mod tests {
    #[test]
    fn times_for_people() {
        let said = [0.04, 9.9, 12.3, 89.0, 120.0, 5400.0, 200_000.0].map(super::duration);
        assert_eq!(said, ["0.0 s", "9.9 s", "12 s", "89 s", "2 min", "1.5 h", "2 days"]);
    }
}
