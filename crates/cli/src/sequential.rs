//! The sequential test on the command line: `--sprt`, `--alpha`, `--beta`, and what came out.

use serde_json::{Value, json};
use spinney_lab::stats::sprt::{Outcomes, Scale, Sprt, SprtError, Verdict};

/// Flags of commands that can end by a test.
#[derive(Clone, Debug, clap::Args)]
#[group(skip)]
pub struct Args {
    /// End as soon as a sequential test knows whether the first is HIGH rather than LOW better than
    /// the second: in Elo where they play each other, else in percentage points.
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true, value_parser = pair)]
    sprt: Option<(f64, f64)>,
    /// The chance of finding HIGH where LOW is true.
    #[arg(long, default_value_t = 0.05, requires = "sprt")]
    alpha: f64,
    /// The chance of finding LOW where HIGH is true.
    #[arg(long, default_value_t = 0.05, requires = "sprt")]
    beta: f64,
}

fn pair(text: &str) -> Result<(f64, f64), String> {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    let pair = text.split_once(',').and_then(|(low, high)| Some((number(low)?, number(high)?)));
    let (low, high) = pair.ok_or("two numbers such as 0,20 were expected")?;
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

fn unit(test: &Sprt) -> &'static str {
    match test.scale {
        Scale::Elo => "Elo",
        Scale::Points => "points",
    }
}

/// The verdict in a sentence, with the ratio, its bounds and the chances of error.
pub fn sentence(test: &Sprt, verdict: Verdict, outcomes: &Outcomes, first: &str) -> String {
    let (low, high, unit) = (test.low, test.high, unit(test));
    let (bounds, ratio) = (test.bounds(), test.ratio(outcomes));
    let said = match verdict {
        Verdict::Better => format!("{first} is {high} {unit} better rather than {low}"),
        Verdict::NotBetter => format!("{first} is {low} {unit} better rather than {high}"),
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

/// The same for programs.
pub fn document(test: &Sprt, verdict: Verdict, outcomes: &Outcomes) -> Value {
    let accepted = match verdict {
        Verdict::Better => "high",
        Verdict::NotBetter => "low",
        Verdict::Undecided { .. } => "undecided",
    };
    json!({
        "low": test.low,
        "high": test.high,
        "unit": unit(test),
        "alpha": test.alpha,
        "beta": test.beta,
        "ratio": test.ratio(outcomes),
        "bounds": [test.bounds().0, test.bounds().1],
        "outcomes": outcomes.counts(),
        "accepted": accepted,
    })
}
