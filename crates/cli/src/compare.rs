//! `spinney compare`: two settings of an agent on the same games, with a sentence for an answer.

use crate::failure::{Interrupted, input};
use crate::{dry_run, game, keeping, out, progress, running, sequential, sides};
use anyhow::Context;
use spinney_games::contest::AnyContest;
use spinney_lab::compare::{Compared, Comparison, Difference, Plan, compare};
use spinney_lab::documents::{of_comparison, scale};
use spinney_lab::stats::Interval;
use spinney_lab::stats::sprt::Sprt;
use std::fmt::Write as _;

/// Find out whether one setting of an agent is better than another.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  spinney compare connect-four \"uct(c=0.5)\" \"uct(c=1.4)\" --games 400
  spinney compare connect-four \"uct(c=0.5)\" \"uct(c=1.4)\" --sprt 0,20 --games 5000
  spinney compare cops-and-robbers --side cops chase random --against evade --games 400

A 95 % interval is valid for one look at the result. If you add games and look again until you like \
the answer, it is not. --sprt allows any number of looks.")]
pub struct Args {
    #[command(flatten)]
    game: game::Args,
    /// The first setting.
    #[arg(value_name = "A")]
    first: String,
    /// The second setting.
    #[arg(value_name = "B")]
    second: String,
    /// The side that both settings play. Not needed if the sides of the game are equal.
    #[arg(long)]
    side: Option<String>,
    /// The opponent of both settings. Without it they play each other, if the sides are equal.
    #[arg(long, value_name = "SPEC")]
    against: Option<String>,
    /// The number of games per setting. With --sprt, the maximum.
    #[arg(long, default_value_t = 200, allow_negative_numbers = true, value_parser = running::games)]
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
    let plan = plan(args, &*contest)?;
    if args.sequential.is_some() && contest.sides().len() != 2 {
        return Err(input("--sprt needs a game with two sides"));
    }
    let sprt = args.sequential.test(scale(&plan))?;
    let asked = Comparison { plan, games: args.games, sprt };
    if args.dry_run {
        let pairings = asked.plan.pairings();
        let missing = args.keeping.missing(pairings, asked.games_each())?;
        return dry_run::show(pairings, &missing, &args.running);
    }
    let compared = played(args, &asked)?;
    if args.running.json {
        let names = [args.first.as_str(), args.second.as_str()];
        out::json(&of_comparison(names, args.against.as_deref(), &asked, &compared))?;
    } else {
        out::print(&text(args, &*contest, asked.sprt, &compared))?;
    }
    if compared.interrupted { Err(Interrupted.into()) } else { Ok(()) }
}

fn played(args: &Args, asked: &Comparison<'_>) -> anyhow::Result<Compared> {
    let mut keeping = args.keeping.open("compare", asked.plan.pairings())?;
    let bar = progress::bar(asked.total());
    let (kept, mut saving) = keeping.split();
    let mut count = 0;
    let compared = compare(asked, kept, &args.running.options(), |game, difference| {
        saving.write(game)?;
        count += 1;
        if count % 64 == 0 || count < 64 {
            bar.set_message(so_far(difference));
        }
        bar.set_position(count);
        Ok(())
    });
    bar.finish_and_clear();
    let compared = compared.context("the comparison could not go on")?;
    let Difference { sample, distinct, .. } = compared.difference;
    if distinct * 2 < sample.count {
        let starts = sample.count;
        out::warn(format!(
            "only {distinct} of {starts} starts led to distinct games. Repeated games are not evidence"
        ));
    }
    keeping.finish(compared.games_each(), asked.sprt.is_some())?;
    Ok(compared)
}

/// The result so far in a few words.
fn so_far(difference: &Difference) -> String {
    let Interval { low, high } = difference.interval();
    format!("A − B {:+.1} ({low:+.1} to {high:+.1})", difference.sample.mean)
}

fn side_number(args: &Args, contest: &dyn AnyContest) -> anyhow::Result<usize> {
    let sides = contest.sides();
    let Some(name) = &args.side else {
        if contest.symmetric() || sides.len() == 1 {
            return Ok(0);
        }
        return Err(input(format!("--side is missing; it is one of {}", sides.join(", "))));
    };
    sides::find("--side", name, sides)
}

fn plan<'a>(args: &Args, contest: &'a dyn AnyContest) -> anyhow::Result<Plan<'a>> {
    let side = side_number(args, contest)?;
    let first = game::check(contest, side, &args.first)?;
    let second = game::check(contest, side, &args.second)?;
    // Against nobody there is nothing to check: a puzzle has no other side.
    let against = args.against.as_ref().filter(|_| contest.sides().len() > 1);
    let against = against.map(|text| game::check(contest, 1 - side, text)).transpose()?;
    Plan::of(contest, side, [first, second], against.as_ref(), args.running.seed).ok_or_else(|| {
        let other = contest.sides()[1 - side];
        input(format!("--against is missing; it is the agent that plays {other}"))
    })
}

fn text(args: &Args, contest: &dyn AnyContest, test: Option<Sprt>, compared: &Compared) -> String {
    let names = [&args.first, &args.second];
    let puzzle = contest.sides().len() == 1;
    let side = side_number(args, contest).unwrap_or(0);
    // Two settings that play each other share one tally: each is a side of it.
    let rows: Vec<Vec<String>> = (0..2)
        .map(|i| {
            let together = compared.tallies.len() == 1;
            let (tally, side) =
                if together { (&compared.tallies[0], i) } else { (&compared.tallies[i], side) };
            let counts = tally.counts(side);
            let result = if puzzle {
                let Interval { low, high } = tally.reward_interval(side);
                format!("{:.1} ({low:.1} to {high:.1})", tally.mean_reward(side))
            } else {
                format!("{} / {} / {}", counts.wins, counts.draws, counts.losses)
            };
            let of = &tally.sides[side];
            let speed = format!("{:.3}", of.millis_per_move());
            vec![names[i].clone(), tally.games.to_string(), result, speed]
        })
        .collect();
    let result = if puzzle { "mean score" } else { "won / drawn / lost" };
    let table = out::table(&["agent", "games", result, "ms/move"], &rows, &[1, 2, 3]);
    let mut text = format!("{table}\n\n{}", compared.difference.sentence(names[0], names[1]));
    let Difference { sample, distinct, .. } = compared.difference;
    let repeats = match distinct {
        distinct if distinct == sample.count => String::new(),
        distinct => format!(", {distinct} distinct"),
    };
    let _ = write!(
        text,
        "\n{}: {} games of each from {} starts{repeats}, seed {}, {:.1} s",
        contest.spec(),
        compared.games_each(),
        sample.count,
        args.running.seed,
        compared.elapsed.as_secs_f64(),
    );
    if let (Some(test), Some(verdict), Some(seen)) = (test, compared.verdict, &compared.outcomes) {
        let _ = write!(text, "\n{}", sequential::sentence(&test, verdict, seen, names[0]));
    }
    text
}
