//! `spinney compare`: two settings of an agent on the same games, with a sentence for an answer.

use crate::failure::{Interrupted, input};
use crate::{game, out, progress, running};
use serde_json::{Value, json};
use spinney_games::contest::AnyContest;
use spinney_lab::compare::{Compared, Finding, Plan, Unit, compare};
use spinney_lab::runner::Pairing;
use spinney_spec::{did_you_mean, nearest};

/// Is one setting of an agent better than another? Both play the same games; the answer is a
/// sentence.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  spinney compare connect-four \"mcts(c=0.5)\" \"mcts(c=1.4)\" --games 400
  spinney compare scotland-yard --side seekers A B --against C --games 400")]
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
    /// Games of each setting.
    #[arg(long, default_value_t = 200)]
    games: u64,
    #[command(flatten)]
    running: running::Args,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let contest = args.game.open()?;
    let plan = plan(args, &*contest)?;
    let (games, total) = match plan {
        // Seats change in every second game: a start is complete with both.
        Plan::Together(_) => (args.games.next_multiple_of(2), args.games.next_multiple_of(2)),
        Plan::Apart { .. } => (args.games, 2 * args.games),
    };
    let bar = progress::bar(total);
    let compared = compare(&plan, games, &args.running.options(), |tallies| {
        bar.set_position(tallies.iter().map(|tally| tally.games).sum());
        bar.set_message(progress::so_far(&*contest, &tallies[0]));
    });
    bar.finish_and_clear();
    let compared = compared?;
    if args.running.json {
        out::json(&document(args, &*contest, &compared))?;
    } else {
        out::print(&text(args, &*contest, &compared))?;
    }
    if compared.interrupted { Err(Interrupted.into()) } else { Ok(()) }
}

fn side_number(args: &Args, contest: &dyn AnyContest) -> anyhow::Result<usize> {
    let sides = contest.sides();
    let Some(name) = &args.side else {
        if contest.symmetric() || sides.len() == 1 {
            return Ok(0);
        }
        return Err(input(format!("--side is missing: one of {}", sides.join(", "))));
    };
    sides.iter().position(|side| side == name).ok_or_else(|| {
        let near = nearest(name, sides.iter().copied());
        let hint = did_you_mean(near.as_deref());
        input(format!("--side {name}: one of {} was expected{hint}", sides.join(", ")))
    })
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

fn text(args: &Args, contest: &dyn AnyContest, compared: &Compared) -> String {
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
                let half = tally.reward_interval(side).half_width();
                format!("{:.1} ± {half:.1}", tally.mean_reward(side))
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
    format!("{table}\n\n{}", compared.difference.sentence(names[0], names[1]))
}

fn document(args: &Args, contest: &dyn AnyContest, compared: &Compared) -> Value {
    let difference = &compared.difference;
    let interval = difference.interval();
    let finding = difference.finding();
    let finite = |x: f64| x.is_finite().then_some(x);
    json!({
        "schema": {"name": "spinney-compare", "version": 1},
        "game": contest.spec().to_string(),
        "seed": args.running.seed,
        "games": compared.tallies.iter().map(|tally| tally.games).sum::<u64>(),
        "first": args.first,
        "second": args.second,
        "against": args.against,
        "difference": difference.sample.mean,
        "low": finite(interval.low),
        "high": finite(interval.high),
        "starts": difference.sample.count,
        "unit": match difference.unit { Unit::Percent => "percentage points", Unit::Score => "points" },
        "better": match finding {
            Finding::First => Some("first"),
            Finding::Second => Some("second"),
            Finding::CannotTell => None,
        },
        "games_needed": (finding == Finding::CannotTell).then(|| difference.games_needed()),
        "sentence": difference.sentence(&args.first, &args.second),
        "interrupted": compared.interrupted,
    })
}
