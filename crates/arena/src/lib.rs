//! The arena: play and watch every game in the browser.
//!
//! A server with pages in it ([`run`], [`start`]). A game in progress is a room with chairs; a
//! person's chair has a secret token, and whoever sits on it is sent what that side may know. The
//! rooms stand on [`spinney_games::table::Table`] and add no rules. `docs/protocol.md` explains the
//! messages, [`protocol`] has their types.
//!
//! ```
//! use spinney_arena::options::Options;
//!
//! # let runtime = tokio::runtime::Runtime::new().unwrap();
//! # runtime.block_on(async {
//! let mut options = Options::default();
//! options.address.set_port(0); // any free port
//! let server = spinney_arena::start(options).await.unwrap();
//! println!("http://{}", server.address());
//! server.shutdown().await;
//! # });
//! ```

mod advice;
mod chairs;
pub mod client;
mod engines;
mod error;
mod games;
mod http;
mod jobs;
mod lab;
mod limits;
pub mod loadtest;
pub mod options;
mod pages;
pub mod protocol;
mod records;
mod room;
mod rooms;
mod shared;
mod socket;
mod store;
#[cfg(test)]
mod tests;

pub use error::ArenaError;

use options::Options;
use rooms::Arena;
use spinney_search::budget::Stop;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// How often the server looks after its rooms and engines, and at the flag that ends it.
const OFTEN: Duration = Duration::from_millis(50);

/// How long those who are connected have to hear that the server stops.
const FAREWELL: Duration = Duration::from_secs(2);

/// A server that runs.
pub struct Server {
    address: SocketAddr,
    arena: Arc<Arena>,
    end: oneshot::Sender<()>,
    serving: JoinHandle<()>,
    caring: JoinHandle<()>,
}

impl Server {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Sends everybody away, stops the engines and closes the store.
    pub async fn shutdown(self) {
        self.caring.abort();
        self.arena.close();
        let _ = self.end.send(());
        if tokio::time::timeout(FAREWELL, self.serving).await.is_err() {
            tracing::warn!("some connections did not end in time");
        }
        tracing::info!("stopped");
    }
}

/// Starts a server.
///
/// # Errors
/// When the address is taken, the store can't be opened, or the folder of the pages is not there.
pub async fn start(options: Options) -> Result<Server, ArenaError> {
    if let Some(folder) = options.web.as_ref().filter(|folder| !folder.is_dir()) {
        return Err(ArenaError::NoPages(folder.clone()));
    }
    let address = options.address;
    let listener = TcpListener::bind(address).await;
    let listener =
        listener.map_err(|error| ArenaError::Listen { address, reason: error.to_string() })?;
    let address = listener.local_addr()?;
    let arena = Arena::new(options, tokio::runtime::Handle::current())?;
    let (end, ended) = oneshot::channel::<()>();
    let service = http::router(Arc::clone(&arena));
    let service = service.into_make_service_with_connect_info::<SocketAddr>();
    let serving = tokio::spawn(async move {
        let serving = axum::serve(listener, service).with_graceful_shutdown(async {
            let _ = ended.await;
        });
        if let Err(error) = serving.await {
            tracing::error!(%error, "the server failed");
        }
    });
    let cared_for = Arc::clone(&arena);
    let caring = tokio::spawn(async move {
        let mut often = tokio::time::interval(OFTEN);
        for round in 0_u64.. {
            often.tick().await;
            cared_for.shared.engines.look_after(&cared_for.shared.options.limits);
            if round % 200 == 0 {
                cared_for.let_go();
            }
        }
    });
    tracing::info!(%address, threads = arena.shared.engines.threads, "listening");
    Ok(Server { address, arena, end, serving, caring })
}

/// The threads of a server, beside those of its engines. They are few: each keeps memory of its own
/// for what it has freed.
///
/// # Errors
/// When the system has no threads.
pub fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().enable_all().max_blocking_threads(16).build()
}

/// Runs a server until the flag is raised. `ready` is told where it listens.
///
/// # Errors
/// As for [`start`].
pub fn run(
    options: Options,
    stop: &Stop,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), ArenaError> {
    let runtime = runtime()?;
    let done = runtime.block_on(async {
        let server = start(options).await?;
        ready(server.address());
        while !stop.raised() {
            tokio::time::sleep(OFTEN).await;
        }
        server.shutdown().await;
        Ok(())
    });
    runtime.shutdown_timeout(Duration::from_secs(1));
    done
}
