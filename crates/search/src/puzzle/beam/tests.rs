use super::*;
use crate::puzzle::toys::{Triangle, exhaustive, verify};
use crate::rng::stream;

/// Ranks by the sum so far; says which states are the same if asked to.
struct BySum {
    same: bool,
}

impl Ranking<Triangle> for BySum {
    fn layer(&self, state: &Triangle) -> usize {
        state.row
    }
    fn value(&mut self, state: &Triangle, _: &mut Rng, _: &mut Line<bool>) -> f64 {
        state.sum
    }
    fn same(&self, state: &Triangle) -> Option<u64> {
        self.same.then(|| state.key())
    }
}

fn run(beam: &Beam, puzzle: &Triangle, same: bool, budget: &Budget) -> Solution<bool> {
    beam.run(puzzle, &mut BySum { same }, budget, &mut stream(&[1]))
}

#[test]
fn a_wide_beam_tries_every_line() {
    for seed in 0..20 {
        let puzzle = Triangle::new(10, seed);
        let found = run(&Beam::new(1 << 9), &puzzle, false, &Budget::default());
        verify(&puzzle, &found.line);
        assert_eq!(found.line.score, exhaustive(&puzzle));
        assert!(found.proven);
        assert_eq!(found.effort, (1..10).map(|row| 1 << row).sum::<u64>());
    }
}

#[test]
fn the_same_state_is_expanded_once() {
    // A row holds as many places as its number: the beam is then as wide as the triangle.
    for seed in 0..20 {
        let puzzle = Triangle::new(14, seed);
        let found = run(&Beam::new(14), &puzzle, true, &Budget::default());
        verify(&puzzle, &found.line);
        assert_eq!(found.line.score, exhaustive(&puzzle));
        assert!(found.proven);
        assert_eq!(found.effort, (1..14).map(|row| 2 * row).sum::<u64>());
    }
}

#[test]
fn a_beam_of_one_is_greedy() {
    let puzzle = Triangle::new(12, 3);
    let found = run(&Beam::new(1), &puzzle, false, &Budget::default());
    let mut greedy = puzzle.clone();
    while greedy.turn() != Turn::Over {
        let [left, right] = [false, true].map(|right| {
            let mut next = greedy.clone();
            next.play(right);
            next
        });
        greedy = if right.sum > left.sum { right } else { left };
    }
    assert_eq!(found.line.score, greedy.sum);
    assert!(!found.proven);
    verify(&puzzle, &found.line);
}

#[test]
fn wider_is_better_on_the_whole_and_bounds_hold() {
    let mean = |beam: &Beam| {
        let score = |seed| run(beam, &Triangle::new(30, seed), false, &Budget::default());
        (0..40).map(|seed| score(seed).line.score).sum::<f64>() / 40.0
    };
    let [one, eight, many] = [1, 8, 64].map(|width| mean(&Beam::new(width)));
    assert!(one + 30.0 < eight && eight + 10.0 < many, "{one} {eight} {many}");
    // Layers that skip none hold one layer at a time: memory for four is a beam of four.
    let tight = Beam { states: 4, ..Beam::new(64) };
    assert_eq!(mean(&tight), mean(&Beam::new(4)));
}

#[test]
fn too_many_alike_are_left_out() {
    /// All states of a layer are alike.
    struct Alike;
    impl Ranking<Triangle> for Alike {
        fn layer(&self, state: &Triangle) -> usize {
            state.row
        }
        fn value(&mut self, state: &Triangle, _: &mut Rng, _: &mut Line<bool>) -> f64 {
            state.sum
        }
        fn alike(&self, _: &Triangle, _: f64) -> u64 {
            0
        }
    }
    let puzzle = Triangle::new(12, 5);
    let few = Beam { alike: 3, ..Beam::new(100) };
    let found = few.run(&puzzle, &mut Alike, &Budget::default(), &mut stream(&[1]));
    assert_eq!(found.line, run(&Beam::new(3), &puzzle, false, &Budget::default()).line);
    assert!(!found.proven);
}

#[test]
fn lines_from_playouts_count() {
    /// Plays every state on to the left.
    struct Left;
    impl Ranking<Triangle> for Left {
        fn layer(&self, state: &Triangle) -> usize {
            state.row
        }
        fn value(&mut self, state: &Triangle, _: &mut Rng, rest: &mut Line<bool>) -> f64 {
            let mut state = state.clone();
            while state.turn() != Turn::Over {
                rest.moves.push(false);
                state.play(false);
            }
            rest.score = state.sum;
            rest.score
        }
    }
    let puzzle = Triangle::new(12, 5);
    let budget = Budget::playouts(2);
    let found = Beam::new(5).run(&puzzle, &mut Left, &budget, &mut stream(&[1]));
    assert_eq!(found.effort, 2);
    assert_eq!(found.line.moves.len(), 11);
    verify(&puzzle, &found.line);
}

#[test]
fn a_beam_ends_with_its_budget() {
    let puzzle = Triangle::new(12, 5);
    let found = run(&Beam::new(5), &puzzle, false, &Budget::playouts(3));
    assert_eq!(found.effort, 3);
    assert!(!found.line.found() && !found.proven);
}
