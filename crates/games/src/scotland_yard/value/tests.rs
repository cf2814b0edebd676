use super::*;
use crate::scotland_yard::rules::{HIDER, Options};
use spinney_search::game::{Game, Turn};
use spinney_search::rng::stream;

#[test]
fn it_is_read_as_it_was_written() {
    let value = Value::learned();
    assert_eq!(Value::read(&value.write()).as_ref(), Ok(value));
}

#[test]
fn a_wrong_text_is_explained() {
    let good = Value::learned().write();
    let error = |text: &str| Value::read(text).unwrap_err().to_string();
    assert!(error("").contains("`round-0` is missing"));
    assert!(
        error(&good.replacen("round-1 ", "round-x ", 1)).contains("line 2: expected `round-1`")
    );
    assert!(error(&good.replacen("end ", "end much ", 1)).contains("`end` and 1 numbers"));
    assert!(error(&good.replacen("bias ", "bias inf ", 1)).contains("`bias` and 16 numbers"));
}

/// One input of each block, whatever happens.
#[test]
fn inputs_are_in_their_blocks() {
    let names: Vec<String> = inputs::names().collect();
    assert_eq!(names.len(), INPUTS);
    let block = |input: u16| names[usize::from(input)].rsplit_once('-').unwrap().0.to_string();
    let expected: Vec<String> =
        Inputs::of(&Options::default().start(1)).0.iter().map(|&input| block(input)).collect();
    for seed in 0..50 {
        let mut game = Options::default().start(seed);
        let mut rng = stream(&[seed]);
        while let Turn::One(player) = game.turn() {
            if player == HIDER {
                let found: Vec<String> =
                    Inputs::of(&game).0.iter().map(|&input| block(input)).collect();
                assert_eq!(found, expected);
            }
            let mv = game.random_move(player, &mut rng, &mut Vec::new());
            game.play(mv);
        }
    }
}

/// The result by hand, for weights that can be followed.
#[test]
fn a_small_network_by_hand() {
    let inputs = Inputs::of(&Options::default().start(1));
    let mut value = Value {
        rows: vec![[0.0; UNITS]; INPUTS],
        bias: [0.0; UNITS],
        last: [0.0; UNITS],
        end: 0.5,
    };
    assert_eq!(value.escape(&inputs), 1.0 / (1.0 + exp(-0.5)));
    value.rows[usize::from(inputs.0[0])][3] = 2.0;
    value.rows[usize::from(inputs.0[1])][3] = -0.5;
    value.bias[7] = -1.0;
    (value.last[3], value.last[7]) = (-1.0, 100.0);
    // 0.5 - 1.5, and a unit below 0 says nothing.
    assert_eq!(value.escape(&inputs), 1.0 / (1.0 + exp(1.0)));
}

/// A hider with a detective at each way out is worse off than one far from all of them.
#[test]
fn near_detectives_are_bad_news() {
    let chance = |hider, seekers| {
        let mut game = Options::default().with_starts(hider, seekers);
        game.open.round = 14;
        Value::learned().escape(&Inputs::of(&game))
    };
    assert!(chance(197, [13, 26, 29, 34, 50]) > 0.3 + chance(103, [102, 86, 85, 87, 117]));
}
