//! The requests over HTTP, and the way from a request to a socket.

use crate::error::Refusal;
use crate::jobs::Job;
use crate::protocol::{self, Code};
use crate::rooms::{Arena, NewRoom};
use crate::{advice, chairs, games, lab, pages, records, socket};
use axum::Json;
use axum::Router;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Path, Query, Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures_util::stream::{self, Stream};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tower_http::compression::CompressionLayer;

type Shared = State<Arc<Arena>>;
type Answer = Result<Json<Value>, Refusal>;

/// Larger messages than this end the socket; smaller ones that are still too large get an error.
const LARGEST_FRAME: usize = 64 << 10;

/// The shortest time between two events of a job, and the longest.
const EVENTS: Duration = Duration::from_millis(200);
const SILENCE: Duration = Duration::from_secs(5);

/// Everything that the server answers.
pub(crate) fn router(arena: Arc<Arena>) -> Router {
    let body = DefaultBodyLimit::max(arena.shared.options.limits.body);
    Router::new()
        .route("/healthz", get(health))
        .route("/api/v1/schema", get(|| async { Json(protocol::schema()) }))
        .route("/api/v1/games", get(|| async { blocking(games::all).await }))
        .route("/api/v1/games/{game}", get(one_game))
        .route("/api/v1/games/{game}/board", get(board))
        .route("/api/v1/check", post(check))
        .route("/api/v1/rooms", post(create))
        .route("/api/v1/rooms/{id}", get(public))
        .route("/api/v1/rooms/{id}/record", get(record))
        .route("/api/v1/rooms/{id}/review", get(review))
        .route("/api/v1/rooms/{id}/socket", get(connect))
        .route("/api/v1/replay", post(replay))
        .route("/api/v1/advice", post(give_advice))
        .route("/api/v1/experiments", get(experiments))
        .route("/api/v1/experiments/{paper}/{name}", get(experiment))
        .route("/api/v1/jobs", get(all_jobs).post(start_job))
        .route("/api/v1/jobs/estimate", post(estimate_job))
        .route("/api/v1/jobs/{id}", get(one_job).delete(stop_job))
        .route("/api/v1/jobs/{id}/events", get(job_events))
        .fallback(page)
        .layer(body)
        // Events of jobs and pictures stay as they are.
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn(guard))
        .with_state(arena)
}

/// Refuses what comes from the pages of others, and sets the headers of every answer.
async fn guard(request: Request, next: Next) -> Response {
    let headers = request.headers();
    let changes = !request.method().is_safe() || headers.contains_key(header::UPGRADE);
    let answer = if changes && !is_own(headers) {
        Refusal::new(Code::NotAllowed, "the request comes from a page of another host")
            .into_response()
    } else {
        next.run(request).await
    };
    let mut answer = answer;
    for (name, value) in HEADERS {
        answer.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    answer
}

const HEADERS: [(HeaderName, &str); 3] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; script-src 'self'; style-src 'self'; connect-src 'self'; \
         img-src 'self' data:; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; \
         form-action 'self'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
];

/// Whether a request comes from a page of this server, or from no page at all.
fn is_own(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let (Ok(origin), Some(Ok(host))) =
        (origin.to_str(), headers.get(header::HOST).map(HeaderValue::to_str))
    else {
        return false;
    };
    let of_origin = origin.split_once("://").map(|(_, host)| host);
    of_origin.is_some_and(|of_origin| of_origin.eq_ignore_ascii_case(host))
}

/// Does what may take a while beside the threads that answer.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<Json<T>, Refusal> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| Refusal::internal(&error))?.map(Json)
}

/// The body of a request.
pub(crate) fn body<T: DeserializeOwned>(
    bytes: Result<Bytes, BytesRejection>,
) -> Result<T, Refusal> {
    let bytes = bytes.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Refusal::new(Code::TooLarge, "the body is too large"),
        _ => Refusal::new(Code::BadMessage, rejection.body_text()),
    })?;
    serde_json::from_slice(&bytes).map_err(|e| Refusal::new(Code::BadMessage, e.to_string()))
}

async fn health(State(arena): Shared) -> Answer {
    let load = arena.shared.engines.load();
    Ok(Json(json!({
        "status": "ok",
        "version": env!("CARGO_PKG_VERSION"),
        "commit": spinney_lab::machine::commit(),
        "rooms": arena.shared.store.rooms()?,
        "sockets": arena.sockets.load(Ordering::Relaxed),
        "engines": {"threads": load.threads, "running": load.running, "waiting": load.waiting},
    })))
}

#[derive(Deserialize)]
struct OfGame {
    spec: Option<String>,
}

async fn one_game(Path(name): Path<String>, Query(query): Query<OfGame>) -> Answer {
    blocking(move || games::one(query.spec.as_deref().unwrap_or(&name))).await
}

async fn board(Path(name): Path<String>, Query(query): Query<OfGame>) -> Answer {
    blocking(move || games::board(query.spec.as_deref().unwrap_or(&name))).await
}

#[derive(Deserialize)]
struct Check {
    game: String,
    #[serde(default)]
    side: usize,
    agent: Option<String>,
}

async fn check(State(arena): Shared, bytes: Result<Bytes, BytesRejection>) -> Answer {
    let Check { game, side, agent } = body(bytes)?;
    blocking(move || {
        let contest = games::open(&game)?;
        if side >= contest.sides().len() {
            return Err(Refusal::new(Code::BadGame, "there is no such side"));
        }
        let agent = agent.map(|agent| chairs::agent(&*contest, side, &agent, arena.shared.most()));
        Ok(json!({"game": contest.spec().to_string(), "agent": agent.transpose()?}))
    })
    .await
}

async fn create(
    State(arena): Shared,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    bytes: Result<Bytes, BytesRejection>,
) -> Result<Response, Refusal> {
    let new: NewRoom = body(bytes)?;
    let made = blocking(move || arena.create(&new, from.ip())).await?;
    Ok((StatusCode::CREATED, made).into_response())
}

async fn public(State(arena): Shared, Path(id): Path<String>) -> Answer {
    blocking(move || Ok(arena.room(&id)?.public())).await
}

async fn record(State(arena): Shared, Path(id): Path<String>) -> Result<Response, Refusal> {
    let Json((name, text)) = blocking(move || {
        let room = arena.room(&id)?;
        Ok((room.contest.spec().name, room.record()?))
    })
    .await?;
    let file = format!("attachment; filename=\"{name}.txt\"");
    let kind = "text/plain; charset=utf-8".to_string();
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, file)], text).into_response())
}

async fn review(State(arena): Shared, Path(id): Path<String>) -> Answer {
    blocking(move || arena.room(&id)?.steps()).await
}

async fn replay(bytes: Result<Bytes, BytesRejection>) -> Answer {
    let asked: records::Asked = body(bytes)?;
    blocking(move || records::replay(&asked)).await
}

async fn give_advice(State(arena): Shared, bytes: Result<Bytes, BytesRejection>) -> Answer {
    Ok(Json(advice::advise(arena, body(bytes)?).await?))
}

async fn experiments(State(arena): Shared) -> Answer {
    blocking(move || lab::papers(&arena.shared.options)).await
}

async fn experiment(State(arena): Shared, Path((paper, name)): Path<(String, String)>) -> Answer {
    blocking(move || lab::experiment(&arena.shared.options, &format!("{paper}/{name}"))).await
}

async fn all_jobs(State(arena): Shared) -> Json<Value> {
    Json(json!({"jobs": arena.jobs.all()}))
}

async fn one_job(State(arena): Shared, Path(id): Path<String>) -> Result<Json<Job>, Refusal> {
    arena.jobs.get(&id).map(Json)
}

async fn start_job(
    State(arena): Shared,
    bytes: Result<Bytes, BytesRejection>,
) -> Result<Response, Refusal> {
    let order = body(bytes)?;
    let job = blocking(move || arena.jobs.start(order)).await?;
    Ok((StatusCode::CREATED, job).into_response())
}

async fn estimate_job(State(arena): Shared, bytes: Result<Bytes, BytesRejection>) -> Answer {
    let order = body(bytes)?;
    blocking(move || arena.jobs.estimate(&order)).await
}

async fn stop_job(State(arena): Shared, Path(id): Path<String>) -> Result<Json<Job>, Refusal> {
    arena.jobs.stop(&id).map(Json)
}

/// The job now and after each change, at most five times per second, until it ends.
async fn job_events(
    State(arena): Shared,
    Path(id): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    arena.jobs.get(&id)?;
    let first = (arena.jobs.watch(), false, false);
    let events = stream::unfold(first, move |(mut changes, told, ended)| {
        let (arena, id) = (Arc::clone(&arena), id.clone());
        async move {
            if ended {
                return None;
            }
            if told {
                tokio::time::sleep(EVENTS).await;
                let _ = tokio::time::timeout(SILENCE, changes.changed()).await;
            }
            changes.borrow_and_update();
            let job = arena.jobs.get(&id).ok()?;
            let event = Event::default().json_data(&job).unwrap_or_default();
            Some((Ok(event), (changes, true, job.ended())))
        }
    });
    Ok(Sse::new(events))
}

async fn connect(
    State(arena): Shared,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refusal> {
    if arena.sockets.load(Ordering::Relaxed) >= arena.shared.options.limits.sockets {
        return Err(Refusal::new(Code::Full, "there are too many sockets"));
    }
    let upgrade = upgrade.max_message_size(LARGEST_FRAME).max_frame_size(LARGEST_FRAME);
    Ok(upgrade.on_upgrade(move |socket| socket::serve(arena, id, socket)))
}

async fn page(State(arena): Shared, uri: Uri, headers: HeaderMap) -> Response {
    if uri.path().starts_with("/api/") {
        return Refusal::new(Code::NotFound, "there is no such document").into_response();
    }
    pages::page(arena.shared.options.web.as_deref(), uri.path(), &headers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_pages_may_ask() {
        let own = |origin: Option<&'static str>, host: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static(host));
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
            }
            is_own(&headers)
        };
        assert!(own(None, "127.0.0.1:7878"));
        assert!(own(Some("http://127.0.0.1:7878"), "127.0.0.1:7878"));
        assert!(own(Some("https://Arena.example"), "arena.example"));
        assert!(!own(Some("http://127.0.0.1:8080"), "127.0.0.1:7878"));
        assert!(!own(Some("http://evil.example"), "127.0.0.1:7878"));
        assert!(!own(Some("null"), "127.0.0.1:7878"));
    }
}
