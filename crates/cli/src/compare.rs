//! `spinney compare`: two settings of an agent on the same games, with a sentence for an answer.

use crate::failure::{Interrupted, input};
use crate::{dry_run, game, keeping, out, progress, running, sequential, sides};
use anyhow::Context;
use serde_json::{Value, json};
use spinney_games::contest::AnyContest;
use spinney_lab::compare::{Compared, Comparison, Difference, Finding, Plan, Unit, compare};
use spinney_lab::runner::Pairing;
use spinney_lab::stats::Interval;
use spinney_lab::stats::sprt::{Scale, Sprt};
use std::fmt::Write as _;

/// Is one setting of an agent better than another? Both play the same games; the answer is a
/// sentence.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  spinney compare connect-four \"uct(c=0.5)\" \"uct(c=1.4)\" --games 400
  spinney compare connect-four \"uct(c=0.5)\" \"uct(c=1.4)\" --sprt 0,20 --games 5000 --store c.db
  spinney compare cops-and-robbers --side cops chase random --against evade --games 400

A result that is looked at again and again, with more games each time, until it suits is no result:
its 95 % interval is made for one look. --sprt is made for many. With --store, the command warns.")]
pub struct Args {
    #[command(flatten)]
    game: game::Args,
    /// The first setting.
    #[arg(value_name = "A")]
    first: String,
    /// The second setting.
    #[arg(value_name = "B")]
    second: String,
    /// The side that both take; in a game with equal sides it may be left out.
    #[arg(long)]
    side: Option<String>,
    /// The opponent of both; in a game with equal sides they play each other without it.
    #[arg(long, value_name = "SPEC")]
    against: Option<String>,
    /// Games of each setting; with --sprt, at most.
    #[arg(long, default_value_t = 200, allow_negative_numbers = true, value_parser = running::games)]
    games: u64,
    /// Only say how long it would take, from a short sample.
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
        return Err(input("--sprt needs a game of two sides"));
    }
    let scale = match plan {
        Plan::Together(_) => Scale::Elo,
        Plan::Apart { .. } => Scale::Points,
    };
    let asked = Comparison { plan, games: args.games, sprt: args.sequential.test(scale)? };
    if args.dry_run {
        let pairings = asked.plan.pairings();
        let missing = args.keeping.missing(pairings, asked.games_each())?;
        return dry_run::show(pairings, &missing, &args.running);
    }
    let compared = played(args, &asked)?;
    if args.running.json {
        out::json(&document(args, &*contest, asked.sprt, &compared))?;
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
            "only {distinct} of {starts} starts led to distinct games: repetitions are no evidence"
        ));
    }
    keeping.finish(games_each(&compared), asked.sprt.is_some())?;
    Ok(compared)
}

/// The result so far in a few words.
fn so_far(difference: &Difference) -> String {
    let Interval { low, high } = difference.interval();
    format!("A − B {:+.1} ({low:+.1} to {high:+.1})", difference.sample.mean)
}

/// Games of each setting that were played.
fn games_each(compared: &Compared) -> u64 {
    compared.tallies.iter().map(|tally| tally.games).max().unwrap_or_default()
}

fn side_number(args: &Args, contest: &dyn AnyContest) -> anyhow::Result<usize> {
    let sides = contest.sides();
    let Some(name) = &args.side else {
        if contest.symmetric() || sides.len() == 1 {
            return Ok(0);
        }
        return Err(input(format!("--side is missing: one of {}", sides.join(", "))));
    };
    sides::find("--side", name, sides)
}

fn plan<'a>(args: &Args, contest: &'a dyn AnyContest) -> anyhow::Result<Plan<'a>> {
    let side = side_number(args, contest)?;
    let seed = args.running.seed;
    let pairing = |agents| Pairing { contest, agents, seed };
    let settings = [&args.first, &args.second].map(|text| game::check(contest, side, text));
    let [first, second] = settings;
    let (first, second) = (first?, second?);
    if contest.sides().len() == 1 {
        let pairings = [pairing(vec![first]), pairing(vec![second])];
        return Ok(Plan::Apart { pairings, side });
    }
    let Some(against) = &args.against else {
        if contest.symmetric() {
            return Ok(Plan::Together(pairing(vec![first, second])));
        }
        let other = contest.sides()[1 - side];
        return Err(input(format!("--against is missing: the agent that plays {other}")));
    };
    let opponent = game::check(contest, 1 - side, against)?;
    let seated = |setting| {
        let mut agents = vec![setting, opponent.clone()];
        if side == 1 {
            agents.reverse();
        }
        pairing(agents)
    };
    Ok(Plan::Apart { pairings: [seated(first), seated(second)], side })
}

fn text(args: &Args, contest: &dyn AnyContest, test: Option<Sprt>, compared: &Compared) -> String {
    let names = [&args.first, &args.second];
    let puzzle = contest.sides().len() == 1;
    let side = args.side.as_ref().and_then(|name| contest.sides().iter().position(|s| s == name));
    let side = side.unwrap_or(0);
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
        games_each(compared),
        sample.count,
        args.running.seed,
        compared.elapsed.as_secs_f64(),
    );
    if let (Some(test), Some(verdict), Some(seen)) = (test, compared.verdict, &compared.outcomes) {
        let _ = write!(text, "\n{}", sequential::sentence(&test, verdict, seen, names[0]));
    }
    text
}

fn document(
    args: &Args,
    contest: &dyn AnyContest,
    test: Option<Sprt>,
    compared: &Compared,
) -> Value {
    let difference = &compared.difference;
    let interval = difference.interval();
    let finding = difference.finding();
    let finite = |x: f64| x.is_finite().then_some(x);
    let mut document = json!({
        "schema": {"name": "spinney-compare", "version": 2},
        "game": contest.spec().to_string(),
        "seed": args.running.seed,
        "games": games_each(compared),
        "played": compared.tallies.iter().map(|tally| tally.games).sum::<u64>(),
        "first": args.first,
        "second": args.second,
        "against": args.against,
        "difference": difference.sample.mean,
        "low": finite(interval.low),
        "high": finite(interval.high),
        "starts": difference.sample.count,
        "distinct": difference.distinct,
        "unit": match difference.unit { Unit::Percent => "percentage points", Unit::Score => "points" },
        "better": match finding {
            Finding::First => Some("first"),
            Finding::Second => Some("second"),
            Finding::CannotTell => None,
        },
        "games_needed": (finding == Finding::CannotTell).then(|| difference.games_needed()).flatten(),
        "sentence": difference.sentence(&args.first, &args.second),
        "interrupted": compared.interrupted,
        "seconds": compared.elapsed.as_secs_f64(),
    });
    if let (Some(test), Some(verdict), Some(seen)) = (test, compared.verdict, &compared.outcomes) {
        document["sprt"] = sequential::document(&test, verdict, seen);
    }
    document
}
