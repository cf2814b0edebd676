//! The sequential test on the command line: `--sprt`, `--alpha`, `--beta`, and what came out.

use spinney_lab::documents::unit;
use spinney_lab::stats::sprt::{Outcomes, Scale, Sprt, SprtError, Verdict};

/// Flags of commands that can end by a test.
#[derive(Clone, Debug, clap::Args)]
#[group(skip)]
pub struct Args {
    /// Stop as soon as a sequential test accepts one of two hypotheses: the first agent is better
    /// than the second by HIGH, or only by LOW. They are in Elo if the agents play each other, and
    /// in percentage points otherwise.
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true, value_parser = pair)]
    sprt: Option<(f64, f64)>,
    /// The probability of accepting HIGH if LOW is true.
    #[arg(long, default_value_t = 0.05, requires = "sprt")]
    alpha: f64,
    /// The probability of accepting LOW if HIGH is true.
    #[arg(long, default_value_t = 0.05, requires = "sprt")]
    beta: f64,
}

fn pair(text: &str) -> Result<(f64, f64), String> {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    let pair = text.split_once(',').and_then(|(low, high)| Some((number(low)?, number(high)?)));
    let (low, high) = pair.ok_or("expected two numbers such as 0,20")?;
    Sprt::elo(low, high).map(|_| (low, high)).map_err(|error| error.to_string())
}

impl Args {
    /// Whether a test was asked for.
    pub fn is_some(&self) -> bool {
        self.sprt.is_some()
    }

    /// The test, if one was asked for.
    pub fn test(&self, scale: Scale) -> Result<Option<Sprt>, SprtError> {
        let test = self.sprt.map(|(low, high)| {
            Sprt::new(low, high, scale).and_then(|test| test.with_errors(self.alpha, self.beta))
        });
        test.transpose()
    }
}

/// The verdict in a sentence, with the ratio, its bounds and the chances of error.
pub fn sentence(test: &Sprt, verdict: Verdict, outcomes: &Outcomes, first: &str) -> String {
    let (low, high, unit) = (test.low, test.high, unit(test.scale));
    let (bounds, ratio) = (test.bounds(), test.ratio(outcomes));
    let said = match verdict {
        Verdict::Better => format!("{first} is better by {high} {unit}, not by {low}"),
        Verdict::NotBetter => format!("{first} is better by {low} {unit}, not by {high}"),
        Verdict::Undecided { ratio } => {
            let nearer = if ratio > 0.0 { high } else { low };
            format!("can't tell {low} from {high} {unit}; {nearer} fits better")
        }
    };
    format!(
        "SPRT: {said} (LLR {ratio:.2}, bounds {:.2} and {:.2}, alpha {}, beta {}; {})",
        bounds.0,
        bounds.1,
        test.alpha,
        test.beta,
        seen(outcomes),
    )
}

/// What was observed: games, or pairs by their points.
fn seen(outcomes: &Outcomes) -> String {
    let counts: Vec<String> = outcomes.counts().iter().map(ToString::to_string).collect();
    match outcomes.counts().len() {
        3 => format!("lost, drawn, won {}", counts.join(" ")),
        5 => format!("pairs by points {}", counts.join(" ")),
        _ => format!("starts by points {}", counts.join(" ")),
    }
}
