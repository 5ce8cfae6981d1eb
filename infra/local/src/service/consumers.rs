//! The consumers of the stream, which a restore stops and starts again.

use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::mapping::{self, StreamMapping};

/// The stream mappings, running or stopped.
pub(super) struct Consumers {
    mappings: Vec<StreamMapping>,
    tracker: TaskTracker,
    /// Asks all tasks of the service to end.
    stop: CancellationToken,
    /// Ends them where they are.
    kill: CancellationToken,
    running: Mutex<Option<Run>>,
}

struct Run {
    stop: CancellationToken,
    tasks: Vec<JoinHandle<()>>,
}

impl Consumers {
    pub(super) fn new(
        mappings: Vec<StreamMapping>,
        tracker: TaskTracker,
        stop: CancellationToken,
        kill: CancellationToken,
    ) -> Self {
        Self { mappings, tracker, stop, kill, running: Mutex::default() }
    }

    /// Starts the mappings at their checkpoints. They must not run.
    pub(super) fn start(&self) {
        let stop = self.stop.child_token();
        let tasks = self.mappings.iter().map(|mapping| {
            // The age of a record counts from the start at the earliest, as the stream stands still without consumers.
            let mapping = StreamMapping { started: SystemTime::now(), ..mapping.clone() };
            let (kill, stop) = (self.kill.clone(), stop.clone());
            let run = Box::pin(mapping::run(mapping, stop));
            self.tracker.spawn(async move {
                kill.run_until_cancelled(run).await;
            })
        });
        let run = Run { tasks: tasks.collect(), stop };
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = Some(run);
    }

    /// Stops the mappings. Waits for the calls under way.
    pub(super) async fn stop(&self) {
        let run = self.running.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(run) = run else { return };
        run.stop.cancel();
        for task in run.tasks {
            if let Err(error) = task.await {
                tracing::error!(%error, "a mapping ended by itself");
            }
        }
    }
}
