use super::*;
use crate::game::Player;
use crate::puzzle::toys::{Triangle, exhaustive, verify};
use crate::rng::stream;

/// The cell that a move enters: unlike its side, that says something.
struct Cells;

impl Codes<Triangle> for Cells {
    fn count(&self) -> usize {
        2000
    }
    fn code(&self, state: &Triangle, right: bool) -> usize {
        (state.row * (state.row + 1) / 2 + state.place) * 2 + usize::from(right)
    }
}

#[test]
fn finds_the_best_line_of_small_puzzles() {
    for seed in 0..20 {
        let puzzle = Triangle::new(12, seed);
        let found =
            Nrpa::new(2).with_codes(Cells).run(&puzzle, &Budget::default(), &mut stream(&[seed]));
        verify(&puzzle, &found.line);
        assert_eq!(found.line.score, exhaustive(&puzzle), "triangle {seed}");
        assert_eq!(found.effort, 10_000);
    }
}

#[test]
fn learning_beats_guessing() {
    let mean = |alpha| {
        let score = |seed| {
            let search = Nrpa { alpha, iterations: 30, ..Nrpa::new(2).with_codes(Cells) };
            let found =
                search.run(&Triangle::new(40, seed), &Budget::default(), &mut stream(&[seed]));
            found.line.score
        };
        (0..20).map(score).sum::<f64>() / 20.0
    };
    let (learning, guessing) = (mean(1.0), mean(0.0));
    assert!(learning > guessing + 300.0, "{learning} against {guessing}");
}

/// One choice among three moves, which score 0, 1 and 2.
#[derive(Clone)]
struct Once(Option<u8>);
impl Game for Once {
    type Move = u8;
    type Rewards = [f64; 1];
    const MOVE_KEYS: usize = 3;
    fn turn(&self) -> Turn {
        if self.0.is_some() { Turn::Over } else { Turn::One(0) }
    }
    fn moves(&self, _: Player, out: &mut Vec<u8>) {
        out.extend(0..3);
    }
    fn play(&mut self, mv: u8) {
        self.0 = Some(mv);
    }
    fn rewards(&self) -> [f64; 1] {
        [f64::from(self.0.unwrap_or(0))]
    }
    fn move_key(mv: u8) -> usize {
        mv as usize
    }
}

#[test]
fn one_adaptation_is_rosins_formula() {
    let (options, start) = (Nrpa::new(1), Once(None));
    let mut rng = stream(&[1]);
    let mut work = Work {
        options: &options,
        start: &start,
        levels: vec![
            Level { line: Line::default(), weights: vec![0.0; 3] },
            Level { line: Line { score: 2.0, moves: vec![2] }, weights: vec![0.0, 1.0, 0.5] },
        ],
        moves: Vec::new(),
        chances: Vec::new(),
        steps: Vec::new(),
        meter: Budget::playouts(1).start(),
        rng: &mut rng,
    };
    work.adapt(1);
    let z = 1.0 + 1f64.exp() + 0.5f64.exp();
    let expected = [-1.0 / z, 1.0 - 1f64.exp() / z, 0.5 + 1.0 - 0.5f64.exp() / z];
    for (weight, expected) in work.levels[1].weights.iter().zip(expected) {
        assert!((weight - expected).abs() < 1e-12);
    }
}

#[test]
fn playouts_follow_weights_and_priors() {
    struct Half;
    impl Codes<Once> for Half {
        fn count(&self) -> usize {
            3
        }
        fn code(&self, _: &Once, mv: u8) -> usize {
            mv as usize
        }
        fn prior(&self, _: &Once, mv: u8) -> f64 {
            [0.0, 1.0, 2.0][mv as usize]
        }
    }
    let options = Nrpa::new(0).with_codes(Half);
    let start = Once(None);
    let mut rng = stream(&[4]);
    let mut counts = [0u32; 3];
    let mut work = Work {
        options: &options,
        start: &start,
        levels: vec![Level { line: Line::default(), weights: vec![5.0, 2f64.ln(), 0.0] }],
        moves: Vec::new(),
        chances: Vec::new(),
        steps: Vec::new(),
        meter: Budget::playouts(10_000).start(),
        rng: &mut rng,
    };
    while work.search(0) {
        counts[work.levels[0].line.moves[0] as usize] += 1;
    }
    // exp(ln 2) · 1 against exp(0) · 2: the same; and never the move with prior 0.
    assert_eq!(counts[0], 0);
    assert!((4_700..5_300).contains(&counts[1]), "{counts:?}");
}

#[test]
fn budgets_and_seeds_are_kept() {
    let puzzle = Triangle::new(15, 4);
    let run = |n| {
        Nrpa::new(3).with_codes(Cells).repeated().run(
            &puzzle,
            &Budget::playouts(n),
            &mut stream(&[2]),
        )
    };
    let found = run(333);
    assert_eq!(found.effort, 333);
    verify(&puzzle, &found.line);
    assert_eq!(found, run(333));
    assert!(!run(0).line.found());
}
