use super::*;
use crate::conformance;
use crate::contest::AnyContest;
use spinney_search::game::{Game, Turn};
use spinney_spec::Settings;
use std::collections::HashMap;

fn standard() -> TicTacToeContest {
    TicTacToeContest::new(&Settings::new(&GAME, &[]).unwrap())
}

#[test]
fn passes_the_suite() {
    conformance::contest(&standard(), 50);
    for opening in 1..=4 {
        let settings = Settings::new(&GAME, &[]).unwrap().with("opening", opening).unwrap();
        conformance::contest(&TicTacToeContest::new(&settings), 50);
    }
}

/// Counts of all games from a position: won by the first, won by the second, drawn.
fn count(game: TicTacToe, known: &mut HashMap<TicTacToe, [u64; 3]>) -> [u64; 3] {
    if game.turn() == Turn::Over {
        let ends = [1.0, 0.0, 0.5];
        return ends.map(|reward| u64::from(game.rewards()[0] == reward));
    }
    if let Some(&counts) = known.get(&game) {
        return counts;
    }
    let mut moves = Vec::new();
    game.moves(0, &mut moves);
    let mut counts = [0; 3];
    for cell in moves {
        let mut next = game;
        next.play(cell);
        let of_next = count(next, known);
        counts = [0, 1, 2].map(|i| counts[i] + of_next[i]);
    }
    known.insert(game, counts);
    counts
}

#[test]
fn counts_games_as_published() {
    // 255,168 games in all: 131,184 won by the first player, 77,904 by the second, 46,080 drawn
    // (Henry Bottomley, "How many Tic-Tac-Toe games are possible?", 2001).
    let mut known = HashMap::new();
    assert_eq!(count(TicTacToe::default(), &mut known), [131_184, 77_904, 46_080]);
    // 5,478 positions, 958 of them ends.
    assert_eq!(known.len(), 5478 - 958);
}

#[test]
fn notation_says_what_is_wrong() {
    let error = |text: &str| standard().replay(text).unwrap_err().to_string();
    assert_eq!(error("11"), "line 1: move 2: cell 1 is taken");
    assert_eq!(error("0"), "line 1: move 1: `0` is not a cell: expected 1 to 9");
    assert_eq!(error("142536"), "line 1: move 6: the game is over");
    assert_eq!(error("14-25-3"), "line 1: move 6: `-` is not a cell: expected 1 to 9");
    assert_eq!(standard().replay("14253").unwrap(), vec![1.0, 0.0]);
    assert_eq!(standard().replay("14-253").unwrap(), vec![1.0, 0.0]);
}

#[test]
fn prints_its_rows() {
    let mut game = TicTacToe::default();
    for cell in [0, 1, 4, 8] {
        game.play(cell);
    }
    assert_eq!(game.to_string(), "xo./.x./..o");
}
