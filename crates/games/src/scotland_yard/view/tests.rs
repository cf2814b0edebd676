//! What the detectives know: never more than is public, never less than follows from it.

use crate::conformance;
use crate::scotland_yard::board::{Station, StationSet};
use crate::scotland_yard::reference::Reference;
use crate::scotland_yard::rules::tests::moves;
use crate::scotland_yard::rules::{Full, Move, Options, surfaces};
use proptest::prelude::*;
use spinney_search::game::{Game, Turn};
use spinney_search::rng::{below, stream};

/// All stations where Mr X can be after these public moves, by playing every history there is.
fn enumerate(worlds: &mut Vec<Reference>, mv: Move, by: usize, shown: Option<Station>) {
    let mut next: Vec<Reference> = Vec::new();
    for world in worlds.drain(..) {
        let same: Vec<Move> = world
            .moves()
            .into_iter()
            .filter(|m| match by {
                0 => m.ticket == mv.ticket && m.double == mv.double,
                _ => *m == mv,
            })
            .collect();
        for m in same {
            let mut after = world.clone();
            after.play(m);
            let goes_on = after.outcome == crate::scotland_yard::rules::Outcome::Running;
            let seen = shown.is_none_or(|station| station == after.hider);
            if goes_on && seen && next.iter().all(|w| w.hider != after.hider) {
                next.push(after);
            }
        }
    }
    *worlds = next;
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn l_is_exactly_what_the_histories_allow(
        seed in any::<u64>(),
        detectives in 1u8..=5,
        taxis in 2u8..11,
    ) {
        let options = Options { taxis, detectives, ..Options::default() };
        let mut rng = stream(&[seed]);
        let mut game = options.start(seed);
        let seekers = &game.open.seekers[..usize::from(detectives)];
        let mut worlds: Vec<Reference> = options
            .hider_deck()
            .iter()
            .filter(|start| !seekers.contains(start))
            .map(|&start| Reference::new(options.edition, start, seekers, u32::from(taxis)))
            .collect();
        for _ in 0..60 {
            let Turn::One(player) = game.turn() else { break };
            let legal = moves(&game);
            let mv = legal[below(&mut rng, legal.len())];
            game.play(mv);
            if game.turn() == Turn::Over {
                break;
            }
            let shown = (player == 0 && surfaces(game.open.round)).then_some(game.hider);
            enumerate(&mut worlds, mv, player, shown);
            let slow: StationSet = worlds.iter().map(|w| w.hider as usize).collect();
            prop_assert_eq!(game.belief.possible, slow, "after {} by {}", mv, player);
            prop_assert!(slow.contains(game.hider as usize));
        }
    }

    /// Two games that differ only in the hidden station look the same, byte for byte.
    #[test]
    fn a_view_does_not_tell_where_mr_x_is(seed in any::<u64>()) {
        let mut rng = stream(&[seed]);
        let mut game = Options::default().start(seed);
        for _ in 0..40 {
            if game.turn() == Turn::Over {
                break;
            }
            for other in &game.belief.possible {
                let mut twin = game;
                twin.hider = other as Station;
                prop_assert_eq!(
                    format!("{:?}", twin.public()).into_bytes(),
                    format!("{:?}", game.public()).into_bytes()
                );
                prop_assert_eq!(twin.public(), game.public());
            }
            let legal = moves(&game);
            game.play(legal[below(&mut rng, legal.len())]);
        }
    }

    /// The public events alone lead to the same view as the full game.
    #[test]
    fn the_public_record_replays(seed in any::<u64>()) {
        let mut rng = stream(&[seed]);
        let mut game: Full = Options::default().start(seed);
        let mut public = game.public();
        while let Turn::One(player) = game.turn() {
            let legal = moves(&game);
            let mv = legal[below(&mut rng, legal.len())];
            game.play(mv);
            if player == 0 {
                let shown = surfaces(game.open.round).then_some(game.hider);
                prop_assert_eq!(public.hider_moves(mv.ticket, mv.double, shown), Ok(()));
            } else {
                let caught = mv.to == game.hider;
                prop_assert_eq!(public.seeker_moves(mv, caught), Ok(()));
            }
            if game.turn() != Turn::Over {
                prop_assert_eq!(public, game.public());
            }
        }
    }
}

#[test]
fn the_general_suite_passes() {
    conformance::views(|seed| Options::default().start(seed), 3);
}
