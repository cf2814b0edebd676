//! Positions solved: Cops & Robbers with full information, and lines of SameGame.

use crate::error::Failure;
use crate::lab::{Progress, reported};
use crate::value::Document;
use crate::work::{Job, run};
use pyo3::prelude::*;
use serde_json::json;
use spinney_games::cops_and_robbers::Graph;
use spinney_games::cops_and_robbers::solver::{self, SolveError};
use spinney_games::samegame::agents::{self, Answer, Task};
use spinney_games::samegame::reference::{self, Place};
use spinney_games::samegame::{LargeState, Position, StandardState};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Who wins with the robber always in sight; without `cops`, how many cops it takes.
#[pyfunction]
pub(crate) fn solve_cops_and_robbers(
    py: Python<'_>,
    graph: String,
    cops: Option<usize>,
    may_stay: bool,
) -> PyResult<Document> {
    let job = move |job: &Job<()>| {
        let graph = Arc::new(Graph::from_spec(&graph.parse()?)?);
        let began = Instant::now();
        let verdict = match cops {
            Some(cops) => solver::solve(&graph, cops, may_stay, &job.stop),
            None => solver::cop_number(&graph, may_stay, &job.stop),
        };
        let verdict = verdict.map_err(|error| match error {
            SolveError::Interrupted => Failure::failed(&error),
            error => Failure::wrong(&error),
        })?;
        let capture = verdict.capture.as_ref();
        let placement = capture.map(|(_, at)| at.iter().map(|&cop| graph.name(cop)));
        Ok(json!({
            "graph": graph.spec().to_string(),
            "vertices": graph.len(),
            "edges": graph.edge_count(),
            "cops": verdict.cops,
            "may_stay": may_stay,
            "winner": if capture.is_some() { "cops" } else { "robber" },
            "capture_time": capture.map(|(moves, _)| moves),
            "placement": placement.map(Iterator::collect::<Vec<_>>),
            "seconds": began.elapsed().as_secs_f64(),
        }))
    };
    run(py, job, |()| Ok(())).map(Document)
}

/// The best line for a position of SameGame, replayed on the slow implementation of the rules.
#[pyfunction]
pub(crate) fn solve_samegame(
    py: Python<'_>,
    position: String,
    agent: String,
    seconds: Option<f64>,
    seed: u64,
    threads: usize,
    hear: Option<Py<PyAny>>,
) -> PyResult<Document> {
    reported(py, hear, move |job| {
        let position = match position.parse::<usize>() {
            Ok(number) => {
                let mut standard = spinney_games::samegame::standard_set();
                let there = (1..=standard.len()).contains(&number);
                let wrong =
                    || format!("there is no position {number}, from 1 to {}", standard.len());
                if !there {
                    return Err(Failure::Wrong(wrong()));
                }
                standard.swap_remove(number - 1)
            }
            Err(_) => {
                let all = Position::parse_all(&position).map_err(|error| Failure::wrong(&error))?;
                let first = all.into_iter().next();
                first.ok_or_else(|| Failure::Wrong("the text holds no position".into()))?
            }
        };
        let settings = agents::catalogue().resolve(&agent.parse()?)?;
        let time = seconds.map(Duration::try_from_secs_f64).transpose();
        let time = time.map_err(|_| Failure::Wrong("seconds: a time was expected".into()))?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let improved = |answer: &Answer| {
            let (done, part) = (answer.effort, format!("best {}", answer.score));
            job.say(Progress { done, of: 0, part });
        };
        let task = Task {
            seed,
            threads: if threads == 0 { cores } else { threads },
            time,
            stop: &job.stop,
            known: &[],
            improved: &improved,
        };
        let began = Instant::now();
        let answer = if position.fits::<4, 3, 16>() {
            agents::solve(&settings, StandardState::new(&position), &task)
        } else {
            agents::solve(&settings, LargeState::new(&position), &task)
        };
        let seconds = began.elapsed().as_secs_f64();
        let moves: Vec<Place> = answer.moves.iter().map(|mv| mv.place(position.rows())).collect();
        let outcome = reference::replay(&position, &moves);
        let outcome = outcome.map_err(|error| Failure::Failed(format!("the line: {error}")))?;
        if outcome.score != i64::from(answer.score) {
            let (said, is) = (answer.score, outcome.score);
            return Err(Failure::Failed(format!("the line scores {is}, not {said}")));
        }
        Ok(json!({
            "position": position.to_string(),
            "agent": settings.to_string(),
            "seed": seed,
            "score": outcome.score,
            "cleared": outcome.cleared,
            "proven": answer.proven,
            "moves": moves,
            "seconds": seconds,
            "playouts": answer.effort,
        }))
    })
}
