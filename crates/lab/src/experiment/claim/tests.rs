//! Claims judged by hand: each kind holds, is open and fails.

use super::*;
use crate::experiment::{Difference, Estimate};

const HOLDS: Verdict = Verdict::Holds;
const OPEN: Verdict = Verdict::Open;
const FAILS: Verdict = Verdict::Fails;

/// An experiment with the cells `a/1` … `b/4`, and a claim about them.
fn experiment(claim: &str) -> Result<Experiment, String> {
    let text = format!(
        "title = 't'\nplace = 'p'\ngames = 100\nmeasure = 'score'\n[[grid]]\ngame = 'g'\n\
         agents = {{}}\n[[grid.axis]]\nname = 'row'\nvalues = ['a', 'b']\n[[grid.axis]]\n\
         name = 'x'\nvalues = ['1', '2', '3', '4']\n[[claim]]\nsays = 's'\n{claim}\n"
    );
    Experiment::parse("test/claim", &text).map_err(|error| error.to_string())
}

fn at(cell: &Cell) -> usize {
    cell.place[0] * 4 + cell.place[1]
}

/// Judges a claim with these values and one standard error for all, from so many games that it is
/// known; NaN is not played.
fn judged(claim: &str, values: [f64; 8], error: f64) -> (Verdict, String) {
    let experiment = experiment(claim).unwrap();
    let outcome = experiment.claims[0].judge(&experiment, |_, cell| {
        let value = values[at(cell)];
        Estimate::of_mean(value, 10_000.0 * error, 100_000_000).filter(|_| !value.is_nan())
    });
    (outcome.verdict, outcome.detail)
}

fn verdict(claim: &str, values: [f64; 8], error: f64) -> Verdict {
    judged(claim, values, error).0
}

/// Judges a claim by wins of so many games in each cell.
fn by_wins(claim: &str, wins: [u64; 8], games: u64) -> (Verdict, String) {
    let experiment = experiment(claim).unwrap();
    let outcome =
        experiment.claims[0].judge(&experiment, |_, cell| Estimate::rate(wins[at(cell)], games));
    (outcome.verdict, outcome.detail)
}

const STEADY: [f64; 8] = [10.0, 20.0, 30.0, 40.0, 5.0, 15.0, 25.0, 35.0];

#[test]
fn higher_cell_by_cell() {
    let claim = "higher = 'a/*'\nlower = 'b/*'";
    // Differences of 5 with an error of √2 each: 3.5 errors, then half an error.
    assert_eq!(verdict(claim, STEADY, 1.0), HOLDS);
    assert_eq!(verdict(claim, STEADY, 7.0), OPEN);
    let other = "higher = 'b/*'\nlower = 'a/*'";
    assert_eq!(verdict(other, STEADY, 1.0), FAILS);
    let (by, detail) = judged(&format!("{claim}\nby = 4.0"), STEADY, 0.1);
    assert_eq!((by, detail.contains("4 of 4 clearly so")), (HOLDS, true), "{detail}");
    assert_eq!(verdict(&format!("{claim}\nby = 6.0"), STEADY, 0.1), FAILS);
    assert_eq!(verdict(&format!("{claim}\nby = 5.0"), STEADY, 0.1), OPEN);
}

#[test]
fn one_of_many_fails_only_beyond_their_number() {
    // 2.2 errors below zero: enough for one difference, not for one of four (2.5 errors).
    let mut values = STEADY;
    values[0] = 5.0 - 2.2 * 2f64.sqrt();
    assert_eq!(verdict("higher = 'a/1'\nlower = 'b/1'", values, 1.0), FAILS);
    assert_eq!(verdict("higher = 'a/*'\nlower = 'b/*'", values, 1.0), OPEN);
    values[0] = 5.0 - 2.6 * 2f64.sqrt();
    assert_eq!(verdict("higher = 'a/*'\nlower = 'b/*'", values, 1.0), FAILS);
    // Each has its own interval to hold by: 1.9 and 2.1 errors above.
    let steady = |errors: f64| {
        let mut values = STEADY;
        (0..4).for_each(|i| values[i] = values[i + 4] + errors * 2f64.sqrt());
        verdict("higher = 'a/*'\nlower = 'b/*'", values, 1.0)
    };
    assert_eq!((steady(1.9), steady(2.1)), (OPEN, HOLDS));
}

#[test]
fn higher_on_average_forgives_a_cell() {
    let mut values = STEADY;
    values[7] = 41.0;
    let each = "higher = 'a/*'\nlower = 'b/*'";
    assert_eq!(verdict(each, values, 0.1), FAILS);
    let average = format!("{each}\naverage = true");
    let (holds, detail) = judged(&average, values, 0.1);
    // (5 + 5 + 5 − 1) / 4 = 3.5, with an error of 0.1 √(8 / 16).
    assert_eq!((holds, detail.as_str()), (HOLDS, "3.5 (3.4 to 3.6)"));
    assert_eq!(verdict(&average, values, 3.0), OPEN);
    // What is known exactly has no width.
    assert_eq!(judged(&average, values, 0.0), (HOLDS, "3.5 (3.5 to 3.5)".to_string()));
    let other = "higher = 'b/*'\nlower = 'a/*'\naverage = true";
    assert_eq!(verdict(other, values, 0.1), FAILS);
}

#[test]
fn pairs_with_nothing_to_gain_are_left_out() {
    let mut values = STEADY;
    values[3] = 30.0;
    let each = "higher = 'a/*'\nlower = 'b/*'";
    assert_eq!(verdict(each, values, 0.1), FAILS);
    let (below, detail) = judged(&format!("{each}\nunder = 30.0"), values, 0.1);
    assert_eq!((below, detail.contains("3 of 3 clearly so")), (HOLDS, true), "{detail}");
    let (none, detail) = judged(&format!("{each}\nunder = 5.0"), values, 0.1);
    assert_eq!((none, detail.as_str()), (OPEN, "nothing to compare"));
}

#[test]
fn a_cell_without_a_partner_stands_against_all() {
    assert_eq!(verdict("higher = 'a/4'\nlower = 'b/*'", STEADY, 0.1), HOLDS);
    assert_eq!(verdict("higher = 'a/*'\nlower = 'b/2'", STEADY, 0.1), FAILS);
}

#[test]
fn thresholds_by_the_interval_of_the_cell() {
    let than =
        |number: f64, error| verdict(&format!("higher = 'a/1'\nthan = {number:?}"), STEADY, error);
    assert_eq!((than(9.0, 0.1), than(9.0, 1.0), than(11.0, 0.1)), (HOLDS, OPEN, FAILS));
    // Perick's V-A: 551 of 612 is 87.4 to 92.2, below 92.92.
    let wins = [551, 0, 0, 0, 0, 0, 0, 0];
    assert_eq!(by_wins("higher = 'a/1'\nthan = 92.92", wins, 612).0, FAILS);
    assert_eq!(by_wins("higher = 'a/1'\nthan = 92.0", wins, 612).0, OPEN);
    let (holds, detail) = by_wins("higher = 'a/1'\nthan = 85.0", wins, 612);
    assert_eq!((holds, detail.as_str()), (HOLDS, "5.0 (2.4 to 7.2)"), "Wilson's interval less 85");
}

#[test]
fn best_is_ahead_of_every_rival_beyond_the_error() {
    let best =
        |cell: &str, error| verdict(&format!("best = '{cell}'\namong = '*/?'"), STEADY, error);
    assert_eq!(best("*/4", 1.0), HOLDS);
    assert_eq!(best("*/3", 1.0), FAILS);
    assert_eq!(best("*/3", 10.0), OPEN);
    assert_eq!(best("*/4", 10.0), OPEN, "to be highest is not enough");
    let worst = |error| verdict("worst = 'b/1'\namong = '?/?'", STEADY, error);
    assert_eq!((worst(1.0), worst(5.0)), (HOLDS, OPEN));
    assert_eq!(verdict("worst = 'a/1'\namong = '?/?'", STEADY, 0.5), FAILS);
    let (_, detail) = judged("best = 'a/3'\namong = 'a/?'", STEADY, 1.0);
    assert!(detail.starts_with("−10.0 (−13.4 to −6.6), a/3 before a/4"), "{detail}");
    // Equal and exactly known: neither is ahead.
    let tie = [10.0, 10.0, 5.0, 5.0, 0.0, 0.0, 0.0, 0.0];
    assert_eq!(verdict("best = 'a/1'\namong = 'a/?'", tie, 0.0), OPEN);
    assert_eq!(verdict("best = 'a/1'\namong = '?/1'", tie, 0.0), HOLDS);
}

#[test]
fn the_lead_is_corrected_for_the_number_of_rivals() {
    // Three rivals: 2.39 errors. A lead of 2.2 is beyond one error of 1.96, and not enough.
    let ahead = |errors: f64| {
        let values = [0.0, 0.0, 0.0, errors * 2f64.sqrt(), 0.0, 0.0, 0.0, 0.0];
        verdict("best = 'a/4'\namong = 'a/?'", values, 1.0)
    };
    assert_eq!((ahead(2.2), ahead(2.5), ahead(-2.2)), (OPEN, HOLDS, OPEN));
    assert_eq!(ahead(-2.5), FAILS);
    // One rival: 1.96 errors.
    let beside = |errors: f64| {
        let values = [errors * 2f64.sqrt(), 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        verdict("best = 'a/1'\namong = '?/1'", values, 1.0)
    };
    assert_eq!((beside(1.9), beside(2.1), beside(-1.9), beside(-2.1)), (OPEN, HOLDS, OPEN, FAILS));
    // One of two is best: four comparisons, 2.50 errors, and a rival must beat both.
    let two = |first: f64, second: f64| {
        let values = [first, second, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0].map(|x| x * 2f64.sqrt());
        verdict("best = ['a/1', 'a/2']\namong = 'a/?'", values, 1.0)
    };
    assert_eq!((two(2.6, 0.0), two(2.4, 0.0)), (HOLDS, OPEN));
    assert_eq!((two(-9.0, 0.0), two(-9.0, -2.6), two(-2.6, -9.0)), (OPEN, FAILS, FAILS));
}

#[test]
fn a_game_or_two_make_no_best() {
    // What one game each said: 100 against 0, 0, 0.
    let (one, detail) = by_wins("best = 'a/1'\namong = 'a/?'", [1, 0, 0, 0, 0, 0, 0, 0], 1);
    assert_eq!(one, OPEN);
    assert!(detail.starts_with("100.0 (too few games)"), "{detail}");
    // Nine of nine and none of nine is as clear as can be, and still too few.
    for (games, expected) in [(9, OPEN), (10, HOLDS)] {
        let wins = [games, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!(by_wins("higher = 'a/1'\nlower = 'b/1'", wins, games).0, expected, "{games}");
        assert_eq!(by_wins("higher = 'a/1'\nthan = 20.0", wins, games).0, expected, "{games}");
    }
    let (many, _) = by_wins("best = 'a/1'\namong = 'a/?'", [100, 0, 0, 0, 0, 0, 0, 0], 100);
    assert_eq!(many, HOLDS);
    // All lost by everybody is no reason to be best.
    assert_eq!(by_wins("best = 'a/1'\namong = 'a/?'", [0; 8], 3).0, OPEN);
}

#[test]
fn trends_are_slopes() {
    // A slope of 10 a step; its error is 1 / √5 for x = 1 … 4.
    let (holds, detail) = judged("rising = 'a/?'", STEADY, 1.0);
    assert_eq!((holds, detail.as_str()), (HOLDS, "10.0 (9.1 to 10.9)"));
    assert_eq!(verdict("falling = '*/?'", STEADY, 1.0), FAILS);
    assert_eq!(verdict("rising = '*/?'", STEADY, 50.0), OPEN);
    let flat = [10.0; 8];
    assert_eq!(
        (verdict("rising = 'a/?'", flat, 1.0), verdict("falling = 'a/?'", flat, 1.0)),
        (OPEN, OPEN)
    );
    assert_eq!(by_wins("rising = 'a/?'", [0, 1, 1, 2, 0, 0, 0, 0], 3).0, OPEN);
    let (single, detail) = by_wins("rising = 'a/?'", [0, 0, 1, 1, 0, 0, 0, 0], 1);
    assert_eq!((single, detail.as_str()), (OPEN, "40.0 (too few games)"));
    assert_eq!(by_wins("rising = 'a/?'", [0, 10, 20, 30, 0, 0, 0, 0], 30).0, HOLDS);
}

#[test]
fn alike_is_an_equivalence_test() {
    // a/1 … a/4 are 30 apart at most, with an error of √2 or more.
    let alike =
        |within: f64, error| verdict(&format!("alike = 'a/?'\nwithin = {within:?}"), STEADY, error);
    assert_eq!((alike(33.0, 1.0), alike(20.0, 1.0), alike(20.0, 9.0)), (HOLDS, FAILS, OPEN));
    assert_eq!(alike(32.0, 1.0), OPEN, "30 ± 2.8 may be more than 32");
    assert_eq!(alike(28.0, 1.0), OPEN, "and less than 28");
    // One of six pairs is beyond the margin by 2.64 errors: 30 − 3.73.
    assert_eq!((alike(26.8, 1.0), alike(26.0, 1.0)), (OPEN, FAILS));
    let some = "alike = ['*/1', '*/2']\nwithin = 15.0";
    assert_eq!(verdict(some, STEADY, 1.0), HOLDS);
    // Values that are equal by chance say nothing while their error is larger than the margin.
    assert_eq!(verdict(some, [10.0; 8], 10.0), OPEN);
    let (_, detail) = judged("alike = 'a/?'\nwithin = 1.0", [10.0; 8], 0.1);
    assert!(detail.contains("0.0 (−0.277 to 0.277), a/3 less a/4"), "{detail}");
    let (_, detail) = judged(some, STEADY, 1.0);
    assert!(
        detail.ends_with("10.0 (7.2 to 12.8), b/2 less b/1; the margin is 15.0")
            || detail.ends_with("10.0 (7.2 to 12.8), a/2 less a/1; the margin is 15.0"),
        "{detail}"
    );
}

#[test]
fn dips_come_every_so_often() {
    // Steps −10 to 3 (3 − 1 is even), +2 to 2 and to 4.
    let saw = [20.0, 22.0, 12.0, 14.0, 0.0, 0.0, 0.0, 0.0];
    let (down, detail) = judged("dips = 'a/?'\nevery = 2", saw, 0.1);
    assert_eq!((down, detail.starts_with("12.0 (")), (HOLDS, true), "{detail}");
    assert_eq!(verdict("dips = 'a/?'\nevery = 2", saw, 10.0), OPEN);
    assert_eq!(verdict("dips = 'a/?'\nevery = 3", saw, 0.1), FAILS);
}

#[test]
fn a_claim_names_its_cells() {
    let named = |claim: &str| {
        let experiment = experiment(claim).unwrap();
        let cells = experiment.claims[0].cells(&experiment);
        cells.into_iter().map(|(_, cell)| cell.key.clone()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(named("higher = 'a/1'\nlower = 'b/2'"), "a/1 b/2");
    assert_eq!(named("higher = 'b/*'\nthan = 1.0"), "b/1 b/2 b/3 b/4");
    assert_eq!(named("best = 'a/1'\namong = '?/1'"), "a/1 b/1");
    assert_eq!(named("alike = ['a/1', 'a/2']\nwithin = 1.0"), "a/1 a/2");
}

#[test]
fn nothing_is_judged_before_every_cell_is_played() {
    for claim in [
        "higher = 'a/*'\nlower = 'b/*'",
        "higher = 'a/*'\nlower = 'b/*'\naverage = true",
        "higher = 'a/*'\nthan = 1.0",
        "best = 'a/4'\namong = 'a/?'",
        "alike = 'a/?'\nwithin = 1.0",
        "rising = 'a/?'",
        "dips = 'a/?'\nevery = 2",
    ] {
        let none = judged(claim, [f64::NAN; 8], 1.0);
        assert_eq!(none, (Verdict::NotPlayed, "not played".to_string()), "{claim}");
        let mut all_but_one = STEADY;
        all_but_one[1] = f64::NAN;
        let (some, detail) = judged(claim, all_but_one, 1.0);
        assert_eq!(some, Verdict::NotPlayed, "{claim}");
        assert!(detail.starts_with("1 of ") && detail.ends_with("cells not played"), "{detail}");
        assert_ne!(verdict(claim, STEADY, 1.0), Verdict::NotPlayed, "{claim}");
    }
}

#[test]
fn wrong_claims_say_why() {
    let problem = |claim: &str| experiment(claim).unwrap_err();
    assert!(problem("higher = 'a/1'").contains("no test"));
    assert!(problem("higher = 'c/1'\nlower = 'a/1'").contains("no label `c`; the labels are a, b"));
    assert!(problem("rising = 'a/1'").contains("has no `?`"));
    assert!(problem("higher = 'a'\nlower = 'b/1'").contains("1 labels, the grid 2 axes"));
    assert!(problem("higher = 'x:a/1'\nlower = 'b/1'").contains("no such grid"));
    assert!(problem("best = 'a/1'\namong = 'b/?'").contains("some of `among` must be named"));
    assert!(problem("best = 'a/?'\namong = 'a/?'").contains("some must be rivals"));
    assert!(problem("alike = 'a/*'\nwithin = 1.0").contains("two cells or more"));
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
        (cell.place[1] == 0).then_some(Evidence { estimate, values, differences: &[] })
    })
}

#[test]
fn scores_are_compared_board_by_board() {
    let claim = "higher = 'a/1'\nlower = 'b/1'";
    // The gains are 90, 100, 110 in turn: 100 on average, with an error of √(800 / 11 / 12) and Student's
    // factor 2.201 for twelve games.
    let outcome = paired(claim, 12);
    assert_eq!((outcome.verdict, outcome.detail.as_str()), (HOLDS, "100.0 (94.6 to 105.4)"));
    // The spread of so few differences is not trusted, and that of the boards hides the gain.
    assert_eq!(paired(claim, 9).verdict, OPEN);
    assert_eq!((paired(claim, 10).verdict), HOLDS);
    let worse = "best = 'b/1'\namong = '?/1'";
    assert_eq!(paired(worse, 12).verdict, FAILS);
    assert_eq!(paired(worse, 9).verdict, OPEN);
}

#[test]
fn a_recorded_difference_stands_for_the_boards() {
    let judge = |claim: &str, games: u64, holder: usize, less: &str| {
        let experiment = experiment(claim).unwrap();
        let differences = [Difference { less: less.to_string(), mean: 107.1, error: 32.7, games }];
        let outcome = experiment.claims[0].judge(&experiment, |_, cell| {
            let differences = if at(cell) == holder { &differences[..] } else { &[] };
            let estimate = Estimate::of_mean(2600.0, 500.0, 36)?;
            Some(Evidence { estimate, values: &[], differences })
        });
        (outcome.verdict, outcome.detail)
    };
    let claim = "higher = 'a/1'\nlower = 'b/1'";
    // Student's factor for 36 boards is 2.030.
    let holds = judge(claim, 36, 0, "b/1");
    assert_eq!(holds, (HOLDS, "107.1 (40.7 to 173.5)".to_string()));
    assert_eq!(judge(claim, 9, 0, "b/1").0, OPEN, "too few boards");
    assert_eq!(judge(claim, 36, 0, "b/2").0, OPEN, "another cell's");
    assert_eq!(judge(claim, 36, 4, "a/1").0, FAILS, "the other way round");
    assert_eq!(judge("higher = 'a/1'\nlower = 'b/*'\naverage = true", 36, 0, "b/1").0, OPEN);
}

#[test]
fn single_games_count_over_many_pairs() {
    // One game a cell: no pair can be told, but four pairs that all point the same way can.
    let judge = |claim: &str, gains: [f64; 4]| {
        let experiment = experiment(claim).unwrap();
        let outcome = experiment.claims[0].judge(&experiment, |_, cell| {
            let base = 1000.0 * (cell.place[1] + 1) as f64;
            let gain = if cell.place[0] == 0 { gains[cell.place[1]] } else { 0.0 };
            Estimate::mean([base + gain])
        });
        (outcome.verdict, outcome.detail)
    };
    let each = "higher = 'a/*'\nlower = 'b/*'";
    let average = format!("{each}\naverage = true");
    assert_eq!(judge(each, [90.0, 100.0, 100.0, 110.0]).0, OPEN);
    // 100 on average; the deviation is √(200 / 3), Student's factor for four pairs 3.182.
    let found = judge(&average, [90.0, 100.0, 100.0, 110.0]);
    assert_eq!(found, (HOLDS, "100.0 (87.0 to 113.0)".to_string()));
    assert_eq!(judge(&average, [-90.0, -100.0, -100.0, -110.0]).0, FAILS);
    assert_eq!(judge(&average, [-90.0, 100.0, -100.0, 110.0]).0, OPEN);
}

#[test]
fn differences_of_rates_are_newcombes() {
    // Newcombe 1998, Statistics in Medicine 17:873, Table II, method 10, case a: 56 of 70 and 48 of
    // 80 differ by 0.2, from 0.0524 to 0.3339.
    let experiment = experiment("higher = 'a/1'\nlower = 'b/1'").unwrap();
    let outcome = experiment.claims[0].judge(&experiment, |_, cell| match at(cell) {
        0 => Estimate::rate(56, 70),
        4 => Estimate::rate(48, 80),
        _ => None,
    });
    assert_eq!((outcome.verdict, outcome.detail.as_str()), (HOLDS, "20.0 (5.2 to 33.4)"));
}

#[test]
fn details_name_what_decides() {
    let ends = |claim: &str, with: &str| {
        let (_, detail) = judged(claim, [10.0, 20.0, 30.0, 40.0, 5.0, 15.0, 26.0, 35.0], 0.1);
        assert!(detail.ends_with(with), "{detail}");
    };
    ends("higher = 'a/*'\nlower = 'b/*'", "), 3");
    ends("higher = 'b/*'\nthan = 0.0", "), 1");
    ends("rising = '*/?'", "), a");
    ends("dips = '*/?'\nevery = 3", "), a");
    ends("best = '*/4'\namong = '*/?'", "), b/4 before b/3");
}

#[test]
fn on_average_by_a_number() {
    let claim = "higher = 'a/*'\nlower = 'b/*'\naverage = true\nby = ";
    assert_eq!(judged(&format!("{claim}4.0"), STEADY, 0.1).1, "1.0 (0.861 to 1.1)");
    assert_eq!(verdict(&format!("{claim}6.0"), STEADY, 0.1), FAILS);
}

#[test]
fn dips_need_steps_of_both_kinds() {
    // Down to 4, and 4 − 1 is a multiple of three.
    let down = [20.0, 22.0, 24.0, 14.0, 0.0, 0.0, 0.0, 0.0];
    assert_eq!(judged("dips = 'a/?'\nevery = 3", down, 0.1).0, HOLDS);
    for every in [1, 10] {
        let (found, detail) = judged(&format!("dips = 'a/?'\nevery = {every}"), down, 0.1);
        assert_eq!((found, detail.as_str()), (OPEN, "nothing to compare"), "{every}");
    }
}

#[test]
fn a_slope_needs_two_places() {
    let one = Match { each: Vec::new(), free: 2, cell: (0, 0) };
    let two = Match { free: 3, cell: (0, 1), ..one.clone() };
    let x = [1.0, 2.0, 3.0, 5.0];
    assert!(Contrast::slope(String::new(), std::slice::from_ref(&one), &x, 1.0).is_none());
    assert!(Contrast::slope(String::new(), &[one, two], &x, 1.0).is_some());
}

#[test]
fn sums_of_few_games_have_satterthwaites_freedom() {
    // Eight means of three games with a deviation of 3, weighted by a quarter: the variance is
    // 8 · 3 / 16, with 16 degrees of freedom, for which Student's factor is 2.120. If half of them
    // have a deviation of 6: 20 · 3 / 16, and (20)² / (4 (4² + 1) / 2) = 11.8 degrees; 11 have 2.201.
    let half = |deviations: [f64; 2]| {
        let claim = "higher = 'a/*'\nlower = 'b/*'\naverage = true";
        let experiment = experiment(claim).unwrap();
        let outcome = experiment.claims[0].judge(&experiment, |_, cell| {
            let mean = if cell.place[0] == 0 { 100.0 } else { 0.0 };
            Estimate::of_mean(mean, deviations[cell.place[0]], 3)
        });
        outcome.detail
    };
    assert_eq!(half([3.0, 3.0]), "100.0 (97.4 to 102.6)");
    assert_eq!(half([3.0, 6.0]), "100.0 (95.7 to 104.3)");
    assert_eq!(half([30.0, 30.0]), "100.0 (74.0 to 126.0)");
}

/// How often, in percent, a claim holds and how often it fails, if all cells have this rate.
fn by_luck(claim: &str, games: u64, rate: f64) -> (f64, f64) {
    let experiment = experiment(claim).unwrap();
    let mut rng = spinney_search::rng::stream(&[games, rate.to_bits()]);
    let (mut holds, mut fails) = (0, 0);
    const TRIALS: u32 = 2000;
    for _ in 0..TRIALS {
        let mut wins = [0; 8];
        for cell in &mut wins {
            *cell =
                (0..games).filter(|_| spinney_search::rng::unit(&mut rng) < rate).count() as u64;
        }
        let outcome = experiment.claims[0]
            .judge(&experiment, |_, cell| Estimate::rate(wins[at(cell)], games));
        holds += u32::from(outcome.verdict == HOLDS);
        fails += u32::from(outcome.verdict == FAILS);
    }
    (f64::from(100 * holds) / f64::from(TRIALS), f64::from(100 * fails) / f64::from(TRIALS))
}

#[test]
fn chance_alone_decides_seldom() {
    // 2.5 % each way, with three standard deviations of 2000 trials on top.
    for claim in [
        "higher = 'a/1'\nlower = 'b/1'",
        "higher = 'a/*'\nlower = 'b/*'",
        "higher = 'a/*'\nlower = 'b/*'\naverage = true",
        "higher = 'a/*'\nthan = THIS",
        "best = 'a/1'\namong = 'a/?'",
        "best = ['a/1', 'a/2']\namong = '?/?'",
        "worst = '*/1'\namong = '*/?'",
        "rising = 'a/?'",
        "falling = '*/?'",
        "dips = 'a/?'\nevery = 2",
    ] {
        for (games, rate) in [(3, 0.5), (20, 0.05), (40, 0.7)] {
            let claim = claim.replace("THIS", &format!("{:?}", 100.0 * rate));
            let (holds, fails) = by_luck(&claim, games, rate);
            assert!(holds <= 3.6 && fails <= 3.6, "{claim}, {rate} of {games}: {holds}, {fails}");
        }
    }
    // Cells that differ by just the margin are not called alike.
    let (holds, _) = by_luck("alike = 'a/?'\nwithin = 0.001", 40, 0.5);
    assert_eq!(holds, 0.0);
}
