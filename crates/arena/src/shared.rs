//! What all rooms share: the options, the store, the engines.

use crate::chairs::Most;
use crate::engines::Engines;
use crate::error::ArenaError;
use crate::options::{Limits, Options};
use crate::store::Store;
use std::sync::Arc;
use tokio::runtime::Handle;

/// What all rooms share.
pub(crate) struct Shared {
    pub options: Options,
    pub store: Store,
    pub engines: Arc<Engines>,
    pub runtime: Handle,
}

impl Shared {
    pub(crate) fn new(options: Options, runtime: Handle) -> Result<Arc<Self>, ArenaError> {
        let store = Store::open(options.store.as_deref())?;
        let engines = Engines::new(Limits::threads(options.threads));
        Ok(Arc::new(Self { options, store, engines, runtime }))
    }

    /// What an agent may use here.
    pub(crate) fn most(&self) -> Most {
        let millis = self.options.limits.thinking.as_millis() as u64;
        Most { millis, threads: self.engines.threads }
    }
}
