//! Results as documents for programs: what `--json` prints and what Python is given.

use crate::compare::{Compared, Comparison, Finding, Plan, Unit};
use crate::experiment::{Experiment, Results};
use crate::matches::MatchResult;
use crate::report::{self, Counts};
use crate::runner::Pairing;
use crate::stats::sprt::{Outcomes, Scale, Sprt, Verdict};
use crate::stats::{Interval, elo};
use crate::tournament::Standings;
use crate::tune::{Generation, Tuned, Tuning};
use serde_json::{Map, Value, json};
use spinney_games::contest::AnyContest;
use std::collections::BTreeMap;

/// JSON has no infinity.
fn finite(x: f64) -> Option<f64> {
    x.is_finite().then_some(x)
}

/// A match.
pub fn of_match(test: Option<Sprt>, pairing: &Pairing<'_>, result: &MatchResult) -> Value {
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
            "low": rate.map(|_| interval.low),
            "high": rate.map(|_| interval.high),
            "millis_per_move": of.millis_per_move(),
            "longest_millis": of.longest.as_secs_f64() * 1e3,
            "playouts_per_second": of.playouts_per_second(),
            "faults": of.faults,
        });
        if puzzle {
            value["score"] = json!({
                "mean": (tally.games > 0).then(|| tally.mean_reward(side)),
                "low": finite(reward.low),
                "high": finite(reward.high),
                "best": of.best,
            });
        }
        sides.insert((*name).to_string(), value);
    }
    let mut document = json!({
        "schema": {"name": "spinney-match", "version": 2},
        "game": contest.spec().to_string(),
        "seed": pairing.seed,
        "games": tally.games,
        "distinct": tally.distinct(),
        "draws": tally.draws,
        "mean_length": tally.mean_length(),
        "sides": sides,
        "interrupted": result.interrupted,
        "seconds": result.elapsed.as_secs_f64(),
    });
    if let Some((elo, interval)) = elo_interval(contest, result) {
        document["elo"] = json!({
            "difference": finite(elo), "low": finite(interval.low), "high": finite(interval.high),
        });
    }
    if let (Some(test), Some(verdict), Some(outcomes)) = (test, result.verdict, &result.outcomes) {
        document["sprt"] = of_test(&test, verdict, outcomes);
    }
    document
}

/// The difference in Elo where both sides have the same job.
pub fn elo_interval(contest: &dyn AnyContest, result: &MatchResult) -> Option<(f64, Interval)> {
    let (points, games) = (result.tally.points(0), result.tally.games as f64);
    let share = result.tally.points_interval(0);
    let interval = Interval { low: elo::from_score(share.low), high: elo::from_score(share.high) };
    (contest.symmetric() && games > 0.0).then(|| (elo::from_score(points / games), interval))
}

/// A sequential test, and how it ended.
pub fn of_test(test: &Sprt, verdict: Verdict, outcomes: &Outcomes) -> Value {
    json!({
        "low": test.low,
        "high": test.high,
        "unit": unit(test.scale),
        "alpha": test.alpha,
        "beta": test.beta,
        "ratio": test.ratio(outcomes),
        "bounds": [test.bounds().0, test.bounds().1],
        "outcomes": outcomes.counts(),
        "accepted": accepted(verdict),
    })
}

/// What a test counts in.
pub fn unit(scale: Scale) -> &'static str {
    match scale {
        Scale::Elo => "Elo",
        Scale::Points => "points",
    }
}

fn accepted(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Better => "high",
        Verdict::NotBetter => "low",
        Verdict::Undecided { .. } => "undecided",
    }
}

/// A comparison of two settings, which go by the names that they were given.
pub fn of_comparison(
    names: [&str; 2],
    against: Option<&str>,
    asked: &Comparison<'_>,
    compared: &Compared,
) -> Value {
    let pairing = &asked.plan.pairings()[0];
    let difference = &compared.difference;
    let interval = difference.interval();
    let finding = difference.finding();
    let mut document = json!({
        "schema": {"name": "spinney-compare", "version": 2},
        "game": pairing.contest.spec().to_string(),
        "seed": pairing.seed,
        "games": compared.games_each(),
        "played": compared.tallies.iter().map(|tally| tally.games).sum::<u64>(),
        "first": names[0],
        "second": names[1],
        "against": against,
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
        "sentence": difference.sentence(names[0], names[1]),
        "interrupted": compared.interrupted,
        "seconds": compared.elapsed.as_secs_f64(),
    });
    let seen = (asked.sprt, compared.verdict, &compared.outcomes);
    if let (Some(test), Some(verdict), Some(seen)) = seen {
        document["sprt"] = of_test(&test, verdict, seen);
    }
    document
}

/// The scale of a comparison's test: Elo where the two play each other.
pub fn scale(plan: &Plan<'_>) -> Scale {
    match plan {
        Plan::Together(_) => Scale::Elo,
        Plan::Apart { .. } => Scale::Points,
    }
}

/// A tournament, the strongest agent first.
pub fn of_tournament(names: &[String], standings: &Standings, test: Option<Sprt>) -> Value {
    let of_agent = |agent: usize| {
        let (wins, draws, losses) = standings.results[agent];
        let met = (0..names.len()).filter(|&other| standings.table.games(agent, other) > 0.0);
        let against = met.map(|other| {
            json!({
                "spec": names[other],
                "points": standings.table.points(agent, other),
                "games": standings.table.games(agent, other),
            })
        });
        json!({
            "spec": names[agent],
            "elo": standings.ratings.elo[agent],
            "error": finite(standings.ratings.error[agent]),
            "wins": wins,
            "draws": draws,
            "losses": losses,
            "faults": standings.faults[agent],
            "against": against.collect::<Vec<_>>(),
        })
    };
    let tests = standings.tests.iter().map(|of| {
        json!({
            "first": names[of.first], "second": names[of.second],
            "ratio": of.ratio, "accepted": accepted(of.verdict),
        })
    });
    let tests: Vec<Value> = tests.collect();
    let sprt = test.map(|test| {
        json!({
            "low": test.low, "high": test.high, "unit": "Elo",
            "alpha": test.alpha, "beta": test.beta,
            "bounds": [test.bounds().0, test.bounds().1], "pairs": tests,
        })
    });
    json!({
        "schema": {"name": "spinney-tournament", "version": 2},
        "games": standings.games,
        "distinct": standings.distinct,
        "sprt": sprt,
        "agents": standings.ranking().into_iter().map(of_agent).collect::<Vec<_>>(),
        "draw_added": standings.ratings.draw_added,
        "interrupted": standings.interrupted,
    })
}

/// A tuning.
pub fn of_tuning(tuning: &Tuning<'_>, tuned: &Tuned, closing: Option<&Compared>) -> Value {
    let names: Vec<&str> = tuning.parameters.iter().map(|(name, _)| name.as_str()).collect();
    let generation = |g: &Generation| {
        json!({
            "generation": g.number,
            "mean": g.mean,
            "deviation": g.deviation,
            "score": g.score,
            "best": g.best,
        })
    };
    let closing = closing.map(|compared| {
        let (difference, interval) = (compared.difference, compared.difference.interval());
        json!({
            "games": compared.tallies.iter().map(|tally| tally.games).max(),
            "difference": difference.sample.mean,
            "low": finite(interval.low),
            "high": finite(interval.high),
        })
    });
    let edges = tuned.edges.iter();
    let edges =
        edges.map(|edge| json!({ "parameter": edge.name, "value": edge.value, "end": edge.end }));
    json!({
        "schema": {"name": "spinney-tune", "version": 2},
        "game": tuning.contest.spec().to_string(),
        "seed": tuning.seed,
        "parameters": names,
        "generations": tuned.generations.iter().map(generation).collect::<Vec<_>>(),
        "spec": tuned.agent.to_string(),
        "edges": edges.collect::<Vec<_>>(),
        "closing": closing,
        "interrupted": tuned.interrupted,
    })
}

/// How an experiment stands: games played, and verdicts counted.
pub fn of_experiment(experiment: &Experiment, results: &Results) -> Value {
    let s = report::summary(experiment, results);
    let counts = |c: Counts| json!({ "holds": c.holds, "fails": c.fails, "open": c.open, "not_played": c.not_played });
    json!({
        "id": experiment.id, "title": experiment.title, "place": experiment.place,
        "drawn_from": s.drawn_from, "games": s.games, "asked": s.asked, "cells": s.cells,
        "played": s.played, "recorded": s.recorded,
        "unknown_behaviour": s.unknown, "another_behaviour": s.another,
        "agreement": counts(s.agreement), "claims": counts(s.claims),
    })
}

/// The cells and the claims of an experiment, each with its verdict.
pub fn of_experiment_in_full(experiment: &Experiment, results: &Results) -> Value {
    let mut document = of_experiment(experiment, results);
    let cells = experiment.cells().map(|(grid, cell)| {
        let result = results.cell(cell);
        let play = cell.twin.as_ref().unwrap_or(&cell.play);
        let (estimate, measured) = (results.estimate(cell), result.measured());
        let verdict = report::cell_verdict(experiment, grid, cell, results);
        json!({
            "key": cell.key, "game": play.game,
            "agents": play.agents.iter().cloned().collect::<BTreeMap<_, _>>(),
            "published": cell.published.as_ref().map(ToString::to_string),
            "games": measured.map_or(0, |m| m.games),
            "distinct": measured.map_or(0, |m| m.distinct),
            "draws": measured.map_or(0, |m| m.draws),
            "value": estimate.map(|e| e.value),
            "low": estimate.map(|e| e.low), "high": estimate.map(|e| e.high),
            "verdict": verdict.map(|v| v.verdict.name()),
            "recorded": measured.is_some_and(|m| m.origin.recorded),
            "commit": measured.map(|m| &m.origin.commit),
            "behaviour": measured.map(|m| m.behaviour.name()),
            "problem": result.problem,
        })
    });
    let claims = experiment.claims.iter().map(|claim| {
        let outcome = claim.judge(experiment, |_, cell| results.evidence(cell));
        json!({
            "says": claim.says, "place": claim.place, "note": claim.note,
            "verdict": outcome.verdict.name(), "detail": outcome.detail,
        })
    });
    document["summary"] = document["claims"].take();
    document["claims"] = claims.collect();
    document["cells"] = cells.collect();
    document
}
