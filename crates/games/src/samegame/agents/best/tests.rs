//! The solver on boards small enough to try every line, and its promises.

use super::*;
use crate::samegame::reference;
use crate::samegame::rules::{LargeState, Position, StandardState};
use crate::samegame::tests::exhaustive;
use spinney_search::budget::{Budget, Stop};
use std::sync::Mutex;

fn check(position: &Position, found: &Found) {
    let moves: Vec<_> = found.moves.iter().map(|b| b.place(position.rows())).collect();
    let outcome = reference::replay(position, &moves).unwrap();
    assert!(outcome.over);
    assert_eq!(outcome.score, i64::from(found.score));
}

#[test]
fn tiny_boards_are_solved_and_never_oversolved() {
    let mut optimal = 0;
    for seed in 0..40 {
        let (rows, columns) = (1 + seed as usize % 4, 1 + seed as usize / 4 % 4);
        let position = Position::random(rows, columns, 3, seed);
        let state = StandardState::new(&position);
        let options = Options::new(Budget::playouts(3_000), seed);
        let found = solve(state, &[], &options, &|_| ());
        check(&position, &found);
        let most = exhaustive(&state);
        assert!(found.score <= most, "{position}");
        optimal += usize::from(found.score == most);
    }
    assert!(optimal >= 36, "{optimal} of 40 solved");
}

#[test]
fn the_same_seed_gives_the_same_line_on_any_board_type() {
    let position = Position::random(15, 15, 5, 3);
    let options = Options { threads: 2, ..Options::new(Budget::playouts(6_000), 7) };
    let one = solve(StandardState::new(&position), &[], &options, &|_| ());
    let two = solve(StandardState::new(&position), &[], &options, &|_| ());
    let large = solve(LargeState::new(&position), &[], &options, &|_| ());
    check(&position, &one);
    assert_eq!(one, two);
    assert_eq!((one.score, &one.moves), (large.score, &large.moves));
    // A round tries as many lines on each of 8 rungs.
    assert!((5_900..=6_010).contains(&one.tried), "{}", one.tried);
}

#[test]
fn every_improvement_is_told_and_the_last_is_the_answer() {
    let position = Position::random(15, 15, 5, 4);
    let told = Mutex::new(Vec::new());
    let options = Options::new(Budget::playouts(5_000), 1);
    let found = solve(StandardState::new(&position), &[], &options, &|better| {
        told.lock().unwrap().push(better.score);
    });
    let told = told.into_inner().unwrap();
    assert!(told.windows(2).all(|pair| pair[0] < pair[1]), "{told:?}");
    assert_eq!(told.last(), Some(&found.score));
    // A known line is never lost, and going on from it tells only of better ones.
    let again = solve(StandardState::new(&position), &found.moves, &options, &|better| {
        assert!(better.score > found.score);
    });
    assert!(again.score >= found.score);
    // So little of it that no line changes: what it started from is what is left.
    let alone = Options { anew: false, ..Options::new(Budget::playouts(1), 2) };
    let same = solve(StandardState::new(&position), &found.moves, &alone, &|_| ());
    assert_eq!((same.score, same.moves), (found.score, found.moves.clone()));
    // Cold and from it alone, a few lines better a line that they would not reach from the start.
    let cold = Temperatures { hot: 20.0, cold: 5.0, rungs: 2 };
    let few = Options { temperatures: cold, budget: Budget::playouts(2_000), ..alone };
    let many = Options { budget: Budget::playouts(10_000), ..few.clone() };
    let known = solve(StandardState::new(&position), &[], &many, &|_| ());
    let polished = solve(StandardState::new(&position), &known.moves, &few, &|_| ());
    check(&position, &polished);
    let fresh = solve(StandardState::new(&position), &[], &few, &|_| ());
    let scores = [fresh, known, polished].map(|found| found.score);
    assert!(scores[0] < scores[1] && scores[1] < scores[2], "{scores:?}");
}

#[test]
fn polishing_spends_its_share_and_no_more() {
    let position = Position::random(15, 15, 5, 6);
    let solve = |playouts, polish| {
        let options = Options { polish, ..Options::new(Budget::playouts(playouts), 1) };
        let found = solve(StandardState::new(&position), &[], &options, &|_| ());
        check(&position, &found);
        assert!(found.tried <= playouts + 16, "{}", found.tried);
        found.score
    };
    // Also where all that follows the race is polish, more of it scores more.
    assert!(solve(20_000, 1.0) > solve(8_000, 1.0));
    assert_ne!(solve(20_000, 0.5), solve(20_000, 0.0));
}

#[test]
fn it_stops_when_told_and_without_moves() {
    let stop = Stop::new();
    stop.raise();
    let position = Position::random(30, 30, 9, 1);
    let options = Options::new(Budget::default().and_stop(stop), 1);
    let found = solve(LargeState::new(&position), &[], &options, &|_| ());
    check(&position, &found);
    let stuck = Position::parse("ab\nba").unwrap();
    let found = solve(StandardState::new(&stuck), &[], &options, &|_| ());
    assert_eq!((found.score, found.moves.len()), (0, 0));
}

#[test]
fn a_second_of_work_beats_random_playouts_by_far() {
    // Ten thousand tabu playouts reach about 2,000 on this board.
    let position = &crate::samegame::standard_set()[8];
    let options = Options::new(Budget::playouts(40_000), 1);
    let found = solve(StandardState::new(position), &[], &options, &|_| ());
    check(position, &found);
    assert!(found.score > 3_500, "{}", found.score);
}

#[test]
fn lines_that_feel_too_much_of_the_bonus_are_walled_in() {
    let sum = |bonus: f64| -> i32 {
        let solve = |seed: u64| {
            let position = Position::random(15, 15, 5, seed);
            let options = Options { bonus, ..Options::new(Budget::playouts(20_000), seed) };
            solve(StandardState::new(&position), &[], &options, &|_| ()).score
        };
        (0..6).map(solve).sum()
    };
    let (little, much) = (sum(300.0), sum(3_000.0));
    assert!(little > much + 600, "{little} {much}");
}
