//! Agents at the table.

use crate::conformance;
use crate::contest::{AnyContest, Contest, PlayOptions};
use crate::cops_and_robbers::{CopsAndRobbers, GAME, solver::Solution};
use spinney_search::budget::Stop;
use spinney_search::rng::mix;
use spinney_spec::{Settings, Spec};
use std::sync::Arc;

fn open(options: &str) -> CopsAndRobbers {
    let spec: Spec = format!("cops-and-robbers({options})").parse().unwrap();
    CopsAndRobbers::new(&Settings::new(&GAME, &spec.args).unwrap()).unwrap()
}

/// How many of these games the cops win.
fn cops_win(contest: &CopsAndRobbers, cops: &str, robber: &str, games: u64) -> f64 {
    let any: &dyn AnyContest = contest;
    let check = |side, spec: &str| any.check(side, &spec.parse().unwrap()).unwrap();
    let agents = [check(0, cops), check(1, robber)];
    let play = |number| {
        let played = any.play(&agents, &PlayOptions { seed: 5, number, ..Default::default() });
        let played = played.unwrap();
        assert_eq!(played.fault, None);
        played.rewards[0]
    };
    (0..games).map(play).sum()
}

#[test]
fn passes_the_suite() {
    for options in [
        "graph=ladder(6, 1), rounds=8, seen-every=1",
        "graph=petersen, cops=2, rounds=8, seen-every=1",
        "graph=circle(9, 2), cops=1, start-seen=true, may-stay=true, seen-every=1",
    ] {
        conformance::contest(&open(options), 10);
    }
}

#[test]
fn the_rules_of_thumb_beat_random() {
    let london = open("");
    let rate = |cops, robber| cops_win(&london, cops, robber, 100);
    assert!(rate("chase", "random") > 85.0);
    assert!(rate("random", "evade") < 15.0);
    assert!(rate("chase", "evade") > rate("random", "evade") + 30.0);
}

#[test]
fn search_beats_random() {
    let ladder = open("graph=ladder(10, 1)");
    assert!(
        cops_win(&ladder, "mcts(50)", "random", 60) > cops_win(&ladder, "random", "random", 60)
    );
    assert!(
        cops_win(&ladder, "random", "mcts(50)", 60) < cops_win(&ladder, "random", "random", 60)
    );
}

#[test]
fn best_beats_the_rules_of_thumb_on_both_sides() {
    let circle = open("graph=circle(40, 1)");
    let rate = |cops, robber| cops_win(&circle, cops, robber, 20);
    assert!(rate("best(60)", "evade") > rate("chase", "evade") + 3.0);
    assert!(rate("chase", "best(60)") < rate("chase", "evade") - 3.0);
}

#[test]
fn with_full_information_no_won_position_is_lost() {
    let contest = open("graph=grid(4, 4), cops=2, seen-every=1, rounds=12");
    let solution = Solution::of(Arc::clone(contest.rules()), &Stop::new()).unwrap();
    let any: &dyn AnyContest = &contest;
    let robber = any.check(1, &Spec::word("perfect")).unwrap();
    // `best` has the whole game in its horizon, plain search two moves of the cops.
    for (cops, horizon) in [("best", 12), ("mcts(1500)", 2)] {
        let agents = [any.check(0, &cops.parse().unwrap()).unwrap(), robber.clone()];
        let mut won = 0;
        for number in 0..60 {
            let start = contest.start(mix(&[9, number, 0]));
            let state = start.state();
            let needed = solution.robber_to_move(state.public().cops(), state.robber());
            if needed.is_none_or(|needed| needed > horizon) {
                continue;
            }
            let options = PlayOptions { seed: 9, number, ..Default::default() };
            let played = any.play(&agents, &options).unwrap();
            assert_eq!(played.rewards, [1.0, 0.0], "{cops}: {}", played.record);
            won += 1;
        }
        assert!(won >= 3, "{cops} met {won} such positions");
    }
}

#[test]
fn perfect_players_need_exactly_the_solved_number_of_moves() {
    let contest = open("graph=grid(4, 3), cops=2, may-stay=true, seen-every=1, rounds=50");
    let solution = Solution::of(Arc::clone(contest.rules()), &Stop::new()).unwrap();
    let any: &dyn AnyContest = &contest;
    let perfect = |side| any.check(side, &Spec::word("perfect")).unwrap();
    let agents = [perfect(0), perfect(1)];
    let mut longest = 0;
    for number in 0..40 {
        let options = PlayOptions { seed: 1, number, ..Default::default() };
        let played = any.play(&agents, &options).unwrap();
        assert_eq!(played.rewards, [1.0, 0.0]);
        let (start, moves) = contest.read(&played.record).unwrap();
        let state = start.state();
        let expected = solution.robber_to_move(state.public().cops(), state.robber()).unwrap();
        assert_eq!(moves.len(), 3 * usize::from(expected), "{}", played.record);
        longest = longest.max(expected);
    }
    assert!(longest >= 3);
}

#[test]
fn perfect_cops_must_see() {
    let error = AnyContest::check(&open(""), 0, &Spec::word("perfect")).unwrap_err();
    assert!(error.to_string().contains("seen-every=1"), "{error}");
}

#[test]
fn a_perfect_robber_is_caught_only_where_he_must_be() {
    // Two cops can't win on Petersen's graph from their own choice of start, but from some starts.
    let petersen = open("graph=petersen, cops=2, may-stay=true, seen-every=1, rounds=40");
    let solution = Solution::of(Arc::clone(petersen.rules()), &Stop::new()).unwrap();
    let any: &dyn AnyContest = &petersen;
    let perfect = |side| any.check(side, &Spec::word("perfect")).unwrap();
    let agents = [perfect(0), perfect(1)];
    let mut wins = [0, 0];
    for number in 0..40 {
        let options = PlayOptions { seed: 2, number, ..Default::default() };
        let played = any.play(&agents, &options).unwrap();
        let (start, _) = petersen.read(&played.record).unwrap();
        let state = start.state();
        let lost = solution.robber_to_move(state.public().cops(), state.robber()).is_some();
        assert_eq!(played.rewards[0] == 1.0, lost, "{}", played.record);
        wins[usize::from(lost)] += 1;
    }
    assert!(wins[0] > 0, "{wins:?}");
}
