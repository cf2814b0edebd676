//! Mr X's chance to escape: a learned estimate that can stand in for a playout.
//!
//! In a playout both sides follow a simple rule, and the detectives know where Mr X is. Real detectives
//! neither chase so simply nor know so much, so a playout says little of who will win. The estimate is
//! learned from games between strong players: it sees a position in which Mr X is to move, and was told
//! how the game ended.
//!
//! It is a network with one hidden layer of rectified units. Its inputs are on or off
//! ([`Inputs`]), so a look at a position is the sum of a few short rows.
//!
//! ```
//! use spinney_games::scotland_yard::{rules::Options, value::{Inputs, Value}};
//! let start = Options::default().start(7);
//! let chance = Value::learned().escape(&Inputs::of(&start));
//! assert!(0.0 < chance && chance < 1.0);
//! ```

mod inputs;
pub mod learn;

pub use inputs::{INPUTS, Inputs};

use spinney_search::math::exp;
use std::fmt::Write;
use std::sync::LazyLock;

/// The units of the hidden layer.
pub const UNITS: usize = 16;

/// Numbers of one input, or of one unit each.
type Units = [f32; UNITS];

/// The estimate.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// What each input gives to the units.
    rows: Vec<Units>,
    /// What the units have without any input.
    bias: Units,
    /// What each unit gives to the result.
    last: Units,
    /// What the result has without any unit.
    end: f32,
}

/// What is wrong with a text of weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    /// A row is not the one that is expected here.
    #[error("line {line}: expected `{expected}` and {count} numbers, not `{text}`")]
    Row {
        /// The line, from 1.
        line: usize,
        /// The name of the row.
        expected: String,
        /// How many numbers it has.
        count: usize,
        /// What stands there.
        text: String,
    },
    /// A row is missing.
    #[error("the row `{0}` is missing")]
    Missing(String),
}

impl Value {
    /// The estimate that comes with Spinney, learned from games against detectives who search.
    pub fn learned() -> &'static Self {
        static VALUE: LazyLock<Value> =
            LazyLock::new(|| built_in(include_str!("../../data/scotland-yard/value.txt")));
        &VALUE
    }

    /// The same, learned from games against detectives who follow a rule or look a few moves ahead.
    pub fn of_simple() -> &'static Self {
        static VALUE: LazyLock<Value> =
            LazyLock::new(|| built_in(include_str!("../../data/scotland-yard/value-simple.txt")));
        &VALUE
    }

    /// How probable an escape is.
    #[inline]
    pub fn escape(&self, inputs: &Inputs) -> f64 {
        logistic(self.result(&self.units(inputs)))
    }

    /// The sums that reach the units.
    #[inline]
    fn units(&self, inputs: &Inputs) -> Units {
        let mut units = self.bias;
        for &input in &inputs.0 {
            for (unit, weight) in units.iter_mut().zip(&self.rows[usize::from(input)]) {
                *unit += weight;
            }
        }
        units
    }

    /// The log-odds of an escape.
    #[inline]
    fn result(&self, units: &Units) -> f32 {
        // Four sums at once, which need not wait for each other.
        let mut sums = [0.0; 4];
        for (units, last) in units.chunks_exact(4).zip(self.last.chunks_exact(4)) {
            for i in 0..4 {
                sums[i] += units[i].max(0.0) * last[i];
            }
        }
        self.end + sums.iter().sum::<f32>()
    }

    /// Reads what [`Value::write`] wrote. Lines that begin with `#` are remarks.
    ///
    /// # Errors
    /// When a row is missing, or is not understood.
    pub fn read(text: &str) -> Result<Self, ValueError> {
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#'));
        let mut numbers = |name: &str, count: usize| -> Result<Vec<f32>, ValueError> {
            let (i, line) = lines.next().ok_or_else(|| ValueError::Missing(name.to_string()))?;
            let mut words = line.split_whitespace();
            let named = words.next() == Some(name);
            let found: Result<Vec<f32>, _> = words.map(str::parse).collect();
            match found {
                Ok(found)
                    if named && found.len() == count && found.iter().all(|x| x.is_finite()) =>
                {
                    Ok(found)
                }
                _ => Err(ValueError::Row {
                    line: i + 1,
                    expected: name.to_string(),
                    count,
                    text: line.to_string(),
                }),
            }
        };
        let mut row = |name: &str| -> Result<Units, ValueError> {
            let found = numbers(name, UNITS)?;
            Ok(std::array::from_fn(|unit| found[unit]))
        };
        let rows = inputs::names().map(|name| row(&name)).collect::<Result<_, _>>()?;
        let (bias, last) = (row("bias")?, row("last")?);
        Ok(Self { rows, bias, last, end: numbers("end", 1)?[0] })
    }

    /// The weights as text: a line for each input, and three for the rest.
    pub fn write(&self) -> String {
        let mut text = String::new();
        let mut row = |name: &str, numbers: &[f32]| {
            text += name;
            for number in numbers {
                // No minus before a zero.
                let _ = write!(text, " {}", (number * 1000.0).round() / 1000.0 + 0.0);
            }
            text.push('\n');
        };
        for (name, numbers) in inputs::names().zip(&self.rows) {
            row(&name, numbers);
        }
        row("bias", &self.bias);
        row("last", &self.last);
        row("end", &[self.end]);
        text
    }
}

fn built_in(text: &str) -> Value {
    match Value::read(text) {
        Ok(value) => value,
        Err(error) => panic!("a built-in estimate: {error}"),
    }
}

/// Log-odds as a probability.
#[inline]
fn logistic(odds: f32) -> f64 {
    1.0 / (1.0 + exp(-f64::from(odds)))
}

#[cfg(test)]
mod tests;
