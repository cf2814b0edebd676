//! `spinney bench`: the speed of playouts and searches, on one core and on all.

use crate::failure::{Interrupted, input};
use crate::{interrupt, out};
use serde_json::{Value, json};
use spinney_games::benchmark::{Benchmark, SEED};
use spinney_games::registry::Registry;
use spinney_search::rng::{mix, stream};
use std::fmt;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Measure the speed of playouts and searches, on one core and on all cores.
///
/// Each benchmark runs repeatedly. The result is the median, and ± is half of the interquartile range.
/// On a busy machine, compare only numbers of the same run.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  spinney bench connect-four\n  spinney bench --fixed")]
pub struct Args {
    /// Run only benchmarks whose name begins with this, such as `tron` or `tron/playout`.
    name: Option<String>,
    /// Run each benchmark once with a fixed seed and print a fingerprint of its result. A fingerprint
    /// changes only if the behaviour of the program changes.
    #[arg(long)]
    fixed: bool,
    /// How long to repeat each benchmark.
    #[arg(long, default_value_t = 1.0, value_name = "SECONDS")]
    seconds: f64,
    /// The number of threads in the second measurement [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    threads: Option<u32>,
    /// Print a JSON document.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let chosen = chosen(args.name.as_deref().unwrap_or(""))?;
    if !(0.0..=3600.0).contains(&args.seconds) {
        return Err(input("--seconds must be a number from 0 to 3600"));
    }
    if args.fixed { fixed(&chosen, args.json) } else { measure(&chosen, args) }
}

/// The benchmarks whose name begins with `prefix`.
fn chosen(prefix: &str) -> anyhow::Result<Vec<&'static Benchmark>> {
    let chosen: Vec<_> =
        Registry::current().benchmarks().filter(|b| b.name.starts_with(prefix)).collect();
    if !chosen.is_empty() {
        return Ok(chosen);
    }
    let mut games: Vec<&str> =
        Registry::current().benchmarks().map(|b| b.name.split('/').next().unwrap()).collect();
    games.dedup();
    let near = spinney_spec::nearest(prefix, games.iter().copied());
    let hint = spinney_spec::did_you_mean(near.as_deref());
    Err(input(format!(
        "no benchmark begins with `{prefix}`{hint}; the games are {}",
        games.join(", ")
    )))
}

fn fixed(chosen: &[&Benchmark], as_json: bool) -> anyhow::Result<()> {
    let (mut rows, mut documents, mut whole) = (Vec::new(), Vec::new(), 0);
    for benchmark in chosen {
        if interrupt::stop().raised() {
            return Err(Interrupted.into());
        }
        let work = benchmark.run(&mut stream(&[SEED]));
        whole = mix(&[whole, work.done, work.fingerprint]);
        let fingerprint = format!("{:016x}", work.fingerprint);
        documents.push(json!({
            "name": benchmark.name, "done": work.done, "unit": benchmark.unit,
            "fingerprint": fingerprint,
        }));
        rows.push(vec![benchmark.name.to_string(), work.done.to_string(), fingerprint]);
    }
    let whole = format!("{whole:016x}");
    if as_json {
        return out::json(&json!({
            "schema": "spinney-bench-fixed/2", "fingerprint": whole, "results": documents,
        }));
    }
    rows.push(vec!["all".to_string(), String::new(), whole]);
    out::print(&out::table(&["benchmark", "done", "fingerprint"], &rows, &[1]))
}

fn measure(chosen: &[&Benchmark], args: &Args) -> anyhow::Result<()> {
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get() as u32);
    let threads = args.threads.unwrap_or(cores);
    let time = Duration::from_secs_f64(args.seconds);
    let (mut rows, mut documents) = (Vec::new(), Vec::<Value>::new());
    for benchmark in chosen {
        let mut row = vec![benchmark.name.to_string()];
        if std::io::stderr().is_terminal() {
            eprint!("\r\x1b[Kmeasuring {} …", benchmark.name);
        }
        for n in if threads == 1 { vec![1] } else { vec![1, threads] } {
            let rate = rate(benchmark, n, time).ok_or(Interrupted)?;
            documents.push(json!({
                "name": benchmark.name, "per_second": rate.median, "low": rate.low,
                "high": rate.high, "threads": n, "unit": benchmark.unit,
            }));
            row.push(rate.to_string());
        }
        row.push(benchmark.unit.to_string());
        rows.push(row);
    }
    if std::io::stderr().is_terminal() {
        eprint!("\r\x1b[K");
    }
    if args.json {
        return out::json(&json!({ "schema": "spinney-bench/2", "results": documents }));
    }
    let all = format!("{threads} threads");
    let head: Vec<&str> = if threads == 1 {
        vec!["benchmark", "per second, 1 thread", "unit"]
    } else {
        vec!["benchmark", "per second, 1 thread", &all, "unit"]
    };
    out::print(&out::table(&head, &rows, &[1, head.len() - 2]))
}

/// Units per second: the median of the runs and the quartiles around it.
#[derive(Clone, Copy)]
struct Rate {
    median: f64,
    low: f64,
    high: f64,
}

impl Rate {
    fn of(mut rates: Vec<f64>) -> Self {
        rates.sort_by(f64::total_cmp);
        let at = |quarters: usize| rates[(rates.len() - 1) * quarters / 4];
        Self { median: rates[rates.len() / 2], low: at(1), high: at(3) }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            median: self.median + other.median,
            low: self.low + other.low,
            high: self.high + other.high,
        }
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let spread = 50.0 * (self.high - self.low) / self.median;
        write!(f, "{} ± {spread:.1} %", grouped(self.median))
    }
}

/// The rate with so many threads doing the same work side by side, each with its own seed; none when
/// interrupted.
fn rate(benchmark: &Benchmark, threads: u32, time: Duration) -> Option<Rate> {
    let one = |thread: u64| -> Option<Rate> {
        let mut rates = Vec::new();
        let begin = Instant::now();
        // Once to warm up; then at least once, and until the time is over.
        for round in 0u64.. {
            if interrupt::stop().raised() {
                return None;
            }
            let mut rng = stream(&[SEED, thread, round]);
            let before = Instant::now();
            let work = benchmark.run(&mut rng);
            if round > 0 {
                rates.push(work.done as f64 / before.elapsed().as_secs_f64());
                if begin.elapsed() >= time {
                    break;
                }
            }
        }
        Some(Rate::of(rates))
    };
    std::thread::scope(|scope| {
        let others: Vec<_> =
            (1..u64::from(threads)).map(|thread| scope.spawn(move || one(thread))).collect();
        let mut total = one(0);
        for other in others {
            let rate = other.join().ok().flatten();
            total = total.zip(rate).map(|(sum, rate)| sum.plus(rate));
        }
        total
    })
}

/// A number with its thousands apart.
fn grouped(rate: f64) -> String {
    let digits = format!("{rate:.0}");
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        assert_eq!(grouped(7.4), "7");
        assert_eq!(grouped(1000.0), "1 000");
        assert_eq!(grouped(1_234_567.0), "1 234 567");
    }

    #[test]
    fn a_rate_is_the_median_with_its_quartiles() {
        let rate = Rate::of(vec![5.0, 1.0, 4.0, 2.0, 3.0]);
        assert_eq!((rate.low, rate.median, rate.high), (2.0, 3.0, 4.0));
        assert_eq!(Rate::of(vec![7.0]).plus(Rate::of(vec![3.0])).to_string(), "10 ± 0.0 %");
        assert_eq!(rate.to_string(), "3 ± 33.3 %");
    }

    #[test]
    fn a_wrong_name_is_answered_with_the_right_ones() {
        let error = chosen("conect-four").unwrap_err().to_string();
        assert!(error.contains("did you mean `connect-four`?"), "{error}");
        let error = chosen("conect").unwrap_err().to_string();
        assert!(error.contains("did you mean `connect-four`?"), "{error}");
        assert!(!chosen("connect-four/uct").unwrap().is_empty());
    }
}
