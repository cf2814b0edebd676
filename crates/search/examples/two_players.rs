//! A game of two: tic-tac-toe, which nobody wins who looks ahead.
//!
//! `cargo run --release -p spinney-search --example two_players`

use spinney_search::prelude::*;

/// The cells, row by row: the player who took each.
#[derive(Clone, Default)]
struct TicTacToe {
    cells: [Option<Player>; 9],
}

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

impl TicTacToe {
    fn winner(&self) -> Option<Player> {
        LINES.iter().find_map(|&[a, b, c]| {
            let same = self.cells[a] == self.cells[b] && self.cells[b] == self.cells[c];
            if same { self.cells[a] } else { None }
        })
    }

    fn taken(&self) -> usize {
        self.cells.iter().flatten().count()
    }
}

impl Game for TicTacToe {
    /// The number of a cell.
    type Move = usize;
    /// One reward per player: 1 for a win, 0.5 for a draw, 0 for a loss.
    type Rewards = [f64; 2];

    fn turn(&self) -> Turn {
        if self.winner().is_some() || self.taken() == 9 {
            Turn::Over
        } else {
            Turn::One(self.taken() % 2)
        }
    }

    fn moves(&self, _player: Player, out: &mut Vec<usize>) {
        out.extend((0..9).filter(|&cell| self.cells[cell].is_none()));
    }

    fn play(&mut self, cell: usize) {
        self.cells[cell] = Some(self.taken() % 2);
    }

    fn rewards(&self) -> [f64; 2] {
        match self.winner() {
            Some(0) => [1.0, 0.0],
            Some(_) => [0.0, 1.0],
            None => [0.5, 0.5],
        }
    }
}

fn main() -> Result<(), SearchError> {
    // One search for both sides: it always takes the side of the player to move.
    let mut search = Mcts::uct(1.0).budget(Budget::playouts(5_000)).seed(1);
    let mut game = TicTacToe::default();
    while game.turn() != Turn::Over {
        let cell = search.best_move(&game)?;
        game.play(cell);
        for row in game.cells.chunks(3) {
            let marks = row.iter().map(|cell| cell.map_or('.', |player| ['x', 'o'][player]));
            println!("{}", marks.collect::<String>());
        }
        println!();
    }
    assert_eq!(game.rewards(), [0.5, 0.5], "a draw between good players");
    Ok(())
}

#[test]
fn runs() -> Result<(), SearchError> {
    main()
}
