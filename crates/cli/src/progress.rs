//! A bar on a terminal: games, rate, time left, the result so far.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use spinney_games::contest::AnyContest;
use spinney_lab::tally::Tally;

/// A bar for so many games. Where standard error is no terminal nothing is drawn.
pub fn bar(games: u64) -> ProgressBar {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let colours = if plain { "" } else { ".green" };
    let template = format!(
        "{{bar:24{colours}}} {{pos}}/{{len}} games, {{per_sec}}, {{eta}} left  {{wide_msg}}"
    );
    let style = ProgressStyle::with_template(&template);
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr_with_hz(5));
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// The result so far in a few words: the first side's rate with its interval.
pub fn so_far(contest: &dyn AnyContest, tally: &Tally) -> String {
    let side = contest.sides()[0];
    if contest.sides().len() < 2 {
        let interval = tally.reward_interval(0);
        return format!("{side} {:.1} ± {:.1}", tally.mean_reward(0), interval.half_width());
    }
    let interval = tally.interval(0);
    let percent = |x: f64| format!("{:.1}", 100.0 * x);
    let (rate, low, high) = (tally.rate(0), interval.low, interval.high);
    format!("{side} {} % ({} to {})", percent(rate), percent(low), percent(high))
}
