//! Jobs as text.

use super::text::{minute, one_line};
use crate::client::Job;

/// Returns the line of a job in a list: its id, the time of its creation, its action, its state, and what it has done.
pub(crate) fn job_line(job: &Job) -> String {
    let Job { id, action, state, reason, counts, create_time, .. } = job;
    let reason = reason.as_ref().map_or(String::new(), |reason| format!(": {}", one_line(reason)));
    format!(
        "{id}  {}  {action}  {}{reason}  {} changed, {} unchanged, {} failed",
        minute(create_time),
        state.as_str(),
        counts.changed,
        counts.unchanged,
        counts.failed
    )
}
