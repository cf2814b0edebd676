use super::*;
use crate::backup::{Mean, Solver};
use crate::budget::Budget;
use crate::doc_games::{Pig, PigMove};
use crate::game::{Player, Turn};
use crate::mcts::{Mcts, SearchError};
use crate::playout::Uniform;
use crate::rng::stream;
use crate::selection::Ucb1;
use crate::tree::ROOT;

fn uct() -> Mcts<Pig, Ucb1, Uniform<PigMove>, Mean> {
    Mcts::new(Ucb1::new(1.0), Uniform::default())
}

/// Positions of a race to eight points in which both moves are possible.
fn races() -> impl Iterator<Item = Pig> {
    let scores = [[0, 0], [3, 5], [6, 2], [5, 6]];
    scores
        .into_iter()
        .flat_map(|scores| [2, 4].map(|pending| Pig { scores, pending, ..Pig::new(8) }))
}

#[test]
fn values_converge_to_those_of_a_dice_game() {
    for (seed, game) in races().enumerate() {
        let report = uct().run(&game, &Budget::playouts(60_000), &mut stream(&[seed as u64]));
        let report = report.unwrap();
        let exact = |mv| {
            let mut next = game;
            next.play(mv);
            next.exact_value()
        };
        let best = report.moves(0).iter().max_by_key(|m| m.visits).unwrap();
        assert!((best.mean - exact(best.mv)).abs() < 0.02, "{game:?}: {best:?}");
        assert!(game.exact_value() - exact(best.mv) < 0.01, "{game:?}: {best:?} is no best move");
        assert_eq!(report.moves(0).iter().map(|m| m.visits).sum::<u32>(), 60_000);
    }
}

#[test]
fn outcomes_are_drawn_by_their_probabilities_and_have_nodes_of_their_own() {
    let mut search = uct();
    let report = search.run(&Pig::new(30), &Budget::playouts(12_000), &mut stream(&[3])).unwrap();
    assert_eq!(report.nodes, 12_000, "one position per playout");
    assert!(search.advance(&[PigMove::Roll]));
    let faces: Vec<(PigMove, u32)> =
        search.arms(ROOT, 0).iter().map(|arm| (arm.mv, arm.stats.visits())).collect();
    assert_eq!(faces.len(), 6);
    assert!(faces.iter().all(|(_, visits)| visits.abs_diff(2_000) < 200), "{faces:?}");
    assert!(search.advance(&[PigMove::Die(4)]));
    let next = Pig { pending: 4, ..Pig::new(30) };
    let report = search.run(&next, &Budget::playouts(100), &mut stream(&[3])).unwrap();
    assert!(report.moves(0).iter().map(|m| m.visits).sum::<u32>() > 1_500, "the tree was kept");
}

#[test]
fn the_solver_proves_what_holds_for_every_outcome() {
    let solve = |game: Pig| {
        let mut search = Mcts::with_backup(Ucb1::new(1.0), Uniform::default(), Solver);
        search.run(&game, &Budget::playouts(3_000), &mut stream(&[5])).unwrap().proven
    };
    // One point is missing: any roll brings it. For the other player the game is lost then.
    assert_eq!(solve(Pig { scores: [4, 0], ..Pig::new(5) }), Proven::Win);
    assert_eq!(solve(Pig { scores: [3, 4], to_move: 1, ..Pig::new(5) }), Proven::Win);
    assert_eq!(solve(Pig { scores: [0, 4], ..Pig::new(9) }), Proven::Open);
}

#[test]
fn where_chance_decides_there_is_nothing_to_search() {
    let rolling = Pig { rolling: true, ..Pig::new(5) };
    let result = uct().run(&rolling, &Budget::playouts(5), &mut stream(&[1]));
    assert_eq!(result.unwrap_err(), SearchError::Chance);
}

/// Both players choose a number of coins, then chance tosses one of the four: heads for player 0.
#[derive(Clone)]
struct Toss(Option<[u8; 2]>, Option<bool>);

impl Game for Toss {
    type Move = u8;
    type Rewards = [f64; 2];
    const SIMULTANEOUS: bool = true;
    const CHANCE: bool = true;
    fn turn(&self) -> Turn {
        match self {
            Self(None, _) => Turn::Together,
            Self(_, None) => Turn::Chance,
            _ => Turn::Over,
        }
    }
    fn moves(&self, _: Player, out: &mut Vec<u8>) {
        out.extend([1, 3]);
    }
    fn outcomes(&self, out: &mut Vec<(u8, f64)>) {
        let [mine, theirs] = self.0.unwrap().map(f64::from);
        out.extend([(1, mine / (mine + theirs)), (0, theirs / (mine + theirs))]);
    }
    fn play(&mut self, heads: u8) {
        self.1 = Some(heads == 1);
    }
    fn play_together(&mut self, moves: &[u8]) {
        self.0 = Some([moves[0], moves[1]]);
    }
    fn rewards(&self) -> [f64; 2] {
        if self.1 == Some(true) { [1.0, 0.0] } else { [0.0, 1.0] }
    }
}

#[test]
fn chance_follows_simultaneous_moves() {
    let mut search = Mcts::new(Ucb1::new(1.0), Uniform::default());
    let report = search.run(&Toss(None, None), &Budget::playouts(20_000), &mut stream(&[6]));
    let report = report.unwrap();
    for player in 0..2 {
        // Three coins are better than one whatever the other does: then each wins half the games.
        let best = report.moves(player).iter().max_by_key(|m| m.visits).unwrap();
        assert_eq!(best.mv, 3);
        assert!((best.mean - 0.5).abs() < 0.05, "{best:?}");
    }
    assert!(search.advance(&[3, 3]));
    assert_eq!(search.arms(ROOT, 0).len(), 2);
}
