//! The threads that run the engine.

use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinError;

/// A thread for the requests of one connection. A connection runs its requests one after the other, so a second thread would only
/// wait.
///
/// The runtime's own pool spread the requests over some twenty threads. Each of them kept memory of its own, which was no longer in
/// the CPU's cache when the thread's turn came again. An import took a sixth longer and needed 60 MB more.
pub(super) struct EngineThread(Option<Runtime>);

impl EngineThread {
    /// Creates the thread's runtime. The thread itself starts with the first request.
    ///
    /// # Errors
    /// Returns the error from the operating system if the runtime can't be created.
    pub(super) fn new(name: &str) -> std::io::Result<Self> {
        let runtime = Builder::new_current_thread().max_blocking_threads(1).thread_name(name).build()?;
        Ok(Self(Some(runtime)))
    }

    /// Runs `work` after all earlier work. `work` also runs if the caller stops waiting for the result.
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
