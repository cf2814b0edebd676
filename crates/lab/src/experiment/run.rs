//! Plays what the store lacks of experiments.
//!
//! Each experiment has its share of the time; inside it, games are played number by number over
//! all cells, so that every cell has about the same number whenever it ends.

use super::results::{Games, Seating};
use super::{Experiment, ExperimentError};
use crate::campaign::{Campaign, Progress, Shard, fill};
use crate::runner::{Ended, Pairing, RunError, RunOptions};
use crate::store::{CellKey, Store, StoreError};
use spinney_search::budget::Stop;
use std::collections::{BTreeMap, HashSet};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How much to play.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The share of the paper's games: 0.1 is a tenth. At least one game a cell is played.
    pub scale: f64,
    /// No more games per cell than this, whatever their share.
    pub games: Option<u64>,
    /// As long as this, in all.
    pub budget: Option<Duration>,
    /// Play cells that the paper limits by time by that time, not by their twins.
    pub by_clock: bool,
    /// Only cells of this name, in which `*` stands for any label: `*/1000`.
    pub cells: Option<String>,
    /// Only this part of the games, for machines that share the work.
    pub shard: Option<Shard>,
    /// The seed of all games: [`SEED`](super::SEED), or another for an independent replication.
    pub seed: u64,
    /// Threads, and the flag that ends the run.
    pub options: RunOptions,
}

impl Asked {
    /// Whether a cell of this name is to be played.
    fn wants(&self, key: &str) -> bool {
        let parts = |text: &str| -> Vec<String> {
            text.split([':', '/']).map(|part| part.trim().to_string()).collect()
        };
        self.cells.as_deref().is_none_or(|pattern| {
            let (pattern, key) = (parts(pattern), parts(key));
            let fits = pattern.iter().zip(&key).all(|(p, k)| p == "*" || p == k);
            pattern.len() == key.len() && fits
        })
    }
}

/// How it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// Everything asked for has been played.
    Complete,
    /// The time was up.
    OutOfTime,
    /// A person interrupted.
    Interrupted,
}

/// Why experiments could not be run.
#[derive(Debug, thiserror::Error)]
pub enum RunFailure {
    /// A file or a specification in it is wrong.
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    /// A game could not be played, or not be stored.
    #[error("{experiment} could not be played")]
    Run {
        /// The experiment.
        experiment: String,
        /// Why.
        #[source]
        error: Box<RunError<StoreError>>,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Plays these experiments into the store. `on_progress` hears which experiment is being played
/// and where it is.
pub fn run(
    experiments: &[Experiment],
    store: &mut Store,
    command: &str,
    asked: &Asked,
    mut on_progress: impl FnMut(&Experiment, Progress),
) -> Result<RunEnd, RunFailure> {
    // All specifications are read before the first game.
    let mut games = Games::seeded(asked.seed);
    let mut plans = Vec::new();
    for experiment in experiments {
        plans.push((experiment, plan(experiment, asked, &mut games)?));
    }
    let started = Instant::now();
    let run = store.begin_run(command)?;
    let mut end = RunEnd::Complete;
    for (done, (experiment, plan)) in plans.iter().enumerate() {
        let left = asked.budget.map(|budget| budget.saturating_sub(started.elapsed()));
        let share = left.map(|left| left / (plans.len() - done) as u32);
        let pairings: Vec<Pairing<'_>> =
            plan.iter().map(|(seating, _)| seating.pairing()).collect();
        let wanted: Vec<u64> = plan.iter().map(|(_, games)| *games).collect();
        let deadline = share.map(|share| Instant::now() + share);
        let campaign =
            Campaign { pairings: &pairings, games: &wanted, shard: asked.shard, deadline };
        let mut where_it_is = Progress { found: 0, played: 0, wanted: 0 };
        let ended = until(deadline, &asked.options, |options| {
            fill(&campaign, store, run, options, |progress| {
                where_it_is = progress;
                on_progress(experiment, progress);
            })
        });
        let experiment = experiment.id.clone();
        ended.map_err(|error| RunFailure::Run { experiment, error: Box::new(error) })?;
        if asked.options.stop.raised() {
            return Ok(RunEnd::Interrupted);
        }
        if where_it_is.found + where_it_is.played < where_it_is.wanted {
            end = RunEnd::OutOfTime;
        }
    }
    Ok(end)
}

/// The different cells of these experiments that the store lacks games of, and how many it lacks.
pub fn missing(
    experiments: &[Experiment],
    store: Option<&Store>,
    asked: &Asked,
) -> Result<Vec<(Seating, u64)>, RunFailure> {
    let mut games = Games::seeded(asked.seed);
    let mut all: BTreeMap<CellKey, (Seating, u64)> = BTreeMap::new();
    for experiment in experiments {
        for (seating, wanted) in plan(experiment, asked, &mut games)? {
            let known = all.entry(seating.key()).or_insert((seating, wanted));
            known.1 = known.1.max(wanted);
        }
    }
    let part_has = |key: &CellKey, n: u64| asked.shard.is_none_or(|shard| shard.has(key, n));
    for (key, (_, wanted)) in &mut all {
        let cell = store.map_or(Ok(None), |store| store.find_cell(key))?;
        if let Some((store, cell)) = store.zip(cell) {
            let missing = store.missing(cell, *wanted)?;
            *wanted = missing.into_iter().filter(|&n| part_has(key, n)).count() as u64;
        } else {
            *wanted = (0..*wanted).filter(|&n| part_has(key, n)).count() as u64;
        }
    }
    Ok(all.into_values().filter(|(_, games)| *games > 0).collect())
}

/// The different cells of an experiment with the games each is to have.
pub fn plan(
    experiment: &Experiment,
    asked: &Asked,
    games: &mut Games,
) -> Result<Vec<(Seating, u64)>, ExperimentError> {
    let (mut plan, mut seen): (Vec<(Seating, u64)>, HashSet<CellKey>) = Default::default();
    let wanted = experiment.cells().filter(|(_, cell)| asked.wants(&cell.key));
    for (grid, cell) in wanted {
        let play = cell.twin.as_ref().filter(|_| !asked.by_clock).unwrap_or(&cell.play);
        let seating = games.seat(play, true).map_err(|problem| ExperimentError {
            file: experiment.id.clone(),
            problem: format!("cell {}: {problem}", cell.key),
        })?;
        let wanted = ((grid.games as f64 * asked.scale).round() as u64).clamp(1, grid.games);
        let wanted = asked.games.map_or(wanted, |most| wanted.min(most.max(1)));
        // Both games of a pair, where seats are exchanged.
        let wanted = if seating.contest.symmetric() { wanted.next_multiple_of(2) } else { wanted };
        if seen.insert(seating.key()) {
            plan.push((seating, wanted));
        }
    }
    if plan.is_empty() && experiment.cells().next().is_some() {
        let first = experiment.cells().next().map_or("", |(_, cell)| cell.key.as_str());
        let problem = format!(
            "no cell is called `{}`; names look like `{first}`, and `*` stands for any label",
            asked.cells.as_deref().unwrap_or_default()
        );
        return Err(ExperimentError { file: experiment.id.clone(), problem });
    }
    Ok(plan)
}

/// Runs something with a stop flag that is also raised when the deadline has passed: a game that
/// takes hours does not keep a run of minutes waiting.
fn until(
    deadline: Option<Instant>,
    options: &RunOptions,
    work: impl FnOnce(&RunOptions) -> Result<Ended, RunError<StoreError>>,
) -> Result<Ended, RunError<StoreError>> {
    let stop = Stop::new();
    let limited = RunOptions { stop: stop.clone(), ..options.clone() };
    let (done, watch) = channel::<()>();
    std::thread::scope(|scope| {
        let stop = &stop;
        scope.spawn(move || {
            let over = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
            loop {
                let wait = watch.recv_timeout(Duration::from_millis(20));
                if options.stop.raised() || over() {
                    stop.raise();
                    return;
                }
                if wait != Err(RecvTimeoutError::Timeout) {
                    return;
                }
            }
        });
        let ended = work(&limited);
        drop(done);
        ended
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::recorded::Recorded;
    use crate::experiment::{Results, SEED};

    fn experiment() -> Experiment {
        let text = r#"
            title = "Noughts and crosses"
            place = "here"
            games = 20
            [[grid]]
            name = "rate"
            measure = "win rate of a"
            game = "tic-tac-toe"
            agents = { a = "{a}", b = "{b}" }
            [[grid.axis]]
            name = "pair"
            values = [
              { label = "equal", a = "random", b = "random" },
              { label = "again", a = "random", b = "random" },
            ]
            [[grid]]
            name = "length"
            measure = "length"
            game = "tic-tac-toe"
            agents = { a = "random", b = "random" }
            [[grid.axis]]
            name = "one"
            values = ["1"]
            [[grid]]
            name = "branching"
            measure = "branching"
            game = "tic-tac-toe"
            agents = { a = "random", b = "random" }
            [[grid.axis]]
            name = "one"
            values = ["1"]
        "#;
        Experiment::parse("test/noughts", text).unwrap()
    }

    fn asked(scale: f64) -> Asked {
        let options = RunOptions { threads: 2, ..RunOptions::default() };
        Asked {
            scale,
            games: None,
            budget: None,
            by_clock: false,
            cells: None,
            shard: None,
            seed: SEED,
            options,
        }
    }

    fn play(store: &mut Store, asked: &Asked) -> (RunEnd, Vec<Progress>) {
        let mut seen = Vec::new();
        let end = run(&[experiment()], store, "test", asked, |_, progress| seen.push(progress));
        (end.unwrap(), seen)
    }

    #[test]
    fn games_add_up_from_scale_to_scale() {
        let mut store = Store::in_memory().unwrap();
        let (end, first) = play(&mut store, &asked(0.25));
        // Four cells have the same specifications: one cell of the store, five games, made even.
        let last = *first.last().unwrap();
        assert_eq!((end, last.found, last.played), (RunEnd::Complete, 0, last.wanted));
        assert!([5, 6].contains(&last.wanted), "{last:?}");
        let (_, second) = play(&mut store, &asked(1.0));
        let all = *second.last().unwrap();
        assert_eq!((all.found, all.found + all.played, all.wanted), (last.wanted, 20, 20));
        let mut at_once = Store::in_memory().unwrap();
        play(&mut at_once, &asked(1.0));
        let gather = |store: &Store| {
            let results = Results::gather(
                &experiment(),
                Some(store),
                &Recorded::default(),
                &mut Games::default(),
            )
            .unwrap();
            experiment().cells().map(|(_, cell)| results.estimate(cell)).collect::<Vec<_>>()
        };
        assert_eq!(gather(&store), gather(&at_once));
        let estimates = gather(&store);
        assert_eq!(estimates[0], estimates[1]);
        let (length, branching) = (estimates[2].unwrap().value, estimates[3].unwrap().value);
        assert!((5.0..=9.0).contains(&length), "{length}");
        // Nine squares, one fewer each move: the mean follows from the length, near enough.
        assert!((branching - (9.0 - (length - 1.0) / 2.0)).abs() < 1e-9, "{branching} {length}");
    }

    #[test]
    fn no_cell_has_more_games_than_asked_for() {
        for (scale, games, expected) in [(1.0, 6, 6), (0.1, 6, 2), (1.0, 100, 20), (1.0, 0, 2)] {
            let mut store = Store::in_memory().unwrap();
            let asked = Asked { games: Some(games), ..asked(scale) };
            let (_, progress) = play(&mut store, &asked);
            assert_eq!(progress.last().unwrap().played, expected, "{scale}, {games}");
        }
    }

    #[test]
    fn one_score_of_several_has_no_interval_yet() {
        let text = r#"
            title = "scores"
            place = "here"
            games = 2
            measure = "score"
            [[grid]]
            game = "samegame"
            agents = { player = "sp-mcts(nodes=20)" }
            [[grid.axis]]
            name = "one"
            values = ["1"]
        "#;
        let scores = Experiment::parse("test/scores", text).unwrap();
        let mut store = Store::in_memory().unwrap();
        for (scale, known) in [(0.5, false), (1.0, true)] {
            run(std::slice::from_ref(&scores), &mut store, "test", &asked(scale), |_, _| ())
                .unwrap();
            let none = Recorded::default();
            let results =
                Results::gather(&scores, Some(&store), &none, &mut Games::default()).unwrap();
            let (_, cell) = scores.cells().next().unwrap();
            let estimate = results.estimate(cell).unwrap();
            assert_eq!(estimate.high.is_finite(), known, "{scale}: {estimate:?}");
        }
    }

    #[test]
    fn another_seed_is_an_independent_replication() {
        let mut store = Store::in_memory().unwrap();
        play(&mut store, &asked(1.0));
        let again = Asked { seed: 7, ..asked(1.0) };
        let missing = |asked: &Asked| missing(&[experiment()], Some(&store), asked).unwrap().len();
        assert_eq!((missing(&asked(1.0)), missing(&again)), (0, 1));
        let (_, progress) = play(&mut store, &again);
        assert_eq!(progress.last().unwrap().played, 20);
        let gather = |mut games: Games| {
            let recorded = crate::experiment::recorded::Recorded::default();
            let results = Results::gather(&experiment(), Some(&store), &recorded, &mut games);
            experiment().cells().map(|(_, cell)| results.as_ref().unwrap().estimate(cell)).collect()
        };
        let (one, other): (Vec<_>, Vec<_>) = (gather(Games::default()), gather(Games::seeded(7)));
        assert!(one.iter().chain(&other).all(Option::is_some));
        assert_ne!(one, other);
    }

    #[test]
    fn parts_add_up_to_the_whole() {
        let mut whole = Store::in_memory().unwrap();
        play(&mut whole, &asked(1.0));
        let mut parts = Store::in_memory().unwrap();
        let mut counts = Vec::new();
        for part in 1..=3 {
            let shard = Some(Shard::new(part, 3).unwrap());
            let (end, progress) = play(&mut parts, &Asked { shard, ..asked(1.0) });
            assert_eq!(end, RunEnd::Complete);
            counts.push(progress.last().unwrap().played);
        }
        assert_eq!(counts.iter().sum::<u64>(), 20);
        assert!(counts.iter().all(|count| (6..=7).contains(count)), "{counts:?}");
        let rows = |store: &Store| {
            let cells = store.cells().unwrap();
            let rows = |(key, cell, _)| (key, store.games(cell, u64::MAX).unwrap());
            let same = |(key, games): (CellKey, Vec<crate::store::GameRow>)| {
                let played = games.into_iter().map(|row| (row.number, row.played.record));
                (key, played.collect::<Vec<_>>())
            };
            cells.into_iter().map(rows).map(same).collect::<Vec<_>>()
        };
        assert_eq!(rows(&parts), rows(&whole));
    }

    #[test]
    fn the_time_and_a_person_end_it() {
        let mut store = Store::in_memory().unwrap();
        let none = Asked { budget: Some(Duration::ZERO), ..asked(1.0) };
        assert_eq!(play(&mut store, &none).0, RunEnd::OutOfTime);
        let stopped = asked(1.0);
        stopped.options.stop.raise();
        assert_eq!(play(&mut store, &stopped).0, RunEnd::Interrupted);
    }

    #[test]
    fn cells_by_name() {
        let mut store = Store::in_memory().unwrap();
        let some = Asked { cells: Some("rate:*".to_string()), ..asked(0.1) };
        assert_eq!(play(&mut store, &some).0, RunEnd::Complete);
        let none = Asked { cells: Some("rate:*/*".to_string()), ..asked(0.1) };
        let failure = run(&[experiment()], &mut store, "test", &none, |_, _| ()).unwrap_err();
        assert!(failure.to_string().contains("names look like `rate:equal`"), "{failure}");
    }

    #[test]
    fn a_wrong_specification_is_found_before_the_first_game() {
        let text = r#"
            title = "wrong"
            place = "here"
            games = 1
            measure = "score"
            [[grid]]
            game = "tic-tac-toe"
            agents = { a = "random", b = "rnadom" }
            [[grid.axis]]
            name = "one"
            values = ["1"]
        "#;
        let wrong = Experiment::parse("test/wrong", text).unwrap();
        let mut store = Store::in_memory().unwrap();
        let failure = run(&[wrong], &mut store, "test", &asked(1.0), |_, _| ()).unwrap_err();
        let said = failure.to_string();
        assert!(said.contains("test/wrong") && said.contains("did you mean `random`?"), "{said}");
        assert!(store.cells().unwrap().is_empty());
    }
}
