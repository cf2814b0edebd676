use super::*;
use crate::contest::PlayOptions;
use crate::registry::Registry;
use std::time::Duration;

fn table(game: &str, seed: u64) -> Box<dyn Table> {
    Registry::standard().table(&game.parse().unwrap(), seed).unwrap()
}

/// Every game with a quick agent per seat.
const GAMES: &[(&str, &[&str])] = &[
    ("connect-four(opening=2)", &["uct(40)", "alpha-beta(depth=2)"]),
    ("tic-tac-toe", &["uct(40)", "random"]),
    ("tron(board=9x9)", &["ucb1-tuned(40)", "best(40)"]),
    ("scotland-yard", &["nijssen(40)", "nijssen(40)"]),
    ("cops-and-robbers(graph=ladder(6, 1), rounds=8)", &["best(40)", "mcts(40)"]),
    ("samegame(rows=6, columns=6, colours=3)", &["sp-mcts(200)"]),
];

fn play_to_the_end(table: &mut dyn Table, agents: &[&str]) {
    while let Some(decider) = table.deciding().first() {
        let seat = decider.seat;
        let agent = agents[seat].parse().unwrap();
        let analysis = table.think(seat, &agent, ThinkOptions::default()).unwrap();
        table.play(seat, &analysis.best.text).unwrap();
    }
}

#[test]
fn a_table_plays_the_first_game_of_a_match() {
    for &(game, agents) in GAMES {
        let mut table = table(game, 5);
        play_to_the_end(&mut *table, agents);
        let contest = Registry::standard().open(&game.parse().unwrap()).unwrap();
        let settings: Vec<_> = agents
            .iter()
            .enumerate()
            .map(|(side, agent)| contest.check(side, &agent.parse().unwrap()).unwrap())
            .collect();
        let options = PlayOptions { seed: 5, number: 0, ..PlayOptions::default() };
        let played = contest.play(&settings, &options).unwrap();
        assert_eq!(table.record(), played.record, "{game}");
        assert_eq!(table.result(), Some(played.rewards), "{game}");
    }
}

#[test]
fn what_is_played_can_be_taken_back() {
    for &(game, agents) in GAMES {
        let mut table = table(game, 3);
        let start = (table.record(), table.observe(None), table.deciding());
        play_to_the_end(&mut *table, agents);
        let mut copy = table.copy();
        let turns = table.turns();
        assert!(turns > 0, "{game}");
        for _ in 0..turns {
            table.undo().unwrap();
        }
        assert_eq!((table.record(), table.observe(None), table.deciding()), start, "{game}");
        assert_eq!(table.undo(), Err(TableError::NothingToUndo));
        assert_eq!(copy.turns(), turns, "a copy goes its own way");
        copy.undo().unwrap();
        assert!(copy.result().is_none());
    }
}

#[test]
fn a_table_knows_how_long_agents_thought() {
    let mut table = table("connect-four", 1);
    let first = table.moves(0)[0].text.clone();
    table.play(0, &first).unwrap();
    assert_eq!(table.thought(), Duration::ZERO, "nobody thought");
    let agent = "uct(500)".parse().unwrap();
    table.choose(1, &agent, ThinkOptions::default()).unwrap();
    let once = table.thought();
    assert!(once > Duration::ZERO);
    table.think(1, &agent, ThinkOptions::default()).unwrap();
    assert!(table.thought() > once);
    assert_eq!(table.copy().thought(), Duration::ZERO);
}

#[test]
fn legal_moves_have_texts_of_their_own() {
    for &(game, agents) in GAMES {
        let mut table = table(game, 9);
        while let Some(decider) = table.deciding().first() {
            let seat = decider.seat;
            let mut texts: Vec<_> =
                table.moves(seat).into_iter().map(|mv| mv.text.to_lowercase()).collect();
            let all = texts.len();
            assert!(all > 0, "{game}");
            texts.sort();
            texts.dedup();
            assert_eq!(texts.len(), all, "{game}");
            let agent = agents[seat].parse().unwrap();
            let best = table.think(seat, &agent, ThinkOptions::default()).unwrap().best;
            table.play(seat, &best.text.to_lowercase()).unwrap();
        }
        assert!(table.moves(0).is_empty());
    }
}

#[test]
fn mistakes_are_named() {
    let mut four = table("connect-four", 1);
    assert_eq!(four.play(1, "4"), Err(TableError::NotYourTurn { seat: "b" }));
    assert_eq!(four.play(7, "4"), Err(TableError::NoSeat { seat: 7, seats: 2 }));
    let error = four.play(0, "9").unwrap_err().to_string();
    assert!(error.contains("`9` is not a legal move") && error.contains("1 2 3"), "{error}");
    let wrong = four.think(0, &"utc".parse().unwrap(), ThinkOptions::default()).unwrap_err();
    assert!(wrong.to_string().contains("did you mean `uct`?"), "{wrong}");
    let mut yard = table("scotland-yard", 1);
    let first = yard.moves(0)[0].text.clone();
    yard.play(0, &first).unwrap();
    let typed = yard.moves(1)[0].text[1..].to_string();
    assert!(yard.play(1, &format!("X{typed}")).unwrap_err().to_string().contains("did you mean"));
}

#[test]
fn players_who_move_together_wait_for_each_other() {
    let mut tron = table("tron(board=9x9)", 2);
    let before = tron.observe(None);
    let mine = tron.moves(1)[0].text.clone();
    tron.play(1, &mine).unwrap();
    assert_eq!(tron.observe(None), before, "nobody has seen it");
    assert_eq!(tron.deciding().len(), 1);
    assert!(matches!(tron.play(1, &mine), Err(TableError::NotYourTurn { .. })));
    tron.undo().unwrap();
    assert_eq!(tron.deciding().len(), 2);
}

/// What seekers and spectators are shown is the same wherever the one who hides is.
#[test]
fn hidden_places_do_not_leak() {
    for game in ["scotland-yard", "cops-and-robbers(graph=grid(4, 4), rounds=12, seen-every=6)"] {
        let mut table = table(game, 4);
        let (hider, seekers) = if game == "scotland-yard" { (0, 1) } else { (1, 0) };
        for _ in 0..40 {
            let Some(decider) = table.deciding().first().cloned() else { break };
            if decider.seat == hider {
                let shown: Vec<(Value, String, Value)> = table
                    .moves(hider)
                    .iter()
                    .filter_map(|mv| {
                        let mut other = table.copy();
                        other.play(hider, &mv.text).unwrap();
                        let open = other.result().is_none();
                        let seen = other.observe(Some(seekers));
                        let both = (seen, other.draw(Some(seekers)), other.observe(None));
                        // Only the ticket is public, and the place when he is seen.
                        let ticket = mv.data.get("ticket").and_then(Value::as_str);
                        let same = ticket.is_none_or(|t| t == "taxi")
                            && mv.data.get("double") != Some(&Value::Bool(true));
                        (open && same).then_some(both)
                    })
                    .collect();
                let round = table.observe(None)["round"].as_u64().unwrap() + 1;
                let surfaces =
                    if hider == 0 { [3, 8, 13, 18, 24].contains(&round) } else { round % 6 == 0 };
                if !surfaces {
                    assert!(shown.windows(2).all(|pair| pair[0] == pair[1]), "{game} {round}");
                }
            }
            let mv = table.moves(decider.seat)[0].text.clone();
            table.play(decider.seat, &mv).unwrap();
        }
        assert!(table.turns() > 6);
    }
}

#[test]
fn progress_is_shown_and_a_flag_ends_it() {
    let mut four = table("connect-four", 1);
    let stop = Stop::new();
    let mut seen = 0;
    let mut show = |analysis: &Analysis<MoveInfo>| {
        assert!(analysis.playouts > 0 && !analysis.candidates.is_empty());
        assert_eq!(analysis.tree[0].visits, analysis.candidates[0].visits);
        seen += 1;
        if seen == 3 {
            stop.raise();
        }
    };
    let options =
        ThinkOptions { stop: stop.clone(), progress: Some((Duration::from_millis(5), &mut show)) };
    let spec = "uct(playouts=100000000000)".parse().unwrap();
    let analysis = four.think(0, &spec, options).unwrap();
    assert_eq!(seen, 3);
    assert!(analysis.playouts < 100_000_000_000);
    assert_eq!(analysis.line[0].text, analysis.best.text);
}

#[test]
fn the_tree_says_its_moves() {
    /// Checks the moves below, of which some players have none in the position at the table.
    fn check(branches: &[Branch<MoveInfo>], reached: u64) -> usize {
        let visits: u64 = branches.iter().map(|branch| branch.visits).sum();
        assert!(visits <= reached, "{visits} visits below {reached}");
        let below = |branch: &Branch<MoveInfo>| {
            assert!(!branch.mv.text.is_empty() && (0.0..=1.0).contains(&branch.value));
            1 + check(&branch.children, branch.visits)
        };
        branches.iter().map(below).sum()
    }
    for (game, agents) in [
        ("connect-four", &["uct(3000)", "uct(3000)"][..]),
        ("tron(board=9x9)", &["ucb1-tuned(3000)", "ucb1-tuned(3000)"]),
        ("scotland-yard", &["nijssen(3000)", "nijssen(3000)"]),
        ("cops-and-robbers(graph=ladder(6, 1), rounds=8)", &["best(3000)", "mcts(3000)"]),
    ] {
        let mut table = table(game, 5);
        for _ in 0..3 {
            let seat = table.deciding()[0].seat;
            let analysis =
                table.think(seat, &agents[seat].parse().unwrap(), ThinkOptions::default()).unwrap();
            if analysis.playouts > 0 && !analysis.candidates.is_empty() {
                let branches = check(&analysis.tree, analysis.playouts);
                assert!((5..=85).contains(&branches), "{game} {branches}");
                for (branch, candidate) in analysis.tree.iter().zip(&analysis.candidates) {
                    assert_eq!(branch.visits, candidate.visits, "{game}");
                    assert_eq!(Some(branch.value), candidate.value, "{game}");
                    assert!(analysis.candidates.iter().any(|c| c.mv == branch.mv), "{game}");
                }
                let document = serde_json::to_value(&analysis.tree[0]).unwrap();
                let mut keys: Vec<_> = document.as_object().unwrap().keys().collect();
                keys.sort();
                assert_eq!(keys, ["children", "mv", "value", "visits"]);
                assert!(document["children"][0]["mv"]["text"].is_string(), "{game}");
            }
            let best = analysis.best.text;
            table.play(seat, &best).unwrap();
        }
    }
    let mut alpha_beta = table("connect-four", 1);
    let spec = "alpha-beta(depth=3)".parse().unwrap();
    let analysis = alpha_beta.think(0, &spec, ThinkOptions::default()).unwrap();
    assert!(analysis.tree.is_empty());
}

#[test]
fn every_player_has_a_seat_and_a_name() {
    let players = |game| -> Vec<(usize, usize, String)> {
        let players = table(game, 1).players().into_iter();
        players.map(|p| (p.player, p.seat, p.name)).collect()
    };
    let named = |list: &[(usize, &str)]| -> Vec<(usize, usize, String)> {
        let numbered = list.iter().enumerate();
        numbered.map(|(player, &(seat, name))| (player, seat, name.to_string())).collect()
    };
    assert_eq!(players("connect-four"), named(&[(0, "X"), (1, "O")]));
    assert_eq!(players("tron"), named(&[(0, "Cycle 1"), (1, "Cycle 2")]));
    assert_eq!(
        players("scotland-yard(detectives=2)"),
        named(&[(0, "Mr X"), (1, "Detective 1"), (1, "Detective 2")])
    );
    assert_eq!(players("cops-and-robbers"), named(&[(0, "Cops"), (1, "Robber")]));
    assert_eq!(players("samegame"), named(&[(0, "Player")]));
    for &(game, agents) in GAMES {
        let mut table = table(game, 2);
        let players = table.players();
        while let Some(decider) = table.deciding().first() {
            let seat = decider.seat;
            assert_eq!(players[decider.player].seat, seat, "{game}");
            let spec = agents[seat].parse().unwrap();
            let best = table.think(seat, &spec, ThinkOptions::default()).unwrap().best;
            table.play(seat, &best.text).unwrap();
        }
    }
}

#[test]
fn a_choice_is_the_move_of_an_analysis() {
    for (game, agent) in [
        ("connect-four", "uct(playouts=50)"),
        ("tron(board=7x7)", "ucb1(playouts=50)"),
        ("scotland-yard", "nijssen(playouts=20)"),
    ] {
        let (mut chosen, mut analysed) = (table(game, 3), table(game, 3));
        let spec = agent.parse().unwrap();
        while chosen.result().is_none() && chosen.turns() < 12 {
            let seat = chosen.deciding()[0].seat;
            let mv = chosen.choose(seat, &spec, ThinkOptions::default()).unwrap();
            let analysis = analysed.think(seat, &spec, ThinkOptions::default()).unwrap();
            assert_eq!(mv, analysis.best);
            chosen.play(seat, &mv.text).unwrap();
            analysed.play(seat, &mv.text).unwrap();
        }
    }
}
