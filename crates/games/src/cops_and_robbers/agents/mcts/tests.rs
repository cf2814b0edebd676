use super::*;
use crate::conformance;
use crate::cops_and_robbers::Options;
use crate::cops_and_robbers::tests::rules;
use spinney_search::tree::Proven;
use std::sync::Arc;

#[test]
fn the_joint_game_passes_the_suite() {
    let rules = rules("ladder(5, 1)", Options { rounds: 6, ..Options::default() });
    let start = |seed| {
        let (cops, robber) = rules.draw_start(&mut stream(&[seed]), 1000).unwrap();
        Joint(State::new(Arc::clone(&rules), &cops, robber).unwrap())
    };
    conformance::rules(start, 5);
}

fn uct(score: Score, choice: FinalMove) -> Uct {
    Uct { cp: 0.5, score, choice }
}

/// Q is 0.8 and 0.6, the second terms with n = 55 are 0.2002 and 0.6330.
#[test]
fn the_final_move_has_the_best_score_or_is_the_next_of_the_selection() {
    let arm = |mv: Vertex, visits, mean| RootMove {
        mv,
        visits,
        mean,
        top: mean,
        weight: 0.0,
        proven: Proven::Open,
    };
    let moves = [arm(7, 50, 0.8), arm(9, 5, 0.6)];
    assert_eq!(uct(Score::Mean, FinalMove::Score).best(&moves), Some(7));
    assert_eq!(uct(Score::Mean, FinalMove::Uct).best(&moves), Some(9));
    assert_eq!(uct(Score::Wins, FinalMove::Uct).best(&moves), Some(7));
}

#[test]
fn scores_are_as_declared() {
    let [mean, sum, wins] =
        [Score::Mean, Score::Sum, Score::Wins].map(|score| uct(score, FinalMove::Score));
    let arm = Plain::default();
    for reward in [1.0, 0.0, 1.0, 1.0] {
        arm.record(spinney_search::stats::Feedback::of(reward));
    }
    // n = 10, nᵢ = 4: the second term is 0.5 √(2 ln 10 / 4) = 0.536492.
    assert!((mean.index(&arm, mean.shared(3, 10)) - 1.286_492).abs() < 1e-6);
    assert!((sum.index(&arm, sum.shared(3, 10)) - 2.536_492).abs() < 1e-6);
    assert!((wins.index(&arm, wins.shared(3, 10)) - 3.536_492).abs() < 1e-6);
}

#[test]
fn a_hopeful_search_credits_everybody_with_its_own_result() {
    let rules = rules("path(4)", Options { cops: 1, ..Options::default() });
    let game = State::new(Arc::clone(&rules), &[0], 3).unwrap();
    let credit = |searcher_only, root| Credit { searcher_only }.credit(&game, [1.0, 0.0], root);
    assert_eq!(credit(false, state::ROBBER), [1.0, 0.0]);
    assert_eq!(credit(true, state::ROBBER), [0.0, 0.0]);
    assert_eq!(credit(true, state::COPS), [1.0, 1.0]);
}

/// Cops on 0 and 5 of a circle of 12 who believe that the robber is still on 5.
#[test]
fn a_cop_where_the_robber_was_seen_ends_the_search_if_that_counts_as_a_capture() {
    use crate::agent::Watch;
    use spinney_search::budget::Stop;
    use spinney_search::game::Hidden;
    let options = Options { cops: 2, start_seen: true, ..Options::default() };
    let rules = rules("cycle(12)", options);
    let mut game = State::new(Arc::clone(&rules), &[0, 4], 5).unwrap();
    game.play(6);
    let first = chooser(game.public());
    for cop in [first, 1 - first] {
        game.play(if cop == 0 { 1 } else { 5 });
    }
    game.play(7);
    let view = crate::cops_and_robbers::view::Hunt::new(game).view(state::COPS);
    assert!(view.robber.is_none() && view.public.seen() == Some(5));
    let playouts = |occupied: &str| {
        let spec = format!("mcts(playouts=20, occupied={occupied})");
        let spec: spinney_spec::Spec = spec.parse().unwrap();
        let mut agent = make(state::COPS, &Settings::new(&COPS, &spec.args).unwrap(), 1);
        let stop = Stop::new();
        let found = agent.analyse(&view, state::COPS, &mut Watch::new(&stop)).unwrap();
        assert!(view.public.choices(chooser(&view.public)).any(|to| to == found.best));
        (found.playouts, found.best)
    };
    let cop = chooser(&view.public);
    assert_eq!(playouts("searched").0, 20);
    assert_eq!(playouts("random").0, 0);
    assert_eq!(playouts("first"), (0, view.public.choices(cop).next().unwrap()));
}
