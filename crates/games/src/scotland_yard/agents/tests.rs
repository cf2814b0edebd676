use super::*;
use crate::contest::{AnyContest, PlayOptions};
use crate::scotland_yard::board::{Station, Ticket};
use crate::scotland_yard::contest::ScotlandYard;
use crate::scotland_yard::rules::{HIDER, Options};
use spinney_search::backup::{Backup as _, Coalition};
use spinney_search::budget::Stop;
use spinney_search::game::{Game, Turn};
use spinney_search::rng::{below, stream};

const SEEKERS: &[&str] = &[
    "random",
    "greedy",
    "mcts(playouts=60)",
    "mcts(playouts=60, playout=mm)",
    "mcts(playouts=60, playout=random, categories=none, tickets=false)",
    "mcts(playouts=60, determinization=vote, categories=station/detailed/2)",
    "mcts(playouts=60, determinization=average, reduction=0)",
    "mcts(playouts=60, others=stand, blacks=sparing)",
    "mcts(playouts=60, doubles=rules, filter=none)",
    "nijssen(playouts=60)",
    "borak(playouts=60)",
    "borak(playouts=60, localisation=0)",
    "borak-source(playouts=60)",
    "mcts(playouts=60, determinization=pooled, blacks=filtered)",
    "mcts(playouts=60, playout=estimate, doubles=near)",
    "expectimax(nodes=500, branch=station, capture=0)",
    "expectimax(nodes=500)",
    "expectimax(nodes=500, others=move, categories=none)",
    "mcts(playouts=60, belief=filter, models=nijssen)",
    "mcts(playouts=60, discount=0.8, doubles=playouts)",
    "best(playouts=60)",
    "best(playouts=60, keep-tree=false)",
];

const HIDERS: &[&str] = &[
    "random",
    "greedy",
    "mcts(playouts=60)",
    "mcts(playouts=60, playout=mc, tickets=false)",
    "mcts(playouts=60, playout=random, filter=none)",
    "mcts(playouts=60, double=search, suboptimal=0.3, suboptimal-chance=0.5)",
    "nijssen(playouts=60)",
    "borak(playouts=60)",
    "borak(playouts=60, double=search)",
    "borak-source(playouts=60)",
    "mcts(playouts=60, double=near, filter=borak)",
    "mcts(playouts=60, playout=estimate, blacks=filtered)",
    "paranoid(nodes=500)",
    "paranoid(nodes=500, filter=none)",
    "mcts(playouts=60, tree=solo)",
    "mcts(playouts=60, playout=mc, ghosts=3)",
    "mcts(playouts=60, playout=mc, tree=solo, ghosts=5, discount=0.8, double=search)",
    "best(playouts=60)",
    "best(playouts=200, replies=0.8, reply-playouts=1)",
    "nijssen(playouts=200, replies=0.5, reply-playouts=1, double=search)",
];

fn settings(side: usize, spec: &str) -> Settings {
    let catalogue = if side == HIDER { hiders() } else { super::seekers() };
    catalogue.resolve(&spec.parse().unwrap()).unwrap()
}

/// Every agent plays whole games without a fault, twice the same.
#[test]
fn every_agent_plays_legal_games_that_repeat() {
    let contest = ScotlandYard::new(Options::default());
    let any: &dyn AnyContest = &contest;
    for i in 0..SEEKERS.len().max(HIDERS.len()) {
        let (hider, seekers) = (HIDERS[i % HIDERS.len()], SEEKERS[i % SEEKERS.len()]);
        let agents = [settings(0, hider), settings(1, seekers)];
        let options = PlayOptions { seed: 5, number: i as u64, ..PlayOptions::default() };
        let [one, two] = [0, 1].map(|_| any.play(&agents, &options).unwrap());
        assert_eq!(one.fault, None, "{hider} against {seekers}");
        assert_eq!(one.record, two.record);
    }
}

/// The second detective of a round begins with the visits of the first one's tree, if it is for his
/// position. Otherwise he begins with nothing.
#[test]
fn a_tree_is_kept_for_the_next_detective_only() {
    let stop = Stop::new();
    let mut agent = seeker(&settings(1, "mcts(playouts=500, keep-tree=true)"), 1).unwrap();
    let mut visits = |game: &Full| {
        let view = game.public();
        let player = Player::from(view.open.turn);
        let analysis = agent.analyse(&view, player, &mut Watch::new(&stop)).unwrap();
        let visits: u64 = analysis.candidates.iter().map(|c| c.visits).sum();
        (analysis.best, visits)
    };
    let mut game = Options::default().with_starts(103, [91, 117, 29, 34, 50]);
    let mut moves = Vec::new();
    game.moves(HIDER, &mut moves);
    game.play(moves[0]);
    for _ in 0..2 {
        let mut game = game;
        let (first, seen) = visits(&game);
        assert_eq!(seen, 500, "the first of a round");
        game.play(first);
        assert!(visits(&game).1 > 600, "the second");
    }
    let (first, _) = visits(&game);
    let mut others = Vec::new();
    game.moves(1, &mut others);
    let other = others.into_iter().find(|mv| *mv != first).unwrap();
    game.play(other);
    assert_eq!(visits(&game).1, 500, "after a move that was not the one proposed");
}

/// Whether a rule or a second search doubles the move, the analysis says how often it was visited.
#[test]
fn a_double_move_has_its_visits() {
    for double in ["search", "escape", "distance", "rules"] {
        let spec = format!("mcts(playouts=300, double={double})");
        let (mut doubled, mut rng) = (0, stream(&[3]));
        for seed in 0..6 {
            let mut game = Options::default().start(seed);
            let mut agent = hider(&settings(0, &spec), 1).unwrap();
            while let Turn::One(player) = game.turn() {
                let mut moves = Vec::new();
                game.moves(player, &mut moves);
                let mut mv = moves[below(&mut rng, moves.len())];
                if player == HIDER {
                    let stop = Stop::new();
                    let analysis = agent.analyse(&game, player, &mut Watch::new(&stop)).unwrap();
                    mv = analysis.best;
                    doubled += usize::from(mv.double);
                    let candidate = analysis.candidates.iter().find(|c| c.mv == mv);
                    let visits = candidate.map_or(0, |candidate| candidate.visits);
                    assert!(visits > 0 || analysis.candidates.is_empty(), "{spec}: {analysis:?}");
                }
                game.play(mv);
            }
        }
        assert!(doubled > 0, "{double}");
    }
}

/// Seekers can't be told where Mr X is: in games that differ only in that they play the same.
#[test]
fn seekers_move_alike_wherever_mr_x_is() {
    for (i, spec) in SEEKERS.iter().enumerate() {
        let mut game = Options::default().start(100 + i as u64);
        let mut rng = stream(&[i as u64]);
        let mut compared = 0;
        while let Turn::One(player) = game.turn() {
            if player != HIDER {
                let chosen = |hider: Station| {
                    let mut twin = game;
                    twin.hider = hider;
                    let mut agent = SeekerAgent(seeker(&settings(1, spec), 9).unwrap());
                    let view = spinney_search::game::Hidden::view(&twin, player);
                    agent.choose(&view, player, &Stop::new()).unwrap()
                };
                let here = chosen(game.hider);
                for other in game.belief.possible.iter().take(3) {
                    assert_eq!(chosen(other as Station), here, "{spec}");
                    compared += 1;
                }
            }
            if game.open.round >= 4 {
                break;
            }
            // Any move but a capture: the hunt must go on for a while.
            let mv = loop {
                let mv = game.random_move(player, &mut rng, &mut Vec::new());
                if player == HIDER || mv.to != game.hider {
                    break mv;
                }
            };
            game.play(mv);
        }
        assert!(compared > 5, "{spec}: {compared}");
    }
}

fn wins_of_seekers(hider: &str, seekers: &str, games: u64) -> f64 {
    let contest = ScotlandYard::new(Options::default());
    let any: &dyn AnyContest = &contest;
    let agents = [settings(0, hider), settings(1, seekers)];
    let played = (0..games).map(|number| {
        let options = PlayOptions { seed: 1, number, ..PlayOptions::default() };
        any.play(&agents, &options).unwrap().rewards[1]
    });
    played.sum::<f64>() / games as f64
}

/// Wide margins: greedy and search beat random on either side.
#[test]
fn better_agents_win_more() {
    let random = wins_of_seekers("random", "random", 60);
    let greedy = wins_of_seekers("random", "greedy", 60);
    assert!(greedy > random + 0.2, "{greedy} {random}");
    let fixed = wins_of_seekers("greedy", "greedy", 60);
    let hiding = wins_of_seekers("mcts(playouts=200)", "greedy", 30);
    assert!(hiding < fixed - 0.3, "{hiding} {fixed}");
    let aimless = wins_of_seekers("greedy", "random", 30);
    let seeking = wins_of_seekers("greedy", "mcts(playouts=300)", 30);
    assert!(seeking > aimless + 0.3, "{seeking} {aimless}");
}

#[test]
fn a_wrong_categorization_is_explained() {
    let wrong = super::seekers().resolve(&"mcts(categories=near)".parse().unwrap()).unwrap();
    let error = seeker(&wrong, 0).err().unwrap().to_string();
    assert!(error.contains("min-distance, average-distance or station"), "{error}");
}

#[test]
fn a_wrong_model_is_explained() {
    let wrong = "mcts(belief=filter, models=nijssen/holmes)".parse().unwrap();
    let message = |error: Option<SpecError>| error.unwrap().to_string();
    let seekers = seeker(&super::seekers().resolve(&wrong).unwrap(), 0);
    let hider = hider(&hiders().resolve(&wrong).unwrap(), 0);
    for error in [message(seekers.err()), message(hider.err())] {
        assert!(error.contains("no model of a hider `holmes`; there are nijssen"), "{error}");
    }
}

/// A capture next door is always found.
#[test]
fn seekers_take_a_capture_that_is_certain() {
    let mut game = Options::default().with_starts(103, [91, 26, 29, 34, 50]);
    game.open.round = 3;
    game.open.turn = 1;
    game.open.seekers[0] = 102;
    game.belief.possible = std::iter::once(103).collect();
    for spec in [
        "greedy",
        "mcts(playouts=200)",
        "borak(playouts=200)",
        "mcts(playouts=200, determinization=vote)",
        "best(playouts=200)",
    ] {
        let mut agent = seeker(&settings(1, spec), 1).unwrap();
        assert_eq!(agent.choose(&game.public(), 1, &Stop::new()).unwrap().to, 103, "{spec}");
    }
}

/// Nijssen and Winands IV-F: cornered, the hider doubles; safe, he does not.
#[test]
fn the_hider_doubles_to_escape() {
    // Station 2 leads to 10 and 20; detectives at 11 and 33 reach both.
    let mut game = Options::default().with_starts(103, [13, 26, 29, 34, 50]);
    game.hider = 2;
    game.open.seekers[0] = 11;
    game.open.seekers[1] = 33;
    game.open.round = 3;
    game.belief.possible = std::iter::once(2).collect();
    let mut agent = hider(&settings(0, "mcts(playouts=300)"), 1).unwrap();
    assert!(agent.choose(&game, HIDER, &Stop::new()).unwrap().double);
    let mut never = hider(&settings(0, "mcts(playouts=300, double=never)"), 1).unwrap();
    assert!(!never.choose(&game, HIDER, &Stop::new()).unwrap().double);
    let safe = Options::default().with_starts(103, [13, 26, 29, 34, 50]);
    assert!(!agent.choose(&safe, HIDER, &Stop::new()).unwrap().double);
}

/// The best moves are tried against detectives who search, within the budget, and the best of them is
/// played. A budget for few trials leaves the choice to the tree.
#[test]
fn replies_choose_among_the_best_moves() {
    let game = Options::default().with_starts(103, [91, 117, 29, 34, 50]);
    let stop = Stop::new();
    let analyse = |spec: &str| {
        let mut agent = hider(&settings(0, spec), 1).unwrap();
        agent.analyse(&game, HIDER, &mut Watch::new(&stop)).unwrap()
    };
    let plain = analyse("best(playouts=1000, replies=0)");
    // 0.8 · 1000 playouts are 32 rounds of five detectives with 5 playouts each.
    let tried = analyse("best(playouts=1000, replies=0.8, reply-playouts=5, reply-models=nijssen)");
    assert_eq!(tried.playouts, 1000);
    // Other detectives answer without playouts, but take as much of the budget.
    let by_all = analyse("best(playouts=1000, replies=0.8, reply-playouts=5)");
    assert!((201..1000).contains(&by_all.playouts), "{} playouts", by_all.playouts);
    let visits =
        |analysis: &Analysis<Move>| analysis.candidates.iter().map(|c| c.visits).sum::<u64>();
    assert_eq!((visits(&plain), visits(&tried)), (1000, 200));
    let value = |mv: Move| tried.candidates.iter().find(|c| c.mv == mv).and_then(|c| c.value);
    let alone = analyse("best(playouts=200, replies=0)");
    let changed = alone.candidates.iter().filter(|c| value(c.mv) != c.value);
    let best = value(tried.best).unwrap();
    let mut count = 0;
    for candidate in changed {
        assert!(value(candidate.mv).unwrap() <= best);
        count += 1;
    }
    assert!((2..=4).contains(&count), "{count} moves were tried");
    let scarce = analyse("best(playouts=1000, replies=0.8, reply-playouts=11)");
    assert_eq!((scarce.best, visits(&scarce)), (plain.best, 1000));
}

/// After a surfacing at a station with buses and the underground, black hides him best.
#[test]
fn black_is_paid_where_it_hides_enough() {
    let mut game = Options::default().with_starts(103, [13, 26, 29, 34, 50]);
    game.hider = 67;
    game.belief.possible = std::iter::once(67).collect();
    let mut ticket = |round: u8, gain: &str| {
        game.open.round = round;
        let spec = format!("mcts(playouts=200, filter=none, double=never, black-gain={gain})");
        let mut agent = hider(&settings(0, &spec), 1).unwrap();
        agent.choose(&game, HIDER, &Stop::new()).unwrap().ticket
    };
    assert_eq!(ticket(3, "2"), Ticket::Black);
    assert_ne!(ticket(3, "100"), Ticket::Black);
    // Where the rule is silent, the search decides: in the first two rounds, and when he surfaces.
    for round in [0, 1, 2, 7] {
        assert_eq!(ticket(round, "2"), ticket(round, "0"), "{round}");
        assert_eq!(ticket(round, "100"), ticket(round, "0"), "{round}");
    }
}

/// Nijssen and Winands IV-E, with both readings of what the hider is credited with.
#[test]
fn a_capture_by_another_seeker_counts_less() {
    let mut game = Options::default().with_starts(103, [102, 26, 29, 34, 50]);
    game.open.turn = 1;
    game.play(Move::new(103, Ticket::Taxi));
    let credit = |opponents_get_rest, root| {
        let reduction = Coalition { r: 0.25, opponents_get_rest };
        let [h, s, others @ ..] = reduction.credit(&game, game.rewards(), root);
        assert!(others.iter().all(|&o| o == s), "seekers are credited alike");
        (h, s)
    };
    assert_eq!(credit(true, 1), (0.0, 1.0));
    assert_eq!(credit(true, 2), (0.25, 0.75));
    assert_eq!(credit(false, 2), (0.0, 0.75));
    assert_eq!(credit(true, HIDER), (0.0, 1.0));
}
