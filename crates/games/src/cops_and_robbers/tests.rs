//! The rules and the belief against slow, obvious ones and the thesis's own examples.

use super::*;
use crate::conformance;
use spinney_search::game::{Game, Hidden, Turn};
use spinney_search::rng::{mix, stream};
use std::collections::BTreeSet;
use std::sync::Arc;

pub(super) fn rules(graph: &str, options: Options) -> Arc<Rules> {
    let graph = Arc::new(Graph::from_spec(&graph.parse().unwrap()).unwrap());
    Arc::new(Rules::new(graph, options).unwrap())
}

fn start(rules: &Arc<Rules>, seed: u64) -> State {
    let (cops, robber) = rules.draw_start(&mut stream(&[seed]), 1000).unwrap();
    State::new(Arc::clone(rules), &cops, robber).unwrap()
}

fn cops(n: usize) -> Options {
    Options { cops: n, ..Options::default() }
}

const BOARDS: [(&str, usize); 6] = [
    ("ladder(5, 1)", 3),
    ("circle(12, 1)", 3),
    ("path(6)", 2),
    ("petersen", 1),
    ("grid(3, 3)", 4),
    ("random-regular(100, 3)", 8),
];

#[test]
fn passes_the_suite() {
    for (graph, n) in BOARDS {
        for may_stay in [false, true] {
            let rules = rules(graph, Options { may_stay, seen_every: 3, ..cops(n) });
            conformance::rules(|seed| start(&rules, seed), 10);
            conformance::rules(|seed| Hunt::new(start(&rules, seed)), 3);
            conformance::views(|seed| Hunt::new(start(&rules, seed)), 10);
        }
    }
}

/// Every joint move that the rules allow, by listing all and throwing away the rest.
fn joint_moves(state: &State) -> BTreeSet<Vec<Vertex>> {
    let rules = state.public().rules();
    let listed = state.public().cops().iter().fold(vec![Vec::new()], |so_far, &cop| {
        let longer = |joint: &Vec<Vertex>| {
            rules.steps(cop).iter().map(|&t| [joint.as_slice(), &[t]].concat()).collect::<Vec<_>>()
        };
        so_far.iter().flat_map(longer).collect()
    });
    let distinct = |joint: &Vec<Vertex>| joint.iter().collect::<BTreeSet<_>>().len() == joint.len();
    listed.into_iter().filter(distinct).collect()
}

/// Every place that the cops can be after they have chosen one by one.
fn reached(state: &State, round: u16, out: &mut BTreeSet<Vec<Vertex>>) {
    if state.turn() != Turn::One(COPS) || state.public().round() != round {
        out.insert(state.public().cops().to_vec());
        return;
    }
    let mut moves = Vec::new();
    state.moves(COPS, &mut moves);
    assert!(!moves.is_empty(), "a cop was left without a target");
    for to in moves {
        let mut next = state.clone();
        next.play(to);
        reached(&next, round, out);
    }
}

#[test]
fn choosing_one_by_one_reaches_every_joint_move_and_no_other() {
    for (graph, n) in &BOARDS[..5] {
        let rules = rules(graph, cops(*n));
        for seed in 0..20 {
            let mut state = start(&rules, seed);
            let mut rng = stream(&[seed]);
            while state.turn() != Turn::Over {
                if state.turn() == Turn::One(COPS) && state.public().reserved().is_empty() {
                    let mut found = BTreeSet::new();
                    reached(&state, state.public().round(), &mut found);
                    assert_eq!(found, joint_moves(&state), "{graph}");
                }
                let to = state.random_move(0, &mut rng, &mut Vec::new());
                state.play(to);
            }
        }
    }
}

#[test]
fn the_order_is_that_of_the_worked_example() {
    // Section 4.5: cops on 3 and 7 of the ladder; 7 has two moves and chooses first.
    let rules = rules("ladder(5, 1)", cops(2));
    let at = |name| rules.graph().vertex_named(name).unwrap();
    let mut game = State::new(Arc::clone(&rules), &[at(3), at(7)], at(5)).unwrap();
    game.play(at(10));
    assert_eq!(game.public().to_move(), ToMove::Cop(1));
    game.play(at(8));
    assert_eq!(game.public().to_move(), ToMove::Cop(0));
    let mut moves = Vec::new();
    game.moves(COPS, &mut moves);
    assert_eq!(moves, [at(2), at(4)], "8 is reserved");
}

#[test]
fn two_cops_may_swap_and_not_meet() {
    let rules = rules("path(4)", cops(2));
    let mut game = State::new(Arc::clone(&rules), &[0, 1], 3).unwrap();
    game.play(2);
    assert_eq!(game.public().to_move(), ToMove::Cop(0), "the end of the path has one step");
    game.play(1);
    game.play(0);
    assert_eq!((game.public().cops(), game.turn()), ([1, 0].as_slice(), Turn::One(ROBBER)));
    assert!(State::new(Arc::clone(&rules), &[0, 0], 3).is_none());
    assert!(State::new(Arc::clone(&rules), &[0, 3], 3).is_none());
    // Figure 2.4: both cops have only the vertex between them.
    let rules = self::rules("path(3)", cops(2));
    assert!(State::new(rules, &[0, 2], 1).is_none());
}

#[test]
fn a_capture_shows_only_when_all_cops_have_moved() {
    let rules = rules("cycle(6)", cops(2));
    let mut game = State::new(rules, &[0, 3], 2).unwrap();
    game.play(1);
    game.play(1);
    assert_eq!(game.turn(), Turn::One(COPS), "the second cop chooses without knowing");
    game.play(4);
    assert_eq!((game.turn(), game.rewards()), (Turn::Over, [1.0, 0.0]));
}

#[test]
fn the_robber_wins_after_the_last_round() {
    let rules = rules("cycle(12)", Options { rounds: 3, ..cops(1) });
    let mut game = State::new(rules, &[0], 6).unwrap();
    for step in 1..=3 {
        assert_eq!(game.turn(), Turn::One(ROBBER));
        game.play(6 + step);
        game.play(step);
    }
    assert_eq!((game.turn(), game.rewards()), (Turn::Over, [0.0, 1.0]));
}

#[test]
fn the_belief_grows_as_in_section_4_2() {
    // Circle graph with c = 12, s = 1, the robber seen on 5. The cops stand far off.
    let rules = rules("circle(12, 1)", Options { start_seen: true, ..cops(1) });
    let names =
        |hunt: &Hunt| hunt.belief().iter().map(|v| rules.graph().name(v)).collect::<Vec<_>>();
    let mut hunt = Hunt::new(State::new(Arc::clone(&rules), &[10], 4).unwrap());
    assert_eq!(names(&hunt), [5]);
    hunt.play(3);
    assert_eq!(names(&hunt), [3, 4, 6, 7]);
    hunt.play(11);
    hunt.play(2);
    assert_eq!(names(&hunt), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
}

/// Every hidden walk that fits what the cops saw, one by one.
#[test]
fn the_belief_is_exact() {
    for (graph, n) in BOARDS {
        let rules = rules(graph, cops(n));
        for seed in 0..10 {
            let first = start(&rules, seed);
            let mut rng = stream(&[mix(&[seed])]);
            let mut hunt = Hunt::new(first.clone());
            let taken = first.public().cops();
            let mut possible: BTreeSet<Vertex> =
                rules.graph().vertices().filter(|v| !taken.contains(v)).collect();
            while hunt.turn() != Turn::Over {
                let robber_moves = hunt.turn() == Turn::One(ROBBER);
                let to = hunt.random_move(0, &mut rng, &mut Vec::new());
                hunt.play(to);
                if hunt.turn() == Turn::Over {
                    break;
                }
                let public = hunt.state().public();
                if robber_moves {
                    possible = possible.iter().flat_map(|&v| rules.steps(v)).copied().collect();
                    if public.round().is_multiple_of(4) {
                        possible.retain(|&v| v == hunt.state().robber());
                    }
                }
                if public.reserved().is_empty() {
                    possible.retain(|v| !public.cops().contains(v));
                }
                assert_eq!(hunt.belief().iter().collect::<BTreeSet<_>>(), possible, "{graph}");
                assert_eq!(hunt.view(COPS).robber.is_some(), public.sees_now());
                assert!(possible.contains(&hunt.state().robber()));
            }
        }
    }
}
