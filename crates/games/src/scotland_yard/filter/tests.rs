use super::*;
use crate::scotland_yard::history::opening;
use crate::scotland_yard::rules::{Full, HIDER, Options};
use spinney_search::game::{Game, Turn};
use spinney_search::rng::stream;

fn nijssen() -> Model {
    Model::learned().iter().find(|(name, _)| *name == "nijssen").unwrap().1.clone()
}

/// A hider who prefers what the other one avoids.
fn contrary() -> Model {
    Model { theta: nijssen().theta.map(|theta| -theta) }
}

/// A game of random moves, no capture among them while there is another move.
fn each_position(options: Options, seed: u64, rounds: u8, mut look: impl FnMut(&Full)) {
    let mut game = options.start(seed);
    let mut rng = stream(&[seed]);
    while let Turn::One(player) = game.turn() {
        if game.open.round > rounds {
            break;
        }
        look(&game);
        let mv = (0..50).map(|_| game.random_move(player, &mut rng, &mut Vec::new()));
        let mv = mv.into_iter().find(|mv| player == HIDER || mv.to != game.hider);
        let Some(mv) = mv else { break };
        game.play(mv);
    }
}

/// All paths of the hider that fit what was seen, each with its probability: slow and plain.
fn by_enumeration(model: &Model, view: &PublicView) -> Vec<(Station, f64)> {
    let mut public = opening(view);
    let even = 1.0 / public.record.possible.len() as f64;
    let mut paths: Vec<(Vec<Station>, f64)> =
        public.record.possible.iter().map(|s| (vec![s as Station], even)).collect();
    let (mut moves, mut probabilities) = (Vec::new(), Vec::new());
    for round in view.record.rounds() {
        let scene = Scene::new(&public);
        let mut longer = Vec::new();
        for (path, p) in paths {
            let from = *path.last().unwrap();
            scene.moves(from, &mut moves);
            model.probabilities(&scene, from, &moves, &mut probabilities);
            for (mv, q) in moves.iter().zip(&probabilities) {
                let seen = round.shown == 0 || round.shown == mv.to;
                if mv.ticket == round.ticket && mv.double == round.double && seen {
                    let path = path.iter().copied().chain([mv.to]).collect();
                    longer.push((path, p * (q + SURPRISE)));
                }
            }
        }
        paths = longer;
        let shown = (round.shown != 0).then_some(round.shown);
        public.hider_moves(round.ticket, round.double, shown).unwrap();
        for mv in round.seekers.iter().flatten() {
            public.seeker_moves(*mv, false).unwrap();
            paths.retain(|(path, _)| *path.last().unwrap() != mv.to);
        }
        let possible = public.record.possible;
        paths.retain(|(path, _)| possible.contains(*path.last().unwrap() as usize));
    }
    let whole: f64 = paths.iter().map(|(_, p)| p).sum();
    let at = |s: usize| {
        let there = paths.iter().filter(|(path, _)| usize::from(*path.last().unwrap()) == s);
        (s as Station, there.map(|(_, p)| p).sum::<f64>() / whole)
    };
    view.record.possible.iter().map(at).collect()
}

fn same(one: &[(Station, f64)], other: &[(Station, f64)]) -> bool {
    one.len() == other.len()
        && one.iter().zip(other).all(|(a, b)| a.0 == b.0 && (a.1 - b.1).abs() < 1e-9)
}

#[test]
fn the_filter_is_what_enumeration_gives() {
    for (seed, options) in [
        (1, Options::default()),
        (2, Options { detectives: 2, ..Options::default() }),
        (3, Options { starts: crate::scotland_yard::rules::Starts::New, ..Options::default() }),
    ] {
        let model = nijssen();
        let mut filter = Filter::new([model.clone()]);
        each_position(options, seed, 4, |game| {
            let view = game.public();
            let (found, expected) = (filter.weights(&view), by_enumeration(&model, &view));
            assert!(same(&found, &expected), "{found:?}\n{expected:?}");
        });
    }
}

#[test]
fn probabilities_add_up_and_stay_within_what_is_possible() {
    let mut filter = Filter::new([nijssen(), contrary()]);
    for seed in 10..14 {
        each_position(Options::default(), seed, 24, |game| {
            let view = game.public();
            let weights = filter.weights(&view);
            let possible: Vec<usize> = view.record.possible.iter().collect();
            let stations: Vec<usize> = weights.iter().map(|(s, _)| usize::from(*s)).collect();
            assert_eq!(stations, possible);
            let sum: f64 = weights.iter().map(|(_, p)| p).sum();
            assert!((sum - 1.0).abs() < 1e-9 && weights.iter().all(|(_, p)| *p >= 0.0));
            let there = weights.iter().find(|(s, _)| *s == game.hider).unwrap();
            assert!(there.1 > 0.0, "what is so was thought impossible");
            assert!((filter.credibility().iter().sum::<f64>() - 1.0).abs() < 1e-9);
        });
    }
}

/// Heard step by step, all at once, or after another game: the same.
#[test]
fn it_does_not_matter_when_it_is_asked() {
    let models = || [nijssen(), contrary()];
    let mut always = Filter::new(models());
    let mut views = Vec::new();
    for seed in [20, 21] {
        each_position(Options::default(), seed, 9, |game| {
            let weights = always.weights(&game.public());
            views.push((game.public(), weights));
        });
    }
    let mut other = Filter::new(models());
    for (view, weights) in views.iter().step_by(7) {
        assert!(same(&Filter::new(models()).weights(view), weights));
    }
    // Back and forth, as a player who takes moves back.
    for i in [5, 40, 12, 13, 60, 3] {
        let (view, weights) = &views[i];
        assert!(same(&other.weights(view), weights), "{i}");
    }
}

#[test]
fn a_position_that_was_set_up_has_a_belief() {
    let mut game = Options::default().with_starts(103, [91, 26, 29, 34, 50]);
    game.open.round = 3;
    game.open.turn = 1;
    game.open.seekers[0] = 102;
    game.belief.possible = [103, 4].into_iter().collect();
    let weights = Filter::new([nijssen()]).weights(&game.public());
    assert!((weights.iter().map(|(_, p)| p).sum::<f64>() - 1.0).abs() < 1e-9);
    assert_eq!(weights.len(), 2);
}

/// Who plays as one model has it makes that model credible.
#[test]
fn evidence_tells_models_apart() {
    let (mut moves, mut probabilities) = (Vec::new(), Vec::new());
    let mut filter = Filter::new([nijssen(), contrary()]);
    for (truth, place) in [(nijssen(), 0), (contrary(), 1)] {
        let mut game = Options::default().start(31);
        let mut rng = stream(&[place as u64]);
        while let Turn::One(player) = game.turn() {
            if game.open.round >= 8 && player == HIDER {
                break;
            }
            let mv = if player == HIDER {
                let scene = Scene::new(&game.public());
                scene.moves(game.hider, &mut moves);
                truth.probabilities(&scene, game.hider, &moves, &mut probabilities);
                let most = (0..moves.len())
                    .max_by(|&a, &b| probabilities[a].total_cmp(&probabilities[b]))
                    .unwrap();
                moves[most]
            } else {
                game.random_move(player, &mut rng, &mut Vec::new())
            };
            game.play(mv);
        }
        filter.weights(&game.public());
        let credibility = filter.credibility();
        assert!(credibility[place] > 0.9, "{place}: {credibility:?}");
    }
}
