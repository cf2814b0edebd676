//! `spinney match`: games between agents.

use crate::failure::{Interrupted, input};
use crate::{game, out, progress, running};
use anyhow::Context;
use serde_json::{Map, Value, json};
use spinney_games::contest::AnyContest;
use spinney_lab::campaign::{Campaign, fill};
use spinney_lab::matches::{Match, MatchResult, play};
use spinney_lab::runner::{Ended, Pairing};
use spinney_lab::stats::elo;
use spinney_lab::stats::sprt::{Sprt, Verdict};
use spinney_lab::stats::{Interval, wilson};
use spinney_lab::store::{CellKey, Store};
use spinney_lab::{machine, record};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;

/// Games between agents: who wins how often, and how sure that is.
#[derive(clap::Args)]
#[command(
    after_help = "Example: spinney match tron --a \"mcts(playouts=500)\" --b random --games 20"
)]
pub struct Args {
    #[command(flatten)]
    game: game::Args,
    #[command(flatten)]
    seats: game::Seats,
    /// How many games; with --sprt, at most.
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// End as soon as a sequential test knows whether the first side is ELO1 rather than ELO0
    /// stronger than the second.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = sprt)]
    sprt: Option<Sprt>,
    /// Write every game to this file, which `spinney replay` reads.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Keep the games in this store: a rerun goes on where it stopped.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["sprt", "save"])]
    store: Option<PathBuf>,
    #[command(flatten)]
    running: running::Args,
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    let pair = text.split_once(',').and_then(|(low, high)| Some((number(low)?, number(high)?)));
    let (elo0, elo1) = pair.ok_or("two numbers such as 0,20 were expected")?;
    Sprt::new(elo0, elo1).map_err(|error| error.to_string())
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let contest = args.game.open()?;
    let agents = args.seats.check(&*contest)?;
    if args.sprt.is_some() && contest.sides().len() != 2 {
        return Err(input("--sprt needs a game of two sides"));
    }
    let pairing = Pairing { contest: &*contest, agents, seed: args.running.seed };
    let result = match &args.store {
        Some(path) => stored(args, &pairing, path)?,
        None => played(args, &pairing)?,
    };
    if args.running.json {
        out::json(&document(args, &pairing, &result))?;
    } else {
        out::print(&text(args, &pairing, &result))?;
    }
    if result.interrupted { Err(Interrupted.into()) } else { Ok(()) }
}

/// Plays the match and writes the games to a file if one is named.
fn played(args: &Args, pairing: &Pairing<'_>) -> anyhow::Result<MatchResult> {
    let mut file = match &args.save {
        Some(path) => {
            let file = std::fs::File::create_new(path).map_err(|error| {
                input(format!("can't write games to {}: {error}", path.display()))
            })?;
            Some(std::io::BufWriter::new(file))
        }
        None => None,
    };
    let asked = Match { pairing: pairing.clone(), games: args.games, sprt: args.sprt };
    let bar = progress::bar(args.games);
    let result = play(&asked, &args.running.options(), |finished, tally| {
        if let Some(file) = &mut file {
            file.write_all(record::write(pairing, finished).as_bytes())?;
        }
        bar.set_position(tally.games);
        if tally.games.is_multiple_of(64) || tally.games < 64 {
            bar.set_message(progress::so_far(pairing.contest, tally));
        }
        Ok(())
    });
    bar.finish_and_clear();
    let flushed = file.map_or(Ok(()), |mut file| file.flush());
    let result = result.context("the match could not go on")?;
    flushed.context("can't write the games")?;
    Ok(result)
}

/// Plays what the store lacks and counts what it then has.
fn stored(
    args: &Args,
    pairing: &Pairing<'_>,
    path: &std::path::Path,
) -> anyhow::Result<MatchResult> {
    let started = Instant::now();
    let mut store = Store::open(path)?;
    let run = store.begin_run(&format!("match {}", pairing.contest.spec()))?;
    let pairings = std::slice::from_ref(pairing);
    let campaign = Campaign { pairings, games: &[args.games], deadline: None };
    let bar = progress::bar(args.games);
    let ended = fill(&campaign, &mut store, run, &args.running.options(), |progress| {
        bar.set_position(progress.found + progress.played);
    });
    bar.finish_and_clear();
    let ended = ended?;
    let cell = store.cell(&CellKey::of(pairing))?;
    let tally = store.tally(cell, pairing.contest.sides().len(), args.games)?;
    let interrupted = ended == Ended::Interrupted;
    Ok(MatchResult { tally, verdict: None, interrupted, elapsed: started.elapsed() })
}

fn text(args: &Args, pairing: &Pairing<'_>, result: &MatchResult) -> String {
    let (contest, tally) = (pairing.contest, &result.tally);
    let puzzle = contest.sides().len() < 2;
    let row = |side: usize| {
        let (of, interval) = (&tally.sides[side], tally.interval(side));
        let mut cells = vec![contest.sides()[side].to_string(), pairing.agents[side].to_string()];
        if puzzle {
            let interval = tally.reward_interval(side);
            cells.push(format!("{:.1}", tally.mean_reward(side)));
            cells.push(format!("± {:.1}", interval.half_width()));
            cells.push(of.best.map_or("-".into(), |best| best.to_string()));
        } else {
            cells.push(of.wins.to_string());
            cells.push(format!("{:.1} %", 100.0 * tally.rate(side)));
            cells.push(format!("{:.1} to {:.1}", 100.0 * interval.low, 100.0 * interval.high));
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
    let _ = write!(
        text,
        "\n{}: {} games{draws}, mean length {:.1}, seed {}, {:.1} s",
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
    if let (Some(test), Some(verdict)) = (args.sprt, result.verdict) {
        let _ = write!(text, "\n{}", verdict_text(&test, verdict, contest, result));
    }
    text
}

/// The difference in Elo where both sides have the same job.
fn elo_interval(contest: &dyn AnyContest, result: &MatchResult) -> Option<(f64, Interval)> {
    let (points, games) = (result.tally.points(0), result.tally.games as f64);
    let share = wilson(points, games);
    let interval = Interval { low: elo::from_score(share.low), high: elo::from_score(share.high) };
    (contest.symmetric() && games > 0.0).then(|| (elo::from_score(points / games), interval))
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
    Some(format!("{first} less {second}: {said}"))
}

fn verdict_text(
    test: &Sprt,
    verdict: Verdict,
    contest: &dyn AnyContest,
    result: &MatchResult,
) -> String {
    let (first, games) = (contest.sides()[0], result.tally.games);
    let (elo0, elo1) = (test.elo0, test.elo1);
    match verdict {
        Verdict::Better => {
            format!("after {games} games: {first} is {elo1} Elo stronger rather than {elo0}")
        }
        Verdict::NotBetter => {
            format!("after {games} games: {first} is {elo0} Elo stronger rather than {elo1}")
        }
        Verdict::Undecided { ratio } => {
            let nearer = if ratio > 0.0 { elo1 } else { elo0 };
            format!(
                "after {games} games: can't tell {elo0} from {elo1} Elo (log-likelihood ratio \
                 {ratio:.2} of {:.2}); {nearer} fits better",
                test.bounds().1
            )
        }
    }
}

fn document(args: &Args, pairing: &Pairing<'_>, result: &MatchResult) -> Value {
    let (contest, tally) = (pairing.contest, &result.tally);
    let puzzle = contest.sides().len() < 2;
    let mut sides = Map::new();
    for (side, name) in contest.sides().iter().enumerate() {
        let (of, interval) = (&tally.sides[side], tally.interval(side));
        let rate = (tally.decided() > 0).then(|| tally.rate(side));
        let reward = tally.reward_interval(side);
        let mut value = json!({
            "spec": pairing.agents[side].to_string(),
            "wins": of.wins,
            "rate": rate,
            "low": interval.low,
            "high": interval.high,
            "millis_per_move": of.millis_per_move(),
            "longest_millis": of.longest.as_secs_f64() * 1e3,
            "playouts_per_second": of.playouts_per_second(),
            "faults": of.faults,
        });
        if puzzle {
            value["score"] = json!({
                "mean": tally.mean_reward(side),
                "low": reward.low,
                "high": reward.high,
                "best": of.best,
            });
        }
        sides.insert((*name).to_string(), value);
    }
    let mut document = json!({
        "schema": {"name": "spinney-match", "version": 1},
        "game": contest.spec().to_string(),
        "seed": pairing.seed,
        "games": tally.games,
        "draws": tally.draws,
        "mean_length": tally.mean_length(),
        "sides": sides,
        "interrupted": result.interrupted,
        "seconds": result.elapsed.as_secs_f64(),
        "commit": machine::commit(),
        "machine": machine::description(),
    });
    if let Some((elo, interval)) = elo_interval(contest, result) {
        let finite = |x: f64| x.is_finite().then_some(x);
        document["elo"] = json!({
            "difference": finite(elo), "low": finite(interval.low), "high": finite(interval.high),
        });
    }
    if let (Some(test), Some(verdict)) = (args.sprt, result.verdict) {
        let name = match verdict {
            Verdict::Better => "elo1",
            Verdict::NotBetter => "elo0",
            Verdict::Undecided { .. } => "undecided",
        };
        document["sprt"] = json!({
            "elo0": test.elo0,
            "elo1": test.elo1,
            "alpha": test.alpha,
            "beta": test.beta,
            "ratio": test.ratio(tally.counts(0)),
            "bounds": [test.bounds().0, test.bounds().1],
            "accepted": name,
        });
    }
    document
}

#[cfg(test)]
mod tests {
    use super::*;
    use spinney_lab::tally::Tally;
    use std::time::Duration;

    #[test]
    fn a_strength_without_a_loss_has_one_end() {
        let contest = spinney_games::open(&"tic-tac-toe".parse().unwrap()).unwrap();
        let told = |wins: [u64; 2]| {
            let mut tally = Tally::new(2);
            tally.games = wins.iter().sum();
            tally.sides[0].wins = wins[0];
            tally.sides[1].wins = wins[1];
            let elapsed = Duration::ZERO;
            let result = MatchResult { tally, verdict: None, interrupted: false, elapsed };
            strength(&*contest, &result)
        };
        // Wilson's low end for 20 of 20 is 20 / (20 + 1.96²) = 0.8389: 287 Elo.
        assert_eq!(told([20, 0]).unwrap(), "a less b: at least +287 Elo (95 %)");
        assert_eq!(told([0, 20]).unwrap(), "a less b: at most -287 Elo (95 %)");
        assert_eq!(told([10, 10]).unwrap(), "a less b: +0 Elo (95 %: -148 to +148)");
        assert_eq!(told([0, 0]), None);
    }
}
