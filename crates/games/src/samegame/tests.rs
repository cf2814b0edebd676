//! The fast board against the slow one.

use super::reference::ReferenceBoard;
use super::*;
use proptest::prelude::*;
use spinney_search::game::{Game, Turn};
use spinney_search::rng::{below, stream};

/// Plays random moves on both boards and compares everything after each.
fn agree<const W: usize, const P: usize, const L: u32>(position: &Position, seed: u64) {
    let mut state = State::<W, P, L>::new(position);
    let mut plain = ReferenceBoard::new(position);
    let mut rng = stream(&[seed]);
    let (mut moves, mut score) = (Vec::new(), 0);
    loop {
        let frame = position.with_board(&state.board);
        assert_eq!(ReferenceBoard::new(&frame), plain);
        assert_eq!(position.with_board(&frame.board::<W, P, L>()), frame);
        assert_eq!(i64::from(state.score), score);
        assert_eq!(i64::from(state.ending()), plain.ending());
        let groups = plain.groups();
        assert_eq!(state.turn() == Turn::Over, groups.is_empty());
        moves.clear();
        state.moves(0, &mut moves);
        let mut sizes = Vec::new();
        state.each_group(|group| sizes.push(group.count() as usize));
        assert_eq!(moves.len(), groups.len());
        for (mv, &size) in moves.iter().zip(&sizes) {
            assert_eq!(plain.group(mv.place(position.rows())).len(), size);
        }
        if moves.is_empty() {
            break;
        }
        let mv = moves[below(&mut rng, moves.len())];
        state.play(mv);
        score += plain.play(mv.place(position.rows())).unwrap();
    }
    let bound = State::<W, P, L>::new(position).features().rewards;
    assert!((bound.0..=bound.1).contains(&state.rewards()[0]));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn small_boards_agree(
        rows in 1..=15usize, columns in 1..=15usize, colours in 1..=5usize, seed: u64,
    ) {
        let position = Position::random(rows, columns, colours, seed);
        agree::<4, 3, 16>(&position, seed);
        agree::<16, 4, 32>(&position, seed);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    #[test]
    fn large_boards_agree(
        rows in 16..=30usize, columns in 16..=30usize, colours in 2..=9usize, seed: u64,
    ) {
        agree::<16, 4, 32>(&Position::random(rows, columns, colours, seed), seed);
    }
}

#[test]
fn a_line_of_a_playout_replays_to_its_score() {
    for (index, position) in standard_set().iter().enumerate() {
        let from = Tabu::CommonestFrom(3);
        for tabu in [Tabu::None, Tabu::Random, Tabu::Commonest, from, Tabu::Colour(3)] {
            for (draw, epsilon) in [(Draw::Blocks, 0.0), (Draw::Groups, 0.05)] {
                let mut state = StandardState::new(position);
                let mut moves = Vec::new();
                let playout = TabuPlayout { tabu, draw, epsilon };
                let mut rng = stream(&[index as u64]);
                playout.play_out::<Portable, 4, 3, 16>(&mut state, &mut rng, |mv| {
                    moves.push(mv.place(15));
                });
                let outcome = reference::replay(position, &moves).unwrap();
                assert!(outcome.over);
                assert_eq!(outcome.score, i64::from(state.total()));
            }
        }
    }
}

#[test]
fn groups_are_drawn_alike_whatever_their_shape() {
    // An arch, which has two corners, and two pairs.
    let state = StandardState::new(&Position::parse("aaacc\nabadd").unwrap());
    let playout = TabuPlayout { draw: Draw::Groups, ..TabuPlayout::new(Tabu::None) };
    let mut rng = stream(&[5]);
    let mut drawn = [0; 5];
    for _ in 0..3000 {
        let (mut end, mut first) = (state, None);
        playout.play_out::<Portable, 4, 3, 16>(&mut end, &mut rng, |mv| {
            first = first.or(Some(mv));
        });
        drawn[usize::from(state.board.colour(StandardState::index(first.unwrap())))] += 1;
    }
    assert!([1, 3, 4].iter().all(|&colour| (900..1100).contains(&drawn[colour])), "{drawn:?}");
}

#[test]
fn of_equally_common_colours_the_first_from_one_on_is_spared() {
    let spared = |text: &str| {
        let state = StandardState::new(&Position::parse(text).unwrap());
        [1, 2, 3, 4, 5, 7].map(|first| state.commonest_from(first))
    };
    assert_eq!(spared("aaab\nbbcc\ncddd"), [1, 2, 3, 4, 1, 1]);
    assert_eq!(spared("aabb\nbbcc\nccdd"), [2, 2, 3, 2, 2, 2]);
    assert_eq!(spared("aabb\nbccc\nddcc"), [3, 3, 3, 3, 3, 3]);
}

#[test]
fn the_tabu_colour_goes_last() {
    let position = &standard_set()[0];
    let mut state = StandardState::new(position);
    let mut replayed = state;
    let mut broken = false;
    TabuPlayout::new(Tabu::Colour(2)).play_out::<Portable, 4, 3, 16>(
        &mut state,
        &mut stream(&[9]),
        |mv| {
            let colour = replayed.board.colour(StandardState::index(mv));
            let others = replayed.board.links().removable() & !replayed.board.of_colour(2);
            broken |= colour == 2 && !others.is_empty();
            replayed.play(mv);
        },
    );
    assert!(!broken);
    assert_eq!(replayed, state);
}

/// The most that any line reaches, by trying all; boards are remembered.
pub(super) fn exhaustive(state: &StandardState) -> i32 {
    fn rest(state: StandardState, known: &mut std::collections::HashMap<Standard, i32>) -> i32 {
        if let Some(&most) = known.get(&state.board) {
            return most;
        }
        let mut most = None;
        state.each_group(|group| {
            let mut child = StandardState { score: 0, ..state };
            child.remove(group);
            let gain = child.score;
            most = most.max(Some(gain + rest(StandardState { score: 0, ..child }, known)));
        });
        let most = most.unwrap_or_else(|| state.ending());
        known.insert(state.board, most);
        most
    }
    state.score + rest(*state, &mut std::collections::HashMap::new())
}

#[test]
fn exhaustive_search_by_hand() {
    // aab over bba: the a's on top, then b b under them... every line is tried.
    let score = |text: &str| exhaustive(&StandardState::new(&Position::parse(text).unwrap()));
    assert_eq!(score("aa"), 1000);
    assert_eq!(score("aaa"), 1001);
    assert_eq!(score("ab"), -2);
    // Taking the b's first joins the four a's: 4 + 1000; the other order gives 0 + 0 + 0 + 1000.
    assert_eq!(score("abba"), 1000);
    assert_eq!(score("aabbaa"), 4 + 1000);
}
