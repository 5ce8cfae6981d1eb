//! The threads that run the engine.

use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinError;

/// A thread for the requests of one connection, which the connection answers one after the other anyway.
///
/// On the runtime's own pool, each request finds another thread. The memory that this thread's last request has used is cold by then,
/// and each of some twenty threads keeps memory of its own: an import took a sixth longer and 60 MB more.
pub(super) struct EngineThread(Option<Runtime>);

impl EngineThread {
    /// # Errors
    /// Returns the operating system's error if there is no room for a runtime.
    pub(super) fn new(name: &str) -> std::io::Result<Self> {
        let runtime = Builder::new_current_thread().max_blocking_threads(1).thread_name(name).build()?;
        Ok(Self(Some(runtime)))
    }

    /// Runs `work` after all earlier work, also if nobody waits for the result.
    ///
    /// # Errors
    /// Returns an error if `work` panics.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, JoinError> {
        let runtime = self.0.as_ref().expect("it is only taken when this value is dropped");
        runtime.spawn_blocking(work).await
    }
}

impl Drop for EngineThread {
    fn drop(&mut self) {
        // A runtime that is dropped waits for its threads, which asynchronous code must not do.
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}
