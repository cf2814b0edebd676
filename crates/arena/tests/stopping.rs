//! A search ends soon after its flag is raised, whichever agent of whichever game it is.
//!
//! Processor time is measured, not time on the clock, so that a busy machine makes no difference.
//! That the flag is raised in the moment when a client leaves is tested in `src/room/tests.rs`.

#![cfg(target_os = "linux")]

use spinney_games::contest::AnyContest;
use spinney_games::table::ThinkOptions;
use spinney_search::budget::Stop;
use spinney_spec::Schema;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

/// What a client may notice is 100 ms; the search has half of it. The tests are compiled with little
/// optimisation.
const SOON: Duration = Duration::from_millis(50);

/// How long an agent searches before it is stopped: not at all, and until its tree has grown.
const BEFORE: [Duration; 2] = [Duration::ZERO, Duration::from_millis(120)];

/// The processor time that a thread has used.
fn used(thread: &Path) -> Option<Duration> {
    let text = std::fs::read_to_string(thread.join("schedstat")).ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

fn this_thread() -> PathBuf {
    Path::new("/proc").join(std::fs::read_link("/proc/thread-self").unwrap())
}

/// The agent with a limit that it does not reach.
fn without_end(schema: &Schema) -> String {
    let limits = [("millis", "60000"), ("playouts", "100000000000"), ("nodes", "100000000000")];
    let declared = |name: &str| schema.params.iter().any(|param| param.name == name);
    match limits.iter().find(|(name, _)| declared(name)) {
        Some((name, most)) => format!("{}({name}={most})", schema.name),
        None => schema.name.to_string(),
    }
}

/// The processor time from the flag to the answer; none if the agent was done before.
fn from_flag_to_answer(game: &str, side: usize, agent: &str, before: Duration) -> Option<Duration> {
    let contest: Arc<dyn AnyContest> = spinney_games::open(&game.parse().unwrap()).unwrap().into();
    let mut table = contest.table(7);
    while !table.deciding().iter().any(|decider| decider.seat == side) {
        let first = table.deciding()[0].seat;
        let mv = table.moves(first)[0].text.clone();
        table.play(first, &mv).unwrap();
    }
    let (stop, spec) = (Stop::new(), agent.parse().unwrap());
    let (flag, (begin, begun), (done, answered)) = (stop.clone(), channel(), channel());
    let thread = std::thread::spawn(move || {
        let me = this_thread();
        begin.send((me.clone(), used(&me).unwrap())).unwrap();
        let options = ThinkOptions { stop: flag, progress: None };
        let answer = table.think(side, &spec, options).map(|analysis| analysis.best.text);
        done.send((answer, used(&me).unwrap())).unwrap();
    });
    let (thread_path, start) = begun.recv().unwrap();
    let mut answer = None;
    let mut now = start;
    while answer.is_none() && now < start + before {
        answer = answered.recv_timeout(Duration::from_millis(2)).ok();
        now = used(&thread_path).unwrap_or(now);
    }
    let early = answer.is_some();
    stop.raise();
    let (answer, end) = answer.unwrap_or_else(|| answered.recv().unwrap());
    thread.join().unwrap();
    assert!(answer.is_ok(), "{game}, {agent}: {answer:?}");
    (!early).then(|| end.saturating_sub(now))
}

fn every_agent_ends_soon(game: &str) {
    let contest = spinney_games::open(&game.parse().unwrap()).unwrap();
    let mut stopped = 0;
    for side in 0..contest.sides().len() {
        for schema in &contest.agents(side).schemas {
            let agent = without_end(schema);
            // Perfect cops can't play where the robber hides.
            if contest.check(side, &agent.parse().unwrap()).is_err() {
                continue;
            }
            for before in BEFORE {
                let Some(time) = from_flag_to_answer(game, side, &agent, before) else { continue };
                stopped += 1;
                assert!(time < SOON, "{game}, side {side}, {agent}, {before:?}: {time:?}");
            }
        }
    }
    assert!(stopped > contest.sides().len(), "{stopped}");
}

#[test]
fn scotland_yard() {
    every_agent_ends_soon("scotland-yard");
}

#[test]
fn samegame() {
    every_agent_ends_soon("samegame");
}

#[test]
fn tron() {
    every_agent_ends_soon("tron");
}

#[test]
fn cops_and_robbers() {
    every_agent_ends_soon("cops-and-robbers");
    every_agent_ends_soon("cops-and-robbers(graph=grid(8, 8), cops=3, seen-every=1)");
}

#[test]
fn connect_four() {
    every_agent_ends_soon("connect-four");
}
