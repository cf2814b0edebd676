//! `spinney arena`: the arena in the browser.

use crate::{interrupt, out};
use clap::Subcommand;
use spinney_arena::loadtest::{self, Load, Measured, Times};
use spinney_arena::options::Options;
use spinney_lab::store::default_path;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;
use tracing::level_filters::LevelFilter;

/// Start the arena: play and watch games in the browser.
#[derive(clap::Args)]
#[command(after_help = "Example: spinney arena --port 8080\n\
    Ctrl-C stops it. The games are kept and continue at the next start.")]
#[command(args_conflicts_with_subcommands = true)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: Serve,
}

#[derive(Subcommand)]
enum Command {
    /// Measure how many games at once the server can handle on this machine.
    #[command(after_help = "Example: spinney arena loadtest --games 200 --seconds 60")]
    Loadtest {
        /// The number of games played at the same time.
        #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u16).range(1..=2000))]
        games: u16,
        /// How long to play, in seconds.
        #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=3600))]
        seconds: u64,
        /// The number of threads for engines [default: one per core].
        #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
        threads: Option<u16>,
        /// Print a JSON document.
        #[arg(long)]
        json: bool,
    },
}

#[derive(clap::Args)]
struct Serve {
    /// The port to listen on; 0 chooses a free one.
    #[arg(long, default_value_t = 7878)]
    port: u16,
    /// The address to listen on. By default only this machine can reach the server.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_name = "ADDRESS")]
    bind: IpAddr,
    /// The file that keeps the games [default: in the user's data directory].
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// The number of threads for engines [default: one per core].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Serve the pages of this folder instead of the built-in ones.
    #[arg(long, value_name = "FOLDER")]
    web: Option<PathBuf>,
    /// Let clients start experiments even if other machines can reach the server.
    #[arg(long)]
    laboratory: bool,
    /// The log level: off, error, warn, info, debug or trace.
    #[arg(long, default_value = "warn", value_name = "LEVEL")]
    log: LevelFilter,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    match &args.command {
        None => serve(&args.serve),
        Some(Command::Loadtest { games, seconds, threads, json }) => {
            let store =
                std::env::temp_dir().join(format!("spinney-loadtest-{}.db", std::process::id()));
            let load = Load {
                games: usize::from(*games),
                time: Duration::from_secs(*seconds),
                threads: threads.map_or(0, usize::from),
                store: Some(store.clone()),
            };
            let runtime = spinney_arena::runtime()?;
            let measured = runtime.block_on(loadtest::run(&load));
            for end in ["", "-wal", "-shm"] {
                let _ = std::fs::remove_file(format!("{}{end}", store.display()));
            }
            report(&measured?, *json)
        }
    }
}

fn report(measured: &Measured, as_json: bool) -> anyhow::Result<()> {
    if as_json {
        let mut document = serde_json::to_value(measured)?;
        document["schema"] = "spinney-loadtest/1".into();
        return out::json(&document);
    }
    let row = |what: &str, times: Times| {
        let millis = |time: f64| format!("{time:.1}");
        vec![
            what.to_string(),
            times.count.to_string(),
            millis(times.p50),
            millis(times.p99),
            millis(times.max),
        ]
    };
    let rows = [
        row("ping to pong", measured.ping),
        row("move to position", measured.play),
        row("engine's move, with its wait", measured.engine),
        row("client gone to search ended", measured.leave),
    ];
    let table = out::table(&["milliseconds", "count", "p50", "p99", "max"], &rows, &[1, 2, 3, 4]);
    let Measured { games, finished, dropped, reasons, memory, .. } = measured;
    let series: Vec<String> = memory.iter().map(|megabytes| format!("{megabytes:.0}")).collect();
    let memory = match series.as_slice() {
        [before, during @ .., after] => {
            let during = during.join(" ");
            format!(
                "memory in MB: {before} before, {during} during the games, {after} after them\n"
            )
        }
        _ => String::new(),
    };
    let reasons = reasons.iter().fold(String::new(), |all, reason| all + "  " + reason + "\n");
    out::print(&format!(
        "{table}\n{games} games at once, {finished} finished, {dropped} dropped\n{reasons}{memory}"
    ))?;
    anyhow::ensure!(*dropped == 0, "{dropped} games were dropped");
    Ok(())
}

fn serve(args: &Serve) -> anyhow::Result<()> {
    tracing_subscriber::fmt()
        .with_max_level(args.log)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::IsTerminal::is_terminal(&std::io::stderr()))
        .init();
    let store = args.store.clone().unwrap_or_else(|| default_path().with_file_name("arena.db"));
    let options = Options {
        address: SocketAddr::new(args.bind, args.port),
        store: Some(store),
        threads: args.threads.map_or(0, usize::from),
        web: args.web.clone(),
        laboratory: args.laboratory,
        ..Options::default()
    };
    spinney_arena::run(options, interrupt::stop(), |address| {
        // Nobody needs to read it: the server goes on if it can't be printed.
        let _ = out::print(&format!("Spinney's arena: http://{address}\nCtrl-C ends it."));
    })?;
    Ok(())
}
