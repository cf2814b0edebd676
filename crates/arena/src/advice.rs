//! Advice for a board on the table.

use crate::chairs;
use crate::engines::{Job, Lane};
use crate::error::Refusal;
use crate::games::open;
use crate::protocol::Code;
use crate::rooms::Arena;
use serde::Deserialize;
use serde_json::{Value, json};
use spinney_games::agent::{Analysis, Watch};
use spinney_games::presentation::within;
use spinney_games::scotland_yard::advice::{Advice, Weights};
use spinney_games::scotland_yard::rules::Move;
use spinney_search::budget::Stop;
use spinney_spec::SpecError;
use std::sync::Arc;
use tokio::sync::oneshot;

/// What a client asks.
#[derive(Debug, Deserialize)]
pub(crate) struct Question {
    game: String,
    log: String,
    #[serde(default)]
    agent: Option<String>,
}

/// Raises the flag when the client has gone and the answer is no longer waited for.
struct WhenDropped(Stop);

impl Drop for WhenDropped {
    fn drop(&mut self) {
        self.0.raise();
    }
}

/// Reads the log, lets an agent think on a thread of the pool, and says why.
pub(crate) async fn advise(arena: Arc<Arena>, question: Question) -> Result<Value, Refusal> {
    let contest = open(&question.game)?;
    if contest.spec().name != "scotland-yard" {
        return Err(Refusal::new(Code::BadGame, "advice is given in scotland-yard"));
    }
    // The rules may stand in the request instead of the log.
    let log = if question.log.trim_start().starts_with("scotland-yard") {
        question.log.clone()
    } else {
        format!("{}\n{}", contest.spec(), question.log)
    };
    let advice = Advice::read(&log, Weights::Filter);
    let advice = advice.map_err(|mut error| {
        error.line = error.line.saturating_sub(usize::from(log.len() != question.log.len()));
        Refusal::new(Code::BadGame, error.to_string())
    })?;
    let advice = Arc::new(advice);
    let found = match &question.agent {
        None => None,
        Some(agent) => think(&arena, &advice, agent).await?,
    };
    let best = found.as_ref().map(|analysis| analysis.best);
    let deciding = advice.deciding().map(|(player, name)| json!({"player": player, "name": name}));
    let possible = advice
        .likely
        .iter()
        .map(|(place, probability)| json!({"place": place, "probability": probability}));
    Ok(json!({
        "observation": advice.observation(),
        "deciding": deciding,
        "next": advice.next(),
        "possible": possible.collect::<Vec<_>>(),
        "analysis": found.map(|analysis| analysis.map(Advice::say)),
        "sentence": advice.sentence(best),
    }))
}

async fn think(
    arena: &Arc<Arena>,
    advice: &Arc<Advice>,
    agent: &str,
) -> Result<Option<Analysis<Move>>, Refusal> {
    let bad = |error: SpecError| Refusal::new(Code::BadAgent, error.to_string());
    let spec = agent.parse().map_err(bad)?;
    let settings = advice.agents().resolve(&spec).map_err(bad)?;
    let most = arena.shared.most();
    let settings = within(&settings, most.millis, most.threads as u64);
    let (stop, (tell, told)) = (Stop::new(), oneshot::channel());
    let _given_up = WhenDropped(stop.clone());
    let (flag, advice) = (stop.clone(), Arc::clone(advice));
    let job = Job {
        // A client of its own, so that it takes its turn beside the rooms.
        room: format!("advice {}", chairs::random_name(8)?),
        lane: Lane::Hint,
        threads: 1,
        stop,
        longest: arena.shared.options.limits.thinking,
        work: Box::new(move || {
            if !flag.raised() {
                let _ = tell.send(advice.analyse(&settings, 1, &mut Watch::new(&flag)));
            }
        }),
    };
    if !arena.shared.engines.submit(job, &arena.shared.options.limits) {
        return Err(Refusal::new(Code::Busy, "too many hints are asked for; try again soon"));
    }
    let found = told.await.map_err(|_| Refusal::internal(&"the agent gave no answer"))?;
    found.map_err(|error| Refusal::internal(&error))
}
