//! Fits the estimate to games, by maximum likelihood.
//!
//! Each position in which Mr X was to move is an example, and says whether he escaped. The steps are
//! those of AdaGrad (Duchi, Hazan and Singer 2011), one example at a time.

use super::{INPUTS, Inputs, UNITS, Units, Value, logistic};
use crate::scotland_yard::rules::{Full, HIDER, Move, Outcome};
use spinney_search::game::{Game, Player};
use spinney_search::rng::{Rng, below, unit};

/// The step of a weight that was never moved before.
const STEP: f32 = 0.02;
/// What the sum of squares of a weight begins with.
const FIRST_SQUARE: f32 = 0.01;
/// How strongly weights are drawn to 0.
const DECAY: f32 = 1e-4;

/// Positions, and whether Mr X escaped.
#[derive(Default)]
pub struct Examples(Vec<(Inputs, bool)>);

impl Examples {
    /// Adds the positions of a game in which Mr X is to move, if the game has ended.
    pub fn add_game(&mut self, start: &Full, moves: &[Move]) {
        let (mut game, first) = (*start, self.0.len());
        for &mv in moves {
            if Player::from(game.open.turn) == HIDER && !game.open.between {
                self.0.push((Inputs::of(&game), false));
            }
            game.play(mv);
        }
        match game.open.outcome {
            Outcome::Running => self.0.truncate(first),
            outcome => {
                for (_, escaped) in &mut self.0[first..] {
                    *escaped = outcome == Outcome::Escaped;
                }
            }
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How often Mr X escaped.
    pub fn rate(&self) -> f64 {
        let escapes = self.0.iter().filter(|(_, escaped)| *escaped).count();
        escapes as f64 / self.len().max(1) as f64
    }

    /// The mean of ln P of what happened, where `chance` gives the probability of an escape.
    pub fn log_likelihood(&self, chance: impl Fn(&Inputs) -> f64) -> f64 {
        let each = self.0.iter().map(|(inputs, escaped)| {
            let escape = chance(inputs);
            if *escaped { escape } else { 1.0 - escape }.max(f64::MIN_POSITIVE).ln()
        });
        each.sum::<f64>() / self.len().max(1) as f64
    }
}

/// An estimate that is being fitted.
pub struct Fit {
    /// The estimate so far.
    pub value: Value,
    /// Of each weight, the sum of the squares of all gradients.
    squares: Value,
}

impl Fit {
    /// Small weights that are drawn, so that no two units are alike.
    pub fn new(rng: &mut Rng) -> Self {
        let mut draw =
            |size: f64| -> Units { std::array::from_fn(|_| ((unit(rng) - 0.5) * size) as f32) };
        let rows = (0..INPUTS).map(|_| draw(0.2)).collect();
        let value = Value { rows, bias: [0.05; UNITS], last: draw(0.5), end: 0.0 };
        let same = [FIRST_SQUARE; UNITS];
        let rows = vec![same; INPUTS];
        Self { value, squares: Value { rows, bias: same, last: same, end: FIRST_SQUARE } }
    }

    /// As many steps as there are examples, each for one of them that is drawn.
    pub fn epoch(&mut self, examples: &Examples, rng: &mut Rng) {
        for _ in 0..examples.len() {
            let (inputs, escaped) = &examples.0[below(rng, examples.len())];
            self.step(inputs, *escaped);
        }
    }

    fn step(&mut self, inputs: &Inputs, escaped: bool) {
        let Self { value, squares } = self;
        let units = value.units(inputs);
        let chance = logistic(value.result(&units)) as f32;
        // ∂ ln P / ∂ result.
        let error = f32::from(u8::from(escaped)) - chance;
        let on = |unit: usize| if units[unit] > 0.0 { 1.0 } else { 0.0 };
        let back: Units = std::array::from_fn(|unit| error * value.last[unit] * on(unit));
        let forth: Units = std::array::from_fn(|unit| error * units[unit].max(0.0));
        climb(&mut value.last, &mut squares.last, &forth);
        climb(&mut value.bias, &mut squares.bias, &back);
        for &input in &inputs.0 {
            let input = usize::from(input);
            climb(&mut value.rows[input], &mut squares.rows[input], &back);
        }
        ascend(&mut value.end, &mut squares.end, error);
    }
}

/// One step of several weights.
#[inline]
fn climb(weights: &mut Units, squares: &mut Units, gradients: &Units) {
    for unit in 0..UNITS {
        ascend(&mut weights[unit], &mut squares[unit], gradients[unit]);
    }
}

/// One step of AdaGrad.
#[inline]
fn ascend(weight: &mut f32, square: &mut f32, gradient: f32) {
    let gradient = gradient - DECAY * *weight;
    *square += gradient * gradient;
    *weight += STEP * gradient / square.sqrt();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scotland_yard::rules::Options;
    use spinney_search::game::Turn;
    use spinney_search::rng::stream;

    /// Positions of games at random, of which a known estimate says who escapes.
    fn examples(truth: &Value, seeds: std::ops::Range<u64>) -> Examples {
        let mut examples = Examples::default();
        for seed in seeds {
            let mut rng = stream(&[seed, 1]);
            let mut game = Options::default().start(seed);
            while let Turn::One(player) = game.turn() {
                if player == HIDER && !game.open.between {
                    let inputs = Inputs::of(&game);
                    examples.0.push((inputs, unit(&mut rng) < truth.escape(&inputs)));
                }
                let mv = game.random_move(player, &mut rng, &mut Vec::new());
                game.play(mv);
            }
        }
        examples
    }

    /// Of positions that it has not seen, a fit says nearly what the truth says.
    #[test]
    fn a_known_estimate_is_recovered() {
        let mut rng = stream(&[3]);
        let mut truth = Fit::new(&mut rng).value;
        for row in &mut truth.rows {
            *row = row.map(|weight| weight * 4.0);
        }
        truth.last = truth.last.map(|weight| weight * 8.0);
        let (training, others) = (examples(&truth, 0..1500), examples(&truth, 1500..1700));
        let mut fit = Fit::new(&mut rng);
        for _ in 0..8 {
            fit.epoch(&training, &mut rng);
        }
        let rate = training.rate();
        let even = others.log_likelihood(|_| rate);
        let [found, best] =
            [&fit.value, &truth].map(|value| others.log_likelihood(|inputs| value.escape(inputs)));
        assert!(best > even + 0.1, "{best} {even}");
        assert!(found > even + 0.8 * (best - even), "{found} {best} {even}");
    }

    #[test]
    fn examples_are_the_hiders_turns_of_finished_games() {
        let start = Options::default().start(5);
        let mut rng = stream(&[5]);
        let (mut game, mut moves, mut turns) = (start, Vec::new(), 0);
        while let Turn::One(player) = game.turn() {
            turns += usize::from(player == HIDER && !game.open.between);
            moves.push(game.random_move(player, &mut rng, &mut Vec::new()));
            game.play(moves[moves.len() - 1]);
        }
        let mut examples = Examples::default();
        examples.add_game(&start, &moves[..moves.len() - 1]);
        assert!(examples.is_empty());
        examples.add_game(&start, &moves);
        assert_eq!(examples.len(), turns);
        let escaped = f64::from(u8::from(game.open.outcome == Outcome::Escaped));
        assert_eq!(examples.rate(), escaped);
    }
}
