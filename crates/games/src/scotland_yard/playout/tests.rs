use super::*;
use crate::scotland_yard::board::Station;
use crate::scotland_yard::rules::Options;
use proptest::prelude::*;
use spinney_search::rng::{below, stream};

/// A position some plies into a game at random.
fn somewhere(seed: u64) -> Option<crate::scotland_yard::rules::Full> {
    let mut rng = stream(&[seed]);
    let mut game = Options::default().start(seed);
    let mut moves = Vec::new();
    for _ in 0..below(&mut rng, 90) {
        let Turn::One(player) = game.turn() else { return None };
        let mv = game.random_move(player, &mut rng, &mut moves);
        game.play(mv);
    }
    (game.turn() != Turn::Over).then_some(game)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]
    #[test]
    fn a_set_as_bytes_is_the_set(
        members in proptest::collection::btree_set(0usize..ROW, 0..60)
    ) {
        let set: StationSet = members.iter().copied().collect();
        let mut bytes = [7; ROW];
        spread(&set, &mut bytes);
        for (station, &byte) in bytes.iter().enumerate() {
            prop_assert_eq!(byte, if members.contains(&station) { 0xFF } else { 0 });
        }
    }

    /// Each rule against its definition, over all legal moves.
    #[test]
    fn rules_choose_what_they_say(seed in any::<u64>()) {
        let Some(game) = somewhere(seed) else { return Ok(()) };
        let mut rng = stream(&[seed, 1]);
        let mut moves = Vec::new();
        let player = game.open.turn as usize;
        game.moves(player, &mut moves);
        let open = &game.open;
        let distance = |seeker: usize, a: Station, b: Station| {
            u32::from(open.board.distance(Transports(open.purses[seeker].ordinary()), a, b))
        };
        let exact = Greedy { hide_epsilon: 0.0, seek_epsilon: 0.0, ..Greedy::MM };
        if player == HIDER {
            let closest = |to: Station| {
                (1..=SEEKERS).map(|s| distance(s, open.seekers[s - 1], to)).min().unwrap()
            };
            let chosen = exact.hider_move(&game, &mut rng);
            prop_assert!(moves.contains(&chosen));
            prop_assert_eq!(
                closest(chosen.to),
                moves.iter().map(|mv| closest(mv.to)).max().unwrap()
            );
        } else if moves[0] != Move::PASS {
            let total = |to: Station| -> u32 {
                let all = game.belief.possible.iter();
                all.map(|l| distance(player, to, l as Station).min(19)).sum()
            };
            let chosen = exact.seeker_move(&game, &mut rng);
            prop_assert!(moves.contains(&chosen));
            prop_assert_eq!(total(chosen.to), moves.iter().map(|mv| total(mv.to)).min().unwrap());
            let chase = |to: Station| distance(player, to, game.hider);
            let exact = Greedy { seek: Seek::Cal, ..exact };
            let chosen = exact.seeker_move(&game, &mut rng);
            prop_assert!(moves.contains(&chosen));
            prop_assert_eq!(chase(chosen.to), moves.iter().map(|mv| chase(mv.to)).min().unwrap());
        }
    }

    /// Every move of a playout is legal, with and without tickets.
    #[test]
    fn playouts_play_legal_moves(seed in any::<u64>(), kind in 0usize..4) {
        let Some(game) = somewhere(seed) else { return Ok(()) };
        let mut policy = [Greedy::RANDOM, Greedy::MC, Greedy::MM, Greedy::MM][kind].clone();
        policy.blacks = [Blacks::Sparing, Blacks::Even][(seed % 2) as usize];
        policy.hide_epsilon = 0.3;
        policy.doubles = seed % 3 == 0;
        let mut replay = game.with_belief(game.belief.possible);
        let mut state = replay;
        let mut rng = stream(&[seed, 2]);
        let mut line = Vec::new();
        let rewards = policy.run(&mut state, &mut rng, |player, mv| line.push((player, mv)));
        for (player, mv) in line {
            prop_assert_eq!(replay.turn(), Turn::One(player));
            let mut moves = Vec::new();
            replay.moves(player, &mut moves);
            prop_assert!(moves.contains(&mv), "{} of {:?}", mv, moves);
            replay.play(mv);
        }
        prop_assert_eq!(replay.turn(), Turn::Over);
        prop_assert_eq!(replay.rewards(), rewards);
        prop_assert!(policy.doubles || replay.open.doubles == game.open.doubles);
        policy.tickets = false;
        let mut state = game.with_belief(game.belief.possible);
        policy.run(&mut state, &mut rng, |_, _| ());
        prop_assert_eq!(state.turn(), Turn::Over);
        prop_assert!(state.open.round >= game.open.round);
    }
}

/// ε = 1 is uniform over the ways out.
#[test]
fn random_moves_are_drawn_evenly() {
    let game = Options::default().with_starts(67, [197, 26, 29, 34, 50]);
    let policy = Greedy { hide_epsilon: 1.0, ..Greedy::MC };
    let mut rng = stream(&[5]);
    let mut counts = [0u32; ROW];
    for _ in 0..13_000 {
        counts[policy.hider_move(&game, &mut rng).to as usize] += 1;
    }
    let visited: Vec<u32> = counts.into_iter().filter(|&n| n > 0).collect();
    assert_eq!(visited.len(), 13);
    assert!(visited.iter().all(|n| (850..1150).contains(n)), "{visited:?}");
}

/// Double moves in playouts are as likely as others where they are legal, until both are spent.
#[test]
fn doubles_are_played_out_if_asked_for() {
    let game = Options::default().with_starts(67, [197, 26, 29, 34, 50]).with_belief(());
    let mut policy = Greedy { doubles: true, ..Greedy::MC };
    let mut rng = stream(&[6]);
    let (mut first, mut spent) = (0, 0);
    for _ in 0..1000 {
        let (mut state, mut moves) = (game, Vec::new());
        policy.run(&mut state, &mut rng, |_, mv| moves.push(mv));
        first += u32::from(moves[0].double);
        spent += u32::from(game.open.doubles - state.open.doubles);
    }
    assert!((430..570).contains(&first), "{first}");
    assert!(spent > 1500, "{spent} of 2000");
}

/// Borák's weights, by hand: of two possible stations, 1 and 2 steps from the nearest detective, the
/// first is estimated 196 times of 867.
#[test]
fn estimates_are_drawn_by_their_distance() {
    let game = Options::default().with_starts(103, [13, 26, 29, 34, 50]);
    let board = game.open.board;
    let nearest = |station: Station| {
        let all = game.open.seekers.iter();
        all.map(|&s| board.distance(Transports::LAND, s, station)).min().unwrap()
    };
    let one = (1..=199).find(|&s| nearest(s) == 1).unwrap();
    let two = (1..=199).find(|&s| nearest(s) == 2).unwrap();
    let possible: StationSet = [one as usize, two as usize].into_iter().collect();
    let position = game.with_belief(possible);
    let mut rng = stream(&[1]);
    let mut first = 0;
    for _ in 0..8670 {
        let drawn = Greedy::ESTIMATE.estimate(&position, &mut rng);
        assert!(drawn == one || drawn == two);
        first += u32::from(drawn == one);
    }
    assert!(first.abs_diff(1960) < 160, "{first}");
    // Once he has been seen, or without a belief, it is where he is.
    assert_eq!(
        Greedy::ESTIMATE.estimate(&game.with_belief(StationSet::single(two as usize)), &mut rng),
        two
    );
    assert_eq!(Greedy::ESTIMATE.estimate(&game.with_belief(()), &mut rng), 103);
}

/// Detectives who chase an estimate don't walk to the true station: it is next door, and the only
/// other possible one is on the other side.
#[test]
fn an_estimate_is_chased_and_not_the_truth() {
    let mut game = Options::default().with_starts(103, [13, 26, 29, 34, 50]);
    game.open.turn = 1;
    game.hider = 14;
    let elsewhere = game.with_belief(StationSet::single(23));
    let rule = Greedy { seek_epsilon: 0.0, ..Greedy::ESTIMATE };
    assert_eq!(rule.seeker_move(&elsewhere, &mut stream(&[2])).to, 23);
    let truth = Greedy { seek_epsilon: 0.0, ..Greedy::MC };
    assert_eq!(truth.seeker_move(&elsewhere, &mut stream(&[2])).to, 14);
}

/// With an estimate, a playout ends at the hider's next turn, and not between two steps of his.
#[test]
fn an_estimate_ends_a_playout_at_the_hiders_turn() {
    let value = Value::learned();
    let mut rng = stream(&[8]);
    let mut rule = Greedy { value: Some(value), ..Greedy::MC };
    let mut game = Options::default().start(8).with_belief(());
    let at_once = rule.run(&mut game, &mut rng, |_, _| panic!("it is his turn"));
    assert_eq!(at_once[HIDER], value.escape(&Inputs::of(&game)));
    assert!(at_once[1..].iter().all(|&seeker| seeker == 1.0 - at_once[HIDER]));
    let mut moves = Vec::new();
    game.moves(HIDER, &mut moves);
    let double = moves.iter().find(|mv| mv.double).expect("he may double");
    game.play(*double);
    let mut players = Vec::new();
    let later = rule.run(&mut game, &mut rng, |player, _| players.push(player));
    assert_eq!(players, [HIDER, 1, 2, 3, 4, 5]);
    assert_eq!(later[HIDER], value.escape(&Inputs::of(&game)));
}
