//! Matches from outside: the same games on any number of threads, faults, stopping.

use spinney_games::contest::AnyContest;
use spinney_lab::matches::{Match, play};
use spinney_lab::runner::{Ended, Next, Pairing, RunError, RunOptions, play_all};
use spinney_lab::series::Kept;
use spinney_lab::stats::sprt::{Sprt, Verdict};
use spinney_lab::store::Store;
use spinney_search::budget::Stop;
use std::convert::Infallible;

fn pairing<'a>(contest: &'a dyn AnyContest, specs: [&str; 2], seed: u64) -> Pairing<'a> {
    let check = |side: usize| contest.check(side, &specs[side].parse().unwrap()).unwrap();
    Pairing { contest, agents: vec![check(0), check(1)], seed }
}

fn tic_tac_toe() -> Box<dyn AnyContest> {
    spinney_games::open(&"tic-tac-toe".parse().unwrap()).unwrap()
}

fn records(threads: usize, seed: u64, games: u64) -> Vec<(u64, String, Vec<f64>)> {
    let contest = tic_tac_toe();
    let asked = Match { pairing: pairing(&*contest, ["random"; 2], seed), games, sprt: None };
    let options = RunOptions { threads, ..RunOptions::default() };
    let mut seen = Vec::new();
    let result = play(&asked, None, &options, |game, _| {
        seen.push((game.number, game.played.record.clone(), game.played.rewards.clone()));
        Ok(())
    });
    assert_eq!(result.unwrap().tally.games, games);
    seen
}

#[test]
fn the_same_seed_gives_the_same_games_on_any_number_of_threads() {
    let alone = records(1, 7, 60);
    assert_eq!(alone, records(4, 7, 60));
    assert_ne!(alone, records(1, 8, 60));
    assert!(alone.iter().map(|game| game.0).eq(0..60));
    // Game k is the same however many are asked for.
    assert_eq!(alone[..20], records(3, 7, 20));
}

#[test]
fn a_sequential_test_ends_after_the_same_game_on_any_number_of_threads() {
    let contest = tic_tac_toe();
    let run = |threads| {
        let asked = Match {
            pairing: pairing(&*contest, ["random"; 2], 3),
            games: 20_000,
            sprt: Some(Sprt::elo(100.0, 200.0).unwrap()),
        };
        let options = RunOptions { threads, ..RunOptions::default() };
        let result = play(&asked, None, &options, |_, _| Ok(())).unwrap();
        let ends: Vec<u64> = result.tally.sides.iter().map(|side| side.wins).collect();
        (result.verdict, result.tally.games, ends)
    };
    let alone = run(1);
    assert_eq!(alone.0, Some(Verdict::NotBetter));
    assert!(alone.1 < 1000, "{}", alone.1);
    assert_eq!(alone, run(4));
}

#[test]
fn a_raised_flag_ends_it_and_keeps_what_is_finished() {
    let contest = tic_tac_toe();
    let stop = Stop::new();
    let asked =
        Match { pairing: pairing(&*contest, ["random"; 2], 1), games: u64::MAX / 4, sprt: None };
    let options = RunOptions { threads: 2, stop: stop.clone(), ..RunOptions::default() };
    let mut counted = 0;
    let result = play(&asked, None, &options, |_, tally| {
        counted = tally.games;
        if counted == 500 {
            stop.raise();
        }
        Ok(())
    })
    .unwrap();
    assert!(result.interrupted);
    assert!(result.tally.games >= 500 && result.tally.games == counted, "{counted}");
}

#[test]
fn whoever_takes_the_games_may_have_enough_or_fail() {
    let contest = tic_tac_toe();
    let pairings = [pairing(&*contest, ["random"; 2], 1)];
    let jobs = || (0..u64::MAX).map(|number| (0, number));
    let options = RunOptions { threads: 3, ..RunOptions::default() };
    let enough = play_all(&pairings, jobs(), &options, |_| Ok::<_, Infallible>(Next::Enough));
    assert_eq!(enough.unwrap(), Ended::Enough);
    let full = || std::io::Error::other("no space");
    let failed = play_all(&pairings, jobs(), &options, |_| Err(full()));
    assert!(matches!(failed, Err(RunError::Sink(error)) if error.to_string() == "no space"));
}

#[test]
fn a_match_goes_on_from_a_store_to_the_same_verdict() {
    let contest = spinney_games::open(&"connect-four(opening=4)".parse().unwrap()).unwrap();
    let options = RunOptions { threads: 3, ..RunOptions::default() };
    let asked = |games, sprt| Match {
        pairing: pairing(&*contest, ["uct(playouts=30)", "random"], 3),
        games,
        sprt,
    };
    let test = Some(Sprt::elo(0.0, 50.0).unwrap());
    let whole = play(&asked(2000, test), None, &options, |_, _| Ok(())).unwrap();
    assert_eq!(whole.verdict, Some(Verdict::Better));
    // First some games without a test, then the test: it ends after the same game.
    let mut store = Store::in_memory().unwrap();
    let mut seen = Vec::new();
    for (games, sprt) in [(5, None), (2000, test)] {
        let run = store.begin_run("test").unwrap();
        let kept = Kept { store: &mut store, run };
        seen.clear();
        let result = play(&asked(games, sprt), Some(kept), &options, |game, _| {
            seen.push(game.number);
            Ok(())
        });
        let result = result.unwrap();
        if sprt.is_some() {
            assert_eq!(result.outcomes, whole.outcomes);
            assert_eq!(result.tally.games, whole.tally.games);
        }
    }
    assert!(seen.iter().copied().eq(0..whole.tally.games), "{seen:?}");
}

#[test]
fn repeated_games_decide_nothing() {
    // Two agents without chance and without an opening: two games, again and again.
    let contest = spinney_games::open(&"connect-four".parse().unwrap()).unwrap();
    let asked = Match {
        pairing: pairing(&*contest, ["alpha-beta(nodes=20)", "alpha-beta(nodes=200)"], 1),
        games: 100,
        sprt: Some(Sprt::elo(0.0, 100.0).unwrap()),
    };
    let options = RunOptions { threads: 2, ..RunOptions::default() };
    let result = play(&asked, None, &options, |_, _| Ok(())).unwrap();
    assert_eq!((result.tally.games, result.tally.distinct()), (100, 2));
    assert!(matches!(result.verdict, Some(Verdict::Undecided { .. })), "{:?}", result.verdict);
    assert!(result.tally.interval(0).half_width() > 0.3);
}
