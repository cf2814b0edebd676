//! A model of how a hider chooses, fitted to his games.

use super::games::{Played, Split};
use serde_json::{Value, json};
use spinney_games::scotland_yard::filter::Model;
use spinney_games::scotland_yard::filter::learn::{Decisions, Fit, Prediction, prediction};
use spinney_search::rng::stream;
use std::fmt::Write as _;

/// Fits a model to games, and says how good it is.
pub fn fit(games: &Split, epochs: u32, seed: u64) -> Fitted {
    let decisions = |games: &[Played]| {
        let mut decisions = Decisions::default();
        for (start, moves) in games {
            decisions.add_game(start, moves);
        }
        decisions
    };
    let (fitted, asked) = (decisions(&games.training), decisions(&games.held_out));
    let mut fit = Fit::default();
    let mut rng = stream(&[seed, 0x000F_1778]);
    for _ in 0..epochs {
        fit.epoch(&fitted, &mut rng);
    }
    Fitted {
        prediction: prediction(&fit.model, &games.held_out),
        log_likelihood: asked.log_likelihood(&fit.model),
        even: asked.log_likelihood(&Model::EVEN),
        decisions: fitted.len(),
        held_out: asked.len(),
        model: fit.model,
    }
}

/// A model, and how good it is.
pub struct Fitted {
    model: Model,
    decisions: usize,
    held_out: usize,
    log_likelihood: f64,
    even: f64,
    prediction: Prediction,
}

impl Fitted {
    /// The coefficients, with remarks about the fit.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let _ = writeln!(
            text,
            "# Fitted to {} decisions. Of {} others, ln P is {:.3} on average; {:.3} if all moves were \
             alike.",
            self.decisions, self.held_out, self.log_likelihood, self.even
        );
        let Prediction { filter, uniform, asked } = self.prediction;
        let _ = writeln!(
            text,
            "# The probability of Mr X's station, {asked} times in games not fitted to: {filter:.3} on \
             average; {uniform:.3} if all possible stations were alike."
        );
        text + &self.model.write()
    }

    /// The same for programs.
    pub fn document(&self) -> Value {
        json!({
            "decisions": self.decisions,
            "held_out": {
                "decisions": self.held_out,
                "log_likelihood": self.log_likelihood,
                "log_likelihood_even": self.even,
                "positions": self.prediction.asked,
                "probability": self.prediction.filter,
                "probability_uniform": self.prediction.uniform,
            },
        })
    }
}
