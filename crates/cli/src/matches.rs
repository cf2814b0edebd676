//! `spinney match`: games between agents.

use crate::failure::{Interrupted, input};
use crate::{dry_run, game, keeping, out, progress, running, sequential};
use anyhow::Context;
use spinney_games::contest::AnyContest;
use spinney_lab::documents::{elo_interval, of_match};
use spinney_lab::matches::{Match, MatchResult, play};
use spinney_lab::runner::Pairing;
use spinney_lab::stats::Interval;
use spinney_lab::stats::sprt::{Scale, Sprt};
use std::fmt::Write as _;

/// Play games between agents and count how often each side wins.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  spinney match tron --a \"ucb1(playouts=500)\" --b random --games 20\n  \
                  spinney match connect-four --a uct --b \"uct(playouts=2000)\" --sprt 0,50 --games 2000\n\
                  In a game without chance, each pair of games starts with its own random opening. \
                  --opening 0 turns this off."
)]
pub struct Args {
    #[command(flatten)]
    game: game::Args,
    #[command(flatten)]
    seats: game::Seats,
    /// The number of games. With --sprt, the maximum.
    #[arg(long, default_value_t = 100, allow_negative_numbers = true, value_parser = running::games)]
    games: u64,
    /// Estimate the time from a short sample, and play nothing.
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    sequential: sequential::Args,
    #[command(flatten)]
    keeping: keeping::Args,
    #[command(flatten)]
    running: running::Args,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let contest = args.game.open_for_match()?;
    let agents = args.seats.check(&*contest)?;
    if args.sequential.is_some() && contest.sides().len() != 2 {
        return Err(input("--sprt needs a game with two sides"));
    }
    let test = args.sequential.test(Scale::Elo)?;
    let pairing = Pairing { contest: &*contest, agents, seed: args.running.seed };
    if args.dry_run {
        let pairings = std::slice::from_ref(&pairing);
        let missing = args.keeping.missing(pairings, args.games)?;
        return dry_run::show(pairings, &missing, &args.running);
    }
    let asked = Match { pairing: pairing.clone(), games: args.games, sprt: test };
    let result = played(args, &asked)?;
    if args.running.json {
        out::json(&of_match(test, &pairing, &result))?;
    } else {
        out::print(&text(test, &pairing, &args.seats.names(&*contest), &result))?;
    }
    if result.interrupted { Err(Interrupted.into()) } else { Ok(()) }
}

/// Plays the match, with what a store has, and writes the games to a file if one is named.
fn played(args: &Args, asked: &Match<'_>) -> anyhow::Result<MatchResult> {
    let pairings = std::slice::from_ref(&asked.pairing);
    let mut keeping = args.keeping.open("match", pairings)?;
    let bar = progress::bar(args.games);
    let (kept, mut saving) = keeping.split();
    let result = play(asked, kept, &args.running.options(), |finished, tally| {
        saving.write(finished)?;
        if tally.games.is_multiple_of(64) || tally.games < 64 {
            bar.set_message(progress::so_far(asked.pairing.contest, tally));
        }
        bar.set_position(tally.games);
        Ok(())
    });
    bar.finish_and_clear();
    let result = result.context("the match could not go on")?;
    let tally = &result.tally;
    if tally.distinct() * 2 < tally.games {
        let (distinct, games) = (tally.distinct(), tally.games);
        out::warn(format!(
            "only {distinct} of {games} games are distinct. Repeated games are not evidence: the \
             intervals are as wide as for {distinct} games"
        ));
    }
    keeping.finish(tally.games, asked.sprt.is_some())?;
    Ok(result)
}

fn text(
    test: Option<Sprt>,
    pairing: &Pairing<'_>,
    names: &[String],
    result: &MatchResult,
) -> String {
    let (contest, tally) = (pairing.contest, &result.tally);
    let puzzle = contest.sides().len() < 2;
    let row = |side: usize| {
        let (of, interval) = (&tally.sides[side], tally.interval(side));
        let mut cells = vec![contest.sides()[side].to_string(), names[side].clone()];
        if puzzle {
            let interval = tally.reward_interval(side);
            cells.push(known(tally.games > 0, format!("{:.1}", tally.mean_reward(side))));
            let spread = format!("{:.1} to {:.1}", interval.low, interval.high);
            cells.push(known(interval.low.is_finite(), spread));
            cells.push(of.best.map_or("–".into(), |best| best.to_string()));
        } else {
            let decided = tally.decided() > 0;
            cells.push(of.wins.to_string());
            cells.push(known(decided, format!("{:.1} %", 100.0 * tally.rate(side))));
            let spread = format!("{:.1} to {:.1}", 100.0 * interval.low, 100.0 * interval.high);
            cells.push(known(decided, spread));
        }
        cells.push(format!("{:.3}", of.millis_per_move()));
        cells.push(format!("{:.0}", of.playouts_per_second()));
        cells
    };
    let rows: Vec<Vec<String>> = (0..contest.sides().len()).map(row).collect();
    let head: [&str; 7] = if puzzle {
        ["side", "agent", "mean score", "95 %", "best", "ms/move", "playouts/s"]
    } else {
        ["side", "agent", "wins", "rate", "95 %", "ms/move", "playouts/s"]
    };
    let mut text = out::table(&head, &rows, &[2, 3, 4, 5, 6]);
    let draws = if puzzle { String::new() } else { format!(", {} drawn", tally.draws) };
    let distinct = match tally.distinct() {
        distinct if distinct == tally.games => String::new(),
        distinct => format!(", {distinct} distinct"),
    };
    let _ = write!(
        text,
        "\n{}: {} games{distinct}{draws}, mean length {:.1}, seed {}, {:.1} s",
        contest.spec(),
        tally.games,
        tally.mean_length(),
        pairing.seed,
        result.elapsed.as_secs_f64(),
    );
    for (side, of) in contest.sides().iter().zip(&tally.sides) {
        for (reason, games) in &of.faults {
            let _ = write!(text, "\n{side} lost {games} by a fault: {reason}");
        }
    }
    if let Some(strength) = strength(contest, result) {
        let _ = write!(text, "\n{strength}");
    }
    if let (Some(test), Some(verdict), Some(outcomes)) = (test, result.verdict, &result.outcomes) {
        let said = sequential::sentence(&test, verdict, outcomes, contest.sides()[0]);
        let _ = write!(text, "\n{said}");
    }
    text
}

/// What is known, or a dash.
fn known(is: bool, text: String) -> String {
    if is { text } else { "–".to_string() }
}

fn strength(contest: &dyn AnyContest, result: &MatchResult) -> Option<String> {
    let (elo, Interval { low, high }) = elo_interval(contest, result)?;
    let (first, second) = (contest.sides()[0], contest.sides()[1]);
    // Without a loss, or without a win, only one end of the interval is a number.
    let said = if elo == f64::INFINITY {
        format!("at least {low:+.0} Elo (95 %)")
    } else if elo == f64::NEG_INFINITY {
        format!("at most {high:+.0} Elo (95 %)")
    } else {
        format!("{elo:+.0} Elo (95 %: {low:+.0} to {high:+.0})")
    };
    Some(format!("{first} minus {second}: {said}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use spinney_games::contest::Played;
    use spinney_lab::tally::Tally;
    use std::time::Duration;

    #[test]
    fn a_strength_without_a_loss_has_one_end() {
        let contest = spinney_games::open(&"tic-tac-toe".parse().unwrap()).unwrap();
        let told = |wins: [u64; 2]| {
            let mut tally = Tally::new(2);
            for (side, wins) in wins.into_iter().enumerate() {
                for game in 0..wins {
                    let rewards = vec![1.0 - side as f64, side as f64];
                    let effort = vec![spinney_games::contest::Effort::default(); 2];
                    let record = game.to_string();
                    tally.add(&Played { rewards, length: 5, effort, record, fault: None });
                }
            }
            let (elapsed, interrupted) = (Duration::ZERO, false);
            let result = MatchResult { tally, outcomes: None, verdict: None, interrupted, elapsed };
            strength(&*contest, &result)
        };
        // Wilson's low end for 20 of 20 is 20 / (20 + 1.96²) = 0.8389: 287 Elo.
        assert_eq!(told([20, 0]).unwrap(), "a minus b: at least +287 Elo (95 %)");
        assert_eq!(told([0, 20]).unwrap(), "a minus b: at most -287 Elo (95 %)");
        assert_eq!(told([10, 10]).unwrap(), "a minus b: +0 Elo (95 %: -148 to +148)");
        assert_eq!(told([0, 0]), None);
    }
}
