//! Claims judged by hand.

use super::*;
use crate::experiment::Estimate;
use crate::stats::Z95;

/// An experiment with the cells `a/1` … `b/4`, and a claim about them.
fn experiment(claim: &str) -> Result<Experiment, String> {
    let text = format!(
        "title = 't'\nplace = 'p'\ngames = 100\nmeasure = 'score'\n[[grid]]\ngame = 'g'\n\
         agents = {{}}\n[[grid.axis]]\nname = 'row'\nvalues = ['a', 'b']\n[[grid.axis]]\n\
         name = 'x'\nvalues = ['1', '2', '3', '4']\n[[claim]]\nsays = 's'\n{claim}\n"
    );
    Experiment::parse("test/claim", &text).map_err(|error| error.to_string())
}

/// Judges a claim with these values and one standard error for all; NaN is not played.
fn judged(claim: &str, values: [f64; 8], error: f64) -> (Verdict, String) {
    let experiment = experiment(claim).unwrap();
    let outcome = experiment.claims[0].judge(&experiment, |_, cell| {
        let value = values[cell.place[0] * 4 + cell.place[1]];
        let (low, high) = (value - Z95 * error, value + Z95 * error);
        (!value.is_nan()).then_some(Estimate {
            value,
            low,
            high,
            error,
            deviation: 10.0 * error,
            games: 100,
        })
    });
    (outcome.verdict, outcome.detail)
}

fn verdict(claim: &str, values: [f64; 8], error: f64) -> Verdict {
    judged(claim, values, error).0
}

const STEADY: [f64; 8] = [10.0, 20.0, 30.0, 40.0, 5.0, 15.0, 25.0, 35.0];

#[test]
fn higher_cell_by_cell() {
    let claim = "higher = 'a/*'\nlower = 'b/*'";
    // Differences of 5 with an error of √2 each: 3.5 errors, then half an error.
    assert_eq!(verdict(claim, STEADY, 1.0), Verdict::Holds);
    assert_eq!(verdict(claim, STEADY, 7.0), Verdict::Open);
    assert_eq!(verdict("higher = 'b/*'\nlower = 'a/*'", STEADY, 1.0), Verdict::Fails);
    let (verdict, detail) = judged("higher = 'a/*'\nlower = 'b/*'\nby = 4.0", STEADY, 0.1);
    assert_eq!((verdict, detail.contains("4 of 4 point that way")), (Verdict::Holds, true));
}

#[test]
fn higher_on_average_forgives_a_cell() {
    let mut values = STEADY;
    values[7] = 41.0;
    let each = "higher = 'a/*'\nlower = 'b/*'";
    assert_eq!(verdict(each, values, 0.1), Verdict::Fails);
    let (verdict, detail) = judged(&format!("{each}\naverage = true"), values, 0.1);
    // (5 + 5 + 5 − 1) / 4 = 3.5, with an error of 0.1 √(8 / 16).
    assert_eq!((verdict, detail.as_str()), (Verdict::Holds, "3.5 ± 0.139"));
}

#[test]
fn pairs_with_nothing_to_gain_are_left_out() {
    let mut values = STEADY;
    values[3] = 30.0;
    let each = "higher = 'a/*'\nlower = 'b/*'";
    assert_eq!(verdict(each, values, 0.1), Verdict::Fails);
    let (below, detail) = judged(&format!("{each}\nunder = 30.0"), values, 0.1);
    assert_eq!((below, detail.contains("3 of 3 point that way")), (Verdict::Holds, true));
    assert_eq!(verdict(&format!("{each}\nunder = 5.0"), values, 0.1), Verdict::NotPlayed);
}

#[test]
fn a_cell_without_a_partner_stands_against_all() {
    assert_eq!(verdict("higher = 'a/4'\nlower = 'b/*'", STEADY, 0.1), Verdict::Holds);
    assert_eq!(verdict("higher = 'a/*'\nlower = 'b/2'", STEADY, 0.1), Verdict::Fails);
    assert_eq!(verdict("higher = 'a/*'\nthan = 9.0", STEADY, 0.1), Verdict::Holds);
}

#[test]
fn best_is_highest_or_not_surely_lower() {
    let best =
        |cell: &str, error| verdict(&format!("best = '{cell}'\namong = '*/?'"), STEADY, error);
    assert_eq!(best("*/4", 1.0), Verdict::Holds);
    assert_eq!(best("*/3", 1.0), Verdict::Fails);
    assert_eq!(best("*/3", 10.0), Verdict::Open);
    assert_eq!(verdict("worst = 'b/1'\namong = '?/?'", STEADY, 1.0), Verdict::Holds);
    let two = "best = ['a/3', 'a/4']\namong = 'a/?'";
    assert_eq!(verdict(two, STEADY, 1.0), Verdict::Holds);
}

#[test]
fn trends_are_slopes() {
    // A slope of 10 a step; its error is 1 / √5 for x = 1 … 4.
    let (verdict_up, detail) = judged("rising = 'a/?'", STEADY, 1.0);
    assert_eq!((verdict_up, detail.as_str()), (Verdict::Holds, "10.0 ± 0.877"));
    assert_eq!(verdict("falling = '*/?'", STEADY, 1.0), Verdict::Fails);
    assert_eq!(verdict("rising = '*/?'", STEADY, 50.0), Verdict::Open);
}

#[test]
fn alike_within() {
    let alike =
        |within: f64, error| verdict(&format!("alike = 'a/?'\nwithin = {within:?}"), STEADY, error);
    assert_eq!(
        (alike(30.0, 1.0), alike(20.0, 1.0), alike(20.0, 9.0)),
        (Verdict::Holds, Verdict::Fails, Verdict::Open)
    );
    let some = "alike = ['*/1', '*/2']\nwithin = 10.0";
    assert_eq!(verdict(some, STEADY, 1.0), Verdict::Holds);
}

#[test]
fn dips_come_every_so_often() {
    // Steps −10 to 3 (3 − 1 is even), +2 to 2 and to 4.
    let saw = [20.0, 22.0, 12.0, 14.0, 0.0, 0.0, 0.0, 0.0];
    let (verdict_down, detail) = judged("dips = 'a/?'\nevery = 2", saw, 0.1);
    assert_eq!((verdict_down, detail.starts_with("12.0 ±")), (Verdict::Holds, true));
    assert_eq!(verdict("dips = 'a/?'\nevery = 3", saw, 0.1), Verdict::Fails);
}

#[test]
fn what_is_not_played_is_not_judged() {
    for claim in [
        "higher = 'a/*'\nlower = 'b/*'",
        "best = 'a/1'\namong = 'a/?'",
        "alike = 'a/?'\nwithin = 1.0",
        "rising = 'a/?'",
    ] {
        assert_eq!(verdict(claim, [f64::NAN; 8], 1.0), Verdict::NotPlayed, "{claim}");
    }
    let mut half = STEADY;
    half[..2].fill(f64::NAN);
    assert_eq!(verdict("higher = 'a/*'\nlower = 'b/*'", half, 1.0), Verdict::Holds);
}

#[test]
fn wrong_claims_say_why() {
    let problem = |claim: &str| experiment(claim).unwrap_err();
    assert!(problem("higher = 'a/1'").contains("no test"));
    assert!(problem("higher = 'c/1'\nlower = 'a/1'").contains("no label `c`; there is: a, b"));
    assert!(problem("rising = 'a/1'").contains("has no `?`"));
    assert!(problem("higher = 'a'\nlower = 'b/1'").contains("1 labels, the grid 2 axes"));
    assert!(problem("higher = 'x:a/1'\nlower = 'b/1'").contains("no such grid"));
}

/// The boards of `n` games score 1000, 2000, 3000, … in cell `b/1`, and some 100 more in `a/1`.
fn paired(claim: &str, n: u64) -> Outcome {
    let experiment = experiment(claim).unwrap();
    let scores = |row: usize| -> Vec<(u64, f64)> {
        let gain = |k: u64| if row == 0 { 90.0 + (k % 3) as f64 * 10.0 } else { 0.0 };
        (0..n).map(|k| (k, 1000.0 * (k + 1) as f64 + gain(k))).collect()
    };
    let all = [scores(0), scores(1)];
    experiment.claims[0].judge(&experiment, |_, cell| {
        let values = &all[cell.place[0]];
        let estimate = Estimate::mean(values.iter().map(|(_, score)| *score))?;
        (cell.place[1] == 0).then_some(Evidence { estimate, values })
    })
}

#[test]
fn scores_are_compared_board_by_board() {
    let claim = "higher = 'a/1'\nlower = 'b/1'";
    // The gains are 90, 100, 110 in turn: 100 on average, with an error of √(800 / 11 / 12) and Student's
    // factor 2.201 for twelve games.
    let outcome = paired(claim, 12);
    assert_eq!((outcome.verdict, outcome.detail.as_str()), (Verdict::Holds, "100.0 ± 5.4"));
    // The spread of so few differences is not trusted, and that of the boards hides the gain.
    assert_eq!(paired(claim, 9).verdict, Verdict::Open);
    let worse = "best = 'b/1'\namong = '?/1'";
    assert_eq!(paired(worse, 12).verdict, Verdict::Fails);
    assert_eq!(paired(worse, 9).verdict, Verdict::Open);
}
