use super::reference::Reference;
use super::*;
use crate::conformance;
use crate::contest::{AnyContest, Contest};
use proptest::prelude::*;
use spinney_search::game::{Game, Turn};
use spinney_search::playout::{Playout, Uniform};
use spinney_search::rng::stream;
use spinney_spec::Settings;

proptest! {
    #[test]
    fn plays_like_the_reference(choices in prop::collection::vec(0usize..420, 42)) {
        let (mut game, mut reference) = (ConnectFour::default(), Reference::default());
        for choice in choices {
            let rewards = match reference.winner() {
                Some(0) => [1.0, 0.0],
                Some(_) => [0.0, 1.0],
                None => [0.5, 0.5],
            };
            prop_assert_eq!(game.rewards(), rewards);
            if reference.winner().is_some() || reference.open().is_empty() {
                prop_assert_eq!(game.turn(), Turn::Over);
                break;
            }
            prop_assert_eq!(game.turn(), Turn::One(reference.moved % 2));
            let mut moves = Vec::new();
            game.moves(0, &mut moves);
            prop_assert_eq!(&moves, &reference.open());
            let column = moves[choice % moves.len()];
            game.play(column);
            reference.play(column);
            for c in 0..WIDTH {
                for r in 0..HEIGHT {
                    prop_assert_eq!(game.at(c, r), reference.at(c as i32, r as i32));
                }
            }
        }
    }
}

fn standard() -> ConnectFourContest {
    ConnectFourContest::new(&Settings::new(&GAME, &[]).unwrap())
}

#[test]
fn passes_the_suite() {
    conformance::contest(&standard(), 30);
    let opening = "connect-four(opening=8)".parse::<spinney_spec::Spec>().unwrap();
    let opened = ConnectFourContest::new(&Settings::new(&GAME, &opening.args).unwrap());
    assert_eq!(Contest::start(&opened, 5).moved(), 8);
    conformance::contest(&opened, 30);
}

#[test]
fn counts_positions_as_published() {
    // Different positions after n moves: John Tromp, OEIS A212693.
    let mut level = std::collections::HashSet::from([ConnectFour::default()]);
    for expected in [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184_275] {
        assert_eq!(level.len(), expected);
        let keys: std::collections::HashSet<u64> = level.iter().map(ConnectFour::key).collect();
        assert_eq!(keys.len(), expected, "the key tells positions apart");
        let mut next = std::collections::HashSet::new();
        let mut moves = Vec::new();
        for game in level.iter().filter(|game| game.turn() != Turn::Over) {
            moves.clear();
            game.moves(0, &mut moves);
            next.extend(moves.iter().map(|&column| {
                let mut game = *game;
                game.play(column);
                game
            }));
        }
        level = next;
    }
}

#[test]
fn random_games_are_as_long_as_known() {
    let (mut length, mut first) = (0u64, 0.0);
    let mut rng = stream(&[9]);
    let games = 20_000;
    for _ in 0..games {
        let mut game = ConnectFour::default();
        first += Uniform::default().run(&mut game, &mut rng, |_, _| length += 1)[0];
    }
    let (length, first) = (length as f64 / f64::from(games), first / f64::from(games));
    assert!((21.0..21.6).contains(&length), "{length}");
    assert!((0.54..0.58).contains(&first), "{first}");
}

#[test]
fn notation_says_what_is_wrong() {
    let error = |text: &str| standard().replay(text).unwrap_err().to_string();
    assert_eq!(error("1111111"), "line 1: move 7: column 1 is full");
    assert_eq!(error("48"), "line 1: move 2: `8` is not a column: expected 1 to 7");
    assert_eq!(error("12121212"), "line 1: move 8: the game is over");
    assert!(error("/// 1").contains("seven columns separated by `/`, not 4"));
    assert!(error("//////xx 1").contains("2 `x` and 0 `o`"));
    assert!(error("/////y/x 1").contains("`y` is not a stone"));
    assert!(error("xoxoxox////// 1").contains("column 1 holds more than six"));
    assert!(error("xxxx/ooo///// 1").contains("the game is over in this position"));
    assert_eq!(standard().replay("////x/xo/ 12").unwrap(), vec![0.5, 0.5]);
}

#[test]
fn a_diagram_is_the_board_as_it_stands() {
    let game: ConnectFour = "x//oxo////".parse().unwrap();
    assert_eq!(
        game.diagram(),
        ". . . . . . .\n. . . . . . .\n. . . . . . .\n\
         . . o . . . .\n. . x . . . .\nx . o . . . .\n"
    );
}
