//! The rules against the reference, and hand-made positions.

use super::{BlackFilter, Doubling};
use super::{Full, HIDER};
use super::{Move, Outcome, Purse};
use super::{Options, Starts};
use crate::conformance;
use crate::scotland_yard::board::{Edition, Ticket};
use crate::scotland_yard::reference::Reference;
use proptest::prelude::*;
use spinney_search::game::{Game, Turn};
use spinney_search::rng::{below, stream};

fn any_options() -> impl Strategy<Value = Options> {
    (any::<bool>(), any::<bool>(), 3u8..12, 1u8..=5).prop_map(|(new, new_starts, taxis, n)| {
        Options {
            edition: if new { Edition::Y2013 } else { Edition::Classic },
            starts: if new_starts { Starts::New } else { Starts::Classic },
            spread: super::Spread::Random,
            rounds: 24,
            taxis,
            detectives: n,
        }
    })
}

pub(in crate::scotland_yard) fn moves(game: &Full) -> Vec<Move> {
    let mut moves = Vec::new();
    if let Turn::One(player) = game.turn() {
        game.moves(player, &mut moves);
    }
    moves
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn the_rules_agree_with_the_reference(options in any_options(), seed in any::<u64>()) {
        let mut rng = stream(&[seed]);
        let mut game = options.start(seed);
        let seekers = &game.open.seekers[..usize::from(options.detectives)];
        let mut reference = Reference::new(options.edition, game.hider, seekers, u32::from(options.taxis));
        while game.turn() != Turn::Over {
            let mut found = moves(&game);
            let chosen = found[below(&mut rng, found.len())];
            found.sort();
            prop_assert_eq!(&found, &reference.moves().into_iter().collect::<Vec<_>>());
            // Most detectives avoid Mr X, so that games reach their late rounds.
            let chosen = match found.iter().find(|mv| mv.to != game.hider) {
                Some(&other) if chosen.to == game.hider && below(&mut rng, 4) > 0 => other,
                _ => chosen,
            };
            game.play(chosen);
            reference.play(chosen);
            prop_assert_eq!(game.open.outcome, reference.outcome);
            prop_assert_eq!(game.hider, reference.hider);
            prop_assert_eq!(&game.open.seekers[..reference.seekers.len()], &reference.seekers[..]);
            prop_assert_eq!(game.open.turn as usize, reference.turn);
            prop_assert_eq!(u32::from(game.open.round), reference.round);
            for (purse, tickets) in game.open.purses.iter().zip(&reference.tickets) {
                prop_assert_eq!(Ticket::ALL.map(|t| u32::from(purse.count(t))), *tickets);
            }
        }
        let expected = if reference.outcome == Outcome::Escaped { 1.0 } else { 0.0 };
        prop_assert_eq!(game.rewards()[HIDER], expected);
        prop_assert_eq!(game.rewards()[1], 1.0 - expected);
    }
}

#[test]
fn the_general_suite_passes() {
    conformance::rules(|seed| Options::default().start(seed), 20);
    let lone = Options { detectives: 1, ..Options::default() };
    conformance::rules(|seed| lone.start(seed), 5);
}

fn game(hider: u8, seekers: [u8; 5]) -> Full {
    Options::default().with_starts(hider, seekers)
}

#[test]
fn a_detective_without_a_move_passes_and_all_stuck_is_mr_x_s_win() {
    let mut game = game(103, [13, 26, 29, 34, 50]);
    for purse in &mut game.open.purses[1..] {
        *purse = Purse::new([0, 0, 0, 0]);
    }
    game.open.purses[2] = Purse::new([0, 0, 1, 0]); // 26 has no underground
    game.play(Move::new(102, Ticket::Taxi));
    for _ in 0..5 {
        assert_eq!(moves(&game), [Move::PASS]);
        game.play(Move::PASS);
    }
    assert_eq!(game.open.outcome, Outcome::Escaped);
}

#[test]
fn mr_x_without_a_move_loses_but_all_stuck_is_tested_first() {
    // Station 2 has two ways out, taxis to 10 and 20: detectives close both.
    let mut game = game(2, [11, 33, 100, 120, 150]);
    game.open.turn = 1;
    game.open.round = 1;
    game.belief.possible = std::iter::once(2).collect();
    let mut stuck = game;
    for mv in [10, 20] {
        game.play(Move::new(mv, Ticket::Taxi));
    }
    for _ in 3..=5 {
        let mv = moves(&game)[0];
        game.play(mv);
    }
    assert_eq!(game.open.outcome, Outcome::Cornered);
    assert_eq!(game.rewards(), [0.0, 1.0, 1.0, 1.0, 1.0, 1.0]);

    for (i, purse) in stuck.open.purses.iter_mut().enumerate().skip(1) {
        *purse = Purse::new([u8::from(i <= 2), 0, 0, 0]);
    }
    for mv in [10, 20] {
        stuck.play(Move::new(mv, Ticket::Taxi));
    }
    for _ in 3..=5 {
        let mv = moves(&stuck)[0];
        stuck.play(mv);
    }
    assert_eq!(stuck.open.outcome, Outcome::Escaped);
}

#[test]
fn a_double_move_counts_two_rounds_and_skips_the_detectives() {
    let mut game = game(103, [13, 26, 29, 34, 50]);
    game.play(Move::new(102, Ticket::Taxi).doubled());
    assert_eq!((game.open.round, game.open.doubles, game.turn()), (1, 1, Turn::One(HIDER)));
    assert!(moves(&game).iter().all(|mv| !mv.double), "no double move within a double move");
    game.play(Move::new(103, Ticket::Taxi));
    assert_eq!((game.open.round, game.turn()), (2, Turn::One(1)));
    game.open.round = 22;
    game.open.turn = 0;
    assert!(moves(&game).iter().any(|mv| mv.double), "two rounds are left");
    game.open.round = 23;
    assert!(moves(&game).iter().all(|mv| !mv.double), "one round is left");
}

#[test]
fn the_ferry_costs_a_black_ticket() {
    let mut game = game(115, [13, 26, 29, 34, 50]);
    let by_ferry = |game: &Full| moves(game).into_iter().find(|mv| mv.to == 157);
    assert_eq!(by_ferry(&game), Some(Move::new(157, Ticket::Black)));
    game.open.purses[0] = Purse::new([9, 9, 9, 0]);
    assert_eq!(by_ferry(&game), None);
}

#[test]
fn filters_save_tickets_where_the_papers_say() {
    let blacks = |game: &Full| moves(game).iter().any(|mv| mv.ticket == Ticket::Black);
    let mut game = game(103, [13, 26, 29, 34, 50]);
    assert!(blacks(&game));
    game.open.stance.black = BlackFilter::Nijssen;
    assert!(!blacks(&game), "the first two rounds");
    game.hider = 115;
    assert!(blacks(&game), "a ferry");
    game.hider = 103;
    game.open.round = 3;
    assert!(blacks(&game), "round 4");
    game.open.round = 7;
    assert!(!blacks(&game), "he surfaces in round 8");
    game.open.round = 3;
    game.belief.possible = [2, 4, 103].into_iter().collect();
    assert!(!blacks(&game), "only taxis stop at 2, 4 and 103");
    game.belief.possible.insert(1);
    assert!(blacks(&game), "at 1 there are other transports");
    game.open.stance.black = BlackFilter::Borak;
    game.open.round = 7;
    assert!(blacks(&game), "Borák does not look at surfacing");
    game.open.round = 1;
    assert!(!blacks(&game), "round 2");
    game.open.purses[0] = Purse::new([0, 0, 0, 1]);
    assert!(blacks(&game), "there is nothing else to pay with");
}

#[test]
fn doubling_is_offered_as_the_stance_says() {
    let mut game = game(103, [13, 26, 29, 34, 50]);
    let all = moves(&game).len();
    game.open.stance.doubling = Doubling::Never;
    assert_eq!(moves(&game).len() * 2, all);
    game.open.stance.doubling = Doubling::Now;
    assert!(moves(&game).iter().all(|mv| mv.double));
    game.play(Move::new(102, Ticket::Taxi).doubled());
    assert_eq!(game.open.stance.doubling, Doubling::Never);
}

#[test]
fn one_comparison_finds_every_detective() {
    let seekers = super::Seekers::from([1, 2, 128, 199, 0]);
    for station in 1..=255 {
        assert_eq!(seekers.hold(station), [1, 2, 128, 199].contains(&station), "{station}");
    }
}

/// Searches copy a position for each iteration.
#[test]
fn positions_are_small() {
    use super::Position;
    use crate::scotland_yard::board::StationSet;
    assert_eq!(size_of::<Position<()>>(), 64);
    assert_eq!(size_of::<Position<StationSet>>(), 96);
}

/// Borák, chapter 6: 900 games, each start of Mr X equally often.
#[test]
fn starts_can_be_shared_out_equally() {
    let options = Options { spread: super::Spread::Equal, ..Options::default() };
    let mut counts = std::collections::BTreeMap::new();
    let mut detectives = std::collections::BTreeSet::new();
    for number in 0..900 {
        let start = options.start_of(2021, number);
        assert!(!start.open.seekers.contains(&start.hider));
        *counts.entry(start.hider).or_insert(0) += 1;
        detectives.insert(*start.open.seekers);
    }
    assert_eq!(counts.len(), 18);
    assert!(counts.values().all(|&games| games == 50), "{counts:?}");
    assert!(detectives.len() > 800);
    assert_eq!(options.spec().to_string(), "scotland-yard(spread=equal)");
}

#[test]
fn one_deck_has_62_in_the_place_of_29() {
    let options = Options { starts: super::Starts::Classic62, ..Options::default() };
    let mut expected: Vec<_> = Options::default().hider_deck().to_vec();
    let place = expected.iter().position(|&card| card == 29).unwrap();
    expected[place] = 62;
    expected.sort_unstable();
    assert_eq!(options.hider_deck(), expected);
    assert_eq!(options.seeker_deck(), expected);
}

#[test]
fn the_number_of_rounds_is_an_option() {
    let mut moves = Vec::new();
    for rounds in [23, 24] {
        let options = Options { rounds, ..Options::default() };
        let mut escapes = 0;
        for seed in 0..40 {
            let (mut game, mut rng) = (options.start(seed), stream(&[seed]));
            while let Turn::One(player) = game.turn() {
                let mv = game.random_move(player, &mut rng, &mut moves);
                game.play(mv);
            }
            if game.open.outcome == Outcome::Escaped && !game.open.all_stuck() {
                assert_eq!(game.open.round, rounds);
                escapes += 1;
            }
        }
        assert!(escapes > 0, "with {rounds} rounds");
    }
}
