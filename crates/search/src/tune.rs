//! Finding good parameters by trying.
//!
//! What to try is decided here; trying it (playing the games) is the caller's work, on as many
//! cores as it has. That is why a tuner is asked for a generation and told its scores.
//!
//! ```
//! use spinney_search::tune::{CrossEntropy, Dimension, Options};
//!
//! let mut tuner = CrossEntropy::new(&[Dimension::real(0.0, 10.0)], Options::default(), 1)?;
//! for _ in 0..20 {
//!     let scores: Vec<f64> = tuner.ask().iter().map(|x| -(x[0] - 3.0).abs()).collect();
//!     tuner.tell(&scores)?;
//! }
//! assert!((tuner.mean()[0] - 3.0).abs() < 0.1);
//! # Ok::<(), spinney_search::tune::TuneError>(())
//! ```

mod cross_entropy;

pub use cross_entropy::{CrossEntropy, Dimension, Options, State, TuneError};
