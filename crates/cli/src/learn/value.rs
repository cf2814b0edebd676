//! The estimate of Mr X's chance, fitted to games.

use super::games::{Played, Split};
use serde_json::json;
use spinney_games::scotland_yard::value::Value;
use spinney_games::scotland_yard::value::learn::{Examples, Fit};
use spinney_search::rng::stream;
use std::fmt::Write as _;

/// An estimate, and how good it is.
pub struct Fitted {
    value: Value,
    positions: usize,
    held_out: usize,
    log_likelihood: f64,
    rate: f64,
    log_likelihood_rate: f64,
}

/// Fits an estimate to games, and says how good it is.
pub fn fit(games: &Split, epochs: u32, seed: u64) -> Fitted {
    let examples = |games: &[Played]| {
        let mut examples = Examples::default();
        for (start, moves) in games {
            examples.add_game(start, moves);
        }
        examples
    };
    let (fitted, asked) = (examples(&games.training), examples(&games.held_out));
    let mut rng = stream(&[seed, 0x000F_1779]);
    let mut fit = Fit::new(&mut rng);
    for _ in 0..epochs {
        fit.epoch(&fitted, &mut rng);
    }
    let rate = fitted.rate();
    Fitted {
        log_likelihood: asked.log_likelihood(|inputs| fit.value.escape(inputs)),
        log_likelihood_rate: asked.log_likelihood(|_| rate),
        rate,
        positions: fitted.len(),
        held_out: asked.len(),
        value: fit.value,
    }
}

impl Fitted {
    /// The weights, with a remark about the fit.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let _ = writeln!(
            text,
            "# Fitted to {} positions. Of {} others, ln P of the result is {:.3} on average; {:.3} if Mr X \
             always escaped with a chance of {:.3}.",
            self.positions, self.held_out, self.log_likelihood, self.log_likelihood_rate, self.rate
        );
        text + &self.value.write()
    }

    /// The same for programs.
    pub fn document(&self) -> serde_json::Value {
        json!({
            "positions": self.positions,
            "escapes": self.rate,
            "held_out": {
                "positions": self.held_out,
                "log_likelihood": self.log_likelihood,
                "log_likelihood_even": self.log_likelihood_rate,
            },
        })
    }
}
