//! A model of a hider: how likely he is to choose each of his moves.

use super::features::{FEATURES, NAMES, Scene};
use crate::scotland_yard::board::Station;
use crate::scotland_yard::rules::Move;
use spinney_search::math::exp;
use std::fmt::Write;
use std::sync::LazyLock;

/// P(move) ∝ exp(θ·φ(move)): a multinomial logit over the legal moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// θ: what each feature counts.
    pub theta: [f64; FEATURES],
}

/// What is wrong with a text of coefficients.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// A row is not a name and a number.
    #[error("line {line}: expected a feature and a number, not `{text}`")]
    Row {
        /// The line, from 1.
        line: usize,
        /// What stands there.
        text: String,
    },
    /// There is no such feature.
    #[error("line {line}: there is no feature `{name}`")]
    Unknown {
        /// The line, from 1.
        line: usize,
        /// The name.
        name: String,
    },
    /// A feature has no coefficient, or two.
    #[error("the feature `{0}` must have one coefficient")]
    Count(&'static str),
}

/// The hiders of whom models come with Spinney.
const LEARNED: [(&str, &str); 5] = [
    ("nijssen", include_str!("../../../data/scotland-yard/hider-nijssen.txt")),
    ("borak", include_str!("../../../data/scotland-yard/hider-borak.txt")),
    ("greedy", include_str!("../../../data/scotland-yard/hider-greedy.txt")),
    ("best-playouts", include_str!("../../../data/scotland-yard/hider-best-playouts.txt")),
    ("best", include_str!("../../../data/scotland-yard/hider-best.txt")),
];

impl Model {
    /// Every legal move is as likely as every other.
    pub const EVEN: Self = Self { theta: [0.0; FEATURES] };

    /// The models that come with Spinney, by the names of the hiders.
    pub fn learned() -> &'static [(&'static str, Self)] {
        static MODELS: LazyLock<Vec<(&str, Model)>> = LazyLock::new(|| {
            let read = |(name, text): (&'static str, &str)| match Model::read(text) {
                Ok(model) => (name, model),
                Err(error) => panic!("the built-in model of {name}: {error}"),
            };
            LEARNED.map(read).into()
        });
        &MODELS
    }

    /// The probability of each move from a station, in the order of the moves.
    pub fn probabilities(&self, scene: &Scene, from: Station, moves: &[Move], out: &mut Vec<f64>) {
        out.clear();
        out.extend(moves.iter().map(|&mv| {
            let mut score = 0.0;
            scene.features(from, mv, |feature, value| score += self.theta[feature] * value);
            score
        }));
        softmax(out);
    }

    /// Reads what [`Model::write`] wrote. Lines that begin with `#` are remarks.
    ///
    /// # Errors
    /// When a row is not understood, or a feature is missing.
    pub fn read(text: &str) -> Result<Self, ModelError> {
        let mut found = [None; FEATURES];
        let rows = text.lines().enumerate().filter(|(_, row)| !row.starts_with('#'));
        for (i, row) in rows.filter(|(_, row)| !row.trim().is_empty()) {
            let line = i + 1;
            let bad = || ModelError::Row { line, text: row.to_string() };
            let (name, number) = row.split_once(' ').ok_or_else(bad)?;
            let number: f64 = number.trim().parse().map_err(|_| bad())?;
            let feature = NAMES.iter().position(|known| *known == name);
            let Some(feature) = feature else {
                return Err(ModelError::Unknown { line, name: name.to_string() });
            };
            if !number.is_finite() {
                return Err(bad());
            }
            if found[feature].replace(number).is_some() {
                return Err(ModelError::Count(NAMES[feature]));
            }
        }
        let mut theta = [0.0; FEATURES];
        for (feature, found) in found.into_iter().enumerate() {
            theta[feature] = found.ok_or(ModelError::Count(NAMES[feature]))?;
        }
        Ok(Self { theta })
    }

    /// The coefficients as text, a line each.
    pub fn write(&self) -> String {
        let mut text = String::new();
        for (name, number) in NAMES.iter().zip(self.theta) {
            let _ = writeln!(text, "{name} {number:.4}");
        }
        text
    }
}

/// Scores become probabilities.
pub(super) fn softmax(scores: &mut [f64]) {
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut sum = 0.0;
    for score in scores.iter_mut() {
        *score = exp(*score - most);
        sum += *score;
    }
    for score in scores {
        *score /= sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_read_as_it_was_written() {
        let mut model = Model::EVEN;
        for (i, theta) in model.theta.iter_mut().enumerate() {
            *theta = i as f64 / 8.0 - 3.0;
        }
        assert_eq!(Model::read(&model.write()), Ok(model));
    }

    #[test]
    fn a_wrong_text_is_explained() {
        let error = |text: &str| Model::read(text).unwrap_err().to_string();
        let good = Model::EVEN.write();
        assert!(error(&format!("{good}near-9 1")).contains("no feature `near-9`"));
        assert!(error(&format!("{good}near-1 1")).contains("`near-1` must have one"));
        assert!(error("near-1 much").contains("line 1"));
        assert!(error("").contains("must have one coefficient"));
    }

    #[test]
    fn the_models_that_come_with_it_are_read() {
        assert!(Model::learned().iter().any(|(name, _)| *name == "nijssen"));
    }

    #[test]
    fn softmax_by_hand() {
        let mut scores = [0.0, 2f64.ln(), 800.0 - 800.0];
        softmax(&mut scores);
        for (found, expected) in scores.iter().zip([0.25, 0.5, 0.25]) {
            assert!((found - expected).abs() < 1e-12);
        }
        let mut far = [-2000.0, 0.0];
        softmax(&mut far);
        assert_eq!(far, [0.0, 1.0]);
    }
}
